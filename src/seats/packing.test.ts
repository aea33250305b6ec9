/** Seats of a season that ended long ago lie together, and are read as before. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { only, run, sql } from '../db/db.ts'
import { int8, shape, shapeOf } from '../db/shape.ts'
import { seatLedgers } from '../db/tables.ts'
import { answered, begin, closed, day, running, startKeeping, turnTo } from '../../test/support/keeping.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { pulseDraft } from '../../test/support/world.ts'
import { loadLedger } from './store.ts'

const seatsOf = async (organisationId: string) => {
  const countOf = (table: string) =>
    only(
      running.db.tx,
      shape({ rows: int8 }),
      sql`select count(*) as rows from ${sql.table(table)} where organisation_id = ${organisationId}`,
    )
  return { single: (await countOf('seats')).rows, packed: (await countOf('packed_seats')).rows }
}

const ledgerRow = shapeOf(seatLedgers, ['id'])

suite('seats of a season', () => {
  before(startKeeping)

  test('are packed 30 days after its end, and the next season begins with the same people', async () => {
    const house = await begin()
    const { organisationId } = house.world
    const path = await answered(house, { mode: 'confidential' })
    await closed(house, path)
    const { id } = await only(
      running.db.tx,
      ledgerRow,
      sql`select id from seat_ledgers where organisation_id = ${organisationId}`,
    )
    const ledger = await loadLedger(running.db.tx, organisationId, id)
    assert.equal(ledger.cells.flatMap(({ seats }) => seats).length, 12)
    await turnTo(day(80))
    assert.deepEqual(await seatsOf(organisationId), { single: 12, packed: 0 })
    await turnTo(day(100))
    assert.deepEqual(await seatsOf(organisationId), { single: 0, packed: 1 })
    assert.deepEqual(await loadLedger(running.db.tx, organisationId, id), ledger)

    const next = pulseDraft([house.teamId], {
      confidentiality: { mode: 'confidential' },
      closes_at: day(110),
    })
    const { id: nextId } = await bodyOf(house.author.post('/api/pulses', next), 201)
    await bodyOf(house.author.post(`/api/pulses/${nextId}/open`))
    assert.deepEqual(await seatsOf(organisationId), { single: 12, packed: 1 })
    await run(running.db.tx, sql`delete from seat_questions where organisation_id = ${organisationId}`)
    await run(running.db.tx, sql`delete from seat_ledgers where organisation_id = ${organisationId}`)
    assert.deepEqual(await seatsOf(organisationId), { single: 0, packed: 0 })
  })
})
