/** SQL of the issuers that are trusted: the settings of organisations for one, and when its keys were last discarded. */
import { type RowOf, shapeOf, shape, jsonbOf, nullable, timestamptz } from '../db/shape.ts'
import { many, one, only, run, sql, type Tx } from '../db/db.ts'
import { identityProviders, organisations } from '../db/tables.ts'

/** The settings of an organisation for an issuer. */
const entryRow = shapeOf(identityProviders, [
  'id',
  'organisation_id',
  'issuer',
  'profile',
  'audiences',
  'authorized_parties',
  'client_id',
  'organisation_claim',
  'organisation_values',
  'joins',
  'role_claim',
  'role_values',
  'proved_at',
])
export type ProviderEntry = RowOf<typeof entryRow>

const issuerRow = shape({
  entries: jsonbOf<ProviderEntry[]>(),
  reloaded_at: nullable(timestamptz),
})

const entriesOf = (issuer: string) => sql`
  coalesce((
    select jsonb_agg(to_jsonb(p) order by p.organisation_id)
    from (
      select ${entryRow.columns}
      from identity_providers
      where issuer = ${issuer}) p), '[]')`

/**
 * One statement for all that a token of this issuer is judged by. Where the operator's own settings judge it, no organisation is asked: on divided
 * tables, all servers would be.
 */
export const findIssuer = (
  tx: Tx,
  issuer: string,
  judgedBy: 'operator' | 'organisations',
): Promise<RowOf<typeof issuerRow>> =>
  only(
    tx,
    issuerRow,
    sql`
      select ${judgedBy === 'operator' ? sql`'[]'::jsonb` : entriesOf(issuer)} as entries,
             (select reloaded_at from issuer_reloads where issuer = ${issuer}) as reloaded_at`,
  )

/** What signing in at a provider needs to know of it. */
const signInRow = shapeOf(identityProviders, [
  'issuer',
  'profile',
  'audiences',
  'client_id',
  'sealed_client_secret',
])

export const findSignIn = (tx: Tx, id: string): Promise<RowOf<typeof signInRow> | undefined> =>
  one(tx, signInRow, sql`select ${signInRow.columns} from identity_providers where id = ${id} limit 1`)

const namedRow = shapeOf(identityProviders, ['id', 'name'], { organisation: organisations.name })

/** Providers of an organisation that people can sign in by on our pages. */
export const entriesOfSlug = (tx: Tx, slug: string): Promise<RowOf<typeof namedRow>[]> =>
  many(
    tx,
    namedRow,
    sql`
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
