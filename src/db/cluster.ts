/**
 * The embedded PostgreSQL's files. Under the data folder:
 *
 *   postgres/        the cluster, owned by the account that the server runs as
 *   postgres.json    how to log in: mode 600, made with the cluster
 *   postgres.log     the server's log; beyond 10 MB it moves to postgres.log.1 at the next start
 *   postgres.lock    held while starting and stopping     (process-lock.ts)
 *   postgres.users   held by every process that uses the server
 *   postgres.new-…   an unfinished cluster; left over only by a crash, and then worthless
 *
 * Invariants: `postgres/` appears by one rename, complete and on disk, so a folder of that name is a whole cluster and is never deleted;
 * postgres.json is on disk before it. Each attempt has its own folder: the initdb of a killed process may go on for a while and must
 * not write into the next attempt.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { codeOf, messageOf } from '../caught.ts'
import { type Account, giveTo, reaches } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'

export type Credentials = {
  /** Names the socket file only; nothing listens on the network. */
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export type Cluster = {
  /** Absolute, without symbolic links. */
  readonly dataDir: string
  readonly folder: string
  readonly log: string
  readonly lock: string
  readonly users: string
}

/** A folder that a program can open although its account may not be able to reach it. */
export type PassedFolder = {
  readonly path: string
  readonly descriptors: number[]
  release(): void
}

/** PG* variables of the caller would steer initdb and the server, and locales differ between machines. */
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** @throws one sentence naming SONDE_DATA_DIR when the folder cannot be made or written */
export function openDataDir(path: string): Cluster {
  const folder = resolve(path)
  try {
    // Root's server runs under another account, which only passes through; any other user's folder stays closed to others.
    mkdirSync(folder, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const dataDir = realpathSync(folder)
    const at = (name: string) => join(dataDir, name)
    for (const file of [at('postgres.json'), at('postgres.lock'), at('postgres.users'), at('postgres.log')])
      if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
    return {
      dataDir,
      folder: at('postgres'),
      log: at('postgres.log'),
      lock: at('postgres.lock'),
      users: at('postgres.users'),
    }
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? String(error.path) : folder
    throw new Error(
      `SONDE_DATA_DIR: ${path} cannot be used by user ${process.geteuid?.()} (${codeOf(error)}): give that user the folder ${folder}, or choose another one`,
    )
  }
}

/** null: no cluster was made here yet. @throws when the cluster has lost its password, or is of another major version */
export function readCredentials(cluster: Cluster, binaries: Binaries): Credentials | null {
  if (!existsSync(cluster.folder)) return null
  const file = join(cluster.dataDir, 'postgres.json')
  const version = readText(join(cluster.folder, 'PG_VERSION')).trim()
  const major = binaries.version.split('.')[0]
  if (version !== major)
    throw new Error(
      `${cluster.folder} is a database of PostgreSQL ${version || '(unknown: PG_VERSION is missing)'}, this version of Sonde runs ${major}: use the version of Sonde that made it, or choose another SONDE_DATA_DIR`,
    )
  try {
    const { port, user, password, database } = JSON.parse(readFileSync(file, 'utf8')) as Credentials
    return { port, user, password, database }
  } catch (error) {
    throw new Error(
      `${file}, which holds the password of the database beside it, cannot be read (${messageOf(error)}): put it back from a copy, or choose another SONDE_DATA_DIR`,
    )
  }
}

/** The programs, and the account that they run as; null: our own. */
export type Runner = { readonly binaries: Binaries; readonly account: Account | null }

/** Puts a whole cluster, whose superuser has these credentials, into the folder `cluster` of a folder of this attempt's own. */
type Fill = (unfinished: string, credentials: Credentials) => Promise<void>

/** Makes the cluster: about 0.5 s and 40 MB for a new one. Call it holding the lock, and only when there is none. */
export async function makeCluster(
  cluster: Cluster,
  runner: Runner,
  fill: Fill = (unfinished, credentials) => initdb(unfinished, credentials, runner),
): Promise<Credentials> {
  removeUnfinished(cluster)
  const credentials = {
    port: 5432,
    user: 'sonde',
    password: randomBytes(32).toString('base64url'),
    database: 'sonde',
  }
  const unfinished = mkdtempSync(`${cluster.folder}.new-`)
  giveTo(runner.account, unfinished)

  try {
    await fill(unfinished, credentials)
  } catch (error) {
    // A copy that was half restored is no less confidential than a whole one.
    removeUnfinished(cluster)
    throw error
  }
  writeDurably(
    cluster.dataDir,
    'postgres.json',
    `${JSON.stringify({ ...credentials, version: runner.binaries.version }, null, 2)}\n`,
  )
  renameSync(join(unfinished, 'cluster'), cluster.folder)
  syncFolder(cluster.dataDir)
  removeUnfinished(cluster)
  return credentials
}

/**
 * C.UTF-8 of PostgreSQL's own provider sorts and folds the same on every machine, with any locales. initdb writes
 * the cluster through to the disk before it ends.
 */
async function initdb(
  unfinished: string,
  { user, password }: Credentials,
  { binaries, account }: Runner,
): Promise<void> {
  const passwordFile = join(unfinished, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveTo(account, passwordFile)
  const passed = passFolder(unfinished, account)
  const options = [
    `--pgdata=${passed.path}/cluster`,
    `--username=${user}`,
    `--pwfile=${passed.path}/password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--set=dynamic_shared_memory_type=mmap',
    '--no-instructions',
  ]
  try {
    await runAs(account, [binaries.initdb, ...options], passed)
  } catch (error) {
    throw new Error(`the database could not be made in ${unfinished}: ${messageOf(error)}`)
  } finally {
    passed.release()
  }
}

/**
 * @param write  writes what the program reads from its standard input
 * @throws with what the program said, when it fails; otherwise what `write` throws
 */
export async function runAs(
  account: Account | null,
  [program, ...words]: readonly string[],
  { descriptors, write }: { descriptors: number[]; write?: (to: Writable) => Promise<void> },
): Promise<void> {
  const child = spawn(program, words, {
    cwd: '/',
    env: serverEnvironment,
    stdio: [write ? 'pipe' : 'ignore', 'ignore', 'pipe', ...descriptors],
    uid: account?.uid,
    gid: account?.gid,
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (errors += chunk))
  const ended = new Promise<void>((done, fail) => {
    child.on('error', fail)
    child.on('close', (code, signal) =>
      code === 0 ? done() : fail(new Error(errors.trim() || `ended with ${signal ?? code}`)),
    )
  })
  // A program that has ended reads no more: why it did says more than that its input broke.
  const fault = write && child.stdin ? write(child.stdin).catch((error: unknown) => error) : undefined
  await ended
  if ((await fault) !== undefined) throw await fault
}

/**
 * A folder as the server's account can open it. Where that account cannot pass the folders above (data under /root, mode 700), we open
 * the folder and the server inherits it: /proc/self/fd/3 then leads each of its processes there, and the data stays in the configured
 * folder. Descriptor 3 is the first after the standard three.
 * Source: proc_pid_fd(5).
 */
export function passFolder(folder: string, account: Account | null): PassedFolder {
  if (reaches(account, folder)) return { path: folder, descriptors: [], release: () => undefined }
  if (process.platform !== 'linux')
    throw new Error(
      `SONDE_DATA_DIR: the user ${account?.name} cannot reach ${folder}, and PostgreSQL does not run as root: choose a folder outside root's own, or run Sonde as an ordinary user`,
    )
  const descriptor = openSync(folder, 'r')
  return { path: '/proc/self/fd/3', descriptors: [descriptor], release: () => closeSync(descriptor) }
}

/** Best effort: a killed attempt's initdb may still be writing there, and the next start tries again. */
function removeUnfinished(cluster: Cluster): void {
  for (const name of readdirSync(cluster.dataDir).filter((each) => each.startsWith('postgres.new'))) {
    try {
      rmSync(join(cluster.dataDir, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 20 })
    } catch {}
  }
}

function writeDurably(folder: string, name: string, text: string): void {
  const path = join(folder, name)
  const descriptor = openSync(`${path}.new`, 'w', 0o600)
  try {
    chmodSync(`${path}.new`, 0o600)
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(`${path}.new`, path)
  syncFolder(folder)
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
