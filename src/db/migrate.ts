/**
 * Migrations: plain SQL files, forward only, one transaction each, in the order of their numbers. Several processes may
 * start at once: an advisory lock lets one work while the others wait and then find nothing to do.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { type Db, exists, many, only, sql, type Tx } from './db.ts'
import { int8, shape, text } from './shape.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** An arbitrary number, used by nothing else on this database. */
const migrationLock = 7_315_024_119

/** Its name is that of its file, its hash that of the file's bytes. */
export type Migration = { readonly name: string; readonly sha256: string }

const sqlOf = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8')

const namesKnown = async (): Promise<string[]> =>
  (await readdir(folder)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted()

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The migrations of this version, in their order. */
export const knownMigrations = async (): Promise<Migration[]> =>
  Promise.all((await namesKnown()).map(async (name) => ({ name, sha256: sha256Of(await sqlOf(name)) })))

/** Those that were applied to a database, in their order; of one that was never migrated, none. */
export async function appliedMigrations(tx: Tx): Promise<Migration[]> {
  if (!(await exists(tx, sql`select 1 where to_regclass('migrations') is not null`))) return []
  return many(tx, shape({ name: text, sha256: text }), sql`select name, sha256 from migrations order by name`)
}

/**
 * @param warn  takes what a migration could not do and the service can go on without
 * @returns the names of the migrations that this call applied
 */
export async function migrate(
  db: Pick<Db, 'connection'>,
  warn: (sentence: string) => void = console.error,
): Promise<string[]> {
  const client = new pg.Client(db.connection)
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) warn(message)
  })
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
  const applied: string[] = []
  for (const file of await namesKnown()) {
    const text = await sqlOf(file)
    const sha256 = sha256Of(text)
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
  const files = await namesKnown()
  const { count } = await only(db.tx, shape({ count: int8 }), sql`select count(*) from migrations`)
  return count >= files.length
}
