/**
 * What directory sync writes. The rules are those of single calls: who leaves is out of every team and their user is disabled, a new address of
 * somebody who can sign in waits for its owner, the last admin stays. Single members are not named in the audit log: the sync room records one
 * entry for what came in together. The caller has locked the directory.
 */
import type { ListedMember, MemberPatch } from '../../contract/members.ts'
import type { TeamPatch } from '../../contract/teams.ts'
import type { OrganisationActor } from '../actor.ts'
import { many, only, sql, textArray, type Tx } from '../db/db.ts'
import { int8, shape, shapeOf } from '../db/shape.ts'
import { members, memberships, teams } from '../db/tables.ts'
import { recordAddress } from './address-changes.ts'
import { auditManagers } from './leadership.ts'
import { insertMember, normalised, patchMember } from './members.ts'
import { currentMembers, findMember, lockMember, touchMembers } from './members-store.ts'
import { recordMembersChanged } from './memberships.ts'
import { endMemberships, managersOf, startMemberships } from './memberships-store.ts'
import { isAtOrAbove } from './ancestors.ts'
import type { Ref } from './ref.ts'
import { insertTeam, normalisedTeam, patchTeam } from './teams.ts'
import { findUncountedTeam, lockTeam } from './teams-store.ts'

export type SyncWrite = { readonly tx: Tx; readonly actor: OrganisationActor; readonly now: Date }

/** Fields as the directory would write them. @throws unprocessable  with the place of the fault */
export const syncedFields = <T extends MemberPatch>(patch: T): T => normalised(patch)

/** The same of a team. */
export const syncedTeamFields = <T extends TeamPatch>(patch: T): T => normalisedTeam(patch)

/** The member, of any status. */
export const findSyncedMember = (tx: Tx, ref: Ref): Promise<ListedMember | undefined> => findMember(tx, ref)

export const findSyncedTeam = findUncountedTeam

/** Members, active or not, with this external_id or one of these addresses; the one with the external_id first. */
export async function membersWith(
  tx: Tx,
  organisationId: string,
  { externalId, emails }: { externalId: string | null; emails: readonly string[] },
): Promise<string[]> {
  const present = sql`
    select id
    from members
    where organisation_id = ${organisationId}
      and status <> 'erased'`
  const row = shapeOf(members, ['id'])
  const byId = externalId === null ? [] : await many(tx, row, sql`${present} and external_id = ${externalId}`)
  const byEmail =
    emails.length === 0
      ? []
      : await many(
          tx,
          row,
          sql`
            ${present}
              and email is not null
              and lower(email) = any (${textArray(emails)})
            order by id`,
        )
  return [...new Set([...byId, ...byEmail].map(({ id }) => id))]
}

/** Teams with this external_id, archived or not; otherwise active ones of this name right under the parent, or at the top. */
export async function teamsWith(
  tx: Tx,
  organisationId: string,
  { externalId, name, parentId }: { externalId: string | null; name: string; parentId: string | null },
): Promise<string[]> {
  const rows = await many(
    tx,
    shapeOf(teams, ['id']),
    sql`
      select id
      from teams
      where organisation_id = ${organisationId}
        and (external_id = ${externalId}
          or (status = 'active' and lower(name) = lower(${name}) and parent_team_id is not distinct from ${parentId}))
      order by (external_id = ${externalId}) is true desc, id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Makes the member, or changes them.
 * @throws conflict | last_admin
 * @throws unprocessable  as updateMember
 */
export async function writeSyncedMember(
  call: SyncWrite,
  id: string,
  { name, ...patch }: MemberPatch & { name: string },
): Promise<void> {
  const { tx, actor, now } = call
  const member = await lockMember(tx, { organisationId: actor.organisationId, id })
  if (!member) {
    const { status: _, ...draft } = patch
    return insertMember(call, id, { name, ...draft })
  }
  const updated = await patchMember(call, member, { name, ...patch })
  if (updated) await recordAddress(tx, { actor, before: member, after: updated }, now)
}

/** Makes the team, or changes it. @throws conflict | team_cycle | unprocessable  as updateTeam */
export async function writeSyncedTeam(
  { tx, actor, now }: SyncWrite,
  id: string,
  { name, ...patch }: TeamPatch & { name: string },
): Promise<void> {
  const ref = { organisationId: actor.organisationId, id }
  const team = await lockTeam(tx, ref)
  if (team) {
    await patchTeam({ tx, actor, params: { id }, now }, team, { name, ...patch })
    return
  }
  const { status: _, ...draft } = patch
  await insertTeam(tx, ref, { name, ...draft }, now)
}

const memberIdRow = shapeOf(memberships, ['member_id'])

/** Those of the ids who are in the team. */
export async function membersInTeam(
  tx: Tx,
  { organisationId, id }: Ref,
  memberIds: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    tx,
    memberIdRow,
    sql`
      select member_id
      from memberships
      where organisation_id = ${organisationId}
        and team_id = ${id}
        and member_id = any (${textArray(memberIds)})
        and left_at is null`,
  )
  return new Set(rows.map(({ member_id }) => member_id))
}

/** Everybody in the team. */
export async function everybodyIn(tx: Tx, { organisationId, id }: Ref): Promise<string[]> {
  const rows = await many(
    tx,
    memberIdRow,
    sql`
      select member_id
      from memberships
      where organisation_id = ${organisationId}
        and team_id = ${id}
        and left_at is null
      order by member_id`,
  )
  return rows.map(({ member_id }) => member_id)
}

/** Those of the ids who are members, and deactivated. */
export async function membersOut(
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    tx,
    shapeOf(members, ['id']),
    sql`
      select id
      from members
      where organisation_id = ${organisationId}
        and id = any (${textArray(memberIds)})
        and status not in ('active', 'suspended')`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether the manager reports to the member, directly or not. */
export const reportsTo = (tx: Tx, manager: Ref, memberId: string): Promise<boolean> =>
  isAtOrAbove(tx, 'members', manager, memberId)

/** Members who are active or suspended. */
export async function countPresent(tx: Tx, organisationId: string): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from members
      where organisation_id = ${organisationId}
        and status in ('active', 'suspended')`,
  )
  return count
}

type Memberships = { readonly join: readonly string[]; readonly leave: readonly string[] }

/** Members join as plain members; those who are in the team keep their role. Inactive members join no team. @returns how many changed */
export async function writeSyncedMemberships(
  { tx, actor, now }: SyncWrite,
  teamId: string,
  { join, leave }: Memberships,
): Promise<{ joined: number; left: number }> {
  const { organisationId } = actor
  const team = { organisationId, id: teamId }
  // Nobody becomes a manager by joining; anyone who leaves may have been one.
  const managers = leave.length > 0 ? await managersOf(tx, team) : []
  const left = leave.length > 0 ? await endMemberships(tx, team, leave, now) : []
  const present = await currentMembers(tx, organisationId, join)
  const drafts = [...present].map((memberId) => ({ teamId, memberId, role: 'member' as const }))
  const joined = await startMemberships(tx, organisationId, drafts, now)
  if (joined.length + left.length > 0) {
    await touchMembers(tx, organisationId, [...joined, ...left], now)
    await recordMembersChanged(tx, organisationId, [teamId], now)
    if (left.length > 0) await auditManagers({ tx, actor, params: { id: teamId }, now }, managers)
  }
  return { joined: joined.length, left: left.length }
}
