/**
 * Token buckets per caller and class of operation, in this process. A bucket holds the requests of one minute and refills evenly; a
 * refusal says when to try again. Headers follow the IETF draft "RateLimit header fields for HTTP".
 */
import { type RateClass, rateLimits } from '../../contract/limits.ts'
import { fullBucket, keyMemory, type Milliseconds, refilled, type TokenBucket, uptime } from '../limiter.ts'
import { problem } from '../problem.ts'

export type Allowance = { limit: number; remaining: number; resetSeconds: number }

export type RateLimiter = {
  /** @returns the allowance that is left, or null where rate limits are off @throws rate_limited */
  take(caller: string, kind: RateClass): Allowance | null
}

export function rateLimiter(enabled: boolean, now: Milliseconds = uptime): RateLimiter {
  const buckets = keyMemory<TokenBucket>()
  return {
    take(caller, kind) {
      if (!enabled) return null
      const key = `${kind} ${caller}`
      const limit = rateLimits[kind]
      const refill = { capacity: limit, perSecond: limit / 60 }
      const bucket = buckets.get(key) ?? fullBucket(refill)
      buckets.set(key, bucket)
      const tokens = refilled(bucket, refill, now())
      if (tokens < 1) throw rateLimited(limit, Math.max(1, Math.ceil((1 - tokens) / refill.perSecond)))
      bucket.tokens = tokens - 1
      return {
        limit,
        remaining: Math.floor(tokens - 1),
        resetSeconds: Math.ceil((limit - tokens + 1) / refill.perSecond),
      }
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
  'ratelimit-policy': `"default";q=${limit};w=60`,
})
