/**
 * A double of Microsoft, which speaks its APIs over HTTP and is not Microsoft: the sign-in of people and of the app, the keys of the Bot Connector, and
 * the service of Teams that takes messages. Every call succeeds, unless `answers` has another reply. A code holds the claims of the ID token
 * that it brings (`codeFor`). Anyone who is asked to sign in does so at once, as an administrator of `usualTenant`.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { type Answer, type Request, startReceiver } from './receiver.ts'

export const appId = '11111111-2222-3333-4444-555555555555'
export const usualTenant = '0ac0e000-0000-4000-8000-00000000ac4e'
export const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10'

type Claims = Record<string, unknown>

/** Somebody in a tenant, as Teams and Entra name them. */
export type TeamsUser = { tenantId: string; userId: string; objectId: string; [claim: string]: unknown }

export const newTenantId = (): string => randomUUID()
export const newTeamsUser = (tenantId: string, more: Claims = {}): TeamsUser => ({
  tenantId,
  userId: `29:${randomUUID().replaceAll('-', '')}`,
  objectId: randomUUID(),
  ...more,
})

const makeKey = (kid: string, more: object = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', ...more } }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT with any header and any claims, signed by RS256 whatever the header says. */
export function signed(
  key: { kid: string; privateKey: KeyObject },
  claims: Claims,
  header: object = {},
): string {
  const body = `${part({ alg: 'RS256', typ: 'JWT', kid: key.kid, ...header })}.${part(claims)}`
  return `${body}.${sign('sha256', Buffer.from(body), key.privateKey).toString('base64url')}`
}

export const codeFor = (authorizeUrl: string, claims: Claims = {}): { code: string; state: string } => {
  const { searchParams } = new URL(authorizeUrl)
  const usual = {
    tid: usualTenant,
    nonce: searchParams.get('nonce'),
    wids: [globalAdministrator],
    preferred_username: 'admin@Acme.test',
  }
  return { code: part({ ...usual, ...claims }), state: searchParams.get('state') ?? '' }
}

/** @returns null  a code that is none of ours, which Microsoft refuses */
function claimsIn(code: unknown): Claims | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(String(code), 'base64url').toString())
    return typeof claims === 'object' ? (claims as Claims | null) : null
  } catch {
    return null
  }
}

export async function startMicrosoft(
  answers: (request: Request) => Answer | undefined = () => undefined,
  until: 'file' | 'process' = 'file',
) {
  const loginKey = makeKey('login')
  const connectorKey = makeKey('connector', { endorsements: ['msteams', 'webchat'] })
  const otherKey = makeKey('other', { endorsements: ['webchat'] })
  const strangerKey = makeKey('connector')
  const people = new Map<string, TeamsUser>()
  const now = (): number => Math.floor(Date.now() / 1000)

  const usual = ({ path, method, body }: Request): Answer => {
    const [at, query = ''] = path.split('?')
    if (at === '/login/common/v2.0/.well-known/openid-configuration')
      return { body: { issuer: `${url}/login/{tenantid}/v2.0`, jwks_uri: `${url}/login/keys` } }
    if (at === '/login/keys') return { body: { keys: [loginKey.jwk] } }
    if (at === '/connector/.well-known/openidconfiguration')
      return { body: { issuer: 'https://api.botframework.com', jwks_uri: `${url}/connector/keys` } }
    if (at === '/connector/keys') return { body: { keys: [connectorKey.jwk, otherKey.jwk] } }
    if (at.endsWith('/oauth2/v2.0/authorize')) {
      const { code, state } = codeFor(`${url}${path}`)
      const back = new URLSearchParams({ code, state }).toString()
      return {
        status: 302,
        headers: { location: `${new URLSearchParams(query).get('redirect_uri')}?${back}` },
      }
    }
    if (at.endsWith('/oauth2/v2.0/token')) {
      if (body.grant_type === 'client_credentials')
        return { body: { token_type: 'Bearer', access_token: 'bot-token', expires_in: 3600 } }
      const claims = claimsIn(body.code)
      return claims
        ? { body: { id_token: idToken(claims) } }
        : { status: 400, body: { error: 'invalid_grant' } }
    }
    if (at === '/service/v3/conversations') return { status: 201, body: { id: `a:${body.members[0].id}` } }
    const [, userId] = /\/members\/([^/]+)$/.exec(at) ?? []
    if (method === 'GET' && userId !== undefined) {
      const person = people.get(decodeURIComponent(userId))
      return person ? { body: rosterEntry(person) } : { status: 404, body: {} }
    }
    return { status: method === 'POST' ? 201 : 200, body: { id: '1700000000001' } }
  }
  const idToken = (claims: Claims): string =>
    signed(loginKey, {
      iss: `${url}/login/${String(claims.tid)}/v2.0`,
      aud: appId,
      sub: 'somebody',
      iat: now(),
      exp: now() + 3600,
      ...claims,
    })
  const receiver = await startReceiver((request) => answers(request) ?? usual(request), until)
  const { url } = receiver
  const serviceUrl = `${url}/service/`
  const connectorClaims = (claims: Claims): Claims => ({
    iss: 'https://api.botframework.com',
    aud: appId,
    nbf: now() - 60,
    exp: now() + 3600,
    serviceurl: serviceUrl,
    ...claims,
  })
  /** A token of the Bot Connector, with any claims that a test wants to try. */
  const token = (claims: Claims = {}, header: object = {}): string =>
    signed(connectorKey, connectorClaims(claims), header)
  const activity = (user: TeamsUser, more: object): Claims => ({
    channelId: 'msteams',
    serviceUrl,
    id: randomUUID(),
    from: { id: user.userId, aadObjectId: user.objectId },
    recipient: { id: `28:${appId}` },
    conversation: { id: `a:${user.userId}`, conversationType: 'personal', tenantId: user.tenantId },
    channelData: { tenant: { id: user.tenantId } },
    ...more,
  })
  return {
    url,
    serviceUrl,
    token,
    activity,
    /** By a key that is published, and not endorsed for Teams. */
    tokenOfOtherChannel: () => signed(otherKey, connectorClaims({})),
    /** By a key that has the name of a published one. */
    tokenOfStranger: () => signed(strangerKey, connectorClaims({})),
    /** What Teams sends when somebody adds the app. */
    added: (user: TeamsUser) => activity(user, { type: 'installationUpdate', action: 'add' }),
    /** What Teams sends when somebody acts on a card. */
    click: (user: TeamsUser, verb: string, data: object, more: object = {}) =>
      activity(user, {
        type: 'invoke',
        name: 'adaptiveCard/action',
        replyToId: '1700000000001',
        value: { action: { type: 'Action.Execute', verb, data }, trigger: 'manual' },
        ...more,
      }),
    /** Somebody in the roster. */
    knows: (user: TeamsUser): TeamsUser => {
      people.set(user.userId, user)
      return user
    },
    /** Messages that were taken. */
    messages: () =>
      receiver.requests.filter(({ path, method }) => method === 'POST' && path.endsWith('/activities')),
    called: (method: string, path: RegExp) =>
      receiver.requests.filter((one) => one.method === method && path.test(one.path)),
    env: {
      SONDE_TEAMS_APP_ID: appId,
      SONDE_TEAMS_APP_SECRET: 'teams-secret',
      SONDE_TEAMS_LOGIN_URL: `${url}/login`,
      SONDE_TEAMS_CONNECTOR_URL: `${url}/connector`,
      SONDE_TEAMS_SERVICE_URL: `${url}/service`,
    },
  }
}

const rosterEntry = ({ tenantId, userId, objectId, ...claims }: TeamsUser) => ({
  id: userId,
  aadObjectId: objectId,
  tenantId,
  name: 'Somebody',
  userRole: 'user',
  ...claims,
})
