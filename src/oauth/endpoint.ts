/**
 * What the endpoints under /oauth that programs call have in common: POST only, JSON (our interface) or a form (RFC 6749), never
 * credentials in the address, RFC 6749's own shape for every refusal, never cached, never to a browser (no CORS).
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { type Clock } from '../clock.ts'
import { type Db } from '../db/db.ts'
import { rateHeaders, type RateLimiter } from '../http/rate-limit.ts'
import { type Addresses, asProblem } from '../http/server.ts'
import { networkOf } from '../identity/identity.ts'
import { Problem } from '../problem.ts'
import { authenticateClient, type AuthenticatedClient, presentedBy } from './client-authentication.ts'
import { type Changes } from './changes.ts'
import { type Clients } from './clients.ts'
import { type ClientFailures } from './client-failures.ts'
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
  changes: Changes
  failures: ClientFailures
}

/** Secrets in an address end up in logs and histories. */
const neverInQuery = /[?&](?:client_secret|code|access_token|code_verifier|refresh_token|token)=/

type Answer = (asked: TokenRequest, request: FastifyRequest, reply: FastifyReply) => Promise<object | null>

/** Binds one of them. `answer` gives what is sent; where nothing is to be said, `{}`: of
 * clients that read it all the same, some want JSON and others fail on an empty one. */
export function oauthEndpoint(app: FastifyInstance, url: string, answer: Answer): void {
  app.register(async (scope) => {
    oauthShape(scope)
    scope.post(url, { bodyLimit: limits.oauthBodyBytesMax }, async (request, reply) => {
      if (neverInQuery.test(request.url)) throw invalidRequest('Credentials must not stand in the address')
      const asked = (request.body as TokenRequest | null | undefined) ?? undefined
      if (asked === undefined) throw invalidRequest('The body is missing')
      const result = await answer(asked, request, reply)
      return result ?? {}
    })
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: async () => {
        throw invalidRequest('This endpoint takes POST only', { status: 405, headers: { allow: 'POST' } })
      },
    })
  })
}

/** Who calls, by its credentials, and not too often. @throws invalid_request | invalid_client | too_many_requests */
export async function clientOf(
  { clients, failures, limiter, addresses }: Endpoint,
  asked: TokenRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<AuthenticatedClient> {
  const refused = () => clientRefused(addresses)
  const presented = presentedBy(request.headers.authorization, asked, refused)
  const client = await authenticateClient({ clients, failures, presented, ip: request.ip, now, refused })
  // The id of a public application is no secret: what strangers ask by it counts for their network alone.
  const { applicationId, kind } = client.client
  const caller = isPublic(kind) ? `${applicationId} ${networkOf(request.ip)}` : applicationId
  const limited = limiter.take(caller, 'token')
  if (limited) reply.headers(rateHeaders(limited))
  return client
}

export const clientRefused = ({ baseUrl }: Addresses): OAuthError =>
  oauthError('invalid_client', {
    headers: {
      'www-authenticate': `Basic realm="${baseUrl}", error="invalid_client", error_description="Client authentication failed"`,
    },
  })

/** Parsers, headers and refusals. */
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
