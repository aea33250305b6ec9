/**
 * The HTTP server without features: limits of size and time, parsers, request ids, and the one place where a refusal becomes
 * application/problem+json. We replace these defaults of Fastify: coercion of bodies, silent removal of unknown members, unbounded
 * request time, its error shape.
 */
import { randomUUID } from 'node:crypto'
import { Ajv, type ErrorObject } from 'ajv'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  LogController,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
} from 'fastify'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import { limits } from '../../contract/limits.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { codeOf } from '../caught.ts'
import type { Config } from '../config.ts'
import { isUnavailable } from '../db/db.ts'
import { type FieldError, Problem, problem } from '../problem.ts'
import { endTrace, traceFor, withTrace } from '../trace.ts'
import { compressReply } from './encoding.ts'
import { addRequestFormats } from './formats.ts'
import { parseJson } from './json-gate.ts'
import { notFoundPage } from './not-found.ts'
import { sendPage, wantsHtml } from './page.ts'
import { problemBody } from './problem-body.ts'
import { memberOf, replyWriter } from './reply-shape.ts'
import { refuseUnparsed } from './unparsed.ts'

type Validate = ReturnType<FastifySchemaCompiler<unknown>>

const requestIdShape = /^[\w.-]{1,64}$/

/** What is between callers and this server, as far as it is configured. */
type Edge = Pick<Config, 'trustedProxies' | 'hsts'>

export function createServer(log: Logger, { trustedProxies, hsts }: Edge): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: limits.bodyBytesMax,
    // A server that is ending still answers requests on open connections (drain.ts).
    return503OnClosing: false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // A missing Host is refused below: Node would refuse it with an empty reply.
    http: { headersTimeout: 10_000, requireHostHeader: false },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false, caseSensitive: true },
    genReqId: (request) => {
      const id = request.headers['x-request-id']
      return typeof id === 'string' && requestIdShape.test(id) ? id : randomUUID()
    },
    // Log lines of a request name its trace.
    childLoggerFactory: (parent, bindings, options, request) => {
      const trace = traceFor(request)
      return parent.child(trace === null ? bindings : { ...bindings, trace_id: trace.traceId }, options ?? {})
    },
    schemaErrorFormatter: (errors, where) => invalidRequest(errors as ErrorObject[], where),
    frameworkErrors: (error, request, reply) => void sendProblem(asProblem(error, request), request, reply),
    clientErrorHandler: refuseUnparsed,
  }) as unknown as FastifyInstance
  // Expectations other than 100-continue are ignored (RFC 9110 §10.1.1 allows it): Node would refuse them with an empty reply.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setValidatorCompiler(({ schema, httpPart }) =>
    onFirstUse(httpPart === 'querystring' ? queries : bodies, schema as object),
  )
  app.setSerializerCompiler(({ schema }) => writerOnFirstUse(schema))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw problem('unsupported_media_type', { detail: 'The body must not be compressed' })
      done(null, parseJson(body))
    } catch (error) {
      done(asProblem(error, request))
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (hsts !== null) reply.header('strict-transport-security', hsts)
    const detail =
      hostFault(request) ??
      (isWellEncoded(request.url) ? null : 'The query string is not percent-encoded UTF-8 without NUL')
    done(detail === null ? undefined : problem('invalid_request', { detail }))
  })
  // The last hook before the rule: reading a body leaves the async context that an earlier hook has entered.
  app.addHook('preHandler', ({ raw }, _reply, done) => {
    const trace = traceFor(raw)
    if (trace === null) done()
    else withTrace(trace, done)
  })
  app.addHook('onResponse', ({ raw, routeOptions: { url: route } }, { statusCode }, done) => {
    endTrace(raw, route, statusCode)
    done()
  })
  app.addHook('onSend', compressReply)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(asProblem(error, request), request, reply),
  )
  app.decorate('nothingPages', new Map<string, NothingPage>())
  app.setNotFoundHandler((request, reply) => sendProblem(nothingAt(app, request), request, reply))
  return app
}

/** The refusal of an address that does not exist, or does not have the method. */
function nothingAt(app: FastifyInstance, request: FastifyRequest): Problem {
  const allowed = methodsAt(app, request.url.split('?', 1)[0])
  return allowed.length === 0
    ? problem('not_found')
    : problem('method_not_allowed', { headers: { allow: allowed.join(', ') } })
}

/** Ajv's optimisation of the code that it generates takes as long as generating it, and V8 runs the code as fast without. */
const code = { optimize: false }

/** Bodies and paths are not coerced. Query strings are always text, so there "50" can be a number and "a" a list. */
const bodies = new Ajv({
  allErrors: false,
  strict: false,
  // A union is validated by the branch that its value names, and refused where that branch refuses it.
  discriminator: true,
  // Lets a refusal name the branches.
  verbose: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  code,
})
const queries = new Ajv({
  allErrors: false,
  strict: false,
  coerceTypes: 'array',
  useDefaults: true,
  removeAdditional: false,
  code,
})
for (const ajv of [bodies, queries]) addRequestFormats(ajv)

/** Compiling the schemas of all operations would take most of a start; one process is soon asked for only a few of them. */
function onFirstUse(ajv: Ajv, schema: object): Validate {
  let compiled: Validate | undefined
  const validate: Validate = (data) => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(data)
    validate.errors = compiled.errors
    return isValid
  }
  return validate
}

/** The same for replies. reply-shape.test.ts checks that every schema of the contract can be written. */
function writerOnFirstUse(schema: TSchema): (value: unknown) => string {
  let write: ReturnType<typeof replyWriter> | undefined
  return (value) => (write ??= replyWriter(schema))(value)
}

/** Checks a value as a body is checked, where it is a part of one: the arguments of a tool. */
export function checkOf(schema: object): (value: unknown) => void {
  const validate = onFirstUse(bodies, schema)
  return (value) => {
    if (!validate(value)) throw invalidRequest(validate.errors as ErrorObject[], 'arguments')
  }
}

/** RFC 9112 §3.2: exactly one Host, which only HTTP before 1.1 may leave out. */
function hostFault({ raw }: FastifyRequest): string | null {
  let hosts = 0
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i]
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'The Host header is given twice'
  return hosts === 0 && raw.httpVersion === '1.1' ? 'The Host header is missing' : null
}

/** The router decodes paths and refuses bad ones, but it would decode a bad query to something else. */
function isWellEncoded(url: string): boolean {
  const query = url.indexOf('?')
  if (query < 0 || !url.includes('%', query)) return true
  try {
    return !decodeURIComponent(url.slice(query)).includes('\0')
  } catch {
    return false
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const methodsAt = (app: FastifyInstance, path: string): string[] =>
  methods.filter((method) => app.findRoute({ method, url: path }) !== null)

/** A value that names no branch of a union is refused like a missing member, or like a value outside a list. */
function withoutUnion(error: ErrorObject): ErrorObject {
  if (error.keyword !== 'discriminator') return error
  const { tag, tagValue } = error.params as { tag: string; tagValue: unknown }
  if (tagValue === undefined) return { ...error, keyword: 'required', params: { missingProperty: tag } }
  const { oneOf } = error.parentSchema as { oneOf: { properties: Record<string, { const: string }> }[] }
  return {
    ...error,
    instancePath: `${error.instancePath}/${tag}`,
    keyword: 'enum',
    message: 'must be equal to one of the allowed values',
    params: { allowedValues: oneOf.map(({ properties }) => properties[tag].const) },
  }
}

function textMember(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}

function invalidRequest(errors: ErrorObject[], where: string): Problem {
  const error = withoutUnion(errors[0])
  const extra = textMember(error.params, 'additionalProperty')
  const missing = textMember(error.params, 'missingProperty')
  const member = extra ?? missing
  const pointer =
    error.instancePath +
    (member === undefined ? '' : `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  const name = pointer.slice(1).replaceAll('/', '.') || where
  const values = memberOf(error.params, 'allowedValues')
  const allowed = Array.isArray(values) ? `: ${values.join(', ')}` : ''
  const detail =
    extra !== undefined
      ? `${where === 'querystring' ? 'The parameter' : 'The member'} ${name} is not known here`
      : missing !== undefined
        ? `${name} is missing`
        : `${name} ${error.message ?? 'is not valid'}${allowed}`
  const field: FieldError = {
    pointer,
    code: extra !== undefined ? 'unknown' : missing !== undefined ? 'missing' : error.keyword,
    detail,
  }
  // No resource can have this path: the same reply as for an id that is not there.
  return where === 'params' ? problem('not_found') : problem('invalid_request', { detail, errors: [field] })
}

const byFrameworkCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** How a stream says that its other end went away. */
const cutOff = new Set(['ECONNRESET', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

export function asProblem(error: unknown, { raw }: Pick<FastifyRequest, 'raw'>): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error) ?? ''
  // The caller went away in the middle of the body. Nobody reads the reply, and it is not a failure of ours.
  if (cutOff.has(code) && raw.destroyed && !raw.complete)
    return problem('invalid_request', { detail: 'The request ended before its body' })
  const statusCode = memberOf(error, 'statusCode')
  if (byFrameworkCode[code]) return problem(byFrameworkCode[code])
  // A value that the schema allows and no column can hold (SQLSTATE class 22): a year 0000, a NUL in a search.
  if (/^22/.test(code)) return problem('invalid_request', { internal: String(error) })
  // Two changes at once waited for each other (SQLSTATE 40P01): this one was undone, and works when it is tried again.
  if (isUnavailable(error) || code === '40P01')
    return problem('unavailable', { headers: { 'retry-after': '1' }, internal: String(error) })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return problem(statusCode === 404 ? 'not_found' : 'invalid_request')
  return Object.assign(problem('internal_error', { internal: String(error) }), { cause: error })
}

type NothingPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyInstance {
    /** By the first part of an address: who tells visitors by their own page that the rest of it leads nowhere. */
    readonly nothingPages: Map<string, NothingPage>
  }
}

const nothingPageOf = ({ server, url }: FastifyRequest): NothingPage | undefined =>
  server.nothingPages.get(url.split(/[/?]/, 2)[1])

/** The address of this server as callers know it; set once when it listens. */
export type Addresses = { baseUrl: string; developerUrl: string }

export async function sendProblem(
  refusal: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code, extra, status } = refusal
  request.refusal = code
  request.refusedFields = extra.errors
  // A service that is not ready yet, or has no capacity, says so: nothing has failed, so there is nothing to investigate.
  if (code === 'unavailable' && extra.internal === undefined) request.log.warn({ code }, 'not available')
  else if (status >= 500) request.log.error({ err: refusal.cause ?? refusal, code }, 'request failed')
  const isPage = request.method === 'GET' && wantsHtml(request) && !request.url.startsWith('/api/')
  const nothingPage = isPage ? nothingPageOf(request) : undefined
  // An address that cannot be decoded, too: it was cut, or a mail program has added to it.
  if (nothingPage && (code === 'not_found' || code === 'invalid_request')) return nothingPage(request, reply)
  if (code === 'not_found' && isPage) return sendPage(reply, notFoundPage(request.id), { status })
  reply.code(status).headers({
    // Set before any route too, but a path that the router refuses comes straight here.
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    ...extra.headers,
    'cache-control': 'no-store',
  })
  return reply
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemBody(refusal, request.id))
}
