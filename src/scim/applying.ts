/**
 * Brings the directory in line with a user or a group of the provider: at once where the connection is on, otherwise as a plan that the list of
 * changes shows. What is planned is written when an admin turns the connection on (catching-up.ts).
 *
 * The brake: more deactivations within an hour than a tenth of the directory, and than twenty, are no everyday event. The one that goes too far is
 * planned and not written, the connection is held, and so is what follows, until an admin decides. A provider that lost its assignments by
 * mistake, or somebody who got hold of its token, empties no directory in a night.
 */
import type { SyncCounts } from '../../contract/directory-sync.ts'
import { limits } from '../../contract/limits.ts'
import type { ListedMember, MemberPatch } from '../../contract/members.ts'
import type { TeamPatch } from '../../contract/teams.ts'
import type { OrganisationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import {
  countPresent,
  findSyncedMember,
  findSyncedTeam,
  membersInTeam,
  membersOut,
  reportsTo,
  syncedFields,
  syncedTeamFields,
  type UncountedTeam,
  writeSyncedMember,
  writeSyncedMemberships,
  writeSyncedTeam,
} from '../directory/directory.ts'
import * as groups from './groups-store.ts'
import * as memberships from './memberships-store.ts'
import type { GroupPlan, SyncedGroup } from './groups-store.ts'
import { differing, differingTeam, groupPlan, memberPatch, teamPatch, userPlan } from './planning.ts'
import { type Connection, writeConnection } from './store.ts'
import * as users from './users-store.ts'
import type { SyncedUser, UserPlan } from './users-store.ts'

/** A call of a provider, or catching up for one. The directory is locked. */
export type SyncCall = {
  readonly tx: Tx
  readonly actor: OrganisationActor
  readonly now: Date
  /** Held from the moment at which the brake stops it. */
  connection: Connection
  /** An admin has seen what is planned: deactivations do not count for the brake. */
  readonly isConfirmed: boolean
  /** What changes, or would. */
  readonly counts: SyncCounts
}

export const noCounts = (): SyncCounts => ({
  created: 0,
  updated: 0,
  deactivated: 0,
  reactivated: 0,
  teams_created: 0,
  teams_updated: 0,
  teams_archived: 0,
  joined: 0,
  left: 0,
})

const countOf: Readonly<Record<UserPlan, keyof SyncCounts>> = {
  create: 'created',
  update: 'updated',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
}

const countOfGroup: Readonly<Record<GroupPlan, keyof SyncCounts>> = {
  create: 'teams_created',
  update: 'teams_updated',
  archive: 'teams_archived',
  reactivate: 'teams_created',
}

const hourMs = 3_600_000

/** More deactivations than these within an hour stop the connection. @param people  how many there were before */
export const deactivationsMax = (people: number): number =>
  Math.max(limits.syncDeactivationsMin, Math.floor(people * limits.syncDeactivationsShare))

export type UserChange = {
  readonly kind: UserPlan | null
  readonly member: ListedMember | undefined
  /** The fields that differ; of a new member all. */
  readonly patch: MemberPatch
  readonly name: string
}

/** What a user means for the directory as it is. @throws unprocessable */
export async function userChange(tx: Tx, organisationId: string, user: SyncedUser): Promise<UserChange> {
  const member = await findSyncedMember(tx, { organisationId, id: user.id })
  const managerId = await managerOf(tx, organisationId, user)
  const whole = syncedFields(memberPatch(user, member, managerId))
  const patch = user.deleted_at !== null ? {} : member ? differing(whole, member) : whole
  return { kind: userPlan(user, member, patch), member, patch, name: whole.name }
}

/** Somebody who is not there (yet), oneself, and who reports to the member are no manager: providers hold such values. */
async function managerOf(tx: Tx, organisationId: string, user: SyncedUser): Promise<string | null> {
  const id = user.resource.enterprise?.manager?.value
  if (id === undefined || id === user.id) return null
  const manager = await findSyncedMember(tx, { organisationId, id })
  if (manager?.status !== 'active' && manager?.status !== 'suspended') return null
  return (await reportsTo(tx, { organisationId, id }, user.id)) ? null : id
}

/** @throws conflict | last_admin | unprocessable  as updateMember; nothing is written then */
export async function applyUser(call: SyncCall, user: SyncedUser): Promise<void> {
  const { tx, now, counts } = call
  const { organisationId } = call.actor
  const { id } = user
  const change = await userChange(tx, organisationId, user)
  const { kind } = change
  if (kind !== null) counts[countOf[kind]]++
  const isWritten = kind === null || (call.connection.state === 'on' && !(await isHeld(call, kind)))
  await users.planUser(tx, organisationId, { id, planned: isWritten ? null : kind })
  if (kind === null || !isWritten) return
  const status = kind === 'reactivate' ? 'active' : kind === 'deactivate' ? 'deactivated' : undefined
  await writeSyncedMember(call, id, {
    ...change.patch,
    name: change.patch.name ?? change.member?.name ?? change.name,
    ...(status && { status }),
  })
  if (kind === 'deactivate')
    await users.markDeactivated(tx, organisationId, { id, at: call.isConfirmed ? null : now })
  if (kind === 'reactivate') await users.markDeactivated(tx, organisationId, { id, at: null })
  if (kind === 'create' || kind === 'reactivate') await arrive(call, user)
}

/** Somebody who is there now is in their groups’ teams, and is the manager of those who report to them. */
async function arrive(call: SyncCall, { id }: SyncedUser): Promise<void> {
  const { tx } = call
  const { organisationId } = call.actor
  await memberships.rejoin(tx, organisationId, id)
  for (const groupId of await memberships.groupsOf(tx, organisationId, id))
    await writeMemberships(call, groupId)
  for (const report of await users.reportsOf(tx, organisationId, id)) await applyUser(call, report)
}

/** Whether the brake stops a deactivation, or has stopped the connection before. */
async function isHeld(call: SyncCall, kind: UserPlan): Promise<boolean> {
  const { tx, actor, now, connection } = call
  const { organisationId } = actor
  if (kind !== 'deactivate' || call.isConfirmed) return false
  const countedFrom = connection.counted_from === null ? 0 : Date.parse(connection.counted_from)
  const since = new Date(Math.max(now.getTime() - hourMs, countedFrom))
  const recent = await users.countDeactivated(tx, organisationId, since)
  const max = deactivationsMax((await countPresent(tx, organisationId)) + recent)
  if (recent < max) return false
  const { parent_team_id } = connection
  const held = recent + 1
  call.connection = await writeConnection(
    tx,
    organisationId,
    { state: 'held', parent_team_id, heldAt: now, held },
    now,
  )
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action: 'directory_sync.held',
    target: organisationId,
    detail: { deactivations: held, deactivations_max: max },
    at: now,
  })
  return true
}

export type GroupChange = {
  readonly kind: GroupPlan | null
  readonly team: UncountedTeam | undefined
  readonly patch: TeamPatch
  readonly name: string
}

/** What a group means for the directory as it is. */
export async function groupChange(
  tx: Tx,
  organisationId: string,
  { parent_team_id }: Pick<Connection, 'parent_team_id'>,
  group: SyncedGroup,
): Promise<GroupChange> {
  const team = await findSyncedTeam(tx, { organisationId, id: group.id })
  const place = await parentOf(tx, organisationId, group)
  const parentId = place === undefined && !team ? parent_team_id : place
  const whole = syncedTeamFields(teamPatch(group, team, parentId))
  const patch = group.deleted_at !== null ? {} : team ? differingTeam(whole, team) : whole
  return { kind: groupPlan(group, team, patch), team, patch, name: whole.name }
}

/** @returns undefined where the provider does not say, or the team above is not there (yet) */
async function parentOf(
  tx: Tx,
  organisationId: string,
  group: SyncedGroup,
): Promise<string | null | undefined> {
  if (!group.owns.includes('parent_team_id')) return undefined
  if (group.parent_id === null) return null
  const parent = await findSyncedTeam(tx, { organisationId, id: group.parent_id })
  return parent?.status === 'active' ? parent.id : undefined
}

/** The group itself and its members. @throws conflict | team_cycle | unprocessable  as updateTeam; nothing is written then */
export async function applyGroup(call: SyncCall, group: SyncedGroup): Promise<void> {
  const { tx, counts, connection } = call
  const { organisationId } = call.actor
  const { id } = group
  const change = await groupChange(tx, organisationId, connection, group)
  const { kind } = change
  if (kind !== null) counts[countOfGroup[kind]]++
  const isWritten = kind === null || connection.state === 'on'
  await groups.planGroup(tx, organisationId, { id, planned: isWritten ? null : kind })
  if (kind !== null && isWritten) {
    const status = kind === 'reactivate' ? 'active' : kind === 'archive' ? 'archived' : undefined
    await writeSyncedTeam(call, id, {
      ...change.patch,
      name: change.patch.name ?? change.team?.name ?? change.name,
      ...(status && { status }),
    })
  }
  if (group.deleted_at === null) await applyMemberships(call, id)
}

/** Members of a group whose team is as it should be. */
async function applyMemberships(call: SyncCall, groupId: string): Promise<void> {
  if (call.connection.state === 'on') return writeMemberships(call, groupId)
  const waiting = await settleAgreeing(call, groupId)
  call.counts.joined += waiting.filter(({ belongs }) => belongs).length
  call.counts.left += waiting.filter(({ belongs }) => !belongs).length
}

/** Writes what the team does not know yet, but of users who are not written themselves. */
export async function writeMemberships(call: SyncCall, groupId: string): Promise<void> {
  const { tx, counts } = call
  const { organisationId } = call.actor
  const rows = await memberships.unwrittenOf(tx, organisationId, { groupId, ofWritten: true })
  const join = rows.flatMap(({ user_id, belongs }) => (belongs ? [user_id] : []))
  const leave = rows.flatMap(({ user_id, belongs }) => (belongs ? [] : [user_id]))
  const { joined, left } = await writeSyncedMemberships(call, groupId, { join, leave })
  counts.joined += joined
  counts.left += left
  await memberships.settleMemberships(tx, organisationId, { groupId, ids: [...join, ...leave] })
}

/** What is in the directory already is not a plan, and neither is that who is deactivated joins. @returns what is left */
async function settleAgreeing({ tx, actor: { organisationId } }: SyncCall, groupId: string) {
  const rows = await memberships.unwrittenOf(tx, organisationId, { groupId, ofWritten: false })
  const ids = rows.map(({ user_id }) => user_id)
  const inside = await membersInTeam(tx, { organisationId, id: groupId }, ids)
  const out = await membersOut(tx, organisationId, ids)
  const agrees = ({ user_id, belongs }: (typeof rows)[number]): boolean =>
    belongs ? inside.has(user_id) || out.has(user_id) : !inside.has(user_id)
  const agreeing = rows.filter(agrees).map(({ user_id }) => user_id)
  if (agreeing.length > 0) await memberships.settleMemberships(tx, organisationId, { groupId, ids: agreeing })
  return rows.filter((row) => !agrees(row))
}
