/** Sends a test and says what came back. It runs outside a transaction: no connection to the database waits for the receiver. */
import type * as contract from '../../contract/webhooks.ts'
import { testType, type WebhookTest } from '../../contract/webhooks.ts'
import type { Call } from '../call.ts'
import { transaction } from '../db/db.ts'
import { headOf } from '../events/events.ts'
import { newId } from '../ids.ts'
import type { Receivers } from './receivers.ts'
import { isDelivered, post } from './sending.ts'
import * as store from './store.ts'
import { audit, load } from './webhooks.ts'

/** @throws not_found */
export const testWebhook =
  (receivers: Receivers) =>
  async (call: Call<typeof contract.testWebhook>): Promise<WebhookTest> => {
    const { now } = call
    const webhook = await load(call)
    const event = {
      id: newId('event'),
      seq: 0,
      type: testType,
      occurred_at: now.toISOString(),
      data: { webhook_id: webhook.id },
    }
    const message = { id: event.id, body: JSON.stringify(event) }
    const { retryAfterMs: _retryAfter, ...attempt } = await post(webhook, message, receivers, now)
    const isOk = isDelivered(attempt)
    const { state } = isOk ? await verify(call, webhook.url) : webhook
    return { event_id: event.id, is_delivered: isOk, state, ...attempt }
  }

/** Somebody may have changed the address while it was asked. @throws not_found */
const verify = (
  { tx: pool, now, ...call }: Call<typeof contract.testWebhook>,
  url: string,
): Promise<store.WebhookRow> =>
  transaction(pool, async (tx) => {
    const row = await load({ ...call, tx }, { lock: true })
    if (row.state !== 'unverified' || row.url !== url) return row
    await audit({ ...call, tx, now }, 'webhook.updated', row, { state: 'active' })
    const position = await headOf(tx, row.organisation_id)
    return store.updateWebhook(tx, { ...row, state: 'active', position }, now)
  })
