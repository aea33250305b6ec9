import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { untilWaiting } from '../../test/support/waiting.ts'
import { newWorld } from '../../test/support/world.ts'
import { many, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { events } from '../db/tables.ts'
import { findOldRows } from '../db/old-rows.ts'
import { datedEvents, deleteEvents, recordEvent } from './events.ts'
import { claimFeed, moveHead, placeSome } from './store.ts'

test('events are kept for their days and purged afterwards, 2,000 at a time', async () => {
  const { running, organisationId } = await newWorld()
  const { db } = running
  const day = new Date('2040-06-01T00:00:00Z')
  const oldest = new Date(day.getTime() - limits.eventsKeptDays * 86_400_000)
  await run(db.tx, sql`delete from events`)
  await recordEvent(db.tx, {
    organisationId,
    type: 'pulse.opened',
    payload: { pulse_id: 'pls_1', state: 'open' },
    at: oldest,
  })
  assert.equal(await findOldRows(db.tx, datedEvents, day, { after: '', quarantined: [] }), undefined)
  await run(
    db.tx,
    sql`
      insert into events (organisation_id, id, type, payload, occurred_at)
      select ${organisationId}, 'evt_' || n, 'pulse.opened', '{}', ${new Date(oldest.getTime() - 1)}
      from generate_series(1, 2001) n`,
  )
  assert.deepEqual(await findOldRows(db.tx, datedEvents, day, { after: '', quarantined: [] }), {
    organisation_id: organisationId,
    days: limits.eventsKeptDays,
  })
  const purge = () => db.transaction((tx) => deleteEvents(tx, organisationId, oldest))
  assert.deepEqual([await purge(), await purge(), await purge()], [2_000, 1, 0])
  const left = await many(db.tx, shapeOf(events, ['id']), sql`select id from events`)
  assert.equal(left.length, 1)
})

test('what is placed together is in the order of writing, whatever the clocks of two nodes say, and has a number where it has a position', async () => {
  const at = '2026-10-12T08:00:00Z'
  const { running, organisationId } = await newWorld({ at })
  const { db } = running
  await running.app.due.settle()
  const record = (state: 'open' | 'closed', of: string) =>
    recordEvent(db.tx, {
      organisationId,
      type: state === 'open' ? 'pulse.opened' : 'pulse.closed',
      payload: { pulse_id: 'pls_1', state },
      at: new Date(of),
    })
  await record('open', '2026-10-12T08:00:00.500Z')
  await record('closed', at)
  const position = sql`update events set position = 1000000 where organisation_id = ${organisationId} and position is null`
  await assert.rejects(run(db.tx, position), /events_numbered/)
  await running.app.due.settle()
  const placed = await many(
    db.tx,
    shapeOf(events, ['type', 'seq']),
    sql`
      select type, seq
      from events
      where organisation_id = ${organisationId}
        and type like 'pulse.%'
      order by position`,
  )
  assert.deepEqual(
    placed.map(({ type }) => type),
    ['pulse.opened', 'pulse.closed'],
  )
  assert.ok(placed[0].seq! < placed[1].seq!)
})

test('purging waits for the placing of the same feed, and neither stops the other', async () => {
  const { running, organisationId } = await newWorld()
  const { db } = running
  const now = new Date()
  const old = (id: string) => sql`
    insert into events (organisation_id, id, type, payload, occurred_at)
    values (${organisationId}, ${id}, 'pulse.opened', '{}', ${new Date(0)})`
  await run(db.tx, old('evt_placed'))
  await running.app.due.settle()
  let purged: Promise<number> | undefined
  await db.transaction(async (tx) => {
    const head = await claimFeed(tx, organisationId)
    assert.ok(head)
    await run(db.tx, old('evt_ahead'))
    purged = db.transaction((inside) => deleteEvents(inside, organisationId, now))
    await untilWaiting(running, 1)
    await moveHead(tx, organisationId, await placeSome(tx, organisationId, head, { now, limit: 10 }))
  })
  assert.ok((await purged!) >= 2)
})
