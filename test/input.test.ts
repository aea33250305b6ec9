/**
 * Input from outside: for every operation, input that its contract does not allow is refused at once with a 4xx, in the common shape, with
 * a pointer to the place where there is one.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Operation, queryOf } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { type ProblemCode, problems } from '../contract/problems.ts'
import { ok, type Prepared, sharedPrepared } from './access/prepared.ts'
import { pathOf } from './access/call.ts'
import { makingOnce } from './access/making-once.ts'
import { type Request, requests } from './access/requests.ts'
import { compressed, largeTexts, notUtf8, otherMedia, refusedTexts, wrongBodies } from './input/bodies.ts'
import {
  badEncodings,
  badIds,
  malformedTags,
  otherTags,
  unknownQueries,
  wrongParameters,
} from './input/addresses.ts'
import { fieldsOf, pointerOf } from './input/places.ts'
import { checkReply, isProblem } from './support/replies.ts'
import { send, type Sent } from './support/send.ts'
import { hangMs } from './support/cpu.ts'

let it: Prepared
const bases = new Map<Operation, Request>()
let foreignCursor: string

const tokenFor = ({ caller }: Operation): string | null =>
  caller === 'anyone'
    ? null
    : caller === 'person' || caller === 'session'
      ? it.world.admin.token
      : it.author.token

type Trial = { body?: any; headers?: Record<string, string>; path?: string; method?: string }

async function attempt(operation: Operation, { path, method, ...rest }: Trial): Promise<Sent> {
  const address = it.world.url + (path ?? pathOf(operation, bases.get(operation)!))
  const reply = await send(address, {
    method: method ?? operation.method,
    token: tokenFor(operation),
    ...rest,
  })
  assert.ok(reply.ms < hangMs, `${operation.id} took ${Math.round(reply.ms)} ms`)
  return reply
}

async function refused(
  operation: Operation,
  what: string,
  trial: Trial,
  code: ProblemCode = 'invalid_request',
): Promise<Sent> {
  const reply = await attempt(operation, trial)
  assert.deepEqual(
    [reply.status, reply.body?.code],
    [problems[code].status, code],
    `${what}: ${JSON.stringify(reply.body)}`,
  )
  checkReply(operation, reply)
  return reply
}

const baseOf = (operation: Operation): any => bases.get(operation)!.body ?? {}

const bodyOf = (operation: Operation): string | undefined =>
  operation.body && JSON.stringify(baseOf(operation))

/** A request that is refused, and what more is true of its refusal. */
type Fault = {
  readonly what: string
  readonly trial: Trial
  readonly code?: ProblemCode
  readonly holds?: (refusal: any) => void
}

/** With a body that is accepted: a refusal has another reason. */
const withBody = (operation: Operation, { trial, ...fault }: Fault): Fault => ({
  ...fault,
  trial: { body: bodyOf(operation), ...trial },
})

/** Some of these, one after the other; all of them are at work at the same time. */
async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of waiting) await work(one)
    }),
  )
}

/** What is refused uses nothing up, so all of it goes to one object. Every fault is tried before one fails. */
async function refusesAll(operation: Operation, faults: readonly Fault[]): Promise<void> {
  const wrong: string[] = []
  await inLanes(faults, async ({ what, trial, code, holds }) => {
    await refused(operation, what, trial, code)
      .then((reply) => holds?.(reply.body))
      .catch((error: Error) => wrong.push(`${operation.id}, ${what.slice(0, 80)}: ${error.message}`))
  })
  assert.equal(wrong.length, 0, wrong.join('\n'))
}

/**
 * What one parser or one check does for all operations is not tried whole on each: every operation gets a share, and every fault is tried
 * on one operation of so many.
 */
const shareOf = <T>(faults: readonly T[], { operation, of }: { operation: Operation; of: number }): T[] =>
  faults.filter((_fault, index) => index % of === operations.indexOf(operation) % of)

const places = new Map<string, number>()

/**
 * What one schema refuses is not tried whole wherever it stands: all of it where it stands first, and one fault, each time another, at every
 * other place.
 */
function shareAt<T>(schema: unknown, faults: readonly T[]): readonly T[] {
  const key = JSON.stringify(schema)
  const earlier = places.get(key) ?? 0
  places.set(key, earlier + 1)
  return earlier === 0 || faults.length === 0 ? faults : [faults[earlier % faults.length]]
}

/** One byte more than may come, and then some. */
const large = new TextEncoder().encode(JSON.stringify({ surprise: 'x'.repeat(1_048_576) }))

function bodyFaults(operation: Operation): Fault[] {
  const base = baseOf(operation)
  const share = <T>(faults: readonly T[], of: number): T[] => shareOf(faults, { operation, of })
  const texts = Object.entries({ ...refusedTexts, ...(operation.body && largeTexts), ...notUtf8 })
  const withMember = (name: string): string => JSON.stringify({ ...base, [name]: 1 })
  const media: Fault[] = otherMedia.map((type) => ({
    what: type,
    trial: { body: '{}', headers: { 'content-type': type } },
  }))
  media.push({ what: 'gzip', trial: { body: compressed, headers: { 'content-encoding': 'gzip' } } })
  const tooLarge: Fault[] = [
    { what: 'larger than 1 MiB', trial: { body: large } },
    ...share([{ what: 'larger than 1 MiB, streamed', trial: { body: new Blob([large]).stream() } }], 8),
  ]
  return [
    ...share(texts, 15).map(([what, body]) => ({ what, trial: { body } })),
    ...share(media, 4).map((fault) => ({ ...fault, code: 'unsupported_media_type' as const })),
    ...tooLarge.map((fault) => ({ ...fault, code: 'payload_too_large' as const })),
    {
      what: 'an unknown member',
      trial: { body: withMember('sur/prise') },
      holds: ({ errors: [error] }) =>
        assert.deepEqual([error.pointer, error.code], ['/sur~1prise', 'unknown']),
    },
    ...share(['constructor', 'toString', 'hasOwnProperty', ''], 4).map((name) => ({
      what: `the member ${name}`,
      trial: { body: withMember(name) },
    })),
    ...(operation.body && !('~optional' in operation.body)
      ? [
          { what: 'nothing', trial: {} },
          ...share(
            [
              {
                what: 'nothing, as JSON',
                trial: { headers: { 'content-type': 'application/json' } },
              },
              { what: 'white space', trial: { body: ' \n ' } },
            ],
            2,
          ),
        ]
      : []),
  ]
}

/** A value of another type, or out of bounds, in each place of the body. */
const fieldFaults = (operation: Operation): Fault[] =>
  fieldsOf(operation.body).flatMap((field) => {
    const place = pointerOf(field.place)
    return shareAt(field.schema, wrongBodies(baseOf(operation), operation.body, field)).map(
      ([what, body]) => ({
        what: `${place}: ${what}`,
        trial: { body },
        // The gate before the schema speaks of the whole body.
        holds: (refusal) =>
          assert.ok((refusal.errors?.[0].pointer ?? place).startsWith(place), JSON.stringify(refusal)),
      }),
    )
  })

function queryFaults(operation: Operation): Fault[] {
  const path = (query: string): Trial => ({
    path: `${pathOf(operation, { ...bases.get(operation), query: undefined })}?${query}`,
  })
  const properties: Record<string, any> = (queryOf(operation) as any)?.properties ?? {}
  const { required = [] } = (queryOf(operation) ?? {}) as { required?: string[] }
  const needed = required.map((name): [string, string] => [name, String(bases.get(operation)!.query?.[name])])
  const broken = shareOf(badEncodings, { operation, of: 3 }).map((bad, index) =>
    index % 2 === 0 ? `${Object.keys(properties).at(0) ?? 'surprise'}=${bad}` : `${bad}=1`,
  )
  const ofParameter = ([name, schema]: [string, any]): Fault[] => {
    const wrong = [...wrongParameters(name, schema, foreignCursor), null].map((value) =>
      value === null ? `${name}=1&${name}=2` : `${name}=${encodeURIComponent(value)}`,
    )
    const given = shareAt([name === 'cursor', schema], wrong)
    // A list tells its own cursors from those of others.
    const tried = name === 'cursor' ? [`${name}=${encodeURIComponent(foreignCursor)}`, ...given] : given
    return tried.map((query) => ({
      what: query,
      trial: path(query),
      ...(name === 'cursor' && !query.includes('&') && { code: 'invalid_cursor' as const }),
    }))
  }
  return [
    {
      what: 'an unknown parameter',
      trial: path(new URLSearchParams([...needed, ['surprise', '1']]).toString()),
      holds: ({ errors }: any) => assert.equal(errors[0].pointer, '/surprise'),
    },
    ...[...shareOf(unknownQueries, { operation, of: 4 }), ...broken].map((query) => ({
      what: query,
      trial: path(query),
    })),
    ...Object.entries(properties).flatMap(ofParameter),
  ].map((fault) => withBody(operation, fault))
}

/** Ids in the path that cannot be. */
function idFaults(operation: Operation): Fault[] {
  const { params } = bases.get(operation)!
  const pathWith = (name: string, text: string): Trial => ({
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_all, one: string) =>
      one === name ? text : params![one],
    ),
  })
  return Object.entries(params!).flatMap(([name, id]) => {
    const wrong = [
      ...badIds,
      id.toUpperCase(),
      `${id}x`,
      id.slice(0, -1),
      ` ${id}`,
      `${id}\0`,
      'x'.repeat(150),
      'x'.repeat(5_000),
    ].filter((text) => text !== id)
    return [
      ...shareOf(wrong, { operation, of: 5 }).map((text) => ({
        what: `the ${name} ${text}`,
        trial: pathWith(name, encodeURIComponent(text)),
        code: 'not_found' as const,
      })),
      ...shareOf(['%ff', '%zz', '%', '%c0%af'], { operation, of: 4 }).map((text) => ({
        what: `the ${name} ${text}`,
        trial: pathWith(name, text),
      })),
    ].map((fault) => withBody(operation, fault))
  })
}

function headerFaults(operation: Operation): Fault[] {
  const faults: Fault[] = [
    ...shareOf(malformedTags, { operation, of: 8 }).map((tag) => ({
      what: `If-Match: ${tag}`,
      trial: { headers: { 'if-match': tag } },
    })),
    { what: 'Sonde-Version: 2020-01-01', trial: { headers: { 'sonde-version': '2020-01-01' } } },
  ]
  if (operation.errors.includes('precondition_failed'))
    faults.push(
      ...['"999999999"', ...shareOf(otherTags, { operation, of: 6 })].map((tag) => ({
        what: `If-Match: ${tag}`,
        trial: { headers: { 'if-match': tag } },
        code: 'precondition_failed' as const,
      })),
    )
  // At most 255 visible ASCII characters.
  if (operation.method === 'POST')
    faults.push(
      ...shareOf(['', 'two words', 'é', 'x'.repeat(256)], { operation, of: 4 }).map((key) => ({
        what: `Idempotency-Key: ${key}`,
        trial: { headers: { 'idempotency-key': key } },
      })),
    )
  return faults.map((fault) => withBody(operation, fault))
}

suite('input', () => {
  before(async () => {
    it = await sharedPrepared()
    const refusing = makingOnce(it)
    for (const operation of operations) bases.set(operation, await requests[operation.id](refusing))
    foreignCursor = ok(await it.author.get('/api/members?limit=1&status=active')).next_cursor
  })

  for (const operation of operations) {
    test(`${operation.id} refuses what its contract does not allow`, () =>
      refusesAll(operation, [
        ...(operation.method === 'GET' ? [] : bodyFaults(operation)),
        ...(operation.body ? fieldFaults(operation) : []),
        ...(operation.caller === 'anyone' && operation.method === 'GET' ? [] : queryFaults(operation)),
        ...(operation.params ? idFaults(operation) : []),
        ...headerFaults(operation),
      ]))
  }

  test('a well-formed X-Request-Id is echoed, any other replaced', async () => {
    const [operation] = operations
    const given = await attempt(operation, { headers: { 'x-request-id': 'from-me.1' } })
    assert.equal(given.headers.get('x-request-id'), 'from-me.1')
    for (const bad of ['two words', '<script>', 'x'.repeat(65)]) {
      const reply = await attempt(operation, { headers: { 'x-request-id': bad } })
      assert.match(reply.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
    }
  })

  test('405 names the methods of the address', async () => {
    const tried = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
    const patterns = operations.map(({ path, method }) => ({
      method,
      path,
      covers: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
    await inLanes([...new Set(operations.map(({ path }) => path))], async (path) => {
      // A fixed word is where another operation takes any id: what reads ids reads this one too, and finds nothing.
      const known = patterns.filter((one) => one.covers.test(path)).map(({ method }) => method as string)
      const allowed = [...known, ...(known.includes('GET') ? ['HEAD'] : [])]
      // The consent page, which is elsewhere, asks before it posts.
      if (path === '/api/oauth/code') allowed.push('OPTIONS')
      const others = tried.filter((method) => !allowed.includes(method))
      const here = operations.find((operation) => operation.path === path)!
      // One for each address, each for some of them: no other is routed (test/contract.test.ts), and what is not is refused in one place.
      const method = others[operations.indexOf(here) % others.length]
      const reply = await attempt(here, { method })
      isProblem(reply)
      assert.equal(reply.status, 405, `${method} ${path}`)
      assert.deepEqual(
        reply.headers.get('allow')!.split(', ').toSorted(),
        [...new Set(allowed)].toSorted(),
        path,
      )
    })
  })

  test('no prototype was changed', () => {
    assert.deepEqual(Object.keys(Object.prototype), [])
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  })
})
