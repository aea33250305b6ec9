/**
 * Privacy requests, as admins handle them and as people ask for themselves. The door of this folder.
 *
 * An admin decides and never reads: the copy of somebody's data goes to that person alone (copy-link.ts, and getOwnExport in own.ts).
 * Carrying out an erasure is the same as erasing the member in the directory. A restriction takes the person off new rosters and silences
 * messages; what they answered before stays in figures, because figures without one person would reveal what that person had said.
 */
import { limits } from '../../contract/limits.ts'
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/privacy.ts'
import type { PrivacyRequest } from '../../contract/privacy.ts'
import { privacyTransitions } from '../../contract/privacy-states.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { assertFresh } from '../authority.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { restrictMember } from '../directory/directory.ts'
import { erasePerson, type ErasureParts } from '../erasure/erasure.ts'
import { forgetNotices, queueNotice } from '../notices/notices.ts'
import { impossible, problem } from '../problem.ts'
import { type PrivacyFacts, privacyNotices } from './notice-text.ts'
import * as store from './store.ts'

export { privacyNotices } from './notice-text.ts'

type Verb = keyof typeof privacyTransitions
type VerbCall = {
  readonly tx: Tx
  readonly actor: PersonActor
  readonly params: { readonly id: string }
  readonly now: Date
}

const refOf = ({ actor: { organisationId }, params: { id } }: Pick<VerbCall, 'actor' | 'params'>) => ({
  organisationId,
  id,
})

/** A calendar month is what the law counts: on the last day of a shorter one it ends there. */
const monthsAfter = (instant: Date | string, months: number, timeZone: string): Date =>
  new Date(
    Temporal.Instant.from(typeof instant === 'string' ? instant : instant.toISOString())
      .toZonedDateTimeISO(timeZone)
      .add({ months }).epochMilliseconds,
  )

const dayOf = (instant: Date | string): string => new Date(instant).toISOString().slice(0, 10)

/** @throws invalid_cursor */
export async function listPrivacyRequests({
  tx,
  actor: { organisationId },
  query,
  now,
}: Call<typeof contract.listPrivacyRequests>): Promise<Page<'privacy_requests', PrivacyRequest>> {
  const paging = paged(`privacy requests of ${organisationId}`, query)
  const { kind, state, member_id: memberId, overdue } = query
  const filter = {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(memberId && { memberId }),
    ...(overdue && { overdue: overdue === 'true' }),
  }
  const rows = await store.listRequests(tx, organisationId, { ...filter, now }, paging)
  return pageOf('privacy_requests', rows, paging, ({ id }) => id)
}

/** @throws not_found */
export async function getPrivacyRequest(
  call: Call<typeof contract.getPrivacyRequest>,
): Promise<PrivacyRequest> {
  const request = await store.findRequest(call.tx, refOf(call), { of: null })
  if (!request) throw problem('not_found')
  return request
}

/** @throws unprocessable  no such member @throws privacy_request_open */
export async function createPrivacyRequest({
  tx,
  actor,
  body: { kind, member_id: id, note },
  now,
}: Call<typeof contract.createPrivacyRequest>): Promise<PrivacyRequest> {
  const subject = await store.findSubjectByMember(tx, { organisationId: actor.organisationId, id })
  if (!subject) throw impossible('/member_id', 'There is no such member', 'unknown')
  return open(tx, actor, { subject, kind, note: note ?? null, inPerson: false }, now)
}

type Opening = Pick<PrivacyRequest, 'kind' | 'note'> & {
  readonly subject: store.Subject
  readonly inPerson: boolean
}

/** @throws privacy_request_open */
export async function open(
  tx: Tx,
  actor: PersonActor,
  { subject, kind, note, inPerson }: Opening,
  now: Date,
): Promise<PrivacyRequest> {
  const { organisationId, userId } = actor
  const { member_id: memberId, user_id, time_zone } = subject
  const deadline = monthsAfter(now, 1, time_zone)
  const whose = { organisationId, memberId, userId: user_id }
  const row = { ...whose, kind, askedBy: userId, inPerson, note, deadline }
  const id = await store.insertRequest(tx, row, now)
  if (id === undefined) throw problem('privacy_request_open')
  const request = await store.findRequest(tx, { organisationId, id }, { of: null })
  if (!request) throw problem('not_found')
  await record({ tx, actor, params: { id }, now }, 'privacy.requested', request)
  const facts = { event: 'received' as const, request: kind, day: dayOf(deadline) }
  await tell(tx, subject, { organisationId, subjectId: id, facts }, now)
  return request
}

/** Nobody without an address is told. */
async function tell(
  tx: Tx,
  { address, locale }: store.Subject,
  notice: { organisationId: string; subjectId: string; facts: PrivacyFacts },
  now: Date,
): Promise<void> {
  if (address !== null) await queueNotice(tx, privacyNotices, { ...notice, to: { address, locale } }, now)
}

const record = (
  { tx, actor, now }: VerbCall,
  action: AuditAction,
  { id, kind, person }: PrivacyRequest,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: person.member_id ?? person.user_id ?? id,
    detail: { request_id: id, kind },
    at: now,
  })

/** The request, locked, with whom it is about. @throws not_found | privacy_request_state */
async function load(call: VerbCall, verb: Verb, of: string | null = null) {
  const ref = refOf(call)
  const request = await store.findRequest(call.tx, ref, { of, lock: true })
  if (!request) throw problem('not_found')
  const { from }: { from: readonly string[] } = privacyTransitions[verb]
  if (!from.includes(request.state)) throw problem('privacy_request_state', { state: request.state })
  return request
}

async function subjectOf(tx: Tx, organisationId: string, { person }: PrivacyRequest): Promise<store.Subject> {
  const { member_id: memberId, user_id: userId } = person
  const ofMember =
    memberId === null ? undefined : await store.findSubjectByMember(tx, { organisationId, id: memberId })
  if (ofMember) return ofMember
  if (userId === null) throw problem('not_found')
  return store.getSubjectOfUser(tx, { organisationId, id: userId })
}

/** Writes the change and its record. @returns the request as it is then */
async function change(
  call: VerbCall,
  before: PrivacyRequest,
  patch: Partial<store.RequestUpdate>,
  action: AuditAction,
): Promise<PrivacyRequest> {
  const { tx, actor, now } = call
  const next = { ...before, handled_by: actor.userId, ...patch }
  await store.updateRequest(tx, refOf(call), next, now)
  await record(call, action, before)
  const after = await store.findRequest(tx, refOf(call), { of: null })
  if (!after) throw problem('not_found')
  return after
}

/** @throws not_found | privacy_request_state */
export async function startPrivacyRequest(
  call: Call<typeof contract.startPrivacyRequest>,
): Promise<PrivacyRequest> {
  return change(call, await load(call, 'start'), { state: 'in_progress' }, 'privacy.started')
}

/** @throws not_found | privacy_request_state | last_admin | fresh_sign_in_required, for an erasure */
export async function completePrivacyRequest(
  call: Call<typeof contract.completePrivacyRequest>,
  parts: ErasureParts,
): Promise<PrivacyRequest> {
  const { tx, actor, now } = call
  const { organisationId } = actor
  const request = await load(call, 'complete')
  if (request.kind === 'erasure') assertFresh(actor, now)
  const subject = await subjectOf(tx, organisationId, request)
  const about = { organisationId, subjectId: request.id }
  if (request.kind === 'access') {
    const expires = new Date(now.getTime() + limits.privacyExportDays * 86_400_000)
    await tell(tx, subject, { ...about, facts: { event: 'ready', day: dayOf(expires) } }, now)
    const patch = { state: 'ready' as const, expires_at: expires.toISOString() }
    return change(call, request, patch, 'privacy.completed')
  }
  const memberId = request.person.member_id
  if (memberId === null) throw problem('not_found')
  if (request.kind === 'restriction') {
    await restrictMember(tx, { organisationId, id: memberId }, now)
    await tell(tx, subject, { ...about, facts: { event: 'restricted' } }, now)
    return change(call, request, { state: 'in_force' }, 'privacy.completed')
  }
  await erasePerson(tx, { organisationId, id: memberId, by: actedBy(actor) }, parts, now)
  // Erasing has cleared what was written about the person, here too.
  const cleared = await store.findRequest(tx, refOf(call), { of: null })
  if (!cleared) throw problem('not_found')
  await tell(tx, subject, { ...about, facts: { event: 'erased' } }, now)
  const patch = { state: 'completed' as const, ended_at: now.toISOString() }
  return change(call, cleared, patch, 'privacy.completed')
}

/** @throws not_found | privacy_request_state */
export async function declinePrivacyRequest(
  call: Call<typeof contract.declinePrivacyRequest>,
): Promise<PrivacyRequest> {
  const { tx, actor, body, now } = call
  const { organisationId } = actor
  const request = await load(call, 'decline')
  const reason = body.reason.trim()
  const facts = { event: 'declined' as const, request: request.kind, reason }
  const notice = { organisationId, subjectId: request.id, facts }
  await tell(tx, await subjectOf(tx, organisationId, request), notice, now)
  const patch = { state: 'declined' as const, reason, ended_at: now.toISOString() }
  return change(call, request, patch, 'privacy.declined')
}

/**
 * By two months, once, and only before the deadline: the person must know of it by then (GDPR Art. 12(3)).
 * @throws not_found | privacy_request_state | already_extended
 * @throws unprocessable  the deadline has passed
 */
export async function extendPrivacyRequest(
  call: Call<typeof contract.extendPrivacyRequest>,
): Promise<PrivacyRequest> {
  const { tx, actor, body, now } = call
  const { organisationId } = actor
  const request = await load(call, 'extend')
  if (request.extension_reason !== null) throw problem('already_extended')
  if (new Date(request.deadline_at) < now)
    throw impossible('', 'The deadline has already passed', 'deadline_passed')
  const subject = await subjectOf(tx, organisationId, request)
  // Counted from the beginning: a month and two are three, wherever the first of them ended.
  const deadline = monthsAfter(request.created_at, 3, subject.time_zone)
  const reason = body.reason.trim()
  const facts = { event: 'extended' as const, request: request.kind, reason, day: dayOf(deadline) }
  await tell(tx, subject, { organisationId, subjectId: request.id, facts }, now)
  const patch = { extension_reason: reason, deadline_at: deadline.toISOString() }
  return change(call, request, patch, 'privacy.extended')
}

/** @throws not_found | privacy_request_state */
export const cancelPrivacyRequest = (
  call: Call<typeof contract.cancelPrivacyRequest>,
): Promise<PrivacyRequest> => cancel(call, null)

/** @param of  the user who withdraws it, and whose own it must be. @throws not_found | privacy_request_state */
export async function cancel(call: VerbCall, of: string | null): Promise<PrivacyRequest> {
  const request = await load(call, 'cancel', of)
  await forgetNotices(call.tx, call.actor.organisationId, [request.id])
  const patch = { state: 'cancelled' as const, ended_at: call.now.toISOString() }
  return change(call, request, patch, 'privacy.cancelled')
}

/** @throws not_found | privacy_request_state */
export async function liftPrivacyRequest(
  call: Call<typeof contract.liftPrivacyRequest>,
): Promise<PrivacyRequest> {
  const { tx, actor, now } = call
  const { organisationId } = actor
  const request = await load(call, 'lift')
  const memberId = request.person.member_id
  if (memberId === null) throw problem('not_found')
  const subject = await subjectOf(tx, organisationId, request)
  await tell(tx, subject, { organisationId, subjectId: request.id, facts: { event: 'lifted' } }, now)
  await restrictMember(tx, { organisationId, id: memberId }, null)
  const patch = { state: 'completed' as const, ended_at: now.toISOString() }
  return change(call, request, patch, 'privacy.lifted')
}

/** Forgets the requests of a member who is about to be erased: notes and reasons go, open requests end, and no message about them is left. */
export async function forgetRequestsOf(
  tx: Tx,
  organisationId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  const ids = await store.forgetRequests(tx, { organisationId, id: memberId }, now)
  await forgetNotices(tx, organisationId, ids)
}

const dayMs = 86_400_000
const deletedAtOnce = 1_000

/** For so long an organisation can show what it did about a request. */
export const endedRequestsTask = {
  name: 'privacy.purge',
  everyMs: 3_600_000,
  run: (tx: Tx, now: Date): Promise<number> =>
    store.deleteEnded(tx, new Date(now.getTime() - limits.privacyRequestsKeptDays * dayMs), deletedAtOnce),
}

/** Copies that can no longer be downloaded. */
export const expireTask = {
  name: 'privacy.expire',
  everyMs: 3_600_000,
  run: (tx: Tx, now: Date): Promise<number> => store.expireCopies(tx, now),
}
