/** Deleting templates of the organisation. One leaves the list at once, can be restored for thirty days, and is then purged. */
import type * as contract from '../../contract/templates.ts'
import { limits } from '../../contract/limits.ts'
import type { Template } from '../../contract/templates.ts'
import type { Call } from '../call.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { assertFree, loadToChange, record, tooMany } from './saving.ts'
import * as store from './store.ts'
import { present } from './presenting.ts'

/** Deleting twice changes nothing. @throws not_found | not_the_author | precondition_failed */
export async function deleteTemplate(call: Call<typeof contract.deleteTemplate>): Promise<null> {
  const row = await loadToChange(call)
  if (row.deleted_at !== null) return null
  await store.markDeleted(call.tx, row, call.now)
  await record(call, 'template.deleted', row)
  return null
}

/** @throws not_found  also after the purge | not_the_author | precondition_failed | unprocessable  too many */
export async function restoreTemplate(call: Call<typeof contract.restoreTemplate>): Promise<Template> {
  const { tx, actor, now } = call
  const row = await loadToChange(call)
  if (row.deleted_at === null) return present(tx, actor, row)
  await assertFree(tx, row, { exceptId: row.id, pointer: '' })
  const restored = await store.restoreTemplate(tx, row, now)
  if (!restored) throw tooMany()
  await record(call, 'template.restored', restored)
  return present(tx, actor, restored)
}

const hourMs = 3_600_000
const purgedAtOnce = 500

export const purgeTask: TransactionTask = {
  name: 'template.purge',
  everyMs: hourMs,
  run: (tx, now) =>
    store.purgeDeleted(tx, new Date(now.getTime() - limits.deletedKeptDays * 24 * hourMs), purgedAtOnce),
}
