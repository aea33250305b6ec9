/**
 * What an application asks of a person, as GET /oauth/authorize and POST /api/oauth/code both receive it; each checks
 * everything from scratch, so that neither has to trust the other.
 *
 * The order matters: before client and redirect URI are known to be right nothing may be sent anywhere.
 * Sources: RFC 6749 §4.1.1 and §4.1.2.1, RFC 7636 §4.3, RFC 8707, RFC 9700 §2.1.1.
 */
import { limits } from '../../contract/limits.ts'
import { type RegisteredScope } from '../../contract/scopes.ts'
import { type Client } from './clients.ts'
import { isPublic, isRegistered } from './redirect-uri.ts'
import { grantedScopes } from './scope.ts'

export type AuthorizationParameters = {
  response_type?: string
  client_id?: string
  redirect_uri?: string
  scope?: string
  state?: string
  code_challenge?: string
  code_challenge_method?: string
  resource?: string
}

/** An empty parameter is one that was not sent (RFC 6749 §3.1). */
export const withoutEmpty = ({ ...asked }: AuthorizationParameters): AuthorizationParameters =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))

export type AuthorizationRequest = {
  client: Client
  redirectUri: string
  scopes: RegisteredScope[]
  state: string | undefined
  codeChallenge: string | null
}

export type AuthorizationRefusal = {
  error:
    | 'invalid_client'
    | 'redirect_uri_mismatch'
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'invalid_target'
  says: string
  /** Whether the application may hear of it at its redirect URI. */
  reportable: boolean
}

const challengeShape = /^[A-Za-z0-9_-]{43}$/

const refusal = (
  error: AuthorizationRefusal['error'],
  says: string,
  reportable = true,
): AuthorizationRefusal => ({ error, says, reportable })

export function readAuthorizationRequest(
  client: Client | null,
  asked: AuthorizationParameters,
  baseUrl: string,
): AuthorizationRequest | AuthorizationRefusal {
  if (!client) return refusal('invalid_client', 'The application is unknown or revoked', false)
  const redirectUri = asked.redirect_uri
  if (redirectUri === undefined || !isRegistered(client.redirectUris, redirectUri, client.kind)) {
    return refusal('redirect_uri_mismatch', 'redirect_uri does not equal a registered value', false)
  }
  if (asked.state !== undefined && Buffer.byteLength(asked.state) > limits.stateBytesMax) {
    return refusal('invalid_request', `state must not be longer than ${limits.stateBytesMax} bytes`, false)
  }
  if (asked.response_type !== undefined && asked.response_type !== 'code') {
    return refusal('unsupported_response_type', 'response_type must be code')
  }
  const challenge = challengeFault(client, asked)
  if (challenge) return refusal('invalid_request', challenge)
  if (asked.resource !== undefined && !isOurResource(asked.resource, baseUrl)) {
    return refusal('invalid_target', 'resource must be an address of this service')
  }
  const scopes = grantedScopes(asked.scope, client.scopes, 'user')
  if (!scopes) return refusal('invalid_scope', 'Requested scope is not registered for this application')
  return { client, redirectUri, scopes, state: asked.state, codeChallenge: asked.code_challenge ?? null }
}

function challengeFault(
  client: Client,
  { code_challenge: challenge, code_challenge_method: method }: AuthorizationParameters,
): string | null {
  if (challenge === undefined) {
    if (method !== undefined) return 'code_challenge is missing'
    if (isPublic(client.kind)) return 'code_challenge is required for public applications'
    return client.requirePkce ? 'code_challenge is required for this application' : null
  }
  if (method !== 'S256') return 'code_challenge_method must be S256'
  return challengeShape.test(challenge) ? null : 'code_challenge must be 43 characters of base64url'
}

/** Any address under ours, with or without a slash at its end: clients differ in how they spell it. */
export function isOurResource(resource: string, baseUrl: string): boolean {
  const parsed = URL.parse(resource)
  return (
    parsed !== null &&
    parsed.origin === new URL(baseUrl).origin &&
    parsed.hash === '' &&
    parsed.username === '' &&
    parsed.password === ''
  )
}
