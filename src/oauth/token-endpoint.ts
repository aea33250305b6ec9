/**
 * POST /oauth/token (RFC 6749 §3.2): a code, a refresh token or an application's own credentials for an access token.
 *
 * The steps in their order: method, type and form; `grant_type` is there; the client is authenticated; the grant type is known
 * and this client may use it; the grant's own parameters.
 */
import { requestToken } from '../../contract/oauth-endpoints.ts'

import type { TokenReply } from '../../contract/oauth-endpoints.ts'
import { audienceOf, isOurResource } from './authorization-request.ts'
import type { AuthenticatedClient } from './client-authentication.ts'
import { redeemCode } from './codes.ts'
import { authenticate, type Endpoint, oauthEndpoint } from './endpoint.ts'
import { type IssueToken, tokenIssuer } from './issuing.ts'
import { invalidRequest, oauthError } from './oauth-error.ts'
import { isPublic } from './redirect-uri.ts'
import { refresh } from './refresh.ts'
import { grantedScopes } from './scope.ts'
import type { TokenRequest } from './token-request.ts'

type Deps = Endpoint & { issue: IssueToken }

type Grant = (
  deps: Deps,
  client: AuthenticatedClient,
  parameters: TokenRequest,
  now: Date,
) => Promise<TokenReply>

export function tokenEndpoint(endpoint: Endpoint): void {
  const deps: Deps = { ...endpoint, issue: tokenIssuer(endpoint.db) }
  oauthEndpoint(endpoint, requestToken, async (call) => {
    const { parameters, now } = call
    if (parameters.grant_type === undefined) throw invalidRequest('grant_type is missing')
    const client = await authenticate(endpoint, call)
    const { baseUrl } = endpoint.addresses
    if (parameters.resources?.some((one) => !isOurResource(one, baseUrl))) throw oauthError('invalid_target')
    const grant = grants.get(parameters.grant_type)
    if (!grant) throw oauthError('unsupported_grant_type')
    return grant(deps, client, parameters, now)
  })
}

/** RFC 6749 §4.4: for an application as itself. Scopes that need a person are never granted. */
const clientCredentials: Grant = ({ issue }, { client, secretId }, parameters, now) => {
  if (isPublic(client.kind)) throw oauthError('unauthorized_client')
  const scopes = grantedScopes(parameters.scope, client.scopes, 'organisation')
  if (!scopes) throw oauthError('invalid_scope')
  const { organisationId, applicationId } = client
  return issue({
    organisationId,
    applicationId,
    secretId,
    scopes,
    audience: audienceOf(parameters.resources ?? []),
    now,
  })
}

/** RFC 6749 §4.1.3: for a person who authorised it. */
const authorizationCode: Grant = ({ db }, client, parameters, now) => {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = parameters
  if (client.client.redirectUris.length === 0) throw oauthError('unauthorized_client')
  if (code === undefined) throw invalidRequest('code is missing')
  if (redirectUri === undefined) throw invalidRequest('redirect_uri is missing')
  const audience = audienceOf(parameters.resources ?? [])
  return redeemCode(db, client, { code, redirectUri, verifier, audience }, now)
}

/** RFC 6749 §6: for a person who authorised it to go on. */
const refreshToken: Grant = ({ db }, client, parameters, now) => {
  const { refresh_token: refreshToken, scope } = parameters
  if (!client.client.scopes.includes('offline_access')) throw oauthError('unauthorized_client')
  if (refreshToken === undefined) throw invalidRequest('refresh_token is missing')
  return refresh(db, client, { refreshToken, scope, audience: audienceOf(parameters.resources ?? []) }, now)
}

const grants = new Map<string, Grant>([
  ['client_credentials', clientCredentials],
  ['authorization_code', authorizationCode],
  ['refresh_token', refreshToken],
])
