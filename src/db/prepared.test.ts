import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDatabase } from '../../test/support/start.ts'
import { connect, one, sql } from './db.ts'
import { int4, shape } from './shape.ts'

test('a plan that was cached while a table was empty uses its index when the table is full', async () => {
  const db = connect(await freshDatabase(), { connections: 1, prepared: true })
  try {
    await db.pool.query(
      'create table waiting (id integer primary key, due_at timestamptz not null, state text not null)',
    )
    await db.pool.query("create index waiting_due on waiting (due_at) where state = 'pending'")
    // From here on the table is known to be empty.
    await db.pool.query('vacuum analyze waiting')
    const next = (): Promise<{ id: number } | undefined> =>
      one(
        db.tx,
        shape({ id: int4 }),
        sql`select id from waiting where state = 'pending' and due_at <= ${new Date()} order by due_at limit 1 for update skip locked`,
      )
    for (let times = 0; times < 6; times++) assert.equal(await next(), undefined)
    await db.pool.query(
      "insert into waiting select n, now() - n * interval '1 second', 'pending' from generate_series(1, 20000) n",
    )
    assert.deepEqual(await next(), { id: 20_000 })
    const { rows: prepared } = await db.pool.query<{ name: string }>(
      "select name from pg_prepared_statements where statement like '%from waiting%'",
    )
    const { rows: plan } = await db.pool.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute ${prepared[0].name}(now())`,
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(text, /Index Scan using waiting_due/)
    assert.doesNotMatch(text, /Seq Scan|Sort/)
  } finally {
    await db.close()
  }
})
