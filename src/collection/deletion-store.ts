/** SQL of deletion: what is due, what has begun, and the parts that the engine's own tables are deleted in. */
import type { Question } from '../../contract/questions.ts'
import { deleteCodes, deletePools } from './code-store.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { DeleteSome } from '../confidentiality/confidentiality.ts'
import { claimWithin, isReached } from '../db/claiming.ts'
import { json, only, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, int8, jsonbOf, nullable, type RowOf, shape, shapeOf, text, textOf } from '../db/shape.ts'
import { collections, organisations } from '../db/tables.ts'

const dueRow = shape({
  organisation_id: collections.organisation_id,
  id: collections.id,
  questions: collections.questions,
  due: textOf<'answers' | 'deliveries'>(),
})

export type DueRow = RowOf<typeof dueRow>

/** Of rows of `collections`: answers whose time is over, except for a hold. */
export const answersOverBy = (at: Date) => sql`
  collections.state = 'closed'
  and collections.answers_deleted_at is null
  and collections.answers_due_at <= ${at}`

/** The same for messages; `days` is how long the organisation keeps them. */
export const deliveriesOverBy = (at: Date, days: ReturnType<typeof sql>) => sql`
  collections.state <> 'open'
  and collections.deletion is distinct from 'survey'
  and collections.deliveries_deleted_at is null
  and collections.closed_at <= ${at}::timestamptz - make_interval(hours => 24 * ${days})`

/** A collection with answers or messages whose time is over; claimed until the transaction ends. */
export async function claimDue(
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<DueRow | undefined> {
  const free = sql`
    collections.held_at is null
    and collections.deletion is null
    and collections.id <> all (${textArray(quarantined)})`
  const answers = await claimWithin(
    tx,
    sql`
      select organisation_id
      from collections
      where ${answersOverBy(now)}
        and ${free}
      order by answers_due_at`,
    (organisationId) =>
      one(
        tx,
        dueRow,
        sql`
      select organisation_id, id, questions, 'answers' as due
      from collections
      where ${answersOverBy(now)}
        and ${free}
        and organisation_id = ${organisationId}
      order by answers_due_at
      limit 1
      for update skip locked`,
      ),
  )
  return (
    answers ??
    (await claimWithin(
      tx,
      sql`
        select collections.organisation_id
        from collections
        join organisations o on o.id = collections.organisation_id
        where ${deliveriesOverBy(now, sql`o.deliveries_days`)}
          and ${free}
          and ${isReached('collections.organisation_id')}
          and ${isReached('o.id')}
        order by collections.closed_at`,
      (organisationId) =>
        one(
          tx,
          dueRow,
          sql`
        select collections.organisation_id, collections.id, collections.questions, 'deliveries' as due
        from collections
        join organisations o on o.id = collections.organisation_id
        where ${deliveriesOverBy(now, sql`o.deliveries_days`)}
          and ${free}
        and collections.organisation_id = ${organisationId}
        order by collections.closed_at
        limit 1
        for update of collections skip locked`,
        ),
    ))
  )
}

/** An analysis that has not begun by then does not begin any more: it would read a part of the answers. */
export const markBegun = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  what: 'answers' | 'deliveries',
  now: Date,
): Promise<number> =>
  run(
    tx,
    what === 'answers'
      ? sql`
          update collections
          set deletion = 'answers',
              answers_deleted_at = ${now},
              results_status = case when results_status = 'analysing' then 'available' else results_status end
          where organisation_id = ${organisationId}
            and id = ${collectionId}`
      : sql`
          update collections
          set deletion = 'deliveries',
              deliveries_deleted_at = ${now}
          where organisation_id = ${organisationId}
            and id = ${collectionId}`,
  )

type Deletion = 'answers' | 'deliveries' | 'survey'

/** What was being deleted, in which of its parts, and the key of the last row that went. */
export type DeletionPosition = { what: Deletion; step: number; after: string | null }

const begunRow = shapeOf(
  collections,
  [
    'organisation_id',
    'id',
    'owner_kind',
    'owner_id',
    'series_id',
    'author_user_id',
    'recipients',
    'questions',
  ],
  {
    deletion: textOf<Deletion>(),
    deletion_position: nullable(jsonbOf<DeletionPosition>()),
    is_private: bool,
    questions: jsonbOf<Question[]>(),
  },
)

export type DeletionRow = RowOf<typeof begunRow>

const begun = sql`from collections where deletion is not null and held_at is null`

export const waiting = () => sql`select 1 ${begun} limit 1`

/** A collection of which something is being deleted; claimed until the transaction ends. */
export const claimBegun = (tx: Tx, quarantined: readonly string[]): Promise<DeletionRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${begun}
        and id <> all (${textArray(quarantined)})
      order by deletion, id`,
    (organisationId) =>
      one(
        tx,
        begunRow,
        sql`
      select ${begunRow.columns}, deletion, deletion_position, visibility = 'private' as is_private
      ${begun}
        and id <> all (${textArray(quarantined)})
        and organisation_id = ${organisationId}
      order by deletion, id
      limit 1
      for update skip locked`,
      ),
  )

export const savePosition = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  position: DeletionPosition,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set deletion_position = ${json(position)}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

export const markFinished = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set deletion = null,
          deletion_position = null
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

/** The foreign keys see to it that nothing of it is left. */
export async function deleteCollection(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<void> {
  const ref = { organisationId, collectionId }
  await deleteCodes(tx, ref)
  await deletePools(tx, ref)
  await run(
    tx,
    sql`delete from reminders where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
  await run(
    tx,
    sql`delete from collections where organisation_id = ${organisationId} and id = ${collectionId}`,
  )
}

const batchRow = shape({ count: int8, last: nullable(text) })

const some =
  (
    table: 'deliveries' | 'recipients' | 'packed_recipients' | 'collection_teams',
    key: 'member_id' | 'first_member_id' | 'team_id',
  ): DeleteSome =>
  (tx, { organisationId, collectionId }, after, limit) =>
    only(
      tx,
      batchRow,
      sql`
        with deleted as (
          delete from ${sql.table(table)}
          where organisation_id = ${organisationId}
            and ctid = any (array(
            select ctid
            from ${sql.table(table)}
            where organisation_id = ${organisationId}
              and collection_id = ${collectionId}
              and ${sql.ref(key)} >= ${after ?? ''}
            order by ${sql.ref(key)}
            limit ${limit}
          ))
          returning ${sql.ref(key)} as key
        )
        select count(*) as count, max(key) as last
        from deleted`,
    )

/** Messages with their addresses. */
export const messageParts: readonly DeleteSome[] = [some('deliveries', 'member_id')]

/** Who was asked, and where they counted. */
export const rosterParts: readonly DeleteSome[] = [
  some('recipients', 'member_id'),
  some('packed_recipients', 'first_member_id'),
  some('collection_teams', 'team_id'),
]

/**
 * Surveys that have opened are kept no longer than that from now on. What was told becomes shorter and never longer: more days do nothing.
 */
export const keepNoLonger = (tx: Tx, organisationId: string, days: number): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set kept_days = ${days},
          answers_due_at = case
            when state = 'closed'
            then (greatest(closed_at, imported_at) at time zone 'UTC' + make_interval(hours => 24 * ${days}::integer)) at time zone 'UTC'
          end
      where organisation_id = ${organisationId}
        and state <> 'cancelled'
        and answers_deleted_at is null
        and (kept_days is null or kept_days > ${days})`,
  )

/** The most days for which answers are kept; nobody changes it before the transaction ends. */
export async function lockAnswersDays(tx: Tx, organisationId: string): Promise<number> {
  const { answers_days: days } = await only(
    tx,
    shapeOf(organisations, ['answers_days']),
    sql`select answers_days from organisations where id = ${organisationId} for share`,
  )
  return days
}
