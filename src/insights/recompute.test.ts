/** Computing insights again, what an instance costs, and how a finding was found. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { bodyOf } from '../../test/support/clockwork.ts'
import { rowsOf } from '../../test/support/exporting.ts'
import { findCollection, setTextVersion } from '../collection/collection.ts'
import { many, sql, throughPlugin } from '../db/db.ts'
import { jsonbOf, shapeOf } from '../db/shape.ts'
import { events } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { generate } from './generating.ts'
import { textVersion } from '../text/text.ts'
import { analysed, dayMs as day, newStory, type Story } from '../../test/support/story.ts'

let story: Story

before(async () => {
  story = await newStory()
})

suite('computing again', () => {
  const insights = async (query: string): Promise<any[]> =>
    (await story.program.get(`/api/insights?limit=200&check_in_instance_id=${story.last}${query}`)).body
      .insights
  const again = async (): Promise<any> =>
    bodyOf(story.author.post('/api/insights/recompute', { check_in_instance_id: story.last }))
  const forgetVersion = (): Promise<unknown> =>
    story.world.running.db.pool.query(
      `update collections set text_version = 'before' where organisation_id = $1 and owner_id = $2`,
      [story.world.organisationId, story.last],
    )
  const content = (all: any[]): string =>
    JSON.stringify(
      all.map(({ statement, n, value, interval, evidence }) => [statement, n, value, interval, evidence]),
    )

  test('the same answers give the same bytes, from stored cells and from texts that are measured again', async () => {
    const first = await insights('')
    const reply = await again()
    assert.deepEqual(reply, { generation: 1, unchanged: first.length, added: 0, superseded: 0 })
    await forgetVersion()
    assert.deepEqual(await again(), reply)
    assert.deepEqual(await insights(''), first)
    await story.world.running.db.pool.query(
      `delete from insights where organisation_id = $1 and collection_id in (select id from collections where owner_id = $2)`,
      [story.world.organisationId, story.last],
    )
    assert.equal((await again()).added, first.length)
    assert.equal(content(await insights('')), content(first))
  })

  test('a finding that differs supersedes the old one, which can still be read by its id', async () => {
    const [old] = await insights('&kind=enps')
    await story.world.running.db.pool.query(
      `update insights set statement = 'as an older version said it' where organisation_id = $1 and id = $2`,
      [story.world.organisationId, old.id],
    )
    const { generation, added, superseded } = await again()
    assert.deepEqual([added, superseded], [1, 1])
    const { body: kept } = await story.program.get(`/api/insights/${old.id}`)
    assert.deepEqual([kept.state, kept.generation], ['superseded', generation - 1])
    assert.ok(kept.superseded_at)
    const told = await many(
      story.world.running.db.tx,
      shapeOf(events, [], { payload: jsonbOf<{ check_in_instance_id: string }>() }),
      sql`select payload from events where organisation_id = ${story.world.organisationId} and type = 'insight.superseded'`,
    )
    assert.deepEqual(
      told.map(({ payload }) => payload.check_in_instance_id),
      [story.last],
    )
    const [newer] = await insights('&kind=enps')
    assert.notEqual(newer.id, old.id)
    assert.deepEqual([kept.superseded_by, newer.superseded_by], [newer.id, null])
    const rows = await rowsOf(story.program, 'insights')
    assert.deepEqual(
      rows.filter(({ state }) => state === 'superseded').map((row) => [row.insight_id, row.superseded_by]),
      [[old.id, newer.id]],
    )
    assert.equal(newer.generation, generation)
    assert.deepEqual(
      (await insights('&state=superseded')).map(({ id }) => id),
      [old.id],
    )
  })

  test('what texts say is not compared with instances whose texts were read in another way', async () => {
    const readBy = (version: string): Promise<unknown> =>
      story.world.running.db.pool.query(
        `update collections set text_version = $3 where organisation_id = $1 and owner_id = any ($2)`,
        [story.world.organisationId, story.instanceIds.slice(0, -1), version],
      )
    const comparedIn = async (kind: string): Promise<unknown[]> =>
      (await insights(`&kind=${kind}`)).map(({ evidence }) =>
        evidence.some(({ comparison }: any) => comparison === 'previous'),
      )
    const verdictOf = async (measure: string): Promise<string> =>
      (await story.read('trends', `?check_in_id=${story.checkInId}`)).trends[0].series.find(
        (one: any) => one.measure === measure,
      ).verdict
    const addedUp = async (list: string): Promise<number> =>
      (await story.read(list, `?check_in_id=${story.checkInId}`)).window.figures[0].n
    const [sentiments, scores] = [await addedUp('sentiment'), await addedUp('scores')]
    assert.ok((await comparedIn('sentiment_signal')).every(Boolean))
    assert.notEqual(await verdictOf('sentiment'), 'too few instances')
    await readBy('6+0123456789ab Another model')
    await again()
    assert.ok(!(await comparedIn('sentiment_signal')).some(Boolean))
    assert.ok((await comparedIn('driver')).every(Boolean))
    assert.equal(await verdictOf('sentiment'), 'too few instances')
    assert.equal(await verdictOf('score'), 'rising')
    assert.equal(await addedUp('sentiment'), sentiments / story.instanceIds.length)
    assert.equal(await addedUp('scores'), scores)
    await readBy(textVersion)
    await again()
    assert.ok((await comparedIn('sentiment_signal')).every(Boolean))
  })

  test('an erased answer changes no figure that is computed again', async () => {
    const pulse = await story.attributedPulse(story.teams.inner.members)
    await bodyOf(story.author.post(`/api/pulses/${pulse}/close`))
    await analysed(story.author, `/api/pulses/${pulse}/results`)
    const told = async () => (await story.program.get(`/api/insights?pulse_id=${pulse}`)).body.insights
    const before = await told()
    assert.ok(before.some(({ kind }: any) => kind === 'sentiment_signal'))
    await bodyOf(story.program.post(`/api/members/${story.teams.inner.members[0]}/erase`), 200)
    await story.world.running.db.pool.query(
      `update collections set text_version = 'before' where organisation_id = $1 and owner_id = $2`,
      [story.world.organisationId, pulse],
    )
    await bodyOf(story.author.post('/api/insights/recompute', { pulse_id: pulse }))
    // They say by which rules they were measured, and nothing else is new.
    const contents = (all: any[]): string[] => all.map((one) => content([one])).toSorted()
    assert.deepEqual(
      contents(await told()).map((one) => one.replaceAll('"version":"before"', `"version":"${textVersion}"`)),
      contents(before),
    )
  })

  test('an analysis that began to look before the close is logged as after it', async () => {
    const { organisationId, running } = story.world
    const { rows } = await running.db.pool.query(
      'select id, closed_at from collections where organisation_id = $1 and owner_id = $2',
      [organisationId, story.last],
    )
    const [{ id: collectionId, closed_at: closedAt }] = rows
    await running.db.pool.query(
      'update collections set text_version = null where organisation_id = $1 and id = $2',
      [organisationId, collectionId],
    )
    await running.db.transaction(async (tx) => {
      const collection = (await findCollection(tx, { organisationId, collectionId }))!
      await generate(tx, collection, { now: new Date(Date.parse(closedAt) - 1_000) })
    })
    const { rows: releases } = await running.db.pool.query(
      `select occurred_at from audit_events
       where organisation_id = $1 and target = $2 and action = 'figures.released' and actor_kind = 'clock'`,
      [organisationId, story.last],
    )
    // The close, its analysis, and this one.
    assert.equal(releases.length, 3)
    assert.ok(releases.every(({ occurred_at: at }) => Date.parse(at) >= Date.parse(closedAt)))
  })

  test('a pulse that has not closed has nothing to compute from', async () => {
    const pulse = await story.attributedPulse([])
    const { status, body } = await story.author.post('/api/insights/recompute', { pulse_id: pulse })
    assert.deepEqual([status, body.code], [422, 'unprocessable'])
  })
})

suite('cost', () => {
  /** Older instances that are like the first one, as the gate left it. */
  async function olderInstances(from: number, to: number): Promise<void> {
    const { pool } = story.world.running.db
    for (let nth = from; nth < to; nth++) {
      const copy = { id: newId('collection'), owner_id: newId('instance') }
      const closed = new Date(Date.parse('2026-10-01T00:00:00Z') - nth * day).toISOString()
      // All columns but those that PostgreSQL generates.
      const { rows } = await pool.query<{ name: string }>(
        `select column_name as name
         from information_schema.columns
         where table_name = 'collections' and is_generated = 'NEVER'`,
      )
      const columns = rows.map(({ name }) => name).join(', ')
      await pool.query(
        `insert into collections (${columns})
         select ${columns}
         from (
           select (jsonb_populate_record(c, $3::jsonb)).*
           from collections c
           where c.organisation_id = $1 and c.owner_id = $2
         ) copy`,
        [story.world.organisationId, story.instanceIds[0], JSON.stringify({ ...copy, closed_at: closed })],
      )
      for (const table of ['cells', 'released_groups'])
        await pool.query(
          `insert into ${table}
           select (jsonb_populate_record(t, jsonb_build_object('collection_id', $3::text))).*
           from ${table} t
           join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id
           where c.organisation_id = $1 and c.owner_id = $2`,
          [story.world.organisationId, story.instanceIds[0], copy.id],
        )
    }
  }

  /** Statements, and rows that came back. */
  async function costOfLast(): Promise<{ statements: number; rows: number }> {
    const cost = { statements: 0, rows: 0 }
    const counted: KyselyPlugin = {
      transformQuery: ({ node }) => {
        cost.statements++
        return node
      },
      transformResult: async ({ result }) => {
        cost.rows += result.rows.length
        return result
      },
    }
    await story.world.running.db.transaction(async (tx) => {
      const { rows } = await story.world.running.db.pool.query(
        'select id from collections where organisation_id = $1 and owner_id = $2',
        [story.world.organisationId, story.last],
      )
      const ref = { organisationId: story.world.organisationId, collectionId: rows[0].id }
      const own = throughPlugin(tx, counted)
      await setTextVersion(tx, ref, 'before')
      await generate(own, (await findCollection(tx, ref))!, { now: new Date() })
    })
    return cost
  }

  test('the fortieth instance costs what the eighth did', async () => {
    // Each twice: the first run writes the findings that the longer history changes.
    const settled = async () => (await costOfLast(), costOfLast())
    await olderInstances(0, 4)
    const eighth = await settled()
    await olderInstances(4, 36)
    assert.deepEqual(await settled(), eighth)
    assert.ok(eighth.rows < 1_000)
  })
})

suite('methods', () => {
  test('every kind of insight explains in words how it was found', async () => {
    const { insights } = (await story.program.get('/api/insights?limit=200')).body
    const kinds = new Map<string, string>(insights.map((one: any) => [one.kind, one.id]))
    assert.ok(kinds.size >= 5)
    for (const [kind, id] of kinds) {
      const method = await bodyOf(story.program.get(`/api/insights/${id}/method`))
      assert.equal(method.kind, kind)
      assert.ok(method.measured.length > 40 && method.limitations.length > 0)
      const german = await bodyOf(story.program.get(`/api/insights/${id}/method?language=de`))
      assert.notEqual(german.measured, method.measured)
      assert.notEqual(german.statement, method.statement)
      for (const address of method.recompute.figures)
        assert.equal((await story.author.get(address)).status, 200, address)
    }
  })
})
