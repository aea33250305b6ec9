/**
 * `node bench/webhooks.ts`: many events to webhooks, in two parts, with an API process, two workers and a receiver of their own.
 *
 *   fast     a receiver that answers at once: deliveries a second, and how long reads of the API take meanwhile, against those when idle
 *   faulty   a receiver that fails a tenth of the time (500, 429, a redirect, a connection that is cut, half an answer, none at all), while the
 *            workers are killed (SIGKILL) at random instants; each event must arrive, and `seq` must give the order of those of one object
 *
 * An address gets fifty requests in a second and eight at a time, so there are 20 organisations with a webhook each. Waits between attempts
 * are five seconds and then minutes and hours: once all else has arrived, what waits is made due. The clock is the real one.
 *
 *   --seed N   the instants of the kills
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connect, type Db, run, sql, textArray } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { newId } from '../src/ids.ts'
import { quantile } from './figures.ts'
import { end, endAll, sonde } from './processes.ts'
import { type Seeded, seedOrganisation } from './seed.ts'
import { isSmoke, judge, size } from './size.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const organisations = size(20, 4)
const objects = size(50, 5)
const eventsOfPart = { fast: size(20_000, 80), faulty: size(100_000, 120) }
const kills = size(50, 2)
const probes = size(500, 10)
const rateMin = 500
const readsMax = 2
/** One in so many requests of the faulty part fails. */
const failsEvery = 10

type Taken = { id: string; seq: number; teamId: string; at: number }
type Told = {
  requests: number
  failed: number
  taken: Taken[]
  firstMs: number
  lastMs: number
  twice: number
}

if (positionals[0] === 'as-receiver') receive()
else await measure()

/** The receiver: it answers as it is told, and reports what it took since then. */
function receive(): void {
  let isFaulty = false
  let told: Told = fresh()
  const known = new Set<string>()
  const failures: ((response: ServerResponse) => unknown)[] = [
    (response) => response.writeHead(500).end(),
    (response) => response.destroy(),
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half')
      response.destroy()
    },
    (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
    // The sender gives up after its 15 seconds.
    ...size([() => {}], []),
  ]
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      told.requests++
      if (isFaulty && told.requests % failsEvery === 0) {
        told.failed++
        return failures[(told.requests / failsEvery) % failures.length](response)
      }
      const { id, seq, type, occurred_at, data } = JSON.parse(body)
      if (type !== 'webhook.test') {
        told.firstMs ||= Date.now()
        told.lastMs = Date.now()
        if (known.has(id)) told.twice++
        else told.taken.push({ id, seq, teamId: data.team_id, at: Date.parse(occurred_at) })
        known.add(id)
      }
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
  process.on('message', (order: 'fast' | 'faulty' | 'count' | 'tell') => {
    if (order === 'count') return process.send!({ count: told.taken.length })
    if (order === 'tell') return process.send!(told)
    isFaulty = order === 'faulty'
    told = fresh()
    return process.send!({})
  })
  process.on('disconnect', () => process.exit(0))
}

function fresh(): Told {
  return { requests: 0, failed: 0, taken: [], firstMs: 0, lastMs: 0, twice: 0 }
}

async function startReceiver() {
  const child = fork(fileURLToPath(import.meta.url), ['as-receiver'], { serialization: 'advanced' })
  const [{ port }] = await once(child, 'message')
  const ask = async (order: string): Promise<any> => {
    child.send(order)
    return (await once(child, 'message'))[0]
  }
  return { child, url: `http://127.0.0.1:${port}/`, ask }
}

/** A worker, as its operators start it. */
async function startWorker(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../bin/sonde-server', import.meta.url)), 'worker'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    },
  )
  await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the worker ended with ${String(code)}`)
    }),
  ])
  return child
}

type Program = { organisationId: string; token: string; webhookId: string }

async function newProgram(api: string, receiver: string, seeded: Seeded): Promise<Program> {
  const call = async (path: string, body: unknown, token?: string): Promise<any> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const { access_token: token } = await call('/oauth/token', {
    grant_type: 'client_credentials',
    client_id: seeded.clientId,
    client_secret: seeded.clientSecret,
  })
  const { id } = await call('/api/webhooks', { url: receiver, types: ['team.updated'] }, token)
  const { state } = await call(`/api/webhooks/${id}/test`, {}, token)
  if (state !== 'active') throw new Error(`the webhook is ${state}`)
  return { organisationId: seeded.organisationId, token, webhookId: id }
}

/** Writes events of all organisations in turns, some hundred a statement, as transactions that commit one after the other. */
async function write(
  db: Db,
  programs: readonly Program[],
  count: number,
  after: () => Promise<void>,
): Promise<string[]> {
  const perOrganisation = count / programs.length
  const batch = Math.min(perOrganisation, 250)
  const ids: string[] = []
  for (let from = 0; from < perOrganisation; from += batch) {
    for (const { organisationId } of programs) {
      const made = Array.from({ length: Math.min(batch, perOrganisation - from) }, () => newId('event'))
      ids.push(...made)
      await run(
        db.tx,
        sql`
          insert into events (organisation_id, id, type, payload, occurred_at)
          select ${organisationId}, id, 'team.updated', jsonb_build_object('team_id', 'tem_' || number % ${objects}),
                 clock_timestamp()
          from unnest(${textArray(made)}::text[]) with ordinality as one (id, number)`,
      )
    }
    await after()
  }
  return ids
}

/** One read of the API every 20 ms. @returns milliseconds, ascending */
async function probe(api: string, token: string, goesOn: (done: number) => boolean): Promise<number[]> {
  const took: number[] = []
  while (goesOn(took.length)) {
    const began = performance.now()
    const reply = await fetch(`${api}/api/teams?limit=25`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`a read answered ${reply.status}`)
    took.push(performance.now() - began)
    await sleep(20)
  }
  return took.toSorted((a, b) => a - b)
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function allTaken({ ask }: Receiver, count: number, meanwhile: () => Promise<void>): Promise<void> {
  for (let last = -1, still = 0; ;) {
    const { count: now } = await ask('count')
    if (now >= count) return
    still = now === last ? still + 1 : 0
    last = now
    if (still > 1_200) throw new Error(`${now} of ${count} arrived, and nothing more for minutes`)
    await meanwhile()
    await sleep(100)
  }
}

/** Pairs of one object of an organisation that `seq` puts in another order than they were written in. */
function misplaced(taken: readonly Taken[], organisationOf: ReadonlyMap<string, string>): number {
  const objectOf = ({ id, teamId }: Taken): string => `${organisationOf.get(id)} ${teamId}`
  return [...Map.groupBy(taken, objectOf).values()].reduce((all, of) => {
    const sorted = of.toSorted((a, b) => a.seq - b.seq)
    return all + sorted.filter(({ at }, place) => place > 0 && at < sorted[place - 1].at).length
  }, 0)
}

/** mulberry32 */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function p99(sorted: readonly number[]): number {
  return quantile(sorted, 0.99)
}

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const db = connect({ ...postgres.connection, ssl: false }, { connections: 2 })
  // All processes use the database of the folder.
  const env = {
    DATABASE_URL: '',
    SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes',
  }
  const receiver = await startReceiver()
  const workers: ChildProcess[] = []
  try {
    const api = await sonde(dataDir, { env: { ...env, SONDE_ROLE: 'api' } })
    const workerEnv = {
      ...process.env,
      ...env,
      SONDE_DATA_DIR: dataDir,
      SONDE_BASE_URL: api.url,
      SONDE_LOG_LEVEL: 'error',
    }
    const programs: Program[] = []
    for (let i = 0; i < organisations; i++)
      programs.push(await newProgram(api.url, receiver.url, await seedOrganisation(db)))
    const [{ token }] = programs
    await probe(api.url, token, (done) => done < probes / 5)

    const idle = await probe(api.url, token, (done) => done < probes)
    await receiver.ask('fast')
    workers.push(await startWorker(workerEnv), await startWorker(workerEnv))
    const written = write(db, programs, eventsOfPart.fast, async () => {})
    let isSending = true
    const beside = probe(api.url, token, () => isSending)
    await written
    await allTaken(receiver, eventsOfPart.fast, async () => {})
    isSending = false
    const busy = await beside
    const fast: Told = await receiver.ask('tell')
    const rate = (fast.taken.length * 1_000) / Math.max(1, fast.lastMs - fast.firstMs)
    const reads = p99(busy) / p99(idle)
    console.log(
      `fast: ${fast.taken.length} events, ${rate.toFixed(0)} deliveries/s (at least ${rateMin}); reads meanwhile p99 ` +
        `${p99(busy).toFixed(1)} ms against ${p99(idle).toFixed(1)} ms idle  ratio ${reads.toFixed(2)} (at most ${readsMax})`,
    )

    await receiver.ask('faulty')
    const random = seededRandom(Number(flags.seed))
    let killed = 0
    const killOne = async (): Promise<void> => {
      if (killed === kills) return
      await sleep(random() * size(3_000, 300))
      const place = killed++ % 2
      const gone = once(workers[place], 'exit')
      workers[place].kill('SIGKILL')
      await gone
      workers[place] = await startWorker(workerEnv)
    }
    const killing = (async () => {
      while (killed < kills) await killOne()
    })()
    const ids = await write(db, programs, eventsOfPart.faulty, () => sleep(size(2_000, 100)))
    await killing
    const organisationOf = await organisationsOf(db, ids)
    let looked = 0
    await allTaken(receiver, eventsOfPart.faulty, async () => {
      // Claims of the dead end after a minute by themselves; the long waits between attempts are cut short.
      if (++looked % size(50, 20) === 0) await makeDue(db)
    })
    const faulty: Told = await receiver.ask('tell')
    const wrong = misplaced(faulty.taken, organisationOf)
    console.log(
      `faulty: ${ids.length} events, ${faulty.requests} requests, ${faulty.failed} failed, ${killed} workers killed (seed ${flags.seed}); ` +
        `${ids.length - faulty.taken.length} lost, ${faulty.twice} more than once, ${wrong} out of order by seq`,
    )
    judge(rate < rateMin || reads > readsMax || faulty.taken.length !== ids.length || wrong > 0)
    if (faulty.taken.length !== ids.length || wrong > 0) process.exitCode = 1
  } finally {
    await Promise.all(workers.map(end))
    await endAll()
    receiver.child.disconnect()
    await db.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function organisationsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.pool.query('select id, organisation_id from events where id = any ($1)', [
    [...ids],
  ])
  return new Map(rows.map((row: { id: string; organisation_id: string }) => [row.id, row.organisation_id]))
}

/** Where nothing is due, what waits for its next attempt is. A small run does not wait for the claims of dead workers either. */
async function makeDue(db: Db): Promise<void> {
  await run(
    db.tx,
    sql`
      update webhook_deliveries
      set due_at = now(),
          claimed_until = ${size(sql`claimed_until`, sql`null`)}
      where state = 'waiting'
        and (${isSmoke} or claimed_until is null or claimed_until <= now())
        and not exists (
          select 1
          from webhook_deliveries
          where state = 'waiting'
            and due_at <= now()
            and (claimed_until is null or claimed_until <= now())
        )`,
  )
}
