/** SQL of the Microsoft tenants, and of connections that were started. */
import type { TenantPauseReason } from '../../contract/microsoft-teams.ts'
import { many, one, only, run, sql, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { int8, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { microsoftTenants } from '../db/tables.ts'

const tenantRow = shapeOf(microsoftTenants, [
  'organisation_id',
  'id',
  'tenant_id',
  'name',
  'service_url',
  'paused_because',
  'paused_at',
  'connected_at',
  'version',
  'created_at',
  'updated_at',
])
export type TenantRow = RowOf<typeof tenantRow>
const { columns } = tenantRow

export const listTenants = (tx: Tx, organisationId: string, { after, limit }: Paged): Promise<TenantRow[]> =>
  many(
    tx,
    tenantRow,
    sql`
      select ${columns}
      from microsoft_tenants
      where organisation_id = ${organisationId}
        and ${newerThan('id', after)}
      order by id
      limit ${limit + 1}`,
  )

/** All of an organisation, of whom there are few. */
export const tenantsOf = (tx: Tx, organisationId: string): Promise<TenantRow[]> =>
  many(
    tx,
    tenantRow,
    sql`
      select ${columns}
      from microsoft_tenants
      where organisation_id = ${organisationId}
      order by id`,
  )

export const findByTenant = (
  tx: Tx,
  organisationId: string,
  tenantId: string,
): Promise<TenantRow | undefined> =>
  one(
    tx,
    tenantRow,
    sql`
      select ${columns}
      from microsoft_tenants
      where organisation_id = ${organisationId}
        and tenant_id = ${tenantId}`,
  )

/**
 * Whatever connects, pauses or disconnects waits for another of them, until the end of its transaction: a tenant and its name change together,
 * and all are counted.
 */
export const lockTenants = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`Microsoft tenants of ${organisationId}`}, 0))`)

export const countTenants = async (tx: Tx, organisationId: string): Promise<number> =>
  (
    await only(
      tx,
      shape({ count: int8 }),
      sql`select count(*) as count from microsoft_tenants where organisation_id = ${organisationId}`,
    )
  ).count

type NewTenant = Pick<TenantRow, 'organisation_id' | 'id' | 'tenant_id' | 'name'>

/** A tenant that is there already resumes if it was paused. */
export const upsertTenant = (tx: Tx, it: NewTenant, now: Date): Promise<TenantRow> =>
  only(
    tx,
    tenantRow,
    sql`
      insert into microsoft_tenants as t
        (organisation_id, id, tenant_id, name, connected_at, created_at, updated_at)
      values (${it.organisation_id}, ${it.id}, ${it.tenant_id}, ${it.name}, ${now}, ${now}, ${now})
      on conflict (organisation_id, tenant_id) do update
      set name = excluded.name,
          paused_because = null,
          paused_at = null,
          connected_at = excluded.connected_at,
          version = t.version + 1,
          updated_at = excluded.updated_at
      returning ${tenantRow.of('t')}`,
  )

type Pause = {
  readonly because: TenantPauseReason
  /** The connection that is over: one made later is not affected. */
  readonly connectedBefore: Date
}

/** @returns undefined  it is paused already, gone, or was connected again in the meantime */
export const pauseTenant = (
  tx: Tx,
  { organisation_id, id }: Pick<TenantRow, 'organisation_id' | 'id'>,
  { because, connectedBefore }: Pause,
  now: Date,
): Promise<TenantRow | undefined> =>
  one(
    tx,
    tenantRow,
    sql`
      update microsoft_tenants
      set paused_because = ${because},
          paused_at = ${now},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and paused_because is null
        and connected_at <= ${connectedBefore}
      returning ${columns}`,
  )

/** What Teams says with every activity; nobody reads it, so the version stays. */
export const setServiceUrl = (
  tx: Tx,
  { organisationId, tenantId }: { organisationId: string; tenantId: string },
  serviceUrl: string,
): Promise<number> =>
  run(
    tx,
    sql`
      update microsoft_tenants
      set service_url = ${serviceUrl}
      where organisation_id = ${organisationId}
        and tenant_id = ${tenantId}
        and service_url is distinct from ${serviceUrl}`,
  )

export const deleteTenant = (tx: Tx, organisationId: string, id: string): Promise<TenantRow | undefined> =>
  one(
    tx,
    tenantRow,
    sql`
      delete from microsoft_tenants
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${columns}`,
  )

type Connection = { readonly organisationId: string; readonly hash: Buffer }

export const insertConnection = (
  tx: Tx,
  { organisationId, hash }: Connection,
  expiresAt: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into microsoft_connections (organisation_id, state_sha256, expires_at)
      values (${organisationId}, ${hash}, ${expiresAt})`,
  )

export const deleteOverConnections = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from microsoft_connections
      where organisation_id = ${organisationId}
        and expires_at <= ${now}`,
  )

/** If two ask at once, one gets it. @returns whether it was there and is not over */
export const useConnection = async (
  tx: Tx,
  { organisationId, hash }: Connection,
  now: Date,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
      delete from microsoft_connections
      where organisation_id = ${organisationId}
        and state_sha256 = ${hash}
        and expires_at > ${now}`,
  )) === 1
