/**
 * Changes of credentials, as the database tells them at commit (triggers in migrations/): `application <id>`,
 * `user <id>`, `grant <id>`, `family <id>`, `token <hash>`. A connection of its own listens. While it is down nothing may be
 * cached, since nobody would say when to forget it.
 */
import pg from 'pg'
import { type Logger } from 'pino'
import { type Db, type Effects } from '../db/db.ts'

export type Change = Effects['access changed']

/** null: anything may have changed while we did not hear. */
type Listener = (change: Change | null) => void

export type Changes = {
  /** Whether changes reach us at the moment. */
  readonly live: boolean
  onChange(listener: Listener): void
  /** Tells this process of a change that is committed, before the database does. */
  announce(kind: Change['kind'], id: string): void
  /** Resolves when the first attempt to listen has ended, successful or not. */
  ready(): Promise<void>
  close(): Promise<void>
}

const retryFirstMs = 100
const retryMaxMs = 5_000

const kinds = ['application', 'user', 'grant', 'family', 'token'] as const

/** A payload of another form counts as a change of anything. */
function changeOf(payload: string): Change | null {
  const [name, id] = payload.split(' ')
  const kind = kinds.find((one) => one === name)
  return kind && id ? { kind, id } : null
}

export function listenForChanges(db: Pick<Db, 'connection'>, log: Pick<Logger, 'warn'>): Changes {
  const listeners: Listener[] = []
  const tell: Listener = (change) => listeners.forEach((listener) => listener(change))
  let client: pg.Client | undefined
  let live = false
  let closed = false
  let retryMs = retryFirstMs
  let timer: NodeJS.Timeout | undefined

  const lose = (lost: pg.Client): void => {
    if (client !== lost) return
    client = undefined
    live = false
    tell(null)
    lost.end().catch(() => {})
    if (closed) return
    timer = setTimeout(() => void connect(), retryMs)
    timer.unref()
    retryMs = Math.min(retryMaxMs, retryMs * 2)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...db.connection,
      keepAlive: true,
      application_name: 'sonde credential changes',
      connectionTimeoutMillis: 5_000,
    })
    client = next
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => tell(changeOf(payload)))
    try {
      await next.connect()
      await next.query('listen credential_changed')
      if (client !== next) return
      tell(null)
      live = true
      retryMs = retryFirstMs
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'not hearing of changed credentials; caching none')
      lose(next)
    }
  }

  const first = connect()
  return {
    get live() {
      return live
    },
    onChange: (listener) => listeners.push(listener),
    announce: (kind, id) => tell({ kind, id }),
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
