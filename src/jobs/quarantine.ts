/**
 * Quarantine of rows that fail for their own reason. A due row that throws whenever it is touched would be found first forever
 * and keep every other from its turn; so the worker that saw it fail leaves it out for a minute, then for twice as long each time, up
 * to an hour. Only in memory: another worker, or this one after a restart, learns it by itself.
 */
import { codeOf } from '../caught.ts'
import { isUnavailable } from '../db/db.ts'

const firstMs = 60_000
const longestMs = 3_600_000

/** When more rows than these fail, the rows are not the cause. */
const rowsMax = 1_000

/** An error that one row caused; claims leave out its id. */
export class RowFault extends Error {
  readonly id: string

  constructor(id: string, cause: unknown) {
    super(`due work on ${id} failed`, { cause })
    this.name = 'RowFault'
    this.id = id
  }
}

/** SQLSTATE 40…: a serialisation failure or a deadlock, which the next try wins. */
const isRace = (error: unknown): boolean => (codeOf(error) ?? '').startsWith('40')

/** Blames the claimed row for an error of `work`, unless the database is unavailable or a race was lost. @throws RowFault */
export async function forRow<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error) || isRace(error)) throw error
    throw new RowFault(id, error)
  }
}

export type Quarantine = {
  /** The rows to leave alone now. */
  ids(now: Date): string[]
  /** @returns for how long, in ms; undefined when too many rows are in quarantine to believe that the row is the cause */
  add(id: string, now: Date): number | undefined
}

export function quarantine(): Quarantine {
  const rows = new Map<string, { until: number; ms: number }>()
  return {
    ids: (now) => {
      const at = now.getTime()
      // A row that has not failed for an hour begins with the first pause again.
      for (const [id, { until }] of rows) if (at > until + longestMs) rows.delete(id)
      return [...rows].flatMap(([id, { until }]) => (until > at ? [id] : []))
    },
    add: (id, now) => {
      const before = rows.get(id)
      if (!before && rows.size >= rowsMax) return undefined
      const ms = Math.min(longestMs, before ? before.ms * 2 : firstMs)
      rows.set(id, { until: now.getTime() + ms, ms })
      return ms
    },
  }
}
