/**
 * Until when a service takes no message in one workspace or tenant. In the memory of one process: each worker learns it by itself.
 */
const usualMs = 1_000
/** The longest that is believed. */
const limitMsMax = 3_600_000

export type Limited<K> = {
  /** How long to wait, in ms; 0: not at all. */
  waitMs(key: K, now: Date): number
  /** @param retryAfterMs  undefined: the service does not say */
  limit(key: K, retryAfterMs: number | undefined, now: Date): void
}

export function limited<K>(): Limited<K> {
  const until = new Map<K, number>()
  return {
    waitMs: (key, now) => {
      const waitMs = (until.get(key) ?? 0) - now.getTime()
      if (waitMs > 0) return waitMs
      until.delete(key)
      return 0
    },
    limit: (key, retryAfterMs, now) =>
      void until.set(key, now.getTime() + Math.min(retryAfterMs ?? usualMs, limitMsMax)),
  }
}
