/** SQL of replies. Anyone who sees a finding sees the replies to it; drafts are their author's. */
import type { listReplies as operation, ReplyKind } from '../../contract/replies.ts'
import type { Query } from '../../contract/operation.ts'
import { ownerIdColumns, ownerIds } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { exists, many, one, only, run, sql, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { bool, int4, nullable, type RowOf, shape, shapeOf, timestamptz } from '../db/shape.ts'
import { collections, insights, replies, users } from '../db/tables.ts'
import { isLed, isShared, type Lead, type Reader, visibleTo } from '../visibility.ts'
import { recipientRows } from '../roster-rows.ts'

const replyRow = shapeOf(
  replies,
  [
    'organisation_id',
    'id',
    'collection_id',
    'insight_id',
    'pulse_id',
    'check_in_id',
    'check_in_instance_id',
    'team_id',
    'kind',
    'state',
    'text',
    'action_id',
    'author_user_id',
    'published_at',
    'withdrawn_at',
    'messages_at',
    'version',
    'created_at',
    'updated_at',
  ],
  { author_name: users.name, visibility: collections.visibility, recipients: nullable(int4) },
)
export type ReplyRow = RowOf<typeof replyRow>

/** The replies that a reader sees, with the number of people asked where the response rate of the group is released. */
const visibleReplies = (reader: Reader) => sql`
  select ${replyRow.of('r')}, u.name as author_name, c.visibility, (
           select p.n
           from insights p
           where p.organisation_id = ${reader.actor.organisationId}
             and p.collection_id = r.collection_id
             and p.kind = 'participation'
             and p.state = 'ready'
             and p.team_id is not distinct from r.team_id
           limit 1
         ) as recipients
  from replies r
  join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
  join users u on u.organisation_id = r.organisation_id and u.id = r.author_user_id
  where r.organisation_id = ${reader.actor.organisationId}
    and ${visibleTo(reader.actor, 'c')}
    and ${isShared(reader, 'c', sql`r.team_id`)}`

const isReadable = (userId: string | null) => sql`(r.state <> 'draft' or r.author_user_id = ${userId})`

type Filter = Omit<Query<typeof operation>, 'limit' | 'cursor'> & { userId: string | null }

export const listReplies = (tx: Tx, reader: Reader, filter: Filter, paging: Paged): Promise<ReplyRow[]> =>
  many(
    tx,
    replyRow,
    sql`
      ${visibleReplies(reader)}
        and ${olderThan('r.id', paging.after)}
        and ${isReadable(filter.userId)}
        and ${filter.state ? sql`r.state = ${filter.state}` : sql`r.state <> 'withdrawn'`}
        ${filter.insight_id ? sql`and r.insight_id = ${filter.insight_id}` : sql``}
        ${filter.pulse_id ? sql`and r.pulse_id = ${filter.pulse_id}` : sql``}
        ${filter.check_in_id ? sql`and r.check_in_id = ${filter.check_in_id}` : sql``}
        ${filter.check_in_instance_id ? sql`and r.check_in_instance_id = ${filter.check_in_instance_id}` : sql``}
        ${filter.team_id ? sql`and r.team_id = ${filter.team_id}` : sql``}
        ${filter.action_id ? sql`and r.action_id = ${filter.action_id}` : sql``}
      order by r.id desc
      limit ${paging.limit + 1}`,
  )

/** Drafts of others too: for whoever wants to change one, who is refused then. */
export const findReply = (
  tx: Tx,
  reader: Reader,
  id: string,
  { lock = false } = {},
): Promise<ReplyRow | undefined> =>
  one(
    tx,
    replyRow,
    sql`
      ${visibleReplies(reader)}
        and r.id = ${id}
      ${lock ? sql`for update of r` : sql``}`,
  )

/** What a further question takes over. */
const askedColumns = shapeOf(collections, [
  'title',
  'roster',
  'mode',
  'k_score',
  'k_comment',
  'k_rate',
  'visibility',
  'channels',
  'language',
])

const findingRow = shapeOf(insights, ['id', 'organisation_id', 'collection_id', 'team_id', 'state'], {
  ...ownerIdColumns,
  author_user_id: collections.author_user_id,
  ...askedColumns.fields,
  is_deleted: bool,
  /** The given caller leads those whom it is about. */
  is_led: bool,
  has_recipients: bool,
})
export type Finding = RowOf<typeof findingRow>

/** @param lock  until the transaction ends, so that two replies at once are counted one after the other */
export const findFinding = (
  tx: Tx,
  reader: Reader,
  id: string,
  { lead, lock }: { lead: Lead | null; lock: boolean },
): Promise<Finding | undefined> =>
  one(
    tx,
    findingRow,
    sql`
      select ${findingRow.of('i')}, ${ownerIds}, c.author_user_id, ${askedColumns.of('c')}, c.deleted_at is not null as is_deleted,
             ${isLed(lead, 'c', sql`i.team_id`)} as is_led,
             c.imported_at is null and exists (
               select 1
               from (${recipientRows(reader.actor.organisationId, { collection: sql`i.collection_id`, member: null })}) as r
             ) as has_recipients
      from insights i
      join collections c on c.organisation_id = i.organisation_id and c.id = i.collection_id
      where i.organisation_id = ${reader.actor.organisationId}
        and i.id = ${id}
        and ${visibleTo(reader.actor, 'c')}
        and ${isShared(reader, 'c', sql`i.team_id`)}
      ${lock ? sql`for no key update of i` : sql``}`,
  )

const countRow = shape({ count: int4 })

/** For a finding that is locked because one more reply is about to be written: a statement that waits for the lock would count what was there before. */
export async function countReplies(tx: Tx, { organisation_id, id }: Finding): Promise<number> {
  const { count } = await only(
    tx,
    countRow,
    sql`
      select count(*)::integer as count
      from replies
      where organisation_id = ${organisation_id}
        and insight_id = ${id}`,
  )
  return count
}

/** An action that is done, and that this finding recommended. */
export const isDoneAction = (
  tx: Tx,
  organisationId: string,
  id: string,
  insightId: string,
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from actions
      where organisation_id = ${organisationId}
        and id = ${id}
        and insight_id = ${insightId}
        and state = 'done'`,
  )

type NewReply = {
  id: string
  kind: ReplyKind
  text: string
  actionId: string | null
  authorUserId: string
  pageKey: string
}

export const insertReply = (tx: Tx, finding: Finding, it: NewReply, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into replies
        (organisation_id, id, collection_id, insight_id, pulse_id, check_in_id, check_in_instance_id, team_id,
         kind, text, action_id, author_user_id, page_key, created_at, updated_at)
      values
        (${finding.organisation_id}, ${it.id}, ${finding.collection_id}, ${finding.id}, ${finding.pulse_id}, ${finding.check_in_id},
         ${finding.check_in_instance_id}, ${finding.team_id}, ${it.kind}, ${it.text}, ${it.actionId}, ${it.authorUserId}, ${it.pageKey},
         ${now}, ${now})`,
  )

type Draft = Pick<ReplyRow, 'organisation_id' | 'id' | 'kind' | 'text' | 'action_id'>

export const updateDraft = (tx: Tx, it: Draft, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update replies
      set kind = ${it.kind},
          text = ${it.text},
          action_id = ${it.action_id},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${it.organisation_id}
        and id = ${it.id}
        and state = 'draft'`,
  )

type Ref = Pick<ReplyRow, 'organisation_id' | 'id'>

export const deleteDraft = (tx: Tx, { organisation_id, id }: Ref): Promise<number> =>
  run(
    tx,
    sql`
      delete from replies
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'draft'`,
  )

const lastRow = shape({ at: nullable(timestamptz) })

/** When messages about replies to this survey were last queued. */
export async function lastMessages(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Date | null> {
  const { at } = await only(
    tx,
    lastRow,
    sql`
      select max(messaged_at) as at
      from replies
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return at === null ? null : new Date(at)
}

export const publish = (tx: Tx, { organisation_id, id }: Ref, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update replies
      set state = 'published',
          published_at = ${now},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'draft'`,
  )

/** All that were published and not messaged about go out together. */
export const planMessages = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  at: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update replies
      set messages_at = ${at}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'published'
        and messaged_at is null`,
  )

export const withdraw = (tx: Tx, { organisation_id, id }: Ref, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update replies
      set state = 'withdrawn',
          withdrawn_at = ${now},
          messages_at = case when messaged_at is not null then messages_at end,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'published'`,
  )

export const deleteReplies = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from replies where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
