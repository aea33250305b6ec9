/** SQL of users as the provider sent them. The directory of the organisation is locked by whoever writes. */
import type { UserResource } from './resource.ts'
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { newerThan } from '../db/paging.ts'
import { int8, jsonbOf, nullable, type RowOf, shape, shapeOf, textOf } from '../db/shape.ts'
import { syncedUsers } from '../db/tables.ts'

export type UserPlan = 'create' | 'update' | 'deactivate' | 'reactivate'

const userRow = shapeOf(
  syncedUsers,
  [
    'id',
    'user_name',
    'external_id',
    'manager_id',
    'active',
    'owns',
    'sent_by',
    'fault',
    'deactivated_at',
    'deleted_at',
    'version',
    'created_at',
    'updated_at',
    'resource',
    'planned',
  ],
  { resource: jsonbOf<UserResource>(), planned: nullable(textOf<UserPlan>()) },
)
export type SyncedUser = RowOf<typeof userRow>

type Condition = ReturnType<typeof sql>

/** One by id. @param lock  until the transaction ends */
export const findUser = (tx: Tx, organisationId: string, id: string): Promise<SyncedUser | undefined> =>
  one(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from synced_users
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

const countRow = shape({ count: int8 })

export async function countUsers(tx: Tx, organisationId: string, condition: Condition): Promise<number> {
  const { count } = await only(
    tx,
    countRow,
    sql`
      select count(*) as count
      from synced_users
      where organisation_id = ${organisationId}
        and deleted_at is null
        and ${condition}`,
  )
  return count
}

export type Slice = { readonly after: string | null; readonly offset: number; readonly limit: number }

/** By id. */
export const listUsers = (
  tx: Tx,
  organisationId: string,
  condition: Condition,
  { after, offset, limit }: Slice,
): Promise<SyncedUser[]> =>
  many(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from synced_users
      where organisation_id = ${organisationId}
        and deleted_at is null
        and ${condition}
        and ${newerThan('id', after)}
      order by id
      limit ${limit}
      offset ${offset}`,
  )

const idRow = shapeOf(syncedUsers, ['id'])

/** Another user with this name or this id of the provider. Two statements in one: `or` reads all users where the planner knows little. */
export async function userWith(
  tx: Tx,
  organisationId: string,
  { id, userName, externalId }: { id: string | null; userName: string; externalId: string | null },
): Promise<string | undefined> {
  const others = sql`
    select id
    from synced_users
    where organisation_id = ${organisationId}
      and deleted_at is null
      and id is distinct from ${id}`
  const row = await one(
    tx,
    idRow,
    sql`
      ${others} and lower(user_name) = lower(${userName})
      union all
      ${others} and external_id = ${externalId}
      limit 1`,
  )
  return row?.id
}

const presenceRow = shapeOf(syncedUsers, ['id', 'deleted_at'])

/** Those of the ids that are users, and not deleted ones. Found by id: an index of all who are there would be read as a whole. */
export async function usersAmong(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    tx,
    presenceRow,
    sql`
      select ${presenceRow.columns}
      from synced_users
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )
  return new Set(rows.flatMap(({ id, deleted_at }) => (deleted_at === null ? [id] : [])))
}

export type UserWrite = {
  readonly id: string
  readonly resource: UserResource
  readonly owns: readonly string[]
  readonly sentBy: string
}

/** A new user, or one that was deleted and is there again, or other values of one. */
export const writeUser = (
  tx: Tx,
  organisationId: string,
  { id, resource, owns, sentBy }: UserWrite,
  now: Date,
): Promise<SyncedUser> =>
  only(
    tx,
    userRow,
    sql`
      insert into synced_users
        (organisation_id, id, user_name, external_id, emails, manager_id, active, resource, owns, sent_by, created_at, updated_at)
      values
        (${organisationId}, ${id}, ${resource.userName}, ${resource.externalId ?? null},
         ${textArray((resource.emails ?? []).map(({ value }) => value.toLowerCase()))},
         ${resource.enterprise?.manager?.value ?? null}, ${resource.active}, ${json(resource)}, ${textArray(owns)}, ${sentBy}, ${now}, ${now})
      on conflict (organisation_id, id) do update
      set user_name = excluded.user_name,
          external_id = excluded.external_id,
          emails = excluded.emails,
          manager_id = excluded.manager_id,
          active = excluded.active,
          resource = excluded.resource,
          owns = excluded.owns,
          sent_by = excluded.sent_by,
          fault = null,
          deleted_at = null,
          version = synced_users.version + 1,
          updated_at = excluded.updated_at
      returning ${userRow.columns}`,
  )

/** Found no more from now on. */
export const markUserDeleted = (
  tx: Tx,
  organisationId: string,
  { id, sentBy }: { id: string; sentBy: string },
  now: Date,
): Promise<SyncedUser> =>
  only(
    tx,
    userRow,
    sql`
      update synced_users
      set deleted_at = ${now},
          active = false,
          sent_by = ${sentBy},
          fault = null,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${userRow.columns}`,
  )

export const forgetUser = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from synced_users where organisation_id = ${organisationId} and id = ${id}`)

/** What is still to be written of a user, and why it could not be; null: nothing. */
export const planUser = (
  tx: Tx,
  organisationId: string,
  { id, planned, fault = null }: { id: string; planned: UserPlan | null; fault?: string | null },
): Promise<number> =>
  run(
    tx,
    sql`
      update synced_users
      set planned = ${planned},
          fault = ${fault}
      where organisation_id = ${organisationId}
        and id = ${id}
        and (planned is distinct from ${planned} or fault is distinct from ${fault})`,
  )

/** @param at  null: it does not count for the brake */
export const markDeactivated = (
  tx: Tx,
  organisationId: string,
  { id, at }: { id: string; at: Date | null },
): Promise<number> =>
  run(
    tx,
    sql`
      update synced_users
      set deactivated_at = ${at}
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

/** How many members sync has deactivated since then, and not activated again. */
export async function countDeactivated(tx: Tx, organisationId: string, since: Date): Promise<number> {
  const { count } = await only(
    tx,
    countRow,
    sql`
      select count(*) as count
      from synced_users
      where organisation_id = ${organisationId}
        and deactivated_at > ${since}`,
  )
  return count
}

/** Whose manager this is. */
export const reportsOf = (tx: Tx, organisationId: string, managerId: string): Promise<SyncedUser[]> =>
  many(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from synced_users
      where organisation_id = ${organisationId}
        and manager_id = ${managerId}
        and deleted_at is null
        and planned is null
      order by id`,
  )

/** Those with something to be written, the first by id. @param faulty  null: of both */
export const plannedUsers = (
  tx: Tx,
  organisationId: string,
  {
    kinds,
    faulty,
    after,
    limit,
  }: { kinds: readonly string[] | null; faulty: boolean | null; after: string | null; limit: number },
): Promise<SyncedUser[]> =>
  many(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from synced_users
      where organisation_id = ${organisationId}
        and planned is not null
        and (${kinds === null} or planned = any (${textArray(kinds ?? [])}))
        and (${faulty}::boolean is null or (fault is not null) = ${faulty})
        and ${newerThan('id', after)}
      order by id
      limit ${limit}`,
  )

const plannedRow = shape({ planned: textOf<UserPlan>(), count: int8, faults: int8 })

export const countPlanned = (tx: Tx, organisationId: string): Promise<RowOf<typeof plannedRow>[]> =>
  many(
    tx,
    plannedRow,
    sql`
      select planned, count(*) as count, count(fault) as faults
      from synced_users
      where organisation_id = ${organisationId}
        and planned is not null
      group by planned`,
  )

const deletedAtOnce = 1_000

/** Those whom the provider deleted before that, with nothing left to be written. */
export const deleteDeletedUsers = (tx: Tx, before: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from synced_users
      where (organisation_id, id) in (
        select organisation_id, id
        from synced_users
        where deleted_at < ${before}
          and planned is null
        limit ${deletedAtOnce})`,
  )
