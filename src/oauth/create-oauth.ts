/** What this process caches of clients and tokens, and the one listener for changes that keeps it true. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { type AuthenticateToken, tokenAuthentication } from './access-tokens.ts'
import { type Changes, listenForChanges } from './changes.ts'
import { type Clients, clientsOf } from './clients.ts'
import { type ClientFailures, clientFailures } from './client-failures.ts'
import { partitionAtStart } from './sweep.ts'

export type OAuth = {
  readonly authenticate: AuthenticateToken
  readonly clients: Clients
  readonly changes: Changes
  readonly failures: ClientFailures
  close(): Promise<void>
}

type Setup = { db: Db; clock: Clock; log: Pick<Logger, 'warn'>; limiter: Pick<RateLimiter, 'take'> }

export async function createOAuth({ db, clock, log, limiter }: Setup): Promise<OAuth> {
  const changes = listenForChanges(db, log)
  await changes.ready()
  const clients = clientsOf(db, changes)
  // Without a partition of their day tokens are stored in the default partition, and work.
  await db
    .transaction((tx) => partitionAtStart(tx, clock.now()))
    .catch((error: unknown) => log.warn({ err: error }, 'no partitions made for access tokens'))
  return {
    authenticate: tokenAuthentication(db, clock, changes),
    clients,
    changes,
    failures: clientFailures({ db, clients, log, limiter }),
    close: () => changes.close(),
  }
}
