/**
 * Deliveries: one message to one recipient, sent as due work. A worker holds the row's lock while it sends; if it dies,
 * the lock is gone at once and somebody else sends. So everyone is asked, and twice only where a channel took a message
 * and we died before writing that down.
 *
 * Looked at when a message is about to go, never before: is the collection open, do they want to hear of it, is it a
 * good moment for them, have they answered. A channel that is down is not claimed from, so an outage uses up no attempt of any message.
 *
 * A reminder of an anonymous collection has a row for everyone who was invited. Who has answered is known here for a moment,
 * from the keyed hash, and every row ends alike: `sent`, with no attempt, error or time, after as long as a sending takes,
 * and nothing is logged. What a channel says of such a message is not kept either, a lost one is lost.
 */
import { limits } from '../../contract/limits.ts'
import {
  type Channels,
  fitsInMessage,
  type Form,
  type Message,
  type Outcome,
  sendersCount,
} from '../channels/channels.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { answerStatusOf, linkOf } from '../vault/vault.ts'
import { type Db, type Tx } from '../db/db.ts'
import { type DueTask, forRow } from '../jobs/jobs.ts'
import { firstLanguage, type Language } from '../language.ts'
import {
  claimDue,
  countIfUnreachable,
  type DeliveryRef,
  type Due,
  inviteByNextWay,
  keepMove,
  type Move,
  suppress,
} from './delivery-store.ts'
import { letterOf } from './invitation.ts'
import { kindTime } from './kind-time.ts'
import { promiseFor } from '../collection/collection.ts'

const everyMs = 500
/** While there is nothing to send, one of the senders looks often and the others only whether it found something. */
const wakeMs = 250
const retryMs = 60_000
const dayMs = 86_400_000

export type Sending = {
  db: Db
  /** Connections of the senders' own: they hold one while a message is under way, and the API has its own. */
  senders: Db
  channels: Channels
  baseUrl: () => string
}

/** Side by side, each for itself, so that a message that hangs holds up one of them. */
export function deliveryTasks(sending: Sending): DueTask[] {
  const sender = makeSender(sending)
  let isBusy = false
  return Array.from({ length: sendersCount }, (_, place) => ({
    name: `deliveries.send ${place + 1}`,
    everyMs: place === 0 ? everyMs : wakeMs,
    run: async (now: Date, aside: readonly string[]) => {
      if (place > 0 && !isBusy) return 0
      if (place === 0) isBusy = false
      return (await sender(now, aside, () => (isBusy = true))) ? 1 : 0
    },
  }))
}

/** @param found  called once there is a message to be sent, before it is */
type Sender = (now: Date, aside: readonly string[], found: () => void) => Promise<boolean>

function makeSender({ db, senders, channels, baseUrl }: Sending): Sender {
  const promises = promiseMemory(db)
  let turn = 0

  const messageOf = async (due: Due, now: Date): Promise<Message> => {
    const language = firstLanguage(due.locale, due.organisation_locale)
    const link = linkOf(due.link_key!, due.member_id)
    const letter = letterOf({
      ...due,
      language,
      promise: await promises(due, language),
      url: `${baseUrl()}/r/${link}`,
      closesAt: due.closes_at,
      timeZone: due.time_zone,
    })
    return {
      name: due.message,
      channel: due.channel,
      to: due.address,
      at: now.toISOString(),
      follows: due.invitation,
      letter,
      form: channels.takesForms ? formOf(due, link, language) : null,
    }
  }
  const send = async (due: Due, now: Date): Promise<Outcome> => channels.send(await messageOf(due, now), now)
  /** Whoever has answered takes as long as whoever has not. */
  const remindUnseen = async (tx: Tx, due: Due, now: Date): Promise<void> => {
    if (due.is_member && !due.opted_out && !due.is_refused && !(await hasAnswered(tx, due)))
      await send(due, now).catch(() => {})
    else await channels.feign(due.channel)
  }

  return async (now, aside, found) => {
    const ready = await channels.ready(now)
    if (ready.length === 0) return false
    // Each channel has its turn of being looked at first.
    turn = (turn + 1) % ready.length
    const rotated = [...ready.slice(turn), ...ready.slice(0, turn)]
    return senders.transaction(async (tx) => {
      const suspects = channels.suspects()
      const due =
        (await claimDue(tx, rotated, [...aside, ...suspects], now)) ??
        (suspects.length > 0 ? await claimDue(tx, rotated, aside, now) : undefined)
      if (!due) return false
      found()
      return forRow(due.message, async () => {
        const early = beforehand(due, now)
        if (early) return keep(tx, due, early)
        if (due.mode === 'anonymous' && due.round > 0) {
          await remindUnseen(tx, due, now)
          return keep(tx, due, { state: 'sent' })
        }
        const obstacle = await obstacleOf(tx, due)
        if (obstacle) {
          const end: End = { state: 'suppressed', error: obstacle.error }
          return obstacle.passesOn ? passOn(tx, due, end, now) : keep(tx, due, end)
        }
        const outcome = await send(due, now)
        if (outcome.kind === 'down') return false
        await keepOutcome(tx, due, outcome, now)
        return true
      })
    })
  }
}

type End = Partial<Move> & { state: Move['state'] }

const refOf = (due: Due): DeliveryRef => ({
  organisationId: due.organisation_id,
  collectionId: due.collection_id,
  memberId: due.member_id,
  channel: due.channel,
  round: due.round,
})

/** What holds for everybody, whether they have answered or not. */
function beforehand(due: Due, now: Date): End | null {
  const end = due.closes_at === null ? null : new Date(due.closes_at)
  if (!due.open || due.link_key === null || due.answer_key === null || (end && end <= now))
    return { state: 'suppressed', error: 'closed before it was sent' }
  const quiets = [due.own_quiet, due.quiet_hours].filter((quiet) => quiet !== null)
  const kind = kindTime(now, due.time_zone, quiets, due.absences)
  if (kind !== null && kind <= now) return null
  // Where no kind time comes before the end, the end is looked at: by then it may have moved.
  const wanted = kind?.getTime() ?? now.getTime() + dayMs
  return { state: 'pending', nextAt: new Date(Math.min(wanted, end?.getTime() ?? wanted)) }
}

/** Why somebody is not written to, where the system may know. */
async function obstacleOf(tx: Tx, due: Due): Promise<{ error: string; passesOn: boolean } | null> {
  if (!due.is_member) return { error: 'no longer a member', passesOn: true }
  if (due.opted_out) return { error: 'opted out', passesOn: false }
  if (due.is_refused) return { error: 'address refused before', passesOn: true }
  if (due.round > 0 && (await hasAnswered(tx, due))) return { error: 'answered meanwhile', passesOn: false }
  return null
}

const hasAnswered = async (tx: Tx, due: Due): Promise<boolean> => {
  const holder = {
    ...refOf(due),
    teamId: due.team_id,
    attributeValue: null,
    mode: due.mode,
    answerKey: due.answer_key!,
    link: linkOf(due.link_key!, due.member_id),
  }
  return (await answerStatusOf(tx, holder, null)).kind === 'answered'
}

function labelsOf(language: Language): Form['labels'] {
  const text = textsOf('messages', language)
  return { yes: text('yes'), no: text('no'), choose: text('choose'), send: text('send') }
}

/** In anonymous mode Slack would know who said what, by which button: there the link alone. */
const formOf = ({ mode, questions }: Due, link: string, language: Language): Form | null =>
  mode !== 'anonymous' && questions !== null && fitsInMessage(questions)
    ? { link, questions, labels: labelsOf(language) }
    : null

/** An attempt is one that reached a channel. */
async function keepOutcome(tx: Tx, due: Due, outcome: Exclude<Outcome, { kind: 'down' }>, now: Date) {
  const attempts = due.attempts + 1
  switch (outcome.kind) {
    case 'sent':
      return keep(tx, due, { state: 'sent', attempts, sentAt: now })
    case 'unset':
      return passOn(tx, due, { state: 'failed', error: outcome.reason }, now)
    case 'refused': {
      const { channel, address } = due
      const { reason } = outcome
      if (outcome.lasting)
        await suppress(tx, due.organisation_id, { channel, address, source: 'channel', reason }, now)
      return passOn(tx, due, { state: 'bounced', attempts, error: reason }, now)
    }
    case 'later': {
      const error = outcome.reason
      if (attempts >= limits.deliveryAttemptsMax)
        return passOn(tx, due, { state: 'failed', attempts, error }, now)
      const waitMs = Math.max(
        retryMs * 2 ** due.attempts * (1 + Math.random() / 4),
        outcome.retryAfterMs ?? 0,
      )
      const nextAt = new Date(now.getTime() + waitMs)
      return keep(tx, due, { state: 'pending', attempts, error, nextAt })
    }
  }
}

async function keep(tx: Tx, due: Due, end: End): Promise<true> {
  await keepMove(tx, refOf(due), { attempts: due.attempts, sentAt: null, nextAt: null, error: null, ...end })
  return true
}

async function passOn(tx: Tx, due: Due, end: End, now: Date): Promise<true> {
  await keep(tx, due, end)
  if (due.round === 0) await tryNextWay(tx, refOf(due), now)
  return true
}

/** An invitation that came to nothing: the next way, or one person more whom none reaches. */
export async function tryNextWay(
  tx: Tx,
  it: Omit<DeliveryRef, 'channel' | 'round'>,
  now: Date,
): Promise<void> {
  if ((await inviteByNextWay(tx, it, now)) === 0) await countIfUnreachable(tx, it)
}

const rememberedMax = 500
const rememberedMs = 60_000

/** The promise is the same for all recipients of a collection who read one language. */
function promiseMemory(db: Db): (due: Due, language: Language) => Promise<string> {
  const remembered = new Map<string, { until: number; sentence: Promise<string> }>()
  return (due, language) => {
    const key = `${due.organisation_id} ${due.collection_id} ${language}`
    const at = performance.now()
    const known = remembered.get(key)
    if (known && known.until > at) return known.sentence
    if (remembered.size >= rememberedMax) remembered.clear()
    const sentence = promiseFor(
      db.tx,
      due.organisation_id,
      { policy: due, hash: due.promise_hash },
      language,
    ).then((promise) => promise.sentence)
    sentence.catch(() => remembered.delete(key))
    remembered.set(key, { until: at + rememberedMs, sentence })
    return sentence
  }
}
