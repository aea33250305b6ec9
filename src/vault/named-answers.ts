/** Answers by name: attributed mode alone, which every statement here reads whatever its caller asks for. The caller has checked that the reader is one whom the promise names. */
import type { Answer } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, one, sql, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { collections, members, responses } from '../db/tables.ts'

const namedRow = shape({
  id: responses.id,
  member_id: members.id,
  name: members.name,
  submitted_at: responses.submitted_at,
  answers: jsonbOf<Answer[]>(),
})
type NamedRow = RowOf<typeof namedRow>

/** Ordered by random id. */
export const namedAnswers = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string | null,
  limit: number,
): Promise<NamedRow[]> =>
  many(
    tx,
    namedRow,
    sql`
      select r.id, r.member_id, m.name, r.submitted_at, r.answers
      from responses r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id and c.mode = 'attributed'
      join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.state = 'submitted'
        and (${after}::text is null or r.id > ${after}::text collate "C")
      order by r.id
      limit ${limit}`,
  )

const namedHolderRow = shapeOf(responses, ['member_id'])

/** Whose answer it is: of attributed mode and submitted, and else nobody's. @param lock  until the transaction ends, so that it is not deleted meanwhile */
export const findNamedAnswer = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  responseId: string,
  lock = false,
): Promise<RowOf<typeof namedHolderRow> | undefined> =>
  one(
    tx,
    namedHolderRow,
    sql`
      select r.member_id
      from responses r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id and c.mode = 'attributed'
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.id = ${responseId}
        and r.state = 'submitted'
        and r.member_id is not null
      ${lock ? sql`for share of r` : sql``}`,
  )

const ownNamedRow = shape({
  id: responses.id,
  collection_id: responses.collection_id,
  title: collections.title,
  questions: collections.questions,
  state: responses.state,
  submitted_at: responses.submitted_at,
  answers: responses.answers,
})

/** What one person said by name, for themselves alone. Attributed mode only: answers of the other modes are read by no person. */
export const namedAnswersOf = (
  tx: Tx,
  organisationId: string,
  memberId: string,
  limit: number,
): Promise<RowOf<typeof ownNamedRow>[]> =>
  many(
    tx,
    ownNamedRow,
    sql`
      select r.id, r.collection_id, c.title, c.questions, r.state, r.submitted_at, r.answers
      from responses r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id and c.mode = 'attributed'
      where r.organisation_id = ${organisationId}
        and r.member_id = ${memberId}
        and r.state = 'submitted'
      order by c.opened_at desc, r.id
      limit ${limit}`,
  )
