/** The audit trail: who did what with credentials and with released figures. Never holds an answer or a secret. */
import { json, run, sql, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'

export type AuditEntry = {
  organisationId: string
  actor: { kind: string; id: string | null }
  action: string
  target?: string
  detail?: Record<string, unknown>
  at: Date
}

export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await run(
    tx,
    sql`
      insert into audit_events (organisation_id, id, actor, action, target, detail, occurred_at)
      values (${entry.organisationId}, ${newId('audit')}, ${json(entry.actor)}, ${entry.action},
              ${entry.target ?? null}, ${json(entry.detail ?? {})}, ${entry.at})`,
  )
}
