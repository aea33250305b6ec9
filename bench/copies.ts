/**
 * Copies of an organisation with everything that it has, by SQL: what the product has written is written again under other organisations, table
 * by table. Every key begins with the organisation, so the other IDs stay the same. Nothing is analysed.
 */
import type pg from 'pg'
import type { Db } from '../src/db/db.ts'

/** Organisations in one transaction. */
const batch = 10

/** Tokens have an owner each, and names are there once. */
const withoutCopies = new Set(['names', 'notices', 'rate_limits', 'refresh_tokens'])

type Table = { readonly name: string; readonly columns: readonly string[] }

/** Partitions and what is partitioned (tokens, logs of requests) are left out. */
async function tablesOf(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    where c.relkind = 'r'
      and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
    group by c.relname`)
  return rows.filter(
    ({ name, columns }) =>
      name === 'organisations' || (columns.includes('organisation_id') && !withoutCopies.has(name)),
  )
}

/** @param count  how many copies */
export async function copyOrganisation(db: Db, organisationId: string, count: number): Promise<void> {
  const client = await db.pool.connect()
  try {
    // The rows are consistent, as those that they are copied from are: references are not checked again.
    await client.query(`set statement_timeout = 0; set session_replication_role = replica`)
    const tables = await tablesOf(client)
    for (let from = 1; from <= count; from += batch) {
      const ids = Array.from({ length: Math.min(batch, count - from + 1) }, (_, at) =>
        idOfCopy(organisationId, from + at),
      )
      await client.query('begin')
      for (const { name, columns } of tables) {
        const own = name === 'organisations' ? 'id' : 'organisation_id'
        const listed = columns.map((column) => client.escapeIdentifier(column))
        const selected = columns.map((column) =>
          column === own ? 'copy.id' : `row.${client.escapeIdentifier(column)}`,
        )
        await client.query(
          `insert into ${client.escapeIdentifier(name)} (${listed.join(', ')})
           select ${selected.join(', ')}
           from unnest($1::text[]) as copy (id)
           cross join ${client.escapeIdentifier(name)} row
           where row.${own} = $2`,
          [ids, organisationId],
        )
      }
      await client.query('commit')
    }
  } finally {
    // With its settings.
    client.release(true)
  }
}

const idOfCopy = (organisationId: string, number: number): string =>
  organisationId.slice(0, -6) + String(number).padStart(6, '0')
