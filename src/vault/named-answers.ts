/** Answers by name: attributed mode alone, which every statement here reads whatever its caller asks for. The caller has checked that the reader is one whom the promise names. */
import type { MessageSender } from '../../contract/conversations.ts'
import type { Answer } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, one, sql, type Tx } from '../db/db.ts'
import { newerThan } from '../db/paging.ts'
import { int4, jsonbOf, nullable, type RowOf, shape, shapeOf, textOf } from '../db/shape.ts'
import {
  collections,
  collectionTeams,
  conversationMessages,
  members,
  recipients,
  responses,
} from '../db/tables.ts'
import { recipientRows } from '../roster-rows.ts'

const namedRow = shape({
  id: responses.id,
  member_id: members.id,
  name: members.name,
  team_id: nullable(recipients.team_id),
  team_name: nullable(collectionTeams.name),
  submitted_at: responses.submitted_at,
  answers: jsonbOf<Answer[]>(),
  messages: int4,
  last_published_at: nullable(conversationMessages.created_at),
  last_sender: nullable(textOf<MessageSender>()),
})
export type NamedRow = RowOf<typeof namedRow>

/** Which answers of a collection; what is null is not a condition. */
export type NamedFilter = {
  readonly id: string | null
  readonly teamId: string | null
  readonly questionId: string | null
  /** A pattern for ilike, for a name or for what was written. */
  readonly pattern: string | null
  readonly conversation: 'any' | 'unanswered' | null
}

export const anyNamed: NamedFilter = {
  id: null,
  teamId: null,
  questionId: null,
  pattern: null,
  conversation: null,
}

/** Ordered by random id. Each with what is published of the conversation about it: drafts and withdrawn messages are nobody's news. */
export const namedAnswers = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { id, teamId, questionId, pattern, conversation }: NamedFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<NamedRow[]> =>
  many(
    tx,
    namedRow,
    sql`
      select r.id, r.member_id, m.name, p.team_id, t.name as team_name, r.submitted_at, r.answers,
             coalesce(v.messages, 0) as messages, v.last_published_at, v.last_sender
      from responses r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id and c.mode = 'attributed'
      join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      left join lateral (${recipientRows(organisationId, { collection: sql`r.collection_id`, member: sql`r.member_id` })}) as p on true
      left join collection_teams t
        on t.organisation_id = ${organisationId}
       and t.collection_id = p.collection_id
       and t.team_id = p.team_id
      left join lateral (
        select count(*)::integer as messages, max(s.published_at) as last_published_at,
               (array_agg(s.sender order by s.published_at desc, s.id desc))[1] as last_sender
        from conversation_messages s
        where s.organisation_id = ${organisationId}
          and s.collection_id = r.collection_id
          and s.response_id = r.id
          and s.state = 'published'
      ) v on true
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.state = 'submitted'
        and ${newerThan('r.id', after)}
        and (${id}::text is null or r.id = ${id})
        and (${teamId}::text is null or p.team_id = ${teamId})
        and (${questionId}::text is null or r.answers @> jsonb_build_array(jsonb_build_object('question_id', ${questionId}::text)))
        and (${pattern}::text is null or m.name ilike ${pattern} or exists (
          select 1
          from jsonb_array_elements(r.answers) a
          where a ->> 'text' ilike ${pattern}
        ))
        and (${conversation}::text is null or v.messages > 0)
        and (${conversation}::text is distinct from 'unanswered' or v.last_sender = 'respondent')
      order by r.id
      limit ${limit}`,
  )

const answeringTeamRow = shape({ team_id: collectionTeams.team_id, name: collectionTeams.name })

/** The people who have named answers. */
export const answeringTeams = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof answeringTeamRow>[]> =>
  many(
    tx,
    answeringTeamRow,
    sql`
      select t.team_id, t.name
      from collection_teams t
      join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id and c.mode = 'attributed'
      where t.organisation_id = ${organisationId}
        and t.collection_id = ${collectionId}
        and t.team_id in (
          select p.team_id
          from responses r
          cross join lateral (${recipientRows(organisationId, { collection: sql`r.collection_id`, member: sql`r.member_id` })}) as p
          where r.organisation_id = ${organisationId}
            and r.collection_id = ${collectionId}
            and r.state = 'submitted'
        )
      order by t.name, t.team_id`,
  )

const namedHolderRow = shapeOf(responses, ['member_id'])

/** Whose answer it is: of attributed mode and submitted, otherwise nobody's. @param lock  until the transaction ends, so that it is not deleted meanwhile */
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
