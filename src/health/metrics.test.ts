/** The metrics of the operator: counts and times, and nobody's name. */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, suite, test } from 'node:test'
import { startIssuer } from '../../test/support/issuer.ts'
import { client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { metricsPathOf, startApp } from '../../test/support/start.ts'

const token = 'a token of the operator'.replaceAll(' ', '-')
/** Behind any proxy, also one on this machine that adds no header. */
const publicAddress = { SONDE_BASE_URL: 'https://sonde.example' }

let world: World

const read = async (headers: Record<string, string> = {}, of = world) =>
  of.anyone.get(metricsPathOf(of.running), headers)
const value = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )

/** With headers that fetch sets by itself. */
const statusFor = (headers: Record<string, string>, path = metricsPathOf(world.running)): Promise<number> =>
  new Promise((resolve, reject) => {
    get(world.url + path, { headers }, (reply) => (reply.resume(), resolve(reply.statusCode!))).on(
      'error',
      reject,
    )
  })

suite('metrics', () => {
  before(async () => {
    world = await newWorld({ running: await startApp({ at: '2026-11-02T09:00:00Z' }) })
  })

  test('count requests by operation and class of status, with how long they took', async () => {
    const user = await world.user()
    const lookups = 'sonde_access_token_lookups_total'
    // Nothing is remembered before this process hears of revocations.
    await eventually(
      () => user.get('/api/teams').then(() => read()),
      ({ body }) => value(body, `${lookups}{from="memory"}`) >= 2,
    )
    for (let i = 0; i < 3; i++) await user.get('/api/pulses')
    await world.anyone.get('/api/pulses')
    const { status, body, headers } = await read()
    assert.equal(status, 200)
    assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
    const name = 'sonde_http_request_duration_seconds_count'
    assert.equal(value(body, `${name}{operation="listPulses",status="2xx"}`), 3)
    assert.equal(value(body, `${name}{operation="listPulses",status="4xx"}`), 1)
    assert.ok(value(body, `${lookups}{from="database"}`) >= 1)
    assert.ok(value(body, 'sonde_database_connections{pool="general",state="idle"}') >= 0)
    for (const from of ['lines', 'sums'])
      assert.equal(value(body, `sonde_request_log_dropped_total{from="${from}"}`), 0)
  })

  test('report how long the oldest due work has been waiting', async () => {
    const author = await world.user()
    const team = await world.team('Due', 6)
    const { id } = (await author.post('/api/pulses', pulseDraft([team.id], { channels: ['email'] }))).body
    assert.equal((await author.post(`/api/pulses/${id}/open`)).status, 200)
    const age = 'sonde_due_work_age_seconds'
    world.running.clock!.advance(90_000)
    const late = (await read()).body
    assert.equal(value(late, `${age}{work="deliver"}`), 90)
    assert.equal(value(late, 'sonde_deliveries_pending'), 6)
    await world.running.app.due.settle()
    const done = (await read()).body
    assert.deepEqual([value(done, `${age}{work="deliver"}`), value(done, 'sonde_deliveries_pending')], [0, 0])
  })

  test('reveal no person, organisation or address, and nothing of answering', async () => {
    const author = await world.user()
    const team = await world.team('Quiet', 6)
    const { id } = (await author.post('/api/pulses', pulseDraft([team.id]))).body
    await author.post(`/api/pulses/${id}/open`)
    const before = (await read()).body
    const [{ url }] = await links(author, `/api/pulses/${id}`)
    const between = (await read()).body
    const answer = { answers: [{ question_id: 'calm', value: 4 }] }
    assert.equal((await world.anyone.post(new URL(url).pathname, answer)).status, 201)
    const after = (await read()).body
    const counted = (text: string): string => text.replaceAll(/^sonde_database_connections.*$/gm, '')
    assert.equal(counted(after), counted(between))
    assert.notEqual(counted(between), counted(before))
    assert.doesNotMatch(after, /(org|usr|mem|app|pls)_[0-9a-z]{26}|@|answerLink|readLink/)
  })

  test('are not there for a proxy on this machine that adds nothing, since it does not know the key', async () => {
    // nginx, proxy_pass alone.
    const { port } = new URL(world.url)
    for (const path of ['/metrics', '/metrics?key=', '/metrics?key=x', `${metricsPathOf(world.running)}x`])
      assert.equal(await statusFor({ host: `127.0.0.1:${port}` }, path), 404, path)
    const elsewhere = await startApp({ at: '2026-11-02T09:00:00Z' })
    assert.equal(await statusFor({ host: `127.0.0.1:${port}` }, metricsPathOf(elsewhere)), 404)
  })

  test('are there for this machine by the address that is printed or with the token, and otherwise 404', async () => {
    assert.ok(world.running.app.metricsAddress()!.startsWith(`${world.url}/metrics?key=`))
    assert.equal(await statusFor({ host: new URL(world.url).host }), 200)
    for (const headers of [{ 'x-forwarded-for': '203.0.113.5' }, { host: 'sonde.example' }] as Record<
      string,
      string
    >[])
      assert.equal(await statusFor(headers), 404, JSON.stringify(headers))
    for (const env of [{ NODE_ENV: 'production', SONDE_ALLOW_EMBEDDED_IDP: 'yes' }, publicAddress]) {
      const running = await startApp({ at: '2026-11-02T09:00:00Z', env })
      assert.equal(running.app.metricsAddress(), null)
      const { port } = running.app.server.server.address() as AddressInfo
      assert.equal((await client(`http://localhost:${port}`).get('/metrics')).status, 404)
    }
    const guarded = await newWorld({
      running: await startApp({ at: '2026-11-02T09:00:00Z', env: { SONDE_METRICS_TOKEN: token } }),
    })
    assert.equal((await read({ authorization: `Bearer ${token}` }, guarded)).status, 200)
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token])
      assert.equal((await read({ authorization }, guarded)).status, 404, authorization)
    assert.equal((await read({}, guarded)).status, 404)
  })

  test('count requests to identity providers', async () => {
    const idp = await startIssuer()
    const running = await startApp({ at: new Date().toISOString(), env: idp.env })
    const own = await newWorld({ running })
    const authorization = `Bearer ${await idp.token()}`
    await own.anyone.get('/api/me', { authorization })
    const fetches = 'sonde_identity_provider_fetches_total'
    const { body } = await read({}, own)
    assert.equal(value(body, `${fetches}{whose="operator",outcome="ok"}`), 2)
    assert.equal(value(body, `${fetches}{whose="organisation",outcome="failed"}`), 0)
    await idp.close()
  })
})
