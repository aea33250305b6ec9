/** What this process remembers of clients and tokens, and the one ear for changes that keeps it true. */
import { type Logger } from 'pino'
import { type Clock } from '../clock.ts'
import { type Db, type Tx } from '../db/db.ts'
import { type Failures, failureCounter } from '../identity/identity.ts'
import { type AuthenticateToken, tokenAuthentication } from './access-tokens.ts'
import { type Changes, listenForChanges } from './changes.ts'
import { failuresMax, failuresSeconds } from './client-authentication.ts'
import { type Clients, clientsOf } from './clients.ts'
import { sweep } from './sweep.ts'

export type OAuth = {
  readonly authenticate: AuthenticateToken
  readonly clients: Clients
  readonly changes: Changes
  readonly failures: Failures
  /** Forgets dead codes, tokens and secrets. @returns how many rows went */
  sweep(tx: Tx, now: Date): Promise<number>
  close(): Promise<void>
}

type Setup = { db: Db; clock: Clock; log: Pick<Logger, 'warn'>; rateLimits?: boolean }

export async function createOAuth({ db, clock, log, rateLimits = true }: Setup): Promise<OAuth> {
  const changes = listenForChanges(db, log)
  await changes.ready()
  return {
    authenticate: tokenAuthentication(db, clock, changes),
    clients: clientsOf(db, changes),
    changes,
    failures: failureCounter(rateLimits ? failuresMax : Infinity, failuresSeconds),
    sweep,
    close: () => changes.close(),
  }
}
