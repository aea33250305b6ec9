/**
 * Packs the seats of seasons that ended long ago: many in one row. Nobody takes or leaves a seat of such a season; it is read as a whole when the next
 * season of its question begins (store.ts). An older release does not see what is packed, so this waits until no process of one can be alive (db/forms.ts).
 */
import { claimWithin } from '../db/claiming.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { isReadByAll } from '../db/forms.ts'
import { shapeOf } from '../db/shape.ts'
import { seatLedgers, seats } from '../db/tables.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'

/** Seats that a part moves at most: whole packs, in the order of their members. */
const seatsMax = 5_000

const packedMax = 250

const daysAfter = 30

/** The migration that brought the place for them. */
const migration = 86

const claimedRow = shapeOf(seatLedgers, ['organisation_id', 'id'])

/** The first condition is that of the index. */
const endedBy = (at: Date) => sql`
  from seat_ledgers
  where packed_at is null
    and ends_at <= ${at}`

const claim = (tx: Tx, at: Date, quarantined: readonly string[]) =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${endedBy(at)}
        and id <> all (${textArray(quarantined)})
      order by ends_at`,
    (organisationId) =>
      one(
        tx,
        claimedRow,
        sql`
          select ${claimedRow.columns}
          ${endedBy(at)}
            and organisation_id = ${organisationId}
            and id <> all (${textArray(quarantined)})
          order by ends_at
          limit 1
          for update skip locked`,
      ),
  )

/** Packs one part of a season. */
export const seatsTask: TransactionTask = {
  name: 'seats.pack',
  everyMs: 3_600_000,
  run: async (tx, now, quarantined) => {
    if (!(await isReadByAll(tx, migration, now))) return 0
    const row = await claim(tx, new Date(now.getTime() - daysAfter * 86_400_000), quarantined)
    if (!row) return 0
    const { organisation_id: organisationId, id } = row
    await forRow(id, async () => {
      if ((await packSeats(tx, organisationId, id)) < seatsMax) await markPacked(tx, row, now)
    })
    return 1
  },
}

const seatRow = shapeOf(seats, ['member_id', 'cell'])

async function packSeats(tx: Tx, organisationId: string, ledgerId: string): Promise<number> {
  const rows = await many(
    tx,
    seatRow,
    sql`
      delete from seats
      where organisation_id = ${organisationId}
        and ctid = any (array(
          select ctid
          from seats
          where organisation_id = ${organisationId}
            and ledger_id = ${ledgerId}
          order by member_id
          limit ${seatsMax}
        ))
      returning ${seatRow.columns}`,
  )
  const ordered = rows.toSorted((one, other) => (one.member_id < other.member_id ? -1 : 1))
  const packed = Array.from({ length: Math.ceil(ordered.length / packedMax) }, (_, at) =>
    ordered.slice(at * packedMax, (at + 1) * packedMax),
  ).map((piece) => ({
    first: piece[0].member_id,
    members: piece.map((one) => one.member_id),
    cells: piece.map((one) => one.cell),
  }))
  await run(
    tx,
    sql`
      insert into packed_seats (organisation_id, ledger_id, first_member_id, member_ids, cells)
      select ${organisationId}, ${ledgerId}, first, members, cells
      from jsonb_to_recordset(${json(packed)}) as p (first text, members text[], cells integer[])`,
  )
  return rows.length
}

const markPacked = (
  tx: Tx,
  { organisation_id: organisationId, id }: { organisation_id: string; id: string },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update seat_ledgers
      set packed_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
