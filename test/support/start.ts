/**
 * A running Sonde for tests: real PostgreSQL (embedded, or DATABASE_URL's server), real HTTP on loopback.
 *
 *   const { api, organisation, clock } = await start()
 *
 * The runner starts one database server for the whole run. `sharedApp()` is one application for all files of a process, and
 * every test has its own organisation in it; `startApp({ at })` has its own database and a clock turned by hand,
 * and ends with the file that started it.
 */
import { join } from 'node:path'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import { type App, createApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { connect, type Db, startChecking } from '../../src/db/db.ts'
import { atEndOf } from './endings.ts'
import { copyTemplate, createEmpty, type TestServer } from './server.ts'

// A shape that does not match its statement fails the first test that runs it.
startChecking()

export const log = pino({ level: process.env.SONDE_LOG_LEVEL ?? 'silent' })

/** The PostgreSQL server of this run. */
export function postgres(): TestServer {
  const server = process.env.SONDE_TEST_SERVER
  if (!server) throw new Error('Tests are run by tools/run-tests.ts: npm test -- FILE')
  return JSON.parse(server) as TestServer
}

let databases = 0

const nameOfNext = ({ prefix }: TestServer): string => `${prefix}_${process.pid}_${++databases}`

/** An empty, migrated database of its own. */
export async function freshDatabase(): Promise<pg.ClientConfig> {
  const server = postgres()
  return copyTemplate(server, nameOfNext(server))
}

/** A database of its own that nobody has migrated. */
export async function emptyDatabase(): Promise<pg.ClientConfig> {
  const server = postgres()
  return createEmpty(server, nameOfNext(server))
}

/** A clock that a test turns by hand. */
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

export type StartOptions = {
  /** A clock turned by hand, in its own database; due work runs when the test says `settle()`. */
  at?: string
  env?: Record<string, string>
  /** Join the database of another running application: a second node, with its own outbox. */
  database?: pg.ClientConfig
  /** The log; by default there is none. */
  log?: Logger
  /** Shared by several files: it ends with the process. */
  shared?: boolean
}

/** Where the keys of a test database's anonymous collections are. */
export function keysFolderOf({ database, connectionString }: pg.ClientConfig): string {
  const name = database ?? URL.parse(connectionString ?? '')?.pathname.slice(1)
  if (!name) throw new Error('a connection of a test names its database')
  return join(postgres().folder, 'keys', name)
}

let nodes = 0

export async function startApp(options: StartOptions = {}): Promise<Running> {
  const { folder } = postgres()
  const connection = options.database ?? (await freshDatabase())
  const db = connect(connection)
  const dataDir = join(folder, `data-${process.pid}-${++nodes}`)
  const outbox = join(dataDir, 'outbox')
  const config: Config = {
    ...readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off', ...options.env }),
    dataDir,
    // Every node of a database shares its keys.
    ...(options.env?.SONDE_KEY_STORE === undefined && {
      keyStore: { kind: 'directory', folder: keysFolderOf(connection) },
    }),
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
  atEndOf(options.shared ? 'process' : 'file', stop)
  return { app, db, url, clock, outbox, stop }
}

/** The path of the metrics with its key, as it is printed at the start; without one where a token is set. */
export function metricsPathOf({ app }: Running): string {
  const address = app.metricsAddress()
  return address === null ? '/metrics' : address.slice(new URL(address).origin.length)
}

let shared: Promise<Running> | undefined

/**
 * A promise of its own for each caller: after awaiting one that was made for another file, node:test takes the tests that follow for tests of no
 * file (tools/tests/worker.ts).
 */
export const sharedApp = async (): Promise<Running> => (shared ??= startApp({ shared: true }))
