/** The numbers that respondents gave, one by one, for the statistics that join two answers of one person. */
import type { Question } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { float8, type RowOf, shape, text } from '../db/shape.ts'
import { responses } from '../db/tables.ts'
import { uncountedMembers } from './uncounted.ts'

const numberRow = shape({
  id: responses.id,
  member_id: responses.member_id,
  team_id: responses.team_id,
  question_id: text,
  value: float8,
})

export const numbersOf = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  questions: readonly Question[],
): Promise<RowOf<typeof numberRow>[]> =>
  many(
    tx,
    numberRow,
    sql`
      select r.id, r.member_id, r.team_id, a ->> 'question_id' as question_id, (a ->> 'value')::float8 as value
      from responses r
      cross join lateral jsonb_array_elements(r.answers) as a
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.state = 'submitted'
        and (r.member_id is null or r.member_id <> all (${textArray(await uncountedMembers(tx, { organisationId, collectionId }))}))
        and a ->> 'question_id' = any (${textArray(questions.map(({ id }) => id))})
        and jsonb_typeof(a -> 'value') = 'number'`,
  )
