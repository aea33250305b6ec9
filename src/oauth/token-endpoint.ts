/**
 * POST /oauth/token (RFC 6749 §3.2): a code, a refresh token or an application's own credentials for an access token.
 *
 * The steps in their order: method, type and form; `grant_type` is there; who is the client; the grant is known and
 * his; the grant's own parameters.
 */
import { type TokenReply } from './access-tokens.ts'
import { isOurResource } from './authorization-request.ts'
import { type AuthenticatedClient } from './client-authentication.ts'
import { redeemCode } from './codes.ts'
import { clientOf, type Endpoint, oauthEndpoint } from './endpoint.ts'
import { type IssueToken, tokenIssuer } from './issuing.ts'
import { invalidRequest, oauthError } from './oauth-error.ts'
import { isPublic } from './redirect-uri.ts'
import { refresh } from './refresh.ts'
import { grantedScopes } from './scope.ts'
import { type TokenRequest } from './token-request.ts'

type Granting = Endpoint & { issue: IssueToken }

type Grant = (
  deps: Granting,
  client: AuthenticatedClient,
  asked: TokenRequest,
  now: Date,
) => Promise<TokenReply>

export function tokenEndpoint(deps: Endpoint): void {
  const granting: Granting = { ...deps, issue: tokenIssuer(deps.db) }
  oauthEndpoint(deps.app, '/oauth/token', async (asked, request, reply) => {
    if (asked.grant_type === undefined) throw invalidRequest('grant_type is missing')
    const now = deps.clock.now()
    const client = await clientOf(deps, asked, request, reply, now)
    const { baseUrl } = deps.addresses
    if (asked.resources?.some((one) => !isOurResource(one, baseUrl))) throw oauthError('invalid_target')
    const grant = grants.get(asked.grant_type)
    if (!grant) throw oauthError('unsupported_grant_type')
    return grant(granting, client, asked, now)
  })
}

/** RFC 6749 §4.4: for an application as itself. Scopes that need a person are never granted. */
const clientCredentials: Grant = ({ issue }, { client, secretId }, asked, now) => {
  if (isPublic(client.kind)) throw oauthError('unauthorized_client')
  const scopes = grantedScopes(asked.scope, client.scopes, 'organisation')
  if (!scopes) throw oauthError('invalid_scope')
  const { organisationId, applicationId } = client
  return issue({ organisationId, applicationId, secretId, scopes, now })
}

/** RFC 6749 §4.1.3: for a person who allowed it. */
const authorizationCode: Grant = ({ db }, client, asked, now) => {
  if (client.client.redirectUris.length === 0) throw oauthError('unauthorized_client')
  if (asked.code === undefined) throw invalidRequest('code is missing')
  if (asked.redirect_uri === undefined) throw invalidRequest('redirect_uri is missing')
  const redemption = { code: asked.code, redirectUri: asked.redirect_uri, verifier: asked.code_verifier }
  return redeemCode(db, client, redemption, now)
}

/** RFC 6749 §6: for a person who allowed it to go on. */
const refreshToken: Grant = ({ db }, client, asked, now) => {
  if (!client.client.scopes.includes('offline_access')) throw oauthError('unauthorized_client')
  if (asked.refresh_token === undefined) throw invalidRequest('refresh_token is missing')
  const refreshing = { refreshToken: asked.refresh_token, scope: asked.scope }
  return refresh(db, client, refreshing, now)
}

const grants = new Map<string, Grant>([
  ['client_credentials', clientCredentials],
  ['authorization_code', authorizationCode],
  ['refresh_token', refreshToken],
])
