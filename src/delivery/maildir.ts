/**
 * The Maildir that bounces arrive in, read as due work: each file of new/ is recorded and then moved to cur/, where it is
 * kept. Two workers may read the same file: recording it twice counts once, and moving it works once.
 * Source: D. J. Bernstein, "Using maildir format".
 */
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Tx } from '../db/db.ts'
import { type DueTask, forRow } from '../jobs/jobs.ts'

const everyMs = 5_000
const filesMax = 50
/** A report and the headers that it returns lie well within; of what is longer the rest is not read. */
const bytesMax = 1_048_576

type Record = (raw: Uint8Array, now: Date) => Promise<unknown>

export function bounceTasks(
  folder: string | null,
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  record: (tx: Tx, raw: Uint8Array, now: Date) => Promise<unknown>,
): DueTask[] {
  if (folder === null) return []
  const inTransaction: Record = (raw, now) => transaction((tx) => record(tx, raw, now))
  return [{ name: 'bounces.read', everyMs, run: (now, aside) => readNew(folder, inTransaction, now, aside) }]
}

async function readNew(folder: string, record: Record, now: Date, aside: readonly string[]): Promise<number> {
  const files = (await readdir(join(folder, 'new')).catch(absent<string[]>([])))
    .filter((file) => !file.startsWith('.') && !aside.includes(file))
    .slice(0, filesMax)
  if (files.length > 0) await mkdir(join(folder, 'cur'), { recursive: true, mode: 0o700 })
  let moved = 0
  for (const file of files) {
    const raw = await beginning(join(folder, 'new', file))
    if (raw === null) continue
    await forRow(file, () => record(raw, now))
    // S: seen.
    const kept = join(folder, 'cur', `${file.split(':')[0]}:2,S`)
    if (await rename(join(folder, 'new', file), kept).then(() => true, absent(false))) moved++
  }
  return moved
}

/** @returns null when another worker has moved it */
async function beginning(path: string): Promise<Uint8Array | null> {
  const file = await open(path).catch(absent(null))
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const absent =
  <T>(value: T) =>
  (error: unknown): T => {
    if ((error as { code?: string }).code === 'ENOENT') return value
    throw error
  }
