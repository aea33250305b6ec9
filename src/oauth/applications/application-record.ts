/** How an application is kept and how it is shown: rows of `applications` and `application_secrets`. */
import { type Application } from '../../../contract/oauth.ts'
import { type AuditAction } from '../../../contract/audit.ts'
import { byPerson, operator, recordAudit } from '../../audit/audit.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../../db/db.ts'
import { newId, newSecret, sha256 } from '../../ids.ts'
import { impossible, problem } from '../../problem.ts'
import { type ApplicationKind } from '../../../contract/redirect-uri.ts'
import { isPublic } from '../redirect-uri.ts'

export type ApplicationRow = {
  organisation_id: string
  id: string
  client_id: string
  name: string
  kind: ApplicationKind
  redirect_uris: string[]
  scopes: string[]
  require_pkce: boolean
  api_version: string
  status: 'active' | 'revoked'
  version: number
  created_at: string
  updated_at: string
}

/** Who changes it: an admin, or null: the operator at the command line. */
export type By = { readonly organisationId: string; readonly userId: string | null }

type SecretRow = {
  application_id: string
  id: string
  last_four: string
  created_at: string
  expires_at: string | null
  compromised_at: string | null
}

export const applicationColumns = sql`organisation_id, id, client_id, name, kind, redirect_uris, scopes, require_pkce, api_version, status, version, created_at, updated_at`

export async function addSecret(tx: Tx, { organisation_id, id }: ApplicationRow, now: Date): Promise<string> {
  const secret = newSecret('cs')
  await run(
    tx,
    sql`
      insert into application_secrets (organisation_id, application_id, id, secret_sha256, last_four, created_at)
      values (${organisation_id}, ${id}, ${newId('secret')}, ${sha256(secret)}, ${secret.slice(-4)}, ${now})`,
  )
  return secret
}

export const touch = (tx: Tx, { organisation_id, id }: ApplicationRow, now: Date): Promise<ApplicationRow> =>
  only(
    tx,
    sql<ApplicationRow>`
      update applications
      set version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
      returning ${applicationColumns}`,
  )

export async function find(tx: Tx, organisationId: string, id: string): Promise<ApplicationRow> {
  const row = await one<ApplicationRow>(
    tx,
    sql`select ${applicationColumns} from applications where organisation_id = ${organisationId} and id = ${id}`,
  )
  if (!row) throw problem('not_found')
  return row
}

/** To be changed. The pages of this service are the operator's: consent to them is implied. @throws not_found | unprocessable */
export async function lock(tx: Tx, { organisationId, userId }: By, id: string): Promise<ApplicationRow> {
  const row = await one<ApplicationRow>(
    tx,
    sql`select ${applicationColumns} from applications where organisation_id = ${organisationId} and id = ${id} for update`,
  )
  if (!row) throw problem('not_found')
  if (row.kind === 'first_party' && userId !== null)
    throw impossible('', 'A page of this service is changed by nobody but its operator', 'first_party')
  return row
}

export const secretsOf = (tx: Tx, organisationId: string, ids: readonly string[]): Promise<SecretRow[]> =>
  many(
    tx,
    sql<SecretRow>`
      select application_id, id, last_four, created_at, expires_at, compromised_at
      from application_secrets
      where organisation_id = ${organisationId}
        and application_id = any(${textArray(ids)})
      order by id`,
  )

export const shown = async (tx: Tx, row: ApplicationRow): Promise<Application> =>
  viewOf(row, await secretsOf(tx, row.organisation_id, [row.id]))

export const viewOf = (row: ApplicationRow, secrets: readonly SecretRow[]): Application => ({
  id: row.id,
  client_id: row.client_id,
  name: row.name,
  kind: row.kind,
  redirect_uris: row.redirect_uris,
  scopes: row.scopes,
  require_pkce: row.require_pkce || isPublic(row.kind),
  api_version: row.api_version,
  status: row.status,
  secrets: secrets
    .filter(({ application_id }) => application_id === row.id)
    .map(({ application_id: _application, ...secret }) => secret),
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const auditApplication = (
  tx: Tx,
  row: ApplicationRow,
  userId: string | null,
  action: AuditAction,
  now: Date,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(tx, {
    organisationId: row.organisation_id,
    actor: userId === null ? operator : byPerson(userId),
    action,
    target: row.id,
    detail: { name: row.name, ...detail },
    at: now,
  })
