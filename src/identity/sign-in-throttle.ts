/**
 * How fast passwords may be guessed. Ten failures for an address from a network, or a hundred from a network for whatever
 * addresses, within ten minutes are free; after that attempts go one by one, each after a pause that doubles from 1 s to
 * 15 s. So there are at most 4 guesses a minute for an address from a network, and yet a right password is always let in, at
 * the latest after the pause. Nobody elsewhere notices.
 *
 * Failures are counted over all nodes, after the fact: who signs in with the first password costs no statement. Bound: a node that has not
 * met an address from a network lets one attempt pass before it knows of the failures elsewhere, and each node has its own queue.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { UsePoints } from '../http/shared-points.ts'
import { keyMemory, type Milliseconds, uptime } from '../limiter.ts'

export const throttleWindowSeconds = 600
const freeOfAddress = 10
const freeOfNetwork = 100
const pauseFirstMs = 1_000
const pauseMaxMs = 15_000
/** More than these do not wait: they are asked to come again. */
const waitingMax = 5

/** As far as this node knows it. */
type Lane = { key: string; failures: number; endsAt: number; waiting: number; turn: Promise<unknown> }

export type SignInThrottle = {
  /** Tries, when it is its turn; `undefined` from `attempt` is a failure. */
  attempt<T>(
    address: string,
    network: string,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined | 'crowded'>
}

type Options = { now?: Milliseconds; wait?: (ms: number) => Promise<unknown> }

/** @param use  counts failures in windows of `throttleWindowSeconds` */
export function signInThrottle(use: UsePoints, { now = uptime, wait = pause }: Options = {}): SignInThrottle {
  const lanes = keyMemory<Lane>()
  const laneOf = (key: string): Lane => {
    const known = lanes.get(key)
    if (known && (known.endsAt > now() || known.waiting > 0)) return known
    const endsAt = now() + throttleWindowSeconds * 1000
    const lane: Lane = { key, failures: 0, endsAt, waiting: 0, turn: Promise.resolve() }
    lanes.set(key, lane)
    return lane
  }
  const pauseOf = ({ failures }: Lane, free: number): number =>
    failures < free ? 0 : Math.min(pauseMaxMs, pauseFirstMs * 2 ** Math.min(10, failures - free))

  const count = async (lane: Lane, failures: number): Promise<void> => {
    const { points, msLeft } = await use(`sign-in ${lane.key}`, failures)
    lane.failures = Math.max(0, points)
    lane.endsAt = now() + msLeft
  }

  return {
    attempt: async (address, network, attempt) => {
      const own = laneOf(`${address.toLowerCase()} ${network}`)
      const shared = laneOf(network)
      const lanesHere = [own, shared]
      const late = (): number => Math.max(pauseOf(own, freeOfAddress), pauseOf(shared, freeOfNetwork))
      const tryNow = async () => {
        const found = await attempt()
        if (found === undefined) await Promise.all(lanesHere.map((lane) => count(lane, 1)))
        else if (own.failures > 0) await count(own, -own.failures)
        return found
      }
      if (late() === 0) return tryNow()
      const lane = pauseOf(own, freeOfAddress) > 0 ? own : shared
      if (lane.waiting >= waitingMax) return 'crowded'
      lane.waiting++
      const turn = lane.turn.then(async () => {
        await wait(late())
        return tryNow()
      })
      lane.turn = turn.catch(() => {})
      return turn.finally(() => lane.waiting--)
    },
  }
}
