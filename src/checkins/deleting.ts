/**
 * Deleting. A draft is gone at once. An ended check-in leaves every list with its instances and only its author still sees it, who may
 * restore it for thirty days; then it is purged with everything that was asked and answered under it. Events and audit log stay.
 */
import { type CheckIn } from '../../contract/checkins.ts'
import type * as contract from '../../contract/checkins.ts'
import { limits } from '../../contract/limits.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { type Call } from '../call.ts'
import { isAnyOpen, purgeSeries, setDeleted } from '../collection/collection.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { problem } from '../problem.ts'
import * as store from './store.ts'
import { type CheckInRow } from './store.ts'
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
  await audit(call, 'check_in.deleted', row)
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
    await audit(call, 'check_in.restored', row)
  }
  return present(tx, row)
}

/** In the log of everybody only where everybody may know of the check-in. */
const audit = (
  { tx, actor, now }: Pick<Call<typeof contract.deleteCheckIn>, 'tx' | 'actor' | 'now'>,
  action: 'check_in.deleted' | 'check_in.restored',
  { organisation_id: organisationId, id: target, visibility, author_user_id: author }: CheckInRow,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action,
    target,
    privateTo: visibility === 'private' ? author : null,
    at: now,
  })

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Purges check-ins whose thirty days are over, one at a time; what belongs to them goes in parts (src/collection/deletion.ts). */
export const purgeTask: TransactionTask = {
  name: 'check_in.purge',
  everyMs: hourMs,
  run: async (tx, now, quarantined) => {
    const before = new Date(now.getTime() - limits.deletedKeptDays * dayMs)
    const checkIn = await store.claimDeleted(tx, before, quarantined)
    if (!checkIn) return 0
    await forRow(checkIn.id, async () => {
      if (await purgeSeries(tx, checkIn.organisation_id, checkIn.id))
        await store.purgeCheckIn(tx, checkIn.organisation_id, checkIn.id)
    })
    return 1
  },
}
