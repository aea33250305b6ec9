/** Rows of a table that organisations keep for a number of days which each of them sets. */
import { isReached } from './claiming.ts'
import { one, only, sql, textArray, type Tx } from './db.ts'
import { int8, nullable, type RowOf, shape, timestamptz } from './shape.ts'
import { organisations } from './tables.ts'

export type DatedTable = {
  readonly table: 'events' | 'audit_events'
  /** The organisation's setting. */
  readonly days: 'events_days' | 'audit_days'
}

const oldRow = shape({ organisation_id: organisations.id, days: organisations.events_days })
export type OldRows = RowOf<typeof oldRow>

/** The next organisation behind `after`, in the order of ids, with rows that are older than it keeps them, counted back from that day. */
export const findOldRows = (
  tx: Tx,
  { table, days }: DatedTable,
  day: Date,
  { after, quarantined }: { after: string; quarantined: readonly string[] },
): Promise<OldRows | undefined> =>
  one(
    tx,
    oldRow,
    sql`
      select o.id as organisation_id, o.${sql.ref(days)} as days
      from organisations o
      where o.id > ${after}
        and not (o.id = any (${textArray(quarantined)}))
        and exists (
          select 1
          from ${sql.table(table)} e
          where e.organisation_id = o.id
            and e.occurred_at < ${day}::timestamptz - make_interval(hours => 24 * o.${sql.ref(days)})
            and ${isReached('e.organisation_id')}
        )
        and ${isReached('o.id')}
      order by o.id
      limit 1`,
  )

export async function countRowsBefore(
  tx: Tx,
  { table }: DatedTable,
  organisationId: string,
  before: Date,
): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from ${sql.table(table)}
      where organisation_id = ${organisationId}
        and occurred_at < ${before}`,
  )
  return count
}

/** When the oldest row of an organisation was made, or null. */
export async function oldestRow(
  tx: Tx,
  { table }: DatedTable,
  organisationId: string,
): Promise<string | null> {
  const { oldest } = await only(
    tx,
    shape({ oldest: nullable(timestamptz) }),
    sql`select min(occurred_at) as oldest from ${sql.table(table)} where organisation_id = ${organisationId}`,
  )
  return oldest
}
