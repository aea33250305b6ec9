/**
 * The parts of every limit: a bounded cache of keys, a token bucket, a counter of failed attempts and a circuit breaker. In this process
 * alone, synchronous, and with a clock as argument, which tests turn by hand.
 */

/** Milliseconds that only grow, also when the time of day is changed. */
export type Milliseconds = () => number

export const uptime: Milliseconds = performance.now.bind(performance)

export type KeyMemory<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

const keysMin = 10_000

/**
 * Keeps the keys that were set last: at least `keysMin`, and never twice as many. Two generations, since a Map that drops its oldest key
 * again and again takes 40 µs to find the next one.
 */
export function keyMemory<Value>(): KeyMemory<Value> {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set: (key, value) => {
      young.set(key, value)
      if (young.size < keysMin) return
      old = young
      young = new Map()
    },
  }
}

/** Concurrent callers may overdraw the tokens: the average holds. */
export type TokenBucket = { tokens: number; filledAt: number | null }
export type Refill = { capacity: number; perSecond: number }

export const fullBucket = ({ capacity }: Refill): TokenBucket => ({ tokens: capacity, filledAt: null })

/** A clock that was put back adds nothing. @returns the tokens in the bucket now */
export function refilled(bucket: TokenBucket, { capacity, perSecond }: Refill, now: number): number {
  if (bucket.filledAt !== null && now > bucket.filledAt)
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.filledAt) / 1000) * perSecond)
  bucket.filledAt = now
  return bucket.tokens
}

/**
 * Failed attempts by key. The first failure opens a window, which allows `max` failures. A key names the target and the caller's network,
 * never the target alone: ids and addresses are not secret, and a block by them would let anybody lock anybody out.
 */
export type FailedAttempts = {
  /** Seconds until the window ends, or null while attempts are left. */
  blockedFor(key: string): number | null
  add(key: string): void
}

type Window = { failures: number; endsAt: number }

export function failedAttempts(
  max: number,
  windowSeconds: number,
  now: Milliseconds = uptime,
): FailedAttempts {
  const windows = keyMemory<Window>()
  const current = (key: string): Window | undefined => {
    const window = windows.get(key)
    return window && window.endsAt > now() ? window : undefined
  }
  return {
    blockedFor: (key) => {
      const window = current(key)
      return window && window.failures >= max ? Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) : null
    },
    add: (key) => {
      const window = current(key)
      if (window) window.failures++
      else windows.set(key, { failures: 1, endsAt: now() + windowSeconds * 1000 })
    },
  }
}

/**
 * Closed while calls succeed. A failure opens it for 1 s, then for twice as long each time up to a minute, or for as long as the other
 * side asked for, at most an hour. After that, one probe may ask whether the other side is back, before any other call.
 */
export type CircuitBreaker = {
  isClosed(): boolean
  /** The pause is over, and nobody has probed since. */
  wantsProbe(now: Date): boolean
  /** Without `succeeded`, the next pause is longer still. */
  close(): void
  succeeded(): void
  failed(now: Date, retryAfterMs?: number): void
}

const firstPauseMs = 1000
const longestPauseMs = 60_000
const longestRetryAfterMs = 3_600_000

export function circuitBreaker(): CircuitBreaker {
  let isClosed = true
  let failures = 0
  let pausedFrom = 0
  let pauseMs = 0

  const isPaused = (now: number): boolean => {
    // A clock that was put back does not lengthen a pause.
    if (now < pausedFrom) pausedFrom = now
    return now < pausedFrom + pauseMs
  }
  return {
    isClosed: () => isClosed,
    wantsProbe: (now) => !isClosed && !isPaused(now.getTime()),
    close: () => void (isClosed = true),
    succeeded: () => void (failures = 0),
    failed: (now, retryAfterMs = 0) => {
      // Calls that were under way when it opened report the same failure, not another one.
      if (!isClosed && isPaused(now.getTime())) return
      const ownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10))
      pauseMs = Math.max(ownMs, Math.min(retryAfterMs, longestRetryAfterMs))
      pausedFrom = now.getTime()
      isClosed = false
      failures++
    },
  }
}
