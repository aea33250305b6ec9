/** The contract agrees with itself, with the routes, with the documents, and with the interface that it extends. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import { limits } from '../contract/limits.ts'
import { openApiDocument } from '../contract/openapi.ts'
import { refusalsOf } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { tools } from '../contract/tools.ts'
import { type ProblemCode, problems } from '../contract/problems.ts'
import { scopeNames, scopes } from '../contract/scopes.ts'
import { newWorld, type World } from './support/world.ts'

let world: World

/** "GET /api/teams/{id}" for everything that is routed, from the tree that the router prints. */
function routed(): string[] {
  const found: string[] = []
  const above: string[] = []
  for (const line of world.running.app.server.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([\s│]*)(?:├──|└──) (\S+) \((.+)\)$/.exec(line)
    if (!match) continue
    const depth = match[1].length / 4
    above.length = depth
    above.push(match[2] === '/' && depth === 0 ? '' : match[2])
    const path = `/${above.join('')}`.replaceAll(/\/+/g, '/').replaceAll(/:(\w+)/g, '{$1}')
    found.push(...match[3].split(', ').map((method) => `${method} ${path}`))
  }
  return found
}

suite('the contract', () => {
  before(async () => {
    world = await newWorld()
  })

  test('contract/openapi.json is generated from the operations', async () => {
    const file = await readFile(new URL('../contract/openapi.json', import.meta.url), 'utf8')
    assert.equal(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`, 'run: npm run generate')
    const served = await world.anyone.get('/openapi.json')
    assert.deepEqual(served.body, JSON.parse(file))
  })

  test('a title of the document means one schema: a survey of the list is not the one that somebody answers', () => {
    const document: any = openApiDocument()
    const { schemas } = document.components
    const survey = schemas.ListedSurvey.properties
    assert.ok('phase' in survey && !('promise_hash' in survey))
    assert.ok('promise_hash' in schemas.Survey.properties)
    const page = document.paths['/api/surveys'].get.responses[200].content['application/json'].schema
    assert.deepEqual(page.properties.surveys.items, { $ref: '#/components/schemas/ListedSurvey' })
  })

  // Two lines of the list beside the reference; what else there is to say is in the description.
  test('the title of an operation has no more than 40 letters', () => {
    const document: any = openApiDocument()
    const long = Object.values<any>(document.paths).flatMap((path) =>
      Object.values<any>(path).flatMap(({ summary }) => (summary?.length > 40 ? [summary] : [])),
    )
    assert.deepEqual(long, [])
  })

  test('every operation has a route, and every route under /api an operation', () => {
    const served = new Set(routed())
    const declared = operations.map(({ method, path }) => `${method} ${path}`)
    for (const one of declared) assert.ok(served.has(one), `not routed: ${one}`)
    const beside = [...served].filter(
      (one) => one.split(' ')[1].startsWith('/api') && !declared.includes(one),
    )
    const reads = new Set(
      operations.filter(({ method }) => method === 'GET').map(({ path }) => `HEAD ${path}`),
    )
    // The browser asks before the consent page, which is elsewhere, may post.
    const preflight = 'OPTIONS /api/oauth/code'
    assert.deepEqual(
      beside.filter((one) => !reads.has(one)),
      [preflight],
    )
  })

  test('no two operations share an id or an address', () => {
    const ids = operations.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    const addresses = operations.map(({ method, path }) => `${method} ${path}`)
    assert.equal(new Set(addresses).size, addresses.length)
  })

  suite('an operation is complete', () => {
    for (const operation of operations) {
      test(operation.id, () => {
        const { path, params, caller, scope, status, response, query, method, errors } = operation
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        assert.deepEqual(Object.keys((params as any)?.properties ?? {}).toSorted(), inPath.toSorted())
        assert.equal(Boolean(scope), caller === 'application' || caller === 'user')
        for (const one of scope ?? []) assert.ok(one in scopes)
        // What only people may do has no use for a scope that programs get, but the reading ones.
        if (caller === 'application') assert.ok(scope!.some((one) => scopes[one].organisation))
        assert.equal((response as any).type === 'null', status === 204)
        assert.equal(new Set(errors).size, errors.length)
        if (params) assert.ok(errors.includes('not_found'))
        assert.equal('cursor' in ((query as any)?.properties ?? {}), errors.includes('invalid_cursor'))
        // A body that is read as it arrives comes too late to say how.
        if (query && !operation.upload) assert.ok(method === 'GET' || method === 'DELETE')
        for (const schema of [operation.body, query]) {
          if (schema) assert.equal((schema as any).additionalProperties, false)
        }
      })
    }
  })

  test('every problem code is used by an operation or a tool, and documented where its type points', async () => {
    const everywhere: ProblemCode[] = ['not_found', 'method_not_allowed', 'internal_error', 'unavailable']
    const ofTools = tools.flatMap(({ errors }) => errors ?? [])
    const met = new Set([...everywhere, ...operations.flatMap(refusalsOf), ...ofTools])
    assert.deepEqual(
      Object.keys(problems).filter((code) => !met.has(code as ProblemCode)),
      [],
    )
    const unauthorized = await world.anyone.get('/api/teams')
    const [address] = unauthorized.body.type.split('#')
    const page = await world.anyone.get(address)
    assert.equal(page.status, 200)
    for (const [code, { status, title }] of Object.entries(problems)) {
      assert.ok(page.body.includes(`id="${code}"`), code)
      assert.ok(page.body.includes(title.replaceAll('&', '&amp;')), code)
      assert.ok(status >= 400 && status < 600)
    }
  })

  suite('the original interface holds as written', () => {
    test('§2: an access token’s reply, credentials, scopes', async () => {
      const { application, anyone } = world
      const { status, body } = await anyone.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: application.client_id,
        client_secret: application.client_secret,
      })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body).toSorted(), ['access_token', 'expires_in', 'scope', 'token_type'])
      assert.deepEqual(
        [typeof body.access_token, body.token_type, body.expires_in],
        ['string', 'bearer', 3600],
      )
      for (const one of ['pulses:read', 'teams:read', 'teams:write', 'insights:read']) {
        assert.ok(scopeNames.includes(one as never), one)
        assert.ok(body.scope.split(' ').includes(one), one)
      }
    })

    test('§4: its addresses reply', async () => {
      const json = await world.anyone.post('/oauth/token', {})
      assert.deepEqual([json.status, json.body.error], [400, 'invalid_request'])
      const { client_id, redirect_uri } = world.application
      const query = new URLSearchParams({ client_id, redirect_uri, scope: 'pulses:read', state: 's' })
      const page = await world.anyone.get(`/oauth/authorize?${query}`, { accept: 'text/html' })
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-type')!, /^text\/html/)
      assert.equal((await world.anyone.post('/api/oauth/code', {})).status, 401)
      const pulses = await (await world.organisation(['pulses:read'])).get('/api/pulses')
      assert.deepEqual([pulses.status, pulses.body.pulses], [200, []])
    })

    test('§5: client credentials read, manage teams and members, and get 403 where a person is needed', async () => {
      const granted = ['pulses:read', 'teams:read', 'teams:write', 'insights:read'] as const
      const api = await world.organisation([...granted])
      for (const path of ['/api/pulses', '/api/insights', '/api/teams', '/api/members']) {
        assert.equal((await api.get(path)).status, 200, path)
      }
      const team = await api.post('/api/teams', { name: 'Made by a program' })
      const member = await api.post('/api/members', { name: 'Ada', team_ids: [team.body.id] })
      assert.deepEqual([team.status, member.status], [201, 201])
      for (const [method, path] of [
        ['post', '/api/pulses'],
        ['patch', '/api/pulses/pls_01jz00000000000000000000zz'],
        ['delete', '/api/pulses/pls_01jz00000000000000000000zz'],
      ] as const) {
        const reply = await api[method](path, method === 'delete' ? undefined : {})
        assert.deepEqual([reply.status, reply.body.code], [403, 'user_identity_required'], path)
      }
    })

    test('§7: the named errors of the token endpoint', async () => {
      const { client_id, client_secret, redirect_uri } = world.application
      const credentials = { client_id, client_secret }
      const code = { ...credentials, grant_type: 'authorization_code', redirect_uri, code: 'never-issued' }
      const organisation = { ...credentials, grant_type: 'client_credentials' }
      const refusals: [string, unknown, number, string][] = [
        ['unknown client', { ...organisation, client_id: 'nobody' }, 401, 'invalid_client'],
        ['wrong secret', { ...organisation, client_secret: 'wrong' }, 401, 'invalid_client'],
        ['unknown code', code, 400, 'invalid_grant'],
        ['unknown scope', { ...organisation, scope: 'everything' }, 400, 'invalid_scope'],
        ['no body', undefined, 400, 'invalid_request'],
        ['malformed body', '{', 400, 'invalid_request'],
        ['no grant', credentials, 400, 'invalid_request'],
      ]
      for (const [what, body, status, error] of refusals) {
        const reply = await world.anyone.post('/oauth/token', body)
        assert.deepEqual([reply.status, reply.body.error], [status, error], what)
        assert.equal(reply.headers.get('cache-control'), 'no-store')
      }
    })

    test('§8: its limits', () => {
      assert.equal(limits.accessTokenSeconds, 3600)
      assert.equal(limits.authorizationCodeSeconds, 600)
    })
  })
})
