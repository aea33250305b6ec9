/** The numbers that respondents gave, one by one, for what joins two answers of one person. */
import { type Question } from '../../contract/questions.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { type CollectionRef } from '../collection-ref.ts'

type NumberRow = { member_id: string | null; team_id: string | null; question_id: string; value: number }

export const numbersOf = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  questions: readonly Question[],
): Promise<(NumberRow & { id: string })[]> =>
  many(
    tx,
    sql<NumberRow & { id: string }>`
      select r.id, r.member_id, r.team_id, a ->> 'question_id' as question_id, (a ->> 'value')::float8 as value
      from responses r
      cross join lateral jsonb_array_elements(r.answers) as a
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.state = 'submitted'
        and a ->> 'question_id' = any (${textArray(questions.map(({ id }) => id))})
        and jsonb_typeof(a -> 'value') = 'number'`,
  )
