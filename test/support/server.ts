/**
 * The PostgreSQL server of a run of tests, embedded or DATABASE_URL's, with a template: migrated, and with the tables of the
 * job queue. The runner starts one; all its processes copy databases from the template.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { connect } from '../../src/db/db.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startJobs } from '../../src/jobs/jobs.ts'

export type TestServer = {
  connection: pg.ClientConfig
  /** The folder for files that applications write. */
  folder: string
  /** The prefix of the names of this run's databases. */
  prefix: string
}

/**
 * Tests kill processes and not the machine: nothing here has to reach the disk. A run makes a hundred databases, which
 * autovacuum would visit one after the other.
 */
const settings = {
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_connections: '400',
}

const templateOf = ({ prefix }: TestServer): string => `${prefix}_template`

export async function startServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-test-'))
  const url = process.env.DATABASE_URL
  const embedded = url ? undefined : await startEmbeddedPostgres({ dataDir: folder, settings })
  const connection = embedded ? embedded.connection : { connectionString: url }
  const server = { connection, folder, prefix: `sonde_test_${process.pid}` }
  await administer(server, `create database ${templateOf(server)}`)
  const db = connect(inDatabase(connection, templateOf(server)))
  await migrate(db)
  await (await startJobs(db, pino({ level: 'silent' }))).stop()
  await db.close()
  return {
    ...server,
    stop: async () => {
      await dropDatabases(server)
      await embedded?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An empty, migrated database. */
export async function copyTemplate(server: TestServer, name: string): Promise<pg.ClientConfig> {
  await administer(server, `create database ${name} template ${templateOf(server)}`)
  return inDatabase(server.connection, name)
}

async function administer<Row extends object>({ connection }: TestServer, statement: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

function inDatabase(connection: pg.ClientConfig, name: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}

async function dropDatabases(server: TestServer): Promise<void> {
  const pattern = `${server.prefix.replaceAll('_', '\\_')}\\_%`
  const rows = await administer<{ datname: string }>(
    server,
    `select datname from pg_database where datname like '${pattern}'`,
  )
  for (const { datname } of rows) await administer(server, `drop database ${datname} with (force)`)
}
