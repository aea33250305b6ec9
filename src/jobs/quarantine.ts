/**
 * Rows that fail for a reason of their own. One that is due, and throws whenever it is touched, would be found first for ever
 * and keep every other from its turn; so the worker that saw it fail leaves it out for a minute, then for twice as long each
 * time, up to an hour. Only in memory: another worker, or this one after a restart, learns it by itself.
 */
import { codeOf } from '../caught.ts'
import { isUnavailable } from '../db/db.ts'

const firstMs = 60_000
const longestMs = 3_600_000

/** When more rows than these fail, the fault lies not in them. */
const rowsMax = 1_000

/** A fault that a row has brought on; its id is what the claims leave out. */
export class RowFault extends Error {
  readonly id: string

  constructor(id: string, cause: unknown) {
    super(`due work on ${id} failed`, { cause })
    this.name = 'RowFault'
    this.id = id
  }
}

/** SQLSTATE 40…: the loser of a race, who wins the next. */
const isRace = (error: unknown): boolean => (codeOf(error) ?? '').startsWith('40')

/** Says of what goes wrong with a claimed row that it is the row's, unless the database is away or a race was lost. */
export async function forRow<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error) || isRace(error)) throw error
    throw new RowFault(id, error)
  }
}

export type SetAside = {
  /** Those that nobody touches now. */
  ids(now: Date): string[]
  /** @returns for how long, in ms; undefined when too many are aside to believe that it is the row's fault */
  add(id: string, now: Date): number | undefined
}

export function setAside(): SetAside {
  const rows = new Map<string, { until: number; ms: number }>()
  return {
    ids: (now) => {
      const at = now.getTime()
      // One that has been left in peace for an hour begins anew.
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
