/**
 * Grants: what a person allowed an application, one live row for each pair. It is remembered, shown to that person, and may be
 * withdrawn: codes, tokens and refresh families name their grant and are dead with it, at once and on every node. Allowing
 * anew makes a new row, so that nothing of the old one wakes up.
 */
import { type Page } from '../../contract/fields.ts'
import { type Grant } from '../../contract/grants.ts'
import { type RegisteredScope } from '../../contract/scopes.ts'
import { type PersonActor } from '../actor.ts'
import { byPerson, recordAudit } from '../audit/audit.ts'
import { afterCommit, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { type Client } from './clients.ts'

/** Adds to what the person allowed before. @returns the id of the grant */
export async function rememberGrant(
  tx: Tx,
  person: PersonActor,
  client: Client,
  scopes: readonly RegisteredScope[],
  now: Date,
): Promise<string> {
  const { id } = await only<{ id: string }>(
    tx,
    sql`
      insert into grants (organisation_id, id, user_id, application_id, scopes, created_at, updated_at)
      values (${client.organisationId}, ${newId('grant')}, ${person.userId}, ${client.applicationId}, ${textArray(scopes)},
              ${now}, ${now})
      on conflict (organisation_id, user_id, application_id) where revoked_at is null do update
      set scopes = array(select distinct unnest(grants.scopes || excluded.scopes)),
          updated_at = excluded.updated_at
      returning id`,
  )
  return id
}

/** Whether the person allowed all of this before, and did not withdraw it. */
export const isGranted = async (
  tx: Tx,
  person: PersonActor,
  client: Client,
  scopes: readonly RegisteredScope[],
): Promise<boolean> =>
  (await one(
    tx,
    sql`
      select 1
      from grants
      where organisation_id = ${client.organisationId}
        and user_id = ${person.userId}
        and application_id = ${client.applicationId}
        and revoked_at is null
        and scopes @> ${textArray(scopes)}`,
  )) !== undefined

type Row = Omit<Grant, 'application'> & { application_id: string; client_id: string; name: string }

/** Without the pages of this service itself: nobody was asked about these, and withdrawing would end with the next look at them. */
export async function listGrants(
  tx: Tx,
  { organisationId, userId }: PersonActor,
  query: { limit?: number; cursor?: string },
): Promise<Page<'grants', Grant>> {
  const paging = paged(`grants ${organisationId} ${userId}`, query)
  const rows = await many<Row>(
    tx,
    sql`
      select g.id, g.application_id, a.client_id, a.name, g.scopes, g.created_at, g.updated_at, g.last_used_at
      from grants g
      join applications a on a.organisation_id = g.organisation_id and a.id = g.application_id
      where g.organisation_id = ${organisationId}
        and g.user_id = ${userId}
        and g.revoked_at is null
        and a.status = 'active'
        and a.kind <> 'first_party'
        and (${paging.after}::text is null or g.id < ${paging.after})
      order by g.id desc
      limit ${paging.limit + 1}`,
  )
  return pageOf('grants', rows.map(grantOf), paging, ({ id }) => id)
}

const grantOf = ({ application_id, client_id, name, scopes, ...row }: Row): Grant => ({
  ...row,
  application: { id: application_id, client_id, name },
  scopes: scopes.toSorted(),
})

/** Ends all that hangs on it. @throws not_found  no live grant of this person */
export async function withdrawGrant(tx: Tx, person: PersonActor, id: string, now: Date): Promise<void> {
  const { organisationId, userId } = person
  const withdrawn = await one<{ application_id: string }>(
    tx,
    sql`
      update grants
      set revoked_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and user_id = ${userId}
        and revoked_at is null
      returning application_id`,
  )
  if (!withdrawn) throw problem('not_found')
  afterCommit(tx, 'access changed', { kind: 'grant', id })
  await recordEvent(tx, {
    organisationId,
    type: 'grant.withdrawn',
    payload: { grant_id: id, application_id: withdrawn.application_id },
    at: now,
  })
  await recordAudit(tx, {
    organisationId,
    actor: byPerson(userId),
    action: 'grant.withdrawn',
    target: withdrawn.application_id,
    at: now,
  })
}

export type GrantUse = { organisationId: string; applicationId: string; userId: string; at: Date }

/** When a grant was last used, to the minute: whoever calls often costs one write a minute. */
export async function recordGrantUse(tx: Tx, uses: readonly GrantUse[]): Promise<void> {
  if (uses.length === 0) return
  const rows = JSON.stringify(uses)
  await run(
    tx,
    sql`
      update grants g
      set last_used_at = used.at
      from (
        select "organisationId", "applicationId", "userId", max(at) as at
        from jsonb_to_recordset(${rows}::jsonb) as one ("organisationId" text, "applicationId" text, "userId" text, at timestamptz)
        group by 1, 2, 3
        order by 1, 2, 3
      ) used
      where g.organisation_id = used."organisationId"
        and g.application_id = used."applicationId"
        and g.user_id = used."userId"
        and g.revoked_at is null
        and (g.last_used_at is null or g.last_used_at < used.at - interval '1 minute')`,
  )
}
