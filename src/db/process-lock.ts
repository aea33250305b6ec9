/**
 * Locks between processes that end with their holder, kill -9 included: no stale files, no guessing from process ids.
 *
 * Node offers no flock, so the locks are those SQLite takes on an (always empty) database file: `exclusive` for one
 * holder, `shared` for many. Source: https://sqlite.org/lockingv3.html.
 *
 * Invariant: POSIX drops a process's locks on a file as soon as that process closes *any* descriptor of it (fcntl(2)),
 * so nothing but this file may open a lock file.
 */
import { codeOf } from '../caught.ts'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 15
const sqliteBusy = 5

/** A file that living processes hold together. `isFree` and the changes are only meaningful while holding a lock. */
export type SharedHold = {
  take(): void
  drop(): void
  /** Whether no process holds it; not to be called while holding it oneself. */
  isFree(): boolean
}

/**
 * Runs `work` while no other process (and no other call in this one) holds `file`.
 * @throws when the holder has not finished within `patienceMs`
 */
export async function whileLocked<Result>(
  file: string,
  patienceMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = openLock(file)
  try {
    const deadline = performance.now() + patienceMs
    while (!tryExclusive(lock)) {
      if (performance.now() > deadline)
        throw new Error(`another process has held ${file} for ${patienceMs / 1000} s`)
      await sleep(pollMs)
    }
    return await work()
  } finally {
    lock.close()
  }
}

/** As `whileLocked`, for the moment of exit when nothing can be awaited; false (and no work) when another process holds it. */
export function ifUnlocked(file: string, work: () => void): boolean {
  const lock = openLock(file)
  try {
    if (!tryExclusive(lock)) return false
    work()
    return true
  } finally {
    lock.close()
  }
}

export function sharedHold(file: string): SharedHold {
  let hold: DatabaseSync | null = null
  return {
    take() {
      hold ??= openLock(file)
      hold.exec('begin')
      // The lock is taken by the first read, not by `begin`, and kept to the end of the transaction.
      hold.prepare('select count(*) from sqlite_schema').get()
    },
    drop() {
      hold?.close()
      hold = null
    },
    isFree() {
      const lock = openLock(file)
      try {
        return tryExclusive(lock)
      } finally {
        lock.close()
      }
    },
  }
}

function openLock(file: string): DatabaseSync {
  createOnce(file)
  return new DatabaseSync(file, { timeout: 0 })
}

/** Mode 600, since a user who may read the file may hold it. `wx` does not open a file that exists (see the invariant). */
function createOnce(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function tryExclusive(lock: DatabaseSync): boolean {
  try {
    // In memory: otherwise a journal file would appear beside the lock. The pragma is refused while it is held, too.
    lock.exec('pragma journal_mode = memory')
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false
    throw error
  }
}
