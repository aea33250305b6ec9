/** Limits of several nodes behind a proxy, over one database; and of callers who have no credential. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer, request as forward } from 'node:http'
import { before, suite, test } from 'node:test'
import { type RateClass, rateLimits } from '../../contract/limits.ts'
import { one, sql } from '../db/db.ts'
import { int8, shape } from '../db/shape.ts'
import { atEndOf } from '../../test/support/endings.ts'
import { startIssuer } from '../../test/support/issuer.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import {
  client,
  eventually,
  links,
  newWorld,
  pulseDraft,
  type Reply,
  type World,
} from '../../test/support/world.ts'
import { rateLimiter } from './rate-limit.ts'
import { rateLimitsTask, sharedPoints } from './shared-points.ts'
import { unknownSecret } from '../../test/support/unknown-secrets.ts'

const env = { SONDE_RATE_LIMITS: 'on', SONDE_TRUSTED_PROXIES: 'loopback' }

/** A proxy that sends one request after the other to the next node, and says who asked. */
async function proxyTo(nodes: readonly Running[]): Promise<string> {
  let turn = 0
  const proxy = createServer((request, reply) => {
    const node = new URL(nodes[turn++ % nodes.length].url)
    const from = request.headers['x-test-from']
    const headers = { ...request.headers, ...(from !== undefined && { 'x-forwarded-for': from }) }
    const onward = forward(
      { host: node.hostname, port: node.port, method: request.method, path: request.url, headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      },
    )
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  atEndOf('file', async () => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const statuses = (replies: readonly Reply[]): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(replies, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

const newCredentials = async () => (await newWorld({ running: nodes[0] })).application

let world: World
let nodes: [Running, Running]
let proxy: string

before(async () => {
  const first = await startApp({ env })
  nodes = [first, await startApp({ env, database: first.db.connection })]
  world = await newWorld({ running: first })
  proxy = await proxyTo(nodes)
})

suite('two nodes behind a proxy', () => {
  test('count the writes of an application together: of 246, 120 are let through', async () => {
    const { token } = await world.organisation(['teams:write'])
    const api = client(proxy, token)
    const replies: Reply[] = []
    // A limit counts before the body is looked at, so nothing is carried out.
    for (let i = 0; i < 246; i++) replies.push(await api.post('/api/teams', {}))
    assert.deepEqual(statuses(replies), { 400: 120, 429: 126 })
    const left = (reply: Reply): number => Number(/r=(\d+)/.exec(reply.headers.get('ratelimit')!)![1])
    assert.equal(left(replies[0]), 119)
    // Each node knows of the other's points at its last question.
    assert.ok(Math.abs(left(replies[100]) - 19) <= 12, String(left(replies[100])))
    const refused = replies[245]
    assert.equal(refused.body.code, 'rate_limited')
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds))
    assert.equal(refused.headers.get('ratelimit'), `"default";r=0;t=${seconds}`)
    assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=120;w=60')
  })

  test('and at once, where a node may give out one share more', async () => {
    const { token } = await (await newWorld({ running: nodes[0] })).organisation(['teams:write'])
    const api = client(proxy, token)
    const replies = await Promise.all(Array.from({ length: 246 }, () => api.post('/api/teams', {})))
    const passed = replies.filter(({ status }) => status === 400).length
    assert.ok(passed >= 120 && passed <= 126, String(passed))
    assert.equal(statuses(replies)[429], 246 - passed)
  })

  test('twelve callers behind one proxy are twelve', async () => {
    const replies: Reply[] = []
    for (let i = 0; i < 65; i++)
      replies.push(
        ...(await Promise.all(
          Array.from({ length: 12 }, (_none, from) =>
            client(proxy, unknownSecret('at')).get('/api/teams', { 'x-test-from': `203.0.113.${from}` }),
          ),
        )),
      )
    assert.deepEqual(statuses(replies), { 401: 12 * 60, 429: 12 * 5 })
  })
})

suite('callers without a valid credential', () => {
  /** A network of the test's own. */
  let networks = 0
  const somewhere = () => ({ 'x-forwarded-for': `198.51.100.${++networks}` })

  const guesses: Record<string, (from: Record<string, string>) => Promise<Reply>> = {
    'an access token': (from) => client(nodes[0].url, unknownSecret('at')).get('/api/teams', from),
    'a session token': (from) =>
      client(nodes[0].url, 'eyJhbGciOiJub25lIn0.e30.').get('/api/applications', from),
    'a personal link': (from) => world.anyone.get(`/r/${'a'.repeat(26)}.${'a'.repeat(40)}`, from),
    'a personal link, in a browser': (from) =>
      world.anyone.get(`/r/${'a'.repeat(26)}.${'a'.repeat(40)}`, { ...from, accept: 'text/html' }),
    'a receipt': (from) => world.anyone.get(`/receipts/${'a'.repeat(43)}`, from),
    'a link to a copy of personal data': (from) => world.anyone.get(`/privacy/${unknownSecret('pl')}`, from),
    'the file of such a copy': (from) =>
      world.anyone.get(`/privacy/${unknownSecret('pl')}/my-data.json`, from),
    'a link to an export': (from) => world.anyone.get(`/exports/${unknownSecret('pl')}`, from),
    'a link about an address': (from) =>
      world.anyone.post('/api/address-changes/confirm', { token: unknownSecret('ea') }, from),
    'a client': (from) =>
      world.anyone.post(
        '/oauth/token',
        {
          grant_type: 'client_credentials',
          client_id: unknownSecret('cs').slice(-20),
          client_secret: unknownSecret('cs'),
        },
        from,
      ),
    'a leaked credential': (from) => world.anyone.post('/oauth/leaks', { token: unknownSecret('at') }, from),
  }
  for (const [what, guess] of Object.entries(guesses)) {
    test(`wait when they guess ${what} more than sixty times a minute`, async () => {
      const from = somewhere()
      const first = await guess(from)
      for (let i = 1; i < 60; i++) assert.equal((await guess(from)).status, first.status)
      const refused = await guess(from)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) >= 1)
      assert.equal((await guess(somewhere())).status, first.status, 'from elsewhere')
    })
  }

  const asking: Record<string, (from: Record<string, string>) => Promise<Reply>> = {
    'send no token': (from) => world.anyone.get('/api/teams', from),
    'send no token to what a person does': (from) => world.anyone.get('/api/applications', from),
    'open the consent page for a client that nobody knows': (from) =>
      world.anyone.get('/oauth/authorize?client_id=app_unknown&response_type=code', from),
  }
  for (const [what, ask] of Object.entries(asking)) {
    test(`wait when they ${what} more than sixty times a minute`, async () => {
      const from = somewhere()
      const first = await ask(from)
      assert.ok([400, 401].includes(first.status), String(first.status))
      for (let i = 1; i < 60; i++) assert.equal((await ask(from)).status, first.status)
      assert.equal((await ask(from)).status, 429)
      assert.equal((await ask(somewhere())).status, first.status, 'from elsewhere')
    })
  }

  test('do not stand in the way of a valid one from the same network', async () => {
    const from = somewhere()
    for (let i = 0; i < 61; i++) await guesses['an access token'](from)
    assert.equal((await guesses['an access token'](from)).status, 429)
    const valid = await world.organisation(['teams:read'])
    assert.equal((await valid.get('/api/teams', from)).status, 200)
  })

  test('cannot choose a network where the peer is not a trusted proxy', async () => {
    for (const trusted of ['', '10.0.0.0/8, 2001:db8::/32']) {
      const running = await startApp({
        env: { SONDE_RATE_LIMITS: 'guesses=5', SONDE_TRUSTED_PROXIES: trusted },
      })
      const seen: number[] = []
      for (let i = 0; i < 6; i++)
        seen.push((await client(running.url, unknownSecret('at')).get('/api/teams', somewhere())).status)
      assert.deepEqual(seen, [401, 401, 401, 401, 401, 429])
    }
  })
})

suite('who holds a valid session, and is nobody here', () => {
  test('is counted like everybody who is', async () => {
    const idp = await startIssuer()
    const running = await startApp({ env: { ...env, ...idp.env } })
    const nobody = client(running.url, await idp.token({ sub: 'nobody', email: 'nobody@elsewhere.test' }))
    const seen: number[] = []
    // Many at a time: a minute must not pass meanwhile.
    for (let i = 0; i < 14; i++)
      seen.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => nobody.get('/api/applications')))).map(
          ({ status }) => status,
        ),
      )
    assert.deepEqual([seen.filter((one) => one === 403).length, seen.at(-1)], [600, 429])
    await idp.close()
  })
})

suite('one personal link', () => {
  test('saves, answers and changes sixty times a minute; another link is not affected', async () => {
    const own = await newWorld({ running: nodes[0] })
    const author = await own.user()
    const team = await own.team('Savers', 6)
    const draft = pulseDraft([team.id], { confidentiality: { mode: 'attributed' } })
    const { id } = (await author.post('/api/pulses', draft)).body
    await author.post(`/api/pulses/${id}/open`)
    const [one, other] = (await links(author, `/api/pulses/${id}`)).map(({ url }) => new URL(url).pathname)
    const body = { answers: [{ question_id: 'calm', value: 4 }], attempt: 'a'.repeat(32) }
    const saved: number[] = []
    for (let i = 0; i < 70; i++) saved.push((await world.anyone.patch(one, body)).status)
    assert.deepEqual([saved.filter((status) => status === 200).length, saved.at(-1)], [60, 429])
    const form = await fetch(`${world.url}${one}/save`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    assert.equal(form.status, 429)
    assert.equal((await world.anyone.get(one)).status, 200, 'reading goes on')
    assert.equal((await world.anyone.patch(other, body)).status, 200)
    assert.equal((await world.anyone.patch(one, body, { 'x-forwarded-for': '203.0.113.9' })).status, 429)
    // A row would tell, with its time, that this link is used.
    const use = sharedPoints(world.running.db)
    assert.equal((await use(`link ${one.split('/').at(-1)}`, 0)).points, 0)
  })
})

suite('wrong secrets for one client', () => {
  test('are counted by two nodes together, and the right one is never refused', async () => {
    const credentials = await newCredentials()
    const ask = (node: Running, client_secret: string) =>
      client(node.url).post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: credentials.client_id,
        client_secret,
      })
    const seen: number[] = []
    for (let i = 0; i < 24; i++) seen.push((await ask(nodes[i % 2], unknownSecret('cs'))).status)
    const wrong = seen.filter((status) => status === 401).length
    assert.ok(wrong >= 10 && wrong <= 11, String(wrong))
    assert.equal(seen.at(-1), 429)
    for (const node of nodes) assert.equal((await ask(node, credentials.client_secret)).status, 200)
  })

  test('are told to admins once, wherever they were tried', async () => {
    const credentials = await newCredentials()
    for (let i = 0; i < 130; i++)
      await client(nodes[i % 2].url).post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: credentials.client_id,
        client_secret: 'wrong',
      })
    const reports = async () =>
      (
        await nodes[0].db.pool.query(
          `select 1 from audit_events where action = 'application.secret_guessed' and target = $1`,
          [credentials.id],
        )
      ).rows.length
    await eventually(reports, (count) => count > 0)
    assert.equal(await reports(), 1)
  })
})

suite('limits', () => {
  test('are chosen by class', async () => {
    const running = await startApp({ env: { SONDE_RATE_LIMITS: 'reads=3, writes=2' } })
    const own = await newWorld({ running })
    const api = await own.organisation()
    const replies = []
    for (let i = 0; i < 4; i++) replies.push((await api.get('/api/teams')).status)
    for (let i = 0; i < 3; i++) replies.push((await api.post('/api/teams', {})).status)
    assert.deepEqual(replies, [200, 200, 200, 429, 400, 400, 429])
  })

  test('cost callers who come rarely no statement, and others one in twenty', async () => {
    let asked = 0
    const use = sharedPoints(nodes[0].db)
    const limiter = rateLimiter(rateLimits, (caller, points) => (asked++, use(caller, points)))
    const caller = `rare ${unknownSecret('at')}`
    for (let i = 0; i < rateLimits.read / 20; i++)
      assert.ok(!(limiter.take(caller, 'read') instanceof Promise))
    assert.equal(asked, 0)
    for (let i = rateLimits.read / 20; i < rateLimits.read; i++) await limiter.take(caller, 'read')
    assert.equal(asked, 19)
    await assert.rejects(async () => limiter.take(caller, 'read'), { code: 'rate_limited' })
    await assert.rejects(async () => limiter.take(caller, 'read'), { code: 'rate_limited' })
    assert.equal(asked, 19, 'refusals ask nobody')
  })

  test('let a node that meets a caller late give out one share more, and no other', async () => {
    const [first, second] = nodes.map(({ db }) => rateLimiter(rateLimits, sharedPoints(db)))
    const caller = `late ${unknownSecret('at')}`
    const takeAll = async (limiter: typeof first, kind: RateClass): Promise<number> => {
      for (let taken = 0; ; taken++) {
        try {
          await limiter.take(caller, kind)
        } catch {
          return taken
        }
      }
    }
    assert.equal(await takeAll(first, 'write'), rateLimits.write)
    assert.equal(await takeAll(second, 'write'), rateLimits.write / 20)
  })

  test('start over when the minute is over', async () => {
    let now = 0
    const limiter = rateLimiter(
      rateLimits,
      async (_caller, points) => ({ points, msLeft: 10_000 }),
      () => now,
    )
    for (let i = 0; i < rateLimits.bulk; i++) await limiter.take('somebody', 'bulk')
    now = 61_000
    assert.deepEqual(limiter.take('somebody', 'bulk'), { limit: 10, remaining: 9, resetSeconds: 60 })
  })

  test('leave rows that name nobody, and go', async () => {
    const { db } = nodes[0]
    const rows = () =>
      one(db.tx, shape({ count: int8 }), sql`select count(*) from rate_limits where key !~ '^[\\w-]{43}$'`)
    assert.deepEqual(await rows(), { count: 0 })
    const use = sharedPoints(db)
    await use('somebody who is gone', 1)
    await sql`update rate_limits set expire = expire - 7200000`.execute(db.tx)
    assert.ok((await rateLimitsTask.run(db.tx)) >= 1)
    assert.equal((await use('somebody who is gone', 1)).points, 1)
  })
})
