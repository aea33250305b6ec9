/**
 * Changes of credentials, as the database tells them at commit (triggers in migrations/): `application <id>`,
 * `user <id>`, `grant <id>`, `family <id>`, `token <hash>`. One connection of its own listens. While it is down nothing may be remembered, since
 * nobody would say when to forget.
 */
import pg from 'pg'
import { type Logger } from 'pino'
import { type Db } from '../db/db.ts'

export type ChangeKind = 'application' | 'user' | 'grant' | 'family' | 'token'

/** `announced`: said by this process, whose transaction may not have ended yet. */
export type Change = { kind: ChangeKind; id: string; announced: boolean }

export type Changes = {
  /** Whether changes reach us just now. */
  readonly live: boolean
  /** null: anything may have changed while we did not hear. */
  onChange(listener: (changed: Change | null) => void): void
  /** Tells this process at once, before the database does. */
  announce(kind: ChangeKind, id: string): void
  /** Resolves when the first attempt to listen has ended, either way. */
  ready(): Promise<void>
  close(): Promise<void>
}

const retryFirstMs = 100
const retryMaxMs = 5_000

export function listenForChanges(db: Pick<Db, 'connection'>, log: Pick<Logger, 'warn'>): Changes {
  const listeners: ((changed: Change | null) => void)[] = []
  const tell = (changed: Change | null): void => listeners.forEach((listener) => listener(changed))
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
    next.on('notification', ({ payload = '' }) => {
      const [kind, id] = payload.split(' ') as [ChangeKind, string]
      tell({ kind, id, announced: false })
    })
    try {
      await next.connect()
      await next.query('listen credential_changed')
      if (client !== next) return
      tell(null)
      live = true
      retryMs = retryFirstMs
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'not hearing of changed credentials; remembering none')
      lose(next)
    }
  }

  const first = connect()
  return {
    get live() {
      return live
    },
    onChange: (listener) => listeners.push(listener),
    announce: (kind, id) => tell({ kind, id, announced: true }),
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
