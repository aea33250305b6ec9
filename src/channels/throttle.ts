/**
 * Whether a channel takes messages now: not while it is down, and not above its rate. An outage, however long, costs no message
 * an attempt. In the memory of one process; each worker keeps to the rate by itself.
 */
import { type CircuitBreaker, circuitBreaker, fullBucket, refilled } from '../limiter.ts'

export type Throttle = Omit<CircuitBreaker, 'isClosed'> & {
  isReady(now: Date): boolean
  /** Counts one message. */
  take(): void
}

/** @param perSecond  null: as fast as it goes */
export function throttle(perSecond: number | null): Throttle {
  const { isClosed, ...breaker } = circuitBreaker()
  const refill = perSecond === null ? null : { capacity: Math.max(1, perSecond), perSecond }
  const bucket = refill && fullBucket(refill)
  return {
    ...breaker,
    isReady: (now) =>
      isClosed() && (refill === null || bucket === null || refilled(bucket, refill, now.getTime()) >= 1),
    take: () => {
      if (bucket) bucket.tokens--
    },
  }
}
