/** Asking for an export: the row, the entry in the audit log and the job, by a call or by a schedule. And what the log says of exports. */
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Export } from '../../contract/exports.ts'
import type { ApplicationActor } from '../actor.ts'
import { actedBy, byClock, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { enqueue } from '../jobs/jobs.ts'
import * as store from './store.ts'

export type Acting = { readonly tx: Tx; readonly actor: ApplicationActor; readonly now: Date }

/** Records what happens to an export or a schedule. @param acting  actor: null where the clock acts */
export const record = (
  { tx, actor, now }: Omit<Acting, 'actor'> & { readonly actor: ApplicationActor | null },
  action: Extract<AuditAction, `export.${string}`>,
  { organisationId, id }: store.ExportRef,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: actor ? actedBy(actor) : byClock,
    action,
    target: id,
    detail,
    at: now,
  })

export const detailOf = ({ dataset, format, filter, schedule_id }: Export) => ({
  dataset,
  format,
  filter,
  ...(schedule_id !== null && { schedule_id }),
})

/** @returns undefined where as many run as may */
export async function requestExport(acting: Acting, draft: store.ExportDraft): Promise<Export | undefined> {
  const { tx, actor, now } = acting
  const { organisationId } = actor
  const made = await store.insertExport(tx, actor, draft, now)
  if (!made) return undefined
  await record(acting, 'export.requested', { organisationId, id: made.id }, detailOf(made))
  await enqueue(tx, 'export.write', { organisationId, exportId: made.id })
  return made
}
