/** A webhook is disabled by the service: what waits is cancelled, the feed has an event, and admins are told by the audit log. */
import type { PayloadOf } from '../../contract/events.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { cancelWaiting } from './delivery-store.ts'
import { disable } from './sending-store.ts'
import { refOf, type WebhookRow } from './store.ts'

export async function endUse(
  tx: Tx,
  webhook: WebhookRow,
  reason: PayloadOf<'webhook.disabled'>['reason'],
  now: Date,
): Promise<void> {
  if (!(await disable(tx, refOf(webhook), reason, now))) return
  const { organisation_id: organisationId, id, application_id } = webhook
  await cancelWaiting(tx, refOf(webhook), now)
  const payload = { webhook_id: id, application_id, reason }
  await recordEvent(tx, { organisationId, type: 'webhook.disabled', payload, at: now })
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'webhook.disabled',
    target: id,
    detail: { application_id, reason },
    at: now,
  })
}
