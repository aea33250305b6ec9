/**
 * Absences: days on which nobody asks a member, both included, by his own calendar.
 *
 * They may overlap: away is who is away by any of them. A change of them is a change of the member.
 */
import { type Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { type Absence, type AbsenceDraft, type ListedMember, type Member } from '../../contract/members.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './absences-store.ts'
import { findMember, lockMember, touchMembers } from './members-store.ts'

/** @throws not_found | invalid_cursor */
export async function listAbsences(
  tx: Tx,
  { organisationId }: ApplicationActor,
  memberId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<'absences', Absence>> {
  if (!(await findMember(tx, organisationId, memberId))) throw problem('not_found')
  const paging = paged(`absences of ${memberId} of ${organisationId}`, query)
  const rows = await store.listAbsences(tx, organisationId, memberId, paging)
  return pageOf('absences', rows, paging, store.positionOf)
}

/**
 * @throws not_found
 * @throws unprocessable  the days stand the wrong way round, too many absences, or an erased member
 */
export async function createAbsence(
  tx: Tx,
  { organisationId }: ApplicationActor,
  memberId: string,
  draft: AbsenceDraft,
  now: Date,
): Promise<Absence> {
  checkOrder(draft, '')
  await lock(tx, organisationId, memberId)
  if ((await store.countAbsences(tx, organisationId, memberId)) >= limits.absencesMax)
    throw impossible('', `A member has at most ${limits.absencesMax} absences`, 'too_many')
  const fresh = [{ ...draft, id: newId('absence') }]
  const [absence] = await store.insertAbsences(tx, organisationId, memberId, fresh, now)
  await changed(tx, organisationId, memberId, now)
  return absence
}

/**
 * Replaces them all; those that were there already keep their ids, and the same list again changes nothing.
 * @throws not_found
 * @throws unprocessable  days the wrong way round, or an erased member
 */
export async function setAbsences(
  tx: Tx,
  { organisationId }: ApplicationActor,
  memberId: string,
  wanted: readonly AbsenceDraft[],
  now: Date,
): Promise<{ absences: Absence[] }> {
  for (const [index, one] of wanted.entries()) checkOrder(one, `/absences/${index}`)
  await lock(tx, organisationId, memberId)
  const all = { after: null, limit: limits.absencesMax }
  const left = await store.listAbsences(tx, organisationId, memberId, all)
  const fresh = wanted.filter(({ from, to }) => {
    const known = left.findIndex((one) => one.from === from && one.to === to)
    if (known >= 0) left.splice(known, 1)
    return known < 0
  })
  if (left.length + fresh.length > 0) {
    const gone = left.map(({ id }) => id)
    await store.deleteAbsences(tx, organisationId, memberId, gone)
    const named = fresh.map((one) => ({ ...one, id: newId('absence') }))
    await store.insertAbsences(tx, organisationId, memberId, named, now)
    await changed(tx, organisationId, memberId, now)
  }
  return { absences: await store.listAbsences(tx, organisationId, memberId, all) }
}

/** @throws not_found */
export async function deleteAbsence(
  tx: Tx,
  { organisationId }: ApplicationActor,
  memberId: string,
  id: string,
  now: Date,
): Promise<null> {
  if (!(await lockMember(tx, organisationId, memberId))) throw problem('not_found')
  if ((await store.deleteAbsences(tx, organisationId, memberId, [id])) === 0) throw problem('not_found')
  await changed(tx, organisationId, memberId, now)
  return null
}

/** The member with his absences of today and later, as his own calendar has today. */
export async function withAbsences(
  tx: Tx,
  organisationId: string,
  { created_at, updated_at, version, ...member }: ListedMember,
  now: Date,
): Promise<Member> {
  const zone = member.time_zone ?? (await store.zoneOfOrganisation(tx, organisationId))
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
  const rows = await store.absencesEndingFrom(tx, organisationId, member.id, today, limits.absencesShownMax)
  const absences = rows.map(({ id, from, to }) => ({ id, from, to }))
  return { ...member, absences, created_at, updated_at, version }
}

function checkOrder({ from, to }: AbsenceDraft, pointer: string): void {
  if (to < from) throw impossible(`${pointer}/to`, `${to} is before ${from}`, 'too_early')
}

async function lock(tx: Tx, organisationId: string, memberId: string): Promise<void> {
  const member = await lockMember(tx, organisationId, memberId)
  if (!member) throw problem('not_found')
  if (member.status === 'erased') throw impossible('', 'An erased member cannot be changed', 'erased')
}

async function changed(tx: Tx, organisationId: string, memberId: string, at: Date): Promise<void> {
  await touchMembers(tx, organisationId, [memberId], at)
  await recordEvent(tx, { organisationId, type: 'member.updated', payload: { member_id: memberId }, at })
}
