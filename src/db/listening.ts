/**
 * Listens to a channel of the database, by a connection of its own that is made again when it is lost. What was sent while it was down is
 * lost, and nobody says so: `lost` tells the listener that anything may have happened.
 */
import pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './db.ts'

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

export function listenTo(
  db: Pick<Db, 'connection'>,
  log: Pick<Logger, 'warn'>,
  { channel, name, failure, heard, lost }: Channel,
): Listening {
  let client: pg.Client | undefined
  let live = false
  let closed = false
  let retryMs = retryFirstMs
  let timer: NodeJS.Timeout | undefined

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
      application_name: name,
      connectionTimeoutMillis: 5_000,
    })
    client = next
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => heard(payload))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (client !== next) return
      lost()
      live = true
      retryMs = retryFirstMs
    } catch (error) {
      if (!closed) log.warn({ err: error }, failure)
      lose(next)
    }
  }

  const first = connect()
  return {
    get live() {
      return live
    },
    ready: () => first,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await first
      const last = client
      client = undefined
      live = false
      await last?.end().catch(() => {})
    },
  }
}
