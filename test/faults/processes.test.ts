/** Several processes on one database, and a database that ends their connections. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { getPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { atEndOf } from '../support/endings.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { connect, many, run, sql } from '../../src/db/db.ts'
import { int8, shapeOf } from '../../src/db/shape.ts'
import { events as eventsTable } from '../../src/db/tables.ts'
import { migrate } from '../../src/db/migrate.ts'
import { newFlow } from '../support/oauth-flow.ts'
import { postgres, type Running, startApp } from '../support/start.ts'
import { client, eventually, links, newWorld, pulseDraft } from '../support/world.ts'
import { hangMs } from '../support/cpu.ts'

const command = fileURLToPath(new URL('../../bin/sonde', import.meta.url))

/** A connection that belongs to no application. */
async function administrator<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(postgres().connection)
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

async function emptyDatabase(name: string): Promise<pg.ClientConfig> {
  await administrator((admin) => admin.query(`create database ${name}`))
  atEndOf('file', () => administrator((admin) => admin.query(`drop database if exists ${name} with (force)`)))
  return { ...postgres().connection, database: name }
}

function urlOf({ connectionString, ...it }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  const url = new URL(`postgres://localhost/${it.database}`)
  url.username = it.user!
  url.password = String(it.password)
  url.searchParams.set('host', it.host!)
  url.searchParams.set('port', String(it.port))
  return url.href
}

test('three processes can migrate an empty database at once', async () => {
  const connection = await emptyDatabase(`sonde_migrated_${process.pid}`)
  const env = { PATH: process.env.PATH, DATABASE_URL: urlOf(connection) }
  const told = await Promise.all(
    Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, [command, 'migrate'], { env })),
  )
  for (const { stdout } of told) assert.match(stdout, /up to date/)
  const db = connect(connection)
  try {
    assert.deepEqual(await migrate(db), [], 'nothing is left to do')
    // Their queues are made at the first start.
    const nodes = await Promise.all([1, 2, 3].map(() => startApp({ database: connection })))
    await Promise.all(nodes.map((node) => node.stop()))
  } finally {
    await db.close()
  }
})

test('a worker comes after requests where both want the processor', async () => {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: urlOf(await emptyDatabase(`sonde_worker_${process.pid}`)),
  }
  const worker = spawn(process.execPath, [command, 'worker'], {
    env: { ...env, SONDE_BASE_URL: 'http://localhost:4000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(worker, 'exit')
  for await (const line of createInterface(worker.stdout)) if (line.startsWith('A worker of')) break
  assert.equal(getPriority(worker.pid), Math.min(19, getPriority() + 5))
  worker.kill()
  assert.deepEqual(await exit, [0, null])
})

const outboxOf = async ({ outbox }: Running): Promise<string[]> =>
  (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.json'))

test('two nodes open, send, close and analyse each pulse once', async () => {
  const first = await startApp()
  const second = await startApp({ database: first.db.connection })
  const world = await newWorld({ running: first })
  const user = await world.user()
  const team = await world.team('Everyone', 15)
  const pulses = 8
  const paths: string[] = []
  for (let i = 0; i < pulses; i++) {
    const { body } = await user.post('/api/pulses', pulseDraft([team.id], { channels: ['email', 'link'] }))
    paths.push(`/api/pulses/${body.id}`)
  }
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  const [opens_at, closes_at] = [inHours(1), inHours(2)]
  for (const path of paths) {
    assert.equal((await user.patch(path, { closes_at })).status, 200)
    assert.equal((await user.post(`${path}/schedule`, { opens_at })).status, 200)
  }
  // The hour comes for all at once, when everything is ready: both nodes look.
  await run(first.db.tx, sql`update pulses set opens_at = now()`)
  const onSecond = client(second.url, user.token)
  for (const path of paths) {
    await eventually(
      () => onSecond.get(path),
      ({ body }) => body.state === 'open',
      hangMs,
    )
    for (const [index, { url }] of (await links(onSecond, path)).entries()) {
      const node = index % 2 === 0 ? first : second
      const answers = [{ question_id: 'calm', value: 1 + (index % 5) }]
      const reply = await client(node.url).post(new URL(url).pathname, { answers })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
    }
  }
  // Before the close, which deletes them.
  const messages = await eventually(
    async () => [...(await outboxOf(first)), ...(await outboxOf(second))],
    (sent) => sent.length >= pulses * 15,
    hangMs,
  )
  await run(first.db.tx, sql`update pulses set closes_at = now()`)
  await run(first.db.tx, sql`update collections set closes_at = now()`)
  for (const path of paths) {
    const { body } = await eventually(
      () => user.get(`${path}/results`),
      (reply) => reply.body.results_status === 'available',
      hangMs,
    )
    // Of fifteen who all answered, one answer is left out at random.
    assert.equal(body.questions[0].n, 14)
  }
  const events = await many(
    first.db.tx,
    shapeOf(eventsTable, ['type'], { count: int8, pulses: int8 }),
    sql`
      select type, count(*) as count, count(distinct payload ->> 'pulse_id') as pulses
      from events
      where type in ('pulse.opened', 'pulse.closed', 'insight.ready')
      group by type`,
  )
  assert.equal(events.length, 3)
  for (const { count, pulses: distinct } of events) assert.deepEqual([count, distinct], [pulses, pulses])
  assert.equal(messages.length, pulses * 15)
  assert.equal(new Set(messages).size, messages.length, 'no message was sent by both')
  await second.stop()
})

test('an application revoked on one node is refused by the other soon after', async () => {
  const flow = await newFlow()
  const second = await startApp({ database: flow.db.connection, env: flow.idp.env })
  const other = await flow.register({ name: 'To be revoked' })
  const { body } = await flow.token({
    grant_type: 'client_credentials',
    client_id: other.client_id,
    client_secret: other.client_secret,
  })
  for (let i = 0; i < 3; i++) assert.ok(await flow.works(body.access_token, second.url))
  const admin = await flow.session()
  assert.equal((await admin.post(`/api/applications/${other.id}/revoke`)).status, 200)
  assert.equal(await flow.works(body.access_token), false, 'on its own node at once')
  await eventually(
    () => flow.works(body.access_token, second.url),
    (works) => !works,
    hangMs,
  )
  await second.stop()
})

/** Ends every session of an application's database, as a restart or a failover does. @returns how many */
const hangUp = async ({ db }: Running): Promise<number> => {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  return administrator(async (admin) => {
    const ended = await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [rows[0].name],
    )
    return ended.rowCount!
  })
}

test('a database that ends its connections causes 503s for a moment, no 500, and ends no process', async () => {
  // A slow mail server keeps transactions open between two statements: their connections are lost in the middle.
  const mail = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => setTimeout(() => done(), 400))
    },
  })
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', () => resolve()))
  atEndOf('file', () => new Promise<void>((resolve) => mail.close(resolve)))
  const { port } = mail.server.address() as AddressInfo
  const flow = await newFlow({ env: { SONDE_SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const world = await newWorld({ running: flow.running })
  const user = await world.user({ role: 'admin' })
  const team = await world.team('Everyone', 12)
  const { body } = await user.post('/api/pulses', pulseDraft([team.id], { channels: ['email', 'link'] }))
  const path = `/api/pulses/${body.id}`
  await user.post(`${path}/open`)
  const asked = await links(user, path)

  let ending = false
  const statuses = new Map<number, number>()
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const call = async (number: number): Promise<void> => {
    for (let i = 0; !ending; i++) {
      const reply =
        number % 3 === 0
          ? await user.get(path)
          : number % 3 === 1
            ? await user.post('/api/teams', { name: `Team ${number} ${i}` })
            : await world.anyone.get(new URL(asked[number].url).pathname)
      count(reply.status)
      if (reply.status === 503) assert.ok(reply.headers.get('retry-after'), 'a 503 says when to come back')
    }
  }
  const callers = Array.from({ length: 9 }, (_, number) => call(number))
  for (let i = 0; i < 4; i++) {
    await sleep(300)
    assert.ok((await hangUp(flow.running)) > 0)
  }
  await sleep(200)
  ending = true
  await Promise.all(callers)
  for (const status of statuses.keys())
    assert.ok([200, 201, 503].includes(status), JSON.stringify(Object.fromEntries(statuses)))
  assert.ok(statuses.get(200)! > 0 && statuses.get(201)! > 0)

  // Requests, messages, jobs and the ear for revocations are back.
  await eventually(
    () => user.get(path),
    ({ status }) => status === 200,
    hangMs,
  )
  for (const { url } of asked) {
    const answers = [{ question_id: 'calm', value: 3 }]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  await eventually(
    () => user.get(`${path}/deliveries`),
    (reply) => reply.body.deliveries.every((one: any) => one.state === 'sent'),
    hangMs,
  )
  assert.equal((await user.post(`${path}/close`)).status, 200)
  await eventually(
    () => user.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
    hangMs,
  )
  const other = await startApp({ database: flow.db.connection, env: flow.idp.env })
  const { body: token } = await flow.token({ grant_type: 'client_credentials', ...flow.credentials })
  assert.ok(await flow.works(token.access_token))
  const session = client(other.url, await flow.sessionToken())
  assert.equal((await session.post(`/api/applications/${flow.application.id}/revoke`)).status, 200)
  await eventually(
    () => flow.works(token.access_token),
    (works) => !works,
    hangMs,
  )
  await other.stop()
})
