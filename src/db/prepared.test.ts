import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDatabase } from '../../test/support/start.ts'
import { connect, manyPrepared, one, sql } from './db.ts'
import { int4, shape, text } from './shape.ts'

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

test('so does a statement with a name, on the service’s own database', async () => {
  const db = connect(await freshDatabase(), { connections: 1 })
  try {
    await db.pool.query('create table links (hash text primary key)')
    await db.pool.query('vacuum analyze links')
    const statement = {
      name: 'find_link',
      shape: shape({ hash: text }),
      text: 'select hash from links where hash = $1',
    }
    for (let times = 0; times < 6; times++) assert.deepEqual(await manyPrepared(db, statement, ['1']), [])
    await db.pool.query('insert into links select n::text from generate_series(1, 20000) n')
    assert.deepEqual(await manyPrepared(db, statement, ['1']), [{ hash: '1' }])
    const { rows: plan } = await db.named.query<{ 'QUERY PLAN': string }>(
      "explain (costs off) execute find_link('1')",
    )
    assert.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /Index (Only )?Scan using links_pkey/)
  } finally {
    await db.close()
  }
})
