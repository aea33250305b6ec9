/**
 * Binds an operation of the contract to a rule. The contract is enforced here and nowhere else: who may call and with which scope, the
 * input and the reply, the expected version, and that a repeated Idempotency-Key has one effect.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCode } from '../../contract/code-format.ts'
import { strict } from '../../contract/fields.ts'
import type { RateClass } from '../../contract/limits.ts'
import { apiVersions, isApiVersion, latestVersion } from '../../contract/versions.ts'
import { type Body, type Operation, queryOf, type Reply } from '../../contract/operation.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { Type } from '../../contract/schema.ts'
import { type ApplicationActor, type Audience, callerOf, type PersonActor, type Session } from '../actor.ts'
import { assertFresh, assertMay } from '../authority.ts'
import type { ActorOf, Input, Rule } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Replica } from '../db/replica.ts'
import { isSecret, readNamed } from '../ids.ts'
import { type FieldError, Problem, problem } from '../problem.ts'
import { challenge } from './challenge.ts'
import { sendCsv, type Table, wantsCsv } from './csv.ts'
import { dryRun, isDryRun } from './dry-run.ts'
import { isIdempotencyKey, once } from './idempotency.ts'
import { addressOf, networkOf } from './network.ts'
import { sendFile, type SentFile } from './files.ts'
import { sendLines, wantsLines } from './lines.ts'
import { wantsHtml } from './page.ts'
import { versionOf } from './if-match.ts'
import { rateHeaders, type RateLimiter } from './rate-limit.ts'
import { mayReadReplica } from './replica-reads.ts'
import { memberOf } from './reply-shape.ts'
import type { Addresses } from './server.ts'
import { lookUntil, type Wait } from './waiting.ts'
import { acceptUploads, takeUpload } from './upload.ts'

/** How a bearer token becomes an actor; app.ts passes it in, so that http/ knows nothing of tokens. */
export type Authenticate = {
  /** @returns null when there is no such live token, or it is for another part of the service */
  application(token: string, part: Audience): ApplicationActor | null | Promise<ApplicationActor | null>
  /** @throws invalid_token */
  session(token: string): Promise<Session>
  /** @throws access_denied | organisation_required */
  person(tx: Tx, session: Session, organisationId: string | null, now: Date): Promise<PersonActor>
}

export type Api = {
  readonly app: FastifyInstance
  readonly db: Db
  /** For the reads of replica-reads.ts; null: there is none. */
  readonly replica: Replica | null
  readonly clock: Clock
  readonly authenticate: Authenticate
  readonly limiter: RateLimiter
  readonly addresses: Addresses
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: ApplicationActor | PersonActor | Session | null
    /** The code of the refusal that was sent, and the fields that it named. */
    refusal?: ProblemCode
    refusedFields?: readonly FieldError[]
  }
  interface FastifyContextConfig {
    /** As the request log names it. */
    operation?: Pick<Operation, 'id' | 'method' | 'path' | 'stream' | 'body' | 'query' | 'upload'>
  }
}

type Options<O extends Operation> = {
  /**
   * For a read that may wait; null where the caller wants no wait. The rule runs again, for the caller as they are then, whenever something
   * may have come.
   */
  waiting?: { begin(input: Input<O>, actor: ActorOf<O>): Wait<Reply<O>> | null }
  /** The rule is one guarded statement of its own and needs no transaction. */
  single?: boolean
  /** What a browser gets at this address instead of JSON. */
  html?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** The same reply as a table, for an operation with `csv`. */
  csv?: (result: Reply<O>) => Table
  /** The bytes of the reply, for an operation with `file`. */
  file?: (result: Reply<O>) => SentFile
  /** The items of the reply, for an operation with `lines`. */
  lines?: (result: Reply<O>) => readonly unknown[]
}

/** Reads run on the pool, or where they may on the replica; everything else in one transaction with its event and its Idempotency-Key. */
export function route<const O extends Operation>(
  api: Api,
  operation: O,
  rule: Rule<O>,
  options: Options<O> = {},
): void {
  const reads = operation.method === 'GET'
  const alone = reads || options.single === true
  const replica = mayReadReplica(operation) && !options.waiting ? api.replica : null
  const bodyOptional = !operation.body || Type.IsOptional(operation.body)
  const slots = operation.upload && acceptUploads(api.app, operation.upload.media)
  api.app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(operation.params && { params: operation.params }),
      ...(operation.headers && { headers: operation.headers }),
      // Mail programs add parameters to the address of a page: they are ignored.
      ...(!options.html && { querystring: queryOf(operation) ?? strict({}) }),
      ...(!reads && { body: slots ? slots.schemaOf(operation.body) : (operation.body ?? strict({})) }),
      response: operation.status === 204 ? {} : { [operation.status]: operation.response },
    },
    config: { operation },
    onRequest: (request, reply, done) => {
      const pending = admit(api, { operation, request, reply })
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
      const exchange = { operation, request, reply }
      if (!reads && !input.upload) await admitAgain(api, exchange)
      const work = async (tx: Tx) => {
        const result = await rule({ ...input, tx, actor: request.actor as ActorOf<O>, now })
        // The rule has read its body as it arrived. Refused now, its transaction is undone.
        if (input.upload) await admitAgain(api, exchange)
        return result
      }
      if (isDryRun(operation, request)) return dryRun(api.db, work, reply)
      const inTransaction = () => api.db.transaction((tx) => once(exchange, { tx, now }, () => work(tx)))
      const look = () => (replica ? replica.read(work) : work(api.db.tx))
      const wait = options.waiting?.begin(input, request.actor as ActorOf<O>)
      const read = wait ? () => lookUntil(exchange, wait, look, () => admitAgain(api, exchange)) : look
      const working = alone ? read : inTransaction
      const result = await (slots && input.upload
        ? slots.run(request, working)
        : operation.caller === 'anyone'
          ? working().catch((error: unknown) => refuseLink(api, request, error))
          : working())
      if (reply.statusCode === 200) reply.code(operation.status)
      if (operation.secret) reply.header('cache-control', 'no-store')
      const version = memberOf(result, 'version')
      if (typeof version === 'number') reply.header('etag', `"${version}"`)
      if (options.file) return sendFile(request, reply, options.file(result))
      if (options.csv && wantsCsv(request)) return sendCsv(request, reply, options.csv(result), endOf(result))
      if (options.lines && wantsLines(request))
        return sendLines(request, reply, options.lines(result), endOf(result))
      return operation.status === 204 ? reply.send() : result
    },
  })
}

function endOf(page: unknown): { cursor: string | null; hasMore: boolean } {
  const cursor = memberOf(page, 'next_cursor')
  return { cursor: typeof cursor === 'string' ? cursor : null, hasMore: memberOf(page, 'has_more') === true }
}

/** The input as the operation's schemas have validated it; the body of an upload is not read yet. */
type Validated<O extends Operation> = Pick<Input<O>, 'params' | 'query' | 'headers' | 'body'>

export function inputOf<O extends Operation>(operation: O, request: FastifyRequest): Input<O> {
  const upload = operation.upload && takeUpload(request, operation.upload)
  const { params, query, headers, body } = request as unknown as Validated<O>
  return {
    params,
    query,
    headers,
    body: upload ? (undefined as Body<O>) : body,
    ifMatch: versionOf(operation, request.headers['if-match']),
    idempotencyKey: keyOf(operation, request.headers['idempotency-key']),
    upload,
  }
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

/** A request to an operation, and its reply. */
export type Exchange = {
  readonly operation: Operation
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Authenticates, authorises and rate-limits the request, in this order, before the body is read. A bearer whose actor is cached is
 * admitted at once, without a promise.
 */
export function admit(api: Api, exchange: Exchange): void | Promise<void> {
  const { operation, request, reply } = exchange
  const version = request.headers['sonde-version']
  if (version !== undefined && !isApiVersion(version)) {
    reply.header('sonde-version', latestVersion)
    throw problem('invalid_request', { detail: `Sonde-Version must be one of ${apiVersions.join(', ')}` })
  }
  reply.header('sonde-version', version ?? latestVersion)
  if (operation.caller === 'anyone') {
    request.actor = null
    return operation.rate === 'link' ? takeOfLink(api, request) : undefined
  }
  const token = bearerOf(request)
  if (token === null) return refuseGuess(api, request, unauthorized(api, operation))
  if (operation.caller === 'person' || operation.caller === 'session')
    return admitPerson(api, exchange, token)
  // Access tokens have this prefix; session tokens are JWTs.
  if (operation.caller === 'bearer' && !token.startsWith('sonde_')) return admitPerson(api, exchange, token)
  const actor = api.authenticate.application(token, 'api')
  return actor instanceof Promise
    ? actor.then((found) => admitApplication(api, exchange, found))
    : admitApplication(api, exchange, actor)
}

function admitApplication(
  api: Api,
  { operation, request, reply }: Exchange,
  actor: ApplicationActor | null,
): void | Promise<void> {
  if (!actor) {
    const isSession = bearerOf(request)?.split('.').length === 3
    return refuseGuess(api, request, invalidToken(api, isSession ? wantsAccessToken : undefined))
  }
  request.actor = actor
  if (actor.apiVersion !== undefined && request.headers['sonde-version'] === undefined)
    reply.header('sonde-version', actor.apiVersion)
  assertMayCall(api, operation, actor)
  const limited = api.limiter.take(
    actor.kind === 'user' && actor.isCountedAlone ? callerOf(actor) : actor.applicationId,
    classOf(operation),
  )
  if (limited instanceof Promise)
    return limited.then((allowance) => void reply.headers(rateHeaders(allowance)))
  if (limited) reply.headers(rateHeaders(limited))
}

/** @throws user_identity_required | insufficient_scope | role_required | fresh_sign_in_required */
export function assertMayCall(
  api: Pick<Api, 'addresses' | 'clock'>,
  operation: Operation,
  actor: ApplicationActor,
): void {
  if (operation.caller === 'user' && actor.kind !== 'user') {
    throw problem('user_identity_required', { headers: challenge(api, 'insufficient_scope') })
  }
  if (operation.scope && !operation.scope.some((scope) => actor.scopes.has(scope))) {
    throw problem('insufficient_scope', {
      detail: `The token lacks the scope ${operation.scope.join(' or ')}, which this operation requires`,
      headers: challenge(api, 'insufficient_scope', operation.scope[0]),
    })
  }
  assertMay(actor, operation.action)
  if (operation.fresh) assertFresh(actor, api.clock.now())
}

/**
 * Authenticates and authorises again when the body has arrived. That may be long after the headers, by which a caller is admitted:
 * whoever has lost their access or their role by then could otherwise finish a call that they began before. What a session alone may do asks
 * for the person in its own transaction.
 */
async function admitAgain(api: Api, { operation, request }: Exchange): Promise<void> {
  const token = bearerOf(request)
  if (token === null || request.actor === null || request.actor.kind === 'session') return
  if (request.actor.kind === 'person') {
    const person = await personBy(api, request, await api.authenticate.session(token))
    assertMay(person, operation.action)
    request.actor = person
    return
  }
  const actor = await api.authenticate.application(token, 'api')
  if (!actor) throw invalidToken(api)
  assertMayCall(api, operation, actor)
  request.actor = actor
}

const invalidToken = (api: Api, detail?: string): Problem =>
  problem('invalid_token', {
    headers: challenge(api, 'invalid_token'),
    ...(detail !== undefined && { detail }),
  })

// A token of the other kind is known by its form alone, which says nothing of whether it is alive.
const wantsAccessToken = 'This operation needs an access token of an application, not the session of a person'
const wantsSession = 'This operation needs the session of a person, not an access token of an application'

/**
 * Refuses a credential that is missing or not valid, and counts that for the network it comes from. A valid one is never refused because of others'
 * guesses, so it is counted after the fact.
 * @throws rate_limited, or else the refusal
 */
export async function refuseGuess(
  api: Pick<Api, 'limiter'>,
  request: FastifyRequest,
  refusal: Problem,
): Promise<never> {
  await countGuess(api, request)
  throw refusal
}

/** By link or receipt, whatever it is good for: a refusal reveals nothing about it. @throws rate_limited */
export function takeOfLink(
  { limiter }: Pick<Api, 'limiter'>,
  { params }: FastifyRequest,
): void | Promise<void> {
  const secret = memberOf(params, 'token') ?? memberOf(params, 'receipt')
  if (typeof secret !== 'string') return
  const limited = limiter.take(secret, 'link')
  if (limited instanceof Promise) return limited.then(() => {})
}

/** For a refusal that is a page. @throws rate_limited */
export async function countGuess({ limiter }: Pick<Api, 'limiter'>, request: FastifyRequest): Promise<void> {
  await limiter.take(networkOf(addressOf(request)), 'guess')
}

/** Personal links, receipts and links in mails are credentials too. @throws the error, or rate_limited for a guess too many */
export const refuseLink = (
  api: Pick<Api, 'limiter'>,
  request: FastifyRequest,
  error: unknown,
): Promise<never> => {
  if (!(error instanceof Problem) || error.code !== 'not_found') return Promise.reject(error)
  const token = tokenOf(request) ?? ''
  return isCode(readNamed(token)?.text ?? token)
    ? refuseCode(api, request, error)
    : refuseGuess(api, request, error)
}

/** Codes on paper are short, and people look for them: less of them are tried from one network. @throws the error, or rate_limited for one too many */
export async function refuseCode(
  { limiter }: Pick<Api, 'limiter'>,
  request: FastifyRequest,
  error: unknown,
): Promise<never> {
  if (error instanceof Problem && error.code === 'not_found')
    await limiter.take(networkOf(addressOf(request)), 'code')
  throw error
}

const tokenOf = ({ params }: FastifyRequest): string | undefined => {
  const token = memberOf(params, 'token')
  return typeof token === 'string' ? token : undefined
}

async function admitPerson(api: Api, { operation, request }: Exchange, token: string): Promise<void> {
  const session = await api.authenticate.session(token).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'invalid_token') throw error
    return refuseGuess(api, request, invalidToken(api, isSecret('at', token) ? wantsSession : undefined))
  })
  // Before the database is asked who that is: a valid session of nobody costs as much to refuse.
  await api.limiter.take(`${session.issuer} ${session.subject}`, classOf(operation))
  if (operation.caller === 'person' || operation.caller === 'bearer') {
    if (operation.fresh) assertFresh(session, api.clock.now())
    request.actor = session
    return
  }
  const person = await personBy(api, request, session)
  assertMay(person, operation.action)
  if (operation.fresh) assertFresh(person, api.clock.now())
  request.actor = person
}

/** The person of a session, in the organisation that they chose. @throws access_denied | organisation_required */
function personBy({ db, clock, authenticate }: Api, request: FastifyRequest, session: Session) {
  const organisation = request.headers['sonde-organisation']
  return authenticate.person(
    db.tx,
    session,
    typeof organisation === 'string' ? organisation : null,
    clock.now(),
  )
}

const classOf = ({ rate, method }: Operation): RateClass => rate ?? (method === 'GET' ? 'read' : 'write')

const unauthorized = (api: Api, operation: Operation) =>
  problem('unauthorized', { headers: challenge(api, null, operation.scope?.[0]) })
