/**
 * What the endpoints under /oauth that programs call have in common: POST only, JSON (our interface) or a form (RFC 6749), never
 * credentials in the address, RFC 6749's own form for every refusal, never cached, never for a browser (no CORS).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import type { OAuthEndpoint } from '../../contract/oauth-endpoints.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { rateHeaders, type RateLimiter } from '../http/rate-limit.ts'
import { type Addresses, asProblem } from '../http/server.ts'
import { addressOf, networkOf } from '../http/network.ts'
import {
  authenticateClient,
  type AuthenticatedClient,
  type ClientCredentials,
  credentialsOf,
} from './client-authentication.ts'
import type { Clients } from './clients.ts'
import type { ClientFailures } from './client-failures.ts'
import { isDocumentAddress } from './documents/document-address.ts'
import { clientOfDocument, findByPresented } from './documents/document-clients.ts'
import { invalidRequest, OAuthError, oauthError } from './oauth-error.ts'
import { isPublic } from './redirect-uri.ts'
import { parseForm, parseJsonRequest, type TokenRequest } from './token-request.ts'

export type Endpoint = {
  app: FastifyInstance
  db: Db
  clock: Clock
  limiter: RateLimiter
  addresses: Addresses
  clients: Clients
  failures: ClientFailures
}

/** Secrets in an address end up in logs and histories. */
const neverInQuery = /[?&](?:client_secret|code|access_token|code_verifier|refresh_token|token)=/

/** A request to one of these endpoints, its body parsed. */
export type OAuthCall = {
  readonly parameters: TokenRequest
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly now: Date
}

/**
 * Binds one of them.
 * @param answer  gives the body of the reply; null is sent as `{}`: of clients that read a body where there is nothing to say,
 *   some want JSON and others fail on an empty one
 */
export function oauthEndpoint(
  { app, clock }: Pick<Endpoint, 'app' | 'clock'>,
  { path: url }: OAuthEndpoint,
  answer: (call: OAuthCall) => Promise<object | null>,
): void {
  app.register(async (scope) => {
    addOAuthForm(scope)
    scope.post<{ Body: TokenRequest | null | undefined }>(
      url,
      { bodyLimit: limits.oauthBodyBytesMax },
      async (request, reply) => {
        if (neverInQuery.test(request.url)) throw invalidRequest('Credentials must not stand in the address')
        const { body: parameters } = request
        if (!parameters) throw invalidRequest('The body is missing')
        return (await answer({ parameters, request, reply, now: clock.now() })) ?? {}
      },
    )
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: async () => {
        throw invalidRequest('This endpoint takes POST only', { status: 405, headers: { allow: 'POST' } })
      },
    })
  })
}

/** Authenticates the client and rate-limits it. @throws invalid_request | invalid_client | too_many_requests */
export async function authenticate(
  { clients, db, failures, limiter, addresses }: Endpoint,
  { parameters, request, reply, now }: OAuthCall,
): Promise<AuthenticatedClient> {
  const refused = () => invalidClient(addresses)
  const presented = credentialsOf(request.headers.authorization, parameters, refused)
  const network = networkOf(addressOf(request))
  const isAgent = isDocumentAddress(presented.clientId)
  const authenticating = isAgent
    ? documentClient(db.tx, presented, parameters, refused)
    : authenticateClient({ clients, failures, presented, network, now, refused })
  const client = await authenticating.catch(async (error: unknown) => {
    // Ids may change from one guess to the next, so they count together.
    if (error instanceof OAuthError && (isAgent || error.code === 'invalid_client'))
      await limiter.take(network, 'guess')
    throw error
  })
  // The id of a public application is not a secret: requests with it count for the network that they come from.
  const { applicationId, kind } = client.client
  const caller = isPublic(kind) ? `${applicationId} ${network}` : applicationId
  const limited = await limiter.take(caller, 'token')
  if (limited) reply.headers(rateHeaders(limited))
  return client
}

/**
 * A client that a document describes has nothing to prove itself with but the code or the token that it was given. One that shows none of its
 * own is nobody: what it revokes does not exist, and it gets nothing.
 * @throws invalid_client | invalid_grant
 */
async function documentClient(
  tx: Tx,
  { clientId, secret }: ClientCredentials,
  { code, refresh_token: refreshToken, token }: TokenRequest,
  refused: () => OAuthError,
): Promise<AuthenticatedClient> {
  const traded = code ?? refreshToken
  const presented = traded ?? token
  if (secret !== undefined || presented === undefined) throw refused()
  // By what it trades and not by `token`, which a request for tokens may carry as well.
  const mustBeAdmitted = traded !== undefined
  const client = await findByPresented(tx, clientId, presented, { mustBeAdmitted })
  if (client) return { client, secretId: null }
  if (mustBeAdmitted) throw oauthError('invalid_grant')
  return { client: clientOfDocument(clientId, { redirectUris: [] }), secretId: null }
}

export const invalidClient = ({ baseUrl }: Addresses): OAuthError =>
  oauthError('invalid_client', {
    headers: {
      'www-authenticate': `Basic realm="${baseUrl}", error="invalid_client", error_description="Client authentication failed"`,
    },
  })

/** Parsers, headers and the form of refusals. */
function addOAuthForm(scope: FastifyInstance): void {
  const parseBy = (type: string, parse: (text: string) => TokenRequest) =>
    scope.addContentTypeParser<string>(type, { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, body === '' ? undefined : parse(body))
      } catch (error) {
        done(error as Error)
      }
    })
  scope.removeAllContentTypeParsers()
  parseBy('application/json', parseJsonRequest)
  parseBy('application/x-www-form-urlencoded', parseForm)
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    done()
  })
  scope.setErrorHandler(sendOAuthError)
}

function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asOAuthError(error, request)
  if (refusal.status >= 500)
    request.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'token request failed')
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: refusal.code, error_description: refusal.description }))
}

/** Refusals of the framework and of http/ in RFC 6749's form. */
function asOAuthError(error: unknown, request: FastifyRequest): OAuthError {
  if (error instanceof OAuthError) return error
  const { code, status, extra } = asProblem(error, request)
  if (status === 429) return oauthError('too_many_requests', { headers: extra.headers })
  if (status === 503) return oauthError('temporarily_unavailable', { headers: extra.headers, cause: error })
  if (status >= 500) return oauthError('server_error', { cause: error })
  if (code === 'payload_too_large') return invalidRequest('The body is too large', { status: 413 })
  if (code === 'unsupported_media_type')
    return invalidRequest('The body must be application/json or application/x-www-form-urlencoded')
  return invalidRequest('The request is malformed')
}
