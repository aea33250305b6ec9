/** Which figures leave a collection, for whom, and when: checked at every endpoint that could reveal them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { stepsOf } from '../../test/support/steps.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let author: Client & { userId: string }
let colleague: Client & { userId: string }

before(async () => {
  world = await newWorld()
  author = await world.user()
  colleague = await world.user({ role: 'admin' })
})

type OpenPulse = { id: string; path: string; links: { member_id: string; url: string }[] }

async function ask(teams: string[], more: Record<string, unknown> = {}): Promise<OpenPulse> {
  const { body, status } = await author.post('/api/pulses', pulseDraft(teams, more))
  assert.equal(status, 201, JSON.stringify(body))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  return { id: body.id, path, links: await links(author, path) }
}

const comment = (index: number): string => `Comment number ${index}: too many meetings and too much work.`

const answersOf = (index: number) => [
  { question_id: 'calm', value: (index % 5) + 1 },
  { question_id: 'why', text: comment(index) },
]

async function answer(url: string, index: number, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await world.anyone.post(new URL(url).pathname, { answers: answersOf(index), ...more })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.receipt
}

async function close({ path }: OpenPulse): Promise<any> {
  assert.equal((await author.post(`${path}/close`)).status, 200)
  const { body } = await eventually(
    () => author.get(`${path}/results`),
    (reply) => ['available', 'insufficient'].includes(reply.body.results_status),
  )
  return body
}

const insightsOf = async ({ id }: OpenPulse): Promise<any[]> =>
  (await author.get(`/api/insights?pulse_id=${id}&limit=200`)).body.insights

const counts = (figures: any): number[] =>
  Object.entries(figures).flatMap(([name, value]) =>
    name === 'n' ? [value as number] : typeof value === 'object' && value !== null ? counts(value) : [],
  )

test('with 0 to 9 answers nothing is released below its threshold, and no answers look the same as a few', async () => {
  const team = await world.team('Twelve', 12)
  const looks = new Map<number, string>()
  for (let responded = 0; responded <= 9; responded++) {
    const pulse = await ask([team.id])
    for (const { url } of pulse.links.slice(0, responded)) await answer(url, responded)
    const results = await close(pulse)
    const insights = await insightsOf(pulse)
    const text = JSON.stringify({ results, insights })
    for (let index = 0; index < 10; index++)
      assert.ok(!text.includes(comment(index)), 'no comment below k_comment')
    for (const n of [...counts(results), ...counts(insights)])
      assert.ok(n >= 5, `${responded} answered, and something leaves about ${n}`)
    const shown = responded >= 5
    assert.equal(results.results_status, shown ? 'available' : 'insufficient')
    assert.equal(results.questions[0].suppressed, shown ? undefined : true)
    assert.deepEqual(results.questions[1].suppressed, true)
    if (!shown) assert.deepEqual(insights, [])
    for (const api of [author, colleague])
      assert.equal((await api.get(`${pulse.path}/responses`)).body.code, 'names_not_promised')
    if (!shown) {
      delete results.response_summary
      looks.set(responded, JSON.stringify(results))
    }
  }
  assert.equal(new Set(looks.values()).size, 1, 'nobody and four people look the same')
})

test('comments are released from ten people on, without names and not in order of arrival', async () => {
  const team = await world.team('Talkers', 12)
  const asked = await ask([team.id])
  // One person does not answer, so that no answer is left out at random.
  const pulse = { ...asked, links: asked.links.slice(1) }
  for (const [index, { url }] of pulse.links.entries()) await answer(url, 20 - index)
  const results = await close(pulse)
  const [, why] = results.questions
  assert.equal(why.n, 11)
  assert.deepEqual(why.comments.toSorted(), pulse.links.map((_, index) => comment(20 - index)).toSorted())
  const again = (await author.get(`${pulse.path}/results`)).body.questions[1].comments
  assert.deepEqual(again, why.comments, 'the same at every reading')
  assert.notDeepEqual(why.comments, why.comments.toSorted(), 'in the order of a hash, not of their words')
  assert.notDeepEqual(why.comments, why.comments.toSorted().toReversed(), 'nor of their arrival')
  const text = JSON.stringify(results) + JSON.stringify(await insightsOf(pulse))
  for (const { member_id: memberId } of pulse.links) assert.ok(!text.includes(memberId))
  assert.ok(!text.includes('Person Talkers'))
})

test('a team with too few answers looks like one with none', async () => {
  const big = await world.team('Big', 9)
  const other = await world.team('Other', 9)
  const few = await world.team('Few', 4)
  const silent = await world.team('Silent', 4)
  const pulse = await ask([big.id, other.id, few.id, silent.id])
  const members = new Set([...big.members, ...other.members, ...few.members])
  for (const [index, { url }] of pulse.links.filter((one) => members.has(one.member_id)).entries())
    await answer(url, index)
  const results = await close(pulse)
  const looks = (id: string) => {
    const { team_id: _id, name: _name, ...rest } = results.teams.find((team: any) => team.team_id === id)
    return rest
  }
  assert.deepEqual(looks(few.id), { suppressed: true, counted_in: null, parent_team_id: null })
  assert.deepEqual(looks(silent.id), looks(few.id))
  // Everyone minus the shown teams is a whole cell, not the few people.
  const shown = results.teams.filter((team: any) => team.questions?.[0].n)
  const everyone = results.questions[0].n
  // All of Big and all of Other answered: one answer of each is left out.
  assert.equal(everyone, 20)
  const rest = everyone - shown.reduce((sum: number, team: any) => sum + team.questions[0].n, 0)
  assert.ok(rest === 0 || rest >= 5, `${rest} people can be computed`)
  for (const insight of await insightsOf(pulse))
    assert.ok(![few.id, silent.id].includes(insight.scope.team_id), 'no insight about a hidden team')
})

test('before close there are no figures and no insights, in any mode', async () => {
  const team = await world.team('Early', 12)
  for (const mode of ['anonymous', 'confidential', 'attributed']) {
    const pulse = await ask([team.id], { confidentiality: { mode } })
    for (const [index, { url }] of pulse.links.entries()) await answer(url, index)
    const { body } = await author.get(`${pulse.path}/results`)
    assert.deepEqual([body.state, body.results_status], ['open', 'pending'])
    for (const question of body.questions) {
      const { id: _id, type: _type, text: _text, ...rest } = question
      assert.deepEqual(rest, { suppressed: true })
    }
    for (const one of body.teams) assert.equal(one.suppressed, true)
    assert.deepEqual(await insightsOf(pulse), [])
    assert.equal((await close(pulse)).questions[0].n, mode === 'attributed' ? 12 : 11)
    assert.ok((await insightsOf(pulse)).length > 0)
  }
})

test('while a pulse is open, participation moves in steps of k_rate, and one by one in attributed mode', async () => {
  const team = await world.team('Counted', 12)
  for (const mode of ['anonymous', 'confidential', 'attributed']) {
    const pulse = await ask([team.id], { confidentiality: { mode } })
    const { told } = await stepsOf(world.running, pulse.id)
    for (const [index, { url }] of pulse.links.entries()) {
      await answer(url, index)
      const answered = index + 1
      const wanted = mode === 'attributed' ? answered : told(answered)
      for (const address of [pulse.path, `${pulse.path}/results`]) {
        const { response_summary: summary } = (await author.get(address)).body
        assert.deepEqual(
          [summary.responded, summary.rounded, summary.response_rate],
          [wanted, mode !== 'attributed', Math.round((1000 * wanted) / 12) / 1000],
        )
      }
    }
    const { responded, responded_max } = (await close(pulse)).response_summary
    assert.deepEqual([responded, responded_max], mode === 'attributed' ? [12, 12] : [11, 12])
  }
})

for (const mode of ['anonymous', 'confidential'])
  test(`somebody who has all links can read no answer and get nobody’s receipt, ${mode}`, async () => {
    const team = await world.team(`Linked ${mode}`, 6)
    const pulse = await ask([team.id], { confidentiality: { mode } })
    const [first, second] = pulse.links
    const receipt = await answer(first.url, 1)
    const attempt = 'chosen by the respondent'
    const kept = await answer(second.url, 2, { attempt })
    for (const { url } of [first, second]) {
      const { pathname } = new URL(url)
      for (const accept of ['application/json', 'text/html']) {
        const seen = await world.anyone.get(pathname, { accept })
        assert.equal(seen.status, 200)
        assert.ok(!JSON.stringify(seen.body).includes('Comment number'))
        assert.ok(!JSON.stringify(seen.body).includes(receipt))
      }
      for (const more of [{}, { attempt: '' }, { attempt: 'guessed' }]) {
        const again = await world.anyone.post(pathname, { answers: answersOf(3), ...more })
        assert.deepEqual(
          [again.status, again.body.code],
          mode === 'anonymous' ? [201, undefined] : [409, 'already_answered'],
        )
        assert.ok(!JSON.stringify(again.body).includes(receipt))
      }
      const link = pathname.split('.')[1]
      for (const guess of [link, link.padEnd(64, '0')])
        assert.equal((await world.anyone.get(`/receipts/${guess}`)).status, 404)
    }
    // The same attempt may ask for its own reply again.
    assert.equal(await answer(second.url, 2, { attempt }), kept)
  })

test('a receipt reads, changes and withdraws its own answer until close, and figures reflect it', async () => {
  for (const mode of ['anonymous', 'confidential', 'attributed']) {
    const team = await world.team(`Own ${mode}`, 8)
    const pulse = await ask([team.id], { confidentiality: { mode } })
    const receipts = []
    for (const { url } of pulse.links) receipts.push(await answer(url, 0))
    const [changed, withdrawn, anew] = receipts.map((receipt) => `/receipts/${receipt}`)

    const own = await world.anyone.get(changed)
    assert.deepEqual([own.status, own.body.state, own.body.answers], [200, 'submitted', answersOf(0)])
    const bad = await world.anyone.patch(changed, { answers: [{ question_id: 'calm', value: 6 }] })
    assert.equal(bad.body.code, 'invalid_answers')
    const fine = await world.anyone.patch(changed, { answers: [{ question_id: 'calm', value: 5 }] })
    assert.deepEqual(fine.body.answers, [{ question_id: 'calm', value: 5 }])

    for (const path of [withdrawn, anew]) {
      assert.equal((await world.anyone.delete(path)).status, 204)
      const left = await world.anyone.get(path)
      assert.deepEqual([left.body.state, left.body.answers], ['withdrawn', []])
    }
    assert.equal((await world.anyone.patch(anew, { answers: answersOf(4) })).body.state, 'submitted')

    const results = await close(pulse)
    const [calm, why] = results.questions
    assert.equal(results.response_summary.responded, 7)
    assert.deepEqual(
      calm.distribution.map((one: any) => one.count),
      [5, 0, 0, 0, 2],
    )
    assert.equal(why.suppressed, true)
    for (const path of [changed, withdrawn]) {
      for (const reply of [
        await world.anyone.get(path),
        await world.anyone.patch(path, { answers: answersOf(1) }),
        await world.anyone.delete(path),
      ]) {
        // A receipt whose answer was not counted cannot be told from a forged one.
        const wanted = path === withdrawn ? [404, 'not_found'] : [409, 'collection_closed']
        assert.deepEqual([reply.status, reply.body.code], wanted, mode)
      }
    }
  }
})

test('a change in progress when the collection closes is counted completely or refused', async () => {
  const team = await world.team('Racing', 9)
  for (let round = 0; round < 6; round++) {
    const pulse = await ask([team.id], {
      confidentiality: { mode: round % 2 ? 'confidential' : 'anonymous' },
    })
    const receipts: string[] = []
    for (const { url } of pulse.links.slice(0, 8)) receipts.push(await answer(url, 0))
    const [closed, ...changes] = await Promise.all([
      author.post(`${pulse.path}/close`),
      ...receipts.map((receipt, index) =>
        index % 2 === 0
          ? world.anyone.patch(`/receipts/${receipt}`, { answers: [{ question_id: 'calm', value: 5 }] })
          : world.anyone.delete(`/receipts/${receipt}`),
      ),
    ])
    assert.equal(closed.status, 200, JSON.stringify(closed.body))
    for (const reply of changes)
      assert.ok([200, 204, 404, 409].includes(reply.status), JSON.stringify(reply.body))
    const withdrawn = changes.filter((reply) => reply.status === 204).length
    const { body } = await author.get(`${pulse.path}/results`)
    assert.equal(body.response_summary.responded, 8 - withdrawn)
  }
})

test('names are released in attributed mode only, and only to the readers whom the promise names', async () => {
  const team = await world.team('Named', 6)
  const reader = await world.user()
  const program = await world.organisation()
  for (const mode of ['anonymous', 'confidential'] as const) {
    const pulse = await ask([team.id], { confidentiality: { mode } })
    for (const [index, { url }] of pulse.links.entries()) await answer(url, index)
    for (const closing of [false, true]) {
      if (closing) await close(pulse)
      for (const api of [author, colleague, reader]) {
        const refused = await api.get(`${pulse.path}/responses`)
        assert.deepEqual([refused.status, refused.body.code], [409, 'names_not_promised'])
      }
      for (const part of ['', '/results', '/deliveries', '/confidentiality']) {
        const text = JSON.stringify((await colleague.get(pulse.path + part)).body)
        for (const { member_id: memberId } of pulse.links) assert.ok(!text.includes(memberId), part)
        assert.ok(!text.includes('Person Named'), part)
      }
    }
  }

  const pulse = await ask([team.id], {
    confidentiality: { mode: 'attributed', audience: [reader.userId] },
  })
  const asked = await world.anyone.get(new URL(pulse.links[0].url).pathname)
  assert.deepEqual(
    new Set(asked.body.confidentiality.audience.map((one: any) => one.user_id)),
    new Set([author.userId, reader.userId]),
  )
  for (const [index, { url }] of pulse.links.entries()) await answer(url, index)
  for (const closing of [false, true]) {
    if (closing) await close(pulse)
    for (const api of [author, reader]) {
      const { body } = await api.get(`${pulse.path}/responses`)
      assert.deepEqual(body.responses.map((one: any) => one.member_id).toSorted(), team.members.toSorted())
    }
    const refused = await colleague.get(`${pulse.path}/responses`)
    assert.deepEqual([refused.status, refused.body.code], [403, 'not_in_audience'])
    assert.equal((await program.get(`${pulse.path}/responses`)).body.code, 'user_identity_required')
  }
})
