/**
 * Sends deliveries. A worker claims some of one webhook for a minute, in a transaction, and sends them outside of it: no connection to the
 * database waits for a receiver. If the worker dies, the claim ends and another sends again, with the same `webhook-id`. At most 8 requests of
 * a webhook are under way at a time, and 50 begin in a second, over all workers (sending-store.ts).
 *
 * What has ended while a transaction was under way is written by the next one, which claims as many again: a transaction for each attempt would
 * wait for the one before, since both change the row of the webhook.
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
import { eventOf } from '../feed/feed.ts'
import type { DueTask } from '../jobs/jobs.ts'
import { OutboundError, postTo } from '../outbound/outbound.ts'
import { SealingError } from '../sealing.ts'
import { cancelClaimed } from './delivery-store.ts'
import { endUse } from './ending-use.ts'
import { sendable } from './readable.ts'
import { keysOf, type Receivers } from './receivers.ts'
import * as store from './sending-store.ts'
import { signedHeaders } from '../signing.ts'
import { refOf, type WebhookRef, type WebhookRow } from './store.ts'

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
/** How long a finished request waits for others of its webhook, to be written together. */
const gatherMs = 10

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
    return ended({ status: null, error: error.message.slice(0, 300).toWellFormed(), answer: '' })
  }
}

/** Deliveries of a webhook that one worker sends, and the webhook as it was when they were claimed. */
type Batch = { readonly webhook: WebhookRow; readonly deliveries: readonly store.ClaimedDelivery[] }

type Ended = { readonly delivery: store.ClaimedDelivery; readonly outcome: Outcome }

function endingOf({ delivery, outcome }: Ended, now: Date): store.Ending {
  const { retryAfterMs, ...attempt } = outcome
  const next = isDelivered(outcome) ? null : nextAttemptAt(delivery.round_attempts + 1, now, retryAfterMs)
  const isGivenUp = next === null || outcome.status === 410
  const state = isDelivered(outcome) ? 'delivered' : isGivenUp ? 'failed' : 'waiting'
  return { delivery, attempt, state, dueAt: next ?? now }
}

/**
 * Writes what became of some deliveries of a webhook.
 * @returns the webhook as it is by then, in whose row the transaction is the only one; undefined: it is gone
 */
async function settle(
  tx: Tx,
  ref: WebhookRef,
  ended: readonly Ended[],
  now: Date,
): Promise<WebhookRow | undefined> {
  const isReached = ended.some(({ outcome }) => isDelivered(outcome))
  const webhook = await store.markReached(tx, ref, isReached, now)
  if (!webhook) return undefined
  const endings = ended.map((one) => endingOf(one, now))
  await store.endAttempts(tx, ref, endings, now)
  const isGone = ended.some(({ outcome }) => outcome.status === 410)
  const givenUp = endings.find(({ state }) => state === 'failed')
  if (givenUp && !isGone && (await store.markGivenUp(tx, ref, now)))
    await recordGivenUp(tx, webhook, givenUp.delivery, now)
  if (isGone) await endUse(tx, webhook, 'gone', now)
  else if (!isReached && isFailingForLong(webhook, now)) await endUse(tx, webhook, 'failing', now)
  return webhook
}

const isFailingForLong = ({ failing_since: since }: WebhookRow, now: Date): boolean =>
  since !== null && now.getTime() - new Date(since).getTime() >= limits.webhookFailingSecondsMax * 1000

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
    detail: { application_id: webhook.application_id, event_id: delivery.event.id },
    at,
  })

/** Those that the application may still read; the others are cancelled. */
async function stillReadable(
  tx: Tx,
  webhook: WebhookRow,
  claimed: readonly store.ClaimedDelivery[],
  now: Date,
): Promise<readonly store.ClaimedDelivery[]> {
  const allowed = await sendable(
    tx,
    webhook,
    claimed.map(({ event }) => event.id),
  )
  const refused = claimed.filter(({ event }) => !allowed.has(event.id)).map(({ id }) => id)
  if (refused.length > 0) await cancelClaimed(tx, refOf(webhook), refused, now)
  return claimed.filter(({ event }) => allowed.has(event.id))
}

type Setup = { db: Db; clock: Clock; log: Pick<Logger, 'error'>; receivers: Receivers }

type Sender = { readonly task: DueTask; close(): Promise<void> }

/** What this process sends to one webhook. What has ended waits to be written together. */
type Line = { readonly requests: Set<Promise<void>>; ended: Ended[]; isWriting: boolean }

export function webhookSender({ db, clock, log, receivers }: Setup): Sender {
  /** By the ids of webhooks, while something of theirs is under way. */
  const lines = new Map<string, Line>()
  const underWay = new Set<Promise<void>>()
  let hasEnded = false
  let isClosing = false

  const begin = ({ webhook, deliveries }: Batch): void => {
    const line = lines.get(webhook.id) ?? { requests: new Set(), ended: [], isWriting: false }
    lines.set(webhook.id, line)
    for (const delivery of deliveries) {
      const request = send(webhook, delivery, line.ended).finally(() => line.requests.delete(request))
      line.requests.add(request)
      const sending = request
        .then(() => (line.isWriting ? undefined : writeAll(line, webhook)))
        .catch((error: unknown) => log.error({ err: error, webhook: webhook.id }, messageOf(error)))
        .finally(() => {
          hasEnded = true
          underWay.delete(sending)
          if (line.requests.size === 0 && !line.isWriting) lines.delete(webhook.id)
        })
      underWay.add(sending)
    }
  }

  const send = async (
    webhook: WebhookRow,
    delivery: store.ClaimedDelivery,
    ended: Ended[],
  ): Promise<void> => {
    const message = { id: delivery.event.id, body: JSON.stringify(eventOf(delivery.event)) }
    ended.push({ delivery, outcome: await post(webhook, message, receivers, clock.now()) })
  }

  /** Until nothing has ended any more. What cannot be written is sent again when its claim has ended. */
  const writeAll = async (line: Line, webhook: WebhookRow): Promise<void> => {
    line.isWriting = true
    while (line.ended.length > 0) {
      // Others that were sent with it mostly end at about the same time.
      if (line.requests.size > 0) await Promise.race([Promise.allSettled(line.requests), sleep(gatherMs)])
      const ended = line.ended.splice(0)
      try {
        const next = await writeGroup(refOf(webhook), ended)
        if (next) begin(next)
      } catch (error) {
        log.error({ err: error, webhook: webhook.id }, messageOf(error))
      }
    }
    line.isWriting = false
  }

  const room = (): number => (isClosing ? 0 : inFlightMax - underWay.size)

  /** In a transaction that holds the row of the webhook. */
  const claimFor = async (tx: Tx, webhook: WebhookRow, now: Date): Promise<Batch | null> => {
    const until = new Date(now.getTime() + claimMs)
    const most = room()
    if (most <= 0) return null
    const claimed = await store.claimDeliveries(tx, refOf(webhook), { most, now, until })
    return { webhook, deliveries: await stillReadable(tx, webhook, claimed, now) }
  }

  /** @returns what may be sent in place of what has ended */
  const writeGroup = (ref: WebhookRef, ended: readonly Ended[]): Promise<Batch | null> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const webhook = await settle(tx, ref, ended, now)
      return webhook ? claimFor(tx, webhook, now) : null
    })

  const claimNext = (now: Date, quarantined: readonly string[]): Promise<Batch | null> =>
    db.transaction(async (tx) => {
      const webhook = await store.claimWebhook(tx, now, quarantined)
      return webhook ? claimFor(tx, webhook, now) : null
    })

  return {
    task: {
      name: 'webhooks.send',
      everyMs: 1_000,
      waiting: store.anyDue,
      run: async (now, quarantined) => {
        const batch = room() > 0 ? await claimNext(now, quarantined) : null
        if (batch && batch.deliveries.length > 0) {
          begin(batch)
          return batch.deliveries.length
        }
        const isUnderWay = underWay.size > 0
        // Lines go on by themselves; other webhooks are looked at when all have ended, or soon.
        if (isUnderWay) await Promise.race([Promise.all(underWay), sleep(lookMs)])
        // What has ended since the last look may have left more to do, to others as well.
        const isNews = hasEnded
        hasEnded = false
        return isUnderWay || isNews ? 1 : 0
      },
    },
    close: async () => {
      isClosing = true
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
