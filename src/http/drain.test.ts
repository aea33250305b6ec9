/** Anyone who goes away leaves work behind, and a server has ended when that has too. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { drainOf } from './drain.ts'

for (const place of ['admission', 'handler'] as const)
  test(`a server ends after the ${place} of somebody who has gone away`, async () => {
    const server = Fastify()
    const drain = drainOf(server)
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    let ended = false
    const work = async () => {
      begun.resolve()
      await held.promise
      ended = true
    }
    server.get('/', {
      onRequest: place === 'admission' ? work : async () => {},
      handler: place === 'handler' ? work : async () => {},
    })
    await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await begun.promise
    const gone = once(socket, 'close')
    socket.resetAndDestroy()
    await gone
    const draining = drain().then(() => ended)
    await wait(200)
    held.resolve()
    assert.equal(await draining, true)
  })

test('a request that comes over a kept connection while the server ends is answered, and the connection ends', async () => {
  const server = Fastify({ return503OnClosing: false })
  const drain = drainOf(server)
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.get('/slow', async () => {
    begun.resolve()
    await held.promise
    return 'slow'
  })
  server.get('/', async () => 'served')
  await server.listen({ host: '127.0.0.1', port: 0 })
  const kept = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const ended = text(kept)
  // Two requests one after the other: the second one waits for the first, and begins when the server is about to end.
  const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  kept.write(request('/slow'))
  await begun.promise
  const draining = drain()
  kept.write(request('/'))
  await wait(20)
  held.resolve()
  const said = await ended
  assert.deepEqual(said.match(/HTTP\/1\.1 (\d+)/g), ['HTTP/1.1 200', 'HTTP/1.1 200'])
  assert.match(said, /connection: close\r\n[^]*served$/i)
  await draining
})
