/**
 * The pages of this service are an application like any other: public, with PKCE, one for each organisation, whose consent is
 * implied. So they can do nothing that an integrator cannot. They come with the service: no event reports them, and nobody is
 * named in the audit log. Nobody of an organisation changes or revokes them (applications.ts): as their consent is implied,
 * somebody who moved them elsewhere would get everybody's tokens there.
 */
import { firstPartyScopes } from '../../../contract/scopes.ts'
import { latestVersion } from '../../../contract/versions.ts'
import { announceAccess } from '../../db/access-changes.ts'
import { many, one, run, sql, textArray, type Tx } from '../../db/db.ts'
import { shapeOf } from '../../db/shape.ts'
import { applications, organisations } from '../../db/tables.ts'
import { takeName } from '../../identity/identity.ts'
import { newId } from '../../ids.ts'

/** Organisations in one transaction. */
export const pagesAtOnce = 200

/** Nothing is served there: the pages read the code from the reply itself. */
const redirectPath = '/app/callback'

const redirectUrisOf = (developerUrl: string): string[] => [developerUrl + redirectPath]

/** The rows of these pages, among all that the operator may have registered as pages of the service. */
const areOwnPages = sql`kind = 'first_party' and status = 'active' and created_by is null and name = 'Sonde'`

/** Organisations that lack them, and are not being deleted. */
const lackingPages = (developerUrl: string) => sql`
  from organisations o
  where not exists (
    select 1
    from applications a
    where a.organisation_id = o.id
      and ${areOwnPages}
      and redirect_uris = ${textArray(redirectUrisOf(developerUrl))}
      and scopes @> ${textArray(firstPartyScopes)}
      and api_version = ${latestVersion}
  )
    and not exists (
      select 1
      from organisation_deletions d
      where d.organisation_id = o.id
        and d.state = 'deleting'
    )`

export const pagesWaiting = (developerUrl: string) => sql`select 1 ${lackingPages(developerUrl)} limit 1`

/**
 * Registers the pages with organisations that lack them and are not being deleted; moves them where the address has changed, and gives them the scopes and the
 * version of this release. One node at a time does this: of two at once, the second would not see what the first is making.
 * @returns how many organisations were looked at; fewer than a batch when all have them
 */
export async function registerOwnPages(tx: Tx, developerUrl: string, now: Date): Promise<number> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('own pages', 0))`)
  const redirectUris = textArray(redirectUrisOf(developerUrl))
  const scopes = textArray(firstPartyScopes)
  const lacking = await many(
    tx,
    shapeOf(organisations, ['id']),
    sql`select o.id ${lackingPages(developerUrl)} limit ${pagesAtOnce}`,
  )
  for (const { id: organisationId } of lacking) {
    const updated = await many(
      tx,
      shapeOf(applications, ['id']),
      sql`
        update applications
        set redirect_uris = ${redirectUris},
            scopes = ${scopes},
            api_version = ${latestVersion},
            version = version + 1,
            updated_at = ${now}
        where organisation_id = ${organisationId}
          and ${areOwnPages}
        returning id`,
    )
    await announceAccess(tx, ...updated.map(({ id }) => ({ kind: 'application', id }) as const))
    if (updated.length > 0) continue
    const id = newId('application')
    await takeName(tx, { kind: 'client_id', name: id, organisationId })
    await run(
      tx,
      sql`
        insert into applications (organisation_id, id, client_id, name, kind, redirect_uris, scopes, require_pkce, api_version,
                                  created_at, updated_at)
        values (${organisationId}, ${id}, ${id}, 'Sonde', 'first_party', ${redirectUris}, ${scopes}, true,
                ${latestVersion}, ${now}, ${now})`,
    )
  }
  return lacking.length
}

/** The client that the pages are for an organisation; null before they are registered, or at another address. */
export async function ownPagesOf(
  tx: Tx,
  organisationId: string,
  developerUrl: string,
): Promise<string | null> {
  const pages = await one(
    tx,
    shapeOf(applications, ['client_id']),
    sql`
      select client_id
      from applications
      where organisation_id = ${organisationId}
        and kind = 'first_party'
        and status = 'active'
        and redirect_uris @> ${textArray(redirectUrisOf(developerUrl))}
      order by cardinality(scopes) desc, id
      limit 1`,
  )
  return pages?.client_id ?? null
}
