/** SQL of the issuers that are trusted: what organisations say of one, and when its keys were last thrown away. */
import { type ClaimedRole, type ProfileName } from '../../contract/identity-providers.ts'
import { many, one, only, run, sql, type Tx } from '../db/db.ts'

/** What an organisation says of an issuer. */
export type ProviderEntry = {
  id: string
  organisation_id: string
  issuer: string
  profile: ProfileName
  audiences: string[]
  authorized_parties: string[]
  client_id: string | null
  organisation_claim: string | null
  organisation_values: string[]
  joins: boolean
  role_claim: string | null
  role_values: Record<string, ClaimedRole>
  proved_at: string | null
}

const columns = sql.raw(`id, organisation_id, issuer, profile, audiences, authorized_parties, client_id,
             organisation_claim, organisation_values, joins, role_claim, role_values, proved_at`)

export type Known = { entries: ProviderEntry[]; reloadedAt: string | null }

/** One look for all that a token of this issuer has to be judged by. */
export async function knownOf(tx: Tx, issuer: string): Promise<Known> {
  const { entries, reloaded_at } = await only<{ entries: ProviderEntry[]; reloaded_at: string | null }>(
    tx,
    sql`
      select coalesce((
               select jsonb_agg(to_jsonb(p) order by p.organisation_id)
               from (
                 select ${columns}
                 from identity_providers
                 where issuer = ${issuer}) p), '[]') as entries,
             (select reloaded_at from issuer_reloads where issuer = ${issuer}) as reloaded_at`,
  )
  return { entries, reloadedAt: reloaded_at }
}

export const findEntry = (tx: Tx, id: string): Promise<ProviderEntry | undefined> =>
  one(tx, sql<ProviderEntry>`select ${columns} from identity_providers where id = ${id} limit 1`)

/** Providers of an organisation that people can sign in by on our pages. */
export const entriesOfSlug = (
  tx: Tx,
  slug: string,
): Promise<{ organisation: string; id: string; name: string }[]> =>
  many(
    tx,
    sql<{ organisation: string; id: string; name: string }>`
      select o.name as organisation, p.id, p.name
      from organisations o
      join identity_providers p on p.organisation_id = o.id
      where o.slug = ${slug}
        and p.proved_at is not null
        and p.client_id is not null
      order by p.id`,
  )

/** From here on every node forgets the keys of this issuer that it had read before. */
export const reloadKeys = (tx: Tx, issuer: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into issuer_reloads (issuer, reloaded_at)
      values (${issuer}, ${now})
      on conflict (issuer) do update
      set reloaded_at = greatest(excluded.reloaded_at, issuer_reloads.reloaded_at + interval '1 microsecond')`,
  )
