/** SQL of groups as the provider sent them. */
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { newerThan } from '../db/paging.ts'
import { int8, nullable, type RowOf, shape, shapeOf, textOf } from '../db/shape.ts'
import { syncedGroups } from '../db/tables.ts'
import type { Slice } from './users-store.ts'

export type GroupPlan = 'create' | 'update' | 'archive' | 'reactivate'

const groupRow = shapeOf(
  syncedGroups,
  [
    'id',
    'display_name',
    'external_id',
    'parent_id',
    'owns',
    'sent_by',
    'fault',
    'deleted_at',
    'version',
    'created_at',
    'updated_at',
    'planned',
  ],
  { planned: nullable(textOf<GroupPlan>()) },
)
export type SyncedGroup = RowOf<typeof groupRow>

type Condition = ReturnType<typeof sql>

export const findGroup = (tx: Tx, organisationId: string, id: string): Promise<SyncedGroup | undefined> =>
  one(
    tx,
    groupRow,
    sql`
      select ${groupRow.columns}
      from synced_groups
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

const countRow = shape({ count: int8 })

export async function countGroups(tx: Tx, organisationId: string, condition: Condition): Promise<number> {
  const { count } = await only(
    tx,
    countRow,
    sql`
      select count(*) as count
      from synced_groups
      where organisation_id = ${organisationId}
        and deleted_at is null
        and ${condition}`,
  )
  return count
}

/** By id. */
export const listGroups = (
  tx: Tx,
  organisationId: string,
  condition: Condition,
  { after, offset, limit }: Slice,
): Promise<SyncedGroup[]> =>
  many(
    tx,
    groupRow,
    sql`
      select ${groupRow.columns}
      from synced_groups
      where organisation_id = ${organisationId}
        and deleted_at is null
        and ${condition}
        and ${newerThan('id', after)}
      order by id
      limit ${limit}
      offset ${offset}`,
  )

const idRow = shapeOf(syncedGroups, ['id'])

/** Another group with this id of the provider. */
export async function groupWith(
  tx: Tx,
  organisationId: string,
  { id, externalId }: { id: string | null; externalId: string },
): Promise<string | undefined> {
  const row = await one(
    tx,
    idRow,
    sql`
      select id
      from synced_groups
      where organisation_id = ${organisationId}
        and deleted_at is null
        and id is distinct from ${id}
        and external_id = ${externalId}`,
  )
  return row?.id
}

export type GroupWrite = {
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
  readonly parentId: string | null
  readonly owns: readonly string[]
  readonly sentBy: string
}

/** A new group, or one that was deleted and is there again, or other values of one. */
export const writeGroup = (
  tx: Tx,
  organisationId: string,
  { id, displayName, externalId, parentId, owns, sentBy }: GroupWrite,
  now: Date,
): Promise<SyncedGroup> =>
  only(
    tx,
    groupRow,
    sql`
      insert into synced_groups
        (organisation_id, id, display_name, external_id, parent_id, owns, sent_by, created_at, updated_at)
      values
        (${organisationId}, ${id}, ${displayName}, ${externalId}, ${parentId}, ${textArray(owns)}, ${sentBy}, ${now}, ${now})
      on conflict (organisation_id, id) do update
      set display_name = excluded.display_name,
          external_id = excluded.external_id,
          parent_id = excluded.parent_id,
          owns = excluded.owns,
          sent_by = excluded.sent_by,
          fault = null,
          deleted_at = null,
          version = synced_groups.version + 1,
          updated_at = excluded.updated_at
      returning ${groupRow.columns}`,
  )

/** Members of the group changed: they are part of it. */
export const touchGroup = (
  tx: Tx,
  organisationId: string,
  { id, sentBy }: { id: string; sentBy: string },
  now: Date,
): Promise<SyncedGroup> =>
  only(
    tx,
    groupRow,
    sql`
      update synced_groups
      set version = version + 1,
          sent_by = ${sentBy},
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${groupRow.columns}`,
  )

export async function markGroupDeleted(
  tx: Tx,
  organisationId: string,
  { id, sentBy }: { id: string; sentBy: string },
  now: Date,
): Promise<SyncedGroup> {
  await run(
    tx,
    sql`delete from synced_memberships where organisation_id = ${organisationId} and group_id = ${id}`,
  )
  return only(
    tx,
    groupRow,
    sql`
      update synced_groups
      set deleted_at = ${now},
          sent_by = ${sentBy},
          fault = null,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${groupRow.columns}`,
  )
}

export const forgetGroup = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from synced_groups where organisation_id = ${organisationId} and id = ${id}`)

export const planGroup = (
  tx: Tx,
  organisationId: string,
  { id, planned, fault = null }: { id: string; planned: GroupPlan | null; fault?: string | null },
): Promise<number> =>
  run(
    tx,
    sql`
      update synced_groups
      set planned = ${planned},
          fault = ${fault}
      where organisation_id = ${organisationId}
        and id = ${id}
        and (planned is distinct from ${planned} or fault is distinct from ${fault})`,
  )

/** Groups with something to be written, of themselves or of their members. */
export const plannedGroups = (
  tx: Tx,
  organisationId: string,
  {
    kinds,
    faulty,
    after,
    limit,
  }: { kinds: readonly string[] | null; faulty: boolean | null; after: string | null; limit: number },
): Promise<SyncedGroup[]> =>
  many(
    tx,
    groupRow,
    sql`
      select ${groupRow.of('g')}
      from synced_groups g
      where g.organisation_id = ${organisationId}
        and (g.planned is not null
          or exists (
            select 1
            from synced_memberships s
            where s.organisation_id = ${organisationId}
              and s.group_id = g.id
              and not s.is_written))
        and (${kinds === null} or coalesce(g.planned, 'members') = any (${textArray(kinds ?? [])}))
        and (${faulty}::boolean is null or (g.fault is not null) = ${faulty})
        and ${newerThan('g.id', after)}
      order by g.id
      limit ${limit}`,
  )

const plannedRow = shape({ teams: int8, memberships: int8, faults: int8 })

export const countPlannedGroups = (tx: Tx, organisationId: string): Promise<RowOf<typeof plannedRow>> =>
  only(
    tx,
    plannedRow,
    sql`
      select
        (select count(*) from synced_groups where organisation_id = ${organisationId} and planned is not null) as teams,
        (select count(*) from synced_memberships where organisation_id = ${organisationId} and not is_written) as memberships,
        (select count(*) from synced_groups where organisation_id = ${organisationId} and fault is not null) as faults`,
  )

const deletedAtOnce = 1_000

/** Those that the provider deleted before that, with nothing left to be written. */
export const deleteDeletedGroups = (tx: Tx, before: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from synced_groups
      where (organisation_id, id) in (
        select organisation_id, id
        from synced_groups
        where deleted_at < ${before}
          and planned is null
        limit ${deletedAtOnce})`,
  )
