/** Migrations in a database that cannot do all that they ask for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { emptyDatabase } from '../../test/support/start.ts'
import { migrate } from './migrate.ts'

test('without the right to make an extension, people are searched without an index, and a warning says so', async () => {
  const connection = await emptyDatabase()
  const admin = new pg.Client(connection)
  await admin.connect()
  const role = `limited_${process.pid}`
  const warnings: string[] = []
  try {
    await admin.query(`create role ${role}`)
    await admin.query(`grant all on schema public to ${role}`)
    const limited = { ...connection, options: `-c role=${role}` }
    const applied = await migrate({ connection: limited }, (sentence) => warnings.push(sentence))
    assert.ok(applied.includes('0100_search_in_the_directory.sql'))
    assert.equal(warnings.length, 1, warnings.join('\n'))
    assert.match(warnings[0], /searched without an index, since permission denied.*pg_trgm and btree_gin/s)
    const indexes = await admin.query(`select indexname as name from pg_indexes where tablename = 'members'`)
    const names = indexes.rows.map(({ name }) => name)
    assert.ok(names.includes('members_by_email') && !names.includes('members_by_letters'), String(names))
    assert.deepEqual(await migrate({ connection: limited }), [], 'nothing is left to do')
  } finally {
    await admin.query(`drop owned by ${role}`)
    await admin.query(`drop role ${role}`)
    await admin.end()
  }
})
