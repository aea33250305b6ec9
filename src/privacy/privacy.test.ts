/** Privacy requests over HTTP: a person asks, an admin handles it and reads nothing, the person gets their copy. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { startIssuer } from '../../test/support/issuer.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { askedTwoTeams, findingsOf, publishedTo, replier, replyTo } from '../../test/support/replying.ts'
import { startApp } from '../../test/support/start.ts'
import { type Client, client, eventually, links, newWorld, pulseDraft } from '../../test/support/world.ts'
import { newHouse } from '../../test/attack/acting/acting.ts'
import { copyOf } from './copy.ts'

let world: PeopledWorld
let author: Client
let api: Client
let serial = 0

type Letter = { to: string; subject: string; link: string; text: string }

async function lettersTo(address: string): Promise<Letter[]> {
  const { outbox } = world.running
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.json'))
  const letters = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(outbox, file), 'utf8')) as Letter),
  )
  return letters.filter(({ to }) => to === address)
}

const letterTo = async (address: string, subject: RegExp): Promise<Letter> =>
  (await eventually(
    async () => (await lettersTo(address)).find((letter) => subject.test(letter.subject)),
    (found) => found !== undefined,
  ))!

/** A team of six, and one of them, who can sign in. */
async function newPerson(more: Record<string, unknown> = {}) {
  const email = `privacy-${++serial}@test.example`
  const team = await world.team(`Privacy ${serial}`, 6)
  const adder = await world.user({ id: world.adminId })
  const { id } = await bodyOf(
    adder.post('/api/members', { name: `Ada ${serial}`, email, team_ids: [team.id], ...more }),
    201,
  )
  return { id: id as string, email, team, person: await world.person(email) }
}

const verb = (id: string, name: string, body?: unknown, by = world.admin) =>
  by.post(`/api/privacy-requests/${id}/${name}`, body)

const ask = (person: Client, kind: string, note?: string) =>
  bodyOf(person.post('/api/me/privacy-requests', { kind, ...(note && { note }) }), 201)

async function openPulse(teamId: string, mode: string) {
  const { id } = await bodyOf(
    author.post('/api/pulses', pulseDraft([teamId], { confidentiality: { mode }, title: `In ${mode} mode` })),
    201,
  )
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return `/api/pulses/${id}`
}

async function answerAs(path: string, memberId: string, text: string): Promise<void> {
  const { url } = (await links(author, path)).find((link) => link.member_id === memberId)!
  const answers = [
    { question_id: 'calm', value: 4 },
    { question_id: 'why', text },
  ]
  await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
}

suite('privacy requests', () => {
  before(async () => {
    world = await newPeopledWorld()
    author = await world.user({ role: 'admin' })
    api = await world.organisation()
  })

  test('a person asks, an admin carries it out, and only the person gets the copy', async () => {
    const {
      id: memberId,
      email,
      person,
      team,
    } = await newPerson({
      channels: [{ type: 'sms', address: '+49 170 1234567' }],
    })
    const attributed = await openPulse(team.id, 'attributed')
    await answerAs(attributed, memberId, 'Said by name')
    const confidential = await openPulse(team.id, 'confidential')
    await answerAs(confidential, memberId, 'Said in confidence')
    await openPulse(team.id, 'anonymous')

    const asked = await ask(person, 'access', 'All of it, please')
    assert.deepEqual([asked.state, asked.asked_by, asked.person.member_id], ['received', 'person', memberId])
    await letterTo(email, /received your privacy request/)
    const own = `/api/me/privacy-requests/${asked.id}/export`
    assert.equal((await person.get(own)).body.code, 'privacy_request_state')
    assert.equal((await bodyOf(verb(asked.id, 'start'))).state, 'in_progress')
    const done = await bodyOf(verb(asked.id, 'complete'))
    assert.equal(done.state, 'ready')
    assert.ok(!JSON.stringify(done).includes('Said'))

    const file = await bodyOf(person.get(own))
    const copy = JSON.parse(file.content)
    assert.equal(copy.data.profile[0].email, email)
    assert.deepEqual(copy.data.profile[0].channels, [{ type: 'sms', address: '+491701234567' }])
    assert.equal(copy.data.memberships.length, 1)
    assert.equal(copy.data.sign_ins.length, 1)
    assert.deepEqual(copy.data.surveys.map(({ mode }: { mode: string }) => mode).toSorted(), [
      'anonymous',
      'attributed',
      'confidential',
    ])
    assert.deepEqual(
      copy.data.answers.map(({ answer, text }: any) => text ?? answer),
      [4, 'Said by name'],
    )
    assert.ok(!file.content.includes('Said in confidence'))
    assert.match(copy.missing.join(' '), /anonymous surveys.*confidential surveys/s)
    const page = await bodyOf(person.get(`${own}?format=html`))
    assert.match(page.content, /<h1>Your data at/)
    assert.ok(!/<script|src=|href=/.test(page.content))

    for (const other of [world.admin, world.colleague]) assert.equal((await other.get(own)).status, 404)
    const entries = (await world.admin.get(`/api/audit-events?target=${memberId}&limit=200`)).body
      .audit_events
    const actions = entries.map(({ action }: { action: string }) => action)
    for (const action of ['requested', 'started', 'completed', 'export_read'])
      assert.ok(actions.includes(`privacy.${action}`), action)
  })

  test('a copy has the replies that its person wrote, drafts too, and those of nobody else', async () => {
    const house = await newHouse({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
    const admin = await replier(house, [], 'admin')
    const survey = await askedTwoTeams(house)
    const findings = await findingsOf(house, survey, admin)
    await publishedTo(admin, findings.platform, 'We hire two people.')
    await replyTo(admin, findings.design, 'Not yet said.')
    const lead = await replier(house, survey.teams)
    await replyTo(lead, findings.platform, 'Mine alone.')
    const { db, clock } = house.world.running
    const textsOf = async ({ memberId, userId }: { memberId: string; userId: string }) => {
      const person = { organisationId: house.world.organisationId, memberId, userId }
      const options = { organisation: 'Acme', name: 'Ada', language: 'en', isSignedIn: false }
      const { data } = await copyOf(db.tx, person, options, clock!.now())
      return data.replies.map(({ survey: title, text, state }) => [title, text, state]).toSorted()
    }
    const { title } = survey.pulse
    assert.deepEqual(await textsOf(admin), [
      [title, 'Not yet said.', 'draft'],
      [title, 'We hire two people.', 'published'],
    ])
    assert.deepEqual(await textsOf(lead), [[title, 'Mine alone.', 'draft']])
  })

  test('the personal link has no answers, is not guessable, and works without a session', async () => {
    const { id: memberId, email, team } = await newPerson({ locale: 'de' })
    await answerAs(await openPulse(team.id, 'attributed'), memberId, 'Said by name')
    const { id } = await bodyOf(
      world.admin.post('/api/privacy-requests', { kind: 'access', member_id: memberId }),
      201,
    )
    await bodyOf(verb(id, 'complete'))
    const { link } = await letterTo(email, /ist bereit/)
    const { pathname } = new URL(link)
    const page = await world.anyone.get(pathname, { 'accept-language': 'de' })
    assert.equal(page.status, 200)
    assert.match(page.body, /Die Kopie Ihrer Daten/)
    const json = await world.anyone.get(`${pathname}/my-data.json`)
    assert.equal(json.body.data.profile[0].email, email)
    assert.deepEqual(json.body.data.answers, [])
    assert.match(json.headers.get('content-disposition') ?? '', /^attachment/)
    const html = await world.anyone.get(`${pathname}/my-data.html`)
    assert.match(html.body, /Ihre Daten bei/)
    assert.ok(!html.body.includes('Said by name'))
    for (const wrong of [
      `${pathname}x`,
      '/privacy/no',
      pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ])
      assert.equal((await world.anyone.get(wrong)).status, 404)
  })

  test('the copy is the same whether the person took part in an anonymous survey or not', async () => {
    const { id: memberId, person, team } = await newPerson()
    const path = await openPulse(team.id, 'anonymous')
    const { id } = await ask(person, 'access')
    await bodyOf(verb(id, 'complete'))
    const read = async () => {
      const { data } = JSON.parse((await bodyOf(person.get(`/api/me/privacy-requests/${id}/export`))).content)
      const { surveys, messages, answers, opt_outs } = data
      return { surveys, messages, answers, opt_outs }
    }
    const earlier = await read()
    await answerAs(path, memberId, 'Nobody can know')
    assert.deepEqual(await read(), earlier)
    assert.equal(earlier.surveys.length, 1)
  })

  test('a restricted person is on no new roster and gets no message, until it is lifted', async () => {
    const { id: memberId, email, team } = await newPerson()
    const pending = await bodyOf(
      author.post('/api/pulses', pulseDraft([team.id], { channels: ['email'] })),
      201,
    )
    const { id } = await bodyOf(
      world.admin.post('/api/privacy-requests', { kind: 'restriction', member_id: memberId }),
      201,
    )
    assert.equal((await bodyOf(verb(id, 'complete'))).state, 'in_force')
    await letterTo(email, /restricted/)
    // A program that maintains the directory changes nothing of it.
    await bodyOf(api.patch(`/api/members/${memberId}`, { status: 'suspended' }))
    await bodyOf(api.patch(`/api/members/${memberId}`, { status: 'active' }))
    await bodyOf(author.post(`/api/pulses/${pending.id}/open`))
    const path = await openPulse(team.id, 'attributed')
    const asked = async (place: string) => (await links(author, place)).map(({ member_id }) => member_id)
    assert.ok(!(await asked(path)).includes(memberId))
    assert.equal((await bodyOf(verb(id, 'lift'))).state, 'completed')
    await letterTo(email, /is lifting the restriction/)
    assert.ok((await asked(await openPulse(team.id, 'attributed'))).includes(memberId))
    assert.ok(!(await lettersTo(email)).some(({ subject }) => subject.includes('After the outage')))
  })

  test('an erasure is carried out as in the directory, told to the last address, and leaves no words', async () => {
    const { id: memberId, email, person } = await newPerson()
    const { id } = await ask(person, 'erasure', 'I leave, says Kanarienvogel')
    const done = await bodyOf(verb(id, 'complete'))
    assert.deepEqual([done.state, done.note, done.person.name], ['completed', null, 'Erased member'])
    assert.equal((await bodyOf(api.get(`/api/members/${memberId}`))).status, 'erased')
    assert.equal((await person.get('/api/me/privacy-requests')).status, 403)
    await letterTo(email, /erased your data/)
    const { rows } = await world.running.db.pool.query(
      `select (select json_agg(r) from privacy_requests r) as requests,
              (select json_agg(n) from notices n where address = $1) as notices`,
      [email],
    )
    assert.ok(!JSON.stringify(rows).includes('Kanarienvogel'))
    await eventually(
      async () =>
        (await world.running.db.pool.query('select 1 from notices where address = $1', [email])).rows,
      (left) => left.length === 0,
    )
    assert.equal((await verb(id, 'complete')).body.code, 'privacy_request_state')
  })

  test('erasing a member in the directory ends their requests, and what they wrote goes', async () => {
    const { id: memberId, person } = await newPerson()
    const { id } = await ask(person, 'access', 'Kanarienvogel')
    await bodyOf(api.post(`/api/members/${memberId}/erase`))
    const left = await bodyOf(world.admin.get(`/api/privacy-requests/${id}`))
    assert.deepEqual([left.state, left.note], ['cancelled', null])
  })

  test('the last admin is not erased', async () => {
    const alone = await newPeopledWorld()
    const { id } = await bodyOf(
      (await alone.organisation()).post('/api/members', { name: 'Admin', email: alone.adminEmail }),
      201,
    )
    await bodyOf(alone.admin.get('/api/me'))
    await alone.running.db.pool.query('update users set member_id = $1 where id = $2', [id, alone.adminId])
    const asked = await bodyOf(alone.admin.post('/api/me/privacy-requests', { kind: 'erasure' }), 201)
    const refused = await verb(asked.id, 'complete', undefined, alone.admin)
    assert.deepEqual([refused.status, refused.body.code], [409, 'last_admin'])
    const after = await bodyOf(alone.admin.get(`/api/privacy-requests/${asked.id}`))
    assert.equal(after.state, 'received')
  })

  test('somebody who is not in the directory may ask for a copy, and nothing else', async () => {
    const alone = await newPeopledWorld()
    for (const kind of ['erasure', 'restriction']) {
      const { status, body } = await alone.admin.post('/api/me/privacy-requests', { kind })
      assert.deepEqual([status, body.errors[0].code], [422, 'not_in_directory'])
    }
    const { id } = await bodyOf(alone.admin.post('/api/me/privacy-requests', { kind: 'access' }), 201)
    await bodyOf(verb(id, 'complete', undefined, alone.admin))
    const { content } = await bodyOf(alone.admin.get(`/api/me/privacy-requests/${id}/export`))
    assert.equal(JSON.parse(content).data.account[0].id, alone.adminId)
  })

  test('a second request of a kind, and every verb in a wrong state, are refused; six at once have one effect', async () => {
    const { id: memberId, person } = await newPerson()
    const { id } = await ask(person, 'access')
    assert.equal(
      (await person.post('/api/me/privacy-requests', { kind: 'access' })).body.code,
      'privacy_request_open',
    )
    const again = await world.admin.post('/api/privacy-requests', { kind: 'access', member_id: memberId })
    assert.equal(again.body.code, 'privacy_request_open')
    assert.equal((await verb(id, 'lift')).body.code, 'privacy_request_state')
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => verb(id, 'decline', { reason: 'We cannot tell who you are' })),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409])
    for (const name of ['start', 'complete', 'cancel'])
      assert.deepEqual(
        [(await verb(id, name)).body.code, (await verb(id, name)).body.state],
        ['privacy_request_state', 'declined'],
      )
    const mine = (await bodyOf(person.get('/api/me/privacy-requests'))).privacy_requests
    assert.deepEqual(
      mine.map((one: any) => [one.state, one.reason]),
      [['declined', 'We cannot tell who you are']],
    )
    const { id: second } = await ask(person, 'access')
    assert.equal((await bodyOf(person.post(`/api/me/privacy-requests/${second}/cancel`))).state, 'cancelled')
    assert.equal((await world.colleague.post(`/api/me/privacy-requests/${second}/cancel`)).status, 404)
  })

  test('lists are filtered and paged, and a member reads none of them', async () => {
    const { id: memberId } = await newPerson()
    for (const kind of ['access', 'erasure', 'restriction'])
      await bodyOf(world.admin.post('/api/privacy-requests', { kind, member_id: memberId }), 201)
    const list = (query: string) =>
      bodyOf(world.admin.get(`/api/privacy-requests?member_id=${memberId}&${query}`))
    const page = await list('limit=2')
    assert.equal(page.privacy_requests.length, 2)
    const rest = await list(`limit=2&cursor=${encodeURIComponent(page.next_cursor)}`)
    assert.deepEqual(
      [...page.privacy_requests, ...rest.privacy_requests].map(({ kind }: any) => kind),
      ['restriction', 'erasure', 'access'],
    )
    assert.equal((await list('kind=erasure&state=received')).privacy_requests.length, 1)
    assert.equal((await list('overdue=true')).privacy_requests.length, 0)
    assert.equal((await list('overdue=false')).privacy_requests.length, 3)
    assert.equal((await world.colleague.get('/api/privacy-requests')).body.code, 'role_required')
  })
})

suite('deadlines of privacy requests', () => {
  test('are a month, extended once to three; a copy ends after thirty days', async () => {
    const idp = await startIssuer()
    atEndOf('file', idp.close)
    const running = await startApp({ at: '2026-01-31T12:00:00Z', env: idp.env })
    const house = await newWorld({ running })
    const clock = running.clock!
    // The provider knows no other time than the real one.
    const admin = async (): Promise<Client> => {
      const email = house.adminEmail
      return client(running.url, await idp.token({ sub: email, email, email_verified: true }))
    }
    const post = async (path: string, body?: unknown) => (await admin()).post(path, body)
    const asked = await bodyOf(post('/api/me/privacy-requests', { kind: 'access' }), 201)
    assert.equal(asked.deadline_at.slice(0, 19), '2026-02-28T12:00:00')
    const path = `/api/privacy-requests/${asked.id}`
    const longer = await bodyOf(post(`${path}/extend`, { reason: 'Many systems' }))
    assert.equal(longer.deadline_at.slice(0, 19), '2026-04-30T12:00:00')
    assert.equal((await post(`${path}/extend`, { reason: 'More' })).body.code, 'already_extended')

    clock.set('2026-05-01T12:00:00Z')
    const overdue = await bodyOf((await admin()).get('/api/privacy-requests?overdue=true'))
    assert.deepEqual(
      overdue.privacy_requests.map(({ id }: { id: string }) => id),
      [asked.id],
    )
    const ready = await bodyOf(post(`${path}/complete`))
    assert.equal(ready.expires_at.slice(0, 10), '2026-05-31')
    const copy = `/api/me/privacy-requests/${asked.id}/export`
    await bodyOf((await admin()).get(copy))

    const late = await bodyOf(post('/api/me/privacy-requests', { kind: 'access' }), 201)
    clock.set('2026-06-02T12:00:00Z')
    const refused = await post(`/api/privacy-requests/${late.id}/extend`, { reason: 'Too late' })
    assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'deadline_passed'])
    assert.equal((await (await admin()).get(copy)).body.code, 'privacy_request_state')
    await running.app.due.settle()
    assert.equal((await bodyOf((await admin()).get(path))).state, 'completed')
  })
})
