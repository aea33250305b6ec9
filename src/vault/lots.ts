/**
 * The lot of each respondent: where everybody of a cell answers, the answer with the lowest lot is left out (cells/participation.ts).
 *
 * It is the same for a person in every collection of a season. Drawn again each time, figures of a cell would vary only where everybody had
 * answered, and so tell that they had. Nobody knows whose an answer by a code is, so its lot follows from what it says: where everybody
 * says the same as before, the same answer is left out as before.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Answer } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { seatLedgers } from '../db/tables.ts'

const keyRow = shapeOf(seatLedgers, ['lot_key'])

/** By member; by what was answered where nobody knows by whom. */
export type LotOf = (memberId: string | null, answers: readonly Answer[]) => string

/** The same for the same answers, in whatever order they came. */
const wordsOf = (answers: readonly Answer[]): string =>
  answers
    .map((answer) => JSON.stringify(Object.entries(answer).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toSorted()
    .join()

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
  return (memberId, answers) =>
    createHmac('sha256', key)
      .update(memberId ?? `answers ${wordsOf(answers)}`)
      .digest('base64')
}
