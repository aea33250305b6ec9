/**
 * Channels: how a message reaches somebody. Each is a small file of its own that sends one message and says what came of
 * it; here they get their throttle and, where they are not set up, their stand-in.
 *
 * While nothing real is set up (no mail server, no Slack) every channel writes to the outbox. Once something is, a channel
 * that is not stays silent (`unset`), and whoever was to be reached by it is asked by the next one.
 * Nothing here throws for a message: what goes wrong is an outcome.
 */
import { randomInt } from 'node:crypto'
import { type SendingChannel } from '../../contract/collections.ts'
import { type Config } from '../config.ts'
import { type Email, emailBy } from './email.ts'
import { type Message, type Outcome, reasonOf } from './message.ts'
import { keepIn, type Kept, keptIn } from './outbox.ts'
import { type Slack, slackBy } from './slack.ts'
import { type Throttle, throttle } from './throttle.ts'
import { chatText, teamsCard, webhooks } from './webhooks.ts'

export { isAddressAtFault } from './email.ts'
export { type Form, type Letter, type Message, type Outcome } from './message.ts'
export { type Kept } from './outbox.ts'
export { answersIn, fitsInMessage, sendAction } from './slack-form.ts'
export { type Place, type Slack } from './slack.ts'

/** Messages under way at once in one worker. */
export const sendersCount = 8

export type Channels = {
  /** Channels whose messages can be sent now: not down, and not sent to too fast. One that was down is asked first. */
  ready(now: Date): Promise<SendingChannel[]>
  send(message: Message, now: Date): Promise<Outcome>
  /** Sends nothing and takes as long, of time and of the rate, as one of the latest sendings by this channel. */
  feign(channel: SendingChannel): Promise<void>
  /**
   * Messages that met a channel that was down, while nothing has gone through since: others go first, to tell an outage
   * from a message that ends every session it is tried in.
   */
  suspects(): string[]
  /** The outbox, newest first; null where something real is set up. */
  outbox(): Promise<Kept[]> | null
  /** null where Slack is not set up */
  readonly slack: Slack | null
  /** Questions may be answered in a message of Slack. */
  readonly takesForms: boolean
  close(): void
}

type Sender = {
  send(message: Message, now: Date): Promise<Outcome>
  probe?(now: Date): Promise<boolean>
  throttle: Throttle
}

export function channelsOf(config: Config): Channels {
  const { smtpUrl: url, mailFrom: from, mailBouncesTo: bouncesTo } = config
  const guard = { production: config.production, allowLocal: config.allowLocalReceivers }
  const email: Email | null = url ? emailBy({ url, from, bouncesTo, connections: sendersCount }) : null
  const slack = config.slack.token === null ? null : slackBy({ ...config.slack, token: config.slack.token })
  const isReal = email !== null || slack !== null || config.webhooksOn
  const folder = `${config.dataDir}/outbox`

  const standIn = (): Sender => ({
    throttle: throttle(null),
    send: async (message) => {
      if (isReal) return { kind: 'unset', reason: `${message.channel} is not set up` }
      await keepIn(folder, message)
      return { kind: 'sent' }
    },
  })
  const throttled = (sender: Omit<Sender, 'throttle'> | null, perSecond: number | null): Sender =>
    sender ? { ...sender, throttle: throttle(perSecond) } : standIn()
  const webhook = (bodyOf: Parameters<typeof webhooks>[1]) =>
    config.webhooksOn ? webhooks(guard, bodyOf) : null

  const senders: Record<SendingChannel, Sender> = {
    email: throttled(email, config.emailPerSecond),
    slack: throttled(slack, config.slack.perSecond),
    teams: throttled(webhook(teamsCard), config.webhooksPerSecond),
    chat: throttled(webhook(chatText), config.webhooksPerSecond),
  }
  return {
    ...pacing(senders),
    outbox: () => (isReal ? null : keptIn(folder)),
    slack,
    takesForms: slack !== null && config.slack.signingSecret !== null,
    close: () => email?.close(),
  }
}

/** How many messages are remembered for having met a channel that was down. */
const suspectsMax = 1000
/** Of each channel's latest sendings, to take as long as one of them. */
const durationsMax = 32

function pacing(
  senders: Record<SendingChannel, Sender>,
): Pick<Channels, 'ready' | 'send' | 'feign' | 'suspects'> {
  const probes = new Map<SendingChannel, Promise<void>>()
  const successes: Record<SendingChannel, number> = { email: 0, slack: 0, teams: 0, chat: 0 }
  const durationsOf: Record<SendingChannel, number[]> = { email: [], slack: [], teams: [], chat: [] }
  const suspects = new Map<string, { channel: SendingChannel; successes: number }>()

  const probe = (channel: SendingChannel, sender: Sender, now: Date): Promise<void> => {
    const running =
      probes.get(channel) ??
      (sender.probe ? sender.probe(now) : Promise.resolve(true))
        .then((well) => (well ? sender.throttle.close() : sender.throttle.failed(now)))
        .finally(() => probes.delete(channel))
    probes.set(channel, running)
    return running
  }
  /** Others have passed since it met the channel down, and it does so again. */
  const isOfMessage = ({ name, channel }: Message): boolean => {
    const before = suspects.get(name)
    if (before && successes[channel] > before.successes) return suspects.delete(name)
    if (suspects.size >= suspectsMax) suspects.clear()
    suspects.set(name, { channel, successes: successes[channel] })
    return false
  }
  return {
    ready: async (now) => {
      const ready: SendingChannel[] = []
      for (const [channel, sender] of Object.entries(senders) as [SendingChannel, Sender][]) {
        if (sender.throttle.wantsProbe(now)) await probe(channel, sender, now)
        if (sender.throttle.isReady(now)) ready.push(channel)
      }
      return ready
    },
    send: async (message, now) => {
      const { throttle, send } = senders[message.channel]
      throttle.take()
      const since = performance.now()
      const outcome = await send(message, now).catch((error: unknown): Outcome => ({
        kind: 'down',
        reason: reasonOf((error as Error).message),
      }))
      const durations = durationsOf[message.channel]
      durations.push(performance.now() - since)
      if (durations.length > durationsMax) durations.shift()
      if (outcome.kind === 'down') {
        if (isOfMessage(message)) return { ...outcome, kind: 'later' }
        throttle.failed(now, outcome.retryAfterMs)
      } else if (outcome.kind === 'sent') {
        throttle.succeeded()
        successes[message.channel]++
        suspects.delete(message.name)
      }
      return outcome
    },
    feign: async (channel) => {
      senders[channel].throttle.take()
      const durations = durationsOf[channel]
      const ms = durations[randomInt(Math.max(1, durations.length))] ?? 0
      await new Promise((done) => setTimeout(done, ms))
    },
    suspects: () =>
      [...suspects].flatMap(([name, met]) => (successes[met.channel] > met.successes ? [] : [name])),
  }
}
