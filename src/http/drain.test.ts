/** Whoever goes away leaves work behind, and a server has ended when that has too. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
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
