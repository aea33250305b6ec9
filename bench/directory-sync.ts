/**
 * `node bench/directory-sync.ts`: a directory of 10,000 people and 500 groups, synced by the requests of Entra and then, in another
 * organisation, by those of Okta; each twice, one request at a time. Statistics are made every five seconds, where the service makes them every
 * minute: a provider may send 30 requests a second, and sends more here.
 *
 * The second sync changes nothing: no row of the directory and of what the provider sent is written, no entry of the audit log, no event. In
 * parts of many requests the last tenth takes at most 1.5 times as long as the first, in processor time of this process and of its
 * connections to the database together, where /proc tells it: what else the machine does is no part of it. The process, in which the provider is as well, has
 * at most 200 MB more than before the first request.
 *
 *   --people 2000 --groups 100   another size
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { connect, only, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { int8, shape } from '../src/db/shape.ts'
import { newId, newSecret, sha256 } from '../src/ids.ts'
import { exchange } from '../test/support/exchange.ts'
import { type Directory, entra, okta, type Part, type Send, type Sync } from './directory-providers.ts'
import { connectionSeconds, isProcessorTimeKnown } from './processor-time.ts'
import { seedOrganisation } from './seed.ts'
import { judge, size } from './size.ts'

const { values: flags } = parseArgs({
  options: { people: { type: 'string' }, groups: { type: 'string' }, smoke: { type: 'boolean' } },
})

const directory: Directory = {
  people: Number(flags.people ?? size(10_000, 60)),
  groups: Number(flags.groups ?? size(500, 6)),
}
/** Synced before anything is measured, so that code and connections are warm. */
const rehearsal: Directory = { people: size(400, 20), groups: size(20, 2) }
/** Parts of fewer steps have no ratio. */
const stepsMin = size(100, 10)
const limit = { ratio: 1.5, megabytes: 200 }

const dataDir = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: { autovacuum_naptime: '5s', fsync: 'off' },
})
const db = connect({ ...postgres.connection, ssl: false }, { connections: 4 })
await migrate(db)
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }
const config = readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off', SONDE_DATA_DIR: dataDir })
const app = await createApp({ config, db, log: pino({ level: 'silent' }), clock, worker: 'by hand' })
const url = await app.listen()

const seconds = isProcessorTimeKnown ? connectionSeconds(dataDir) : () => performance.now() / 1000

/** A new organisation whose connection is on. @returns the token of its provider */
async function newConnection(): Promise<string> {
  const { organisationId } = await seedOrganisation(db)
  const token = newSecret('scim', organisationId)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + 86_400_000)
  await run(
    db.tx,
    sql`
      insert into directory_syncs (organisation_id, state, created_at, updated_at)
      values (${organisationId}, 'on', ${now}, ${now})`,
  )
  await run(
    db.tx,
    sql`
      insert into directory_sync_tokens (organisation_id, id, token_sha256, created_by, created_at, expires_at)
      values (${organisationId}, ${newId('syncToken')}, ${sha256(token)}, 'bench', ${now}, ${expiresAt})`,
  )
  return token
}

let requests = 0

const senderWith = (token: string): Send => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/scim+json',
    accept: 'application/scim+json',
  }
  return async (method, path, body) => {
    requests++
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const { status, text } = await exchange(`${url}/scim/v2${path}`, sent)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

const countRow = shape({ count: int8 })

const transactionNow = async (): Promise<number> =>
  (await only(db.tx, countRow, sql`select txid_current() as count`)).count

/** Rows that were written since a transaction, and are there: a row that is only locked keeps its xmin. */
async function writtenSince(transaction: number) {
  const rows = async (...tables: ReturnType<typeof sql>[]): Promise<number> => {
    let sum = 0
    for (const table of tables)
      sum += (
        await only(
          db.tx,
          countRow,
          sql`select count(*) as count from ${table} where xmin::text::bigint >= ${transaction}`,
        )
      ).count
    return sum
  }
  return {
    directory: await rows(sql`members`, sql`teams`, sql`memberships`),
    received: await rows(sql`synced_users`, sql`synced_groups`, sql`synced_memberships`),
    entries: await rows(sql`audit_events`),
    events: await rows(sql`events`),
  }
}

/** What came in is over, and told. */
async function settle(): Promise<void> {
  ahead += 301_000
  await app.due.settle()
}

async function playPart({ name, steps, step }: Part, label: string | null): Promise<void> {
  const tenth = Math.max(1, Math.floor(steps / 10))
  const before = requests
  const began = seconds()
  let afterFirst = began
  let beforeLast = began
  for (let at = 0; at < steps; at++) {
    if (at === steps - tenth) beforeLast = seconds()
    await step(at)
    if (at === tenth - 1) afterFirst = seconds()
  }
  const ended = seconds()
  if (label === null) return
  const sent = requests - before
  const each = `${(((ended - began) * 1000) / sent).toFixed(1)} ms each`
  const ratio = (ended - beforeLast) / (afterFirst - began)
  const isMany = steps >= stepsMin
  console.log(
    `${label}, ${name}: ${sent} requests, ${each}${isMany ? `, last tenth against first ratio ${ratio.toFixed(2)}` : ''}`,
  )
  judge(isMany && ratio > limit.ratio)
}

async function playSync({ first, second }: Sync, vendor: string): Promise<void> {
  const before = requests
  for (const part of first) await playPart(part, `${vendor}, first sync`)
  await settle()
  const transaction = await transactionNow()
  for (const part of second) await playPart(part, `${vendor}, second sync`)
  await settle()
  const written = await writtenSince(transaction)
  const changes = Object.values(written).reduce((sum, count) => sum + count, 0)
  console.log(`${vendor}: ${requests - before} requests, changes written in the second sync: ${changes}`)
  if (changes > 0) console.log(JSON.stringify(written))
  if (changes > 0) process.exitCode = 1
}

try {
  const idle = process.memoryUsage.rss()
  let most = idle
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
  for (const vendor of [entra, okta]) {
    const { first, second } = vendor(senderWith(await newConnection()), rehearsal)
    for (const part of [...first, ...second]) await playPart(part, null)
  }
  await playSync(entra(senderWith(await newConnection()), directory), 'Entra')
  await playSync(okta(senderWith(await newConnection()), directory), 'Okta')
  clearInterval(looking)
  const grown = (most - idle) / 1_000_000
  console.log(`memory over idle: ${grown.toFixed(0)} MB`)
  judge(grown > limit.megabytes)
} finally {
  await app.close()
  await db.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
