/**
 * Slack: a direct message by the app's bot, with a button, or with the questions themselves where they may be answered
 * there (slack-form.ts). One API host, the configured one; an address that comes with a request is never called.
 *
 * Slack answers 200 with `ok: false` for nearly everything. What is wrong with the token or the app (account_inactive is the
 * token's account, not the recipient's) holds for every message, so it pauses the channel and blames no address.
 * Source: Slack Web API, chat.postMessage, its errors and rate limits (429 with Retry-After).
 */
import { formBlocks, plain } from './slack-form.ts'
import { type Letter, type Link, type Message, type Outcome, retryAfterMs } from './message.ts'

export type Slack = {
  send(message: Message, now: Date): Promise<Outcome>
  probe(now: Date): Promise<boolean>
  /** Puts a text, and perhaps a link, in place of a message of ours. @returns whether that worked */
  replace(place: Place, text: string, link: Link | null): Promise<boolean>
  /** Says something that only this user sees. @returns whether that worked */
  whisper(place: Place, text: string): Promise<boolean>
}

/** Where a message of ours stands, and who looks at it; as Slack says in a signed request. */
export type Place = { channel: string; ts: string; user: string }

const silenceMs = 15_000
/** Slack waits 3 s for the answer to an interaction. */
const interactionMs = 2_000

const ofRecipient: ReadonlySet<string> = new Set([
  'user_not_found',
  'channel_not_found',
  'user_disabled',
  'is_archived',
  'cannot_dm_bot',
])
const ofMessage: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_too_long',
  'no_text',
  'not_in_channel',
  'restricted_action',
])
const ofAll: ReadonlySet<string> = new Set([
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

export function slackBy({ token, apiUrl }: { token: string; apiUrl: string }): Slack {
  const call = async (method: string, body: object, limitMs: number): Promise<Response> =>
    fetch(`${apiUrl}/${method}`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    })
  const outcome = async (method: string, body: object, now: Date, limitMs = silenceMs): Promise<Outcome> => {
    try {
      const reply = await call(method, body, limitMs)
      return await outcomeOf(reply, now)
    } catch (error) {
      return {
        kind: 'down',
        reason: (error as Error).name === 'TimeoutError' ? 'Slack is silent' : 'no connection to Slack',
      }
    }
  }
  const done = async (method: string, body: object): Promise<boolean> =>
    (await outcome(method, body, new Date(0), interactionMs)).kind === 'sent'
  return {
    send: (message, now) => outcome('chat.postMessage', bodyOf(message), now),
    probe: async (now) => (await outcome('auth.test', {}, now)).kind === 'sent',
    replace: ({ channel, ts }, text, link) =>
      done('chat.update', {
        channel,
        ts,
        text,
        blocks: [section(text), ...(link ? [{ type: 'actions', elements: [openButton(link)] }] : [])],
      }),
    whisper: ({ channel, user }, text) => done('chat.postEphemeral', { channel, user, text: escaped(text) }),
  }
}

async function outcomeOf(reply: Response, now: Date): Promise<Outcome> {
  const wait = retryAfterMs(reply.headers.get('retry-after'), now)
  const waiting = wait === undefined ? {} : { retryAfterMs: wait }
  if (reply.status !== 200) {
    await reply.body?.cancel()
    return { kind: 'down', reason: `Slack answers ${reply.status}`, ...waiting }
  }
  const said = (await reply.json().catch(() => ({}))) as { ok?: boolean; error?: string }
  if (said.ok === true) return { kind: 'sent' }
  const error = typeof said.error === 'string' && /^\w{1,60}$/.test(said.error) ? said.error : 'no reason'
  const reason = `Slack: ${error}`
  if (ofRecipient.has(error)) return { kind: 'refused', reason, lasting: true }
  if (ofMessage.has(error)) return { kind: 'refused', reason, lasting: false }
  return { kind: ofAll.has(error) ? 'down' : 'later', reason, ...waiting }
}

/** `text` is what notifications show, and the only part that is read as markup. */
const bodyOf = ({ name, to, letter, form }: Message) => ({
  channel: to,
  text: escaped(letter.subject),
  unfurl_links: false,
  unfurl_media: false,
  metadata: { event_type: 'sonde_message', event_payload: { message: name } },
  blocks: [
    ...opening(letter),
    ...(form ? formBlocks(form) : []),
    closing(letter, form !== null),
    footer(letter),
  ],
})

const opening = (it: Letter): object[] => [
  { type: 'header', text: plain(it.title, 150) },
  section(`${it.greeting}\n${it.request}`),
  ...(it.description ? [section(it.description)] : []),
  { type: 'context', elements: [plain(it.promise, 2000)] },
]

const closing = (it: Letter, hasForm: boolean): object => ({
  type: 'actions',
  elements: [{ ...openButton({ label: it.button, url: it.url }), ...(!hasForm && { style: 'primary' }) }],
})

const footer = (it: Letter): object => ({
  type: 'context',
  elements: [
    plain([it.until, it.personal, it.reason].filter(Boolean).join(' '), 1000),
    ...(it.unsubscribe
      ? [{ type: 'mrkdwn', text: `<${it.unsubscribe.url}|${escaped(it.unsubscribe.label)}>` }]
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
