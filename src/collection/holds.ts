/**
 * Legal holds. While one lasts nothing of a collection is deleted by the clock: its answers, its messages, or all of it once it was deleted,
 * also with its organisation. An open one cannot be cancelled, since that would delete its answers. A person's own decision wins over a hold: who is erased, or withdraws,
 * is deleted (docs/decisions/0034-how-long-things-are-kept.md).
 */
import type { CollectionRef } from '../collection-ref.ts'
import { isReached } from '../db/claiming.ts'
import { exists, many, one, type Query, sql, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { bool, type RowOf, shape, shapeOf, text, timestamptz } from '../db/shape.ts'
import { collections } from '../db/tables.ts'

const heldRow = shapeOf(
  collections,
  [
    'id',
    'owner_kind',
    'owner_id',
    'series_id',
    'title',
    'author_user_id',
    'is_public',
    'answers_due_at',
    'held_at',
    'held_by',
    'hold_reason',
  ],
  { held_at: timestamptz, held_by: text, hold_reason: text },
)

export type HeldRow = RowOf<typeof heldRow>

/** Sets a hold, or changes its reason: who set it first and when stay. @returns undefined where there is no such collection, or no more */
export const holdCollection = (
  tx: Tx,
  { organisationId, ownerId }: { organisationId: string; ownerId: string },
  { userId, reason }: { userId: string; reason: string },
  now: Date,
): Promise<HeldRow | undefined> =>
  one(
    tx,
    heldRow,
    sql`
      update collections
      set held_at = coalesce(held_at, ${now}),
          held_by = coalesce(held_by, ${userId}),
          hold_reason = ${reason},
          hold_notice = case when held_at is null then 'set' else hold_notice end,
          hold_notice_due_at = case when held_at is null then ${now} else hold_notice_due_at end
      where organisation_id = ${organisationId}
        and owner_id = ${ownerId}
        and owner_kind in ('pulse', 'check_in_instance')
        and deletion is distinct from 'survey'
      returning ${heldRow.columns}`,
  )

/** What is due is deleted at the next run. @returns whether it was on hold; undefined where there is no such collection */
export async function liftHoldOf(
  tx: Tx,
  { organisationId, ownerId }: { organisationId: string; ownerId: string },
  now: Date,
): Promise<boolean | undefined> {
  const row = await one(
    tx,
    shape({ was_held: bool }),
    sql`
      with before as (
        select organisation_id, id, held_at is not null as was_held
        from collections
        where organisation_id = ${organisationId}
          and owner_id = ${ownerId}
          and owner_kind in ('pulse', 'check_in_instance')
          and deletion is distinct from 'survey'
        for update
      )
      update collections c
      set held_at = null,
          held_by = null,
          hold_reason = null,
          hold_notice = case when before.was_held then 'lifted' else c.hold_notice end,
          hold_notice_due_at = case when before.was_held then ${now} else c.hold_notice_due_at end
      from before
      where c.organisation_id = before.organisation_id
        and c.id = before.id
      returning before.was_held`,
  )
  return row?.was_held
}

export const listHeld = (tx: Tx, organisationId: string, { after, limit }: Paged): Promise<HeldRow[]> =>
  many(
    tx,
    heldRow,
    sql`
      select ${heldRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and held_at is not null
        and ${olderThan('id', after)}
      order by id desc
      limit ${limit + 1}`,
  )

/** SQL: whether an organisation has anything on hold. */
export const hasHolds = (organisationId: Query) => sql`
  exists (
    select 1
    from collections
    where collections.organisation_id = ${organisationId}
      and collections.held_at is not null
      and ${isReached('collections.organisation_id')}
  )`

/** It is open while a hold keeps it from being cancelled, which would delete its answers. */
export const isHeld = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and held_at is not null
      for update`,
  )
