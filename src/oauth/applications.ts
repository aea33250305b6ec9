/**
 * Applications: OAuth clients of an organisation. Revoking is final and ends every token at once. A secret is shown when
 * it is made and never again; two may live while one takes over from the other.
 */
import {
  type Application,
  type ApplicationDraft,
  type ApplicationPatch,
  type NewApplication,
} from '../../contract/oauth.ts'
import { type AuditAction } from '../../contract/audit.ts'
import { limits } from '../../contract/limits.ts'
import { type Page } from '../../contract/fields.ts'
import { type PersonActor } from '../actor.ts'
import { byPerson, operator, recordAudit } from '../audit/audit.ts'
import { many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import {
  addSecret,
  applicationColumns,
  type ApplicationRow,
  find,
  lock,
  secretsOf,
  shown,
  touch,
  viewOf,
} from './application-record.ts'
import { type ApplicationKind, redirectUriFault } from './redirect-uri.ts'

/** Makes an application, called by an admin or by the command line. @throws unprocessable naming the field */
export async function createApplicationFor(
  tx: Tx,
  organisationId: string,
  draft: ApplicationDraft,
  createdBy: string | null,
  now: Date,
): Promise<NewApplication> {
  const kind = draft.kind ?? 'confidential'
  const redirectUris = draft.redirect_uris ?? []
  checkRedirectUris(redirectUris, kind)
  if (kind === 'public' && redirectUris.length === 0)
    throw impossible('/redirect_uris', 'A public application needs a redirect URI')
  if (draft.scopes.length === 0) throw impossible('/scopes', 'An application needs at least one scope')
  const id = newId('application')
  const row = await only<ApplicationRow>(
    tx,
    sql`
      insert into applications (organisation_id, id, client_id, name, kind, redirect_uris, scopes, created_by, created_at, updated_at)
      values (${organisationId}, ${id}, ${id}, ${draft.name}, ${kind}, ${textArray(redirectUris)}, ${textArray(draft.scopes)},
              ${createdBy}, ${now}, ${now})
      returning ${applicationColumns}`,
  )
  const secret = kind === 'confidential' ? await addSecret(tx, row, now) : null
  await recordEvent(tx, {
    organisationId,
    type: 'application.created',
    payload: { application_id: id, client_id: id },
    at: now,
  })
  await audit(tx, row, createdBy, 'application.created', now)
  return { ...(await shown(tx, row)), client_secret: secret }
}

export const createApplication = (
  tx: Tx,
  admin: PersonActor,
  draft: ApplicationDraft,
  now: Date,
): Promise<NewApplication> => createApplicationFor(tx, admin.organisationId, draft, admin.userId, now)

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

/** @throws not_found | unprocessable | precondition_failed */
export async function updateApplication(
  tx: Tx,
  admin: PersonActor,
  id: string,
  patch: ApplicationPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Application> {
  const before = await lock(tx, admin.organisationId, id)
  if (ifMatch !== undefined && ifMatch !== before.version) throw problem('precondition_failed')
  if (before.status === 'revoked') throw impossible('', 'A revoked application cannot be changed', 'revoked')
  if (patch.redirect_uris) checkRedirectUris(patch.redirect_uris, before.kind)
  if (before.kind === 'public' && patch.redirect_uris?.length === 0)
    throw impossible('/redirect_uris', 'A public application needs a redirect URI')
  if (patch.scopes?.length === 0) throw impossible('/scopes', 'An application needs at least one scope')
  const row = await only<ApplicationRow>(
    tx,
    sql`
      update applications
      set name = ${patch.name ?? before.name},
          redirect_uris = ${textArray(patch.redirect_uris ?? before.redirect_uris)},
          scopes = ${textArray(patch.scopes ?? before.scopes)},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${admin.organisationId}
        and id = ${id}
      returning ${applicationColumns}`,
  )
  await audit(tx, row, admin.userId, 'application.updated', now, { fields: Object.keys(patch) })
  return shown(tx, row)
}

/** Who changes it: an admin, or null: the operator at the command line. */
export type By = { readonly organisationId: string; readonly userId: string | null }

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
  const row = await lock(tx, by.organisationId, id)
  if (row.status === 'revoked') throw problem('invalid_client')
  if (row.kind === 'public') throw impossible('', 'A public application has no secret', 'public')
  const live = (await secretsOf(tx, row.organisation_id, [id])).filter(
    ({ expires_at }) => expires_at === null || new Date(expires_at) > now,
  )
  if (overlapSeconds > 0 && live.length >= limits.secretsLiveMax) throw problem('too_many_secrets')
  await run(
    tx,
    sql`
      update application_secrets
      set expires_at = least(expires_at, ${new Date(now.getTime() + overlapSeconds * 1000)})
      where organisation_id = ${row.organisation_id}
        and application_id = ${id}`,
  )
  const secret = await addSecret(tx, row, now)
  const changed = await touch(tx, row, now)
  await recordEvent(tx, {
    organisationId: row.organisation_id,
    type: 'application.secret_rotated',
    payload: { application_id: id },
    at: now,
  })
  await audit(tx, row, by.userId, 'application.secret_rotated', now, { overlap_seconds: overlapSeconds })
  return { ...(await shown(tx, changed)), client_secret: secret }
}

/** Final. Doing it again changes nothing. @throws not_found */
export async function revokeApplication(tx: Tx, by: By, id: string, now: Date): Promise<Application> {
  const row = await lock(tx, by.organisationId, id)
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
  await audit(tx, row, by.userId, 'application.revoked', now)
  return shown(tx, revoked)
}

function checkRedirectUris(uris: readonly string[], kind: ApplicationKind): void {
  for (const [i, uri] of uris.entries()) {
    const fault = redirectUriFault(uri, kind)
    if (fault) throw impossible(`/redirect_uris/${i}`, `A redirect URI ${fault}`)
  }
}

const audit = (
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
