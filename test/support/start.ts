/**
 * A running Sonde for tests: real PostgreSQL (embedded, or DATABASE_URL's server), real HTTP on loopback.
 *
 *   const { api, organisation, clock } = await start()
 *
 * One server process serves the whole run. `start()` shares one application and gives every test an organisation of its
 * own; `start({ at })` gives it a database of its own and a clock turned by hand.
 */
import { after } from 'node:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { type App, createApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { connect, type Db, startChecking } from '../../src/db/db.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'

// A shape that does not match its statement fails the first test that runs it.
startChecking()

export const log = pino({ level: process.env.SONDE_LOG_LEVEL ?? 'silent' })

type Server = { connection: pg.ClientConfig; folder: string; stop(): Promise<void> }

let server: Promise<Server> | undefined

/** The PostgreSQL server of this run, with a migrated template database. */
export const postgres = (): Promise<Server> => (server ??= startServer())

async function startServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-test-'))
  const url = process.env.DATABASE_URL
  const embedded = url
    ? undefined
    : await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off', max_connections: '400' } })
  const connection: pg.ClientConfig = embedded ? embedded.connection : { connectionString: url }
  const template = await createDatabase(connection, templateName)
  const db = connect(template)
  await migrate(db)
  await db.close()
  return {
    connection,
    folder,
    stop: async () => {
      await dropDatabases(connection)
      await embedded?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const run = `sonde_test_${process.pid}`
const templateName = `${run}_template`
let databases = 0

async function createDatabase(
  connection: pg.ClientConfig,
  name: string,
  template?: string,
): Promise<pg.ClientConfig> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`create database ${name}${template ? ` template ${template}` : ''}`)
  await client.end()
  return inDatabase(connection, name)
}

function inDatabase(connection: pg.ClientConfig, name: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}

async function dropDatabases(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`${run}\\_%`],
  )
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  await client.end()
}

/** An empty, migrated database of its own. */
export async function freshDatabase(): Promise<pg.ClientConfig> {
  const { connection } = await postgres()
  return createDatabase(connection, `${run}_${++databases}`, templateName)
}

/** A clock that stands until a test turns it. */
export function handClock(at: string | Date) {
  let now = new Date(at)
  return {
    now: () => now,
    set: (to: string | Date) => void (now = new Date(to)),
    advance: (ms: number) => void (now = new Date(now.getTime() + ms)),
  }
}

export type HandClock = ReturnType<typeof handClock>

export type Running = {
  app: App
  db: Db
  url: string
  clock: HandClock | null
  outbox: string
  stop(): Promise<void>
}

type StartOptions = {
  /** A clock turned by hand, in a database of its own; due work runs when the test says `settle()`. */
  at?: string
  env?: Record<string, string>
  /** Join the database of another running application: a second node, with an outbox of its own. */
  database?: pg.ClientConfig
  /** Instead of silence. */
  log?: Logger
}

const stops: (() => Promise<void>)[] = []
let nodes = 0

export async function startApp(options: StartOptions = {}): Promise<Running> {
  const { folder } = await postgres()
  const connection = options.database ?? (await freshDatabase())
  const db = connect(connection)
  const dataDir = join(folder, `data-${++nodes}`)
  const outbox = join(dataDir, 'outbox')
  const config: Config = {
    ...readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off', ...options.env }),
    dataDir,
  }
  const clock = options.at ? handClock(options.at) : null
  const app = await createApp({
    config,
    db,
    log: options.log ?? log,
    ...(clock && { clock }),
    worker: clock ? 'by hand' : 'running',
  })
  const url = await app.listen()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= app.close().then(() => db.close()))
  stops.push(stop)
  return { app, db, url, clock, outbox, stop }
}

let shared: Promise<Running> | undefined

export const sharedApp = (): Promise<Running> => (shared ??= startApp())

after(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await (await server)?.stop()
})
