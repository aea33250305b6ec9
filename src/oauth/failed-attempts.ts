/**
 * Wrong secrets, counted after the fact: ten in a minute for one client from one network are answered with a pause; a hundred
 * in an hour for one client, from anywhere, are told its admins once. Only failures are counted, and nobody who has the right
 * secret is ever refused for those of others. Each process counts for itself.
 */
import { type Logger } from 'pino'
import { limits } from '../../contract/limits.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import { type Db } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { failureCounter } from '../identity/identity.ts'
import { type Client, type Clients } from './clients.ts'

export type Guessing = {
  /** @returns seconds to wait, or null while there is room */
  failed(clientId: string, network: string, now: Date): number | null
}

type Setup = { db: Pick<Db, 'transaction'>; clients: Clients; log: Pick<Logger, 'warn'>; limited: boolean }

export function guessingOf({ db, clients, log, limited }: Setup): Guessing {
  const aMinute = failureCounter(limited ? limits.clientFailuresAMinuteMax : Infinity, 60)
  const anHour = failureCounter(limits.clientFailuresAnHourTold, 3600)

  const tell = async (clientId: string, now: Date): Promise<void> => {
    const client = await clients.find(clientId)
    if (client) await tellAdmins(db, client, now)
  }
  return {
    failed: (clientId, network, now) => {
      const id = clientId.slice(0, 100)
      const told = anHour.blockedFor(id) !== null
      anHour.add(id)
      if (!told && anHour.blockedFor(id) !== null)
        tell(id, now).catch((error: unknown) => log.warn({ err: error }, 'could not tell of wrong secrets'))
      const key = `${id} ${network}`
      const seconds = aMinute.blockedFor(key)
      aMinute.add(key)
      return seconds
    },
  }
}

const tellAdmins = (
  db: Pick<Db, 'transaction'>,
  { organisationId, applicationId, name }: Client,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const failures = limits.clientFailuresAnHourTold
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
