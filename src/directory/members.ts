/**
 * Members: the people of the organisation's directory.
 *
 * Nobody is deleted: who is deactivated leaves every team, is asked no more and stays readable by id, so that past
 * results keep their meaning. He can be brought back; his teams do not come with him. Erased members stay as they are.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Page } from '../../contract/fields.ts'
import { type EventType } from '../../contract/events.ts'
import { type ListedMember, type Member, type MemberDraft, type MemberPatch } from '../../contract/members.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { disableUserOf, enableUserOf } from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { withAbsences } from './absences.ts'
import { channelsOf, quietHoursOf } from './channels.ts'
import {
  containing,
  emailOf,
  localeOf,
  nameOf,
  refuseUnknown,
  searched,
  since,
  timeZoneOf,
  unlessTaken,
} from './fields.ts'
import { isAtOrAbove } from './ancestors.ts'
import * as store from './members-store.ts'
import { recordMembersChanged } from './memberships.ts'
import { endMembershipsOfMember, startMemberships } from './memberships-store.ts'
import { activeTeams, lockDirectory } from './teams-store.ts'

export type MemberQuery = {
  limit?: number
  cursor?: string
  q?: string
  external_id?: string
  email?: string
  team_id?: string
  status?: Member['status']
  updated_since?: string
}

const uniqueIndexes = { external_id: 'members_by_external_id', email: 'members_by_email' }

/** Active and suspended members, unless another status is asked for. @throws invalid_cursor | invalid_request */
export async function listMembers(
  tx: Tx,
  { organisationId }: ApplicationActor,
  query: MemberQuery,
): Promise<Page<'members', ListedMember>> {
  const paging = paged(`directory of ${organisationId}`, query)
  const filter: store.MemberFilter = {
    statuses: query.status ? [query.status] : ['active', 'suspended'],
    externalId: searched('external_id', query.external_id),
    email: query.email === undefined ? null : emailOf(searched('email', query.email)!),
    teamId: query.team_id ?? null,
    nameOrEmail: containing(query.q),
    updatedSince: since(query.updated_since),
  }
  const rows = await store.listMembers(tx, organisationId, filter, paging)
  return pageOf('members', rows, paging, (member) => member.id)
}

/**
 * @throws conflict       another member has this external_id or e-mail address
 * @throws unprocessable  name, locale, time zone, channels, quiet hours, manager or teams that cannot be
 */
export async function createMember(
  tx: Tx,
  { organisationId }: ApplicationActor,
  { team_ids: teamIds = [], ...draft }: MemberDraft,
  now: Date,
): Promise<Member> {
  await lockDirectory(tx, organisationId)
  if (teamIds.length > 0) {
    const known = await activeTeams(tx, organisationId, teamIds)
    refuseUnknown('team', teamIds, known, (index) => `/team_ids/${index}`)
  }
  const fields = spelled({ ...blank, ...draft })
  if (fields.manager_member_id !== null) await checkManager(tx, organisationId, fields.manager_member_id)

  const id = newId('member')
  await unlessTaken('member', uniqueIndexes, store.insertMember(tx, organisationId, { ...fields, id }, now))
  await record(tx, organisationId, 'member.created', id, now)
  if (teamIds.length > 0) {
    const wanted = teamIds.map((teamId) => ({ teamId, memberId: id, role: 'member' as const }))
    await startMemberships(tx, organisationId, wanted, now)
    await recordMembersChanged(tx, organisationId, teamIds, now)
  }
  return withAbsences(tx, organisationId, await store.getMember(tx, organisationId, id), now)
}

const blank = {
  external_id: null,
  email: null,
  locale: null,
  time_zone: null,
  manager_member_id: null,
  attributes: {},
  channels: [],
  quiet_hours: null,
  status: 'active',
} satisfies Partial<MemberPatch>

const spelled = <T extends MemberPatch>(fields: T): T => ({
  ...fields,
  ...(fields.name !== undefined && { name: nameOf(fields.name) }),
  ...(fields.email && { email: emailOf(fields.email) }),
  ...(fields.locale && { locale: localeOf(fields.locale) }),
  ...(fields.time_zone && { time_zone: timeZoneOf(fields.time_zone) }),
  ...(fields.channels && { channels: channelsOf(fields.channels) }),
  ...(fields.quiet_hours && { quiet_hours: quietHoursOf(fields.quiet_hours) }),
})

async function checkManager(tx: Tx, organisationId: string, id: string): Promise<void> {
  const known = await store.presentMembers(tx, organisationId, [id])
  if (!known.has(id)) throw impossible('/manager_member_id', `There is no active member ${id}`, 'unknown')
}

/** @throws not_found */
export async function getMember(
  tx: Tx,
  { organisationId }: ApplicationActor,
  id: string,
  now: Date,
): Promise<Member> {
  const member = await store.findMember(tx, organisationId, id)
  if (!member) throw problem('not_found')
  return withAbsences(tx, organisationId, member, now)
}

/**
 * A change that changes nothing is none: no new version, no event. `attributes` replaces all of them.
 * @throws not_found | conflict | precondition_failed
 * @throws unprocessable  name, locale, time zone, channels, quiet hours or manager that cannot be, or an erased member
 */
export async function updateMember(
  tx: Tx,
  { organisationId }: ApplicationActor,
  id: string,
  patch: MemberPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Member> {
  await lockDirectory(tx, organisationId)
  const member = await lock(tx, organisationId, id, ifMatch)
  const next = { ...member, ...spelled(patch) }
  if (isDeepStrictEqual(next, member)) return withAbsences(tx, organisationId, member, now)
  if (next.manager_member_id !== null && next.manager_member_id !== member.manager_member_id) {
    if (next.manager_member_id === id) throw impossible('/manager_member_id', 'Nobody is his own manager')
    await checkManager(tx, organisationId, next.manager_member_id)
    if (await isAtOrAbove(tx, 'members', organisationId, id, next.manager_member_id))
      throw impossible('/manager_member_id', 'Nobody manages his own manager', 'cycle')
  }

  const deactivates = next.status === 'deactivated' && member.status !== 'deactivated'
  if (deactivates) await endMembershipsOfMember(tx, organisationId, id, null, now)
  const updated = await unlessTaken(
    'member',
    uniqueIndexes,
    store.updateMember(tx, organisationId, next, now),
  )
  await record(tx, organisationId, deactivates ? 'member.deactivated' : 'member.updated', id, now)
  if (next.status !== member.status) {
    await recordMembersChanged(tx, organisationId, member.team_ids, now)
    if (deactivates) await disableUserOf(tx, organisationId, id, now)
    else if (next.status === 'active') await enableUserOf(tx, organisationId, id, now)
  }
  return withAbsences(tx, organisationId, updated, now)
}

/** Deactivates, and ends what programs may do in this member's name; who is so already stays so. @throws not_found | precondition_failed | unprocessable  an erased member */
export async function deleteMember(
  tx: Tx,
  { organisationId }: ApplicationActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<null> {
  await lockDirectory(tx, organisationId)
  const member = await lock(tx, organisationId, id, ifMatch)
  if (member.status === 'deactivated') return null
  const left = await endMembershipsOfMember(tx, organisationId, id, null, now)
  await store.updateMember(tx, organisationId, { ...member, status: 'deactivated' }, now)
  await record(tx, organisationId, 'member.deactivated', id, now)
  await recordMembersChanged(tx, organisationId, left, now)
  await disableUserOf(tx, organisationId, id, now)
  return null
}

async function lock(
  tx: Tx,
  organisationId: string,
  id: string,
  ifMatch: number | undefined,
): Promise<ListedMember> {
  const member = await store.lockMember(tx, organisationId, id)
  if (!member) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== member.version) throw problem('precondition_failed')
  if (member.status === 'erased') throw impossible('', 'An erased member cannot be changed', 'erased')
  return member
}

const record = (tx: Tx, organisationId: string, type: EventType, memberId: string, at: Date): Promise<void> =>
  recordEvent(tx, { organisationId, type, payload: { member_id: memberId }, at })
