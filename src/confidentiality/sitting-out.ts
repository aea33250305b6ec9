/** Questions that do not count in some teams of a collection, because another ledger of seats has them (src/seats/seating.ts). */
import { everyone, type Respondent } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'

const collectionRow = shapeOf(collections, ['sitting_out'])

/** The respondents, without answers to questions that do not count in their team. */
export async function withoutSittingOut<R extends Respondent>(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  respondents: readonly R[],
): Promise<R[]> {
  const { sitting_out } = await only(
    tx,
    collectionRow,
    sql`
      select ${collectionRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
  const teamsOf = new Map(Object.entries(sitting_out).map(([question, teams]) => [question, new Set(teams)]))
  if (teamsOf.size === 0) return [...respondents]
  return respondents.map((one) => ({
    ...one,
    answers: new Map(
      [...one.answers].filter(([question]) => !teamsOf.get(question)?.has(one.team ?? everyone)),
    ),
  }))
}
