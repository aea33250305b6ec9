/**
 * What an application requests of a person, as GET /oauth/authorize and POST /api/oauth/code both receive it; each checks
 * everything from scratch, so that neither has to trust the other.
 *
 * The order matters: before client and redirect URI are verified nothing may be sent anywhere.
 * Sources: RFC 6749 §4.1.1 and §4.1.2.1, RFC 7636 §4.3, RFC 8707, RFC 9700 §2.1.1.
 */
import { limits } from '../../contract/limits.ts'
import type { RegisteredScope } from '../../contract/scopes.ts'
import type { Audience } from '../actor.ts'
import type { Client } from './clients.ts'
import { isPublic, isRegistered } from './redirect-uri.ts'
import { grantedScopes, scopesOfAgent } from './scope.ts'

export type AuthorizationParameters = {
  response_type?: string
  client_id?: string
  redirect_uri?: string
  scope?: string
  state?: string
  code_challenge?: string
  code_challenge_method?: string
  resource?: string
  /** In seconds (OpenID Connect Core §3.1.2.1): the page sends a person whose sign-in is older to sign in again. */
  max_age?: string
}

/** An empty parameter is one that was not sent (RFC 6749 §3.1). */
export const withoutEmpty = (parameters: AuthorizationParameters): AuthorizationParameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))

/** A verified redirect URI, and what goes back there with every reply. */
export type ReplyTarget = { client: Client; redirectUri: string; state: string | undefined }

export type AuthorizationRequest = ReplyTarget & {
  scopes: RegisteredScope[]
  codeChallenge: string | null
  audience: Audience | null
}

export type AuthorizationRefusal = {
  error:
    | 'invalid_client'
    | 'redirect_uri_mismatch'
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'invalid_target'
  description: string
  /** Where the application may hear of it; null: nowhere. */
  replyTo: ReplyTarget | null
}

const challengeShape = /^[A-Za-z0-9_-]{43}$/

const refusal = (
  error: AuthorizationRefusal['error'],
  description: string,
  replyTo: ReplyTarget | null,
): AuthorizationRefusal => ({ error, description, replyTo })

export function readAuthorizationRequest(
  client: Client | null,
  parameters: AuthorizationParameters,
  baseUrl: string,
): AuthorizationRequest | AuthorizationRefusal {
  const { redirect_uri: redirectUri, state, resource, response_type: responseType } = parameters
  if (!client) return refusal('invalid_client', 'The application is unknown or revoked', null)
  if (redirectUri === undefined || !isRegistered(client.redirectUris, redirectUri, client.kind))
    return refusal('redirect_uri_mismatch', 'redirect_uri does not equal a registered value', null)
  if (state !== undefined && Buffer.byteLength(state) > limits.stateBytesMax)
    return refusal('invalid_request', `state must not be longer than ${limits.stateBytesMax} bytes`, null)

  const target = { client, redirectUri, state }
  if (responseType !== undefined && responseType !== 'code')
    return refusal('unsupported_response_type', 'response_type must be code', target)
  const fault = challengeFault(client, parameters)
  if (fault) return refusal('invalid_request', fault, target)
  if (parameters.max_age !== undefined && !/^\d{1,7}$/.test(parameters.max_age))
    return refusal('invalid_request', 'max_age must be a number of seconds', target)
  if (resource !== undefined && !isOurResource(resource, baseUrl))
    return refusal('invalid_target', 'resource must be an address of this service', target)
  const audience = audienceOf([resource ?? ''])
  const isAgent = client.documentUrl !== null
  if (isAgent && audience === 'api')
    return refusal('invalid_target', 'Agents that an address describes may use /mcp alone', target)
  const scopes = isAgent
    ? scopesOfAgent(parameters.scope)
    : grantedScopes(parameters.scope, client.scopes, 'user')
  if (!scopes)
    return refusal('invalid_scope', 'Requested scope is not registered for this application', target)
  return {
    ...target,
    scopes,
    codeChallenge: parameters.code_challenge ?? null,
    audience: isAgent ? 'mcp' : audience,
  }
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

/** Any address under ours, with or without a slash at its end: clients spell it differently. */
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

const audiences: readonly Audience[] = ['api', 'mcp']

/**
 * The part of the service that resources of ours name: by the beginning of their path, as their metadata is found. The address itself, and
 * several parts, mean all of it.
 */
export function audienceOf(resources: readonly string[]): Audience | null {
  const named = resources
    .filter((resource) => resource !== '')
    .map((resource) => {
      const [, part] = new URL(resource).pathname.split('/')
      return audiences.find((audience) => audience === part) ?? null
    })
  return new Set(named).size === 1 ? named[0] : null
}
