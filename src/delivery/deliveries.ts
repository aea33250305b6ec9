/**
 * Deliveries: one message to one recipient, sent as due work. A worker holds the row's lock while it sends; if it dies, the lock is gone
 * at once and another worker sends. So everyone gets their message, and gets it twice only where a channel took it and the worker died
 * before recording that.
 *
 * Some things are checked only when a message is about to go: is the collection open, has the recipient opted out, is it outside their
 * quiet hours. Nothing is claimed for a channel that is down, so an outage uses up no attempt of any message.
 *
 * A reminder goes to everybody who was invited, and whether they have answered decides nothing about it: not whether it goes, nor when, nor
 * what it says. Otherwise the outbox, or the log of any mail server, would name those who are silent. Only in attributed mode are those
 * left out who have answered (`remindsEveryone`).
 */
import type { SendingChannel } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import {
  type Channels,
  formLabels,
  placeInSlack,
  placeOnCard,
  type Form,
  type Message,
  type Outcome,
  sendersCount,
} from '../channels/channels.ts'
import { remindsEveryone } from '../collection/collection.ts'
import type { Db, Tx } from '../db/db.ts'
import { type DueTask, forRow } from '../jobs/jobs.ts'
import type { Language } from '../language.ts'
import { hasAnswered } from '../vault/vault.ts'
import {
  claimDue,
  countIfUnreachable,
  type DeliveryUpdate,
  type DueMessage,
  inviteByNextChannel,
  messageWaiting,
  type RecipientRef,
  refOf,
  suppress,
  updateDelivery,
} from './delivery-store.ts'
import {
  callOf,
  contentFor,
  languageOf,
  type OpenMessage,
  openMessageOf,
  promiseIn,
  writtenIn,
} from './message-content.ts'
import type { MessagePromise } from './message-promise.ts'
import { nextSendingTime } from './sending-time.ts'

const everyMs = 500
/** While nothing is due, one of the senders looks for messages and the others only check whether it found one. */
const wakeMs = 250
const retryMs = 60_000
const dayMs = 86_400_000

type Sending = {
  db: Db
  /** The senders' own connections: they hold one while they send, which must not take connections from the API. */
  senders: Db
  channels: Channels
  baseUrl: () => string
}

/** Senders work side by side and independently, so a message that hangs holds up only one of them. */
export function deliveryTasks(sending: Sending): DueTask[] {
  const sender = makeSender(sending)
  let isBusy = false
  return Array.from({ length: sendersCount }, (_, index) => ({
    name: `deliveries.send ${index + 1}`,
    everyMs: index === 0 ? everyMs : wakeMs,
    ...(index === 0 && { waiting: messageWaiting }),
    run: async (now: Date, quarantined: readonly string[]) => {
      if (index > 0 && !isBusy) return 0
      let isFound = false
      const didSend = await sender(now, quarantined, () => (isBusy = isFound = true))
      if (!isFound) isBusy = false
      return didSend ? 1 : 0
    },
  }))
}

/** @param onFound  called when there is a message to send, before it is sent. @returns whether it handled one */
type Sender = (now: Date, quarantined: readonly string[], onFound: () => void) => Promise<boolean>

function makeSender({ db, senders, channels, baseUrl }: Sending): Sender {
  const promiseOf = promiseCache(db)
  let turn = 0

  const messageOf = async (tx: Tx, due: OpenMessage, now: Date): Promise<Message> => {
    const language = languageOf(due)
    const content = contentFor(due, {
      language,
      promise: await promiseOf(due, language),
      baseUrl: baseUrl(),
      call: await callOf(tx, due, now),
    })
    return {
      organisationId: due.organisation_id,
      name: due.message,
      channel: due.channel,
      to: due.address,
      at: now.toISOString(),
      follows: due.invitation,
      content,
      form:
        channels.takesForms.has(due.channel) && due.questions !== null
          ? formOf(due, writtenIn(due, language).questions, language)
          : null,
    }
  }
  const send = async (tx: Tx, due: OpenMessage, now: Date): Promise<Outcome> =>
    channels.send(await messageOf(tx, due, now), now)

  const deliver = async (tx: Tx, claimed: DueMessage, now: Date): Promise<boolean> => {
    const due = await openMessageOf(tx, claimed, now)
    if (!due) return update(tx, claimed, { state: 'suppressed', error: 'closed before it was sent' })
    const nextAt = postponedTo(due, now)
    if (nextAt) return update(tx, due, { state: 'pending', nextAt })
    const obstacle = await obstacleOf(tx, due)
    if (obstacle) {
      const end: End = { state: 'suppressed', error: obstacle.error }
      return obstacle.passesOn ? endAndPassOn(tx, due, end, now) : update(tx, due, end)
    }
    const outcome = await send(tx, due, now)
    return outcome.kind === 'down' ? false : recordOutcome(tx, due, outcome, now)
  }

  return async (now, quarantined, onFound) => {
    const ready = await channels.ready(now)
    if (ready.length === 0) return false
    // Channels take turns at being first.
    turn = (turn + 1) % ready.length
    const rotated = [...ready.slice(turn), ...ready.slice(0, turn)]
    return senders.transaction(async (tx) => {
      const suspects = channels.suspects()
      const due =
        (await claimDue(tx, rotated, [...quarantined, ...suspects], now)) ??
        (suspects.length > 0 ? await claimDue(tx, rotated, quarantined, now) : undefined)
      if (!due) return false
      onFound()
      return forRow(due.message, () => deliver(tx, due, now))
    })
  }
}

type End = Partial<DeliveryUpdate> & Pick<DeliveryUpdate, 'state'>

/** When quiet hours or an absence allow the message, or null where they allow it now. The same whether they have answered or not. */
function postponedTo(due: DueMessage, now: Date): Date | null {
  const quietHours = [due.member_quiet_hours, due.quiet_hours].filter((hours) => hours !== null)
  const time = nextSendingTime(now, due.time_zone, quietHours, due.absences)
  if (time !== null && time <= now) return null
  // Never later than the end: by then it may have moved.
  const wanted = time?.getTime() ?? now.getTime() + dayMs
  const end = due.closes_at === null ? wanted : new Date(due.closes_at).getTime()
  return new Date(Math.min(wanted, end))
}

/** Why a recipient gets no message, where the system may know. `passesOn`: another channel may reach them. */
async function obstacleOf(tx: Tx, due: OpenMessage): Promise<{ error: string; passesOn: boolean } | null> {
  if (!due.is_member) return { error: 'no longer a member', passesOn: true }
  if (due.opted_out) return { error: 'opted out', passesOn: false }
  if (due.is_refused) return { error: 'address refused before', passesOn: true }
  if (due.round > 0 && !remindsEveryone(due.mode) && (await hasAnswered(tx, holderOf(due))))
    return { error: 'answered meanwhile', passesOn: false }
  return null
}

const holderOf = (due: OpenMessage) => ({ ...refOf(due), answerKey: due.answerKey, link: due.link })

/** Where a chat can take the answers to a form. */
const places: Partial<Record<SendingChannel, typeof placeInSlack>> = {
  slack: placeInSlack,
  microsoft_teams: placeOnCard,
}

/** In anonymous mode the message has only the link: by a form, the chat would know who answered what. */
const formOf = (
  { mode, token, channel }: OpenMessage,
  questions: readonly FormQuestion[],
  language: Language,
): Form | null => {
  const place = mode === 'anonymous' ? null : (places[channel]?.(questions) ?? null)
  return place && { place, link: token, questions, labels: formLabels(language) }
}

/** Only an attempt that reached the channel counts. */
async function recordOutcome(
  tx: Tx,
  due: DueMessage,
  outcome: Exclude<Outcome, { kind: 'down' }>,
  now: Date,
): Promise<true> {
  const attempts = due.attempts + 1
  switch (outcome.kind) {
    case 'sent':
      return update(tx, due, { state: 'sent', attempts, sentAt: now })
    case 'unset':
      return endAndPassOn(tx, due, { state: 'failed', error: outcome.reason }, now)
    case 'refused': {
      const { channel, address } = due
      const { reason } = outcome
      if (outcome.lasting)
        await suppress(tx, due.organisation_id, { channel, address, source: 'channel', reason }, now)
      return endAndPassOn(tx, due, { state: 'bounced', attempts, error: reason }, now)
    }
    case 'later': {
      const error = outcome.reason
      const counted = outcome.isUncounted ? due.attempts : attempts
      if (counted >= limits.deliveryAttemptsMax)
        return endAndPassOn(tx, due, { state: 'failed', attempts: counted, error }, now)
      const waitMs = Math.max(
        retryMs * 2 ** due.attempts * (1 + Math.random() / 4),
        outcome.retryAfterMs ?? 0,
      )
      const nextAt = new Date(now.getTime() + waitMs)
      return update(tx, due, { state: 'pending', attempts: counted, error, nextAt })
    }
  }
}

async function update(tx: Tx, due: DueMessage, end: End): Promise<true> {
  const { attempts } = due
  await updateDelivery(tx, refOf(due), { attempts, sentAt: null, nextAt: null, error: null, ...end })
  return true
}

async function endAndPassOn(tx: Tx, due: DueMessage, end: End, now: Date): Promise<true> {
  await update(tx, due, end)
  if (due.round === 0) await tryNextChannel(tx, refOf(due), now)
  return true
}

/** After an invitation that failed: invites by the next channel, or counts the recipient as unreachable where there is none. */
export async function tryNextChannel(tx: Tx, recipient: RecipientRef, now: Date): Promise<void> {
  if ((await inviteByNextChannel(tx, recipient, now)) === 0) await countIfUnreachable(tx, recipient)
}

const cachedMax = 500
const cachedMs = 60_000

/** The promise is the same for all recipients of a collection who read one language. */
function promiseCache(db: Db): (due: DueMessage, language: Language) => Promise<MessagePromise> {
  const cache = new Map<string, { until: number; promise: Promise<MessagePromise> }>()
  return (due, language) => {
    const key = `${due.organisation_id} ${due.collection_id} ${language}`
    const at = performance.now()
    const cached = cache.get(key)
    if (cached && cached.until > at) return cached.promise
    if (cache.size >= cachedMax) cache.clear()
    const promise = promiseIn(db.tx, due, language)
    promise.catch(() => cache.delete(key))
    cache.set(key, { until: at + cachedMs, promise })
    return promise
  }
}
