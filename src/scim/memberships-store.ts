/** SQL of the members of groups as the provider sent them. They change by set operations alone. */
import { many, run, sql, textArray, type Tx } from '../db/db.ts'
import { int8, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { syncedMemberships, syncedUsers } from '../db/tables.ts'

const memberRow = shape({
  group_id: syncedMemberships.group_id,
  user_id: syncedMemberships.user_id,
  deleted_at: syncedUsers.deleted_at,
})

/** The users of groups, without those whom the provider has deleted; by group and id. */
export async function membersOfGroups(
  tx: Tx,
  organisationId: string,
  groupIds: readonly string[],
): Promise<RowOf<typeof memberRow>[]> {
  const rows = await many(
    tx,
    memberRow,
    sql`
      select s.group_id, s.user_id, u.deleted_at
      from synced_memberships s
      join synced_users u on u.organisation_id = s.organisation_id and u.id = s.user_id
      where s.organisation_id = ${organisationId}
        and s.group_id = any (${textArray(groupIds)})
        and s.belongs
      order by s.group_id, s.user_id`,
  )
  return rows.filter(({ deleted_at }) => deleted_at === null)
}

type Membership = { readonly groupId: string; readonly ids: readonly string[] }

/** @returns how many were not in the group */
export const join = (tx: Tx, organisationId: string, { groupId, ids }: Membership): Promise<number> =>
  run(
    tx,
    sql`
      insert into synced_memberships (organisation_id, group_id, user_id, belongs, is_written)
      select ${organisationId}, ${groupId}, one.id, true, false
      from unnest(${textArray(ids)}) as one (id)
      on conflict (organisation_id, group_id, user_id) do update
      set belongs = true,
          is_written = false
      where not synced_memberships.belongs`,
  )

/** Those who are not in the group may be in its team. @returns how many were in the group */
export async function leave(tx: Tx, organisationId: string, { groupId, ids }: Membership): Promise<number> {
  const left = await run(
    tx,
    sql`
      update synced_memberships
      set belongs = false,
          is_written = false
      where organisation_id = ${organisationId}
        and group_id = ${groupId}
        and user_id = any (${textArray(ids)})
        and belongs`,
  )
  await run(
    tx,
    sql`
      insert into synced_memberships (organisation_id, group_id, user_id, belongs, is_written)
      select ${organisationId}, ${groupId}, one.id, false, false
      from unnest(${textArray(ids)}) as one (id)
      on conflict do nothing`,
  )
  return left
}

/** All but these leave. @returns how many were in the group */
export const leaveOthers = (tx: Tx, organisationId: string, { groupId, ids }: Membership): Promise<number> =>
  run(
    tx,
    sql`
      update synced_memberships
      set belongs = false,
          is_written = false
      where organisation_id = ${organisationId}
        and group_id = ${groupId}
        and user_id <> all (${textArray(ids)})
        and belongs`,
  )

const unwrittenRow = shapeOf(syncedMemberships, ['user_id', 'belongs'])

/** What the team does not know yet. @param ofWritten  only of users of whom nothing is to be written themselves */
export const unwrittenOf = (
  tx: Tx,
  organisationId: string,
  { groupId, ofWritten }: { groupId: string; ofWritten: boolean },
): Promise<RowOf<typeof unwrittenRow>[]> =>
  many(
    tx,
    unwrittenRow,
    sql`
      select s.user_id, s.belongs
      from synced_memberships s
      join synced_users u on u.organisation_id = s.organisation_id and u.id = s.user_id
      where s.organisation_id = ${organisationId}
        and s.group_id = ${groupId}
        and not s.is_written
        and (u.planned is null or not ${ofWritten})
      order by s.user_id`,
  )

/** They are written; those who left are forgotten. */
export async function settleMemberships(
  tx: Tx,
  organisationId: string,
  { groupId, ids }: Membership,
): Promise<void> {
  await run(
    tx,
    sql`
      delete from synced_memberships
      where organisation_id = ${organisationId}
        and group_id = ${groupId}
        and user_id = any (${textArray(ids)})
        and not belongs`,
  )
  await run(
    tx,
    sql`
      update synced_memberships
      set is_written = true
      where organisation_id = ${organisationId}
        and group_id = ${groupId}
        and user_id = any (${textArray(ids)})`,
  )
}

const groupIdRow = shapeOf(syncedMemberships, ['group_id'])

/** The groups of a user that have a team. */
export async function groupsOf(tx: Tx, organisationId: string, userId: string): Promise<string[]> {
  const rows = await many(
    tx,
    groupIdRow,
    sql`
      select s.group_id
      from synced_memberships s
      join synced_groups g on g.organisation_id = s.organisation_id and g.id = s.group_id
      where s.organisation_id = ${organisationId}
        and s.user_id = ${userId}
        and s.belongs
        and g.deleted_at is null
        and g.planned is null
      order by s.group_id`,
  )
  return rows.map(({ group_id }) => group_id)
}

/** A user comes back to their teams: they are written again. */
export const rejoin = (tx: Tx, organisationId: string, userId: string): Promise<number> =>
  run(
    tx,
    sql`
      update synced_memberships
      set is_written = false
      where organisation_id = ${organisationId}
        and user_id = ${userId}
        and belongs`,
  )

const movesRow = shape({ group_id: syncedMemberships.group_id, joining: int8, leaving: int8 })

/** How many are to join and to leave. */
export const movesOf = (
  tx: Tx,
  organisationId: string,
  groupIds: readonly string[],
): Promise<RowOf<typeof movesRow>[]> =>
  many(
    tx,
    movesRow,
    sql`
      select group_id, count(*) filter (where belongs) as joining, count(*) filter (where not belongs) as leaving
      from synced_memberships
      where organisation_id = ${organisationId}
        and group_id = any (${textArray(groupIds)})
        and not is_written
      group by group_id`,
  )
