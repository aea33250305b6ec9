/**
 * Entries of the audit log that are older than an organisation keeps them, and the entries about deletions. They go from the beginning
 * of the chain (expiry.ts).
 */
import { type PersonActor } from '../actor.ts'
import { many, one, only, sql, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, shapeOf, timestamptz } from '../db/shape.ts'
import { auditEvents, organisations } from '../db/tables.ts'
import { type AuditedActor, findRecorded, insertAudit } from './store.ts'

const oldRow = shape({ organisation_id: organisations.id, days: organisations.audit_days })

/** An organisation with entries that are older than it keeps them, counted back from that day. */
export const findOldEntries = (tx: Tx, day: Date): Promise<RowOf<typeof oldRow> | undefined> =>
  one(
    tx,
    oldRow,
    sql`
      select o.id as organisation_id, o.audit_days as days
      from organisations o
      where exists (
        select 1
        from audit_events e
        where e.organisation_id = o.id
          and e.occurred_at < ${day}::timestamptz - make_interval(hours => 24 * o.audit_days)
      )
      limit 1`,
  )

export async function countEntries(tx: Tx, organisationId: string, before: Date): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from audit_events
      where organisation_id = ${organisationId}
        and occurred_at < ${before}`,
  )
  return count
}

/** When the oldest entry of an organisation was made, or null. */
export async function oldestEntry(tx: Tx, organisationId: string): Promise<string | null> {
  const { oldest } = await only(
    tx,
    shape({ oldest: nullable(timestamptz) }),
    sql`select min(occurred_at) as oldest from audit_events where organisation_id = ${organisationId}`,
  )
  return oldest
}

type OldRows = { organisationId: string; kind: 'events' | 'audit'; actor: AuditedActor; at: Date }

/** Records what is deleted of an organisation on a day, before the first row goes: once, however often the work is taken up again. */
export async function recordOldRows(
  tx: Tx,
  { organisationId, kind, actor, at }: OldRows,
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
        and (private_to is null or private_to = ${userId})
      order by occurred_at desc, id desc
      limit ${limit}`,
  )
