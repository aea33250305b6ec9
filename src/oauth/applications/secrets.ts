/**
 * Secrets of an application: at most two are valid at once, while one takes over from the other. A secret that others have
 * seen is revoked as compromised: it ends now, and with it every token and every refresh family that was issued with it.
 */
import type * as contract from '../../../contract/oauth.ts'
import type { Application, NewApplication } from '../../../contract/oauth.ts'
import { limits } from '../../../contract/limits.ts'
import type { Call } from '../../call.ts'
import { announceAccess } from '../../db/access-changes.ts'
import { run, sql, type Tx } from '../../db/db.ts'
import { recordEvent } from '../../events/events.ts'
import { impossible, problem } from '../../problem.ts'
import { isPublic } from '../redirect-uri.ts'
import {
  addSecret,
  type ApplicationCall,
  type ApplicationRow,
  auditApplication,
  lockForEditor,
  present,
  secretsOf,
  touch,
} from './application-record.ts'

/**
 * Makes a new secret; the old ones end after the overlap. With an overlap of 0 they end now, however many they are.
 * @throws not_found | invalid_client (revoked) | unprocessable (public: it has none) | too_many_secrets
 */
export async function rotateSecret(
  call: ApplicationCall & Pick<Call<typeof contract.rotateSecret>, 'body'>,
): Promise<NewApplication> {
  const { tx, body, now } = call
  const { overlap_seconds = limits.secretOverlapSeconds } = body ?? {}
  const row = await lockForEditor(call)
  if (row.status === 'revoked') throw problem('invalid_client')
  if (isPublic(row.kind)) throw impossible('', 'A public application has no secret', 'public')
  const valid = (await secretsOf(tx, row.organisation_id, [row.id])).filter(
    ({ expires_at }) => expires_at === null || new Date(expires_at) > now,
  )
  if (overlap_seconds > 0 && valid.length >= limits.secretsLiveMax) throw problem('too_many_secrets')
  await endSecrets(tx, row, new Date(now.getTime() + overlap_seconds * 1000))
  const secret = await addSecret(tx, row, now)
  const touched = await touch(tx, row, now)
  await announceAccess(tx, { kind: 'application', id: row.id })
  await recordEvent(tx, {
    organisationId: row.organisation_id,
    type: 'application.secret_rotated',
    payload: { application_id: row.id },
    at: now,
  })
  await auditApplication(call, 'application.secret_rotated', row, { overlap_seconds })
  return { ...(await present(tx, touched)), client_secret: secret }
}

/** No secret of the application is valid for longer than until then. */
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
export async function revokeSecret(call: Call<typeof contract.revokeSecret>): Promise<Application> {
  const { tx, params, now } = call
  const row = await lockForEditor(call)
  const { organisation_id, id: application_id } = row
  const secret = (await secretsOf(tx, organisation_id, [application_id])).find(
    ({ id }) => id === params.secret_id,
  )
  if (!secret) throw problem('not_found')
  if (secret.compromised_at !== null) return present(tx, row)
  await compromiseSecret(tx, { ...secret, organisation_id }, now)
  const touched = await touch(tx, row, now)
  await announceAccess(tx, { kind: 'application', id: application_id })
  await recordEvent(tx, {
    organisationId: organisation_id,
    type: 'application.secret_revoked',
    payload: { application_id, secret_id: secret.id },
    at: now,
  })
  await auditApplication(call, 'application.secret_revoked', row, { secret_id: secret.id })
  return present(tx, touched)
}

type SecretRef = { organisation_id: string; application_id: string; id: string }

/** Access tokens are dead by the mark; refresh families are ended. @returns whether it was not marked before */
export async function compromiseSecret(
  tx: Tx,
  { organisation_id, application_id, id }: SecretRef,
  now: Date,
): Promise<boolean> {
  const marked = await run(
    tx,
    sql`
      update application_secrets
      set compromised_at = ${now},
          expires_at = least(expires_at, ${now})
      where organisation_id = ${organisation_id}
        and application_id = ${application_id}
        and id = ${id}
        and compromised_at is null`,
  )
  if (marked === 0) return false
  await run(
    tx,
    sql`
      update refresh_families
      set revoked_at = ${now}
      where organisation_id = ${organisation_id}
        and application_id = ${application_id}
        and secret_id = ${id}
        and revoked_at is null`,
  )
  return true
}
