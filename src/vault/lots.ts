/**
 * The lot of each respondent: where everybody of a cell answers, the answer with the lowest lot is left out (cells/participation.ts).
 *
 * It is the same for a person in every collection of a season. Drawn anew each time, figures of a cell would vary only where everybody had
 * answered, and so tell that they had.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { CollectionRef } from '../collection-ref.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { seatLedgers } from '../db/tables.ts'

const keyRow = shapeOf(seatLedgers, ['lot_key'])

/** By member; '' where nobody knows whose the answer is. */
export type LotOf = (memberId: string | null) => string

export async function lotsOf(tx: Tx, ref: CollectionRef): Promise<LotOf> {
  const { organisationId, collectionId } = ref
  const ledger = await one(
    tx,
    keyRow,
    sql`
      select l.lot_key
      from collections c
      join seat_ledgers l on l.organisation_id = c.organisation_id and l.id = c.ledger_id
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}`,
  )
  const key = ledger?.lot_key ?? randomBytes(16)
  return (memberId) => (memberId === null ? '' : createHmac('sha256', key).update(memberId).digest('base64'))
}
