/**
 * Sends deliveries. A worker claims some of one webhook for a minute, in a transaction, and sends them outside of it: no connection to the
 * database waits for a receiver. If the worker dies, the claim ends and another sends again, with the same `webhook-id`. At most 8 requests to
 * an address are under way at a time, and 50 begin in a second, over all workers (delivery-store.ts).
 *
 * The body is made from the event and not stored. What comes back decides: 2xx is delivered, 410 disables the webhook, everything else is
 * tried again, ten times in three days. An address that nothing has reached for five days is disabled.
 * Source: Standard Webhooks 1.0.0, "Deliverability and reliability".
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { limits } from '../../contract/limits.ts'
import type { WebhookAttempt } from '../../contract/webhooks.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import { messageOf } from '../caught.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { getEvent } from '../events/events.ts'
import { eventOf } from '../feed/feed.ts'
import type { DueTask } from '../jobs/jobs.ts'
import { OutboundError, postTo } from '../outbound/outbound.ts'
import { SealingError } from '../sealing.ts'
import { endUse } from './ending-use.ts'
import { keysOf, type Receivers } from './receivers.ts'
import * as store from './sending-store.ts'
import { signedHeaders } from './signing.ts'
import { refOf, type WebhookRow } from './store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long after an attempt the next one is made: 75.5 hours in all. */
const pausesMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
/** What a receiver may ask for by Retry-After. */
const retryAfterMaxMs = 24 * hourMs

const claimMs = minuteMs
/** Requests of one process that are under way at a time. */
const inFlightMax = 64
const lookMs = 100

/** Attempts that were made after the same failure are not repeated in the same second. */
const spread = (ms: number): number => Math.round((ms * randomInt(900, 1_101)) / 1_000)

/** When the next attempt is made; null: there is none. @param made  attempts of this round, the last among them */
function nextAttemptAt(made: number, now: Date, retryAfterMs = 0): Date | null {
  const pause = pausesMs[made - 1]
  if (pause === undefined) return null
  return new Date(now.getTime() + Math.max(spread(pause), Math.min(retryAfterMs, retryAfterMaxMs)))
}

type Message = { readonly id: string; readonly body: string }

type Outcome = WebhookAttempt & { readonly retryAfterMs: number }

export const isDelivered = ({ status }: Pick<WebhookAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

const secondsOf = (header: string | string[] | undefined): number =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : 0

/** One signed request. It never throws for what a receiver does, or for a secret that cannot be read. */
export async function post(
  webhook: WebhookRow,
  { id, body }: Message,
  receivers: Receivers,
  now: Date,
): Promise<Outcome> {
  const began = performance.now()
  const ended = (rest: Pick<Outcome, 'status' | 'error' | 'answer'>, retryAfterMs = 0): Outcome => ({
    at: now.toISOString(),
    milliseconds: Math.round(performance.now() - began),
    ...rest,
    retryAfterMs,
  })
  try {
    const headers = signedHeaders({ id, at: now, body }, keysOf(webhook, receivers, now), webhook.signatures)
    const answer = await postTo(webhook.url, { body, headers }, receivers.guard)
    // A text of PostgreSQL holds no NUL.
    const beginning = answer.body.replaceAll('\0', '').slice(0, limits.webhookAnswerCharsMax).toWellFormed()
    const retryAfterMs = secondsOf(answer.headers['retry-after']) * 1000
    return ended({ status: answer.status, error: null, answer: beginning }, retryAfterMs)
  } catch (error) {
    if (!(error instanceof OutboundError) && !(error instanceof SealingError)) throw error
    return ended({ status: null, error: error.message.slice(0, 300), answer: '' })
  }
}

type Claim = { webhook: WebhookRow; deliveries: store.ClaimedDelivery[]; until: Date }

async function claim(tx: Tx, now: Date, quarantined: readonly string[]): Promise<Claim | null> {
  const found = await store.claimWebhook(tx, now, quarantined)
  if (!found) return null
  const { allowed, ...webhook } = found
  const until = new Date(now.getTime() + claimMs)
  return {
    webhook,
    until,
    deliveries: await store.claimDeliveries(tx, webhook, { count: allowed, now, until }),
  }
}

async function settle(
  tx: Tx,
  { webhook, until }: Claim,
  delivery: store.ClaimedDelivery,
  { retryAfterMs, ...attempt }: Outcome,
  now: Date,
): Promise<void> {
  const ref = refOf(webhook)
  const isDone = isDelivered(attempt)
  const failingSince = isDone ? null : await store.markFailing(tx, ref, now)
  if (isDone) await store.markDelivered(tx, ref, now)
  const next = isDone ? null : nextAttemptAt(delivery.round_attempts + 1, now, retryAfterMs)
  const isGone = attempt.status === 410
  const state = isDone ? 'delivered' : next === null || isGone ? 'failed' : 'waiting'
  await store.insertAttempt(tx, delivery, attempt)
  await store.endAttempt(tx, delivery, { state, dueAt: next ?? now, now }, until)
  if (isGone) return endUse(tx, webhook, 'gone', now)
  if (state === 'failed' && (await store.markGivenUp(tx, ref, now)))
    await recordGivenUp(tx, webhook, delivery, now)
  const failingMs = failingSince === null ? 0 : now.getTime() - new Date(failingSince).getTime()
  if (failingMs >= limits.webhookFailingSecondsMax * 1000) await endUse(tx, webhook, 'failing', now)
}

/** Once a day for a webhook, whatever is given up on that day. */
const recordGivenUp = (
  tx: Tx,
  webhook: WebhookRow,
  delivery: store.ClaimedDelivery,
  at: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: webhook.organisation_id,
    actor: byClock,
    action: 'webhook.delivery_failed',
    target: webhook.id,
    detail: { application_id: webhook.application_id, event_id: delivery.event_id },
    at,
  })

type Setup = { db: Db; clock: Clock; log: Pick<Logger, 'error'>; receivers: Receivers }

type Sender = { readonly task: DueTask; close(): Promise<void> }

export function webhookSender({ db, clock, log, receivers }: Setup): Sender {
  const underWay = new Set<Promise<void>>()
  let hasEnded = false

  const send = async (claimed: Claim, delivery: store.ClaimedDelivery): Promise<void> => {
    const { webhook } = claimed
    const event = await getEvent(db.tx, webhook.organisation_id, delivery.event_id)
    const message = { id: event.id, body: JSON.stringify(eventOf(event)) }
    const outcome = await post(webhook, message, receivers, clock.now())
    await db.transaction((tx) => settle(tx, claimed, delivery, outcome, clock.now()))
  }
  const begin = (claimed: Claim, delivery: store.ClaimedDelivery): void => {
    // What fails here is sent again when the claim has ended.
    const sending = send(claimed, delivery)
      .catch((error: unknown) => log.error({ err: error, webhook: claimed.webhook.id }, messageOf(error)))
      .finally(() => {
        hasEnded = true
        underWay.delete(sending)
      })
    underWay.add(sending)
  }
  return {
    task: {
      name: 'webhooks.send',
      everyMs: 1_000,
      waiting: store.anyDue,
      run: async (now, quarantined) => {
        const claimed =
          underWay.size < inFlightMax ? await db.transaction((tx) => claim(tx, now, quarantined)) : null
        for (const delivery of claimed?.deliveries ?? []) begin(claimed!, delivery)
        if (claimed && claimed.deliveries.length > 0) return claimed.deliveries.length
        // What has ended since the last look may have left more to do.
        const isNews = hasEnded
        hasEnded = false
        if (isNews) return 1
        if (underWay.size === 0) return 0
        await Promise.race([...underWay, sleep(lookMs)])
        return 1
      },
    },
    close: async () => {
      await Promise.all(underWay)
    },
  }
}
