/** SQL of conversations and their messages. Every statement that begins with a message asks for a reader whom the promise names. */
import type { MessageSender } from '../../contract/conversations.ts'
import type { ReplyState } from '../../contract/states.ts'
import type { UserActor } from '../actor.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { exists, many, one, only, run, sql, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { int4, nullable, type RowOf, shape, shapeOf, text, textOf, timestamptz } from '../db/shape.ts'
import {
  collections,
  conversationMessages,
  conversations,
  members,
  organisations,
  users,
} from '../db/tables.ts'
import { visibleTo } from '../visibility.ts'

/** One answer that was given by name. */
export type AnswerRef = CollectionRef & { readonly responseId: string }

const messageRow = shapeOf(
  conversationMessages,
  [
    'organisation_id',
    'id',
    'collection_id',
    'response_id',
    'author_user_id',
    'text',
    'published_at',
    'withdrawn_at',
    'version',
    'created_at',
    'updated_at',
  ],
  {
    sender: textOf<MessageSender>(),
    state: textOf<ReplyState>(),
    /** null of the respondent, whose name is with their answer. */
    reader_name: nullable(users.name),
    owner_id: collections.owner_id,
    visibility: collections.visibility,
  },
)
export type MessageRow = RowOf<typeof messageRow>

const selected = sql`
  select ${messageRow.of('m')}, m.sender, m.state, u.name as reader_name, c.owner_id, c.visibility
  from conversation_messages m
  join collections c on c.organisation_id = m.organisation_id and c.id = m.collection_id
  left join users u on u.organisation_id = m.organisation_id and u.id = m.author_user_id`

const isOf = ({ organisationId, collectionId, responseId }: AnswerRef) => sql`
  m.organisation_id = ${organisationId}
  and m.collection_id = ${collectionId}
  and m.response_id = ${responseId}`

/** @param userId  whose drafts are among them; null: nobody's */
export const messagesOf = (tx: Tx, ref: AnswerRef, userId: string | null): Promise<MessageRow[]> =>
  many(
    tx,
    messageRow,
    sql`
      ${selected}
      where ${isOf(ref)}
        and (m.state = 'published' or (m.state = 'draft' and m.author_user_id = ${userId}))
      order by coalesce(m.published_at, m.created_at), m.id`,
  )

/** For a reader whom the promise of its survey names. Drafts of others too, for whoever wants to change one, who is refused then. */
export const findMessage = (tx: Tx, actor: UserActor, id: string): Promise<MessageRow | undefined> =>
  one(
    tx,
    messageRow,
    sql`
      ${selected}
      where m.organisation_id = ${actor.organisationId}
        and m.id = ${id}
        and c.mode = 'attributed'
        and c.deleted_at is null
        and ${actor.userId} = any (c.audience)
        and ${visibleTo(actor, 'c')}
      for update of m`,
  )

/** Begins the conversation, if it has not begun, and locks it, so that messages at once are counted one after the other. */
export async function lockConversation(
  tx: Tx,
  { organisationId, collectionId, responseId }: AnswerRef,
  pageKey: string,
  now: Date,
): Promise<void> {
  await run(
    tx,
    sql`
      insert into conversations (organisation_id, collection_id, response_id, page_key, created_at)
      values (${organisationId}, ${collectionId}, ${responseId}, ${pageKey}, ${now})
      on conflict (organisation_id, collection_id, response_id) do update set page_key = conversations.page_key`,
  )
}

const countRow = shape({ count: int4 })

/** Of both sides, withdrawn ones included. */
export async function countMessages(tx: Tx, ref: AnswerRef): Promise<number> {
  const { count } = await only(
    tx,
    countRow,
    sql`
      select count(*)::integer as count
      from conversation_messages m
      where ${isOf(ref)}`,
  )
  return count
}

type NewMessage = {
  readonly id: string
  readonly text: string
  /** null: the respondent, whose messages are published at once. */
  readonly authorUserId: string | null
  readonly attempt: string | null
}

/** @returns 0 where this attempt was written before */
export const insertMessage = (
  tx: Tx,
  { organisationId, collectionId, responseId }: AnswerRef,
  { id, text: words, authorUserId, attempt }: NewMessage,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into conversation_messages
        (organisation_id, id, collection_id, response_id, sender, author_user_id, text, state, attempt, published_at, created_at, updated_at)
      values
        (${organisationId}, ${id}, ${collectionId}, ${responseId}, ${authorUserId === null ? 'respondent' : 'reader'}, ${authorUserId},
         ${words}, ${authorUserId === null ? 'published' : 'draft'}, ${attempt}, ${authorUserId === null ? now : null}, ${now}, ${now})
      on conflict (organisation_id, collection_id, response_id, attempt) where attempt is not null do nothing`,
  )

type Ref = Pick<MessageRow, 'organisation_id' | 'id'>

export const updateText = (tx: Tx, { organisation_id, id }: Ref, words: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update conversation_messages
      set text = ${words},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'draft'`,
  )

export const publish = (tx: Tx, { organisation_id, id }: Ref, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update conversation_messages
      set state = 'published',
          published_at = ${now},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'draft'`,
  )

export const withdraw = (tx: Tx, { organisation_id, id }: Ref, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update conversation_messages
      set state = 'withdrawn',
          withdrawn_at = ${now},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'published'`,
  )

export const deleteDraft = (tx: Tx, { organisation_id, id }: Ref): Promise<number> =>
  run(
    tx,
    sql`
      delete from conversation_messages
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'draft'`,
  )

/** Whether the respondent's page has sent this before. */
export const isWritten = (tx: Tx, ref: AnswerRef, attempt: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from conversation_messages m
      where ${isOf(ref)}
        and m.attempt = ${attempt}`,
  )

const ownMessageRow = shapeOf(conversationMessages, ['organisation_id', 'id', 'state'])

/** A message of the respondent. */
export const findOwnMessage = (
  tx: Tx,
  ref: AnswerRef,
  id: string,
): Promise<RowOf<typeof ownMessageRow> | undefined> =>
  one(
    tx,
    ownMessageRow,
    sql`
      select ${ownMessageRow.of('m')}
      from conversation_messages m
      where ${isOf(ref)}
        and m.id = ${id}
        and m.sender = 'respondent'
      for update`,
  )

const ownRow = shape({
  organisation_id: conversations.organisation_id,
  collection_id: conversations.collection_id,
  response_id: conversations.response_id,
  page_key: conversations.page_key,
  title: collections.title,
  translations: collections.translations,
  /** The language of the title. */
  locale: text,
  audience: collections.audience,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
  organisation_locale: organisations.locale,
  time_zone: organisations.time_zone,
})
export type OwnConversationRow = RowOf<typeof ownRow>

const ownSelected = sql`
  select v.organisation_id, v.collection_id, v.response_id, v.page_key, c.title, c.translations, coalesce(c.language, o.locale) as locale,
         c.audience, o.name as organisation, o.colour, o.logo, o.locale as organisation_locale, o.time_zone
  from conversations v
  join collections c on c.organisation_id = v.organisation_id and c.id = v.collection_id
  join organisations o on o.id = v.organisation_id
  where c.mode = 'attributed'
    and c.deleted_at is null`

export const findByKey = (
  tx: Tx,
  { organisationId, text: key }: { organisationId: string; text: string },
): Promise<OwnConversationRow | undefined> =>
  one(
    tx,
    ownRow,
    sql`
      ${ownSelected}
        and v.organisation_id = ${organisationId}
        and v.page_key = ${key}`,
  )

export const findByAnswer = (tx: Tx, ref: AnswerRef): Promise<OwnConversationRow | undefined> =>
  one(
    tx,
    ownRow,
    sql`
      ${ownSelected}
        and v.organisation_id = ${ref.organisationId}
        and v.collection_id = ${ref.collectionId}
        and v.response_id = ${ref.responseId}`,
  )

const unansweredRow = shape({
  id: collections.id,
  owner_kind: collections.owner_kind,
  owner_id: collections.owner_id,
  series_id: nullable(collections.series_id),
  title: collections.title,
  conversations: int4,
  waiting_since: timestamptz,
})

/** One more than a page of surveys, newest first, whose promise names the reader, and in which a person wrote last about their named answer. */
export const unansweredConversations = (
  tx: Tx,
  actor: UserActor,
  { after, limit }: Paged,
): Promise<RowOf<typeof unansweredRow>[]> =>
  many(
    tx,
    unansweredRow,
    sql`
      select c.id, c.owner_kind, c.owner_id, c.series_id, c.title, w.conversations, w.waiting_since
      from collections c
      join lateral (
        select count(*)::integer as conversations, min(last.published_at) as waiting_since
        from conversations v
        join lateral (
          select m.sender, m.published_at
          from conversation_messages m
          where m.organisation_id = ${actor.organisationId}
            and m.collection_id = v.collection_id
            and m.response_id = v.response_id
            and m.state = 'published'
          order by m.published_at desc, m.id desc
          limit 1
        ) last on last.sender = 'respondent'
        where v.organisation_id = ${actor.organisationId}
          and v.collection_id = c.id
      ) w on w.conversations > 0
      where c.organisation_id = ${actor.organisationId}
        and c.mode = 'attributed'
        and c.deleted_at is null
        and c.answers_deleted_at is null
        and ${actor.userId} = any (c.audience)
        and ${visibleTo(actor, 'c')}
        and ${olderThan('c.id', after)}
      order by c.id desc
      limit ${limit + 1}`,
  )

const personRow = shape({ name: members.name, locale: members.locale })

export const findPerson = (
  tx: Tx,
  organisationId: string,
  memberId: string,
): Promise<RowOf<typeof personRow> | undefined> =>
  one(
    tx,
    personRow,
    sql`
      select name, locale
      from members
      where organisation_id = ${organisationId}
        and id = ${memberId}`,
  )

/** Readers who have said something, and are told of an answer. */
export const readersWhoWrote = (tx: Tx, ref: AnswerRef) =>
  many(
    tx,
    shape({ user_id: text }),
    sql`
      select distinct m.author_user_id as user_id
      from conversation_messages m
      join collections c on c.organisation_id = m.organisation_id and c.id = m.collection_id
      where ${isOf(ref)}
        and m.sender = 'reader'
        and m.state = 'published'
        and m.author_user_id = any (c.audience)`,
  )

/** With the answer: withdrawn by the person, who may answer again. Erasure and retention delete the answer's row, and these with it. */
export const deleteConversation = (tx: Tx, ref: AnswerRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from conversations
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
        and response_id = ${ref.responseId}`,
  )
