/** SQL of the organisation's domains. */
import { many, one, only, run, sql, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { int8, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { organisationDomains } from '../db/tables.ts'

const domainRow = shapeOf(organisationDomains, [
  'organisation_id',
  'id',
  'domain',
  'challenge',
  'confirmed_at',
  'checked_at',
  'version',
  'created_at',
  'updated_at',
])
export type DomainRow = RowOf<typeof domainRow>
const { columns } = domainRow

export const listDomains = (tx: Tx, organisationId: string, { after, limit }: Paged): Promise<DomainRow[]> =>
  many(
    tx,
    domainRow,
    sql`
      select ${columns}
      from organisation_domains
      where organisation_id = ${organisationId}
        and ${newerThan('id', after)}
      order by id
      limit ${limit + 1}`,
  )

export const findDomain = (tx: Tx, organisationId: string, id: string): Promise<DomainRow | undefined> =>
  one(
    tx,
    domainRow,
    sql`
      select ${columns}
      from organisation_domains
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

/** Two additions at once wait for each other, so that both are counted. */
export async function lockAndCount(tx: Tx, organisationId: string): Promise<number> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`domains of ${organisationId}`}, 0))`)
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`select count(*) as count from organisation_domains where organisation_id = ${organisationId}`,
  )
  return count
}

type NewDomain = Pick<DomainRow, 'organisation_id' | 'id' | 'domain' | 'challenge'>

export const insertDomain = (tx: Tx, it: NewDomain, now: Date): Promise<DomainRow> =>
  only(
    tx,
    domainRow,
    sql`
      insert into organisation_domains (organisation_id, id, domain, challenge, created_at, updated_at)
      values (${it.organisation_id}, ${it.id}, ${it.domain}, ${it.challenge}, ${now}, ${now})
      returning ${columns}`,
  )

/** @returns undefined where it was confirmed already, or removed, in the meantime */
export const markConfirmed = (
  tx: Tx,
  { organisation_id, id }: DomainRow,
  now: Date,
): Promise<DomainRow | undefined> =>
  one(
    tx,
    domainRow,
    sql`
      update organisation_domains
      set confirmed_at = ${now},
          checked_at = ${now},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and confirmed_at is null
      returning ${columns}`,
  )

/** A look that found nothing makes no version. */
export const markChecked = (tx: Tx, { organisation_id, id }: DomainRow, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update organisation_domains
      set checked_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

export const deleteDomain = (tx: Tx, organisationId: string, id: string): Promise<DomainRow | undefined> =>
  one(
    tx,
    domainRow,
    sql`
      delete from organisation_domains
      where organisation_id = ${organisationId}
        and id = ${id}
      returning ${columns}`,
  )
