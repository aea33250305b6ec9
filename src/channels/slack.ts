/**
 * Slack: a direct message from the app's bot, with a button, or with the questions themselves where Slack can take the answers
 * (slack-form.ts). Only the configured API host is called, never an address from a request.
 *
 * Slack answers 200 with `ok: false` for nearly every error. A fault of the token or the app (account_inactive is about the
 * token's account, not the recipient's) affects every message, so it pauses the channel and marks no address. With an app that organisations
 * install, there are many tokens, and such a fault concerns the workspace of its token alone, be it the operator's.
 * Source: Slack Web API, chat.postMessage, its errors and rate limits (429 with Retry-After).
 */
import { limited } from './limited.ts'
import { formBlocks, plain } from './slack-form.ts'
import { type Home, homeView } from './slack-home.ts'
import { windowButton, type WindowContent, windowView } from './slack-modal.ts'
import {
  type Form,
  type MessageContent,
  type Link,
  type Message,
  type Outcome,
  nameNotice,
  footOf,
  requestOf,
  retryAfterMs,
} from './message.ts'

export type Slack = {
  send(message: Message, now: Date): Promise<Outcome>
  probe(now: Date): Promise<boolean>
  /** The bot of the workspace that Slack names; null: we have no token of it. */
  botOf(teamId: string | null): Promise<Bot | null>
}

/** Our bot in one workspace. */
export type Bot = {
  /** The one organisation whose workspace it is; null: the operator's own, by SONDE_SLACK_BOT_TOKEN. */
  readonly organisationId: string | null
  /** Whether addresses that name no workspace are in this one: it is the only one of its organisation. */
  readonly takesUserIds: boolean
  /** Shows the home tab to this user. @returns whether that worked */
  publishHome(userId: string, home: Home): Promise<boolean>
  /** Opens a window for the user who has just clicked: a trigger is good for three seconds. @returns whether that worked */
  openWindow(triggerId: string, content: WindowContent): Promise<boolean>
  /** Replaces one of our messages by a text and, if there is one, a link. @returns whether that worked */
  replace(place: MessagePlace, text: string, link: Link | null): Promise<boolean>
  /** Shows a text to this user alone (an ephemeral message). @returns whether that worked */
  showPrivately(place: MessagePlace, text: string): Promise<boolean>
}

/** A workspace that an organisation has connected, with its token. */
export type FoundWorkspace = {
  readonly organisationId: string
  readonly teamId: string
  readonly token: string
}

/** Connected workspaces (src/slack-workspaces). */
export type Workspaces = {
  /**
   * The workspace of an address, among those of its organisation alone.
   * @param teamId  null: the only one. none: the organisation has none. unknown: not the one that the address names. unreadable: its token
   *   cannot be opened, because its key is lost
   */
  find(
    organisationId: string,
    teamId: string | null,
  ): Promise<FoundWorkspace | 'none' | 'unknown' | 'several' | 'paused' | 'unreadable'>
  /** The workspace, whoever has it. */
  ofTeam(teamId: string): Promise<FoundWorkspace | null>
  tokenRefused(workspace: FoundWorkspace, now: Date): Promise<void>
}

/** One of our messages and the user who acts on it, from a signed request of Slack's. */
export type MessagePlace = { channel: string; ts: string; user: string }

const silenceMs = 15_000
/** Slack waits 3 s for the reply to an interaction. */
const interactionMs = 2_000

const recipientErrors: ReadonlySet<string> = new Set([
  'user_not_found',
  'channel_not_found',
  'user_disabled',
  'is_archived',
  'cannot_dm_bot',
])
const messageErrors: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_too_long',
  'no_text',
  'not_in_channel',
  'restricted_action',
])
const channelErrors: ReadonlySet<string> = new Set([
  'account_inactive',
  'ekm_access_denied',
  'fatal_error',
  'internal_error',
  'invalid_auth',
  'messages_tab_disabled',
  'missing_scope',
  'not_authed',
  'org_login_required',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
  'team_access_not_granted',
  'token_expired',
  'token_revoked',
])

/** The token is over, or was never one: nobody is reached by it again. */
const tokenErrors: ReadonlySet<string> = new Set([
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'token_revoked',
])

type Setup = {
  /** The token of the operator's own workspace; null: there is none. */
  readonly token: string | null
  /** Whether organisations connect workspaces of their own: then the operator's token is one of many. */
  readonly hasApp: boolean
  readonly apiUrl: string
  readonly workspaces: Workspaces | null
}

export const notConnected = 'Slack is not connected'

/** Why an address of an organisation has no workspace. */
const obstacles = {
  none: notConnected,
  unreadable: 'the key of the Slack token is lost',
  unknown: 'the address names a workspace that is not connected',
  several: 'several workspaces are connected, and the address names none',
  paused: 'the Slack workspace is paused',
  refused: 'Slack refuses the token of the operator',
  limited: 'Slack takes no more messages in this workspace for now',
} as const

/** How messages reach one workspace. `onRefused`: what follows where Slack refuses its token; resolves to the reason that authors read */
type Way = {
  /** null: the operator's */
  readonly teamId: string | null
  readonly token: string
  onRefused(now: Date): Promise<string>
}

export function slackChannel({ token, hasApp, apiUrl, workspaces }: Setup): Slack {
  const post = async (as: string | null, method: string, body: object, limitMs: number): Promise<Response> =>
    fetch(`${apiUrl}/${method}`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
      headers: {
        ...(as !== null && { authorization: `Bearer ${as}` }),
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify(body),
    })
  const call = async (
    as: string | null,
    { method, body, limitMs = silenceMs }: { method: string; body: object; limitMs?: number },
    now: Date,
  ): Promise<SlackOutcome> => {
    try {
      return await outcomeOf(await post(as, method, body, limitMs), now)
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      return { kind: 'down', reason: isTimeout ? 'Slack is silent' : 'no connection to Slack' }
    }
  }
  const botBy = (
    as: string,
    { organisationId, takesUserIds }: Pick<Bot, 'organisationId' | 'takesUserIds'>,
  ): Bot => {
    const succeeds = async (method: string, body: object): Promise<boolean> =>
      (await call(as, { method, body, limitMs: interactionMs }, new Date(0))).kind === 'sent'
    return {
      organisationId,
      takesUserIds,
      publishHome: (userId, home) => succeeds('views.publish', { user_id: userId, view: homeView(home) }),
      openWindow: (triggerId, content) =>
        succeeds('views.open', { trigger_id: triggerId, view: windowView(content) }),
      replace: ({ channel, ts }, text, link) =>
        succeeds('chat.update', {
          channel,
          ts,
          text: escaped(text),
          blocks: [section(text), ...(link ? [{ type: 'actions', elements: [openButton(link)] }] : [])],
        }),
      showPrivately: ({ channel, user }, text) =>
        succeeds('chat.postEphemeral', { channel, user, text: escaped(text) }),
    }
  }
  /** By workspace. */
  const workspacesLimited = limited<string | null>()
  /** Faults and limits of one workspace concern that one, and never the channel, which others use. */
  const sendIn = async (way: Way, message: Message, now: Date): Promise<Outcome> => {
    const waitMs = workspacesLimited.waitMs(way.teamId, now)
    if (waitMs > 0)
      return { kind: 'later', reason: obstacles.limited, retryAfterMs: waitMs, isUncounted: true }
    const { error, ...outcome } = await call(
      way.token,
      { method: 'chat.postMessage', body: bodyOf(message) },
      now,
    )
    if (error !== undefined && tokenErrors.has(error))
      return { kind: 'unset', reason: await way.onRefused(now) }
    if (outcome.kind !== 'down' || !outcome.isOfWorkspace) return outcome
    const isLimit = outcome.isLimit === true
    if (isLimit) workspacesLimited.limit(way.teamId, outcome.retryAfterMs, now)
    return { ...outcome, kind: 'later', isUncounted: isLimit }
  }
  const wayIn = (workspace: FoundWorkspace): Way => ({
    ...workspace,
    onRefused: async (now) => {
      await workspaces?.tokenRefused(workspace, now)
      return obstacles.paused
    },
  })
  const sendTo = async (teamId: string | null, message: Message, now: Date): Promise<Outcome> => {
    const found = (await workspaces?.find(message.organisationId, teamId)) ?? 'none'
    if (typeof found === 'object') return sendIn(wayIn(found), message, now)
    // The operator's token is for organisations without a workspace, and its addresses name none.
    if (found !== 'none' || teamId !== null || token === null)
      return { kind: 'unset', reason: obstacles[found] }
    return hasApp
      ? sendIn({ teamId: null, token, onRefused: async () => obstacles.refused }, message, now)
      : call(token, { method: 'chat.postMessage', body: bodyOf(message) }, now)
  }
  let operatorsTeam: string | null = null
  /** The workspace of the operator's token; null: Slack does not say. */
  const teamOfOperator = async (): Promise<string | null> => {
    try {
      const reply = operatorsTeam === null ? await post(token, 'auth.test', {}, interactionMs) : null
      const body = (await reply?.json()) as { team_id?: unknown } | null | undefined
      if (typeof body?.team_id === 'string') operatorsTeam = body.team_id
    } catch {
      // Without an answer nobody is believed to be in it.
    }
    return operatorsTeam
  }
  return {
    send: async (message, now) => {
      const { teamId, userId } = placeOf(message.to)
      const outcome = await sendTo(teamId, { ...message, to: userId }, now)
      // Which workspace an address without one means changes with the workspaces of its organisation: then it may be right.
      const isSettled = teamId !== null || !hasApp
      return outcome.kind === 'refused' && !isSettled ? { ...outcome, lasting: false } : outcome
    },
    // The operator's token says nothing about the workspaces of organisations.
    probe: async (now) =>
      (await call(token, { method: token === null || hasApp ? 'api.test' : 'auth.test', body: {} }, now))
        .kind === 'sent',
    botOf: async (teamId) => {
      const found = teamId === null ? null : ((await workspaces?.ofTeam(teamId)) ?? null)
      if (found) {
        const { organisationId } = found
        const only = await workspaces?.find(organisationId, null)
        const takesUserIds = typeof only === 'object' && only.teamId === found.teamId
        return botBy(found.token, { organisationId, takesUserIds })
      }
      // Without an app, Slack signs for the operator's workspace alone; with one, for all where it is installed.
      if (token === null || (hasApp && (teamId === null || teamId !== (await teamOfOperator())))) return null
      return botBy(token, { organisationId: null, takesUserIds: true })
    },
  }
}

/** An address: a user, after their workspace where it is named. */
function placeOf(address: string): { teamId: string | null; userId: string } {
  const [userId, teamId = null] = address.split('/').toReversed()
  return { teamId, userId }
}

/**
 * With Slack's name for an error. `isOfWorkspace`: the fault concerns one workspace, and other tokens may work. `isLimit`: too many messages at once
 */
type SlackOutcome = Outcome & {
  readonly error?: string
  readonly isOfWorkspace?: boolean
  readonly isLimit?: boolean
}

async function outcomeOf(reply: Response, now: Date): Promise<SlackOutcome> {
  const wait = retryAfterMs(reply.headers.get('retry-after'), now)
  const pause = wait === undefined ? {} : { retryAfterMs: wait }
  if (reply.status !== 200) {
    await reply.body?.cancel()
    const isLimit = reply.status === 429
    return {
      kind: 'down',
      reason: `Slack answers ${reply.status}`,
      isOfWorkspace: isLimit,
      isLimit,
      ...pause,
    }
  }
  const body = (await reply.json().catch(() => ({}))) as { ok?: unknown; error?: unknown }
  if (body.ok === true) return { kind: 'sent' }
  const error = typeof body.error === 'string' && /^\w{1,60}$/.test(body.error) ? body.error : 'no reason'
  const reason = `Slack: ${error}`
  if (recipientErrors.has(error)) return { kind: 'refused', reason, lasting: true }
  if (messageErrors.has(error)) return { kind: 'refused', reason, lasting: false }
  return channelErrors.has(error)
    ? { kind: 'down', reason, error, isOfWorkspace: true, isLimit: error === 'ratelimited', ...pause }
    : { kind: 'later', reason, ...pause }
}

/** Notifications show `text`, the only part that Slack reads as markup. */
const bodyOf = ({ name, to, content, form }: Message) => ({
  channel: to,
  text: escaped(content.subject),
  unfurl_links: false,
  unfurl_media: false,
  metadata: { event_type: 'sonde_message', event_payload: { message: name } },
  blocks: [
    ...opening(content),
    ...(form?.place === 'message' ? formBlocks(form) : []),
    closing(content, form),
    footer(content),
  ],
})

const opening = (content: MessageContent): object[] => [
  { type: 'header', text: plain(content.title, 150) },
  section(`${content.greeting}\n${requestOf(content)}`.trimEnd()),
  ...(content.description ? [section(content.description)] : []),
  // In the size of the text, so that it is not read past as small print.
  ...[nameNotice(content)].filter((text) => text !== null).map(section),
  { type: 'context', elements: [plain(content.promise, 2000)] },
]

const closing = (content: MessageContent, form: Form | null): object => ({
  type: 'actions',
  elements: [
    ...(form?.place === 'window' ? [windowButton(form)] : []),
    {
      ...openButton({ label: content.button, url: content.url }),
      ...(form === null && { style: 'primary' }),
    },
  ],
})

const footer = (content: MessageContent): object => ({
  type: 'context',
  elements: [
    plain(footOf(content), 1000),
    ...(content.unsubscribe
      ? [{ type: 'mrkdwn', text: `<${content.unsubscribe.url}|${escaped(content.unsubscribe.label)}>` }]
      : []),
  ],
})

const openButton = ({ label, url }: Link) => ({
  type: 'button',
  action_id: 'open',
  text: plain(label, 75),
  url,
})

const section = (text: string): object => ({ type: 'section', text: plain(text, 3000) })

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
