/** SQL of sending: what is due, who sends it, and what became of it; and how far a webhook has followed the feed. */
import { limits } from '../../contract/limits.ts'
import type { WebhookAttempt } from '../../contract/webhooks.ts'
import { many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { int4, type RowOf, shapeOf } from '../db/shape.ts'
import { webhookDeliveries } from '../db/tables.ts'
import { type WebhookRef, webhookRow, type WebhookRow } from './store.ts'

/** Whether something of an active webhook is due, in whoever's hands. */
export const anyDue = (now: Date) => sql`
  select 1
  from webhooks w
  where w.state = 'active'
    and exists (
      select 1
      from webhook_deliveries d
      where d.organisation_id = w.organisation_id
        and d.webhook_id = w.id
        and d.state = 'waiting'
        and d.due_at <= ${now}
    )
  limit 1`

const busyRow = shapeOf(webhookRow.fields, [], { ...webhookRow.fields, allowed: int4 })

/**
 * A webhook with something due that nobody is sending, and how many requests it may get now.
 * Those that have as many as they may are left out, so that they keep no other from its turn.
 */
export const claimWebhook = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<RowOf<typeof busyRow> | undefined> =>
  one(
    tx,
    busyRow,
    sql`
      select ${webhookRow.of('w')},
             least(
               ${limits.webhookPerSecondMax}
                 - case when w.second = date_trunc('second', ${now}::timestamptz) then w.second_count else 0 end,
               ${limits.webhookInFlightMax} - sending.count
             )::int4 as allowed
      from webhooks w
      cross join lateral (
        select count(*) as count
        from webhook_deliveries d
        where d.organisation_id = w.organisation_id
          and d.webhook_id = w.id
          and d.state = 'waiting'
          and d.claimed_until > ${now}
      ) sending
      where w.state = 'active'
        and not (w.id = any (${textArray(quarantined)}))
        and sending.count < ${limits.webhookInFlightMax}
        and (w.second is distinct from date_trunc('second', ${now}::timestamptz) or w.second_count < ${limits.webhookPerSecondMax})
        and exists (
          select 1
          from webhook_deliveries d
          where d.organisation_id = w.organisation_id
            and d.webhook_id = w.id
            and d.state = 'waiting'
            and d.due_at <= ${now}
            and (d.claimed_until is null or d.claimed_until <= ${now})
        )
      order by random()
      limit 1
      for update of w skip locked`,
  )

const claimedRow = shapeOf(webhookDeliveries, [
  'organisation_id',
  'id',
  'event_id',
  'attempts',
  'round_attempts',
])
export type ClaimedDelivery = RowOf<typeof claimedRow>

/** Of a webhook whose row this transaction holds. */
export async function claimDeliveries(
  tx: Tx,
  { organisation_id: organisationId, id }: WebhookRow,
  { count, now, until }: { count: number; now: Date; until: Date },
): Promise<ClaimedDelivery[]> {
  const claimed = await many(
    tx,
    claimedRow,
    sql`
      update webhook_deliveries d
      set claimed_until = ${until}
      from (
        select id
        from webhook_deliveries
        where organisation_id = ${organisationId}
          and webhook_id = ${id}
          and state = 'waiting'
          and due_at <= ${now}
          and (claimed_until is null or claimed_until <= ${now})
        order by due_at, id
        limit greatest(0, least(${count}::bigint, ${limits.webhookInFlightMax}::bigint - (
          select count(*)
          from webhook_deliveries
          where organisation_id = ${organisationId}
            and webhook_id = ${id}
            and state = 'waiting'
            and claimed_until > ${now}
        )))
      ) due
      where d.organisation_id = ${organisationId}
        and d.id = due.id
      returning ${claimedRow.of('d')}`,
  )
  await run(
    tx,
    sql`
      update webhooks
      set second_count = case when second = date_trunc('second', ${now}::timestamptz) then second_count else 0 end
            + ${claimed.length}::integer,
          second = date_trunc('second', ${now}::timestamptz)
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
  return claimed
}

export const insertAttempt = (
  tx: Tx,
  { organisation_id, id, attempts }: ClaimedDelivery,
  { at, milliseconds, status, error, answer }: WebhookAttempt,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into webhook_attempts (organisation_id, delivery_id, number, at, milliseconds, status, error, answer)
      values (${organisation_id}, ${id}, ${attempts + 1}, ${at}, ${milliseconds}, ${status}, ${error}, ${answer})
      on conflict do nothing`,
  )

export type Ending = { state: 'waiting' | 'delivered' | 'failed' | 'cancelled'; dueAt: Date; now: Date }

/**
 * What became of an attempt. One whose claim was lost, or that was cancelled meanwhile, changes nothing but for a success.
 * @param until  the end of the claim
 */
export const endAttempt = (
  tx: Tx,
  { organisation_id, id }: ClaimedDelivery,
  { state, dueAt, now }: Ending,
  until: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update webhook_deliveries
      set state = ${state},
          attempts = attempts + 1,
          round_attempts = round_attempts + 1,
          due_at = ${dueAt},
          claimed_until = null,
          ended_at = ${state === 'waiting' ? null : now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and (claimed_until = ${until} or ${state} = 'delivered')`,
  )

/** @returns whether it failed before, or this is the first success */
export const markDelivered = (tx: Tx, { organisationId, id }: WebhookRef, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update webhooks
      set last_delivered_at = ${now},
          failing_since = null
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

/** @returns since when nothing has reached it */
export async function markFailing(
  tx: Tx,
  { organisationId, id }: WebhookRef,
  now: Date,
): Promise<string | null> {
  const row = await one(
    tx,
    shapeOf(webhookRow.fields, ['failing_since']),
    sql`
      update webhooks
      set failing_since = coalesce(failing_since, ${now})
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'active'
      returning failing_since`,
  )
  return row?.failing_since ?? null
}

/** @returns whether it is the first of the day */
export const markGivenUp = async (tx: Tx, { organisationId, id }: WebhookRef, now: Date): Promise<boolean> =>
  (await run(
    tx,
    sql`
      update webhooks
      set given_up_on = (${now}::timestamptz at time zone 'UTC')::date
      where organisation_id = ${organisationId}
        and id = ${id}
        and given_up_on is distinct from (${now}::timestamptz at time zone 'UTC')::date`,
  )) > 0

/** @returns whether it was in use until now */
export const disable = async (
  tx: Tx,
  { organisationId, id }: WebhookRef,
  reason: string,
  now: Date,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
      update webhooks
      set state = 'disabled',
          disabled_reason = ${reason},
          updated_at = ${now},
          version = version + 1
      where organisation_id = ${organisationId}
        and id = ${id}
        and state in ('active', 'paused')`,
  )) > 0

/** Active webhooks that have not looked at the newest events of their organisation. */
const behind = sql`
  from webhooks w
  join event_feeds f
    on f.organisation_id = w.organisation_id
   and f.head_position > w.position
  where w.state = 'active'`

export const anyBehind = () => sql`select 1 ${behind} limit 1`

export const claimBehind = (tx: Tx, quarantined: readonly string[]): Promise<WebhookRow | undefined> =>
  one(
    tx,
    webhookRow,
    sql`
      select ${webhookRow.of('w')}
      ${behind}
        and not (w.id = any (${textArray(quarantined)}))
      order by random()
      limit 1
      for update of w skip locked`,
  )

export const movePosition = (tx: Tx, { organisationId, id }: WebhookRef, position: number): Promise<number> =>
  run(
    tx,
    sql`
      update webhooks
      set position = ${position}
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
