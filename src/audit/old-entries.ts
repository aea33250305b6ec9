/**
 * Entries of the audit log that are older than an organisation keeps them, and the entries about deletions. They go from the beginning
 * of the chain (expiry.ts).
 */
import type { PersonActor } from '../actor.ts'
import { many, sql, type Tx } from '../db/db.ts'
import type { DatedTable } from '../db/old-rows.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { auditEvents } from '../db/tables.ts'
import { knownTo } from '../visibility.ts'
import { type AuditedActor, findRecorded, insertAudit } from './store.ts'

/** How long organisations keep entries. */
export const datedEntries: DatedTable = { table: 'audit_events', days: 'audit_days' }

type Deleting = { organisationId: string; kind: 'events' | 'audit'; actor: AuditedActor; at: Date }

/** Records what is deleted of an organisation on a day, with the first part of it: once, however often the work is taken up again. */
export async function recordOldRows(
  tx: Tx,
  { organisationId, kind, actor, at }: Deleting,
  countRows: () => Promise<number>,
): Promise<void> {
  const once = `${at.toISOString().slice(0, 10)} - - data.deleted ${kind} ${organisationId}`
  if ((await findRecorded(tx, organisationId, [once])).size > 0) return
  const detail = { kind, counts: { rows: await countRows() } }
  await insertAudit(tx, { organisationId, actor, action: 'data.deleted', at }, [
    { target: organisationId, detail, privateTo: null, once },
  ])
}

const deletionRow = shapeOf(auditEvents, ['target', 'detail', 'occurred_at'])

/** The last deletions that an admin may know of, newest first. */
export const lastDeletions = (
  tx: Tx,
  { organisationId, userId }: PersonActor,
  limit: number,
): Promise<RowOf<typeof deletionRow>[]> =>
  many(
    tx,
    deletionRow,
    sql`
      select ${deletionRow.columns}
      from audit_events
      where organisation_id = ${organisationId}
        and action = 'data.deleted'
        and ${knownTo(userId)}
      order by occurred_at desc, id desc
      limit ${limit}`,
  )
