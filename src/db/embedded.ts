/**
 * The embedded database: a real PostgreSQL, for a service without DATABASE_URL. It listens on a Unix socket only, with a random password,
 * and keeps everything in the data folder (cluster.ts has the layout).
 *
 * There is one server for each data folder, shared by the processes that use it (the service and the command line). The last one to leave
 * stops it; a killed process leaves too, because its hold on `postgres.users` ends with it. When no process was left to stop the server,
 * it goes on running and the next start adopts it.
 *
 * As root the server runs under another account (embedded-account.ts), which may not be able to enter a checkout under /root: the data
 * stays in its folder all the same (passFolder in cluster.ts), only the programs are copied to /var/cache (embedded-binaries.ts). No
 * folder above the data folder is ever changed.
 *
 * Starting and stopping happen under `postgres.lock`, one process at a time. A start trusts what the socket answers
 * before it trusts process ids: a server in another container that shares the folder has no process id here.
 */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, makeCluster, openDataDir, readCredentials } from './cluster.ts'
import { type Account, serverAccount } from './embedded-account.ts'
import { findBinaries, isInstalled } from './embedded-binaries.ts'
import { type Answer, ask, type Connection, socketFolder } from './embedded-socket.ts'
import { launch } from './postmaster-launch.ts'
import { isOurs, runningPostmaster, signalPostmaster, stopPostmaster } from './postmaster.ts'
import { ifUnlocked, type SharedHold, sharedHold, whileLocked } from './process-lock.ts'

export type EmbeddedPostgres = {
  /** host: the folder of the socket */
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** The server was running already: another process uses it, or none was left to stop it. */
  readonly adopted: boolean
  /** Leaves the server, and stops it when no other living process uses it. Safe to call twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** May be relative; made when missing. */
  dataDir: string
  log?: (line: string) => void
  /** More settings of the server; of no effect on one that runs already. */
  settings?: Record<string, string>
}

/** Whether there is one to start: an installation may leave it out. */
export const hasEmbeddedPostgres = isInstalled

/** Covers another process's first start on a slow disk, or its whole stop. */
const lockPatienceMs = 120_000
/** A server that recovers reports it and is worth waiting for; a silent one is not. */
const startingPatienceMs = 60_000
const silentPatienceMs = 5_000

/** @throws one sentence, fit for the operator, when the database cannot be had */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new Error('the embedded database runs on Linux and macOS: set DATABASE_URL')
  const log = options.log ?? (() => undefined)
  const cluster = openDataDir(options.dataDir)
  const users = sharedHold(cluster.users)

  return await whileLocked(cluster.lock, lockPatienceMs, async () => {
    const account = serverAccount(cluster.folder)
    const binaries = findBinaries(account, log)
    let credentials = readCredentials(cluster, binaries)
    const adopted =
      credentials !== null && (await adopt(cluster, connectionTo(cluster, credentials, account), users, log))
    if (!credentials) {
      log(`making the database in ${cluster.folder}`)
      credentials = await makeCluster(cluster, { binaries, account })
    }
    const connection = connectionTo(cluster, credentials, account)
    if (!adopted) await launch(cluster, { binaries, account, connection, settings: options.settings ?? {} })
    try {
      await makeDatabase(connection)
    } catch (error) {
      if (!adopted) await stopPostmaster(cluster)
      throw error
    }
    users.take()
    log(
      adopted
        ? `using the database that runs in ${cluster.folder}`
        : `started the database in ${cluster.folder}`,
    )
    return { connection, adopted, stop: leaver(cluster, users, log) }
  })
}

const connectionTo = (
  cluster: Cluster,
  credentials: Omit<Connection, 'host'>,
  account: Account | null,
): Connection => ({
  host: socketFolder(cluster, credentials.port, account),
  ...credentials,
})

/**
 * Whether a server runs here that answers. A server that does not answer is stopped, unless a living process uses it.
 * @throws when it neither answers nor may be stopped
 */
async function adopt(
  cluster: Cluster,
  connection: Connection,
  users: SharedHold,
  log: (line: string) => void,
): Promise<boolean> {
  const began = performance.now()
  for (;;) {
    const answer = await answerNow(cluster, connection)
    if (answer === 'ready' || answer === 'no database') return true
    const running = runningPostmaster(cluster)
    if (answer === 'absent' && !running) return false
    if (performance.now() - began > (answer === 'starting' ? startingPatienceMs : silentPatienceMs)) {
      if (!running || !users.isFree())
        throw new Error(
          `the embedded database in ${cluster.folder} is in use and does not answer: stop the processes that use it`,
        )
      log(`the database process ${running.pid} does not answer and is ended`)
      await stopPostmaster(cluster, true)
      return false
    }
    await sleep(20)
  }
}

/** Reads postmaster.pid first: connecting to a server that is starting only fills its log with refusals. */
async function answerNow(cluster: Cluster, connection: Connection): Promise<Answer> {
  const running = runningPostmaster(cluster)
  return running && !running.ready ? 'starting' : await ask(connection)
}

/** A crash may have come between making the cluster and making the database in it. */
async function makeDatabase(connection: Connection): Promise<void> {
  if ((await ask(connection)) !== 'no database') return
  const client = new pg.Client({ ...connection, database: 'postgres', ssl: false })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  } finally {
    await client.end()
  }
}

function leaver(cluster: Cluster, users: SharedHold, log: (line: string) => void): () => Promise<void> {
  const pid = runningPostmaster(cluster)?.pid
  const atExit = () => leaveAtOnce(cluster, users, pid)
  exits.add(atExit)
  let left: Promise<void> | null = null
  const leave = async () => {
    if (!existsSync(cluster.lock)) atExit()
    else
      await whileLocked(cluster.lock, lockPatienceMs, async () => {
        users.drop()
        if (!users.isFree())
          return log(`left the database in ${cluster.folder} running: another process uses it`)
        await stopPostmaster(cluster)
        log(`stopped the database in ${cluster.folder}`)
      })
    // Only now: a process that ends before this point still stops the server.
    exits.delete(atExit)
  }
  return () => (left ??= leave())
}

/**
 * For a process that ends without having called stop() (an uncaught exception, process.exit()), and for a data folder that was removed:
 * the server gets a signal and stops by itself. A process that holds the lock is starting, and will leave after us.
 */
function leaveAtOnce(cluster: Cluster, users: SharedHold, pid: number | undefined): void {
  const endIt = (signal: NodeJS.Signals) => {
    users.drop()
    if (pid !== undefined && isOurs(pid, cluster)) signalPostmaster(pid, signal)
  }
  if (!existsSync(cluster.lock)) return endIt('SIGQUIT')
  ifUnlocked(cluster.lock, () => {
    users.drop()
    if (users.isFree()) endIt('SIGINT')
  })
}

const exits = new Set<() => void>()
process.on('exit', () => {
  for (const exit of exits) exit()
})
