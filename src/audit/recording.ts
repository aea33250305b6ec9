/**
 * Records entries. A change is recorded in its own transaction. A reading is recorded before the figures are sent, once a day. If that fails,
 * the reading fails, so nothing is sent unaudited.
 */
import type { AuditAction } from '../../contract/audit.ts'
import { type NoticeAction, noticeActions } from '../../contract/audit-actions.ts'
import type { Actor } from '../actor.ts'
import { type Tx, writableOf } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import * as store from './store.ts'
import type { AuditedActor } from './store.ts'

export type AuditEntry = {
  organisationId: string
  actor: AuditedActor
  action: AuditAction
  target?: string
  detail?: Record<string, unknown>
  /** The author of something private, who alone may know that it exists. */
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
  await insert(tx, entry, [{ target, detail, privateTo, once: null }])
}

/** An event for programs that follow the log, in the same transaction, if admins can be notified about the action. */
async function insert(
  tx: Tx,
  { organisationId, actor, action, at }: Pick<AuditEntry, 'organisationId' | 'actor' | 'action' | 'at'>,
  rows: readonly store.AuditRow[],
): Promise<void> {
  const entries = await store.insertAudit(tx, { organisationId, actor, action, at }, rows)
  if (!isNoticed(action)) return
  for (const { id, private_to: privateTo } of entries)
    await recordEvent(tx, {
      organisationId,
      type: 'audit.recorded',
      payload: { audit_event_id: id, action },
      privateTo,
      at,
    })
}

const isNoticed = (action: AuditAction): action is NoticeAction => noticeActions.some((one) => one === action)

/** The same act on several targets: an entry for each, by one statement. */
export async function recordAudits(
  tx: Tx,
  occasion: Pick<AuditEntry, 'organisationId' | 'actor' | 'action' | 'at'>,
  entries: readonly { target: string; detail: Record<string, unknown> }[],
): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, privateTo: null, once: null }))
  if (rows.length > 0) await insert(tx, occasion, rows)
}

export type Reading = {
  organisationId: string
  actor: AuditedActor
  action: AuditAction
  /** The operation that reads; the same target read by another operation is recorded as well. */
  operation: string
  at: Date
}

/** The record of one target that was read; `privateTo` as in AuditEntry. */
export type Read = Pick<store.AuditRow, 'detail' | 'privateTo'>

/**
 * Records a reading, once for each actor, operation, target and UTC day. A second reading on a day costs one look at an index.
 * @param detailsOf  called with the targets that are new today; a target that it leaves out is not recorded
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
  const recorded = await store.findRecorded(tx, organisationId, targets.map(onceOf))
  const fresh = targets.filter((target) => !recorded.has(onceOf(target)))
  if (fresh.length === 0) return
  const rows = [...(await detailsOf(fresh))].map(([target, { detail, privateTo }]) => ({
    target,
    privateTo,
    detail: { operation, ...detail },
    once: onceOf(target),
  }))
  if (rows.length > 0) await insert(writableOf(tx), reading, rows)
}
