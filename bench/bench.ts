/**
 * `npm run bench`: measures the promises about speed and size, on this machine, now.
 *
 *   list    GET /api/pulses, 25 of 10,000, under an organisation's token
 *   token   POST /oauth/token, client credentials, one durable row each; beside it a peer that keeps them in memory
 *   answer  POST /r/{token}, anonymous, two questions, every link used once
 *   alone   the same by one caller, who waits for nobody
 *   burst   5,000 people answer one collection over 64 connections; then the acknowledged answers are counted
 *   paging  page 400 of a list beside its page 1
 *   asking  opening for 50,000 people, their e-mails, reads meanwhile
 *   start   first and second start until /readyz says 200, memory after idling
 *
 * `npm run bench -- quality --data DIR` measures the insights instead (quality/quality.ts).
 *
 * Ours, the bare server (bare.ts) and the load are processes of their own over loopback; both servers share one embedded
 * PostgreSQL, durable as always. They are measured in turns, round by round; figures are medians over rounds.
 *
 *   --json          one JSON object on standard output and nothing else
 *   --quick         fewer and shorter rounds: an impression, not a result
 *   --smoke         the smallest size that runs everything: whether it works (smoke.ts)
 *   --only a,b      these rows
 *   --profile DIR   leaves a V8 CPU profile of our server in DIR
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { askingRow } from './asking.ts'
import { burstRow, seedBurst } from './burst.ts'
import { type Result, rowOf, tableOf } from './figures.ts'
import { end, endAll, loader, program, sonde } from './processes.ts'
import { answerRow, listRow, pagingRow, type Run, startRow, tokenRow } from './rows.ts'
import { isSmoke } from './size.ts'
import { seedLinks, seedOrganisation, seedPulses, shareKeys } from './seed.ts'
import { answerStatements, listStatement, tokenStatement } from './statements.ts'

const names = ['list', 'token', 'answer', 'alone', 'burst', 'paging', 'asking', 'start'] as const
type Name = (typeof names)[number]

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})
const wanted = new Set((flags.only?.split(',') ?? names) as Name[])
for (const name of wanted) {
  if (names.includes(name)) continue
  console.error(`--only takes some of ${names.join(',')}`)
  process.exit(2)
}

/** Somewhat more callers than the pool's 10 connections, to keep them busy. */
const connections = 16

/** Many short rounds instead of few long ones, so that other load on the machine affects both sides alike. */
const pace = isSmoke
  ? { rounds: 1, roundMs: 100, warmUpCount: 200, linksOfServer: 400 }
  : flags.quick
    ? { rounds: 7, roundMs: 200, warmUpCount: 4_000, linksOfServer: 4_000 }
    : { rounds: 21, roundMs: 450, warmUpCount: 8_000, linksOfServer: 20_000 }
const burst = isSmoke
  ? { rounds: 1, people: 200 }
  : flags.quick
    ? { rounds: 2, people: 2_000 }
    : { rounds: 5, people: 5_000 }

const say = (text: string): void => void (flags.json || console.error(text))

const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
let leave = async (): Promise<void> => {}
let cleaning: Promise<void> | undefined
const clean = (): Promise<void> =>
  (cleaning ??= (async () => {
    await endAll()
    await leave()
    await rm(folder, { recursive: true, force: true })
  })())

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void clean().finally(() => process.exit(130)))

async function compared(results: Result[]): Promise<void> {
  const dataDir = join(folder, 'data')
  say('preparing: database, servers, 10,000 pulses')
  const embedded = await startEmbeddedPostgres({ dataDir })
  const connection = { ...embedded.connection, ssl: false as const }
  const db = connect(connection, { connections: 2 })
  leave = async () => {
    await db.close()
    await embedded.stop()
  }
  const ours = await sonde(dataDir, { profileDir: flags.profile })
  await shareKeys(db, dataDir)
  const seeded = await seedOrganisation(db)
  if (wanted.has('list') || wanted.has('paging')) await seedPulses(db, seeded)
  const linksOf = (row: Name): Promise<string[]> =>
    wanted.has(row) ? seedLinks(db, seeded, ours.url, 2 * pace.linksOfServer) : Promise.resolve([])
  const links = await linksOf('answer')
  const linksAlone = await linksOf('alone')
  const list = await listStatement(seeded, 25)
  const token = await tokenStatement(seeded)
  const bursts = wanted.has('burst') ? await seedBurst(db, seeded, ours.url, burst) : []
  const live = [links, linksAlone, bursts[0]?.links ?? []].find(({ length }) => length > 0) ?? []
  const answer = live.length > 0 ? await answerStatements(db, live) : null
  const bare = await program('bare.ts', { connection, list, token, answer })
  const run: Run = { ...pace, connections, ours, bare, loader: loader(), seeded, say }

  if (wanted.has('list')) results.push(await listRow(run))
  if (wanted.has('token')) {
    const peer = await program('peer.ts', { clientId: seeded.clientId, clientSecret: seeded.clientSecret })
    results.push(await tokenRow(run, peer))
    await end(peer.child)
  }
  if (wanted.has('answer')) results.push(await answerRow(run, links))
  if (wanted.has('alone')) results.push(await answerRow({ ...run, connections: 1 }, linksAlone))
  if (wanted.has('burst')) results.push(await burstRow(run, db, bursts))
  if (wanted.has('paging')) results.push(await pagingRow(run))
  await endAll()
  await leave()
  leave = async () => {}
}

async function measureAsking(): Promise<Result> {
  const dataDir = join(folder, 'asking')
  const embedded = await startEmbeddedPostgres({ dataDir })
  const db = connect({ ...embedded.connection, ssl: false }, { connections: 2 })
  leave = async () => {
    await db.close()
    await embedded.stop()
  }
  const row = await askingRow(db, dataDir, { quick: flags.quick, say })
  await leave()
  leave = async () => {}
  return row
}

try {
  const results: Result[] = []
  if (['list', 'token', 'answer', 'alone', 'burst', 'paging'].some((name) => wanted.has(name as Name)))
    await compared(results)
  if (wanted.has('asking')) results.push(await measureAsking())
  if (wanted.has('start')) results.push(await startRow(folder, flags.quick || isSmoke ? 1 : 3, say))
  console.log(flags.json ? JSON.stringify({ rows: results.map(rowOf) }) : tableOf(results))
} catch (error) {
  if (!cleaning) console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await clean()
}
