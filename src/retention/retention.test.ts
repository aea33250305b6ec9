/** How long answers, comments and messages are kept, and what people are told of it. Rows are counted. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { beginDeletionTask, deletionTask } from '../collection/collection.ts'
import { only, run, sql } from '../db/db.ts'
import { int8, shape } from '../db/shape.ts'
import { inWords } from '../language.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import {
  answered,
  begin,
  closed,
  count,
  day,
  deletions,
  hourMs,
  idOf,
  rowsOf,
  running,
  startKeeping,
  turnTo,
} from '../../test/support/keeping.ts'
import { links, pulseDraft } from '../../test/support/world.ts'

const none = { responses: 0, comments: 0, quotes: 0 }

suite('retention', () => {
  before(startKeeping)

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
      const last = inWords.day('en', day(61).slice(0, 10))
      assert.ok(promise.retention.startsWith(`Answers and comments are deleted by ${last}. `))

      await turnTo(day(60))
      assert.deepEqual(await rowsOf(path), none)
      const results = await bodyOf(author.get(`${path}/results`))
      assert.deepEqual(results.questions[0], scores)
      assert.ok(!JSON.stringify(results).includes('meetings'))
      assert.ok((await count('deliveries', path)) > 0, 'messages have their own time')
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
      const text = textsOf('promise', language)('kept_days', {
        time: inWords.exactPeriod(language, 60),
      })
      const page = await fetch(`${running.url}${pathname}?lang=${language}`, {
        headers: { accept: 'text/html', 'accept-language': language },
      })
      assert.ok((await page.text()).includes(text), language)
    }
    const { confidentiality } = await bodyOf(house.world.anyone.get(pathname))
    assert.equal(confidentiality.retention_days, 60)
    await bodyOf((await house.admin()).put(`/api/retention/holds/${idOf(path)}`, { reason: 'A case' }))
    const held = await fetch(`${running.url}${pathname}`, { headers: { accept: 'text/html' } })
    assert.ok((await held.text()).includes(textsOf('promise', 'en')('kept_hold')))
    const other = await answered(house, { mode: 'anonymous' })
    const {
      hash,
      retention,
      retention_days: days,
    } = await bodyOf(house.author.get(`${other}/confidentiality`))
    assert.equal(days, 730)
    assert.match(retention, /^Answers and comments are deleted 2 years \(730 days\) after this survey closes/)
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
    await house.keep({ answers_days: 90 })
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
    const set = async (answers_days: number) => house.keep({ answers_days })
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
        house.keep({ answers_days: 600 - at }),
      ]),
    )
    const { retention } = await bodyOf(admin.get('/api/organisation'))
    for (const id of ids) {
      const { retention_days: days } = await bodyOf(house.author.get(`/api/pulses/${id}/confidentiality`))
      assert.ok(days <= Math.max(600, retention.answers_days), `${days}`)
    }
    await house.keep({ answers_days: 200 })
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
    await house.keep({ answers_days: 30 })
    await turnTo(day(30))
    const { last } = await dueOf('')
    assert.deepEqual([last[0].kind, last[0].pulse_id], ['answers', idOf(path)])
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

  test('an organisation whose log is broken keeps no other from deleting its old entries', async () => {
    const houses = [await begin(), await begin({ later: false }), await begin({ later: false })]
    const ids = houses.map(({ world }) => world.organisationId).toSorted()
    for (const id of ids)
      await run(
        running.db.tx,
        sql`
          insert into audit_events (organisation_id, id, actor_kind, action, detail, occurred_at)
          select ${id}, 'aud_old' || n, 'clock', 'audit.read', '{}', ${day(-1200)}
          from generate_series(1, 3) n`,
      )
    await turnTo(day(0, 1000))
    for (const id of ids.slice(0, 2))
      await run(
        running.db.tx,
        sql`delete from audit_events where organisation_id = ${id} and id = 'aud_old3'`,
      )
    await turnTo(day(1))
    const left = (id: string) =>
      only(
        running.db.tx,
        shape({ old: int8, told: int8 }),
        sql`
          select count(*) filter (where id like 'aud_old%') as old,
                 count(*) filter (where action = 'data.deleted') as told
          from audit_events
          where organisation_id = ${id}`,
      )
    // Nothing is deleted without its hash, and no deletion is told that did not happen.
    assert.deepEqual(await Promise.all(ids.map(left)), [
      { old: 2, told: 0 },
      { old: 2, told: 0 },
      { old: 0, told: 1 },
    ])
  })
})
