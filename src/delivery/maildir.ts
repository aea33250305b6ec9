/**
 * The Maildir that bounces arrive in, read as due work: each file of new/ is recorded and then moved to cur/, where it stays. Two workers
 * may read the same file: recording it twice counts once, and only one of them can move it.
 * Source: D. J. Bernstein, "Using maildir format".
 */
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '../db/db.ts'
import { type DueTask, forRow } from '../jobs/jobs.ts'

const everyMs = 5_000
const filesMax = 50
/** A report with the headers that it returns is far smaller; the rest of a longer file is not read. */
const bytesMax = 1_048_576

type Recorder = (raw: Uint8Array, now: Date) => Promise<unknown>

export function bounceTasks(
  folder: string | null,
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  record: (tx: Tx, raw: Uint8Array, now: Date) => Promise<unknown>,
): DueTask[] {
  if (folder === null) return []
  const inTransaction: Recorder = (raw, now) => transaction((tx) => record(tx, raw, now))
  return [
    {
      name: 'bounces.read',
      everyMs,
      run: (now, quarantined) => readNew(folder, inTransaction, now, quarantined),
    },
  ]
}

/** @returns how many files it moved */
async function readNew(
  folder: string,
  record: Recorder,
  now: Date,
  quarantined: readonly string[],
): Promise<number> {
  const files = (await readdir(join(folder, 'new')).catch(ifMissing<string[]>([])))
    .filter((file) => !file.startsWith('.') && !quarantined.includes(file))
    .slice(0, filesMax)
  if (files.length > 0) await mkdir(join(folder, 'cur'), { recursive: true, mode: 0o700 })
  let moved = 0
  for (const file of files) {
    const path = join(folder, 'new', file)
    const raw = await beginningOf(path)
    if (raw === null) continue
    await forRow(file, () => record(raw, now))
    // S: seen.
    const target = join(folder, 'cur', `${file.split(':')[0]}:2,S`)
    if (await rename(path, target).then(() => true, ifMissing(false))) moved++
  }
  return moved
}

/** @returns null when another worker has moved the file */
async function beginningOf(path: string): Promise<Uint8Array | null> {
  const file = await open(path).catch(ifMissing(null))
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value
    throw error
  }
