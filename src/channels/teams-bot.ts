/**
 * Microsoft Teams by our app: a message in the personal chat of somebody with its bot, in a tenant that an organisation has connected. Only the
 * configured service and its login are called, never an address from a request.
 *
 * A conversation is made before each message: Teams gives the one that there is. The secret is the operator's, so a fault of it stops the channel;
 * limits, and an app that is blocked, concern one tenant.
 * Source: Bot Framework REST API, Conversations; Microsoft Teams, proactive messages, rate limits and status codes of bots.
 */
import type { MicrosoftTeams } from '../config.ts'
import { attachmentOf, messageCard } from './adaptive-card.ts'
import { memberOf } from './form-options.ts'
import { limited } from './limited.ts'
import { type Message, type Outcome, retryAfterMs } from './message.ts'

export type TeamsBot = {
  send(message: Message, now: Date): Promise<Outcome>
  probe(now: Date): Promise<boolean>
  /** The connected tenant; null: no organisation has it. */
  tenantOf(tenantId: string): Promise<FoundTenant | null>
  /** Remembers where Teams takes messages for a tenant. The address is one that `isOurs` allows. */
  servedFrom(tenant: FoundTenant, serviceUrl: string): Promise<void>
  /** Whether an address is of the configured service: no other is called. */
  isOurs(serviceUrl: string): boolean
  /** Who somebody in a conversation is, as Teams says; null: it does not say. */
  personIn(conversation: TeamsConversation, userId: string): Promise<TeamsPerson | null>
  /** Replaces one of our messages by a card. @returns whether that worked */
  replace(conversation: TeamsConversation, activityId: string, card: object): Promise<boolean>
}

export type TeamsConversation = { readonly serviceUrl: string; readonly id: string }

/** A person on the roster of a conversation. */
export type TeamsPerson = {
  readonly tenantId: string
  /** In a domain that the tenant has proven to Microsoft. */
  readonly userPrincipalName: string
  readonly email: string | null
  readonly isGuest: boolean
}

/** A tenant that an organisation has connected. `serviceUrl`: null where Teams has not said one. */
export type FoundTenant = {
  readonly organisationId: string
  readonly tenantId: string
  readonly serviceUrl: string | null
}

/** Connected tenants (src/microsoft-tenants). */
export type Tenants = {
  /** The tenant of an address, among those of its organisation alone. none: the organisation has none. unknown: not this one */
  find(organisationId: string, tenantId: string): Promise<FoundTenant | 'none' | 'unknown' | 'paused'>
  /** The tenant, whoever has it. */
  ofTenant(tenantId: string): Promise<FoundTenant | null>
  servedFrom(tenant: FoundTenant, serviceUrl: string): Promise<void>
  /** @param since  when the message was sent that found it blocked: a later connection is not affected */
  appBlocked(tenant: FoundTenant, since: Date, now: Date): Promise<void>
}

const silenceMs = 15_000
/** Teams waits about 10 s for the reply to an invoke. */
const interactionMs = 3_000
const bodyBytesMax = 65_536
/** A token is renewed before it is over. */
const renewalMs = 120_000

export const notConnectedTeams = 'Microsoft Teams is not connected'
const blocked = 'the app is blocked in the Microsoft tenant'
const obstacles = {
  none: notConnectedTeams,
  unknown: 'the address names a Microsoft tenant that is not connected',
  paused: 'the Microsoft tenant is paused',
} as const
const limitedReason = 'Microsoft Teams takes no more messages in this tenant for now'

/** The person has no app, has blocked it, or is not there: the same address is not tried again until they have installed the app. */
const recipientCodes: ReadonlySet<string> = new Set([
  'BotNotInConversationRoster',
  'ConversationBlockedByUser',
  'ConversationNotFound',
  'ForbiddenOperationException',
  'MessageWritesBlocked',
  'UserNotFound',
])
const blockedCode = 'BotDisabledByAdmin'

/** What Teams answers; `id` of what was made. */
type Reply =
  | { readonly kind: 'done'; readonly id: string | null }
  | {
      readonly kind: 'failed'
      readonly outcome: Outcome
      readonly isLimit: boolean
      readonly isBlocked: boolean
    }

export function teamsBot(app: MicrosoftTeams, tenants: Tenants): TeamsBot {
  const { appId, serviceUrl: usualUrl } = app
  const ours = new URL(usualUrl)
  const token = botToken(app)
  const isOurs = (address: string): boolean => {
    const url = URL.parse(address)
    return (
      url !== null &&
      url.origin === ours.origin &&
      url.username === '' &&
      url.password === '' &&
      url.search === '' &&
      url.hash === '' &&
      address.length <= 300
    )
  }
  const failed = (outcome: Outcome, more = {}): Reply => ({
    kind: 'failed',
    outcome,
    isLimit: false,
    isBlocked: false,
    ...more,
  })
  type Call = { method: 'POST' | 'PUT' | 'GET'; path: string; body?: object; limitMs?: number }
  const fetched = async (
    base: string,
    { method, path, body, limitMs = silenceMs }: Call,
  ): Promise<Response | Outcome> => {
    const bearer = await token.current()
    if (typeof bearer === 'object') return bearer
    try {
      const reply = await fetch(`${base.replace(/\/$/, '')}/v3/conversations${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body && { 'content-type': 'application/json; charset=utf-8' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (reply.status === 401) token.forget()
      return reply
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      const reason = isTimeout ? 'Microsoft Teams is silent' : 'no connection to Microsoft Teams'
      return { kind: 'down', reason }
    }
  }
  const call = async (base: string, request: Call, now: Date): Promise<Reply> => {
    const reply = await fetched(base, request)
    if (!(reply instanceof Response)) return failed(reply)
    const body = await jsonOf(reply)
    if (reply.ok) return { kind: 'done', id: textIn(body, 'id') }
    const wait = retryAfterMs(reply.headers.get('retry-after'), now)
    const pause = wait === undefined ? {} : { retryAfterMs: wait }
    const code = codeIn(body)
    const reason = `Microsoft Teams: ${[reply.status, code].filter(Boolean).join(' ')}`
    if (reply.status === 429)
      return failed({ kind: 'later', reason: limitedReason, isUncounted: true, ...pause }, { isLimit: true })
    if (code === blockedCode) return failed({ kind: 'unset', reason: blocked }, { isBlocked: true })
    if (reply.status === 401 || reply.status >= 500) return failed({ kind: 'down', reason, ...pause })
    if (reply.status === 408 || reply.status === 412) return failed({ kind: 'later', reason, ...pause })
    return failed({ kind: 'refused', reason, lasting: code !== null && recipientCodes.has(code) })
  }

  const tenantsLimited = limited<string>()
  const sendIn = async (
    tenant: FoundTenant,
    userId: string,
    message: Message,
    now: Date,
  ): Promise<Outcome> => {
    const { tenantId } = tenant
    const waitMs = tenantsLimited.waitMs(tenantId, now)
    if (waitMs > 0) return { kind: 'later', reason: limitedReason, retryAfterMs: waitMs, isUncounted: true }
    // What was stored may be of a service that the operator has left.
    const base = tenant.serviceUrl !== null && isOurs(tenant.serviceUrl) ? tenant.serviceUrl : usualUrl
    const ended = async (reply: Extract<Reply, { kind: 'failed' }>): Promise<Outcome> => {
      const { outcome } = reply
      if (reply.isLimit)
        tenantsLimited.limit(tenantId, outcome.kind === 'later' ? outcome.retryAfterMs : undefined, now)
      if (reply.isBlocked) await tenants.appBlocked(tenant, now, now)
      return outcome
    }
    const made = await call(
      base,
      {
        method: 'POST',
        path: '',
        body: {
          isGroup: false,
          bot: { id: `28:${appId}` },
          members: [{ id: userId }],
          tenantId,
          channelData: { tenant: { id: tenantId } },
        },
      },
      now,
    )
    if (made.kind === 'failed') return ended(made)
    if (made.id === null) return { kind: 'later', reason: 'Microsoft Teams names no conversation' }
    const path = `/${encodeURIComponent(made.id)}/activities`
    const sent = await call(base, { method: 'POST', path, body: activityOf(message, appId, tenantId) }, now)
    return sent.kind === 'failed' ? ended(sent) : { kind: 'sent' }
  }
  return {
    isOurs,
    send: async (message, now) => {
      const [tenantId, userId = ''] = message.to.split('/')
      const found = await tenants.find(message.organisationId, tenantId)
      return typeof found === 'object'
        ? sendIn(found, userId, message, now)
        : { kind: 'unset', reason: obstacles[found] }
    },
    // Whether Microsoft gives a token is what is common to all tenants.
    probe: async () => typeof (await token.current()) === 'string',
    tenantOf: (tenantId) => tenants.ofTenant(tenantId),
    servedFrom: async (tenant, serviceUrl) => {
      if (tenant.serviceUrl !== serviceUrl) await tenants.servedFrom(tenant, serviceUrl)
    },
    personIn: async ({ serviceUrl, id }, userId) => {
      if (!isOurs(serviceUrl)) return null
      const path = `/${encodeURIComponent(id)}/members/${encodeURIComponent(userId)}`
      const reply = await fetched(serviceUrl, { method: 'GET', path, limitMs: interactionMs })
      const body = reply instanceof Response && reply.ok ? await jsonOf(reply) : null
      const [tenantId, name] = [textIn(body, 'tenantId'), textIn(body, 'userPrincipalName')]
      if (textIn(body, 'id') !== userId || tenantId === null || name === null) return null
      const isGuest = textIn(body, 'userRole') === 'guest' || name.includes('#')
      return { tenantId, userPrincipalName: name, email: textIn(body, 'email'), isGuest }
    },
    replace: async ({ serviceUrl, id }, activityId, card) => {
      if (!isOurs(serviceUrl)) return false
      const path = `/${encodeURIComponent(id)}/activities/${encodeURIComponent(activityId)}`
      const body = { type: 'message', id: activityId, attachments: [attachmentOf(card)] }
      const reply = await fetched(serviceUrl, { method: 'PUT', path, body, limitMs: interactionMs })
      if (!(reply instanceof Response)) return false
      await reply.body?.cancel()
      return reply.ok
    },
  }
}

/** `summary` is what notifications show. */
const activityOf = ({ name, content, form }: Message, appId: string, tenantId: string): object => ({
  type: 'message',
  from: { id: `28:${appId}` },
  summary: content.subject,
  channelData: { tenant: { id: tenantId }, message: name },
  attachments: [attachmentOf(messageCard(content, form))],
})

/** The app's token for the Bot Connector, until shortly before it is over. */
function botToken({ appId, secret, tenant, loginUrl }: MicrosoftTeams) {
  let held: { token: string; until: number } | null = null
  let asking: Promise<string | Outcome> | null = null
  const ask = async (): Promise<string | Outcome> => {
    try {
      const reply = await fetch(`${loginUrl}/${tenant ?? 'botframework.com'}/oauth2/v2.0/token`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(silenceMs),
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: appId,
          client_secret: secret,
          scope: 'https://api.botframework.com/.default',
        }),
      })
      const body = await jsonOf(reply)
      const given = textIn(body, 'access_token')
      if (!reply.ok || given === null)
        return { kind: 'down', reason: `Microsoft gives the app no token: ${reply.status}` }
      const seconds = Number(memberOf(body, 'expires_in'))
      const lifeMs = Number.isFinite(seconds) ? seconds * 1000 : 0
      held = { token: given, until: performance.now() + Math.max(0, lifeMs - renewalMs) }
      return given
    } catch {
      return { kind: 'down', reason: 'no connection to Microsoft' }
    }
  }
  return {
    current: (): Promise<string | Outcome> => {
      if (held && performance.now() < held.until) return Promise.resolve(held.token)
      asking ??= ask().finally(() => (asking = null))
      return asking
    },
    forget: (): void => void (held = null),
  }
}

/** null: no JSON of an allowed size */
async function jsonOf(reply: Response): Promise<unknown> {
  try {
    const text = await reply.text()
    return text.length > bodyBytesMax ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Teams names an error by its code, or more precisely by a code within. */
function codeIn(body: unknown): string | null {
  const error = memberOf(body, 'error')
  const inner = memberOf(error, 'innerHttpError') ?? memberOf(error, 'innererror')
  const codes = [
    textIn(body, 'subCode'),
    textIn(error, 'subCode'),
    textIn(inner, 'code'),
    textIn(error, 'code'),
  ]
  const named = codes.filter((code) => code !== null && /^\w{1,60}$/.test(code))
  return (
    named.find((code) => code === blockedCode || (code !== null && recipientCodes.has(code))) ??
    named[0] ??
    null
  )
}

function textIn(value: unknown, name: string): string | null {
  const found = memberOf(value, name)
  return typeof found === 'string' ? found : null
}
