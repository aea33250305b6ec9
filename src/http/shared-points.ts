/**
 * Points of all nodes together, in PostgreSQL (rate-limiter-flexible). While the database does not answer, each node counts for itself.
 * The windows are told by the clocks of the nodes, which must agree to a second or so.
 */
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { type Db, run, sql, type Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'

export const windowSeconds = 60

/** What all nodes have used in the current window, this request included, and when the window ends. */
export type Used = { points: number; msLeft: number }

/** Uses points of a caller; a number below zero gives them back. Never refuses: it is for the limiter to compare. */
export type UsePoints = (caller: string, points: number) => Promise<Used>

/** @param duration  of a window, in seconds; counts with other windows need callers of other names */
export function sharedPoints({ named }: Pick<Db, 'named'>, duration: number = windowSeconds): UsePoints {
  // The limits differ by class, and are not this counter's business.
  const options = { points: Number.MAX_SAFE_INTEGER, duration, keyPrefix: '' }
  const counter = new RateLimiterPostgres({
    ...options,
    storeClient: named,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(options),
  })
  return async (caller, points) => {
    // Rows name nobody: neither a user nor an address.
    const key = sha256(caller).toString('base64url')
    const { consumedPoints, msBeforeNext } =
      points < 0 ? await counter.reward(key, -points) : await counter.penalty(key, points)
    return { points: consumedPoints, msLeft: msBeforeNext }
  }
}

const keptMs = 3_600_000

/** Windows end by the time of the nodes, which in tests is not the time of due work. */
export const rateLimitsTask = {
  name: 'rate_limits.purge',
  everyMs: 3_600_000,
  run: (tx: Tx): Promise<number> =>
    run(tx, sql`delete from rate_limits where expire < ${Date.now() - keptMs}`),
}
