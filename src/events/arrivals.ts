/**
 * Calls that wait for events. A worker tells every node when it has given events their positions (placing.ts); a call is woken by what comes
 * to its organisation. While the database cannot tell, waiting calls are woken every second and look for themselves. A waiting call holds no
 * connection to the database, and a place among those of its application.
 */
import type { Logger } from 'pino'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../db/db.ts'
import { listenTo } from '../db/listening.ts'
import { problem } from '../problem.ts'
import { placedChannel } from './store.ts'

type Waiter = { readonly organisationId: string; wake(): void }

/** The wait of one call. It begins before the call first looks, so that nothing that comes in between is missed. */
export type Wait = {
  /** @returns whether something may have come; false: the time is over, the client is gone, or the service stops */
  next(): Promise<boolean>
  end(): void
}

export type Arrivals = {
  /** @throws rate_limited | unavailable  too many calls wait already */
  wait(caller: { organisationId: string; applicationId: string }, seconds: number): Wait
  ready(): Promise<void>
  /** Ends every wait. */
  endWaits(): void
  close(): Promise<void>
}

const unheardMs = 1_000

export function listenForEvents(db: Pick<Db, 'connection' | 'pool'>, log: Pick<Logger, 'warn'>): Arrivals {
  const waiters = new Set<Waiter>()
  const places = new Map<string, number>()
  let isClosing = false
  const wakeAll = (): void => waiters.forEach(({ wake }) => wake())
  const listening = listenTo(db, log, {
    channel: placedChannel,
    name: 'sonde events',
    failure: 'not hearing of new events; waiting calls look every second',
    heard: (organisationId) =>
      waiters.forEach((waiter) => {
        if (waiter.organisationId === organisationId) waiter.wake()
      }),
    lost: wakeAll,
  })
  const looks = setInterval(() => {
    if (!listening.live) wakeAll()
  }, unheardMs)
  looks.unref()

  return {
    wait: ({ organisationId, applicationId }, seconds) => {
      const own = places.get(applicationId) ?? 0
      if (own >= limits.eventsWaitingPerApplicationMax)
        throw problem('rate_limited', {
          detail: `At most ${limits.eventsWaitingPerApplicationMax} calls of an application may wait for events`,
          headers: { 'retry-after': '5' },
        })
      if (waiters.size >= limits.eventsWaitingMax)
        throw problem('unavailable', { headers: { 'retry-after': '5' } })
      places.set(applicationId, own + 1)
      let isOver = false
      let hasCome = false
      let resume = (): void => {}
      const waiter: Waiter = {
        organisationId,
        wake: () => {
          hasCome = true
          resume()
        },
      }
      const end = (): void => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        waiters.delete(waiter)
        const left = (places.get(applicationId) ?? 1) - 1
        if (left === 0) places.delete(applicationId)
        else places.set(applicationId, left)
        resume()
      }
      const timer = setTimeout(end, seconds * 1000)
      waiters.add(waiter)
      return {
        next: async () => {
          if (!hasCome && !isOver && !isClosing) await new Promise<void>((resolve) => (resume = resolve))
          hasCome = false
          return !isOver && !isClosing
        },
        end,
      }
    },
    ready: listening.ready,
    endWaits: () => {
      isClosing = true
      wakeAll()
    },
    close: async () => {
      clearInterval(looks)
      await listening.close()
    },
  }
}
