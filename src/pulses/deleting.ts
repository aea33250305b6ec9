/**
 * Deleting. A draft is gone at once. An ended pulse leaves every list and only its author still sees it, who may restore it for
 * thirty days; then it is purged with everything that was asked and answered under it. Events and audit log stay.
 */
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/pulses.ts'
import { type Pulse } from '../../contract/pulses.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { type Call } from '../call.ts'
import { purgeSeries, setDeleted } from '../collection/collection.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import * as store from './store.ts'
import { type PulseRow } from './store.ts'
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
  await audit(call, 'pulse.deleted', row)
  return null
}

/** In the log of everybody only where everybody may know of the pulse. */
const audit = (
  { tx, actor, now }: Pick<Call<typeof contract.deletePulse>, 'tx' | 'actor' | 'now'>,
  action: 'pulse.deleted' | 'pulse.restored',
  { organisation_id: organisationId, id: target, visibility, author_user_id: author }: PulseRow,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action,
    target,
    privateTo: visibility === 'private' ? author : null,
    at: now,
  })

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
    await audit(call, 'pulse.restored', row)
  }
  return present(tx, row)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Purges pulses whose thirty days are over, one at a time; what belongs to them goes in parts (src/collection/deletion.ts). */
export const purgeTask: TransactionTask = {
  name: 'pulse.purge',
  everyMs: hourMs,
  run: async (tx, now, quarantined) => {
    const before = new Date(now.getTime() - limits.deletedKeptDays * dayMs)
    const pulse = await store.claimDeleted(tx, before, quarantined)
    if (!pulse) return 0
    await forRow(pulse.id, async () => {
      if (await purgeSeries(tx, pulse.organisation_id, pulse.id))
        await store.purgePulse(tx, pulse.organisation_id, pulse.id)
    })
    return 1
  },
}
