/**
 * Members: the people of the organisation's directory.
 *
 * Members are never deleted. A deactivated member leaves every team, is not asked any more and stays readable by id, so that past
 * results keep their meaning. They can be reactivated; their teams do not come back with them. Erased members never change.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Page, splitIds } from '../../contract/fields.ts'
import type { EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/members.ts'
import { type ListedMember, type Member, type MemberPatch, memberStatuses } from '../../contract/members.ts'
import type { Query } from '../../contract/operation.ts'
import type { Actor, ApplicationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { disableUserOf, enableUserOf } from '../identity/identity.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { absencesEndingFrom, zoneOfOrganisation } from './absences-store.ts'
import { addressFor, isProgram, keepRemovedAddress, keptAddress, recordAddress } from './address-changes.ts'
import { isAtOrAbove } from './ancestors.ts'
import { channelsOf, quietHoursOf } from './channels.ts'
import {
  assertKnown,
  conflictIfTaken,
  containing,
  dayOf,
  emailOf,
  localeOf,
  nameOf,
  searchable,
  timeZoneOf,
} from './fields.ts'
import { assertMemberNotManaged, managedOfMember } from './managed.ts'
import { orderOf } from './member-order.ts'
import * as store from './members-store.ts'
import { recordMembersChanged } from './memberships.ts'
import { endMembershipsOfMember, startMemberships } from './memberships-store.ts'
import { directoryReachOf, teamsUnder } from './reach.ts'
import { type Ref, refOf } from './ref.ts'
import { assertFewRemovals, removingBy } from './removals.ts'
import { activeTeams, lockDirectory } from './teams-store.ts'

/** The unique index behind each field of a member. */
export const uniqueIndexes = { external_id: 'members_by_external_id', email: 'members_by_email' }

/** Those whom the caller sees: active and suspended ones, unless the query names a status or ids. @throws invalid_cursor | invalid_request */
export async function listMembers({
  tx,
  actor,
  query,
}: Call<typeof contract.listMembers>): Promise<Page<'members', ListedMember>> {
  const { organisationId } = actor
  const paging = paged(`directory of ${organisationId}`, query)
  const search = query.q ? { pattern: containing(query.q), externalId: searchable('q', query.q) } : null
  const ids = splitIds(query.ids)
  const filter: store.MemberFilter = {
    statuses: query.status ? [query.status] : ids ? memberStatuses : ['active', 'suspended'],
    externalId: query.external_id === undefined ? null : searchable('external_id', query.external_id),
    email: query.email === undefined ? null : emailOf(searchable('email', query.email)),
    teamIds: await teamsAsked(tx, organisationId, query),
    isWithoutTeam: query.without_team === true,
    search,
    found: ids ?? (search && (await store.fewFoundBy(tx, organisationId, search))),
    updatedSince: query.updated_since === undefined ? null : new Date(query.updated_since),
    reach: await directoryReachOf(tx, actor),
  }
  const order = orderOf(query.sort)
  const rows = await store.listMembers(tx, organisationId, filter, { ...paging, order })
  const shown = filter.reach.kind === 'all' ? rows : rows.map(withoutDates)
  return pageOf('members', shown, paging, order.positionOf)
}

/** The team that a query names, and those under it where it wants them. */
async function teamsAsked(
  tx: Tx,
  organisationId: string,
  { team_id: id, include_subteams: isWhole = false }: Query<typeof contract.listMembers>,
): Promise<readonly string[] | null> {
  if (id === undefined) return null
  return isWhole ? (await teamsUnder(tx, organisationId, [id], 'active')).teams : [id]
}

/**
 * @throws conflict       another member has this external_id or e-mail address
 * @throws unprocessable  an invalid name, locale, time zone, channel or quiet hours, an unknown manager or team
 */
export async function createMember({
  tx,
  actor,
  body: { team_ids: teamIds = [], ...draft },
  now,
}: Call<typeof contract.createMember>): Promise<Member> {
  const { organisationId } = actor
  await lockDirectory(tx, organisationId)
  if (teamIds.length > 0) {
    const known = await activeTeams(tx, organisationId, teamIds)
    assertKnown('team', teamIds, known, (index) => `/team_ids/${index}`)
  }
  const member = { organisationId, id: newId('member') }
  await insertMember({ tx, actor, now }, member.id, draft)
  await audit({ tx, actor, now }, 'member.created', member.id)
  if (teamIds.length > 0) {
    const memberships = teamIds.map((teamId) => ({ teamId, memberId: member.id, role: 'member' as const }))
    await startMemberships(tx, organisationId, memberships, now)
    await recordMembersChanged(tx, organisationId, teamIds, now)
  }
  return withAbsences(tx, organisationId, await store.getMember(tx, member), now)
}

type Changing = { readonly tx: Tx; readonly actor: ApplicationActor; readonly now: Date }

/** A new member without teams; the directory is locked. @throws conflict | unprocessable  as createMember */
export async function insertMember(
  { tx, actor, now }: Changing,
  id: string,
  draft: MemberDraftFields,
): Promise<void> {
  const { organisationId } = actor
  const fields = normalised({ ...defaults, ...draft })
  assertInOrder(fields)
  if (fields.manager_member_id !== null) await checkManager(tx, organisationId, fields.manager_member_id)
  const added_by = 'applicationId' in actor ? actor.applicationId : null
  const address_by_program = isProgram(actor)
  const inserted = store.insertMember(
    tx,
    organisationId,
    { ...fields, id, added_by, address_by_program },
    now,
  )
  await conflictIfTaken('member', uniqueIndexes, inserted)
  await record(tx, 'member.created', { organisationId, id }, now)
}

type MemberDraftFields = Omit<MemberPatch, 'name' | 'status'> & { name: string }

const defaults = {
  external_id: null,
  email: null,
  locale: null,
  time_zone: null,
  joined_on: null,
  leaves_on: null,
  manager_member_id: null,
  attributes: {},
  channels: [],
  quiet_hours: null,
  status: 'active',
} satisfies Partial<MemberPatch>

/** @throws unprocessable  an invalid name, locale, time zone, channel or quiet hours */
export const normalised = <T extends MemberPatch>(fields: T): T => ({
  ...fields,
  ...(fields.name !== undefined && { name: nameOf(fields.name) }),
  ...(fields.email && { email: emailOf(fields.email) }),
  ...(fields.locale && { locale: localeOf(fields.locale) }),
  ...(fields.time_zone && { time_zone: timeZoneOf(fields.time_zone) }),
  ...(fields.joined_on && { joined_on: dayOf(fields.joined_on, 'joined_on') }),
  ...(fields.leaves_on && { leaves_on: dayOf(fields.leaves_on, 'leaves_on') }),
  ...(fields.channels && { channels: channelsOf(fields.channels) }),
  ...(fields.quiet_hours && { quiet_hours: quietHoursOf(fields.quiet_hours) }),
})

/** @throws unprocessable  somebody who leaves before they join */
function assertInOrder({
  joined_on: joined,
  leaves_on: leaves,
}: Pick<ListedMember, 'joined_on' | 'leaves_on'>): void {
  if (joined !== null && leaves !== null && leaves < joined)
    throw impossible('/leaves_on', 'A member leaves on the day on which they join, or later', 'not_later')
}

async function checkManager(tx: Tx, organisationId: string, id: string): Promise<void> {
  const known = await store.currentMembers(tx, organisationId, [id])
  if (!known.has(id)) throw impossible('/manager_member_id', `There is no active member ${id}`, 'unknown')
}

/** @throws not_found */
export async function getMember(call: Call<typeof contract.getMember>): Promise<Member> {
  const { tx, now } = call
  return withAbsences(tx, call.actor.organisationId, await loadSeenMember(call), now)
}

/**
 * A patch that changes nothing makes no new version and no event. `attributes` replaces all of them. A new address of somebody who can
 * sign in is pending until its owner confirms it (address-changes.ts).
 * @throws not_found | conflict | precondition_failed
 * @throws unprocessable  an invalid name, locale, time zone, channel or quiet hours, an unknown or circular manager, or an erased
 *                        member
 * @throws last_admin  it would deactivate the only admin who has signed in
 * @throws fresh_sign_in_required  as assertFewRemovals
 * @throws managed_by_directory  directory sync maintains a field that would change
 */
export async function updateMember(call: Call<typeof contract.updateMember>): Promise<Member> {
  const { tx, actor, body: patch, ifMatch, now } = call
  const ref = refOf(call)
  const { organisationId } = ref
  await lockDirectory(tx, organisationId)
  const member = await loadMemberForChange(tx, ref, ifMatch)
  await assertMemberNotManaged(tx, member, normalised(patch), organisationId)
  const updated = await patchMember(call, member, patch)
  if (updated === null) return withAbsences(tx, organisationId, member, now)
  const deactivates = updated.status === 'deactivated' && member.status !== 'deactivated'
  await audit(call, deactivates ? 'member.deactivated' : 'member.updated', member.id, {
    fields: patchedFields(patch, member),
  })
  await recordAddress(tx, { actor, before: member, after: updated }, now)
  return withAbsences(tx, organisationId, updated, now)
}

/**
 * Writes the fields of a patch to a member who is locked; the directory is locked, too. Recording a new address, and the audit log, are
 * left to the caller.
 * @returns null where nothing changes
 * @throws as updateMember
 */
export async function patchMember(
  { tx, actor, now }: Changing,
  member: ListedMember,
  patch: MemberPatch,
): Promise<ListedMember | null> {
  const { organisationId } = actor
  const { email = member.email, ...fields } = normalised(patch)
  const address =
    patch.email === undefined ? keptAddress(member) : await addressFor(tx, organisationId, member, email)
  const next = { ...member, ...fields, email: address.email, pending_email: address.pending_email }
  assertInOrder(next)
  if (member.email !== null && next.email === null) await keepRemovedAddress({ tx, actor, now }, member)
  if (isDeepStrictEqual(next, member)) return null
  const { manager_member_id: managerId } = next
  if (managerId !== null && managerId !== member.manager_member_id) {
    if (managerId === member.id)
      throw impossible('/manager_member_id', 'A member cannot be their own manager')
    await checkManager(tx, organisationId, managerId)
    if (await isAtOrAbove(tx, 'members', { organisationId, id: managerId }, member.id))
      throw impossible('/manager_member_id', 'This manager reports to the member', 'cycle')
  }
  const deactivates = next.status === 'deactivated' && member.status !== 'deactivated'
  if (deactivates) await assertFewRemovals(tx, removingBy(actor, now), { kind: 'people', more: 1 }, now)
  const address_by_program = address.email === member.email ? undefined : isProgram(actor)
  return change(tx, organisationId, { before: member, after: { ...next, address_by_program } }, now)
}

/**
 * Deactivates a member, and disables the user: tokens that act for them stop. Deactivating twice changes nothing.
 * @throws not_found | precondition_failed
 * @throws unprocessable  an erased member
 * @throws last_admin | fresh_sign_in_required | managed_by_directory
 */
export async function deleteMember(call: Call<typeof contract.deleteMember>): Promise<null> {
  const { tx, actor, ifMatch, now } = call
  const ref = refOf(call)
  await lockDirectory(tx, ref.organisationId)
  const member = await loadMemberForChange(tx, ref, ifMatch)
  if (member.status === 'deactivated') return null
  await assertMemberNotManaged(tx, member, { status: 'deactivated' }, ref.organisationId)
  await assertFewRemovals(tx, removingBy(actor, now), { kind: 'people', more: 1 }, now)
  const after = { ...member, status: 'deactivated' as const }
  await change(tx, ref.organisationId, { before: member, after }, now)
  await audit(call, 'member.deactivated', member.id)
  return null
}

const patchedFields = (patch: MemberPatch, before: ListedMember): string[] =>
  Object.entries(patch).flatMap(([field, value]) =>
    isDeepStrictEqual(Reflect.get(before, field), value) ? [] : [field],
  )

/** Names of fields, never what is in them. */
const audit = (
  { tx, actor, now }: { tx: Tx; actor: Actor; now: Date },
  action: 'member.created' | 'member.updated' | 'member.deactivated',
  target: string,
  detail = {},
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target,
    detail,
    at: now,
  })

/** Writes a member's new fields, and what follows from a new status. @throws conflict | last_admin */
async function change(
  tx: Tx,
  organisationId: string,
  {
    before,
    after,
  }: { before: ListedMember; after: ListedMember & { address_by_program?: boolean | undefined } },
  now: Date,
): Promise<ListedMember> {
  const { id } = before
  const deactivates = after.status === 'deactivated' && before.status !== 'deactivated'
  if (deactivates) await endMembershipsOfMember(tx, { organisationId, id }, now)
  const write = store.updateMember(tx, organisationId, after, now)
  const updated = await conflictIfTaken('member', uniqueIndexes, write)
  await record(tx, deactivates ? 'member.deactivated' : 'member.updated', { organisationId, id }, now)
  if (after.status !== before.status) {
    await recordMembersChanged(tx, organisationId, before.team_ids, now)
    if (deactivates) await disableUserOf(tx, organisationId, id, now)
    else if (after.status === 'active') await enableUserOf(tx, organisationId, id, now)
  }
  return updated
}

/** When somebody leaves is for those who keep the directory, and not for their colleagues. */
const withoutDates = (member: ListedMember): ListedMember => ({ ...member, joined_on: null, leaves_on: null })

/** The member of a call that reads. @throws not_found  also for whom the caller does not see */
export async function loadSeenMember(
  call: Pick<Call<typeof contract.getMember>, 'tx' | 'actor' | 'params'>,
): Promise<ListedMember> {
  const { tx, actor } = call
  const reach = await directoryReachOf(tx, actor)
  const member = await store.findMember(tx, refOf(call), reach)
  if (!member) throw problem('not_found')
  return reach.kind === 'all' ? member : withoutDates(member)
}

/** @throws not_found */
export async function loadMember(tx: Tx, ref: Ref, { lock = false } = {}): Promise<ListedMember> {
  const member = await (lock ? store.lockMember(tx, ref) : store.findMember(tx, ref))
  if (!member) throw problem('not_found')
  return member
}

/** The member, locked. @throws not_found | precondition_failed | unprocessable  an erased member */
export async function loadMemberForChange(tx: Tx, ref: Ref, ifMatch?: number): Promise<ListedMember> {
  const member = await loadMember(tx, ref, { lock: true })
  if (ifMatch !== undefined && ifMatch !== member.version) throw problem('precondition_failed')
  if (member.status === 'erased') throw impossible('', 'An erased member cannot be changed', 'erased')
  return member
}

/** The member with the absences of today and later, today by the member's own calendar, and with what directory sync maintains. */
export async function withAbsences(
  tx: Tx,
  organisationId: string,
  { created_at, updated_at, version, ...member }: ListedMember,
  now: Date,
): Promise<Member> {
  const zone = member.time_zone ?? (await zoneOfOrganisation(tx, organisationId))
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
  const ref = { organisationId, id: member.id }
  const rows = await absencesEndingFrom(tx, ref, today, limits.absencesShownMax)
  const absences = rows.map(({ id, from, to }) => ({ id, from, to }))
  const managed = await managedOfMember(tx, ref, member.team_ids)
  return {
    ...member,
    absences,
    managed_fields: managed.fields,
    managed_team_ids: managed.team_ids,
    created_at,
    updated_at,
    version,
  }
}

const record = (tx: Tx, type: EventType, { organisationId, id }: Ref, at: Date): Promise<void> =>
  recordEvent(tx, { organisationId, type, payload: { member_id: id }, at })
