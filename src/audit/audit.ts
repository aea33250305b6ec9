/**
 * The audit trail: who did what with credentials, floors and released figures. Never holds an answer, a comment, a figure
 * or a secret. Actions are those of the catalogue (contract/audit.ts).
 *
 * What is done is written down in the transaction that does it. What is read is written down before it leaves, once a day:
 * if that fails the reading fails, so nothing leaves unaudited.
 */
import { type AuditAction, type AuditEvent } from '../../contract/audit.ts'
import { type Page } from '../../contract/fields.ts'
import { type Actor, type PersonActor } from '../actor.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import * as store from './store.ts'
import { type AuditedActor, type AuditFilter } from './store.ts'

export { type AuditedActor } from './store.ts'

export type AuditEntry = {
  organisationId: string
  actor: AuditedActor
  action: AuditAction
  target?: string
  detail?: Record<string, unknown>
  privateTo?: string | null
  at: Date
}

export const operator: AuditedActor = { kind: 'operator', userId: null, applicationId: null }
export const byClock: AuditedActor = { kind: 'clock', userId: null, applicationId: null }
export const byPerson = (userId: string): AuditedActor => ({ kind: 'person', userId, applicationId: null })
export const byApplication = (applicationId: string): AuditedActor => ({
  kind: 'application',
  userId: null,
  applicationId,
})

export const actedBy = (actor: Actor): AuditedActor =>
  actor.kind === 'organisation'
    ? byApplication(actor.applicationId)
    : actor.kind === 'person'
      ? byPerson(actor.userId)
      : { kind: 'user', userId: actor.userId, applicationId: actor.applicationId }

export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { target = null, detail = {}, privateTo = null } = entry
  await store.insertAudit(tx, entry, [{ target, detail, privateTo, once: null }])
}

export type Reading = {
  organisationId: string
  actor: AuditedActor
  action: AuditAction
  /** What it was read by; the same things read in another way are written down as well. */
  operation: string
  at: Date
}

/** What is told of one reading; `privateTo` as in the store. */
export type Read = { detail: Record<string, unknown>; privateTo: string | null }

/**
 * Writes down what is read, once for each actor, operation, target and UTC day. A second reading of the day costs one look
 * at an index.
 * @param detailsOf  asked for what is new today; what it leaves out was not read after all
 */
export async function recordReading(
  tx: Tx,
  reading: Reading,
  targets: readonly string[],
  detailsOf: (fresh: readonly string[]) => Promise<ReadonlyMap<string, Read>>,
): Promise<void> {
  const { organisationId, actor, action, operation, at } = reading
  const by = `${actor.userId ?? '-'} ${actor.applicationId ?? '-'}`
  const onceOf = (target: string): string =>
    `${at.toISOString().slice(0, 10)} ${by} ${action} ${operation} ${target}`
  if (targets.length === 0) return
  const written = await store.findWritten(tx, organisationId, targets.map(onceOf))
  const fresh = targets.filter((target) => !written.has(onceOf(target)))
  if (fresh.length === 0) return
  const rows = [...(await detailsOf(fresh))].map(([target, { detail, privateTo }]) => ({
    target,
    privateTo,
    detail: { operation, ...detail },
    once: onceOf(target),
  }))
  if (rows.length > 0) await store.insertAudit(tx, reading, rows)
}

type Query = AuditFilter & { limit?: number; cursor?: string; format?: 'json' | 'csv' }

/** Reading the trail is written down first, so it stands in what is read. @throws invalid_cursor */
export async function listAuditEvents(
  tx: Tx,
  person: PersonActor,
  { format: _format, ...query }: Query,
  now: Date,
): Promise<Page<'audit_events', AuditEvent>> {
  const { organisationId } = person
  const { limit: _limit, cursor: _cursor, ...filter } = query
  const paging = paged(`audit of ${organisationId}`, query)
  await recordReading(
    tx,
    {
      organisationId,
      actor: actedBy(person),
      action: 'audit.read',
      operation: 'listAuditEvents',
      at: now,
    },
    [organisationId],
    async () => new Map([[organisationId, { detail: {}, privateTo: null }]]),
  )
  return pageOf('audit_events', await store.listAudit(tx, person, filter, paging), paging, store.positionOf)
}
