/**
 * Grants: what a person authorised an application to do, one live row for each pair. It is remembered, shown to that person,
 * and may be withdrawn: codes, tokens and refresh families name their grant and are dead with it, at once and on every node.
 * Authorising again makes a new row, so that nothing of the old one comes back to life.
 */
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/grants.ts'
import type { Grant } from '../../contract/grants.ts'
import type { PersonActor } from '../actor.ts'
import { byPerson, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { announceAccess } from '../db/access-changes.ts'
import { exists, json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, paged, pageOf } from '../db/paging.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { applications, grants } from '../db/tables.ts'
import { soleOf } from '../db/together.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

type GrantRequest = Pick<AuthorizationRequest, 'client' | 'scopes'>

/** Adds to what the person authorised before. @returns the id of the grant */
export async function rememberGrant(
  tx: Tx,
  person: PersonActor,
  { client, scopes }: GrantRequest,
  now: Date,
): Promise<string> {
  const { organisationId, applicationId } = client
  const { userId } = person
  // Two consents at once go one after the other, so that the second adds to the first.
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`grant of ${organisationId} ${userId} ${applicationId}`}, 0))`,
  )
  const before = await one(
    tx,
    shapeOf(grants, ['scopes']),
    sql`
      select scopes
      from grants
      where organisation_id = ${organisationId}
        and user_id = ${userId}
        and application_id = ${applicationId}
        and revoked_at is null`,
  )
  const all = [...new Set([...(before?.scopes ?? []), ...scopes])]
  const { id } = await only(
    tx,
    shapeOf(grants, ['id']),
    sql`
      insert into grants (organisation_id, id, user_id, application_id, scopes, created_at, updated_at)
      values (${organisationId}, ${newId('grant')}, ${userId}, ${applicationId}, ${textArray(all)}, ${now}, ${now})
      on conflict (organisation_id, user_id, application_id) where revoked_at is null do update
      set scopes = excluded.scopes,
          updated_at = excluded.updated_at
      returning id`,
  )
  return id
}

/** Whether the person authorised all of this before, and did not withdraw it. */
export const isGranted = (tx: Tx, person: PersonActor, { client, scopes }: GrantRequest): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from grants
      where organisation_id = ${client.organisationId}
        and user_id = ${person.userId}
        and application_id = ${client.applicationId}
        and revoked_at is null
        and scopes @> ${textArray(scopes)}`,
  )

const grantRow = shapeOf(
  grants,
  ['id', 'application_id', 'scopes', 'created_at', 'updated_at', 'last_used_at'],
  { client_id: applications.client_id, name: applications.name },
)

/** Without the service's own pages: nobody was asked about them, and the next visit would undo a withdrawal. */
export async function listGrants({
  tx,
  actor: { organisationId, userId },
  query,
}: Call<typeof contract.listGrants>): Promise<Page<'grants', Grant>> {
  const paging = paged(`grants ${organisationId} ${userId}`, query)
  const rows = await many(
    tx,
    grantRow,
    sql`
      select ${grantRow.of('g')}, a.client_id, a.name
      from grants g
      join applications a on a.organisation_id = g.organisation_id and a.id = g.application_id
      where g.organisation_id = ${organisationId}
        and g.user_id = ${userId}
        and g.revoked_at is null
        and a.status = 'active'
        and a.kind <> 'first_party'
        and ${olderThan('g.id', paging.after)}
      order by g.id desc
      limit ${paging.limit + 1}`,
  )
  return pageOf('grants', rows.map(present), paging, ({ id }) => id)
}

const present = ({ application_id, client_id, name, scopes, ...row }: RowOf<typeof grantRow>): Grant => ({
  ...row,
  application: { id: application_id, client_id, name },
  scopes: scopes.toSorted(),
})

/** Ends all that depends on it. @throws not_found  no live grant of this person */
export async function withdrawGrant({
  tx,
  actor: { organisationId, userId },
  params: { id },
  now,
}: Call<typeof contract.withdrawGrant>): Promise<null> {
  const grant = await one(
    tx,
    shapeOf(grants, ['application_id'], { name: applications.name }),
    sql`
      update grants g
      set revoked_at = ${now}
      from applications a
      where g.organisation_id = ${organisationId}
        and g.id = ${id}
        and g.user_id = ${userId}
        and g.revoked_at is null
        and a.organisation_id = g.organisation_id
        and a.id = g.application_id
      returning g.application_id, a.name`,
  )
  if (!grant) throw problem('not_found')
  await announceAccess(tx, { kind: 'grant', id })
  await recordEvent(tx, {
    organisationId,
    type: 'grant.withdrawn',
    payload: { grant_id: id, application_id: grant.application_id },
    at: now,
  })
  await recordAudit(tx, {
    organisationId,
    actor: byPerson(userId),
    action: 'grant.withdrawn',
    target: grant.application_id,
    detail: { name: grant.name },
    at: now,
  })
  return null
}

const minuteMs = 60_000

export type GrantUse = { organisationId: string; applicationId: string; userId: string; at: Date }

/** When a grant was last used, to the minute: a program that calls often costs one write a minute. */
export async function recordGrantUse(tx: Tx, uses: readonly GrantUse[]): Promise<void> {
  if (uses.length === 0) return
  const sole = soleOf(uses.map(({ organisationId }) => organisationId))
  await run(
    tx,
    sql`
      update grants g
      set last_used_at = used.at
      from (
        select "organisationId", "applicationId", "userId", max(at) as at, max(before) as before
        from jsonb_to_recordset(${json(uses.map((use) => ({ ...use, before: new Date(use.at.getTime() - minuteMs) })))}) as one ("organisationId" text, "applicationId" text, "userId" text, at timestamptz, before timestamptz)
        group by 1, 2, 3
        order by 1, 2, 3
      ) used
      where g.organisation_id = used."organisationId"
        ${sole === null ? sql`` : sql`and g.organisation_id = ${sole}`}
        and g.application_id = used."applicationId"
        and g.user_id = used."userId"
        and g.revoked_at is null
        and (g.last_used_at is null or g.last_used_at < used.before)`,
  )
}
