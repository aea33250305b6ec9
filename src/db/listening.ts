/**
 * Listens to a channel of the database, by its own connection that is made again when it is lost. What was sent while it was down is
 * lost, and nobody says so: `lost` tells the listener that anything may have happened.
 *
 * A connection that is open may still hear nothing: a pooler may have given its session to somebody else, or the network may have gone without
 * a word. So it proves itself. Once it listens, another connection sends it a word of its own, and only when that is heard does it count as
 * live; from then on it sends words to itself, and is made again when none was heard for almost a second.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './db.ts'
import { namedByForms } from './forms.ts'

export type Listening = {
  /** Whether notifications reach us at the moment. */
  readonly live: boolean
  /** Resolves when the first attempt to listen has ended, successful or not. */
  ready(): Promise<void>
  close(): Promise<void>
}

type Channel = {
  readonly channel: string
  /** As the server names the connection. */
  readonly name: string
  /** What the log says when it cannot be heard. */
  readonly failure: string
  heard(payload: string): void
  /** The connection was lost, or is there again. */
  lost(): void
}

const retryFirstMs = 100
const retryMaxMs = 5_000
const proofMs = 5_000
/** How often a connection says a word and looks whether it hears them, and after how long without one a look finds it silent. */
export const hearing = { beatMs: 300, silentMs: 850 }
const { beatMs, silentMs } = hearing

export function listenTo(
  db: Pick<Db, 'connection' | 'pool'>,
  log: Pick<Logger, 'warn'>,
  { channel, name, failure, heard, lost }: Channel,
): Listening {
  let client: pg.Client | undefined
  let live = false
  let closed = false
  let retryMs = retryFirstMs
  let timer: NodeJS.Timeout | undefined
  const word = `beat ${randomUUID()}`
  const beat = 'select pg_notify($1, $2)'
  let heardAt = 0

  const lose = (gone: pg.Client): void => {
    if (client !== gone) return
    client = undefined
    live = false
    lost()
    gone.end().catch(() => {})
    if (closed) return
    timer = setTimeout(() => void connect(), retryMs)
    timer.unref()
    retryMs = Math.min(retryMaxMs, retryMs * 2)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...db.connection,
      keepAlive: true,
      application_name: namedByForms(name),
      connectionTimeoutMillis: 5_000,
    })
    client = next
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    const proof = Promise.withResolvers<void>()
    proof.promise.catch(() => {})
    next.on('notification', ({ payload = '' }) => {
      if (!payload.startsWith('beat ')) return heard(payload)
      if (payload !== word) return
      heardAt = performance.now()
      proof.resolve()
    })
    try {
      await next.connect()
      // Also for the statement itself, whose reply may never come.
      const late = setTimeout(() => proof.reject(new Error('connected, and hears nothing')), proofMs)
      late.unref()
      try {
        next
          .query(`listen ${channel}`)
          .then(() => db.pool.query(beat, [channel, word]))
          .catch(proof.reject)
        await proof.promise
      } finally {
        clearTimeout(late)
      }
      if (client !== next) return
      lost()
      live = true
      retryMs = retryFirstMs
    } catch (error) {
      if (!closed) log.warn({ err: error }, failure)
      lose(next)
    }
  }

  let lookedAt = performance.now()
  const beats = setInterval(() => {
    const now = performance.now()
    // A process that was busy itself has words to read that are older than this look.
    const wasBusy = now - lookedAt > 2 * beatMs
    lookedAt = now
    if (!live || !client) return
    if (now - heardAt > silentMs && !wasBusy) {
      log.warn({}, failure)
      lose(client)
    } else client.query(beat, [channel, word]).catch(() => {})
  }, beatMs)
  beats.unref()

  const first = connect()
  return {
    get live() {
      return live
    },
    ready: () => first,
    close: async () => {
      closed = true
      clearTimeout(timer)
      clearInterval(beats)
      await first
      const last = client
      client = undefined
      live = false
      await last?.end().catch(() => {})
    },
  }
}
