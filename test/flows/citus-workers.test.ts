/**
 * What is asked for one organisation goes to the worker that has its rows, and to no other, so a worker that is stopped stops its own organisations
 * alone. Needs a cluster, as test/flows/citus.test.ts does:
 *
 *   SONDE_TEST_CITUS=FOLDER npm test -- test/flows/citus-workers.test.ts
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '../../src/db/db.ts'
import { createDivided, query, stopServer } from '../support/cluster.ts'
import { answered, cluster, pulseOfAll, serviceOn, withoutCitus } from '../support/divided.ts'
import {
  type Asked,
  askedIn,
  attempt,
  issuer,
  patienceMs,
  type Request,
  requestsOf,
} from '../support/divided-requests.ts'
import { messagesIn } from '../support/outbox.ts'
import { type Running, startApp } from '../support/start.ts'
import { client, eventually, links } from '../support/world.ts'

const skip = withoutCitus('one worker of Citus alone')

type Remote = { port: number; statement: string }

/** Fills a list with the workers that statements of the service ask. Connections of a database with citus.log_remote_commands tell them. */
function remoteOf({ pool, named }: Db): Remote[] {
  const remote: Remote[] = []
  const known = new WeakSet<pg.PoolClient>()
  const listen = (connection: pg.PoolClient): void => {
    if (known.has(connection)) return
    known.add(connection)
    let statement = ''
    const send = connection.query.bind(connection) as (...sent: unknown[]) => unknown
    const sending = (...sent: unknown[]): unknown => {
      const [what] = sent
      statement = typeof what === 'string' ? what : (what as pg.QueryConfig).text
      return send(...sent)
    }
    connection.query = sending as typeof connection.query
    connection.on('notice', ({ message = '', detail = '' }) => {
      const [, port] = /^on server \S+:(\d+) /.exec(detail) ?? []
      if (port && message.startsWith('issuing ')) remote.push({ port: Number(port), statement })
    })
  }
  for (const one of [pool, named]) one.on('acquire', listen)
  return remote
}

/** Every second, for requests of all organisations together; and the end of a transaction, whose statements are told as well. */
const isOfLogOrEnd = ({ statement }: Remote): boolean =>
  /insert into api_(?:requests|usage)|update grants g\s+set last_used_at|^(?:commit|rollback)$/i.test(
    statement.trim(),
  )

test('requests of an organisation ask the worker that has its rows, and no other', { skip }, async () => {
  const address = await createDivided(await cluster(), 'sonde_asked')
  await query(address, 'alter database sonde_asked set citus.log_remote_commands = on')
  const { env } = await issuer()
  // Its work is done when the test says so: it would ask meanwhile.
  const running = await startApp({
    at: new Date().toISOString(),
    env,
    database: { connectionString: address },
  })
  const asked = await askedIn(running)
  const remote = remoteOf(running.db)
  await running.db.pool.query('select count(*) from organisations')
  assert.equal(new Set(remote.map(({ port }) => port)).size, 2, 'what asks all workers is seen')
  const elsewhere: string[] = []
  const code = await asked.tokens.code()
  const redeeming: Request = [200, 'a code is redeemed', () => asked.tokens.redeem(code)]
  for (const [status, what, ask] of [redeeming, ...requestsOf(asked, 0)]) {
    remote.length = 0
    assert.equal((await ask()).status, status, what)
    assert.ok(
      remote.some(({ port }) => port === asked.worker),
      `${what} asks its worker`,
    )
    for (const one of remote)
      if (one.port !== asked.worker && !isOfLogOrEnd(one)) elsewhere.push(`${what}: ${one.statement}`)
  }
  assert.deepEqual(elsewhere, [])
})

/** What was scheduled opens by the clock, reaches its people by e-mail, closes with the last answer and is analysed. */
async function assertLived({ world, user, scheduled }: Asked): Promise<void> {
  const stateIs = (state: string) =>
    eventually(
      () => user.get(scheduled),
      ({ body }) => body.state === state,
      patienceMs,
    )
  await stateIs('open')
  const all = await links(user, scheduled)
  const paths = all.map(({ url }) => new URL(url).pathname)
  const mailed = async (): Promise<string> => JSON.stringify(await messagesIn(world.running.outbox))
  await eventually(mailed, (mails) => paths.every((path) => mails.includes(path)), patienceMs)
  for (const path of paths) assert.equal((await world.anyone.post(path, answered)).status, 201)
  await stateIs('closed')
  const { body } = await eventually(
    () => user.get(`${scheduled}/results`),
    (reply) => reply.body.results_status === 'available',
    patienceMs,
  )
  assert.equal(body.response_summary.responded, 12)
}

/** Organisations on both workers. */
async function askedOnBoth(running: Running): Promise<Asked[]> {
  const asked: Asked[] = []
  while (new Set(asked.map(({ worker }) => worker)).size < 2 || asked.length < 4)
    asked.push(await askedIn(running))
  return asked
}

test(
  'a worker that is stopped stops its organisations alone, and their work goes on when it is back',
  { skip },
  async () => {
    const service = await serviceOn('sonde_workers', { env: (await issuer()).env })
    const address = service.db.connection.connectionString!
    const asked = await askedOnBoth(service)
    const lost = asked[0].worker
    const [stopped, running] = [true, false].map((is) =>
      asked.filter(({ worker }) => (worker === lost) === is),
    )
    const began = Date.now()
    const byMail = {
      channels: ['email', 'link'],
      confidentiality: { mode: 'attributed' },
      auto_close: true,
    }
    for (const one of asked) one.scheduled = await pulseOfAll(one.user, byMail)
    // Where all of this takes long, they open later, so that the worker is stopped before.
    const opensAt = new Date(Date.now() + Math.max(8_000, 3 * (Date.now() - began)))
    for (const { user, scheduled } of asked) {
      const { status, body } = await user.post(`${scheduled}/schedule`, { opens_at: opensAt.toISOString() })
      assert.equal(status, 200, JSON.stringify(body))
    }
    const startAgain = await stopServer(address, lost)

    for (let round = 0; round < 5; round++) {
      for (const one of running) await assertWell(one, round)
      for (const one of stopped)
        for (const [, what, ask] of requestsOf(one, round)) {
          const { status } = await ask()
          assert.ok(status >= 500, `${what}: ${status} says more than is known`)
        }
      // Longer than a token is remembered without asking.
      await sleep(1_500)
    }

    for (const one of running) await assertLogged(one)
    for (const one of running) await assertLived(one)
    const startedMeanwhile = await startApp({
      database: { connectionString: address },
      env: { SONDE_ROLE: 'api' },
    })
    for (const { url } of [startedMeanwhile, running[0].world]) {
      assert.equal((await client(url).get('/readyz')).status, 200)
      assert.equal((await client(url).get(running[0].links[0])).status, 200)
    }

    await startAgain()
    for (const one of stopped) await assertLived(one)
    for (const one of stopped) await assertWell(one, 5)
    for (const { world, links: paths } of asked) {
      const { body } = await world.anyone.get(paths[1], { 'sonde-attempt': attempt })
      assert.deepEqual(body.saved.answers, answered.answers)
    }
  },
)

/** Each round has one of these requests. */
async function assertLogged({ inPerson, world: { application } }: Asked): Promise<void> {
  await eventually(
    () => inPerson(`/api/applications/${application.id}/requests?operation=listEvents`),
    ({ body }) => body.requests.length === 5,
    patienceMs,
  )
}

async function assertWell(asked: Asked, round: number): Promise<void> {
  for (const [status, what, ask] of requestsOf(asked, round)) assert.equal((await ask()).status, status, what)
}
