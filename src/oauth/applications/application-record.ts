/** How an application is stored and how it is presented: rows of `applications` and `application_secrets`. */
import type { AuditAction } from '../../../contract/audit.ts'
import type { Application } from '../../../contract/oauth.ts'
import { type Scope, scopes, sensitiveScopes } from '../../../contract/scopes.ts'
import type { OrganisationActor } from '../../actor.ts'
import { byPerson, operator, recordAudit } from '../../audit/audit.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../../db/db.ts'
import { type RowOf, shapeOf } from '../../db/shape.ts'
import { applications, applicationSecrets } from '../../db/tables.ts'
import { newId, newSecret, sha256 } from '../../ids.ts'
import { impossible, problem } from '../../problem.ts'
import { isPublic } from '../redirect-uri.ts'
import { openingScopes } from '../scope.ts'

/** Who changes an application: an admin, or null: the operator at the command line. */
export type Editor = { readonly organisationId: string; readonly userId: string | null }

export type EditorCall = { readonly tx: Tx; readonly actor: Editor; readonly now: Date }

/** A call about one application. */
export type ApplicationCall = EditorCall & { readonly params: { readonly id: string } }

export const applicationRow = shapeOf(applications, [
  'organisation_id',
  'id',
  'client_id',
  'name',
  'kind',
  'redirect_uris',
  'scopes',
  'require_pkce',
  'api_version',
  'results_team_ids',
  'document_url',
  'status',
  'version',
  'created_at',
  'updated_at',
])
export type ApplicationRow = RowOf<typeof applicationRow>

const secretRow = shapeOf(applicationSecrets, [
  'application_id',
  'id',
  'last_four',
  'created_at',
  'expires_at',
  'compromised_at',
])
type SecretRow = RowOf<typeof secretRow>

/** @returns the secret itself, which is stored nowhere */
export async function addSecret(tx: Tx, { organisation_id, id }: ApplicationRow, now: Date): Promise<string> {
  const secret = newSecret('cs', organisation_id)
  await run(
    tx,
    sql`
      insert into application_secrets (organisation_id, application_id, id, secret_sha256, last_four, created_at)
      values (${organisation_id}, ${id}, ${newId('secret')}, ${sha256(secret)}, ${secret.slice(-4)}, ${now})`,
  )
  return secret
}

/** Raises the version for a change of its secrets. */
export const touch = (tx: Tx, { organisation_id, id }: ApplicationRow, now: Date): Promise<ApplicationRow> =>
  only(
    tx,
    applicationRow,
    sql`
      update applications
      set version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
      returning ${applicationRow.columns}`,
  )

/** @throws not_found */
export async function getRow(
  tx: Tx,
  organisationId: string,
  id: string,
  { lock = false } = {},
): Promise<ApplicationRow> {
  const row = await one(
    tx,
    applicationRow,
    sql`
      select ${applicationRow.columns}
      from applications
      where organisation_id = ${organisationId}
        and id = ${id}
      ${lock ? sql`for update` : sql``}`,
  )
  if (!row) throw problem('not_found')
  return row
}

/** An application by itself, with all that it is registered for; null: there is none that is active. */
export async function programOf(
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<OrganisationActor | null> {
  const row = await one(
    tx,
    applicationRow,
    sql`
      select ${applicationRow.columns}
      from applications
      where organisation_id = ${organisationId}
        and id = ${id}
        and status = 'active'`,
  )
  if (!row) return null
  const granted = openingScopes(row.scopes).filter((scope) => scopes[scope].organisation)
  return {
    kind: 'organisation',
    organisationId,
    applicationId: id,
    scopes: new Set(granted),
    resultsTeams: row.results_team_ids,
  }
}

/** For a change. The service's own pages are the operator's, as consent to them is implied. @throws not_found | unprocessable */
export async function lockForEditor({ tx, actor, params }: ApplicationCall): Promise<ApplicationRow> {
  const row = await getRow(tx, actor.organisationId, params.id, { lock: true })
  if (row.kind === 'first_party' && actor.userId !== null)
    throw impossible('', 'Only the operator changes a page of this service', 'first_party')
  return row
}

export const secretsOf = (tx: Tx, organisationId: string, ids: readonly string[]): Promise<SecretRow[]> =>
  many(
    tx,
    secretRow,
    sql`
      select ${secretRow.columns}
      from application_secrets
      where organisation_id = ${organisationId}
        and application_id = any(${textArray(ids)})
      order by id`,
  )

export const present = async (tx: Tx, row: ApplicationRow): Promise<Application> =>
  presentWith(row, await secretsOf(tx, row.organisation_id, [row.id]))

/** @param secrets  of this application, among others */
export const presentWith = (
  { organisation_id: _organisation, ...row }: ApplicationRow,
  secrets: readonly SecretRow[],
): Application => ({
  ...row,
  require_pkce: row.require_pkce || isPublic(row.kind),
  secrets: secrets
    .filter(({ application_id }) => application_id === row.id)
    .map(({ application_id: _application, ...secret }) => secret),
})

export const auditApplication = (
  { tx, actor, now }: EditorCall,
  action: AuditAction,
  row: ApplicationRow,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(tx, {
    organisationId: row.organisation_id,
    actor: actor.userId === null ? operator : byPerson(actor.userId),
    action,
    target: row.id,
    detail: { name: row.name, ...detail },
    at: now,
  })

/** Recorded by itself, so that admins can be told of it and of no other change. @param before  scopes that the application had */
export async function auditSensitiveScopes(
  call: EditorCall,
  row: ApplicationRow,
  before: readonly string[],
): Promise<void> {
  const granted = row.scopes.filter((scope) => sensitiveScopes.includes(scope) && !before.includes(scope))
  if (granted.length > 0) await auditApplication(call, 'application.scope_granted', row, { scopes: granted })
}

const namedRow = shapeOf(applications, ['id', 'name'])

/** The application, if it is active and an admin registered it for the scope. */
export const applicationWithScope = (
  tx: Tx,
  organisationId: string,
  id: string,
  scope: Scope,
): Promise<RowOf<typeof namedRow> | undefined> =>
  one(
    tx,
    namedRow,
    sql`
      select ${namedRow.columns}
      from applications
      where organisation_id = ${organisationId}
        and id = ${id}
        and status = 'active'
        and ${scope} = any (scopes)`,
  )

/** The application, if it is active and not the pages of this service. */
export const activeApplication = (
  tx: Tx,
  organisationId: string,
  id: string,
): Promise<RowOf<typeof namedRow> | undefined> =>
  one(
    tx,
    namedRow,
    sql`
      select ${namedRow.columns}
      from applications
      where organisation_id = ${organisationId}
        and id = ${id}
        and status = 'active'
        and kind <> 'first_party'`,
  )
