/**
 * The pages of this service are an application like any other: public, with PKCE, one for each organisation, whose consent is
 * implied. So they can do nothing that an integrator can't. They come with the service: no event tells of them, and nobody
 * is named in the trail.
 */
import { scopeNames } from '../../contract/scopes.ts'
import { latestVersion } from '../../contract/versions.ts'
import { many, run, sql, textArray, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'

/** Organisations in one transaction. */
const batchSize = 200

/** Where nothing is served: the pages read the code from the reply itself. */
const redirectPath = '/app/callback'

/**
 * Registers the pages with organisations that lack them, and moves them where the address has changed.
 * @returns how many organisations were looked at; fewer than a batch, and all have them
 */
export async function registerOwnPages(tx: Tx, developerUrl: string, now: Date): Promise<number> {
  const redirectUris = textArray([developerUrl + redirectPath])
  const lacking = await many<{ id: string }>(
    tx,
    sql`
      select o.id
      from organisations o
      where not exists (
        select 1
        from applications a
        where a.organisation_id = o.id
          and a.kind = 'first_party'
          and a.status = 'active'
          and a.redirect_uris @> ${redirectUris}
      )
      limit ${batchSize}
      for update of o skip locked`,
  )
  for (const { id: organisationId } of lacking) {
    const moved = await run(
      tx,
      sql`
        update applications
        set redirect_uris = ${redirectUris}, scopes = ${textArray(scopeNames)}, version = version + 1, updated_at = ${now}
        where organisation_id = ${organisationId}
          and kind = 'first_party'
          and status = 'active'
          and created_by is null
          and name = 'Sonde'`,
    )
    if (moved > 0) continue
    const id = newId('application')
    await run(
      tx,
      sql`
        insert into applications (organisation_id, id, client_id, name, kind, redirect_uris, scopes, require_pkce, api_version,
                                  created_at, updated_at)
        values (${organisationId}, ${id}, ${id}, 'Sonde', 'first_party', ${redirectUris}, ${textArray(scopeNames)}, true,
                ${latestVersion}, ${now}, ${now})`,
    )
  }
  return lacking.length
}
