/** What an author does with a pulse: edits, schedules, copies, reminds, deletes and restores. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { many, one, only, run, sql } from '../db/db.ts'
import { int8, pgName, shape, shapeOf } from '../db/shape.ts'
import { collections as collectionsTable, events as eventsTable } from '../db/tables.ts'
import { answerAt, type Clockwork, bodyOf, mailedBy, startClockwork } from '../../test/support/clockwork.ts'
import { alike, inRows } from '../../test/support/grouped-rows.ts'
import { type Client, client, eventually, links, pulseDraft, type World } from '../../test/support/world.ts'

let clockwork: Clockwork

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const after = (instant: string, ms: number): string =>
  new Date(new Date(instant).getTime() + ms).toISOString()

async function newPulse(world: World, author: Client, more: object = {}, people = 6): Promise<string> {
  const team = await world.team(`Team ${Math.random()}`, people)
  return `/api/pulses/${(await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { ...more })), 201)).id}`
}

const eventsOf = async (path: string): Promise<string[]> =>
  (
    await many(
      clockwork.running.db.tx,
      shapeOf(eventsTable, ['type']),
      sql`select type from events where payload ->> 'pulse_id' = ${path.split('/')[3]} order by occurred_at, id`,
    )
  ).map(({ type }) => type)

suite('pulses', () => {
  before(async () => {
    clockwork = await startClockwork()
  })

  test('the questions get a new version with every change of them, and with nothing else', async () => {
    const { world, author } = await clockwork.begin('2026-02-02T08:00:00Z')
    const path = await newPulse(world, author)
    const versionAfter = async (patch: object): Promise<number> =>
      (await bodyOf(author.patch(path, patch))).questions_version
    const { questions } = await bodyOf(author.get(path))
    const [calm, why] = questions
    assert.equal(await versionAfter({ title: 'Other' }), 1)
    assert.equal(await versionAfter({ questions }), 1)
    assert.equal(await versionAfter({ questions: [why, calm] }), 2)
    await bodyOf(author.post(`${path}/schedule`, { opens_at: '2026-02-03T08:00:00Z' }))
    assert.equal(await versionAfter({ questions: [calm] }), 3)
    await bodyOf(author.post(`${path}/open`))
    const refused = await author.patch(path, { questions })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.state],
      [409, 'pulse_not_draft', 'open'],
    )
    const frozen = await only(
      clockwork.running.db.tx,
      shapeOf(collectionsTable, ['questions_version']),
      sql`select questions_version from collections where owner_id = ${path.split('/')[3]}`,
    )
    assert.equal(frozen.questions_version, 3)
  })

  test('a pulse can only be scheduled for a future time, with at least one recipient', async () => {
    const now = '2026-02-09T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const path = await newPulse(world, author, { closes_at: after(now, dayMs) })
    const refusals: [object | undefined, string][] = [
      [undefined, '/opens_at missing'],
      [{ opens_at: now }, '/opens_at in_the_past'],
      [{ opens_at: after(now, dayMs) }, '/closes_at too_early'],
    ]
    for (const [body, fault] of refusals) {
      const { status, body: refusal } = await author.post(`${path}/schedule`, body)
      assert.deepEqual([status, `${refusal.errors[0].pointer} ${refusal.errors[0].code}`], [422, fault])
    }
    await bodyOf(author.post(`${path}/schedule`, { opens_at: after(now, 3_600_000) }))
    for (const opens_at of [null, now]) assert.equal((await author.patch(path, { opens_at })).status, 422)
    const empty = await newPulse(world, author, {}, 0)
    const refused = await author.post(`${empty}/schedule`, { opens_at: after(now, 1000) })
    assert.deepEqual([refused.status, refused.body.code], [422, 'no_recipients'])
    assert.equal((await author.get(empty)).body.state, 'draft')
  })

  test('a reminder goes to everybody who has not answered, at most once in ten minutes', async () => {
    const now = '2026-02-16T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const path = await newPulse(world, author, {
      channels: ['email'],
      confidentiality: { mode: 'attributed' },
    })
    const invited = await mailedBy(clockwork.running, async () => {
      await bodyOf(author.post(`${path}/open`))
      await clockwork.settle()
    })
    for (const link of invited.slice(0, 2)) await bodyOf(answerAt(world, link), 201)
    await clockwork.turnTo(after(now, 3_600_000))
    let reminded: any
    const again = await mailedBy(clockwork.running, async () => {
      reminded = await bodyOf(author.post(`${path}/remind`))
      await clockwork.settle()
    })
    assert.deepEqual(again.toSorted(), invited.slice(2).toSorted())
    assert.deepEqual([reminded.state, reminded.response_summary.responded], ['open', 2])
    const refused = await author.post(`${path}/remind`)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.state],
      [409, 'reminded_recently', 'open'],
    )
    assert.deepEqual(await eventsOf(path), ['pulse.created', 'pulse.opened', 'pulse.reminded'])
  })

  test('a copy is a draft of the person who made it, with the same questions and no past times', async () => {
    const now = '2026-02-23T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const colleague = await lasting(world)
    const path = await newPulse(world, author, {
      description: 'Described',
      tags: ['one'],
      metadata: { ticket: '7' },
      reminders: [{ before_close: 'PT4H' }],
      quiet_hours: { start: '18:00', end: '08:00' },
      auto_close: true,
      opens_at: after(now, 3_600_000),
      closes_at: after(now, 2 * dayMs),
    })
    const kept = await bodyOf(author.post(`${path}/duplicate`), 201)
    assert.deepEqual(
      [kept.opens_at, kept.closes_at],
      [after(now, 3_600_000), after(now, 2 * dayMs)].map(plain),
    )
    await bodyOf(author.post(`${path}/schedule`))
    await clockwork.turnTo(after(now, dayMs))
    const original = await bodyOf(author.get(path))
    assert.equal(original.state, 'open')
    const copy = await bodyOf(colleague.post(`${path}/duplicate`, { title: '  Again ' }), 201)
    const { id: _id, created_at, updated_at, version, ...rest } = copy
    assert.deepEqual(
      [created_at, updated_at, version],
      [plain(after(now, dayMs)), plain(after(now, dayMs)), 1],
    )
    assert.deepEqual(rest, {
      ...without(original, ['id', 'created_at', 'updated_at', 'version']),
      title: 'Again',
      author_user_id: colleague.userId,
      state: 'draft',
      opens_at: null,
      opened_at: null,
      response_summary: null,
    })
    await bodyOf(colleague.post(`/api/pulses/${copy.id}/open`))

    const hidden = await newPulse(world, author, { visibility: 'private' })
    assert.equal((await colleague.post(`${hidden}/duplicate`)).status, 404)
    assert.equal((await bodyOf(author.post(`${hidden}/duplicate`), 201)).visibility, 'private')
  })

  test('a copy has at least the minimum group sizes of today', async () => {
    const { world, author } = await clockwork.begin('2026-03-02T08:00:00Z')
    const path = await newPulse(world, author)
    await run(
      clockwork.running.db.tx,
      sql`update organisations set k_score = 12, k_rate = 7 where id = ${world.organisationId}`,
    )
    const { confidentiality } = await bodyOf(author.post(`${path}/duplicate`), 201)
    const { k_score, k_comment, k_rate } = confidentiality
    assert.deepEqual([k_score, k_comment, k_rate], [12, 12, 7])
  })

  test('only its author sees a deleted pulse, outside of every list, until they restore it', async () => {
    const { world, author } = await clockwork.begin('2026-03-09T08:00:00Z')
    const colleague = await world.user()
    const program = await world.organisation()
    const [path, other] = [await newPulse(world, author), await newPulse(world, author)]
    await bodyOf(author.post(`${path}/open`))
    for (const { url } of (await links(author, path)).slice(1)) await bodyOf(answerAt(world, url), 201)
    await bodyOf(author.post(`${path}/close`))
    await analysed(author, path)
    const insights = async (as: Client): Promise<number> =>
      (await bodyOf(as.get(`/api/insights?pulse_id=${path.split('/')[3]}`))).insights.length
    assert.ok((await insights(colleague)) > 0)
    const listed = async (as: Client, query = ''): Promise<string[]> =>
      (await bodyOf(as.get(`/api/pulses${query}`))).pulses.map(
        ({ id }: { id: string }) => `/api/pulses/${id}`,
      )

    const { version } = await bodyOf(author.get(path))
    assert.equal((await author.delete(path)).status, 204)
    const deleted = await bodyOf(author.get(path))
    assert.deepEqual(
      [deleted.state, deleted.deleted_at, deleted.version],
      ['archived', '2026-03-09T08:00:00Z', version + 1],
    )
    assert.equal((await author.delete(path)).status, 204)
    assert.equal((await bodyOf(author.get(path))).version, version + 1, 'a second time changes nothing')
    for (const as of [colleague, program]) {
      for (const at of [path, `${path}/results`, `${path}/confidentiality`, `${path}/live`])
        assert.equal((await as.get(at)).status, 404, at)
      assert.equal(await insights(as), 0)
    }
    for (const as of [author, colleague, program])
      for (const query of ['', '?state=archived', '?state=archived,draft'])
        assert.ok(!(await listed(as, query)).includes(path))
    assert.deepEqual(await listed(author, '?deleted=true'), [path])
    for (const as of [colleague, program]) assert.deepEqual(await listed(as, '?deleted=true'), [])
    assert.deepEqual((await colleague.post(`${path}/restore`)).status, 404)

    const back = await bodyOf(author.post(`${path}/restore`))
    assert.deepEqual([back.state, back.deleted_at, back.results_status], ['archived', null, 'available'])
    for (const as of [author, colleague, program]) {
      assert.ok((await listed(as)).includes(path))
      assert.equal((await bodyOf(as.get(`${path}/results`))).response_summary.responded, 5)
    }
    assert.ok((await insights(colleague)) > 0)
    assert.ok((await listed(author)).includes(other))
    assert.deepEqual((await eventsOf(path)).slice(-2), ['pulse.deleted', 'pulse.restored'])
  })

  test('thirty days after its deletion nothing is left of a pulse but events and audit log', async () => {
    const now = '2026-04-06T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const [path, stays] = [await newPulse(world, author), await newPulse(world, author)]
    for (const one of [path, stays]) {
      await bodyOf(author.post(`${one}/open`))
      for (const { url } of await links(author, one)) await bodyOf(answerAt(world, url), 201)
      await bodyOf(author.post(`${one}/close`))
      await analysed(author, one)
    }
    const id = path.split('/')[3]
    const { tx } = clockwork.running.db
    await run(
      tx,
      sql`
        insert into opt_outs (organisation_id, series_id, member_id, since)
        select organisation_id, ${id}, member_id, ${now} from recipients where organisation_id = ${world.organisationId} limit 1`,
    )
    const left = await rowsOf(world, id)
    for (const table of [
      'pulses',
      'collections',
      'recipients',
      'responses',
      'deliveries',
      'cells',
      'released_groups',
      'insights',
      'opt_outs',
    ])
      assert.ok(left[table] > 0, `${table} had something`)
    const others = await rowsOf(world, stays.split('/')[3])

    await bodyOf(author.delete(path), 204)
    await clockwork.turnTo(after(now, limits.deletedKeptDays * dayMs - hourMs))
    assert.equal((await author.get(path)).status, 200)
    assert.deepEqual({ ...(await rowsOf(world, id)), events: 0 }, { ...left, events: 0 })
    await clockwork.turnTo(after(now, limits.deletedKeptDays * dayMs))
    assert.equal((await author.get(path)).status, 404)
    assert.equal((await author.post(`${path}/restore`)).status, 404)
    const { events, ...gone } = await rowsOf(world, id)
    assert.ok(events > 0)
    assert.deepEqual(
      Object.entries(gone).filter(([, count]) => count > 0),
      [],
    )
    assert.deepEqual(alike(await rowsOf(world, stays.split('/')[3])), alike(others))
  })

  test('a pulse that fails to open does not keep another from opening', async () => {
    const now = '2026-05-04T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const [broken, sound] = [await newPulse(world, author), await newPulse(world, author)]
    for (const [at, path] of [broken, sound].entries())
      await bodyOf(author.post(`${path}/schedule`, { opens_at: after(now, (at + 1) * 1000) }))
    const { tx } = clockwork.running.db
    const setMode = (mode: string | null) =>
      run(
        tx,
        sql`
          update pulses
          set confidentiality = confidentiality || jsonb_build_object('mode', ${mode}::text)
          where id = ${broken.split('/')[3]}`,
      )
    await setMode(null)
    await assert.rejects(clockwork.turnTo(after(now, 60_000)))
    const states = async () =>
      Promise.all([broken, sound].map(async (path) => (await bodyOf(author.get(path))).state))
    assert.deepEqual(await states(), ['scheduled', 'open'])
    await setMode('confidential')
    await clockwork.turnTo(after(now, 90_000))
    assert.deepEqual(await states(), ['scheduled', 'open'], 'left alone for a minute')
    await clockwork.turnTo(after(now, 121_000))
    assert.deepEqual(await states(), ['open', 'open'])
  })

  test('two workers that find the same pulse due open it once and close it once', async () => {
    const now = '2026-06-01T08:00:00Z'
    const { world, author } = await clockwork.begin(now)
    const path = await newPulse(world, author, { closes_at: after(now, dayMs) })
    await bodyOf(author.post(`${path}/schedule`, { opens_at: after(now, 1000) }))
    const both = async (at: string): Promise<void> => {
      clockwork.setClocks(at)
      await Promise.all(clockwork.nodes.map(({ app }) => app.due.settle()))
    }
    await both(after(now, 1000))
    assert.equal((await bodyOf(author.get(path))).state, 'open')
    await both(after(now, dayMs))
    assert.equal((await bodyOf(author.get(path))).state, 'closed')
    assert.deepEqual(await eventsOf(path), [
      'pulse.created',
      'pulse.scheduled',
      'pulse.opened',
      'pulse.closed',
    ])
  })
})

/** A new user whose token lasts whatever the clock does. */
async function lasting(world: World): Promise<Client & { userId: string }> {
  const { userId } = await world.user()
  const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') })
  return { ...client(world.url, token), userId }
}

const plain = (instant: string): string => instant.replace('.000Z', 'Z')

const without = (object: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

async function analysed(author: Client, path: string): Promise<void> {
  await eventually(
    () => bodyOf(author.get(path)),
    ({ results_status: status }) => status !== 'analysing',
  )
}

const counted = shape({ count: int8 })

/** How many rows of each table belong to a pulse: by its collection, or by naming it. */
async function rowsOf(world: World, pulseId: string): Promise<Record<string, number>> {
  const { tx } = clockwork.running.db
  const columns = await many(
    tx,
    shape({ table: pgName, column: pgName }),
    sql`
      select table_name as table, column_name as column
      from information_schema.columns
      where table_schema = 'public'
        and (column_name in ('collection_id', 'series_id', 'pulse_id') or (table_name, column_name) in (('collections', 'id'), ('pulses', 'id')))`,
  )
  const counts: Record<string, number> = {}
  for (const { table, column } of columns) {
    const row = await only(
      tx,
      counted,
      sql`
        select ${inRows(table)} as count
        from ${sql.table(table)}
        where organisation_id = ${world.organisationId}
          and ${sql.ref(column)} in (${pulseId}, ${await collectionOf(world, pulseId)})`,
    )
    counts[table] = Math.max(counts[table] ?? 0, row.count)
  }
  const events = await only(
    tx,
    counted,
    sql`select count(*) as count from events where payload ->> 'pulse_id' = ${pulseId}`,
  )
  return { ...counts, events: events.count }
}

const collections = new Map<string, string>()

/** Remembered, since it is needed after the pulse is gone. */
async function collectionOf(world: World, pulseId: string): Promise<string> {
  const row = await one(
    clockwork.running.db.tx,
    shapeOf(collectionsTable, ['id']),
    sql`select id from collections where organisation_id = ${world.organisationId} and owner_id = ${pulseId}`,
  )
  if (row) collections.set(pulseId, row.id)
  return collections.get(pulseId)!
}
