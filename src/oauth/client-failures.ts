/**
 * Wrong secrets, counted after the fact and over all nodes. After ten in a minute for one client from one network the next must wait; a
 * hundred in an hour for one client, from anywhere, are reported to its admins once. Only failures are counted, so a right secret costs no
 * statement, and nobody who has it is ever refused because of others' failures.
 *
 * In an hour, a node adds every tenth failure to the shared count: admins are told after a hundred, and nine more at most for each node.
 */
import type { Logger } from 'pino'
import { limits } from '../../contract/limits.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { sharedPoints } from '../http/shared-points.ts'
import { keyMemory } from '../limiter.ts'
import type { Client, Clients } from './clients.ts'

export type ClientFailures = {
  /** @throws rate_limited  there were too many before */
  add(clientId: string, network: string, now: Date): Promise<void>
}

type Setup = {
  db: Pick<Db, 'transaction' | 'named'>
  clients: Clients
  log: Pick<Logger, 'warn'>
  limiter: Pick<RateLimiter, 'take'>
}

const hourSeconds = 3_600
const toldTogether = 10

export function clientFailures({ db, clients, log, limiter }: Setup): ClientFailures {
  const useAnHour = sharedPoints(db, hourSeconds)
  const untold = keyMemory<number>()

  const report = async (clientId: string, now: Date): Promise<void> => {
    const client = await clients.find(clientId)
    if (client) await reportToAdmins(db, client, now)
  }
  const countInHour = async (clientId: string, now: Date): Promise<void> => {
    const failures = (untold.get(clientId) ?? 0) + 1
    untold.set(clientId, failures % toldTogether)
    if (failures < toldTogether) return
    const { points } = await useAnHour(`secrets of an hour ${clientId}`, failures)
    // Points only grow, and by one caller at a time: one of them crosses the line.
    const line = limits.clientFailuresAnHourReported
    if (points >= line && points - failures < line) await report(clientId, now)
  }
  return {
    add: async (clientId, network, now) => {
      const id = clientId.slice(0, 100)
      countInHour(id, now).catch((error: unknown) =>
        log.warn({ err: error }, 'could not report wrong secrets'),
      )
      await limiter.take(`${id} ${network}`, 'secret')
    },
  }
}

const reportToAdmins = (
  db: Pick<Db, 'transaction'>,
  { organisationId, applicationId, name }: Client,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const failures = limits.clientFailuresAnHourReported
    await recordEvent(tx, {
      organisationId,
      type: 'application.secret_guessed',
      payload: { application_id: applicationId },
      at: now,
    })
    await recordAudit(tx, {
      organisationId,
      actor: byClock,
      action: 'application.secret_guessed',
      target: applicationId,
      detail: { name, failures },
      at: now,
    })
  })
