/** SQL of deliveries and attempts. */
import type { EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import type { WebhookAttempt, WebhookDelivery } from '../../contract/webhooks.ts'
import { json, many, one, type Query, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { type RowOf, shapeOf, textOf } from '../db/shape.ts'
import { webhookAttempts, webhookDeliveries } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { WebhookRef } from './store.ts'

const deliveryRow = shapeOf(
  webhookDeliveries,
  [
    'organisation_id',
    'id',
    'webhook_id',
    'event_id',
    'state',
    'attempts',
    'round_attempts',
    'due_at',
    'created_at',
    'ended_at',
  ],
  { type: textOf<EventType>() },
)
export type DeliveryRow = RowOf<typeof deliveryRow>

const deliveries = sql`
  select ${deliveryRow.of('d')}, e.type
  from webhook_deliveries d
  join events e
    on e.organisation_id = d.organisation_id
   and e.id = d.event_id`

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'waiting' ? row.due_at : null,
  created_at: row.created_at,
  ended_at: row.ended_at,
})

/** @param readable  a condition on the row of `e` */
export const listDeliveries = (
  tx: Tx,
  { organisationId, id }: WebhookRef,
  { state, event_id, readable }: { state?: string; event_id?: string; readable: Query },
  { after, limit }: Paged,
): Promise<DeliveryRow[]> =>
  many(
    tx,
    deliveryRow,
    sql`
      ${deliveries}
      where d.organisation_id = ${organisationId}
        and d.webhook_id = ${id}
        ${state === undefined ? sql`` : sql`and d.state = ${state}`}
        ${event_id === undefined ? sql`` : sql`and d.event_id = ${event_id}`}
        and ${olderThan('d.id', after)}
        and ${readable}
      order by d.id desc
      limit ${limit + 1}`,
  )

export const findDelivery = (
  tx: Tx,
  { organisationId, id }: WebhookRef,
  { deliveryId, readable }: { deliveryId: string; readable: Query },
): Promise<DeliveryRow | undefined> =>
  one(
    tx,
    deliveryRow,
    sql`
      ${deliveries}
      where d.organisation_id = ${organisationId}
        and d.webhook_id = ${id}
        and d.id = ${deliveryId}
        and ${readable}`,
  )

const attemptRow = shapeOf(webhookAttempts, ['at', 'milliseconds', 'status', 'error', 'answer'])

/** The newest first. */
export const listAttempts = (tx: Tx, { organisation_id, id }: DeliveryRow): Promise<WebhookAttempt[]> =>
  many(
    tx,
    attemptRow,
    sql`
      select ${attemptRow.columns}
      from webhook_attempts
      where organisation_id = ${organisation_id}
        and delivery_id = ${id}
      order by number desc
      limit 50`,
  )

/** Events wait for a webhook, now, unless they have waited for it before. @returns how many */
export const enqueue = (
  tx: Tx,
  { organisationId, id }: WebhookRef,
  eventIds: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into webhook_deliveries (organisation_id, id, webhook_id, event_id, state, due_at, created_at)
      select ${organisationId}, row.id, ${id}, row.event_id, 'waiting', ${now}, ${now}
      from jsonb_to_recordset(${json(eventIds.map((event_id) => ({ id: newId('webhookDelivery'), event_id })))})
        as row (id text, event_id text)
      on conflict (organisation_id, webhook_id, event_id) do nothing`,
  )

/** What it has got of these, or what was given up, waits again. @returns how many */
export const requeueEvents = (
  tx: Tx,
  { organisationId, id }: WebhookRef,
  eventIds: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update webhook_deliveries
      set state = 'waiting',
          round_attempts = 0,
          due_at = ${now},
          ended_at = null
      where organisation_id = ${organisationId}
        and webhook_id = ${id}
        and event_id = any (${textArray(eventIds)})
        and state <> 'waiting'`,
  )

/** What was given up or cancelled of these types in a period. */
export async function failedEvents(
  tx: Tx,
  { organisationId, id }: WebhookRef,
  {
    since,
    until,
    types,
    readable,
  }: { since: string; until: string; types: readonly string[]; readable: Query },
): Promise<string[]> {
  const rows = await many(
    tx,
    shapeOf(webhookDeliveries, ['event_id']),
    sql`
      select d.event_id
      from webhook_deliveries d
      join events e
        on e.organisation_id = d.organisation_id
       and e.id = d.event_id
      where d.organisation_id = ${organisationId}
        and d.webhook_id = ${id}
        and d.state in ('failed', 'cancelled')
        and e.occurred_at >= ${since}::timestamptz
        and e.occurred_at < ${until}::timestamptz
        and e.type = any (${textArray(types)})
        and ${readable}
      order by e.position
      limit ${limits.webhookReplayMax + 1}`,
  )
  return rows.map(({ event_id }) => event_id)
}

const cancelledAt = (now: Date) => sql`
        state = 'cancelled',
        claimed_until = null,
        ended_at = ${now}`

export const cancelWaiting = (tx: Tx, { organisationId, id }: WebhookRef, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update webhook_deliveries
      set ${cancelledAt(now)}
      where organisation_id = ${organisationId}
        and webhook_id = ${id}
        and state = 'waiting'`,
  )

/** Of claimed ones, what the application may not read any more. */
export const cancelClaimed = (
  tx: Tx,
  { organisationId }: WebhookRef,
  ids: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update webhook_deliveries
      set ${cancelledAt(now)}
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )

export const requeue = (tx: Tx, { organisation_id, id }: DeliveryRow, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update webhook_deliveries
      set state = 'waiting',
          round_attempts = 0,
          due_at = ${now},
          ended_at = null
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )
