/**
 * Applications: OAuth clients of an organisation. Revoking is final and ends every token at once. A secret is shown when
 * it is made and never again (secrets.ts).
 */
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '../../../contract/fields.ts'
import type * as contract from '../../../contract/oauth.ts'
import type { Application, ApplicationDraft, NewApplication } from '../../../contract/oauth.ts'
import { type ApplicationKind, redirectUriFault, redirectUriFaults } from '../../../contract/redirect-uri.ts'
import { latestVersion } from '../../../contract/versions.ts'
import { assertFresh } from '../../authority.ts'
import type { Call } from '../../call.ts'
import { announceAccess } from '../../db/access-changes.ts'
import { many, only, sql, textArray, textArrayOrNull, type Tx } from '../../db/db.ts'
import { olderThan, paged, pageOf } from '../../db/paging.ts'
import { shapeOf } from '../../db/shape.ts'
import { teams } from '../../db/tables.ts'
import { recordEvent } from '../../events/events.ts'
import { takeName } from '../../identity/identity.ts'
import { newId } from '../../ids.ts'
import { impossible, problem } from '../../problem.ts'
import { isPublic } from '../redirect-uri.ts'
import {
  addSecret,
  type ApplicationCall,
  applicationRow,
  auditApplication,
  auditSensitiveScopes,
  type Editor,
  getRow,
  lockForEditor,
  present,
  presentWith,
  secretsOf,
} from './application-record.ts'
import { endSecrets } from './secrets.ts'

/** The operator may make what an admin may, pages of this service itself, and one whose client ID is known beforehand. */
export type OperatorDraft = Omit<ApplicationDraft, 'kind'> & { kind?: ApplicationKind; client_id?: string }

/** Makes an application, called by an admin or by the command line. @throws unprocessable naming the field */
export async function createApplicationFor(
  tx: Tx,
  editor: Editor,
  draft: OperatorDraft,
  now: Date,
): Promise<NewApplication> {
  const { organisationId, userId } = editor
  const { kind = 'confidential', redirect_uris: redirectUris = [], scopes } = draft
  assertValid({ kind, redirectUris, scopes })
  await checkTeams(tx, organisationId, draft.results_team_ids ?? [])
  const id = newId('application')
  const clientId = draft.client_id ?? id
  if (!(await takeName(tx, { kind: 'client_id', name: clientId, organisationId })))
    throw new Error(`the client ID ${clientId} is taken`)
  const row = await only(
    tx,
    applicationRow,
    sql`
      insert into applications (organisation_id, id, client_id, name, kind, redirect_uris, scopes, require_pkce, api_version,
                                results_team_ids, created_by, created_at, updated_at)
      values (${organisationId}, ${id}, ${clientId}, ${draft.name}, ${kind}, ${textArray(redirectUris)}, ${textArray(scopes)},
              ${draft.require_pkce ?? false}, ${draft.api_version ?? latestVersion}, ${textArrayOrNull(draft.results_team_ids ?? null)}, ${userId}, ${now}, ${now})
      returning ${applicationRow.columns}`,
  )
  const secret = isPublic(kind) ? null : await addSecret(tx, row, now)
  await recordEvent(tx, {
    organisationId,
    type: 'application.created',
    payload: { application_id: id, client_id: clientId },
    at: now,
  })
  await auditApplication({ tx, actor: editor, now }, 'application.created', row)
  await auditSensitiveScopes({ tx, actor: editor, now }, row, [])
  return { ...(await present(tx, row)), client_secret: secret }
}

/** @throws unprocessable naming the field */
export const createApplication = ({
  tx,
  actor: admin,
  body,
  now,
}: Call<typeof contract.createApplication>): Promise<NewApplication> =>
  createApplicationFor(tx, admin, body, now)

/** Those of the organisation, without the service's own pages. @throws invalid_cursor */
export async function listApplications({
  tx,
  actor: { organisationId },
  query,
}: Call<typeof contract.listApplications>): Promise<Page<'applications', Application>> {
  const paging = paged(`applications ${organisationId}`, query)
  const rows = await many(
    tx,
    applicationRow,
    sql`
      select ${applicationRow.columns}
      from applications
      where organisation_id = ${organisationId}
        and kind <> 'first_party'
        and ${olderThan('id', paging.after)}
      order by id desc
      limit ${paging.limit + 1}`,
  )
  const page = pageOf('applications', rows, paging, ({ id }) => id)
  const secrets = await secretsOf(
    tx,
    organisationId,
    page.applications.map(({ id }) => id),
  )
  return { ...page, applications: page.applications.map((row) => presentWith(row, secrets)) }
}

/** @throws not_found */
export const getApplication = async ({
  tx,
  actor,
  params,
}: Pick<Call<typeof contract.getApplication>, 'tx' | 'actor' | 'params'>): Promise<Application> =>
  present(tx, await getRow(tx, actor.organisationId, params.id))

/** What a change of decides what the application may do, and who can call as it. */
const decisive = ['kind', 'redirect_uris', 'scopes', 'require_pkce', 'results_team_ids'] as const

/**
 * An application that becomes public loses its secrets at once; one that becomes confidential gets a secret by rotating.
 * @throws not_found | unprocessable | precondition_failed
 * @throws fresh_sign_in_required  more than its name and version would change
 */
export async function updateApplication(call: Call<typeof contract.updateApplication>): Promise<Application> {
  const { tx, body: patch, ifMatch, now } = call
  const before = await lockForEditor(call)
  if (ifMatch !== undefined && ifMatch !== before.version) throw problem('precondition_failed')
  if (before.document_url !== null)
    throw impossible('', 'Its document describes it; it can be revoked, and hosts allowed or not', 'document')
  if (before.status === 'revoked') throw impossible('', 'A revoked application cannot be changed', 'revoked')
  const after = { ...before, ...patch }
  if (decisive.some((name) => !isDeepStrictEqual(after[name], before[name]))) assertFresh(call.actor, now)
  const { kind, redirect_uris: redirectUris, scopes, ...next } = after
  assertValid({ kind, redirectUris, scopes })
  await checkTeams(tx, before.organisation_id, patch.results_team_ids ?? [])
  const row = await only(
    tx,
    applicationRow,
    sql`
      update applications
      set name = ${next.name},
          kind = ${kind},
          redirect_uris = ${textArray(redirectUris)},
          scopes = ${textArray(scopes)},
          require_pkce = ${next.require_pkce},
          api_version = ${next.api_version},
          results_team_ids = ${textArrayOrNull(next.results_team_ids)},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${before.organisation_id}
        and id = ${before.id}
      returning ${applicationRow.columns}`,
  )
  if (isPublic(kind) && !isPublic(before.kind)) await endSecrets(tx, row, now)
  await announceAccess(tx, { kind: 'application', id: row.id })
  await auditApplication(call, 'application.updated', row, { fields: Object.keys(patch) })
  await auditSensitiveScopes(call, row, before.scopes)
  return present(tx, row)
}

/** Final. Doing it again changes nothing. @throws not_found | unprocessable (a page of this service) */
export async function revokeApplication(call: ApplicationCall): Promise<Application> {
  const { tx, now } = call
  const row = await lockForEditor(call)
  if (row.status === 'revoked') return present(tx, row)
  const { organisation_id: organisationId, id } = row
  const revoked = await only(
    tx,
    applicationRow,
    sql`
      update applications
      set status = 'revoked',
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${applicationRow.columns}`,
  )
  await recordEvent(tx, {
    organisationId,
    type: 'application.revoked',
    payload: { application_id: id },
    at: now,
  })
  await announceAccess(tx, { kind: 'application', id })
  await auditApplication(call, 'application.revoked', row)
  return present(tx, revoked)
}

/** @throws unprocessable  a team that the organisation does not have */
async function checkTeams(tx: Tx, organisationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await many(
    tx,
    shapeOf(teams, ['id']),
    sql`select id from teams where organisation_id = ${organisationId} and id = any (${textArray(ids)})`,
  )
  const known = new Set(rows.map((row) => row.id))
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw impossible(`/results_team_ids/${unknown}`, `There is no team ${ids[unknown]}`, 'unknown')
}

type Registration = { kind: ApplicationKind; redirectUris: readonly string[]; scopes: readonly string[] }

/** @throws unprocessable naming the field */
function assertValid({ kind, redirectUris, scopes }: Registration): void {
  for (const [i, uri] of redirectUris.entries()) {
    const fault = redirectUriFault(uri, kind)
    if (fault) throw impossible(`/redirect_uris/${i}`, `A redirect URI ${redirectUriFaults[fault]}`)
  }
  if (isPublic(kind) && redirectUris.length === 0)
    throw impossible('/redirect_uris', 'A public application needs a redirect URI')
  if (scopes.length === 0) throw impossible('/scopes', 'An application needs at least one scope')
}
