/**
 * When a channel may be sent to: not while it is paused, and not faster than it is allowed to.
 *
 * A channel that is down rests for 1 s, then for twice as long each time up to a minute, or for as long as it asked for
 * itself; then it is asked whether it is back (probe) before any message is tried on it, so that an outage, however long,
 * uses up no message's attempts. Tokens may be overdrawn by those who send at once: the average holds.
 * In one process's memory; several workers each keep their own pace.
 */

const firstPauseMs = 1000
const longestPauseMs = 60_000
/** However long a server asks for. */
const patienceMs = 3_600_000

export type Pace = {
  isReady(now: Date): boolean
  /** Its pause is over and nobody has asked it since. */
  wantsProbe(now: Date): boolean
  take(): void
  /** It says that it is back; the next pause is all the longer if that was not so. */
  back(): void
  /** A message went through. */
  well(): void
  down(now: Date, retryAfterMs?: number): void
}

export function pace(perSecond: number | null): Pace {
  const most = Math.max(1, perSecond ?? 0)
  let tokens = most
  let filledAt: number | null = null
  let isUp = true
  let downs = 0
  let restsFrom = 0
  let restMs = 0

  const rests = (now: number): boolean => {
    // A clock that was put back does not lengthen a pause.
    if (now < restsFrom) restsFrom = now
    return now < restsFrom + restMs
  }
  const fill = (now: number, perSecond: number): void => {
    if (filledAt !== null && now > filledAt)
      tokens = Math.min(most, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }
  return {
    isReady: (now) => {
      if (!isUp) return false
      if (perSecond === null) return true
      fill(now.getTime(), perSecond)
      return tokens >= 1
    },
    wantsProbe: (now) => !isUp && !rests(now.getTime()),
    take: () => void tokens--,
    back: () => void (isUp = true),
    well: () => void (downs = 0),
    down: (now, askedMs) => {
      // Those who were under way when it went down tell the same thing, not another one.
      if (!isUp && rests(now.getTime())) return
      const ownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(downs, 10))
      restMs = Math.max(ownMs, Math.min(askedMs ?? 0, patienceMs))
      restsFrom = now.getTime()
      isUp = false
      downs++
    },
  }
}
