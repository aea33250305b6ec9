/** Checks every reply of the API against the contract of its operation. */
import assert from 'node:assert/strict'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { parse } from 'csv-parse/sync'
import type { TArray, TObject, TSchema } from 'typebox'
import { liveEvents } from '../../contract/live.ts'
import { type Operation, refusalsOf } from '../../contract/operation.ts'
import { type ProblemCode, problems } from '../../contract/problems.ts'
import type { Reply } from './world.ts'

// Most schemas check a few replies: making their checks a little faster would take as long as making them.
const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } })
;(addFormats as unknown as (ajv: Ajv, options: object) => void)(ajv, { mode: 'full' })

const compiled = new Map<TSchema, ReturnType<Ajv['compile']>>()

function isOfShape(schema: TSchema, value: unknown, id: string): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  assert.ok(validate(value), `${id}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`)
}

const isAnswer = ({ id, response }: Operation, body: unknown): void => isOfShape(response, body, id)

/** The shape of RFC 9457 with the members of ours, and a status that its code names. */
export function isProblem({ status, body, headers }: Reply): void {
  const written = JSON.stringify(body)
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8', written)
  const { type, title, detail, code, error, request_id, state, errors, ...rest } = body
  assert.ok(Object.hasOwn(problems, code), written)
  const known = problems[code as ProblemCode]
  assert.deepEqual([status, body.status, title], [known.status, known.status, known.title], written)
  assert.deepEqual([type, error], [`/docs/errors#${code}`, code])
  assert.ok(typeof detail === 'string' && detail.length > 0, written)
  assert.equal(request_id, headers.get('x-request-id'))
  assert.ok(state === undefined || typeof state === 'string', written)
  for (const one of errors ?? []) {
    assert.deepEqual(Object.keys(one).toSorted(), ['code', 'detail', 'pointer'], written)
  }
  assert.deepEqual(Object.keys(rest), ['status'], written)
  assert.equal(headers.get('cache-control'), 'no-store')
}

/** The whole text of a stream: only events of the contract, with data of the operation's shape. */
function isStream(operation: Operation, { headers, body }: Reply): void {
  assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.deepEqual([headers.get('cache-control'), headers.get('x-accel-buffering')], ['no-store', 'no'])
  const parts = (body as string).split('\n\n').filter((part) => part !== '' && part !== ':')
  assert.match(parts[0], /^retry: \d+$/)
  for (const part of parts.slice(1)) {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? assert.fail(part)
    assert.ok((liveEvents as readonly string[]).includes(name), name)
    isAnswer(operation, JSON.parse(data))
  }
}

/** Quoted cells in lines of one length, as a download that nobody caches. */
function isCsv({ headers, body }: Reply): void {
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  assert.match(headers.get('content-disposition')!, /^attachment; filename="[a-z-]+\.csv"$/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(body as string, /^"/)
  parse(body as string)
}

/** One item of the page a line, each of the shape that it has in JSON, as a download that nobody caches. */
function isLines({ id, response }: Operation, { headers, body }: Reply): void {
  assert.equal(headers.get('content-type'), 'application/jsonl; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
  const lines = ((body as string | null) ?? '').split('\n')
  assert.equal(lines.pop(), '', `${id}: a line without its end`)
  const members = Object.values((response as TObject).properties) as TArray[]
  const { items } = members.find(({ type }) => type === 'array')!
  for (const line of lines) isOfShape(items, JSON.parse(line), id)
}

/** A download with a validator, which nobody caches. */
function isFile({ status, headers, bytes }: Reply): void {
  assert.ok(status === 200 || status === 206)
  assert.match(headers.get('etag')!, /^"\S+"$/)
  assert.equal(headers.get('accept-ranges'), 'bytes')
  assert.match(headers.get('content-disposition')!, /^attachment; filename="[a-z0-9.-]+"$/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(Number(headers.get('content-length')), bytes)
}

/** A reply that this operation may give: its success as declared, or one of its refusals. */
export function checkReply(operation: Operation, reply: Reply): void {
  assert.ok(reply.headers.get('x-request-id'), `${operation.id}: no x-request-id`)
  assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  if (reply.status >= 400) {
    isProblem(reply)
    const { code } = reply.body
    assert.ok(refusalsOf(operation).includes(code), `${operation.id} does not declare ${code}`)
    return
  }
  if (operation.file) return isFile(reply)
  assert.equal(reply.status, operation.status, `${operation.id}: ${JSON.stringify(reply.body)}`)
  if (reply.status === 204) return assert.equal(reply.body, null)
  if (operation.stream) return isStream(operation, reply)
  if (operation.lines && reply.headers.get('content-type')!.startsWith('application/jsonl')) {
    return isLines(operation, reply)
  }
  if (operation.csv && reply.headers.get('content-type')!.startsWith('text/csv')) return isCsv(reply)
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
  isAnswer(operation, reply.body)
  if (reply.body.version !== undefined) assert.equal(reply.headers.get('etag'), `"${reply.body.version}"`)
  if (operation.secret) assert.equal(reply.headers.get('cache-control'), 'no-store')
}

/** Fails unless the reply is this refusal, in every respect. */
export function isRefused(operation: Operation, reply: Reply, status: number, code: ProblemCode): void {
  assert.deepEqual(
    [reply.status, reply.body?.code],
    [status, code],
    `${operation.id}: ${JSON.stringify(reply.body)}`,
  )
  checkReply(operation, reply)
}

/** Fails unless the reply asks for a recent sign-in, with the challenge of RFC 9470. */
export function needsRecentSignIn({ status, body, headers }: Reply): void {
  assert.deepEqual([status, body?.code], [403, 'fresh_sign_in_required'], JSON.stringify(body))
  assert.match(
    headers.get('www-authenticate')!,
    /^Bearer error="insufficient_user_authentication", .*max_age="600"$/,
  )
}
