/** SQL of sending: what is due, who sends it, and what became of it; and how far a webhook has followed the feed. */
import type { EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import type { WebhookAttempt } from '../../contract/webhooks.ts'
import { claimWithin, isReached } from '../db/claiming.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { int8, jsonbOf, shapeOf, text, textOf, timestamptz } from '../db/shape.ts'
import { webhookDeliveries } from '../db/tables.ts'
import type { EventRow } from '../events/events.ts'
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

/** Computed here: Citus takes no function that depends on a setting, such as the time zone, where it updates. */
const secondOf = (now: Date, later = 0): Date => new Date(Math.floor(now.getTime() / 1_000 + later) * 1_000)

/** Whether the count of `w` is of the present second, by this clock or by one that is a little ahead. */
const isCounted = (now: Date) => sql`w.second between ${secondOf(now)} and ${secondOf(now, 2)}`

/** Said of a row `w` of any organisation; a claim within one names it, so that Citus asks its server alone. */
const whose = (organisationId: string | null) =>
  organisationId === null ? sql`w.organisation_id` : sql`${organisationId}`

/** Webhooks with something due that nobody is sending, except for those that have as many as they may. */
const waiting = (now: Date, quarantined: readonly string[], organisationId: string | null = null) => sql`
  from webhooks w
  cross join lateral (${allowance(now, organisationId)}) sending
  where w.state = 'active'
    and ${isReached('w.organisation_id')}
    and not (w.id = any (${textArray(quarantined)}))
    and sending.allowed > 0
    and exists (
      select 1
      from webhook_deliveries d
      where d.organisation_id = ${whose(organisationId)}
        and d.webhook_id = w.id
        and d.state = 'waiting'
        and d.due_at <= ${now}
        and (d.claimed_until is null or d.claimed_until <= ${now})
        and ${isReached('d.organisation_id')}
    )`

/** One of them, at random, so that none keeps another from its turn. */
export const claimWebhook = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<WebhookRow | undefined> =>
  claimWithin(
    tx,
    sql`select w.organisation_id ${waiting(now, quarantined)} order by random()`,
    (organisationId) =>
      one(
        tx,
        webhookRow,
        sql`
          select ${webhookRow.of('w')}
          ${waiting(now, quarantined, organisationId)}
            and w.organisation_id = ${organisationId}
          order by random()
          limit 1
          for update of w skip locked`,
      ),
  )

/** How many deliveries of `w` may begin, by what is being sent and has begun, by whichever worker. */
const allowance = (now: Date, organisationId: string | null) => sql`
  select least(
           ${limits.webhookPerSecondMax} - case when ${isCounted(now)} then w.second_count else 0 end,
           ${limits.webhookInFlightMax} - count(*)
         )::int4 as allowed
  from webhook_deliveries d
  where d.organisation_id = ${whose(organisationId)}
    and d.webhook_id = w.id
    and d.state = 'waiting'
    and d.claimed_until > ${now}
    and ${isReached('d.organisation_id')}`

const claimedRow = shapeOf(webhookDeliveries, ['id', 'attempts', 'round_attempts'], {
  claimed_until: timestamptz,
  event_id: text,
  seq: int8,
  type: textOf<EventType>(),
  payload: jsonbOf<EventRow['payload']>(),
  occurred_at: timestamptz,
})

export type ClaimedDelivery = {
  readonly id: string
  readonly round_attempts: number
  readonly attempts: number
  readonly claimed_until: string
  readonly event: EventRow
}

/**
 * As many as an active webhook may get now, and `most` at the most. For a transaction that holds its row: a statement that took the row as well
 * would count what was there before it had waited for others.
 */
export async function claimDeliveries(
  tx: Tx,
  { organisationId, id }: WebhookRef,
  { most, now, until }: { most: number; now: Date; until: Date },
): Promise<ClaimedDelivery[]> {
  const claimed = await many(
    tx,
    claimedRow,
    sql`
      with claimed as (
        update webhook_deliveries d
        set claimed_until = ${until}
        from (
          select id, row_number() over (order by due_at, id) as place
          from webhook_deliveries
          where organisation_id = ${organisationId}
            and webhook_id = ${id}
            and state = 'waiting'
            and due_at <= ${now}
            and (claimed_until is null or claimed_until <= ${now})
          order by due_at, id
          limit ${Math.min(most, limits.webhookInFlightMax)}
        ) due
        where d.organisation_id = ${organisationId}
          and d.id = due.id
          and due.place <= (
            select sending.allowed
            from webhooks w
            cross join lateral (${allowance(now, organisationId)}) sending
            where w.organisation_id = ${organisationId}
              and w.id = ${id}
              and w.state = 'active'
          )
        returning ${claimedRow.of('d')}, d.claimed_until, d.event_id
      ), counted as (
        update webhooks w
        set second_count = case when ${isCounted(now)} then second_count else 0 end
              + (select count(*) from claimed)::integer,
            second = case when ${isCounted(now)} then second else ${secondOf(now)}::timestamptz end
        where organisation_id = ${organisationId}
          and id = ${id}
          and exists (select 1 from claimed)
      )
      select claimed.*, e.seq, e.type, e.payload, e.occurred_at
      from claimed
      join events e
        on e.organisation_id = ${organisationId}
       and e.id = claimed.event_id`,
  )
  return claimed.map(({ event_id, seq, type, payload, occurred_at, ...delivery }) => ({
    ...delivery,
    event: { id: event_id, seq, type, payload, occurred_at },
  }))
}

/** What came of an attempt, and what follows for its delivery. */
export type Ending = {
  readonly delivery: ClaimedDelivery
  readonly attempt: WebhookAttempt
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly dueAt: Date
}

/**
 * Records attempts, and what became of their deliveries. One whose claim was lost, or that was cancelled meanwhile, changes nothing except for a
 * success.
 */
export async function endAttempts(
  tx: Tx,
  { organisationId }: WebhookRef,
  endings: readonly Ending[],
  now: Date,
): Promise<void> {
  const ending = sql`
    jsonb_to_recordset(${json(
      endings.map(({ delivery, attempt, state, dueAt }) => ({
        ...attempt,
        delivery_id: delivery.id,
        number: delivery.attempts + 1,
        claimed_until: delivery.claimed_until,
        state,
        due_at: dueAt,
      })),
    )}) as ending (
      delivery_id text, number integer, at timestamptz, milliseconds integer, status integer, error text, answer text,
      claimed_until timestamptz, state text, due_at timestamptz
    )`
  // Not as a part of the next statement: on divided tables such a part would pass through all servers (note 112).
  await run(
    tx,
    sql`
      insert into webhook_attempts (organisation_id, delivery_id, number, at, milliseconds, status, error, answer)
      select ${organisationId}, d.id, ending.number, ending.at, ending.milliseconds, ending.status, ending.error, ending.answer
      from ${ending}
      join webhook_deliveries d
        on d.organisation_id = ${organisationId}
       and d.id = ending.delivery_id
      on conflict do nothing`,
  )
  await run(
    tx,
    sql`
      update webhook_deliveries d
      set state = ending.state,
          attempts = d.attempts + 1,
          round_attempts = d.round_attempts + 1,
          due_at = ending.due_at,
          claimed_until = null,
          ended_at = case when ending.state = 'waiting' then null else ${now}::timestamptz end
      from ${ending}
      where d.organisation_id = ${organisationId}
        and d.id = ending.delivery_id
        and (d.claimed_until = ending.claimed_until or ending.state = 'delivered')`,
  )
}

/**
 * Since when nothing has reached an active webhook. @param isReached  whether something has just now
 * @returns the webhook as it is now, in whose row the transaction is the only one; undefined: it is gone
 */
export const markReached = (
  tx: Tx,
  { organisationId, id }: WebhookRef,
  isReached: boolean,
  now: Date,
): Promise<WebhookRow | undefined> =>
  one(
    tx,
    webhookRow,
    sql`
      update webhooks w
      set last_delivered_at = case when ${isReached} then ${now} else last_delivered_at end,
          failing_since = case
            when ${isReached} then null
            when state = 'active' then coalesce(failing_since, ${now})
            else failing_since
          end
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${webhookRow.of('w')}`,
  )

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
const behind = () => sql`
  from webhooks w
  join event_feeds f
    on f.organisation_id = w.organisation_id
   and f.head_position > w.position
  where w.state = 'active'
    and ${isReached('w.organisation_id')}
    and ${isReached('f.organisation_id')}`

export const anyBehind = () => sql`select 1 ${behind()} limit 1`

export const claimBehind = (tx: Tx, quarantined: readonly string[]): Promise<WebhookRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select w.organisation_id
      ${behind()}
        and not (w.id = any (${textArray(quarantined)}))
      order by random()`,
    (organisationId) =>
      one(
        tx,
        webhookRow,
        sql`
      select ${webhookRow.of('w')}
      ${behind()}
        and not (w.id = any (${textArray(quarantined)}))
        and w.organisation_id = ${organisationId}
      order by random()
      limit 1
      for update of w skip locked`,
      ),
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
