/**
 * When a channel may be sent to: not while it is down, and not faster than it is allowed to. An outage, however long, uses up
 * no message's attempts. In one process's memory; several workers each keep to the rate for themselves.
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
