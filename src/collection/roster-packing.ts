/** Packs who was asked in a collection that is history; what is read of them is the same (roster-rows.ts). */
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { recipients } from '../db/tables.ts'

/** Rows that a part moves at most: whole packs, in the order of their members. */
const rowsMax = 960

/** Recipients of one packed row: anyone who looks for one reads all of them. */
const packedMax = 64

const recipientRow = shapeOf(recipients, [
  'member_id',
  'team_id',
  'seat_cell',
  'is_counted',
  'uncounted_because',
  'opens_at',
  'closes_at',
])

/** @returns how many were moved. A message that waits is sent or set aside by the row of its recipient, which stays. */
export async function packRecipients(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<number> {
  const rows = await many(
    tx,
    recipientRow,
    sql`
      delete from recipients
      where organisation_id = ${organisationId}
        and ctid = any (array(
          select r.ctid
          from recipients r
          where r.organisation_id = ${organisationId}
            and r.collection_id = ${collectionId}
            and r.token_sha256 is null
            and r.attribute_value is null
            and not exists (
              select 1
              from deliveries d
              where d.organisation_id = ${organisationId}
                and d.collection_id = ${collectionId}
                and d.member_id = r.member_id
                and d.state = 'pending'
            )
          order by r.member_id
          limit ${rowsMax}
        ))
      returning ${recipientRow.columns}`,
  )
  const ordered = rows.toSorted((one, other) => (one.member_id < other.member_id ? -1 : 1))
  const packed = Array.from({ length: Math.ceil(ordered.length / packedMax) }, (_, at) =>
    ordered.slice(at * packedMax, (at + 1) * packedMax),
  ).map((piece) => ({
    first: piece[0].member_id,
    last: piece.at(-1)!.member_id,
    members: piece.map((one) => one.member_id),
    teams: piece.map((one) => one.team_id),
    cells: piece.map((one) => one.seat_cell),
    counted: piece.map((one) => String(one.is_counted)),
    reasons: piece.map((one) => one.uncounted_because),
    opens: piece.map((one) => one.opens_at),
    closes: piece.map((one) => one.closes_at),
  }))
  await run(
    tx,
    sql`
      insert into packed_recipients
        (organisation_id, collection_id, first_member_id, last_member_id, member_ids, team_ids, seat_cells, counted, reasons, opens, closes)
      select ${organisationId}, ${collectionId}, first, last, members, teams, cells, counted, reasons, opens, closes
      from jsonb_to_recordset(${json(packed)}) as p (
        first text, last text, members text[], teams text[], cells integer[], counted text[], reasons text[], opens text[], closes text[]
      )`,
  )
  return rows.length
}
