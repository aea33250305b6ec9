/** SQL of the identity providers of an organisation. */
import { exists, json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { int8, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { identityProviders } from '../db/tables.ts'
import { changeUsers } from '../identity/identity.ts'

const providerRow = shapeOf(identityProviders, [
  'organisation_id',
  'id',
  'issuer',
  'name',
  'profile',
  'audiences',
  'authorized_parties',
  'client_id',
  'sealed_client_secret',
  'organisation_claim',
  'organisation_values',
  'joins',
  'role_claim',
  'role_values',
  'proved_at',
  'version',
  'created_at',
  'updated_at',
])
export type ProviderRow = RowOf<typeof providerRow>
const { columns } = providerRow

/** What admins set; the issuer stays as it is. */
export type ProviderSettings = Omit<
  ProviderRow,
  'organisation_id' | 'id' | 'issuer' | 'proved_at' | 'version' | 'created_at' | 'updated_at'
>

export const listProviders = (
  tx: Tx,
  organisationId: string,
  { after, limit }: Paged,
): Promise<ProviderRow[]> =>
  many(
    tx,
    providerRow,
    sql`
      select ${columns}
      from identity_providers
      where organisation_id = ${organisationId}
        and ${newerThan('id', after)}
      order by id
      limit ${limit + 1}`,
  )

export const findProvider = (
  tx: Tx,
  organisationId: string,
  id: string,
  { lock = false } = {},
): Promise<ProviderRow | undefined> =>
  one(
    tx,
    providerRow,
    sql`
      select ${columns}
      from identity_providers
      where organisation_id = ${organisationId}
        and id = ${id}
      ${lock ? sql`for update` : sql``}`,
  )

export async function countProviders(tx: Tx, organisationId: string): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`select count(*) as count from identity_providers where organisation_id = ${organisationId}`,
  )
  return count
}

export type NewProvider = ProviderSettings & Pick<ProviderRow, 'organisation_id' | 'id' | 'issuer'>

export const insertProvider = (tx: Tx, it: NewProvider, now: Date): Promise<ProviderRow> =>
  only(
    tx,
    providerRow,
    sql`
      insert into identity_providers
        (organisation_id, id, name, issuer, profile, audiences, authorized_parties, client_id, sealed_client_secret, organisation_claim,
         organisation_values, joins, role_claim, role_values, created_at, updated_at)
      values
        (${it.organisation_id}, ${it.id}, ${it.name}, ${it.issuer}, ${it.profile}, ${textArray(it.audiences)},
         ${textArray(it.authorized_parties)}, ${it.client_id}, ${it.sealed_client_secret},
         ${it.organisation_claim}, ${textArray(it.organisation_values)}, ${it.joins}, ${it.role_claim}, ${json(it.role_values)}, ${now}, ${now})
      returning ${columns}`,
  )

export const updateProvider = (tx: Tx, it: ProviderRow, now: Date): Promise<ProviderRow> =>
  only(
    tx,
    providerRow,
    sql`
      update identity_providers
      set name = ${it.name},
          profile = ${it.profile},
          audiences = ${textArray(it.audiences)},
          authorized_parties = ${textArray(it.authorized_parties)},
          client_id = ${it.client_id},
          sealed_client_secret = ${it.sealed_client_secret},
          organisation_claim = ${it.organisation_claim},
          organisation_values = ${textArray(it.organisation_values)},
          joins = ${it.joins},
          role_claim = ${it.role_claim},
          role_values = ${json(it.role_values)},
          proved_at = ${it.proved_at},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${it.organisation_id}
        and id = ${it.id}
      returning ${columns}`,
  )

/**
 * The users whom it brought in leave with it; one who can sign in another way comes back when an admin makes them active.
 * @returns the ids of the users who left
 */
export async function deleteProvider(
  tx: Tx,
  { organisation_id, id }: ProviderRow,
  now: Date,
): Promise<string[]> {
  await run(tx, sql`delete from identity_providers where organisation_id = ${organisation_id} and id = ${id}`)
  const which = sql`joined_by = ${id} and status = 'active'`
  return changeUsers(tx, { organisationId: organisation_id, which, set: sql`status = 'left'` }, now)
}

/** Serialises what is decided about one key: proofs of an issuer, the number of providers of an organisation. */
export const lockIssuer = (tx: Tx, issuer: string): Promise<boolean> =>
  exists(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`issuer ${issuer}`}, 0))`)

/** What other organisations have proved of the same issuer. */
export const provedElsewhere = (
  tx: Tx,
  { organisation_id, issuer }: Pick<ProviderRow, 'organisation_id' | 'issuer'>,
): Promise<ProviderRow[]> =>
  many(
    tx,
    providerRow,
    sql`
      select ${columns}
      from identity_providers
      where issuer = ${issuer}
        and organisation_id <> ${organisation_id}
        and proved_at is not null`,
  )
