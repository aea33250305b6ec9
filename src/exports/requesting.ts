/** Asking for an export: the row, the entry in the audit log and the job, by a call or by a schedule. */
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Export } from '../../contract/exports.ts'
import type { ApplicationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { enqueue } from '../jobs/jobs.ts'
import * as store from './store.ts'

export type Acting = { readonly tx: Tx; readonly actor: ApplicationActor; readonly now: Date }

export const record = (
  { tx, actor, now }: Acting,
  action: Extract<AuditAction, `export.${string}`>,
  { id, dataset, format, released_since, schedule_id }: Export,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: id,
    detail: { dataset, format, released_since, ...(schedule_id !== null && { schedule_id }) },
    at: now,
  })

/** @returns undefined where as many run as may */
export async function requestExport(acting: Acting, draft: store.ExportDraft): Promise<Export | undefined> {
  const { tx, actor, now } = acting
  const made = await store.insertExport(tx, actor, draft, now)
  if (!made) return undefined
  await record(acting, 'export.requested', made)
  await enqueue(tx, 'export.write', { organisationId: actor.organisationId, exportId: made.id })
  return made
}
