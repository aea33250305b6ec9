/** Deliveries as callers see them: what was sent, what came back, and sending again. */
import type * as contract from '../../contract/webhooks.ts'
import type { WebhookDelivery, WebhookDeliveryDetail } from '../../contract/webhooks.ts'
import { type EventType, typesNamedBy } from '../../contract/events.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Call } from '../call.ts'
import { afterCommit, type Query, sql, textArray, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { getEvent, headOf, listPlaced } from '../events/events.ts'
import { eventOf } from '../feed/feed.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './delivery-store.ts'
import { refOf, type WebhookRow } from './store.ts'
import { listable } from './readable.ts'
import { assertInUse, load } from './webhooks.ts'

/** @throws not_found | invalid_cursor */
export async function listWebhookDeliveries(
  call: Call<typeof contract.listWebhookDeliveries>,
): Promise<Page<'deliveries', WebhookDelivery>> {
  const { tx, query } = call
  const webhook = await load(call)
  const paging = paged(`deliveries of ${webhook.id}`, query)
  const rows = await store.listDeliveries(
    tx,
    refOf(webhook),
    { ...query, readable: await listable(tx, webhook) },
    paging,
  )
  const { deliveries, ...rest } = pageOf('deliveries', rows, paging, ({ id }) => id)
  return { deliveries: deliveries.map(store.presentDelivery), ...rest }
}

/** @throws not_found */
async function loadDelivery(
  tx: Tx,
  webhook: WebhookRow,
  { delivery_id: deliveryId }: { delivery_id: string },
): Promise<store.DeliveryRow> {
  const readable = await listable(tx, webhook)
  const row = await store.findDelivery(tx, refOf(webhook), { deliveryId, readable })
  if (!row) throw problem('not_found')
  return row
}

/** @throws not_found */
export async function getWebhookDelivery(
  call: Call<typeof contract.getWebhookDelivery>,
): Promise<WebhookDeliveryDetail> {
  const { tx, params } = call
  const row = await loadDelivery(tx, await load(call), params)
  return {
    ...store.presentDelivery(row),
    event: eventOf(await getEvent(tx, row.organisation_id, row.event_id)),
    last_attempts: await store.listAttempts(tx, row),
  }
}

/** @throws not_found | webhook_not_verified | webhook_disabled */
export async function retryWebhookDelivery(
  call: Call<typeof contract.retryWebhookDelivery>,
): Promise<WebhookDelivery> {
  const { tx, params, now } = call
  const webhook = await load(call, { lock: true })
  const row = await loadDelivery(tx, webhook, params)
  assertInUse(webhook)
  await store.requeue(tx, row, now)
  afterCommit(tx, 'work due', null)
  return store.presentDelivery(await loadDelivery(tx, webhook, params))
}

/** @throws not_found | webhook_not_verified | webhook_disabled | unprocessable  too many, or an end before the beginning */
export async function replayWebhook(
  call: Call<typeof contract.replayWebhook>,
): Promise<{ deliveries: number }> {
  const { tx, body, now } = call
  const webhook = await load(call, { lock: true })
  assertInUse(webhook)
  const { since, until = new Date(now.getTime() + 1).toISOString(), only = 'failed' } = body
  if (new Date(until) <= new Date(since))
    throw impossible('/until', 'The end is not after the beginning', 'too_early')
  const types = (body.types ?? webhook.types).flatMap(typesNamedBy)
  const period = { since, until, types, readable: await listable(tx, webhook) }
  const ids =
    only === 'failed'
      ? await store.failedEvents(tx, refOf(webhook), period)
      : await eventsOf(tx, webhook, period)
  if (ids.length > limits.webhookReplayMax)
    throw impossible(
      '/since',
      `There are more than ${limits.webhookReplayMax} events: narrow the period`,
      'too_many',
    )
  const again = await store.requeueEvents(tx, refOf(webhook), ids, now)
  const deliveries = again + (await store.enqueue(tx, refOf(webhook), ids, now))
  afterCommit(tx, 'work due', null)
  return { deliveries }
}

type Period = {
  readonly since: string
  readonly until: string
  readonly types: readonly EventType[]
  readonly readable: Query
}

/** What the application may read of a period. */
async function eventsOf(
  tx: Tx,
  { organisation_id: organisationId }: WebhookRow,
  { since, until, types, readable }: Period,
): Promise<string[]> {
  const range = { after: 0, until: await headOf(tx, organisationId), limit: limits.webhookReplayMax + 1 }
  const events = await listPlaced(
    tx,
    organisationId,
    range,
    sql`
      ${readable}
      and e.type = any (${textArray(types)})
      and e.occurred_at >= ${since}::timestamptz
      and e.occurred_at < ${until}::timestamptz`,
  )
  return events.map(({ id }) => id)
}
