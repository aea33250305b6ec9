/**
 * Wrong secrets, counted after the fact. After ten in a minute for one client from one network the next must wait; a hundred
 * in an hour for one client, from anywhere, are reported to its admins once. Only failures are counted, and nobody who has the
 * right secret is ever refused because of others' failures. Each process counts for itself.
 */
import { type Logger } from 'pino'
import { limits } from '../../contract/limits.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import { type Db } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { failedAttempts } from '../limiter.ts'
import { type Client, type Clients } from './clients.ts'

export type ClientFailures = {
  /** @returns seconds to wait, or null while there is room */
  add(clientId: string, network: string, now: Date): number | null
}

type Setup = { db: Pick<Db, 'transaction'>; clients: Clients; log: Pick<Logger, 'warn'>; limited: boolean }

export function clientFailures({ db, clients, log, limited }: Setup): ClientFailures {
  const aMinute = failedAttempts(limited ? limits.clientFailuresAMinuteMax : Infinity, 60)
  const anHour = failedAttempts(limits.clientFailuresAnHourReported, 3600)

  const report = async (clientId: string, now: Date): Promise<void> => {
    const client = await clients.find(clientId)
    if (client) await reportToAdmins(db, client, now)
  }
  return {
    add: (clientId, network, now) => {
      const id = clientId.slice(0, 100)
      const isReported = anHour.blockedFor(id) !== null
      anHour.add(id)
      if (!isReported && anHour.blockedFor(id) !== null)
        report(id, now).catch((error: unknown) => log.warn({ err: error }, 'could not report wrong secrets'))
      const key = `${id} ${network}`
      const seconds = aMinute.blockedFor(key)
      aMinute.add(key)
      return seconds
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
      payload: { application_id: applicationId, failures },
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
