/**
 * Channels: how a message reaches somebody. Each file sends one message and returns an outcome; this one adds the throttle
 * and, for a channel that is not set up, a stand-in.
 *
 * While no channel is set up (no mail server, no Slack), every channel writes to the outbox. Once one is, the others send
 * nothing (`unset`), and their recipients are asked by the next channel. An app at Slack or Microsoft alone sets up nothing: messages go out in the
 * workspaces and tenants that organisations connect, and all others to the outbox. Nothing here throws because of a message: a failure
 * is an outcome.
 */
import { type SendingChannel, sendingChannels } from '../../contract/collections.ts'
import { messageOf } from '../caught.ts'
import type { Config } from '../config.ts'
import { emailChannel } from './email.ts'
import { type Message, type Outcome, reasonOf } from './message.ts'
import { deleteFromOutbox, type OutboxMessage, readOutbox, writeToOutbox } from './outbox.ts'
import { notConnected, type Slack, slackChannel, type Workspaces } from './slack.ts'
import { smsGateway } from './sms.ts'
import { type Throttle, throttle } from './throttle.ts'
import { notConnectedTeams, type TeamsBot, teamsBot, type Tenants } from './teams-bot.ts'
import { chatText, teamsCard, webhookChannel } from './webhooks.ts'

export { isAddressAtFault } from './email.ts'
export {
  type Form,
  type MessageContent,
  type Message,
  type Outcome,
  type PromiseParts,
  type Scale,
} from './message.ts'
export { sourceOf } from './email-headers.ts'
export { scaleOf } from './message-scale.ts'
export { messageKinds } from './message-kinds.ts'
export { type OutboxMessage } from './outbox.ts'
export { answersIn, placeOf as placeInSlack, sendAction } from './slack-form.ts'
export { formLabels } from './slack-labels.ts'
export { windowAction, windowCallback, type WindowContent } from './slack-modal.ts'
export { homeSurveysMax, type HomeSurvey } from './slack-home.ts'
export { answersOnCard, cardTypes, placeOnCard } from './card-form.ts'
export { cardContentType, cardVerbs, formCard, noteCard } from './adaptive-card.ts'
export { type FoundTenant, type TeamsBot, type Tenants } from './teams-bot.ts'
export { type Bot, type FoundWorkspace, type MessagePlace, type Slack, type Workspaces } from './slack.ts'

/** Messages under way at once in one worker. */
export const sendersCount = 8

export type Channels = {
  /** Channels that take messages now: not down, and below their rate. One that was down is probed first. */
  ready(now: Date): Promise<SendingChannel[]>
  send(message: Message, now: Date): Promise<Outcome>
  /**
   * Messages that found their channel down, while no other has gone through since. Others go first, which tells an outage
   * from a message that breaks every session it is sent in.
   */
  suspects(): string[]
  /** The outbox, newest first; null once a channel is set up. */
  outbox(): Promise<OutboxMessage[]> | null
  /** Deletes messages of these names from the outbox, where it is used. */
  forget(names: readonly string[]): Promise<void>
  /** null where Slack is not set up */
  readonly slack: Slack | null
  /** null where Microsoft Teams is not set up */
  readonly teamsBot: TeamsBot | null
  /** Channels that the operator has set up for everybody; without any, e-mail, which the outbox keeps. */
  readonly setUp: ReadonlySet<SendingChannel>
  /** Channels of apps, which reach the organisations that have connected them. */
  readonly ofApps: ReadonlySet<SendingChannel>
  /** Those that no organisation can set up for itself: without a sender, and without an app to connect. */
  readonly forOperator: readonly SendingChannel[]
  /** Channels in whose messages questions may be answered. */
  readonly takesForms: ReadonlySet<SendingChannel>
  close(): void
}

/** A channel that is set up. */
type Sender = {
  send(message: Message, now: Date): Promise<Outcome>
  /** Whether the channel is back; without it, it is simply tried again. */
  probe?(now: Date): Promise<boolean>
  /** null: as fast as it goes */
  perSecond: number | null
}

/** What organisations have connected; null: nothing can be. */
type Connected = { readonly workspaces: Workspaces; readonly tenants: Tenants } | null

export function channelsOf(config: Config, connected: Connected = null): Channels {
  const { smtpUrl: url, mailFrom: from, mailBouncesTo: bouncesTo, webhooksPerSecond } = config
  const guard = { production: config.production, allowLocal: config.allowLocalReceivers }
  const email = url === null ? null : emailChannel({ url, from, bouncesTo, connections: sendersCount })
  const { token, app, apiUrl, signingSecret } = config.slack
  const slack =
    token === null && app === null
      ? null
      : slackChannel({ token, hasApp: app !== null, apiUrl, workspaces: connected?.workspaces ?? null })
  const teams = config.microsoftTeams && connected ? teamsBot(config.microsoftTeams, connected.tenants) : null
  const webhook = (bodyOf: Parameters<typeof webhookChannel>[1]): Sender | null =>
    config.webhooksOn ? { ...webhookChannel(guard, bodyOf), perSecond: webhooksPerSecond } : null

  /** null: not set up */
  const senders: Record<SendingChannel, Sender | null> = {
    email: email && { ...email, perSecond: config.emailPerSecond },
    slack: token === null ? null : slack && { ...slack, perSecond: config.slack.perSecond },
    microsoft_teams: null,
    teams: webhook(teamsCard),
    chat: webhook(chatText),
    sms: config.sms && { ...smsGateway(config.sms), perSecond: config.sms.perSecond },
  }
  const isOutboxUsed = Object.values(senders).every((sender) => sender === null)
  const folder = `${config.dataDir}/outbox`
  const standIn: Sender = {
    perSecond: null,
    send: async (message) => {
      if (!isOutboxUsed) return { kind: 'unset', reason: `${message.channel} is not set up` }
      await writeToOutbox(folder, message, from)
      return { kind: 'sent' }
    },
  }
  /** In what organisations have connected; elsewhere as if the channel were not set up. */
  const inConnected = (
    { send, probe }: Pick<Sender, 'send' | 'probe'>,
    notConnected: string,
    perSecond: number,
  ): Sender => ({
    perSecond,
    ...(probe && { probe }),
    send: async (message, now) => {
      const outcome = await send(message, now)
      const isFree = outcome.kind === 'unset' && outcome.reason === notConnected
      return isFree && isOutboxUsed ? standIn.send(message, now) : outcome
    },
  })
  /** Of apps that organisations connect. */
  const ofApps: Partial<Record<SendingChannel, Sender>> = {
    ...(slack && token === null && { slack: inConnected(slack, notConnected, config.slack.perSecond) }),
    ...(teams &&
      config.microsoftTeams && {
        microsoft_teams: inConnected(teams, notConnectedTeams, config.microsoftTeams.perSecond),
      }),
  }
  const setUp = new Set(
    sendingChannels.filter((channel) => senders[channel] !== null || (channel === 'email' && isOutboxUsed)),
  )
  return {
    ...paced((channel) => senders[channel] ?? ofApps[channel] ?? standIn),
    outbox: () => (isOutboxUsed ? readOutbox(folder) : null),
    forget: async (names) => {
      if (isOutboxUsed) await deleteFromOutbox(folder, names)
    },
    slack,
    teamsBot: teams,
    setUp,
    ofApps: new Set(sendingChannels.filter((channel) => ofApps[channel] !== undefined)),
    forOperator: sendingChannels.filter((channel) => !setUp.has(channel) && ofApps[channel] === undefined),
    takesForms: new Set<SendingChannel>([
      ...(slack !== null && signingSecret !== null ? (['slack'] as const) : []),
      ...(teams !== null ? (['microsoft_teams'] as const) : []),
    ]),
    close: () => email?.close(),
  }
}

/** How many messages that found their channel down are remembered. */
const suspectsMax = 1000

/** A channel in one process: what it is sent by, and how its latest messages went. */
type Line = {
  readonly sender: Sender
  readonly throttle: Throttle
  successes: number
  probe: Promise<void> | null
}

function paced(senderOf: (channel: SendingChannel) => Sender): Pick<Channels, 'ready' | 'send' | 'suspects'> {
  const lines = new Map<SendingChannel, Line>()
  for (const channel of sendingChannels) {
    const sender = senderOf(channel)
    lines.set(channel, {
      sender,
      throttle: throttle(sender.perSecond),
      successes: 0,
      probe: null,
    })
  }
  const lineOf = (channel: SendingChannel): Line => {
    const line = lines.get(channel)
    if (!line) throw new Error(`${channel} is not a channel`)
    return line
  }
  /** By a message's name: its channel, and the successes of that channel when the message found it down. */
  const suspects = new Map<string, { line: Line; successes: number }>()

  const probe = (line: Line, now: Date): Promise<void> => {
    line.probe ??= (line.sender.probe?.(now) ?? Promise.resolve(true))
      .then((isBack) => (isBack ? line.throttle.close() : line.throttle.failed(now)))
      .finally(() => (line.probe = null))
    return line.probe
  }
  /** Whether the message is at fault: others have gone through since it found the channel down, and it does again. */
  const isMessageAtFault = (name: string, line: Line): boolean => {
    const before = suspects.get(name)
    if (before && line.successes > before.successes) return suspects.delete(name)
    if (suspects.size >= suspectsMax) suspects.clear()
    suspects.set(name, { line, successes: line.successes })
    return false
  }
  return {
    ready: async (now) => {
      const ready: SendingChannel[] = []
      for (const [channel, line] of lines) {
        if (line.throttle.wantsProbe(now)) await probe(line, now)
        if (line.throttle.isReady(now)) ready.push(channel)
      }
      return ready
    },
    send: async (message, now) => {
      const line = lineOf(message.channel)
      line.throttle.take()
      const outcome = await line.sender.send(message, now).catch((error: unknown): Outcome => ({
        kind: 'down',
        reason: reasonOf(messageOf(error)),
      }))
      if (outcome.kind === 'down') {
        if (isMessageAtFault(message.name, line)) return { ...outcome, kind: 'later' }
        line.throttle.failed(now, outcome.retryAfterMs)
      } else if (outcome.kind === 'sent') {
        line.throttle.succeeded()
        line.successes++
        suspects.delete(message.name)
      }
      return outcome
    },
    suspects: () =>
      [...suspects].flatMap(([name, { line, successes }]) => (line.successes > successes ? [] : [name])),
  }
}
