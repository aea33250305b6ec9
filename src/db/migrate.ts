/**
 * Migrations: plain SQL files, forward only, one transaction each, in the order of their numbers. Several processes may
 * start at once: an advisory lock lets one work while the others wait and then find nothing to do.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { type Db, only, sql } from './db.ts'
import { int8, shape } from './shape.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** An arbitrary number, used by nothing else on this database. */
const migrationLock = 7_315_024_119

/** @returns the names of the migrations that this call applied */
export async function migrate(db: Db): Promise<string[]> {
  const client = new pg.Client(db.connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await applyMissing(client)
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  await client.query(`
    create table if not exists migrations (
      name       text        primary key,
      sha256     text        not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
  const known = new Map(rows.map((row) => [row.name, row.sha256]))
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted()
  const applied: string[] = []
  for (const file of files) {
    const text = await readFile(new URL(file, folder), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (known.has(file)) {
      if (known.get(file) !== sha256)
        throw new Error(`migration ${file} was changed after it had been applied`)
      continue
    }
    await client.query('begin')
    try {
      await client.query("set local lock_timeout = '2s'")
      await client.query(text)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [file, sha256])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    applied.push(file)
  }
  return applied
}

/** Whether all migrations of this checkout are applied: part of readiness. */
export async function isMigrated(db: Db): Promise<boolean> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.*\.sql$/.test(file))
  const { count } = await only(db.tx, shape({ count: int8 }), sql`select count(*) from migrations`)
  return count >= files.length
}
