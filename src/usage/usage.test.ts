import { test } from 'node:test'
import assert from 'node:assert/strict'
import { newFlow } from '../../test/support/oauth-flow.ts'
import { client, eventually } from '../../test/support/world.ts'
import { exists, many, sql } from '../db/db.ts'
import { shape, shapeOf, text } from '../db/shape.ts'
import { apiRequests } from '../db/tables.ts'
import { loggedNetwork, loggedPath, loggedQuery, redacted } from './log-line.ts'
import { noLatency, percentile, stepOf, sumOf } from './latency.ts'
import { dropWarning, linesOf } from './recorder.ts'
import { deleteOldUsage, dropDays } from './usage.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const clock = flow.clock!
const admin = await flow.session()
const newApp = async () => {
  const app = await flow.register()
  const mine = { client_id: app.client_id, client_secret: app.client_secret }
  const itself = (await flow.token({ grant_type: 'client_credentials', ...mine })).body.access_token
  return { id: app.id as string, mine, itself: client(flow.url, itself), token: itself as string }
}
/** All requests, once at least `count` are written. */
const logged = async (id: string, count: number, query = '') =>
  eventually(
    async () =>
      (await admin.get(`/api/applications/${id}/requests?limit=200${query}`)).body.requests as any[],
    (requests) => requests.length >= count,
  )

test('requests of an application are logged with their outcome, newest first', async () => {
  const app = await newApp()
  await app.itself.get('/api/teams?limit=5')
  clock.advance(1_000)
  const team = await app.itself.post('/api/teams', { name: 'Platform' })
  clock.advance(1_000)
  await app.itself.get('/api/teams/tem_01jz00000000000000000000zz')
  clock.advance(1_000)
  const refused = await app.itself.post('/api/pulses', {})
  const requests = await logged(app.id, 4)
  assert.deepEqual(
    requests.map(({ method, path, status, code, operation, acts_for }) => [
      method,
      path,
      status,
      code,
      operation,
      acts_for,
    ]),
    [
      ['POST', '/api/pulses', 403, 'user_identity_required', 'createPulse', 'organisation'],
      ['GET', '/api/teams/tem_01jz00000000000000000000zz', 404, 'not_found', 'getTeam', 'organisation'],
      ['POST', '/api/teams', 201, null, 'createTeam', 'organisation'],
      ['GET', '/api/teams', 200, null, 'listTeams', 'organisation'],
    ],
  )
  assert.equal(requests[0].id, refused.headers.get('x-request-id'))
  assert.ok(requests.every(({ duration_ms }) => duration_ms > 0))
  const one = (await admin.get(`/api/applications/${app.id}/requests/${team.headers.get('x-request-id')}`))
    .body
  assert.deepEqual([one.status, one.api_version, one.network], [201, '2026-11-01', '127.0.0.0/24'])
  assert.ok(one.request_bytes > 0 && one.reply_bytes > 0)
  assert.equal((await admin.get(`/api/applications/${app.id}/requests/nothing`)).status, 404)
})

test('calls of agents are logged as calls of their application', async () => {
  const app = await newApp()
  const call = (name: string) =>
    app.itself.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
      { accept: 'application/json, text/event-stream' },
    )
  assert.equal((await call('who_am_i')).status, 200)
  assert.equal((await call('draft_pulse')).status, 403)
  const requests = await logged(app.id, 2)
  assert.deepEqual(requests.map(({ path, operation, status }) => [path, operation, status]).toSorted(), [
    ['/mcp', 'callMcp', 200],
    ['/mcp', 'callMcp', 403],
  ])
})

test('the list of requests can be filtered and paged', async () => {
  const app = await newApp()
  const from = clock.now().toISOString()
  for (let i = 0; i < 3; i++) await app.itself.get('/api/teams')
  await app.itself.get('/api/members')
  await app.itself.post('/api/teams', {})
  await logged(app.id, 5)
  const count = async (query: string) => (await logged(app.id, 0, query)).length
  assert.deepEqual(
    await Promise.all(
      [
        '&status=4xx',
        '&status=5xx',
        '&method=GET',
        '&operation=listTeams',
        '&path=/api/members',
        `&from=${from}`,
        `&to=${from}`,
        '&method=GET&path=/api/t',
      ].map(count),
    ),
    [1, 0, 4, 3, 1, 5, 0, 3],
  )
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: any = (
      await admin.get(`/api/applications/${app.id}/requests?limit=2${cursor && `&cursor=${cursor}`}`)
    ).body
    ids.push(...page.requests.map(({ id }: { id: string }) => id))
    cursor = page.next_cursor
  }
  assert.equal(new Set(ids).size, 5)
})

test('no secret, no typed text and no body is logged', async () => {
  const app = await newApp()
  const secrets = [app.token, app.mine.client_secret, 'ada@acme.test', 'Grace Hopper', 'eyJhbGciOiJub25lIn0']
  await app.itself.get(`/api/teams?q=${encodeURIComponent('Grace Hopper')}&limit=5`)
  await app.itself.get(`/api/members?email=ada@acme.test&access_token=${app.token}`)
  await app.itself.get(`/api/teams?limit=${app.token}&cursor=eyJhbGciOiJub25lIn0`)
  await app.itself.get(`/api/teams/${app.mine.client_secret}`)
  await app.itself.get(`/api/teams?${app.mine.client_secret}=1`)
  await app.itself.post('/api/members', { name: 'Grace Hopper', email: 'ada@acme.test' })
  await logged(app.id, 6)
  const lines = await many(
    flow.db.tx,
    shape({ line: text }),
    sql`select r::text as line from api_requests r where application_id = ${app.id}`,
  )
  for (const secret of secrets) assert.ok(!JSON.stringify(lines).includes(secret), secret)
})

const pathRow = shapeOf(apiRequests, ['path'])

test('answering is not logged', async () => {
  const app = await newApp()
  const before = (await many(flow.db.tx, pathRow, sql`select path from api_requests`)).length
  await fetch(`${flow.url}/r/${'A'.repeat(43)}`, { headers: { accept: 'application/json' } })
  await fetch(`${flow.url}/r/${'A'.repeat(43)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${app.token}` },
    body: '{"answers":[]}',
  })
  await app.itself.get('/api/teams')
  await logged(app.id, 1)
  const lines = await many(flow.db.tx, pathRow, sql`select path from api_requests`)
  assert.equal(lines.length, before + 1)
  assert.ok(lines.every(({ path }) => !path.startsWith('/r/')))
})

test('admins see requests for other users without ids', async () => {
  const app = await newApp()
  await flow.db.pool.query(
    "insert into members (organisation_id, id, name, email, created_at, updated_at) values ($1, 'mem_kim', 'Kim', 'kim@acme.test', now(), now())",
    [flow.organisationId],
  )
  const kim = await flow.idp.token({ sub: 'kim', email: 'kim@acme.test', email_verified: true })
  const by = async (session?: string) => {
    const { code } = (await flow.allow({ client_id: app.mine.client_id }, session)).body
    return client(flow.url, (await flow.redeem(code, app.mine)).body.access_token)
  }
  const path = '/api/pulses/pls_01jz00000000000000000000zz'
  const theirs = await (await by(kim)).get(`${path}/deliveries`)
  clock.advance(1_000)
  const own = await (await by()).get(path)
  const requests = await logged(app.id, 2)
  assert.deepEqual(
    requests.map((one) => [one.path, one.acts_for, one.user_id]),
    [
      [path, 'user', (await admin.get('/api/me')).body.user.id],
      ['/api/pulses/{id}/deliveries', 'user', null],
    ],
  )
  const detail = async (reply: { headers: Headers }) =>
    (await admin.get(`/api/applications/${app.id}/requests/${reply.headers.get('x-request-id')}`)).body
  assert.equal((await detail(own)).path, path)
  assert.equal((await detail(theirs)).path, '/api/pulses/{id}/deliveries')
  assert.equal((await detail(theirs)).user_id, null)
  assert.deepEqual((await detail(theirs)).query, {})
  // For results that they alone may read, it would reveal how much was said, and for an open survey, when.
  assert.equal((await detail(theirs)).reply_bytes, null)
  assert.ok((await detail(own)).reply_bytes > 0)
})

test('usage is summed by day and operation, with the time of the last request', async () => {
  const app = await newApp()
  for (let i = 0; i < 4; i++) await app.itself.get('/api/teams')
  await app.itself.post('/api/pulses', {})
  await logged(app.id, 5)
  clock.advance(23 * 3_600_000)
  const later = (await flow.token({ grant_type: 'client_credentials', ...app.mine })).body.access_token
  await client(flow.url, later).get('/api/teams')
  await logged(app.id, 6)
  const { body } = await admin.get(`/api/applications/${app.id}/usage`)
  assert.deepEqual(
    body.days.map((one: any) => [one.day, one.operation, one.requests, one.client_errors, one.server_errors]),
    [
      ['2026-11-23', 'createPulse', 1, 1, 0],
      ['2026-11-23', 'listTeams', 4, 0, 0],
      ['2026-11-24', 'listTeams', 1, 0, 0],
    ],
  )
  assert.deepEqual([body.total.requests, body.total.client_errors], [6, 1])
  assert.ok(body.total.latency_p50_ms > 0 && body.total.latency_p95_ms >= body.total.latency_p50_ms)
  assert.equal(new Date(body.last_used_at).getTime(), clock.now().getTime())
  const first = (await admin.get(`/api/applications/${app.id}/usage?from=2026-11-23&to=2026-11-23`)).body
  assert.equal(first.total.requests, 5)
  const never = (await admin.get(`/api/applications/${(await newApp()).id}/usage`)).body
  assert.deepEqual([never.total.requests, never.total.latency_p50_ms, never.last_used_at], [0, null, null])
  for (const [query, status] of [
    ['from=2026-11-24&to=2026-11-23', 422],
    ['from=2020-01-01&to=2026-11-23', 422],
    ['from=2026-02-30', 400],
    ['colour=red', 400],
  ] as const)
    assert.equal((await admin.get(`/api/applications/${app.id}/usage?${query}`)).status, status, query)
})

test('lines expire after thirty days, sums after four hundred', async () => {
  const app = await newApp()
  await app.itself.get('/api/teams')
  await logged(app.id, 1)
  const at = clock.now().getTime()
  const later = (days: number) => new Date(at + days * 86_400_000)
  await flow.db.transaction((tx) => dropDays(tx, later(29)))
  assert.equal((await logged(app.id, 0)).length, 1)
  await flow.db.transaction((tx) => dropDays(tx, later(32)))
  assert.equal((await logged(app.id, 0)).length, 0)
  const hasUsage = () => exists(flow.db.tx, sql`select 1 from api_usage where application_id = ${app.id}`)
  await deleteOldUsage(flow.db.tx, later(399))
  assert.equal(await hasUsage(), true)
  await deleteOldUsage(flow.db.tx, later(402))
  assert.equal(await hasUsage(), false)
})

test('stopping the service writes the requests collected so far', async () => {
  const other = await newFlow({ at: '2026-11-23T09:00:00Z' })
  const { access_token } = (await other.token({ grant_type: 'client_credentials', ...other.credentials }))
    .body
  await client(other.url, access_token).get('/api/teams')
  await other.running.app.close()
  assert.equal((await many(other.db.tx, pathRow, sql`select path from api_requests`)).length, 1)
})

test('under load refusals get lines first, and the rest evenly', () => {
  const batch = Array.from({ length: 1_000 }, (_, i) => ({ status: i % 100 === 0 ? 500 : 200, i }))
  assert.equal(linesOf(batch, 2_000), batch)
  const lines = linesOf(batch, 110)
  assert.equal(new Set(lines).size, 110)
  assert.equal(lines.filter(({ status }) => status === 500).length, 10)
  const late = lines.filter(({ status, i }) => status === 200 && i >= 500).length
  assert.ok(late > 40 && late < 60)
  assert.equal(
    linesOf(batch, 5).every(({ status }) => status === 500),
    true,
  )
})

test('under load the service warns once a minute of how many requests have no line', () => {
  const dropped = { lines: 0, sums: 0 }
  const warnings: unknown[] = []
  const warn = dropWarning(dropped, { warn: (entry: object) => void warnings.push(entry) })
  const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 23, 9, 0, seconds))
  warn(at(0))
  assert.deepEqual(warnings, [])
  for (let second = 1; second <= 130; second++) {
    dropped.lines += 10
    dropped.sums += 1
    warn(at(second))
  }
  assert.deepEqual(warnings, [
    { lines: 10, sums: 1 },
    { lines: 600, sums: 60 },
    { lines: 600, sums: 60 },
  ])
  for (let second = 131; second <= 400; second++) warn(at(second))
  assert.deepEqual(warnings.slice(3), [{ lines: 90, sums: 9 }])
})

test('values that look like ids, states, numbers and dates are logged, all others redacted', () => {
  const cases: [string, Record<string, string>][] = [
    ['/x', {}],
    ['/x?limit=5&state=open,closed', { limit: '5', state: 'open,closed' }],
    ['/x?from=2026-11-23T09:00:00Z', { from: '2026-11-23T09:00:00Z' }],
    ['/x?q=5', { q: redacted }],
    ['/x?team_id=tem_01jz00000000000000000000zz', { team_id: 'tem_01jz00000000000000000000zz' }],
    ['/x?a=b%20c&b=x@y', { a: redacted, b: redacted }],
    ['/x?token=1&client_secret=1&api_key=1', { [redacted]: redacted }],
    ['/x?A=1', { [redacted]: redacted }],
    [`/x?a=${'1'.repeat(41)}`, { a: redacted }],
  ]
  for (const [url, query] of cases) assert.deepEqual(loggedQuery(url), query, url)
  assert.equal(loggedPath('/api/teams/{id}', { id: 'sonde_at_x' }), `/api/teams/${redacted}`)
  assert.deepEqual(['203.0.113.77', '::ffff:203.0.113.77', '2001:db8:12:34::5', '::1'].map(loggedNetwork), [
    '203.0.113.0/24',
    '203.0.113.0/24',
    '2001:db8:12::/48',
    '0:0:0::/48',
  ])
})

test('a percentile is off by less than a tenth', () => {
  for (const ms of [0.3, 1, 2.7, 10, 99, 450, 9_000]) {
    const counts = noLatency()
    counts[stepOf(ms)]++
    assert.ok(Math.abs(percentile(counts, 0.5)! / ms - 1) < 0.1, `${ms}`)
  }
  const counts = sumOf([noLatency(), [...noLatency()]])
  for (let ms = 1; ms <= 100; ms++) counts[stepOf(ms)]++
  assert.ok(Math.abs(percentile(counts, 0.95)! - 95) < 10)
  assert.equal(stepOf(0), 0)
  assert.ok(stepOf(1e9) < counts.length)
  assert.equal(percentile(noLatency(), 0.5), null)
})
