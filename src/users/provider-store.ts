/** SQL of the identity providers of an organisation. */
import { type ClaimedRole, type ProfileName } from '../../contract/identity-providers.ts'
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

export type ProviderFields = {
  name: string
  profile: ProfileName
  audiences: string[]
  authorized_parties: string[]
  client_id: string | null
  organisation_claim: string | null
  organisation_values: string[]
  joins: boolean
  role_claim: string | null
  role_values: Record<string, ClaimedRole>
}

export type ProviderRow = ProviderFields & {
  id: string
  issuer: string
  proved_at: string | null
  version: number
  created_at: string
  updated_at: string
}

const columns =
  sql.raw(`id, name, issuer, profile, audiences, authorized_parties, client_id, organisation_claim,
             organisation_values, joins, role_claim, role_values, proved_at, version, created_at, updated_at`)

export const listProviders = (
  tx: Tx,
  organisationId: string,
  { after, limit }: Paged,
): Promise<ProviderRow[]> =>
  many(
    tx,
    sql<ProviderRow>`
      select ${columns}
      from identity_providers
      where organisation_id = ${organisationId}
        and (${after}::text is null or id > ${after})
      order by id
      limit ${limit + 1}`,
  )

export const findProvider = (
  tx: Tx,
  organisationId: string,
  id: string,
  lock = false,
): Promise<ProviderRow | undefined> =>
  one(
    tx,
    sql<ProviderRow>`
      select ${columns}
      from identity_providers
      where organisation_id = ${organisationId}
        and id = ${id}
      ${lock ? sql`for update` : sql``}`,
  )

export const countProviders = async (tx: Tx, organisationId: string): Promise<number> =>
  (
    await only<{ count: number }>(
      tx,
      sql`select count(*) as count from identity_providers where organisation_id = ${organisationId}`,
    )
  ).count

export const insertProvider = (
  tx: Tx,
  organisationId: string,
  id: string,
  issuer: string,
  it: ProviderFields,
  now: Date,
): Promise<ProviderRow> =>
  only(
    tx,
    sql<ProviderRow>`
      insert into identity_providers
        (organisation_id, id, name, issuer, profile, audiences, authorized_parties, client_id, organisation_claim,
         organisation_values, joins, role_claim, role_values, created_at, updated_at)
      values
        (${organisationId}, ${id}, ${it.name}, ${issuer}, ${it.profile}, ${textArray(it.audiences)},
         ${textArray(it.authorized_parties)}, ${it.client_id}, ${it.organisation_claim},
         ${textArray(it.organisation_values)}, ${it.joins}, ${it.role_claim}, ${json(it.role_values)}, ${now}, ${now})
      returning ${columns}`,
  )

export const updateProvider = (
  tx: Tx,
  organisationId: string,
  id: string,
  it: ProviderFields & { proved_at: string | Date | null },
  now: Date,
): Promise<ProviderRow> =>
  only(
    tx,
    sql<ProviderRow>`
      update identity_providers
      set name = ${it.name},
          profile = ${it.profile},
          audiences = ${textArray(it.audiences)},
          authorized_parties = ${textArray(it.authorized_parties)},
          client_id = ${it.client_id},
          organisation_claim = ${it.organisation_claim},
          organisation_values = ${textArray(it.organisation_values)},
          joins = ${it.joins},
          role_claim = ${it.role_claim},
          role_values = ${json(it.role_values)},
          proved_at = ${it.proved_at},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${columns}`,
  )

/** Those whom it brought in are out with it; who is known by another way comes back when an admin says so. @returns who went */
export async function deleteProvider(
  tx: Tx,
  organisationId: string,
  id: string,
  now: Date,
): Promise<string[]> {
  await run(tx, sql`delete from identity_providers where organisation_id = ${organisationId} and id = ${id}`)
  const left = await many<{ id: string }>(
    tx,
    sql`
      update users
      set status = 'left',
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and joined_by = ${id}
        and status = 'active'
      returning id`,
  )
  return left.map((user) => user.id)
}

/** Serialises proofs of one issuer. */
export const lockIssuer = (tx: Tx, issuer: string): Promise<unknown> =>
  one(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`issuer ${issuer}`}, 0))`)

/** What other organisations have proved of the same issuer. */
export const provedElsewhere = (tx: Tx, organisationId: string, issuer: string): Promise<ProviderRow[]> =>
  many(
    tx,
    sql<ProviderRow>`
      select ${columns}
      from identity_providers
      where issuer = ${issuer}
        and organisation_id <> ${organisationId}
        and proved_at is not null`,
  )
