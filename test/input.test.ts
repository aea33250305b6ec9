/**
 * Input from outside: for every operation, input that its contract does not allow is refused at once with a 4xx, in the common shape, with
 * a pointer to the place where there is one.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { type ProblemCode, problems } from '../contract/problems.ts'
import { ok, type Prepared, sharedPrepared } from './access/prepared.ts'
import { pathOf } from './access/call.ts'
import { type Request, requests } from './access/requests.ts'
import { compressed, largeTexts, notUtf8, otherMedia, refusedTexts, wrongBodies } from './input/bodies.ts'
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

const atOnce = async <T>(trials: readonly T[], make: (trial: T) => Promise<unknown>): Promise<void> => {
  await Promise.all(trials.map(make))
}

const bodyOf = (operation: Operation): string | undefined =>
  operation.body && JSON.stringify(baseOf(operation))

/** The body is accepted: a refusal has another reason. */
const refusedElse = (operation: Operation, what: string, trial: Trial, code?: ProblemCode): Promise<Sent> =>
  refused(operation, what, { body: bodyOf(operation), ...trial }, code)

/**
 * What one parser or one check does for all operations is not tried whole on each: every operation gets a share, and every fault is tried
 * on one operation of so many.
 */
const shareOf = <T>(faults: readonly T[], { operation, of }: { operation: Operation; of: number }): T[] =>
  faults.filter((_fault, index) => index % of === operations.indexOf(operation) % of)

const writing = operations.filter(({ method }) => method !== 'GET')

const withQuery = operations.filter(({ caller, method }) => !(caller === 'anyone' && method === 'GET'))

function wrongParameters(name: string, schema: any): string[] {
  if (name === 'cursor') {
    const forged = `${Buffer.from('tem_00000000000000000000000000').toString('base64url')}.AAAAAAAAAAAAAAAA`
    return ['x', '.', 'x.y', forged, foreignCursor, `${foreignCursor}x`, foreignCursor.slice(1)]
  }
  if (schema.type === 'integer')
    return [
      String(schema.minimum - 1),
      '-1',
      String(schema.maximum + 1),
      'abc',
      '1.5',
      '1e400',
      '9007199254740993',
      '',
      'null',
      'true',
    ]
  if (schema.format === 'date-time')
    return ['yesterday', '2026-01-01', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '']
  if (schema.format === 'date') return ['yesterday', '2026-02-30', '2026-1-1', '20260101', '']
  if (name === 'reason') return ['', ' ', 'x'.repeat(1_000)]
  if (schema.pattern) return ['x', 'tem_', 'TEM_00000000000000000000000000', '*', "' or 1=1", '']
  if (schema.enum || name === 'state' || name === 'kind') return ['surprise', 'OPEN', ',', '']
  return ['x'.repeat(1_000)]
}

const unknownQueries = ['__proto__=1', 'constructor=1', 'limit[]=1', '=1']

const badEncodings = ['%ff', '%zz', '%', '%00', '%ed%a0%80', '%c0%af']

const malformedTags = ['x', '1', '"', '"1', 'W/', 'w/"1"', '"1", "2"', '""1""']

const badIds = [
  'x',
  'null',
  '0',
  '-1',
  '*',
  "'; drop table teams",
  'zzz_00000000000000000000000000',
  'é',
  '%2f',
]

suite('input', () => {
  before(async () => {
    it = await sharedPrepared()
    for (const operation of operations) bases.set(operation, await requests[operation.id](it))
    foreignCursor = ok(await it.author.get('/api/members?limit=1&status=active')).next_cursor
  })

  for (const operation of writing) {
    suite(`${operation.id}: its body`, () => {
      test('must be a JSON object with one reading', async () => {
        const texts = Object.entries({ ...refusedTexts, ...(operation.body && largeTexts), ...notUtf8 })
        await atOnce(shareOf(texts, { operation, of: 6 }), ([what, body]) =>
          refused(operation, what, { body }),
        )
      })

      test('must be application/json, uncompressed', async () => {
        for (const type of shareOf(otherMedia, { operation, of: 4 })) {
          await refused(
            operation,
            type,
            { body: '{}', headers: { 'content-type': type } },
            'unsupported_media_type',
          )
        }
        const headers = { 'content-encoding': 'gzip' }
        await refused(operation, 'gzip', { body: compressed, headers }, 'unsupported_media_type')
      })

      test('must not be larger than 1 MiB, with or without a Content-Length', async () => {
        const body = JSON.stringify({ ...baseOf(operation), surprise: 'x'.repeat(1_048_576) })
        await refused(operation, 'told', { body }, 'payload_too_large')
        for (const what of shareOf(['streamed'], { operation, of: 4 }))
          await refused(operation, what, { body: new Blob([body]).stream() }, 'payload_too_large')
      })

      test('must have no unknown member', async () => {
        const reply = await refused(operation, 'surprise', {
          body: JSON.stringify({ ...baseOf(operation), 'sur/prise': 1 }),
        })
        assert.equal(reply.body.errors[0].pointer, '/sur~1prise')
        assert.equal(reply.body.errors[0].code, 'unknown')
        const names = ['constructor', 'toString', 'hasOwnProperty', '']
        for (const name of shareOf(names, { operation, of: 2 })) {
          await refused(operation, name, { body: JSON.stringify({ ...baseOf(operation), [name]: 1 }) })
        }
      })

      if (operation.body && !('~optional' in operation.body)) {
        test('must be present', async () => {
          await refused(operation, 'nothing', {})
          await refused(operation, 'nothing, as JSON', { headers: { 'content-type': 'application/json' } })
          await refused(operation, 'white space', { body: ' \n ' })
        })
      }

      for (const field of operation.body ? fieldsOf(operation.body) : []) {
        test(`${pointerOf(field.place)} must have its type`, async () => {
          await atOnce(wrongBodies(baseOf(operation), operation.body, field), async ([what, body]) => {
            const reply = await refused(operation, what, { body })
            // The gate before the schema speaks of the whole body.
            const pointer = reply.body.errors?.[0].pointer ?? pointerOf(field.place)
            assert.ok(pointer.startsWith(pointerOf(field.place)), `${what}: ${JSON.stringify(reply.body)}`)
          })
        })
      }
    })
  }

  for (const operation of withQuery) {
    suite(`${operation.id}: its query`, () => {
      const path = (query: string): string =>
        `${pathOf(operation, { ...bases.get(operation), query: undefined })}?${query}`
      const properties: Record<string, any> = (operation.query as any)?.properties ?? {}

      test('must have no unknown parameter and no broken encoding', async () => {
        const reply = await refusedElse(operation, 'surprise', { path: path('surprise=1') })
        assert.deepEqual(reply.body.errors[0].pointer, '/surprise')
        for (const query of shareOf(unknownQueries, { operation, of: 2 })) {
          await refusedElse(operation, query, { path: path(query) })
        }
        for (const bad of shareOf(badEncodings, { operation, of: 3 })) {
          for (const name of ['surprise', ...Object.keys(properties)]) {
            await refusedElse(operation, bad, { path: path(`${name}=${bad}`) })
          }
          await refusedElse(operation, bad, { path: path(`${bad}=1`) })
        }
      })

      for (const [name, schema] of Object.entries(properties)) {
        test(`${name} must have its type`, async () => {
          const code = name === 'cursor' ? 'invalid_cursor' : 'invalid_request'
          for (const value of wrongParameters(name, schema)) {
            await refusedElse(
              operation,
              value.slice(0, 80),
              { path: path(`${name}=${encodeURIComponent(value)}`) },
              code,
            )
          }
          await refusedElse(operation, 'twice', { path: path(`${name}=1&${name}=2`) })
        })
      }
    })
  }

  for (const operation of operations.filter(({ params }) => params)) {
    test(`${operation.id}: a malformed id in the path is 404`, async () => {
      const { params } = bases.get(operation)!
      const pathWith = (name: string, text: string): string =>
        operation.path.replaceAll(/\{(\w+)\}/g, (_all, one: string) => (one === name ? text : params![one]))
      for (const [name, id] of Object.entries(params!)) {
        const wrong = [
          ...badIds,
          id.toUpperCase(),
          `${id}x`,
          id.slice(0, -1),
          ` ${id}`,
          `${id}\0`,
          'x'.repeat(150),
          'x'.repeat(5_000),
        ]
        const share = shareOf(wrong, { operation, of: 3 })
        for (const one of share.filter((text) => text !== id)) {
          await refusedElse(operation, one, { path: pathWith(name, encodeURIComponent(one)) }, 'not_found')
        }
        for (const bad of shareOf(['%ff', '%zz', '%', '%c0%af'], { operation, of: 2 })) {
          await refusedElse(operation, bad, { path: pathWith(name, bad) })
        }
      }
    })
  }

  suite('headers', () => {
    test('If-Match must be the ETag of the resource', async () => {
      for (const operation of operations) {
        for (const tag of shareOf(malformedTags, { operation, of: 4 })) {
          await refusedElse(operation, tag, { headers: { 'if-match': tag } })
        }
        if (!operation.errors.includes('precondition_failed')) continue
        for (const tag of [
          '"999999999"',
          '"abc"',
          '""',
          '"-1"',
          '"1e3"',
          '"9999999999999999999"',
          'W/"999"',
        ]) {
          await refusedElse(operation, tag, { headers: { 'if-match': tag } }, 'precondition_failed')
        }
      }
    })

    test('Idempotency-Key must be at most 255 visible ASCII characters', async () => {
      for (const operation of operations.filter(({ method }) => method === 'POST')) {
        for (const key of shareOf(['', 'two words', 'é', 'x'.repeat(256)], { operation, of: 2 })) {
          await refusedElse(operation, key, { headers: { 'idempotency-key': key } })
        }
      }
    })

    test('Sonde-Version must be a version of the API', async () => {
      for (const operation of operations) {
        await refusedElse(operation, 'version', { headers: { 'sonde-version': '2020-01-01' } })
      }
    })

    test('a well-formed X-Request-Id is echoed, any other replaced', async () => {
      const [operation] = operations
      const given = await attempt(operation, { headers: { 'x-request-id': 'from-me.1' } })
      assert.equal(given.headers.get('x-request-id'), 'from-me.1')
      for (const bad of ['two words', '<script>', 'x'.repeat(65)]) {
        const reply = await attempt(operation, { headers: { 'x-request-id': bad } })
        assert.match(reply.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
      }
    })
  })

  const covers = (pattern: string, path: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

  test('405 names the methods of the address', async () => {
    const tried = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const here = operations.filter((operation) => operation.path === path)
      const known = here.map(({ method }) => method as string)
      // The consent page, which is elsewhere, asks before it posts.
      if (path === '/api/oauth/code') known.push('OPTIONS')
      // A fixed word stands where another operation takes any id: what reads ids reads this one too, and finds nothing.
      const byId = operations.filter((one) => one.path !== path && covers(one.path, path))
      for (const method of tried.filter(
        (one) => ![...known, ...byId.map((each) => each.method)].includes(one),
      )) {
        const reply = await attempt(here[0], { method })
        isProblem(reply)
        assert.equal(reply.status, 405, `${method} ${path}`)
        const all = [...new Set([...known, ...byId.map((each) => each.method as string)])]
        const allow = [...all, ...(all.includes('GET') ? ['HEAD'] : [])]
        assert.deepEqual(reply.headers.get('allow')!.split(', ').toSorted(), allow.toSorted(), path)
      }
    }
  })

  test('no prototype was changed', () => {
    assert.deepEqual(Object.keys(Object.prototype), [])
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  })
})
