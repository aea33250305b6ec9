/**
 * Memberships: who is in which team, since when, in which role.
 *
 * A collection keeps its own snapshot, so no change here alters old results. Only active teams take members, and only
 * members who are active or suspended. Whoever is in a team is in it once; joining again changes his role at most.
 * Every change counts as a change of the team (its member_count) and of the member (his team_ids).
 */
import { type Membership } from '../../contract/teams.ts'
import { type Page } from '../../contract/fields.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { impossible, problem } from '../problem.ts'
import { refuseUnknown } from './fields.ts'
import { findMember, presentMembers, touchMembers } from './members-store.ts'
import * as store from './memberships-store.ts'
import { findTeam, lockDirectory, touchTeams } from './teams-store.ts'

type Role = Membership['role']

/** @throws not_found | invalid_cursor */
export async function listTeamMembers(
  tx: Tx,
  { organisationId }: ApplicationActor,
  teamId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<'members', Membership>> {
  if (!(await findTeam(tx, organisationId, teamId))) throw problem('not_found')
  const paging = paged(`members of ${teamId} of ${organisationId}`, query)
  const rows = await store.listMemberships(tx, organisationId, teamId, paging)
  return pageOf('members', rows, paging, (row) => row.member_id)
}

/**
 * Replaces the members of a team; who is named without a role is a plain member.
 * @throws not_found
 * @throws unprocessable  an archived team, somebody unknown, or somebody named twice
 */
export async function setTeamMembers(
  tx: Tx,
  { organisationId }: ApplicationActor,
  teamId: string,
  members: readonly { member_id: string; role?: Role }[],
  now: Date,
): Promise<{ added: number; removed: number; member_count: number }> {
  await lockDirectory(tx, organisationId)
  const team = await findTeam(tx, organisationId, teamId)
  if (!team) throw problem('not_found')
  if (team.status === 'archived') throw impossible('', 'An archived team takes no members', 'archived')
  const ids = members.map((it) => it.member_id)
  refuseRepeated(ids)
  refuseUnknown(
    'member',
    ids,
    await presentMembers(tx, organisationId, ids),
    (index) => `/members/${index}/member_id`,
  )

  const wanted = members.map((it) => ({ teamId, memberId: it.member_id, role: it.role ?? 'member' }))
  const removed = await store.endMembershipsOfTeam(tx, organisationId, teamId, { except: ids }, now)
  const moved = await store.changeRoles(tx, organisationId, wanted)
  const added = await store.startMemberships(tx, organisationId, wanted, now)
  await touchMembers(tx, organisationId, [...removed, ...added], now)
  if (removed.length + moved.length + added.length > 0) {
    await recordMembersChanged(tx, organisationId, [teamId], now)
  }
  const { member_count } = (await findTeam(tx, organisationId, teamId))!
  return { added: added.length, removed: removed.length, member_count }
}

function refuseRepeated(ids: readonly string[]): void {
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw impossible(`/members/${index}/member_id`, `${id} is named twice`, 'repeated')
    seen.add(id)
  }
}

/**
 * Who is in already keeps his joined_at, and his role unless another one is named.
 * @throws not_found  also for an archived team and a deactivated member: neither can be joined
 */
export async function addTeamMember(
  tx: Tx,
  { organisationId }: ApplicationActor,
  teamId: string,
  memberId: string,
  role: Role | undefined,
  now: Date,
): Promise<Membership> {
  await lockDirectory(tx, organisationId)
  const team = await findTeam(tx, organisationId, teamId)
  if (team?.status !== 'active') throw problem('not_found', { detail: 'There is no such active team' })
  const present = await presentMembers(tx, organisationId, [memberId])
  if (!present.has(memberId)) throw problem('not_found', { detail: 'There is no such active member' })

  const current = await store.findMembership(tx, organisationId, teamId, memberId)
  if (current && (role === undefined || role === current.role)) return current
  const wanted = [{ teamId, memberId, role: role ?? 'member' }]
  if (current) {
    await store.changeRoles(tx, organisationId, wanted)
  } else {
    await store.startMemberships(tx, organisationId, wanted, now)
    await touchMembers(tx, organisationId, [memberId], now)
  }
  await recordMembersChanged(tx, organisationId, [teamId], now)
  return (await store.findMembership(tx, organisationId, teamId, memberId))!
}

/** Who is not in the team stays out of it. @throws not_found  no such team or member */
export async function removeTeamMember(
  tx: Tx,
  { organisationId }: ApplicationActor,
  teamId: string,
  memberId: string,
  now: Date,
): Promise<null> {
  await lockDirectory(tx, organisationId)
  if (!(await findTeam(tx, organisationId, teamId))) throw problem('not_found')
  if (!(await findMember(tx, organisationId, memberId))) throw problem('not_found')
  const left = await store.endMembershipsOfMember(tx, organisationId, memberId, teamId, now)
  if (left.length > 0) {
    await touchMembers(tx, organisationId, [memberId], now)
    await recordMembersChanged(tx, organisationId, left, now)
  }
  return null
}

/** Tells that these teams have other members, or members in another status. The directory must be locked. */
export async function recordMembersChanged(
  tx: Tx,
  organisationId: string,
  teamIds: readonly string[],
  now: Date,
): Promise<void> {
  if (teamIds.length === 0) return
  await touchTeams(tx, organisationId, teamIds, now)
  for (const team_id of teamIds) {
    await recordEvent(tx, { organisationId, type: 'team.updated', payload: { team_id }, at: now })
  }
}
