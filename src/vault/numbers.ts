/** The numbers that respondents gave, one by one, for the statistics that join two answers of one person. */
import type { Question } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { bytea, float8, nullable, type RowOf, shape, text } from '../db/shape.ts'
import { answerGroups, responses } from '../db/tables.ts'
import { answersOfGroup } from './answer-groups.ts'
import { uncountedMembers } from './uncounted.ts'

const numberRow = shape({
  id: responses.id,
  member_id: responses.member_id,
  team_id: responses.team_id,
  question_id: text,
  value: float8,
})

type NumberRow = RowOf<typeof numberRow>

/** A number, or many answers in one row. */
const storedRow = shape({
  ...numberRow.fields,
  member_ids: answerGroups.member_ids,
  content: nullable(bytea),
})

/** One statement: answers become groups while others read. */
export async function numbersOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  questions: readonly Question[],
): Promise<NumberRow[]> {
  const uncounted = await uncountedMembers(tx, { organisationId, collectionId })
  const asked = questions.map(({ id }) => id)
  const stored = await many(
    tx,
    storedRow,
    sql`
      select r.id, r.member_id, r.team_id, a ->> 'question_id' as question_id, (a ->> 'value')::float8 as value,
             null::text[] as member_ids, null::bytea as content
      from responses r
      cross join lateral jsonb_array_elements(r.answers) as a
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.state = 'submitted'
        and (r.member_id is null or r.member_id <> all (${textArray(uncounted)}))
        and a ->> 'question_id' = any (${textArray(asked)})
        and jsonb_typeof(a -> 'value') = 'number'
      union all
      select '' as id, null::text as member_id, null::text as team_id, '' as question_id, 0::float8 as value, g.member_ids, g.content
      from answer_groups g
      where g.organisation_id = ${organisationId}
        and g.collection_id = ${collectionId}`,
  )
  const isCounted = (memberId: string | null): boolean => memberId === null || !uncounted.includes(memberId)
  return stored.flatMap(({ content, member_ids, ...row }): NumberRow[] =>
    content === null
      ? [row]
      : answersOfGroup(content, member_ids)
          .filter(({ member_id: id }) => isCounted(id))
          .flatMap(({ id, member_id, team_id, answers }) =>
            answers.flatMap(({ question_id, value }) =>
              asked.includes(question_id) && typeof value === 'number'
                ? [{ id, member_id, team_id, question_id, value }]
                : [],
            ),
          ),
  )
}
