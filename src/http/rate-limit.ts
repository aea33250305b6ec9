/**
 * Requests a minute per caller and class of operation, counted over all nodes. A node takes points from the shared count in shares of a
 * twentieth of the limit and gives them out by itself, so most requests ask nobody. It adds a caller's first share in a minute to the shared count
 * only when it is used up, so anyone who calls rarely costs no statement at all.
 *
 * What is done by one personal link is counted by each node alone, and in memory: a row in the database would tell, with the time, that this
 * link is used, of an anonymous survey too.
 *
 * Bound: never more than the limit, except for callers who have used it up at other nodes. A node that has not met them in this minute lets
 * its first share pass. Headers follow the IETF draft "RateLimit header fields for HTTP".
 */
import type { RateClass } from '../../contract/limits.ts'
import { keyMemory, type Milliseconds, uptime } from '../limiter.ts'
import { problem } from '../problem.ts'
import { type UsePoints, windowSeconds } from './shared-points.ts'

export type Allowance = { limit: number; remaining: number; resetSeconds: number }

export type RateLimiter = {
  /**
   * @returns the allowance that is left, or null where rate limits are off; a promise only where the shared count has to be asked
   * @throws rate_limited
   */
  take(caller: string, kind: RateClass): Allowance | null | Promise<Allowance>
  /** Seconds until the window ends, if this node knows that the caller has used up the limit; otherwise null. */
  blockedFor(caller: string, kind: RateClass): number | null
}

type Limits = Readonly<Record<RateClass, number>>

/** One caller's minute, as far as this node knows it. */
type Window = {
  /** Points that this node may give out. */
  left: number
  /** Points given out of which the shared count has not been told. */
  untold: number
  /** Points of all nodes that are given out, or are at a node to be given out. */
  used: number
  endsAt: number
  asking: Promise<void> | null
}

const shares = 20

const shareOf = (limit: number): number => Math.ceil(limit / shares)

const isCountedHere = (kind: RateClass): boolean => kind === 'link'

export function rateLimiter(limits: Limits | null, use: UsePoints, now: Milliseconds = uptime): RateLimiter {
  const windows = keyMemory<Window>()

  const current = (key: string, kind: RateClass, limit: number): Window => {
    const known = windows.get(key)
    if (known && known.endsAt > now()) {
      // Anyone who asks is remembered: others, however many, do not push them out.
      windows.set(key, known)
      return known
    }
    const isHere = isCountedHere(kind)
    const share = isHere ? limit : shareOf(limit)
    const window = {
      left: share,
      untold: isHere ? 0 : share,
      used: share,
      endsAt: now() + windowSeconds * 1000,
      asking: null,
    }
    windows.set(key, window)
    return window
  }

  const ask = async (window: Window, key: string, limit: number): Promise<void> => {
    const { untold } = window
    const share = shareOf(limit)
    window.untold = 0
    const { points, msLeft } = await use(key, untold + share)
    window.left += Math.max(0, Math.min(share, limit - (points - share)))
    window.used = points
    window.endsAt = now() + msLeft
  }

  const secondsLeft = (window: Window): number => Math.max(1, Math.ceil((window.endsAt - now()) / 1000))

  const takeNow = (caller: string, kind: RateClass, limit: number): Allowance | Promise<Allowance> => {
    const key = `${kind} ${caller}`
    const window = current(key, kind, limit)
    if (window.left > 0) {
      window.left--
      return {
        limit,
        remaining: Math.max(0, limit - window.used) + window.left,
        resetSeconds: secondsLeft(window),
      }
    }
    if (window.used >= limit && window.untold === 0) throw rateLimited(limit, secondsLeft(window))
    window.asking ??= ask(window, key, limit).finally(() => (window.asking = null))
    return window.asking.then(() => takeNow(caller, kind, limit))
  }

  return {
    take: (caller, kind) => (limits === null ? null : takeNow(caller, kind, limits[kind])),
    blockedFor: (caller, kind) => {
      const window = limits && windows.get(`${kind} ${caller}`)
      if (!window || window.endsAt <= now() || window.left > 0) return null
      return window.used >= limits[kind] && window.untold === 0 ? secondsLeft(window) : null
    },
  }
}

const rateLimited = (limit: number, seconds: number) =>
  problem('rate_limited', {
    detail: `At most ${limit} such requests a minute`,
    headers: {
      'retry-after': String(seconds),
      ...rateHeaders({ limit, remaining: 0, resetSeconds: seconds }),
    },
  })

export const rateHeaders = ({ limit, remaining, resetSeconds }: Allowance): Record<string, string> => ({
  ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  'ratelimit-policy': `"default";q=${limit};w=${windowSeconds}`,
})
