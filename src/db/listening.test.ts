/** Connections that are open and hear nothing: a relay in front of the database swallows what it should pass on. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect as dial, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { atEndOf } from '../../test/support/endings.ts'
import { freshDatabase, log } from '../../test/support/start.ts'
import { eventually } from '../../test/support/world.ts'
import { connect } from './db.ts'
import { hearing, listenTo } from './listening.ts'

/** @param onSaid  what a connection says, before it is passed on, and what silences that connection */
async function relayTo(database: pg.ClientConfig, onSaid: (said: string, silence: () => void) => void) {
  const { host, port, user, password, database: name } = new pg.Client(database)
  const ends: Socket[] = []
  const server = createServer((caller) => {
    const behind = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host)
    let isSilent = false
    caller.on('data', (bytes: Buffer) => {
      onSaid(bytes.toString('latin1'), () => (isSilent = true))
      if (!isSilent) behind.write(bytes)
    })
    behind.on('data', (bytes) => isSilent || caller.write(bytes))
    for (const end of [caller, behind]) ends.push(end.on('error', () => {}))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEndOf('file', () => {
    server.close()
    for (const end of ends) end.destroy()
  })
  const address = server.address() as AddressInfo
  return { host: '127.0.0.1', port: address.port, user, password, database: name, ssl: false }
}

async function listener(onSaid: Parameters<typeof relayTo>[1]) {
  const database = await freshDatabase()
  const connection = await relayTo(database, onSaid)
  const db = connect(database)
  const seen = { losses: 0 }
  const listening = listenTo({ pool: db.pool, connection }, log, {
    channel: 'test_said',
    name: 'test',
    failure: 'hears nothing',
    heard: () => {},
    lost: () => void seen.losses++,
  })
  atEndOf('file', async () => {
    await listening.close()
    await db.close()
  })
  return { listening, seen }
}

test('a listener that hears nothing any more forgets what it knows within a second, and connects again', async () => {
  const { beatMs, silentMs } = hearing
  assert.ok((Math.floor(silentMs / beatMs) + 1) * beatMs < 1_000)
  let connections = 0
  let beats = 0
  const { listening, seen } = await listener((said, silence) => {
    if (said.includes('listen test_said')) connections++
    if (connections === 1 && said.includes('pg_notify') && ++beats === 2) silence()
  })
  await listening.ready()
  assert.deepEqual([listening.live, seen.losses], [true, 1])
  // Lost, and there again.
  await eventually(
    async () => seen.losses,
    (losses) => losses === 3,
  )
  assert.deepEqual([listening.live, connections], [true, 2])
})

test('a connection that answers nothing from the moment at which it is to listen is given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const asked = Promise.withResolvers<void>()
  const { listening, seen } = await listener((said, silence) => {
    if (!said.includes('listen test_said')) return
    silence()
    asked.resolve()
  })
  let isReady = false
  void listening.ready().then(() => (isReady = true))
  await asked.promise
  assert.deepEqual([isReady, seen.losses], [false, 0])
  t.mock.timers.tick(5_000)
  await setImmediate()
  assert.deepEqual([isReady, listening.live, seen.losses], [true, false, 1])
})
