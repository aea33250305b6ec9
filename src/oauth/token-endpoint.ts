/**
 * POST /oauth/token (RFC 6749 §3.2): a code or an application's own credentials for an access token.
 *
 * The steps in their order: method, type and form; `grant_type` is there; who is the client; the grant is known and
 * his; the grant's own parameters. Takes JSON (our interface) and forms (RFC 6749); answers in RFC 6749's shape always,
 * never cached, never to a browser (no CORS).
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { type Clock } from '../clock.ts'
import { type Db } from '../db/db.ts'
import { rateHeaders, type RateLimiter } from '../http/rate-limit.ts'
import { type Addresses, asProblem } from '../http/server.ts'
import { type Failures } from '../identity/identity.ts'
import { Problem } from '../problem.ts'
import { type TokenReply } from './access-tokens.ts'
import { isOurResource } from './authorization-request.ts'
import { authenticateClient, type AuthenticatedClient, presentedBy } from './client-authentication.ts'
import { type Changes } from './changes.ts'
import { type Clients } from './clients.ts'
import { redeemCode } from './codes.ts'
import { type IssueToken, tokenIssuer } from './issuing.ts'
import { invalidRequest, OAuthError, oauthError } from './oauth-error.ts'
import { grantedScopes } from './scope.ts'
import { parseForm, parseJsonRequest, type TokenRequest } from './token-request.ts'

export type TokenEndpoint = {
  app: FastifyInstance
  db: Db
  clock: Clock
  limiter: RateLimiter
  addresses: Addresses
  clients: Clients
  changes: Changes
  failures: Failures
}

type Granting = TokenEndpoint & { issue: IssueToken }

/** Secrets in an address end up in logs and histories. */
const neverInQuery = /[?&](?:client_secret|code|access_token|code_verifier)=/

export function tokenEndpoint(deps: TokenEndpoint): void {
  const granting: Granting = { ...deps, issue: tokenIssuer(deps.db) }
  const url = '/oauth/token'
  deps.app.register(async (scope) => {
    oauthShape(scope)
    scope.post(url, { bodyLimit: limits.oauthBodyBytesMax }, async (request, reply) => {
      if (neverInQuery.test(request.url)) throw invalidRequest('Credentials must not stand in the address')
      const asked = (request.body as TokenRequest | null | undefined) ?? undefined
      if (asked === undefined) throw invalidRequest('The body is missing')
      if (asked.grant_type === undefined) throw invalidRequest('grant_type is missing')
      const refused = () => clientRefused(deps.addresses)
      const now = deps.clock.now()
      const presented = presentedBy(request.headers.authorization, asked, refused)
      const client = await authenticateClient({
        clients: deps.clients,
        failures: deps.failures,
        presented,
        ip: request.ip,
        now,
        refused,
      })
      const limited = deps.limiter.take(client.client.applicationId, 'token')
      if (limited) reply.headers(rateHeaders(limited))
      return grant(granting, client, asked, now)
    })
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: async () => {
        throw invalidRequest('The token endpoint takes POST only', {
          status: 405,
          headers: { allow: 'POST' },
        })
      },
    })
  })
}

const clientRefused = ({ baseUrl }: Addresses): OAuthError =>
  oauthError('invalid_client', {
    headers: {
      'www-authenticate': `Basic realm="${baseUrl}", error="invalid_client", error_description="Client authentication failed"`,
    },
  })

function grant(
  deps: Granting,
  client: AuthenticatedClient,
  asked: TokenRequest,
  now: Date,
): Promise<TokenReply> {
  if (asked.resource !== undefined && !isOurResource(asked.resource, deps.addresses.baseUrl))
    throw oauthError('invalid_target')
  if (asked.grant_type === 'client_credentials') return clientCredentials(deps, client, asked, now)
  if (asked.grant_type === 'authorization_code') return authorizationCode(deps, client, asked, now)
  throw oauthError('unsupported_grant_type')
}

/** RFC 6749 §4.4: for an application as itself. Scopes that need a person are never granted. */
function clientCredentials(
  { issue }: Granting,
  { client, secretId }: AuthenticatedClient,
  asked: TokenRequest,
  now: Date,
): Promise<TokenReply> {
  if (client.kind === 'public') throw oauthError('unauthorized_client')
  const scopes = grantedScopes(asked.scope, client.scopes, 'organisation')
  if (!scopes) throw oauthError('invalid_scope')
  const { organisationId, applicationId } = client
  return issue({ organisationId, applicationId, secretId, scopes, now })
}

/** RFC 6749 §4.1.3: for a person who allowed it. */
function authorizationCode(
  { db, changes }: TokenEndpoint,
  client: AuthenticatedClient,
  asked: TokenRequest,
  now: Date,
): Promise<TokenReply> {
  if (client.client.redirectUris.length === 0) throw oauthError('unauthorized_client')
  if (asked.code === undefined) throw invalidRequest('code is missing')
  if (asked.redirect_uri === undefined) throw invalidRequest('redirect_uri is missing')
  const redemption = { code: asked.code, redirectUri: asked.redirect_uri, verifier: asked.code_verifier }
  const ended = (hashes: Buffer[]): void =>
    hashes.forEach((hash) => changes.announce('token', `\\x${hash.toString('hex')}`))
  return redeemCode(db, client, redemption, now, ended)
}

/** Parsers, headers and refusals of everything under /oauth that is not a page. */
function oauthShape(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const parse =
    (read: (text: string) => TokenRequest) =>
    (
      _request: FastifyRequest,
      body: string | Buffer,
      done: (error: Error | null, value?: unknown) => void,
    ) => {
      try {
        done(null, body === '' ? undefined : read(body as string))
      } catch (error) {
        done(error as Error)
      }
    }
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, parse(parseJsonRequest))
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parse(parseForm))
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    done()
  })
  scope.setErrorHandler(sendOAuthError)
}

function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asOAuthError(error)
  if (refusal.status >= 500)
    request.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'token request failed')
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: refusal.code, error_description: refusal.says }))
}

/** Refusals of the framework and of http/ in this endpoint's own shape. */
function asOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  const { code, status, extra } = error instanceof Problem ? error : asProblem(error)
  if (status === 429) return oauthError('too_many_requests', { headers: extra.headers })
  if (status === 503) return oauthError('temporarily_unavailable', { headers: extra.headers, cause: error })
  if (status >= 500) return oauthError('server_error', { cause: error })
  if (code === 'payload_too_large') return invalidRequest('The body is too large', { status: 413 })
  if (code === 'unsupported_media_type')
    return invalidRequest('The body must be application/json or application/x-www-form-urlencoded')
  return invalidRequest('The request is malformed')
}
