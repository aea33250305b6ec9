/** What a database holds, for tests that copy one. */
import type pg from 'pg'
import { connect, many, sql } from '../../src/db/db.ts'
import { shape, text } from '../../src/db/shape.ts'

/** A hash over the rows of every table, in any order of theirs; without the log of requests, which is written a moment after them. */
export async function contentOf(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const db = connect(connection)
  try {
    const tables = await many(
      db.tx,
      shape({ name: text }),
      sql`
        select format('%I.%I', table_schema, table_name) as name
        from information_schema.tables
        where (table_schema = 'public' or (table_schema, table_name) = ('jobs', 'job'))
          and table_type = 'BASE TABLE'
          and table_name !~ '^api_(requests|usage)'
        order by 1`,
    )
    // One by one: Citus puts no tables of several servers together in one statement.
    const rows: [string, string][] = []
    for (const { name } of tables) {
      const { rows: hashes } = await db.pool.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from ${name} t`,
      )
      rows.push([name, hashes[0].hash])
    }
    return Object.fromEntries(rows)
  } finally {
    await db.close()
  }
}
