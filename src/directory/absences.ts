/**
 * Absences: days on which a member is not asked, both included, by the member's own calendar.
 *
 * They may overlap. A change of absences is a change of the member.
 */
import type * as contract from '../../contract/members.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Absence, AbsenceDraft } from '../../contract/members.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './absences-store.ts'
import { touchMembers } from './members-store.ts'
import { loadMember, loadMemberForChange, loadSeenMember } from './members.ts'
import { type Ref, refOf } from './ref.ts'

/** @throws not_found | invalid_cursor */
export async function listAbsences(
  call: Call<typeof contract.listAbsences>,
): Promise<Page<'absences', Absence>> {
  const { tx, query } = call
  const member = refOf(call)
  await loadSeenMember(call)
  const paging = paged(`absences of ${member.id} of ${member.organisationId}`, query)
  return pageOf('absences', await store.listAbsences(tx, member, paging), paging, store.positionOf)
}

/**
 * @throws not_found
 * @throws unprocessable  days in the wrong order, too many absences, or an erased member
 */
export async function createAbsence(call: Call<typeof contract.createAbsence>): Promise<Absence> {
  const { tx, body: draft, now } = call
  const member = refOf(call)
  checkOrder(draft, '')
  await loadMemberForChange(tx, member)
  if ((await store.countAbsences(tx, member)) >= limits.absencesMax)
    throw impossible('', `A member has at most ${limits.absencesMax} absences`, 'too_many')
  const [absence] = await store.insertAbsences(tx, member, [{ ...draft, id: newId('absence') }], now)
  await recordChange(tx, member, now)
  return absence
}

/**
 * Replaces all absences. Those that are in the list already keep their ids; the same list again changes nothing.
 * @throws not_found
 * @throws unprocessable  days in the wrong order, or an erased member
 */
export async function setAbsences(call: Call<typeof contract.setAbsences>): Promise<{ absences: Absence[] }> {
  const {
    tx,
    body: { absences: drafts },
    now,
  } = call
  const member = refOf(call)
  for (const [index, draft] of drafts.entries()) checkOrder(draft, `/absences/${index}`)
  await loadMemberForChange(tx, member)
  const all = { after: null, limit: limits.absencesMax }
  const obsolete = await store.listAbsences(tx, member, all)
  const added = drafts.filter(({ from, to }) => {
    const known = obsolete.findIndex((one) => one.from === from && one.to === to)
    if (known >= 0) obsolete.splice(known, 1)
    return known < 0
  })
  if (obsolete.length + added.length > 0) {
    const ids = obsolete.map(({ id }) => id)
    await store.deleteAbsences(tx, member, ids)
    const rows = added.map((draft) => ({ ...draft, id: newId('absence') }))
    await store.insertAbsences(tx, member, rows, now)
    await recordChange(tx, member, now)
  }
  return { absences: await store.listAbsences(tx, member, all) }
}

/** @throws not_found */
export async function deleteAbsence(call: Call<typeof contract.deleteAbsence>): Promise<null> {
  const { tx, params, now } = call
  const member = refOf(call)
  await loadMember(tx, member, { lock: true })
  if ((await store.deleteAbsences(tx, member, [params.absence_id])) === 0) throw problem('not_found')
  await recordChange(tx, member, now)
  return null
}

function checkOrder({ from, to }: AbsenceDraft, pointer: string): void {
  if (to < from) throw impossible(`${pointer}/to`, `${to} is before ${from}`, 'too_early')
}

async function recordChange(tx: Tx, { organisationId, id }: Ref, at: Date): Promise<void> {
  await touchMembers(tx, organisationId, [id], at)
  await recordEvent(tx, { organisationId, type: 'member.updated', payload: { member_id: id }, at })
}
