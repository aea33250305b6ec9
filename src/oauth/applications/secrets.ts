/**
 * Secrets of an application: at most two live at once, while one takes over from the other. One that others have seen is
 * revoked as compromised: it ends now, and with it every token and every refresh family that was minted with it.
 */
import { type Application, type NewApplication } from '../../../contract/oauth.ts'
import { limits } from '../../../contract/limits.ts'
import { recordEvent } from '../../events/events.ts'
import { afterCommit, one, run, sql, type Tx } from '../../db/db.ts'
import { impossible, problem } from '../../problem.ts'
import {
  addSecret,
  type ApplicationRow,
  auditApplication,
  type By,
  lock,
  secretsOf,
  shown,
  touch,
} from './application-record.ts'
import { isPublic } from '../redirect-uri.ts'

/**
 * Makes a new secret; the old ones end after the overlap. With an overlap of 0 they end now, however many they are.
 * @throws not_found | invalid_client (revoked) | unprocessable (public: it has none) | too_many_secrets
 */
export async function rotateSecret(
  tx: Tx,
  by: By,
  id: string,
  overlapSeconds: number,
  now: Date,
): Promise<NewApplication> {
  const row = await lock(tx, by, id)
  if (row.status === 'revoked') throw problem('invalid_client')
  if (isPublic(row.kind)) throw impossible('', 'A public application has no secret', 'public')
  const live = (await secretsOf(tx, row.organisation_id, [id])).filter(
    ({ expires_at }) => expires_at === null || new Date(expires_at) > now,
  )
  if (overlapSeconds > 0 && live.length >= limits.secretsLiveMax) throw problem('too_many_secrets')
  await endSecrets(tx, row, new Date(now.getTime() + overlapSeconds * 1000))
  const secret = await addSecret(tx, row, now)
  const changed = await touch(tx, row, now)
  afterCommit(tx, 'access changed', { kind: 'application', id })
  await recordEvent(tx, {
    organisationId: row.organisation_id,
    type: 'application.secret_rotated',
    payload: { application_id: id },
    at: now,
  })
  await auditApplication(tx, row, by.userId, 'application.secret_rotated', now, {
    overlap_seconds: overlapSeconds,
  })
  return { ...(await shown(tx, changed)), client_secret: secret }
}

/** None lives longer than that. */
export const endSecrets = (tx: Tx, { organisation_id, id }: ApplicationRow, at: Date): Promise<number> =>
  run(
    tx,
    sql`
      update application_secrets
      set expires_at = least(expires_at, ${at})
      where organisation_id = ${organisation_id}
        and application_id = ${id}`,
  )

/** Doing it again changes nothing. @throws not_found | unprocessable (a page of this service) */
export async function revokeSecret(
  tx: Tx,
  by: By,
  id: string,
  secretId: string,
  now: Date,
): Promise<Application> {
  const row = await lock(tx, by, id)
  const secret = (await secretsOf(tx, row.organisation_id, [id])).find((one) => one.id === secretId)
  if (!secret) throw problem('not_found')
  if (secret.compromised_at !== null) return shown(tx, row)
  await compromise(tx, row.organisation_id, id, secretId, now)
  const changed = await touch(tx, row, now)
  afterCommit(tx, 'access changed', { kind: 'application', id })
  await recordEvent(tx, {
    organisationId: row.organisation_id,
    type: 'application.secret_revoked',
    payload: { application_id: id, secret_id: secretId },
    at: now,
  })
  await auditApplication(tx, row, by.userId, 'application.secret_revoked', now, { secret_id: secretId })
  return shown(tx, changed)
}

/** Access tokens are dead by the mark; refresh families are ended. @returns whether it was not marked before */
export async function compromise(
  tx: Tx,
  organisationId: string,
  applicationId: string,
  secretId: string,
  now: Date,
): Promise<boolean> {
  const marked = await one(
    tx,
    sql`
      update application_secrets
      set compromised_at = ${now},
          expires_at = least(expires_at, ${now})
      where organisation_id = ${organisationId}
        and application_id = ${applicationId}
        and id = ${secretId}
        and compromised_at is null
      returning id`,
  )
  if (!marked) return false
  await run(
    tx,
    sql`
      update refresh_families
      set revoked_at = ${now}
      where organisation_id = ${organisationId}
        and application_id = ${applicationId}
        and secret_id = ${secretId}
        and revoked_at is null`,
  )
  return true
}
