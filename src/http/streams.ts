/**
 * Streams of server-sent events that report the state of what they watch. One read a second serves all targets of a kind and all
 * their streams, and nothing is read while nobody watches.
 *
 * An event carries a state and not a change, so an event that could not be sent is replaced by the next: a slow reader gets fewer, and
 * one that does not read at all is dropped. Nothing is sent once the token is no longer valid.
 * Source: HTML Living Standard, section 9.2 (server-sent events).
 */
import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { limits } from '../../contract/limits.ts'
import type { ApplicationActor } from '../actor.ts'
import { problem } from '../problem.ts'

export type WatchTarget = { organisationId: string; id: string }

/** The state of a target, and who may see it. */
export type TargetState = {
  data: unknown
  /** The state will not change again. */
  over: boolean
  isVisibleTo(actor: ApplicationActor): boolean
}

/** Reads the states of the targets that still exist, by `id`: one statement for all of them. */
export type ReadStates = (watched: readonly WatchTarget[]) => Promise<ReadonlyMap<string, TargetState>>

export type Viewer = {
  raw: ServerResponse
  actor: ApplicationActor
  target: WatchTarget
  read: ReadStates
  write(data: unknown): string
  /** The actor as it is now; null when the token may no longer read. */
  renew(): ApplicationActor | null | Promise<ApplicationActor | null>
  /** Frees the viewer's place. */
  release(): void
}

type Stream = Viewer & {
  lastText: string
  wroteAt: number
  stalledAt: number | null
}

/** Milliseconds. Reads are a little less than a second apart, so that a change is sent within one. */
const defaultWaits = { readMs: 900, heartbeatMs: 15_000, stalledMs: 30_000 }
export type Waits = typeof defaultWaits

/** How long a browser waits before it reconnects. */
const retryMs = 2_000

export type Streams = {
  /** Takes a place for one more stream. @returns what frees it @throws rate_limited | unavailable */
  reserve(applicationId: string): () => void
  start(viewer: Viewer, first: TargetState): void
  close(): void
}

export function eventStreams(
  log: Pick<Logger, 'warn'>,
  { readMs, heartbeatMs, stalledMs } = defaultWaits,
): Streams {
  const streams = new Set<Stream>()
  const places = new Map<string, number>()
  let taken = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const now = (): number => performance.now()

  const end = (stream: Stream, last = ''): void => {
    if (!streams.delete(stream)) return
    stream.release()
    stream.raw.end(last)
  }

  const send = (stream: Stream, text: string): void => {
    stream.wroteAt = now()
    stream.raw.write(text)
  }

  const sendState = (stream: Stream, { data, over }: TargetState): void => {
    const text = stream.write(data)
    const changed = text === stream.lastText ? '' : eventOf('response_summary', text)
    if (over) return end(stream, changed + eventOf('end', text))
    if (stream.raw.writableNeedDrain || !changed) return
    stream.lastText = text
    send(stream, changed)
  }

  /** Keeps a stream alive, or drops it. @returns whether it can take an event */
  const keepAlive = (stream: Stream): boolean => {
    const at = now()
    if (!stream.raw.writableNeedDrain) {
      stream.stalledAt = null
      if (at - stream.wroteAt >= heartbeatMs) send(stream, ':\n\n')
      return true
    }
    stream.stalledAt ??= at
    if (at - stream.stalledAt < stalledMs) return true
    stream.raw.destroy()
    return false
  }

  const renewActor = async (stream: Stream): Promise<boolean> => {
    const actor = await stream.renew()
    if (actor) stream.actor = actor
    else end(stream)
    return actor !== null
  }

  const updateAll = async (): Promise<void> => {
    const alive = [...streams].filter(keepAlive)
    const isValid = await Promise.all(alive.map(renewActor))
    const byRead = Map.groupBy(
      alive.filter((_, at) => isValid[at]),
      (stream) => stream.read,
    )
    await Promise.all([...byRead].map(([read, viewers]) => update(viewers, read)))
  }

  // While the database is unavailable, streams stay open, and go on when it is back.
  const update = async (viewers: readonly Stream[], read: ReadStates): Promise<void> => {
    const targets = new Map(viewers.map(({ target }) => [target.id, target]))
    const states = await read([...targets.values()]).catch(warn)
    if (!states) return
    for (const viewer of viewers.filter((one) => streams.has(one))) {
      const state = states.get(viewer.target.id)
      if (state?.isVisibleTo(viewer.actor)) sendState(viewer, state)
      else end(viewer)
    }
  }

  const warn = (error: unknown): void => log.warn({ err: error }, 'live streams could not be updated')

  const tick = async (): Promise<void> => {
    const began = now()
    await updateAll().catch(warn)
    timer = undefined
    wake(Math.max(0, readMs - (now() - began)))
  }

  const wake = (inMs: number): void => {
    if (closed || timer || streams.size === 0) return
    timer = setTimeout(() => void tick(), inMs)
  }

  return {
    reserve: (applicationId) => {
      const own = places.get(applicationId) ?? 0
      if (own >= limits.liveStreamsPerApplicationMax)
        throw problem('rate_limited', {
          detail: `An application may hold ${limits.liveStreamsPerApplicationMax} live streams open`,
          headers: { 'retry-after': '5' },
        })
      if (closed || taken >= limits.liveStreamsMax)
        throw problem('unavailable', { headers: { 'retry-after': '5' } })
      places.set(applicationId, own + 1)
      taken++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        taken--
        const left = (places.get(applicationId) ?? 1) - 1
        if (left === 0) places.delete(applicationId)
        else places.set(applicationId, left)
      }
    },
    start: (viewer, first) => {
      // The viewer may have left during the first read, and its close event has passed.
      if (viewer.raw.destroyed) return viewer.release()
      const stream: Stream = { ...viewer, lastText: '', wroteAt: now(), stalledAt: null }
      streams.add(stream)
      viewer.raw.on('close', () => end(stream))
      viewer.raw.on('error', () => {})
      send(stream, `retry: ${retryMs}\n\n`)
      sendState(stream, first)
      if (closed) end(stream)
      wake(readMs)
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      for (const stream of streams) end(stream)
    },
  }
}

const eventOf = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`
