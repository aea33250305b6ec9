/**
 * Streams of server-sent events that tell how watched things stand. One look a second for all things of a kind, whatever
 * the number of streams, and none while nobody watches.
 *
 * Events carry a state and not a change, so one that could not be sent is simply replaced by the next: whoever reads slowly
 * gets fewer, and whoever does not read at all is dropped. Nothing is sent to a bearer whose token is no longer good.
 * Source: HTML Living Standard, section 9.2 (server-sent events).
 */
import { type ServerResponse } from 'node:http'
import { type Logger } from 'pino'
import { limits } from '../../contract/limits.ts'
import { type ApplicationActor } from '../actor.ts'
import { problem } from '../problem.ts'

export type Watched = { organisationId: string; id: string }

/** How a watched thing stands, and who may know. */
export type Seen = {
  data: unknown
  /** It will not change again. */
  over: boolean
  isVisibleTo(actor: ApplicationActor): boolean
}

/** How those things stand that are still there, by `id`: one statement, whatever their number. */
export type Look = (watched: readonly Watched[]) => Promise<ReadonlyMap<string, Seen>>

export type Viewer = {
  raw: ServerResponse
  actor: ApplicationActor
  watched: Watched
  look: Look
  write(data: unknown): string
  /** The actor as of now; null when the token may no longer read. */
  renew(): ApplicationActor | null | Promise<ApplicationActor | null>
  /** Frees its place. */
  release(): void
}

type Stream = Viewer & {
  shown: string
  wroteAt: number
  stalledAt: number | null
}

/** Waits in milliseconds. Looks are a little less than a second apart, so that a change is told within one. */
const usual = { lookMs: 900, heartbeatMs: 15_000, stalledMs: 30_000 }
export type Waits = typeof usual

/** What a browser waits before it comes back. */
const retryMs = 2_000

export type Streams = {
  /** A place for one more. @returns how to free it @throws rate_limited | unavailable */
  reserve(applicationId: string): () => void
  start(viewer: Viewer, first: Seen): void
  close(): void
}

export function eventStreams(log: Pick<Logger, 'warn'>, { lookMs, heartbeatMs, stalledMs } = usual): Streams {
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

  const show = (stream: Stream, { data, over }: Seen): void => {
    const text = stream.write(data)
    const changed = text === stream.shown ? '' : eventOf('response_summary', text)
    if (over) return end(stream, changed + eventOf('end', text))
    if (stream.raw.writableNeedDrain || !changed) return
    stream.shown = text
    send(stream, changed)
  }

  /** @returns whether it is there to be shown anything */
  const isWell = (stream: Stream): boolean => {
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

  const renewed = async (stream: Stream): Promise<boolean> => {
    const actor = await stream.renew()
    if (actor) stream.actor = actor
    else end(stream)
    return actor !== null
  }

  const lookAtAll = async (): Promise<void> => {
    const well = [...streams].filter(isWell)
    const good = await Promise.all(well.map(renewed))
    const byLook = Map.groupBy(
      well.filter((_, at) => good[at]),
      (stream) => stream.look,
    )
    await Promise.all([...byLook].map(([look, viewers]) => lookFor(viewers, look)))
  }

  // The database may be away for a while: streams stay, and go on when it is back.
  const lookFor = async (viewers: readonly Stream[], look: Look): Promise<void> => {
    const watched = new Map(viewers.map((viewer) => [viewer.watched.id, viewer.watched]))
    const seen = await look([...watched.values()]).catch(complain)
    if (!seen) return
    for (const viewer of viewers.filter((one) => streams.has(one))) {
      const one = seen.get(viewer.watched.id)
      if (one?.isVisibleTo(viewer.actor)) show(viewer, one)
      else end(viewer)
    }
  }

  const complain = (error: unknown): void => log.warn({ err: error }, 'live streams')

  const tick = async (): Promise<void> => {
    const began = now()
    await lookAtAll().catch(complain)
    timer = undefined
    wake(Math.max(0, lookMs - (now() - began)))
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
      let held = true
      return () => {
        if (!held) return
        held = false
        taken--
        const left = (places.get(applicationId) ?? 1) - 1
        if (left === 0) places.delete(applicationId)
        else places.set(applicationId, left)
      }
    },
    start: (viewer, first) => {
      // It may have gone while it was looked for, and will not say so again.
      if (viewer.raw.destroyed) return viewer.release()
      const stream: Stream = { ...viewer, shown: '', wroteAt: now(), stalledAt: null }
      streams.add(stream)
      viewer.raw.on('close', () => end(stream))
      viewer.raw.on('error', () => {})
      send(stream, `retry: ${retryMs}\n\n`)
      show(stream, first)
      if (closed) end(stream)
      wake(lookMs)
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      for (const stream of streams) end(stream)
    },
  }
}

const eventOf = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`
