/**
 * Binds an operation of the contract to a rule. What the contract says is enforced here and nowhere else: who may call,
 * with which scope, what comes in, what goes out, which version is expected, that a repeated key has one effect.
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { strict } from '../../contract/fields.ts'
import { type RateClass } from '../../contract/limits.ts'
import { apiVersions, isApiVersion, latestVersion } from '../../contract/versions.ts'
import {
  type Body,
  type Headers,
  type Operation,
  type Params,
  type Query,
  type Reply,
} from '../../contract/operation.ts'
import { type ProblemCode } from '../../contract/problems.ts'
import { type ApplicationActor, callerOf, type PersonActor, type Session } from '../actor.ts'
import { type ActorOf, type Input, type Rule } from '../call.ts'
import { type Clock } from '../clock.ts'
import { type Db, type Tx } from '../db/db.ts'
import { Problem, problem } from '../problem.ts'
import { sendCsv, type Table, wantsCsv } from './csv.ts'
import { type Attempt, findKept, isIdempotencyKey, keep } from './idempotency.ts'
import { wantsHtml } from './page.ts'
import { rateHeaders, type RateLimiter } from './rate-limit.ts'
import { type Addresses } from './server.ts'
import { acceptUploads, takeUpload } from './upload.ts'

/** How a bearer becomes an actor; app.ts hands it in, so that http/ knows no token. */
export type Authenticate = {
  /** null: no such live token */
  application(token: string): ApplicationActor | null | Promise<ApplicationActor | null>
  /** @throws invalid_token */
  session(token: string): Promise<Session>
  /** @throws access_denied | organisation_required */
  person(tx: Tx, session: Session, organisationId: string | null, now: Date): Promise<PersonActor>
}

export type Api = {
  readonly app: FastifyInstance
  readonly db: Db
  readonly clock: Clock
  readonly authenticate: Authenticate
  readonly limiter: RateLimiter
  readonly addresses: Addresses
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: ApplicationActor | PersonActor | Session | null
    /** The code of the refusal that was sent. */
    refusal?: ProblemCode
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

type Options<O extends Operation> = {
  /** The rule is one guarded statement of its own and needs no transaction. */
  single?: boolean
  /** What a browser gets at this address instead of JSON. */
  html?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** The same reply as a table, for an operation that says `csv`. */
  csv?: (result: Reply<O>) => Table
}

/** Reads run on the pool; everything else in one transaction with its event and its Idempotency-Key. */
export function route<const O extends Operation>(
  api: Api,
  operation: O,
  rule: Rule<O>,
  options: Options<O> = {},
): void {
  const reads = operation.method === 'GET'
  const alone = reads || options.single === true
  const bodyOptional = !operation.body || Type.IsOptional(operation.body)
  const slots = operation.upload && acceptUploads(api.app, operation.upload.media)
  api.app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(operation.params && { params: operation.params }),
      ...(operation.headers && { headers: operation.headers }),
      // Mail programs add parameters of their own to a page's address: those are let pass.
      ...(!options.html && { querystring: operation.query ?? strict({}) }),
      ...(!reads && { body: slots ? slots.schemaOf(operation.body) : (operation.body ?? strict({})) }),
      response: operation.status === 204 ? {} : { [operation.status]: operation.response },
    },
    config: { operation },
    onRequest: (request, reply, done) => {
      const pending = admit(api, operation, request, reply)
      if (pending) return pending
      done()
    },
    ...(bodyOptional &&
      !reads && {
        preValidation: (request, _reply, done) => {
          if (request.body === undefined) request.body = {}
          done()
        },
      }),
    handler: async (request, reply) => {
      if (options.html && wantsHtml(request)) return options.html(request, reply)
      const now = api.clock.now()
      const input = inputOf(operation, request)
      const work = (tx: Tx) => rule({ ...input, tx, actor: request.actor as ActorOf<O>, now })
      const inTransaction = () =>
        api.db.transaction((tx) => once(operation, request, reply, tx, now, () => work(tx)))
      const working = alone ? () => work(api.db.tx) : inTransaction
      const result = await (slots && input.upload ? slots.run(request, working) : working())
      if (reply.statusCode === 200) reply.code(operation.status)
      if (operation.secret) reply.header('cache-control', 'no-store')
      const version = (result as { version?: unknown } | null)?.version
      if (typeof version === 'number') reply.header('etag', `"${version}"`)
      if (options.csv && wantsCsv(request)) {
        const { next_cursor: next = null } = result as { next_cursor?: string | null }
        return sendCsv(request, reply, options.csv(result), next)
      }
      return operation.status === 204 ? reply.send() : result
    },
  })
}

export function inputOf<O extends Operation>(operation: O, request: FastifyRequest): Input<O> {
  const upload = operation.upload && takeUpload(request, operation.upload)
  return {
    params: request.params as Params<O>,
    query: request.query as Query<O>,
    headers: request.headers as Headers<O>,
    body: (upload ? undefined : request.body) as Body<O>,
    ifMatch: versionOf(operation, request.headers['if-match']),
    idempotencyKey: keyOf(operation, request.headers['idempotency-key']),
    upload,
  }
}

/** RFC 9110 §8.8.3, one of them. */
const etagShape = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/** A well-formed ETag that is none of ours fails like a stale one, where there is a version to compare with. */
function versionOf(operation: Operation, header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const tag = etagShape.exec(header)?.[1]
  if (tag === undefined) throw problem('invalid_request', { detail: 'If-Match must be one ETag' })
  if (!operation.errors.includes('precondition_failed')) return undefined
  if (!/^\d{1,9}$/.test(tag)) throw problem('precondition_failed')
  return Number(tag)
}

function keyOf({ method }: Operation, header: string | string[] | undefined): string | undefined {
  if (header === undefined || method !== 'POST') return undefined
  if (typeof header !== 'string' || !isIdempotencyKey(header))
    throw problem('invalid_request', { detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters' })
  return header
}

const bearerShape = /^bearer +(\S+) *$/i

export const bearerOf = (request: FastifyRequest): string | null =>
  bearerShape.exec(request.headers.authorization ?? '')?.[1] ?? null

/**
 * Who calls, may he, and not too often: in this order, before anything of the body is read. A caller who is remembered is
 * let in at once, without a promise.
 */
export function admit(
  api: Api,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  const asked = request.headers['sonde-version']
  if (asked !== undefined && !isApiVersion(asked)) {
    reply.header('sonde-version', latestVersion)
    throw problem('invalid_request', { detail: `Sonde-Version knows ${apiVersions.join(', ')}` })
  }
  reply.header('sonde-version', asked ?? latestVersion)
  if (operation.caller === 'anyone') {
    request.actor = null
    return
  }
  const token = bearerOf(request)
  if (token === null) throw unauthorized(api, operation)
  if (operation.caller === 'person' || operation.caller === 'self' || operation.caller === 'admin')
    return admitPerson(api, operation, token, request)
  // Ours begin like this; session tokens are JWTs.
  if (operation.caller === 'bearer' && !token.startsWith('sonde_'))
    return admitPerson(api, operation, token, request)
  const found = api.authenticate.application(token)
  return found instanceof Promise
    ? found.then((actor) => admitApplication(api, operation, actor, request, reply))
    : admitApplication(api, operation, found, request, reply)
}

function admitApplication(
  api: Api,
  operation: Operation,
  actor: ApplicationActor | null,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!actor) throw problem('invalid_token', { headers: challenge(api, 'invalid_token') })
  request.actor = actor
  if (actor.apiVersion !== undefined && request.headers['sonde-version'] === undefined)
    reply.header('sonde-version', actor.apiVersion)
  if (operation.caller === 'user' && actor.kind !== 'user') {
    throw problem('user_identity_required', { headers: challenge(api, 'insufficient_scope') })
  }
  if (operation.scope && !operation.scope.some((scope) => actor.scopes.has(scope))) {
    throw problem('insufficient_scope', { headers: challenge(api, 'insufficient_scope', operation.scope[0]) })
  }
  const limited = api.limiter.take(
    actor.kind === 'user' && actor.isCountedAlone ? callerOf(actor) : actor.applicationId,
    classOf(operation),
  )
  if (limited) reply.headers(rateHeaders(limited))
}

async function admitPerson(
  api: Api,
  operation: Operation,
  token: string,
  request: FastifyRequest,
): Promise<void> {
  const session = await api.authenticate.session(token).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'invalid_token') throw error
    throw problem('invalid_token', { headers: challenge(api, 'invalid_token') })
  })
  if (operation.caller === 'person' || operation.caller === 'bearer') {
    api.limiter.take(`${session.issuer} ${session.subject}`, classOf(operation))
    request.actor = session
    return
  }
  const wanted = request.headers['sonde-organisation']
  const now = api.clock.now()
  const person = await api.db.transaction((tx) =>
    api.authenticate.person(tx, session, typeof wanted === 'string' ? wanted : null, now),
  )
  if (operation.caller === 'admin' && person.role !== 'admin') throw problem('admin_required')
  api.limiter.take(person.userId, classOf(operation))
  request.actor = person
}

const classOf = ({ rate, method }: Operation): RateClass => rate ?? (method === 'GET' ? 'read' : 'write')

const unauthorized = (api: Api, operation: Operation) =>
  problem('unauthorized', { headers: challenge(api, null, operation.scope?.[0]) })

/** RFC 6750 §3 and RFC 9728 §5.1: no `error` where no token was given, the metadata address always. */
function challenge(api: Api, error: string | null, scope?: string): Record<string, string> {
  const parts = [
    'realm="api"',
    ...(error ? [`error="${error}"`] : []),
    ...(error === 'invalid_token' ? ['error_description="The token is invalid, expired or revoked"'] : []),
    ...(scope ? [`scope="${scope}"`] : []),
    `resource_metadata="${api.addresses.baseUrl}/.well-known/oauth-protected-resource"`,
  ]
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}

async function once<T>(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  tx: Tx,
  now: Date,
  work: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  const actor = request.actor
  if (
    typeof key !== 'string' ||
    operation.secret ||
    operation.method !== 'POST' ||
    !actor ||
    actor.kind === 'session'
  )
    return work()
  const attempt: Attempt = {
    organisationId: actor.organisationId,
    caller: callerOf(actor),
    key,
    operation: operation.id,
    path: request.url,
    body: request.body,
  }
  const kept = await findKept(tx, attempt, now)
  if (kept) {
    reply.code(kept.status).header('idempotent-replayed', 'true')
    return kept.response as T
  }
  const response = await work()
  await keep(tx, attempt, { status: operation.status, response }, now)
  return response
}
