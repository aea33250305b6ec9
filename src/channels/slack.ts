/**
 * Slack: a direct message from the app's bot, with a button, or with the questions themselves where Slack can take the answers
 * (slack-form.ts). Only the configured API host is called, never an address from a request.
 *
 * Slack answers 200 with `ok: false` for nearly every error. A fault of the token or the app (account_inactive is about the
 * token's account, not the recipient's) affects every message, so it pauses the channel and marks no address.
 * Source: Slack Web API, chat.postMessage, its errors and rate limits (429 with Retry-After).
 */
import { formBlocks, plain } from './slack-form.ts'
import { type MessageContent, type Link, type Message, type Outcome, retryAfterMs } from './message.ts'

export type Slack = {
  send(message: Message, now: Date): Promise<Outcome>
  probe(now: Date): Promise<boolean>
  /** Replaces one of our messages by a text and, if there is one, a link. @returns whether that worked */
  replace(place: MessagePlace, text: string, link: Link | null): Promise<boolean>
  /** Shows a text to this user alone (an ephemeral message). @returns whether that worked */
  showPrivately(place: MessagePlace, text: string): Promise<boolean>
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

export function slackChannel({ token, apiUrl }: { token: string; apiUrl: string }): Slack {
  const post = async (method: string, body: object, limitMs: number): Promise<Response> =>
    fetch(`${apiUrl}/${method}`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    })
  const call = async (method: string, body: object, now: Date, limitMs = silenceMs): Promise<Outcome> => {
    try {
      return await outcomeOf(await post(method, body, limitMs), now)
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      return { kind: 'down', reason: isTimeout ? 'Slack is silent' : 'no connection to Slack' }
    }
  }
  const succeeds = async (method: string, body: object): Promise<boolean> =>
    (await call(method, body, new Date(0), interactionMs)).kind === 'sent'
  return {
    send: (message, now) => call('chat.postMessage', bodyOf(message), now),
    probe: async (now) => (await call('auth.test', {}, now)).kind === 'sent',
    replace: ({ channel, ts }, text, link) =>
      succeeds('chat.update', {
        channel,
        ts,
        text,
        blocks: [section(text), ...(link ? [{ type: 'actions', elements: [openButton(link)] }] : [])],
      }),
    showPrivately: ({ channel, user }, text) =>
      succeeds('chat.postEphemeral', { channel, user, text: escaped(text) }),
  }
}

async function outcomeOf(reply: Response, now: Date): Promise<Outcome> {
  const wait = retryAfterMs(reply.headers.get('retry-after'), now)
  const pause = wait === undefined ? {} : { retryAfterMs: wait }
  if (reply.status !== 200) {
    await reply.body?.cancel()
    return { kind: 'down', reason: `Slack answers ${reply.status}`, ...pause }
  }
  const body = (await reply.json().catch(() => ({}))) as { ok?: unknown; error?: unknown }
  if (body.ok === true) return { kind: 'sent' }
  const error = typeof body.error === 'string' && /^\w{1,60}$/.test(body.error) ? body.error : 'no reason'
  const reason = `Slack: ${error}`
  if (recipientErrors.has(error)) return { kind: 'refused', reason, lasting: true }
  if (messageErrors.has(error)) return { kind: 'refused', reason, lasting: false }
  return { kind: channelErrors.has(error) ? 'down' : 'later', reason, ...pause }
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
    ...(form ? formBlocks(form) : []),
    closing(content, form !== null),
    footer(content),
  ],
})

const opening = (content: MessageContent): object[] => [
  { type: 'header', text: plain(content.title, 150) },
  section(`${content.greeting}\n${content.request}`),
  ...(content.description ? [section(content.description)] : []),
  { type: 'context', elements: [plain(content.promise, 2000)] },
]

const closing = (content: MessageContent, hasForm: boolean): object => ({
  type: 'actions',
  elements: [
    { ...openButton({ label: content.button, url: content.url }), ...(!hasForm && { style: 'primary' }) },
  ],
})

const footer = (content: MessageContent): object => ({
  type: 'context',
  elements: [
    plain([content.until, content.personal, content.reason].filter(Boolean).join(' '), 1000),
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
