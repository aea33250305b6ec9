import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/start.ts'
import { client } from '../../test/support/world.ts'

test('a worker answers probes and metrics at its own port, and nothing else', async () => {
  const { app } = await startApp({
    env: { SONDE_ROLE: 'worker', SONDE_WORKER_PORT: '0', SONDE_BASE_URL: 'http://localhost:4000' },
  })
  const metrics = new URL(app.metricsAddress()!)
  assert.equal(app.addresses.baseUrl, 'http://localhost:4000', 'its messages hold links to the pages')
  assert.equal(app.outboxAddress(), null)
  const worker = client(metrics.origin)
  assert.deepEqual((await worker.get('/healthz')).body, { status: 'ok' })
  assert.deepEqual((await worker.get('/readyz')).body, { status: 'ready' })
  const { status, body } = await worker.get(metrics.pathname + metrics.search)
  assert.equal(status, 200)
  assert.match(body, /^sonde_/m)
  for (const path of ['/', '/status', '/app', '/api/pulses', '/r/link', '/openapi.json', '/outbox', '/token'])
    assert.equal((await worker.get(path)).status, 404, path)
})

test('a node that is stopping reports that it is not ready, in words as well, and serves until load balancers have noticed', async () => {
  const node = await startApp({ env: { SONDE_DRAIN_SECONDS: '1' } })
  const statusOf = async (path: string): Promise<number> => (await fetch(node.url + path)).status
  assert.equal(await statusOf('/readyz'), 200)
  const read = async () => (await (await fetch(`${node.url}/status`)).text()).match(/<h1>(.+)<\/h1>/)?.[1]
  assert.equal(await read(), 'Sonde works')
  const stopped = node.stop()
  assert.deepEqual([await statusOf('/readyz'), await statusOf('/openapi.json')], [503, 200])
  assert.equal(await statusOf('/status'), 503)
  assert.equal(await read(), 'Sonde can’t serve requests right now')
  await stopped
  await assert.rejects(statusOf('/healthz'))
})
