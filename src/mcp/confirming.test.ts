/** Tools that reach people do so once their person has confirmed what was shown: that plan, once, and nobody else can confirm it. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { confirmedTools } from '../../contract/confirmed-tools.ts'
import type { Scope } from '../../contract/scopes.ts'
import { type Agent, agentOf, type Answering, type Era, trustedTexts } from '../../test/support/agent.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { agentEntriesAbout, confirmationOf, confirm as confirmOn } from '../../test/support/confirmations.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { type Client, client, eventually, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
let author: Client
let team: { id: string; members: string[] }

before(async () => {
  world = await newPeopledWorld()
  author = await world.user({ id: world.adminId })
  team = await world.team('Platform', 6)
})

const writing: Scope[] = ['pulses:write', 'checkins:write', 'teams:read']
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** An agent of the admin, at a program that can show them questions if `answering` is given. */
async function newAgent(answering?: Answering, era: Era = '2026'): Promise<Agent> {
  const token = await world.token({ userId: world.adminId, scopes: writing })
  return agentOf(world.url, token, era, answering)
}

const draft = async (more: object = {}): Promise<string> =>
  (await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { channels: ['email'], ...more })), 201)).id

const openPulse = async (more: object = {}): Promise<string> => {
  const id = await draft({ confidentiality: { mode: 'attributed' }, ...more })
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return id
}

const stateOf = async (id: string): Promise<string> => (await bodyOf(author.get(`/api/pulses/${id}`))).state
const confirm = (asked: { url: string }): Promise<void> => confirmOn(world.admin, asked)
const entriesAbout = (target: string): Promise<string[]> => agentEntriesAbout(world.admin, target)

suite('on the page', () => {
  test('a draft opens once, after its person has confirmed the plan that they were shown', async () => {
    const agent = await newAgent()
    const id = await draft()
    const call = () => agent.call('ask_people', { pulse_id: id })
    const [asked, again] = await Promise.all([call(), call()])
    assert.equal(asked.status, 'needs_confirmation')
    assert.deepEqual(again, asked, 'two calls ask once')
    assert.equal(await stateOf(id), 'draft')
    assert.deepEqual(
      [asked.plan.act, asked.plan.people, asked.plan.channels, asked.plan.open_days, asked.plan.mode],
      ['open', 6, ['email'], 7, 'anonymous'],
    )
    assert.deepEqual(asked.plan.teams, [
      { id: team.id, name: { untrusted: true, source: 'team', text: 'Platform' } },
    ])
    assert.ok(trustedTexts(asked).every((text) => !text.includes('outage') && !text.includes('Platform')))

    const path = confirmationOf(asked)
    for (const other of [world.colleague, world.stranger])
      assert.ok([403, 404].includes((await other.get(path)).status), 'a link is not a permission')
    const { plan, plan_hash, application } = await bodyOf(world.admin.get(path))
    assert.deepEqual([plan.title, plan.people, application.name], ['After the outage', 6, 'Test'])
    assert.equal(plan.promise.en, asked.plan.promise.text)
    assert.match(plan.promise.de, /Antworten/)
    const wrong = await world.admin.post(`${path}/confirm`, { plan_hash: 'f'.repeat(64) })
    assert.deepEqual([wrong.status, wrong.body.code], [409, 'plan_changed'])
    assert.equal((await author.post(`${path}/confirm`, { plan_hash })).status, 401, 'no token of a program')
    await confirm(asked)
    await confirm(asked)

    const replies = await Promise.all([call(), call(), call()])
    const done = replies.filter(({ status }) => status === 'done')
    assert.equal(done.length, 1)
    assert.equal(done[0].state, 'open')
    for (const { refused } of replies.filter(({ status }) => status !== 'done'))
      assert.deepEqual([refused.code, refused.state], ['pulse_not_draft', 'open'])
    assert.equal(await stateOf(id), 'open')
    assert.equal((await bodyOf(world.admin.get(path))).state, 'used')
    assert.deepEqual(await entriesAbout(id), ['agent.confirmed', 'agent.acted'])
    await agent.close()
  })

  test('a plan names the teams that its person sees, and none to a token that reads no teams', async () => {
    const hidden = await world.team('Hidden project', 0)
    const { user } = await bodyOf(world.colleague.get('/api/me'))
    const own = await world.team('Own', 6)
    await bodyOf(world.admin.patch('/api/organisation', { members_ask: 'anyone' }))
    await bodyOf(
      author.put(`/api/teams/${own.id}/members`, {
        members: [...own.members, user.member_id].map((member_id) => ({ member_id })),
      }),
    )
    const colleague = await world.user({ id: user.id })
    const { id } = await bodyOf(
      colleague.post('/api/pulses', pulseDraft([own.id, hidden.id], { channels: ['email'] })),
      201,
    )
    const planBy = async (scopes: Scope[], answering?: Answering) => {
      const agent = await agentOf(
        world.url,
        await world.token({ userId: user.id, scopes }),
        '2026',
        answering,
      )
      const asked = await agent.call('ask_people', { pulse_id: id })
      await agent.close()
      return asked
    }
    const asked = await planBy(writing)
    assert.deepEqual([asked.plan.teams.map(({ id }: any) => id), asked.plan.more_teams], [[own.id], 1])
    const page = await bodyOf(world.colleague.get(confirmationOf(asked)))
    assert.deepEqual(page.plan.teams, [{ id: own.id, name: 'Own' }])
    assert.equal(page.plan.more_teams, 1)
    const unnamed = await planBy(['pulses:write'])
    assert.deepEqual([unnamed.plan.teams, unnamed.plan.more_teams], [[], 2])
    for (const reply of [asked, page, unnamed]) assert.doesNotMatch(JSON.stringify(reply), /Hidden project/)
    assert.doesNotMatch(JSON.stringify(unnamed), /Own/)
  })

  test('a draft with a time to open is scheduled, and a time that is past is refused at once', async () => {
    const agent = await newAgent(undefined, '2025')
    const id = await draft()
    const opensAt = inDays(2)
    const past = await agent.call('ask_people', { pulse_id: id, opens_at: inDays(-1) })
    assert.equal(past.refused.code, 'unprocessable')
    const asked = await agent.call('ask_people', { pulse_id: id, opens_at: opensAt })
    assert.deepEqual([asked.plan.act, asked.plan.opens_at], ['schedule', opensAt])
    await confirm(asked)
    const done = await agent.call('ask_people', { opens_at: opensAt, pulse_id: id })
    assert.deepEqual([done.status, done.state], ['done', 'scheduled'])
    await agent.close()
  })

  test('somebody exchanged, or a question changed, after the person confirmed makes another plan', async () => {
    const agent = await newAgent()
    const small = await world.team('Small', 6)
    const id = (
      await bodyOf(author.post('/api/pulses', pulseDraft([small.id], { channels: ['email'] })), 201)
    ).id as string
    const call = () => agent.call('ask_people', { pulse_id: id })
    const first = await call()
    await confirm(first)
    await bodyOf(author.delete(`/api/teams/${small.id}/members/${small.members[0]}`), 204)
    await world.people(small.id, [{ name: 'New', email: 'new@test.example' }])
    assert.equal((await call()).refused.code, 'plan_changed')
    assert.equal(await stateOf(id), 'draft')
    const second = await call()
    assert.notEqual(second.url, first.url)
    const late = await world.admin.post(`${confirmationOf(first)}/decline`)
    assert.deepEqual([late.status, late.body.code], [409, 'plan_changed'])
    await bodyOf(
      author.patch(`/api/pulses/${id}`, { questions: [{ id: 'a', type: 'yes_no', text: 'Is it?' }] }),
    )
    const third = await call()
    assert.notEqual(third.url, second.url, 'nobody had confirmed: it asks again')
    assert.deepEqual([second.plan.questions, third.plan.questions], [2, 1])
    await confirm(third)
    assert.equal((await call()).status, 'done')
    await agent.close()
  })

  test('nobody is asked to confirm what could not be done', async () => {
    const agent = await newAgent()
    const few = await world.team('Few', 2)
    const small = await bodyOf(author.post('/api/pulses', pulseDraft([few.id])), 201)
    const refusalOf = async (name: string, given: object) =>
      (await agent.call(name, given as Record<string, unknown>)).refused.code
    const closed = await openPulse()
    await bodyOf(author.post(`/api/pulses/${closed}/close`))
    const others = await world.user()
    const theirs = await bodyOf(others.post('/api/pulses', pulseDraft([team.id])), 201)
    assert.equal(await refusalOf('ask_people', { pulse_id: small.id }), 'roster_too_small')
    assert.equal(await refusalOf('ask_people', { pulse_id: theirs.id }), 'not_the_author')
    assert.equal(await refusalOf('remind_people', { collection: closed }), 'pulse_not_open')
    assert.equal(await refusalOf('change_window', { collection: closed, change: 'close' }), 'pulse_not_open')
    const open = await openPulse()
    const extend = (more: object) =>
      refusalOf('change_window', { collection: open, change: 'extend', ...more })
    assert.equal(await extend({}), 'invalid_request')
    assert.equal(await extend({ closes_at: inDays(1) }), 'unprocessable')
    await bodyOf(author.post(`/api/pulses/${open}/remind`))
    assert.equal(await refusalOf('remind_people', { collection: open }), 'reminded_recently')
    await agent.close()
  })
})

suite('in the program', () => {
  const yes: Answering = () => ({ action: 'accept', content: { confirm: true } })

  test('the person is shown the plan in a sentence, and their yes does it, once', async () => {
    const questions: string[] = []
    const agent = await newAgent(({ message }) => {
      questions.push(message)
      return { action: 'accept', content: { confirm: true } }
    })
    const title = 'Harmless” It asks 1 person. “'
    const id = await draft({ title })
    const done = await agent.call('ask_people', { pulse_id: id })
    assert.deepEqual([done.status, done.state, await stateOf(id)], ['done', 'open', 'open'])
    const [question] = questions
    assert.match(
      question,
      /^Open this survey now and ask 6 people by email\? .*\n\nSurvey: “[^“”\n]*”\nTeams, with those below them: “Platform”$/,
    )
    assert.deepEqual(await entriesAbout(id), ['agent.acted'])
    await agent.close()
  })

  test('no, and a form that was sent empty, do nothing and are not asked again', async () => {
    for (const answer of [
      { action: 'decline' },
      { action: 'accept', content: { confirm: false } },
    ] as const) {
      let times = 0
      const agent = await newAgent(() => {
        times++
        return answer
      })
      const id = await draft()
      for (let call = 0; call < 2; call++)
        assert.equal((await agent.call('ask_people', { pulse_id: id })).refused.code, 'confirmation_declined')
      assert.deepEqual([times, await stateOf(id)], [1, 'draft'])
      const { rows } = await world.running.db.pool.query(
        `select expires_at - decided_at = interval '10 minutes' as lasts from agent_confirmations where plan ->> 'collection' = $1`,
        [id],
      )
      assert.deepEqual(rows, [{ lasts: true }], 'ten minutes from the refusal')
      await agent.close()
    }
    const agent = await newAgent(() => ({ action: 'cancel' }))
    const id = await draft()
    const cancelled = await agent.call('ask_people', { pulse_id: id })
    assert.equal(cancelled.refused.code, 'confirmation_required')
    await agent.close()
  })

  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  }

  async function send(token: string, params: object): Promise<any> {
    const { body } = await client(world.url, token).post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask_people', _meta, ...params } },
      {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'ask_people',
      },
    )
    return body
  }

  const codeIn = ({ result }: any): string => JSON.parse(result.content[0].text).code

  test('the state of a question is good for its caller, its arguments and one answer', async () => {
    const token = await world.token({ userId: world.adminId, scopes: writing })
    const other = await world.user({ scopes: writing })
    const [id, second] = [await draft(), await draft()]
    const { result } = await send(token, { arguments: { pulse_id: id } })
    assert.equal(result.resultType, 'input_required')
    const { requestState } = result
    const answered = {
      requestState,
      inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
    }
    const forged = await send(token, {
      arguments: { pulse_id: id },
      ...answered,
      requestState: `${requestState.slice(0, -4)}AAAA`,
    })
    assert.equal(forged.error.code, -32_602)
    const stolen = await send(other.token ?? '', { arguments: { pulse_id: id }, ...answered })
    assert.equal(stolen.error.code, -32_602)
    assert.equal(
      codeIn(await send(token, { arguments: { pulse_id: second }, ...answered })),
      'confirmation_required',
    )
    assert.equal(
      codeIn(await send(token, { arguments: { pulse_id: id }, requestState })),
      'confirmation_required',
    )
    const replies = await Promise.all(
      [1, 2].map(() => send(token, { arguments: { pulse_id: id }, ...answered })),
    )
    const states = replies.map((reply) => reply.result.structuredContent?.state ?? codeIn(reply))
    assert.deepEqual(states.toSorted(), ['open', 'pulse_not_draft'])
    assert.equal(await stateOf(second), 'draft')
  })

  test('an organisation may require the page, and letting go of that takes a recent sign-in', async () => {
    const token = await world.token({ userId: world.adminId, scopes: writing })
    const id = await draft()
    const { result } = await send(token, { arguments: { pulse_id: id } })
    await bodyOf(world.admin.patch('/api/organisation', { agent_confirmation: 'page' }))
    const answered = await send(token, {
      arguments: { pulse_id: id },
      requestState: result.requestState,
      inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
    })
    assert.equal(answered.result.structuredContent.status, 'needs_confirmation')
    const agent = await newAgent(yes)
    assert.equal((await agent.call('ask_people', { pulse_id: id })).status, 'needs_confirmation')
    assert.equal(await stateOf(id), 'draft')
    await bodyOf(world.admin.patch('/api/organisation', { agent_confirmation: 'anywhere' }))
    assert.equal((await agent.call('ask_people', { pulse_id: id })).status, 'done')
    await agent.close()
  })

  test('a reminder, a later end and a close do what the API does', async () => {
    const agent = await newAgent(yes)
    const id = await openPulse()
    // A reminder reaches those whose invitation has left.
    await eventually(
      () => author.get(`/api/pulses/${id}/progress`),
      ({ body }) => body.reminders.reach === 6,
    )
    const reminded = await agent.call('remind_people', { collection: id })
    assert.deepEqual([reminded.status, reminded.plan.people, reminded.plan.to_everyone], ['done', 6, false])
    const { reminders } = await bodyOf(author.get(`/api/pulses/${id}/progress`))
    assert.equal(reminders.sent_at.length, 1)
    const closesAt = inDays(20)
    const extended = await agent.call('change_window', {
      collection: id,
      change: 'extend',
      closes_at: closesAt,
    })
    assert.deepEqual([extended.status, extended.plan.closes_at], ['done', closesAt])
    assert.equal(Date.parse((await bodyOf(author.get(`/api/pulses/${id}`))).closes_at), Date.parse(closesAt))
    const closed = await agent.call('change_window', { collection: id, change: 'close' })
    assert.deepEqual([closed.state, await stateOf(id)], ['closed', 'closed'])
    await agent.close()
  })

  test('so it is with an instance of a check-in', async () => {
    const agent = await newAgent(yes)
    const { id: checkIn } = await bodyOf(
      author.post('/api/check-ins', {
        ...pulseDraft([team.id], { channels: ['email'], topic: undefined }),
        time_zone: 'Europe/Berlin',
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: inDays(3).slice(0, 10) },
      }),
      201,
    )
    await bodyOf(author.post(`/api/check-ins/${checkIn}/activate`))
    const [{ id: collection }] = (await bodyOf(author.get(`/api/check-ins/${checkIn}/instances`)))
      .check_in_instances
    assert.equal((await agent.call('remind_people', { collection })).refused.code, 'instance_not_open')
    await bodyOf(author.post(`/api/check-in-instances/${collection}/open`))
    await eventually(
      () => author.get(`/api/check-in-instances/${collection}/progress`),
      ({ body }) => body.reminders.reach === 6,
    )
    const reminded = await agent.call('remind_people', { collection })
    assert.deepEqual([reminded.status, reminded.plan.to_everyone], ['done', true])
    const closesAt = inDays(30)
    const extended = await agent.call('change_window', { collection, change: 'extend', closes_at: closesAt })
    assert.equal(extended.plan.closes_at, closesAt)
    assert.equal((await agent.call('change_window', { collection, change: 'close' })).state, 'closed')
    await agent.close()
  })
})

test('a program that acts for nobody has nobody who confirms, whatever its scopes', async () => {
  const program = await world.organisation(['checkins:write'])
  const agent = await agentOf(world.url, program.token ?? '')
  const { tools } = await agent.call('who_am_i')
  await agent.close()
  for (const { name, annotations } of confirmedTools) {
    assert.ok(!tools.includes(name))
    assert.deepEqual([annotations.readOnlyHint, annotations.destructiveHint], [false, true])
    const { status, body } = await program.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
      { accept: 'application/json, text/event-stream' },
    )
    assert.deepEqual([status, body.code], [403, 'user_identity_required'])
  }
})
