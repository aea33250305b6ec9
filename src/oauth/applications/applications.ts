/**
 * Applications: OAuth clients of an organisation. Revoking is final and ends every token at once. A secret is shown when
 * it is made and never again (secrets.ts).
 */
import {
  type Application,
  type ApplicationDraft,
  type ApplicationPatch,
  type NewApplication,
} from '../../../contract/oauth.ts'
import { type Page } from '../../../contract/fields.ts'
import { latestVersion } from '../../../contract/versions.ts'
import { type PersonActor } from '../../actor.ts'
import { afterCommit, many, only, sql, textArray, type Tx } from '../../db/db.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { recordEvent } from '../../events/events.ts'
import { newId } from '../../ids.ts'
import { impossible, problem } from '../../problem.ts'
import {
  addSecret,
  applicationColumns,
  type ApplicationRow,
  auditApplication,
  type By,
  find,
  lock,
  secretsOf,
  shown,
  viewOf,
} from './application-record.ts'
import { type ApplicationKind, redirectUriFault, redirectUriFaults } from '../../../contract/redirect-uri.ts'
import { isPublic } from '../redirect-uri.ts'
import { endSecrets } from './secrets.ts'

/** What the operator may make beside what an admin may: pages of this service itself. */
export type OperatorDraft = Omit<ApplicationDraft, 'kind'> & { kind?: ApplicationKind }

/** Makes an application, called by an admin or by the command line. @throws unprocessable naming the field */
export async function createApplicationFor(
  tx: Tx,
  organisationId: string,
  draft: OperatorDraft,
  createdBy: string | null,
  now: Date,
): Promise<NewApplication> {
  const kind = draft.kind ?? 'confidential'
  const redirectUris = draft.redirect_uris ?? []
  checkShape({ kind, redirectUris, scopes: draft.scopes })
  const id = newId('application')
  const row = await only<ApplicationRow>(
    tx,
    sql`
      insert into applications (organisation_id, id, client_id, name, kind, redirect_uris, scopes, require_pkce, api_version,
                                created_by, created_at, updated_at)
      values (${organisationId}, ${id}, ${id}, ${draft.name}, ${kind}, ${textArray(redirectUris)}, ${textArray(draft.scopes)},
              ${draft.require_pkce ?? false}, ${draft.api_version ?? latestVersion}, ${createdBy}, ${now}, ${now})
      returning ${applicationColumns}`,
  )
  const secret = isPublic(kind) ? null : await addSecret(tx, row, now)
  await recordEvent(tx, {
    organisationId,
    type: 'application.created',
    payload: { application_id: id, client_id: id },
    at: now,
  })
  await auditApplication(tx, row, createdBy, 'application.created', now)
  return { ...(await shown(tx, row)), client_secret: secret }
}

export const createApplication = (
  tx: Tx,
  admin: PersonActor,
  draft: ApplicationDraft,
  now: Date,
): Promise<NewApplication> => createApplicationFor(tx, admin.organisationId, draft, admin.userId, now)

/** Those of the organisation; the pages of this service itself are none of them. */
export async function listApplications(
  tx: Tx,
  { organisationId }: PersonActor,
  query: { limit?: number; cursor?: string },
): Promise<Page<'applications', Application>> {
  const paging = paged(`applications ${organisationId}`, query)
  const rows = await many<ApplicationRow>(
    tx,
    sql`
      select ${applicationColumns}
      from applications
      where organisation_id = ${organisationId}
        and kind <> 'first_party'
        and (${paging.after}::text is null or id < ${paging.after})
      order by id desc
      limit ${paging.limit + 1}`,
  )
  const page = pageOf('applications', rows, paging, ({ id }) => id)
  const secrets = await secretsOf(
    tx,
    organisationId,
    page.applications.map(({ id }) => id),
  )
  return { ...page, applications: page.applications.map((row) => viewOf(row, secrets)) }
}

/** @throws not_found */
export const getApplication = async (
  tx: Tx,
  { organisationId }: PersonActor,
  id: string,
): Promise<Application> => shown(tx, await find(tx, organisationId, id))

/**
 * What becomes public loses its secrets at once; what becomes confidential gets one by rotating.
 * @throws not_found | unprocessable | precondition_failed
 */
export async function updateApplication(
  tx: Tx,
  admin: PersonActor,
  id: string,
  patch: ApplicationPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Application> {
  const before = await lock(tx, admin, id)
  if (ifMatch !== undefined && ifMatch !== before.version) throw problem('precondition_failed')
  if (before.status === 'revoked') throw impossible('', 'A revoked application cannot be changed', 'revoked')
  const kind = patch.kind ?? before.kind
  const redirectUris = patch.redirect_uris ?? before.redirect_uris
  const scopes = patch.scopes ?? before.scopes
  checkShape({ kind, redirectUris, scopes })
  const row = await only<ApplicationRow>(
    tx,
    sql`
      update applications
      set name = ${patch.name ?? before.name},
          kind = ${kind},
          redirect_uris = ${textArray(redirectUris)},
          scopes = ${textArray(scopes)},
          require_pkce = ${patch.require_pkce ?? before.require_pkce},
          api_version = ${patch.api_version ?? before.api_version},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${admin.organisationId}
        and id = ${id}
      returning ${applicationColumns}`,
  )
  if (isPublic(kind) && !isPublic(before.kind)) await endSecrets(tx, row, now)
  afterCommit(tx, 'access changed', { kind: 'application', id })
  await auditApplication(tx, row, admin.userId, 'application.updated', now, { fields: Object.keys(patch) })
  return shown(tx, row)
}

/** Final. Doing it again changes nothing. @throws not_found | unprocessable (a page of this service) */
export async function revokeApplication(tx: Tx, by: By, id: string, now: Date): Promise<Application> {
  const row = await lock(tx, by, id)
  if (row.status === 'revoked') return shown(tx, row)
  const revoked = await only<ApplicationRow>(
    tx,
    sql`
      update applications
      set status = 'revoked',
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${row.organisation_id}
        and id = ${id}
      returning ${applicationColumns}`,
  )
  await recordEvent(tx, {
    organisationId: row.organisation_id,
    type: 'application.revoked',
    payload: { application_id: id },
    at: now,
  })
  afterCommit(tx, 'access changed', { kind: 'application', id })
  await auditApplication(tx, row, by.userId, 'application.revoked', now)
  return shown(tx, revoked)
}

type Shape = { kind: ApplicationKind; redirectUris: readonly string[]; scopes: readonly string[] }

function checkShape({ kind, redirectUris, scopes }: Shape): void {
  checkRedirectUris(redirectUris, kind)
  if (isPublic(kind) && redirectUris.length === 0)
    throw impossible('/redirect_uris', 'A public application needs a redirect URI')
  if (scopes.length === 0) throw impossible('/scopes', 'An application needs at least one scope')
}

function checkRedirectUris(uris: readonly string[], kind: ApplicationKind): void {
  for (const [i, uri] of uris.entries()) {
    const fault = redirectUriFault(uri, kind)
    if (fault) throw impossible(`/redirect_uris/${i}`, `A redirect URI ${redirectUriFaults[fault]}`)
  }
}
