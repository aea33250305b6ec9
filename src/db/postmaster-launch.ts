/**
 * Starting the embedded PostgreSQL's server, with settings for one machine.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, passFolder, serverEnvironment } from './cluster.ts'
import type { Account } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'
import { ask, type Connection, makeSocketFolder } from './embedded-socket.ts'
import { mark, runningPostmaster, stopPostmaster } from './postmaster.ts'

const pollMs = 10
const logBytes = 10 * 1024 * 1024
/** A start after a crash replays the log first: at most max_wal_size (1 GB), which took well under a minute on a laptop. */
const startMs = 60_000
/** For a laptop; durability is never traded (`settings` of the caller can). */
const laptopSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '64MB',
  // Containers often have 64 MB of /dev/shm or none: anonymous memory, and files for what parallel queries share.
  shared_memory_type: 'mmap',
  dynamic_shared_memory_type: 'mmap',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Lets a backup copy the files of the running server (base-backup.ts); nobody replicates from it.
  wal_level: 'replica',
  max_wal_senders: '2',
  max_logical_replication_workers: '0',
  autovacuum: 'on',
  jit: 'off',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements go to their sender; in a log their text would show what people wrote.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** The programs, account (null: our own), connection and settings of a server to start. */
export type LaunchOptions = {
  readonly binaries: Binaries
  readonly account: Account | null
  readonly connection: Connection
  readonly settings: Record<string, string>
}

/**
 * Starts a server and waits until it takes connections. Detached: Ctrl-C goes to a terminal's whole foreground group, and
 * the server must outlive our own orderly stop.
 * @throws with the server's last lines when it ends instead
 */
export async function launch(cluster: Cluster, options: LaunchOptions): Promise<void> {
  const { account, connection } = options
  if (connection.host !== cluster.folder) makeSocketFolder(connection.host, account)
  removeTraces(cluster, connection)
  // Processes of a server that was killed give up its shared memory within moments of noticing.
  const deadline = performance.now() + 10_000
  for (;;) {
    const ended = await launchOnce(cluster, options)
    if (ended === null) return
    if (!ended.includes('pre-existing shared memory block') || performance.now() > deadline)
      throw new Error(`the embedded database in ${cluster.folder} did not start: ${ended}`)
    await sleep(200)
  }
}

/**
 * Removes what a dead server left (the caller has checked that it is dead). PostgreSQL would take it for alive when its process id belongs
 * to another process by now, or to a zombie: forever, in a container whose first process does not collect them.
 */
function removeTraces(cluster: Cluster, connection: Connection): void {
  const socket = join(connection.host, `.s.PGSQL.${connection.port}`)
  for (const trace of [join(cluster.folder, 'postmaster.pid'), `${socket}.lock`, socket])
    rmSync(trace, { force: true })
}

/** @returns null when it is up, otherwise the reason */
async function launchOnce(
  cluster: Cluster,
  { binaries, account, connection, settings }: LaunchOptions,
): Promise<string | null> {
  const log = openLog(cluster)
  const passed = passFolder(cluster.folder, account)
  try {
    const logStart = fstatSync(log).size
    const child = spawn(
      binaries.postgres,
      ['-D', passed.path, ...settingOptions(cluster, connection, settings)],
      {
        cwd: '/',
        detached: true,
        env: serverEnvironment,
        stdio: ['ignore', log, log, ...passed.descriptors],
        uid: account?.uid,
        gid: account?.gid,
      },
    )
    child.unref()
    const failure = await readiness(child, cluster, connection)
    if (failure === null) return null
    return [failure, lastLines(cluster.log, logStart)].filter(Boolean).join('; ')
  } finally {
    closeSync(log)
    passed.release()
  }
}

function settingOptions(
  cluster: Cluster,
  connection: Connection,
  settings: Record<string, string>,
): string[] {
  const all = {
    ...laptopSettings,
    ...settings,
    port: String(connection.port),
    // '.' is the cluster's folder, where the server works: a name it can always reach, and never too long.
    unix_socket_directories: connection.host === cluster.folder ? '.' : connection.host,
  }
  return ['-c', mark(cluster), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

async function readiness(
  child: ChildProcess,
  cluster: Cluster,
  connection: Connection,
): Promise<string | null> {
  let ended: string | null = null
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended ??= `it ended with ${signal ?? `code ${code}`}`))
  const deadline = performance.now() + startMs
  while (ended === null) {
    // Connecting earlier would only fill its log with refusals.
    const answer = runningPostmaster(cluster)?.ready ? await ask(connection) : 'starting'
    if (answer === 'ready' || answer === 'no database') return null
    if (performance.now() > deadline) {
      await stopPostmaster(cluster)
      return `it was not ready after ${startMs / 1000} s`
    }
    await sleep(pollMs)
  }
  return ended
}

/** Copied and cut instead of renamed, so that the file keeps its owner. */
function openLog(cluster: Cluster): number {
  const log = openSync(cluster.log, 'a', 0o600)
  if (fstatSync(log).size > logBytes) {
    copyFileSync(cluster.log, `${cluster.log}.1`)
    ftruncateSync(log)
  }
  return log
}

function lastLines(path: string, from: number): string {
  const text = readFileSync(path).subarray(from).toString('utf8')
  return text.trim().split('\n').slice(-5).join(' | ')
}
