/**
 * Deleting. A draft is gone at once. An ended check-in leaves every list with its instances and only its author still sees it, who may
 * restore it for thirty days; then it is purged with everything that was asked and answered under it. Events and audit log stay.
 */
import type { CheckIn } from '../../contract/checkins.ts'
import type * as contract from '../../contract/checkins.ts'
import type { Call } from '../call.ts'
import { auditDeletion, isAnyOpen, purgeTaskOf, setDeleted } from '../collection/collection.ts'
import { problem } from '../problem.ts'
import * as store from './store.ts'
import { assertStartsFrom, loadForTransition, loadToStop, present, record } from './transitions.ts'

/** Deleting twice changes nothing. @throws not_found | not_the_author | reason_required | precondition_failed | check_in_not_ended  also while an instance is open */
export async function deleteCheckIn(call: Call<typeof contract.deleteCheckIn>): Promise<null> {
  const { tx, now } = call
  const checkIn = await loadToStop(call, 'deleted', call.query.reason)
  const { organisation_id: organisationId, id, state } = checkIn
  if (checkIn.deleted_at !== null) return null
  if (state === 'draft') {
    await store.deleteDraft(tx, organisationId, id)
    await record(tx, checkIn, 'check_in.deleted', now)
    return null
  }
  if (state !== 'archived') assertStartsFrom(checkIn, 'archive')
  if (await isAnyOpen(tx, organisationId, id))
    throw problem('check_in_not_ended', { state, detail: 'An instance of it is still open' })
  const row = await store.updateCheckIn(
    tx,
    { ...checkIn, state: 'archived', deleted_at: now.toISOString() },
    now,
  )
  await setDeleted(tx, organisationId, id, now)
  await record(tx, row, 'check_in.deleted', now)
  await auditDeletion(call, 'check_in.deleted', row)
  return null
}

/**
 * Restores a deleted check-in with its instances; one that was archived without being deleted stays as it is.
 * @throws not_found  also after the purge | not_the_author | precondition_failed | check_in_not_archived
 */
export async function restoreCheckIn(call: Call<typeof contract.restoreCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'restore')
  const row = await store.updateCheckIn(tx, { ...checkIn, deleted_at: null }, now)
  if (checkIn.deleted_at !== null) {
    await setDeleted(tx, row.organisation_id, row.id, null)
    await record(tx, row, 'check_in.restored', now)
    await auditDeletion(call, 'check_in.restored', row)
  }
  return present(call, row)
}

export const purgeTask = purgeTaskOf({
  name: 'check_in.purge',
  claim: store.claimDeleted,
  purge: store.purgeCheckIn,
})
