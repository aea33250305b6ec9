/**
 * Changes of credentials, as the database tells them at commit (announceAccess): `application <id>`,
 * `user <id>`, `grant <id>`, `family <id>`, `token <hash>`. A connection of its own listens. While it is down nothing may be
 * cached, since nobody would say when to forget it.
 */
import type { Logger } from 'pino'
import type { Db, Effects } from '../db/db.ts'
import { listenTo } from '../db/listening.ts'

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

const kinds = ['application', 'user', 'grant', 'family', 'token'] as const

/** A payload of another form counts as a change of anything. */
function changeOf(payload: string): Change | null {
  const [name, id] = payload.split(' ')
  const kind = kinds.find((one) => one === name)
  return kind && id ? { kind, id } : null
}

export function listenForChanges(db: Pick<Db, 'connection' | 'pool'>, log: Pick<Logger, 'warn'>): Changes {
  const listeners: Listener[] = []
  const tell: Listener = (change) => listeners.forEach((listener) => listener(change))
  const listening = listenTo(db, log, {
    channel: 'credential_changed',
    name: 'sonde credential changes',
    failure: 'not hearing of changed credentials; caching none',
    heard: (payload) => tell(changeOf(payload)),
    lost: () => tell(null),
  })
  return {
    get live() {
      return listening.live
    },
    onChange: (listener) => listeners.push(listener),
    announce: (kind, id) => tell({ kind, id }),
    ready: listening.ready,
    close: listening.close,
  }
}
