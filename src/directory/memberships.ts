/**
 * Memberships: who is in which team, since when, in which role.
 *
 * A collection keeps its own snapshot, so no change here alters old results. Only active teams take members, and only members who
 * are active or suspended. A member is in a team once; adding them again changes at most their role. Every change is a change of
 * the team (its member_count) and of the member (their team_ids).
 */
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/teams.ts'
import type { Membership } from '../../contract/teams.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { impossible, problem } from '../problem.ts'
import { assertKnown } from './fields.ts'
import { assertMembershipsNotManaged } from './managed.ts'
import { currentMembers, findMember, touchMembers } from './members-store.ts'
import * as store from './memberships-store.ts'
import { broughtFromElsewhere, directoryReachOf } from './reach.ts'
import { refOf } from './ref.ts'
import { auditManagers, type ManagersCall } from './leadership.ts'
import { recordMembersRemoved } from './removals.ts'
import { findTeam, getTeam, lockDirectory, touchTeams } from './teams-store.ts'

/** Somebody who sees the team and does not manage it finds themselves alone. @throws not_found | invalid_cursor */
export async function listTeamMembers(
  call: Call<typeof contract.listTeamMembers>,
): Promise<Page<'members', Membership>> {
  const { tx, query } = call
  const team = refOf(call)
  const reach = await directoryReachOf(tx, call.actor)
  if (!(await findTeam(tx, team, reach))) throw problem('not_found')
  const paging = paged(`members of ${team.id} of ${team.organisationId}`, query)
  const rows = await store.listMemberships(tx, team, reach, paging)
  return pageOf('members', rows, paging, (row) => row.member_id)
}

/**
 * Replaces the members of a team; without a role somebody is a plain member.
 * @throws not_found
 * @throws unprocessable  an archived team, an unknown member, or a member named twice
 * @throws fresh_sign_in_required  as assertFewRemovals
 * @throws managed_by_directory  directory sync says who is in the team
 */
export async function setTeamMembers(call: Call<typeof contract.setTeamMembers>) {
  const {
    tx,
    body: { members },
    now,
  } = call
  const ref = refOf(call)
  const { organisationId, id: teamId } = ref
  await lockDirectory(tx, organisationId)
  const team = await findTeam(tx, ref)
  if (!team) throw problem('not_found')
  if (team.status === 'archived') throw impossible('', 'An archived team takes no members', 'archived')
  const ids = members.map((it) => it.member_id)
  const pointerOf = (index: number) => `/members/${index}/member_id`
  checkRepeated(ids, pointerOf)
  assertKnown('member', ids, await currentMembers(tx, organisationId, ids), pointerOf)

  const drafts = members.map((it) => ({ teamId, memberId: it.member_id, role: it.role ?? 'member' }))
  const managers = await store.managersOf(tx, ref)
  const removed = await store.endMembershipsOfTeam(tx, ref, now, ids)
  const changed = await store.changeRoles(tx, organisationId, drafts)
  const added = await store.startMemberships(tx, organisationId, drafts, now)
  await assertMembershipsNotManaged(tx, ref, [...removed, ...added])
  await assertFromHere(call, added)
  await recordMembersRemoved(call, teamId, removed.length)
  await touchMembers(tx, organisationId, [...removed, ...added], now)
  if (removed.length + changed.length + added.length > 0)
    await recordMembersChanged(tx, organisationId, [teamId], now)
  await auditManagers(call, managers)
  const { member_count } = await getTeam(tx, ref)
  return { added: added.length, removed: removed.length, member_count }
}

function checkRepeated(ids: readonly string[], pointerOf: (index: number) => string): void {
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw impossible(pointerOf(index), `${id} is named twice`, 'repeated')
    seen.add(id)
  }
}

/**
 * A member who is in the team already keeps joined_at, and their role unless the call names another one.
 * @throws not_found  also for an archived team and a deactivated member
 * @throws unprocessable  as assertFromHere
 * @throws managed_by_directory
 */
export async function addTeamMember(call: Call<typeof contract.addTeamMember>): Promise<Membership> {
  const {
    tx,
    params: { member_id: memberId },
    body,
    now,
  } = call
  const ref = refOf(call)
  const { organisationId, id: teamId } = ref
  await lockDirectory(tx, organisationId)
  const team = await findTeam(tx, ref)
  if (team?.status !== 'active') throw problem('not_found', { detail: 'There is no such active team' })
  const known = await currentMembers(tx, organisationId, [memberId])
  if (!known.has(memberId)) throw problem('not_found', { detail: 'There is no such active member' })

  const current = await store.findMembership(tx, ref, memberId)
  const role = body.role ?? current?.role ?? 'member'
  if (role === current?.role) return current
  const drafts = [{ teamId, memberId, role }]
  const managers = await store.managersOf(tx, ref)
  if (current) {
    await store.changeRoles(tx, organisationId, drafts)
  } else {
    await assertMembershipsNotManaged(tx, ref, [memberId])
    await store.startMemberships(tx, organisationId, drafts, now)
    await assertFromHere(call, [memberId])
    await touchMembers(tx, organisationId, [memberId], now)
  }
  await recordMembersChanged(tx, organisationId, [teamId], now)
  await auditManagers(call, managers)
  return store.getMembership(tx, ref, memberId)
}

/** Removing somebody who is not in the team changes nothing. @throws not_found  no such team or member | fresh_sign_in_required | managed_by_directory */
export async function removeTeamMember(call: Call<typeof contract.removeTeamMember>): Promise<null> {
  const { tx, params, now } = call
  const team = refOf(call)
  const { organisationId } = team
  const member = { organisationId, id: params.member_id }
  await lockDirectory(tx, organisationId)
  if (!(await findTeam(tx, team))) throw problem('not_found')
  if (!(await findMember(tx, member))) throw problem('not_found')
  const managers = await store.managersOf(tx, team)
  const left = await store.endMembershipsOfMember(tx, member, now, team.id)
  if (left.length > 0) {
    await assertMembershipsNotManaged(tx, team, [member.id])
    await recordMembersRemoved(call, team.id, left.length)
    await touchMembers(tx, organisationId, [member.id], now)
    await recordMembersChanged(tx, organisationId, left, now)
    await auditManagers(call, managers)
  }
  return null
}

/** @throws unprocessable  the application would read results of people of other teams by it; what it added is undone */
async function assertFromHere(
  { tx, actor, params }: ManagersCall,
  memberIds: readonly string[],
): Promise<void> {
  const [first] = await broughtFromElsewhere(tx, actor, { teamId: params.id, memberIds })
  if (first !== undefined)
    throw impossible(
      '',
      `This application reads the results of some teams alone, and cannot bring ${first} of another team into these`,
      'out_of_reach',
    )
}

/** Records that teams have other members, or members with another status. The directory must be locked. */
export async function recordMembersChanged(
  tx: Tx,
  organisationId: string,
  teamIds: readonly string[],
  now: Date,
): Promise<void> {
  if (teamIds.length === 0) return
  await touchTeams(tx, organisationId, teamIds, now)
  for (const team_id of teamIds)
    await recordEvent(tx, { organisationId, type: 'team.updated', payload: { team_id }, at: now })
}
