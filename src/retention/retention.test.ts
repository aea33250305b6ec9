/** How long answers, comments and messages are kept, what people are told of it, and what a legal hold changes. Rows are counted. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { beginDeletionTask, deletionTask } from '../collection/collection.ts'
import { only, run, sql } from '../db/db.ts'
import { int8, shape } from '../db/shape.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { startIssuer } from '../../test/support/issuer.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import { client, type Client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Every test begins years after the one before, since housekeeping keeps to its interval on a clock that only goes forward. */
let opened = '2026-03-02T08:00:00.000Z'
const testsApartDays = 1500
const day = (days: number, ms = 0): string =>
  new Date(new Date(opened).getTime() + days * dayMs + ms).toISOString()

let idp: Awaited<ReturnType<typeof startIssuer>>
let running: Running

type House = { world: World; author: Client; admin: () => Promise<Client>; teamId: string }

/** An organisation of its own at the instant at which every test begins. */
async function begin({ later = true } = {}): Promise<House> {
  if (later) opened = day(testsApartDays)
  await turnTo(opened)
  const world = await newWorld({ running })
  const { userId } = await world.user()
  const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2200-01-01') })
  const team = await world.team('Platform', 12, { email: true })
  return {
    world,
    author: client(running.url, token),
    // Sign-in is checked by the real clock.
    admin: async () => {
      const email = world.adminEmail
      return client(running.url, await idp.token({ sub: email, email, email_verified: true }))
    },
    teamId: team.id,
  }
}

async function turnTo(at: string): Promise<void> {
  running.clock!.set(at)
  await running.app.due.settle()
}

const said = 'Too many meetings, and the workload was far too high.'

/** Open, and answered by everybody. @returns its path */
async function answered({ author, teamId, world }: House, confidentiality: object): Promise<string> {
  const draft = pulseDraft([teamId], { confidentiality, channels: ['link', 'email'], closes_at: day(7) })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  for (const { url } of await links(author, path))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, {
        answers: [
          { question_id: 'calm', value: 4 },
          { question_id: 'why', text: said },
        ],
      }),
      201,
    )
  return path
}

/** Waits for the job of the analysis, which no clock is asked about. */
async function closed({ author }: House, path: string): Promise<void> {
  await bodyOf(author.post(`${path}/close`))
  for (;;) {
    const { results_status: status } = await bodyOf(author.get(`${path}/results`))
    if (status !== 'analysing') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const idOf = (path: string): string => path.split('/')[3]

async function count(table: string, path: string, and = sql``): Promise<number> {
  const { rows } = await only(
    running.db.tx,
    shape({ rows: int8 }),
    sql`
      select count(*) as rows
      from ${sql.table(table)} t
      join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id
      where c.owner_id = ${idOf(path)} ${and}`,
  )
  return rows
}

const comments = (path: string): Promise<number> =>
  count('cells', path, sql`and jsonb_array_length(t.figures -> 'comments') > 0`)
const quotes = (path: string): Promise<number> =>
  count('insights', path, sql`and jsonb_array_length(t.value -> 'quotes') > 0`)

const rowsOf = async (path: string) => ({
  responses: await count('responses', path),
  comments: await comments(path),
  quotes: await quotes(path),
})

const none = { responses: 0, comments: 0, quotes: 0 }

const deletions = async (house: House) =>
  (await bodyOf((await house.admin()).get('/api/audit-events?action=data.deleted'))).audit_events.filter(
    (entry: any) => entry.target.startsWith('pls_'),
  )

suite('retention', () => {
  before(async () => {
    idp = await startIssuer()
    running = await startApp({ at: opened, env: idp.env })
    atEndOf('file', () => idp.close())
  })

  for (const mode of modes)
    test(`answers, comments and quotes of ${mode} mode go when their time is over; scores stay`, async () => {
      const house = await begin()
      const { author } = house
      const path = await answered(house, { mode, retention_days: 60 })
      await closed(house, path)
      const before = await rowsOf(path)
      for (const [what, rows] of Object.entries(before)) assert.ok(rows > 0, `${what} had something`)
      assert.ok((await count('deliveries', path)) > 0)

      await turnTo(day(60, -hourMs))
      assert.deepEqual(await rowsOf(path), before)
      const scores = (await bodyOf(author.get(`${path}/results`))).questions[0]
      assert.equal(scores.suppressed ?? false, false)
      const promise = await bodyOf(author.get(`${path}/confidentiality`))
      assert.equal(new Date(promise.answers_due_at).toISOString(), day(60))

      await turnTo(day(60))
      assert.deepEqual(await rowsOf(path), none)
      const results = await bodyOf(author.get(`${path}/results`))
      assert.deepEqual(results.questions[0], scores)
      assert.ok(!JSON.stringify(results).includes('meetings'))
      assert.ok((await count('deliveries', path)) > 0, 'messages have a time of their own')
      const after = await bodyOf(author.get(`${path}/confidentiality`))
      assert.deepEqual(
        [new Date(after.answers_deleted_at).toISOString(), after.hash],
        [day(60), promise.hash],
      )
      assert.match(after.retention, /^Answers and comments were deleted on /)
      const named = await author.get(`${path}/responses`)
      assert.deepEqual(
        [named.status, named.body.code],
        mode === 'attributed' ? [410, 'answers_deleted'] : [409, 'names_not_promised'],
      )
      // What is computed again has nothing to quote, and no answer to compare.
      await bodyOf(author.post('/api/insights/recompute', { pulse_id: idOf(path) }))
      assert.deepEqual(await rowsOf(path), none)

      await turnTo(day(90))
      assert.equal(await count('deliveries', path), 0)
      const entries = await deletions(house)
      assert.deepEqual(
        entries.map(({ target, detail }: any) => [target, detail]),
        [
          [idOf(path), { kind: 'deliveries', counts: { recipients: 12 } }],
          [idOf(path), { kind: 'answers', counts: { answers: results.response_summary.responded } }],
        ],
      )
      await turnTo(day(95))
      assert.equal((await deletions(house)).length, 2)
    })

  test('people are told before they answer, in every language, and the hash covers the days', async () => {
    const house = await begin()
    const path = await answered(house, { mode: 'anonymous', retention_days: 60 })
    const [{ url }] = await links(house.author, path)
    const { pathname } = new URL(url)
    for (const language of languages) {
      const text = textsOf('promise', language)('kept_days', { days: 60 })
      const page = await fetch(`${running.url}${pathname}?lang=${language}`, {
        headers: { accept: 'text/html', 'accept-language': language },
      })
      assert.ok((await page.text()).includes(text), language)
    }
    const { confidentiality } = await bodyOf(house.world.anyone.get(pathname))
    assert.equal(confidentiality.retention_days, 60)
    const other = await answered(house, { mode: 'anonymous' })
    const { hash, retention_days: days } = await bodyOf(house.author.get(`${other}/confidentiality`))
    assert.equal(days, 730)
    assert.notEqual(hash, confidentiality.hash)
  })

  test('fewer than 30 days are malformed, more than the organisation’s are refused, and later the fewer hold', async () => {
    const house = await begin()
    const { author } = house
    const create = (retention_days: unknown) =>
      author.post(
        '/api/pulses',
        pulseDraft([house.teamId], { confidentiality: { mode: 'confidential', retention_days } }),
      )
    for (const wrong of [29, 0, -1, 3651, 60.5, '60'])
      assert.equal((await create(wrong)).status, 400, String(wrong))
    const refused = await create(731)
    assert.deepEqual(
      [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
      [422, '/confidentiality/retention_days', 'above_ceiling'],
    )
    const drafts = [
      await bodyOf(create(400), 201),
      await bodyOf(create(40), 201),
      await bodyOf(create(null), 201),
    ]
    const admin = await house.admin()
    await bodyOf(admin.patch('/api/organisation', { retention: { answers_days: 90 } }))
    const kept = []
    for (const { id } of drafts) {
      const { confidentiality } = await bodyOf(author.post(`/api/pulses/${id}/open`))
      kept.push(confidentiality.retention_days)
    }
    assert.deepEqual(kept, [90, 40, 90])
  })

  test('the organisation can shorten what was promised, and never lengthen it', async () => {
    const house = await begin()
    const path = await answered(house, { mode: 'confidential', retention_days: 300 })
    const promise = () => bodyOf(house.author.get(`${path}/confidentiality`))
    const { hash } = await promise()
    const set = async (answers_days: number) =>
      bodyOf((await house.admin()).patch('/api/organisation', { retention: { answers_days } }))
    await set(400)
    assert.equal((await promise()).retention_days, 300)
    await set(100)
    assert.deepEqual([(await promise()).retention_days, (await promise()).hash], [100, hash])
    await set(700)
    assert.equal((await promise()).retention_days, 100, 'whoever answered since was told 100 days')
    await closed(house, path)
    await set(50)
    assert.equal(new Date((await promise()).answers_due_at).toISOString(), day(50))
    await turnTo(day(50))
    assert.equal(await count('responses', path), 0)
  })

  test('a survey that opens while the organisation shortens its time keeps nothing longer', async () => {
    const house = await begin()
    const admin = await house.admin()
    const draft = pulseDraft([house.teamId])
    const ids: string[] = []
    for (let i = 0; i < 6; i++) ids.push((await bodyOf(house.author.post('/api/pulses', draft), 201)).id)
    await Promise.all(
      ids.flatMap((id, at) => [
        bodyOf(house.author.post(`/api/pulses/${id}/open`)),
        bodyOf(admin.patch('/api/organisation', { retention: { answers_days: 600 - at } })),
      ]),
    )
    const { retention } = await bodyOf(admin.get('/api/organisation'))
    for (const id of ids) {
      const { retention_days: days } = await bodyOf(house.author.get(`/api/pulses/${id}/confidentiality`))
      assert.ok(days <= Math.max(600, retention.answers_days), `${days}`)
    }
    await bodyOf(admin.patch('/api/organisation', { retention: { answers_days: 200 } }))
    for (const id of ids)
      assert.equal((await bodyOf(house.author.get(`/api/pulses/${id}/confidentiality`))).retention_days, 200)
  })

  test('a restart in the middle goes on, and nobody reads what is left meanwhile', async () => {
    const house = await begin()
    const path = await answered(house, { mode: 'attributed', retention_days: 30 })
    await closed(house, path)
    await run(
      running.db.tx,
      sql`
        insert into responses (organisation_id, collection_id, id, state)
        select organisation_id, id, 'more' || n, 'submitted'
        from collections, generate_series(1, 4500) n
        where owner_id = ${idOf(path)}`,
    )
    running.clock!.set(day(30))
    const made = { forgetQuotes: async () => 0, deleteFindings: async () => 0 }
    const now = new Date(day(30))
    const part = async (task: { run: ReturnType<typeof deletionTask>['run'] }) =>
      running.db.transaction((tx) => task.run(tx, now, []))
    assert.equal(await part(beginDeletionTask(made)), 1)
    const worker = deletionTask(made)
    assert.equal(await part(worker), 1)
    const left = await count('responses', path)
    assert.ok(left > 0 && left < 4512, `${left} left`)
    assert.equal((await house.author.get(`${path}/responses`)).body.code, 'answers_deleted')
    // A part that fails is as if it had not begun.
    await assert.rejects(
      running.db.transaction(async (tx) => {
        await worker.run(tx, now, [])
        throw new Error('crash')
      }),
      /crash/,
    )
    assert.equal(await count('responses', path), left)
    await running.app.due.settle()
    assert.equal(await count('responses', path), 0)
    assert.equal((await deletions(house)).length, 1)
  })

  test('a hold stops the clock, says so to respondents, and its end lets it run on', async () => {
    const house = await begin()
    const { author, world } = house
    const path = await answered(house, { mode: 'attributed', retention_days: 60 })
    const hold = `/api/retention/holds/${idOf(path)}`
    const admin = await house.admin()
    assert.equal((await admin.put(hold, { reason: ' ' })).status, 400)
    assert.equal((await admin.put('/api/retention/holds/nothing', { reason: 'x' })).status, 404)
    const held = await bodyOf(admin.put(hold, { reason: 'A case before the court' }))
    assert.deepEqual(
      [held.pulse_id, held.reason, held.held_by],
      [idOf(path), 'A case before the court', world.adminId],
    )
    const again = await bodyOf(admin.put(hold, { reason: 'Two cases' }))
    assert.deepEqual([again.held_at, again.reason], [held.held_at, 'Two cases'])
    assert.equal((await bodyOf(admin.get('/api/retention/holds'))).holds.length, 1)

    const [{ url }] = await links(author, path)
    const page = await fetch(`${running.url}${new URL(url).pathname}`, { headers: { accept: 'text/html' } })
    assert.ok((await page.text()).includes(textsOf('promise', 'en')('kept_hold')))
    const cancel = await author.post(`${path}/cancel`)
    assert.deepEqual([cancel.status, cancel.body.code], [409, 'legal_hold'])

    const strangers = await begin({ later: false })
    assert.equal((await (await strangers.admin()).put(hold, { reason: 'x' })).status, 404)
    assert.equal((await (await strangers.admin()).delete(hold, { reason: 'x' })).status, 404)
    assert.deepEqual((await bodyOf((await strangers.admin()).get('/api/retention/holds'))).holds, [])

    await closed(house, path)
    const before = await rowsOf(path)
    await turnTo(day(120))
    assert.deepEqual(await rowsOf(path), before)
    assert.ok((await count('deliveries', path)) > 0)
    const { due } = await bodyOf((await house.admin()).get('/api/retention'))
    assert.deepEqual([due[0].surveys, due[0].held], [0, 1])
    // A deleted one is not purged either.
    await bodyOf(author.delete(path), 204)
    await turnTo(day(160))
    assert.deepEqual(await rowsOf(path), before)
    assert.equal((await author.get(path)).status, 200)

    const lifting = await house.admin()
    await bodyOf(lifting.delete(hold, { reason: 'It has ended' }), 204)
    await bodyOf(lifting.delete(hold, { reason: 'It has ended' }), 204)
    await turnTo(day(160, hourMs))
    assert.equal((await author.get(path)).status, 404)
    assert.equal(await count('responses', path), 0)
    const { audit_events: entries } = await bodyOf((await house.admin()).get('/api/audit-events'))
    const actions = entries.map(({ action }: any) => action)
    assert.deepEqual(
      ['hold.set', 'hold.lifted'].map((one) => actions.filter((action: string) => action === one).length),
      [2, 1],
    )
  })

  test('erasing a person deletes their answers in spite of a hold', async () => {
    const house = await begin()
    const path = await answered(house, { mode: 'attributed' })
    await bodyOf((await house.admin()).put(`/api/retention/holds/${idOf(path)}`, { reason: 'A case' }))
    const { members } = await bodyOf(house.author.get(`/api/members?team_id=${house.teamId}&limit=1`))
    const admin = await house.world.user({ role: 'admin' })
    const erased = await bodyOf(admin.post(`/api/members/${members[0].id}/erase`))
    assert.equal(erased.erased.named_answers, 1)
    assert.equal(await count('responses', path), 11)
  })

  test('the dry run says what is due, and trying other settings changes nothing', async () => {
    const house = await begin()
    const path = await answered(house, { mode: 'confidential' })
    await closed(house, path)
    const dueOf = async (query: string) => {
      const admin = await house.admin()
      const { due, settings, last } = await bodyOf(admin.get(`/api/retention${query}`))
      return { answers: due.find(({ kind }: any) => kind === 'answers'), settings, last }
    }
    const now = await dueOf('')
    assert.deepEqual([now.answers.surveys, now.settings.answers_days, now.last], [0, 730, []])
    assert.equal(new Date(now.answers.next_at).toISOString(), day(730))
    const tried = await dueOf('?answers_days=30&days=30')
    assert.deepEqual([tried.answers.surveys, tried.answers.counts.answers > 0], [1, true])
    assert.equal((await dueOf('')).settings.answers_days, 730)
    for (const wrong of ['?answers_days=29', '?audit_days=364', '?events_days=366', '?days=-1', '?other=1'])
      assert.equal((await (await house.admin()).get(`/api/retention${wrong}`)).status, 400, wrong)
    await bodyOf((await house.admin()).patch('/api/organisation', { retention: { answers_days: 30 } }))
    await turnTo(day(30))
    const { last } = await dueOf('')
    assert.deepEqual([last[0].kind, last[0].pulse_id], ['answers', idOf(path)])
  })

  test('how many answered a private survey is nobody’s business but its author’s', async () => {
    const house = await begin()
    const draft = pulseDraft([house.teamId], { visibility: 'private', channels: ['link'] })
    const { id } = await bodyOf(house.author.post('/api/pulses', draft), 201)
    await bodyOf(house.author.post(`/api/pulses/${id}/open`))
    await bodyOf(house.author.post(`/api/pulses/${id}/close`))
    const admin = await house.admin()
    const { due } = await bodyOf(admin.get('/api/retention?answers_days=30&days=60'))
    assert.deepEqual([due[0].surveys, due[0].counts], [1, { answers: 0 }])
    const held = await bodyOf(admin.put(`/api/retention/holds/${id}`, { reason: 'A case' }))
    assert.equal(held.title, null)
  })

  test('old events and audit entries go by whole days, and the number is recorded once', async () => {
    const house = await begin()
    const { organisationId } = house.world
    await run(
      running.db.tx,
      sql`
        insert into events (organisation_id, id, type, payload, occurred_at)
        select ${organisationId}, 'evt_old' || n, 'pulse.opened', '{}', ${day(-100)}
        from generate_series(1, 2500) n`,
    )
    await run(
      running.db.tx,
      sql`
        insert into audit_events (organisation_id, id, actor_kind, action, detail, occurred_at)
        select ${organisationId}, 'aud_old' || n, 'clock', 'audit.read', '{}', ${day(-1200)}
        from generate_series(1, 3) n`,
    )
    const short = await (await house.admin()).patch('/api/organisation', { retention: { audit_days: 364 } })
    assert.equal(short.status, 400)
    await turnTo(day(1))
    const { audit_events: entries } = await bodyOf(
      (await house.admin()).get(`/api/audit-events?action=data.deleted&target=${organisationId}`),
    )
    assert.deepEqual(
      entries.map(({ detail }: any) => detail).toSorted((a: any, b: any) => (a.kind < b.kind ? -1 : 1)),
      [
        { kind: 'audit', counts: { rows: 3 } },
        { kind: 'events', counts: { rows: 2500 } },
      ],
    )
    const { rows } = await only(
      running.db.tx,
      shape({ rows: int8 }),
      sql`
        select (select count(*) from events where organisation_id = ${organisationId} and id like 'evt_old%')
             + (select count(*) from audit_events where organisation_id = ${organisationId} and id like 'aud_old%') as rows`,
    )
    assert.equal(rows, 0)
  })
})
