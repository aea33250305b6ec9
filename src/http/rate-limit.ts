/**
 * Token buckets per caller and class of operation, in this process. A bucket holds one minute's worth and refills
 * evenly; refusals say when to come back. Headers follow the IETF draft "RateLimit header fields for HTTP".
 */
import { type RateClass, rateLimits } from '../../contract/limits.ts'
import { problem } from '../problem.ts'

type Bucket = { tokens: number; at: number }

export type Limited = { limit: number; remaining: number; resetSeconds: number }

export type RateLimiter = { take(caller: string, kind: RateClass): Limited | null }

/** Callers beyond this number are forgotten, the longest idle first. */
const callersMax = 10_000

export function rateLimiter(
  enabled: boolean,
  clock: () => number = performance.now.bind(performance),
): RateLimiter {
  const buckets = new Map<string, Bucket>()
  return {
    take(caller, kind) {
      if (!enabled) return null
      const key = `${kind} ${caller}`
      const limit = rateLimits[kind]
      const now = clock()
      const known = buckets.get(key)
      const tokens = known ? Math.min(limit, known.tokens + ((now - known.at) * limit) / 60_000) : limit
      if (known) buckets.delete(key)
      else if (buckets.size >= callersMax) buckets.delete(buckets.keys().next().value!)
      const allowed = tokens >= 1
      buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now })
      if (!allowed) {
        const seconds = Math.max(1, Math.ceil(((1 - tokens) * 60) / limit))
        throw problem('rate_limited', {
          detail: `At most ${limit} such requests a minute`,
          headers: {
            'retry-after': String(seconds),
            ...rateHeaders({ limit, remaining: 0, resetSeconds: seconds }),
          },
        })
      }
      return {
        limit,
        remaining: Math.floor(tokens - 1),
        resetSeconds: Math.ceil(((limit - tokens + 1) * 60) / limit),
      }
    },
  }
}

export const rateHeaders = ({ limit, remaining, resetSeconds }: Limited): Record<string, string> => ({
  ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  'ratelimit-policy': `"default";q=${limit};w=60`,
})
