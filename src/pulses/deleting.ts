/**
 * Deleting. A draft is gone at once. An ended pulse leaves every list and only its author still sees it, who may restore it for
 * thirty days; then it is purged with everything that was asked and answered under it. Events and audit log stay.
 */
import type * as contract from '../../contract/pulses.ts'
import type { Pulse } from '../../contract/pulses.ts'
import type { Call } from '../call.ts'
import { auditDeletion, purgeTaskOf, setDeleted } from '../collection/collection.ts'
import * as store from './store.ts'
import { assertStartsFrom, loadForTransition, loadToStop, present, record } from './transitions.ts'

/** Deleting twice changes nothing. @throws not_found | not_the_author | reason_required | precondition_failed | pulse_not_closed */
export async function deletePulse(call: Call<typeof contract.deletePulse>): Promise<null> {
  const { tx, now } = call
  const pulse = await loadToStop(call, 'deleted', call.query.reason)
  if (pulse.deleted_at !== null) return null
  if (pulse.state === 'draft') {
    await store.deleteDraft(tx, pulse.organisation_id, pulse.id)
    await record(tx, 'pulse.deleted', pulse, { at: now })
    return null
  }
  if (pulse.state !== 'archived') assertStartsFrom(pulse, 'archive')
  const row = await store.updatePulse(tx, { ...pulse, state: 'archived', deleted_at: now.toISOString() }, now)
  await setDeleted(tx, pulse.organisation_id, pulse.id, now)
  await record(tx, 'pulse.deleted', row, { at: now })
  await auditDeletion(call, 'pulse.deleted', row)
  return null
}

/**
 * Restores a deleted pulse; one that was archived without being deleted stays as it is.
 * @throws not_found  also after the purge | not_the_author | precondition_failed | pulse_not_archived
 */
export async function restorePulse(call: Call<typeof contract.restorePulse>): Promise<Pulse> {
  const { tx, now } = call
  const pulse = await loadForTransition(call, 'restore')
  const row = await store.updatePulse(tx, { ...pulse, deleted_at: null }, now)
  if (pulse.deleted_at !== null) {
    await setDeleted(tx, row.organisation_id, row.id, null)
    await record(tx, 'pulse.restored', row, { at: now })
    await auditDeletion(call, 'pulse.restored', row)
  }
  return present(call, row)
}

export const purgeTask = purgeTaskOf({
  name: 'pulse.purge',
  claim: store.claimDeleted,
  purge: store.purgePulse,
})
