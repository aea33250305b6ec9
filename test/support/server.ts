/**
 * The PostgreSQL server of a run of tests, embedded or DATABASE_URL's, with a template: migrated, and with the tables of the
 * job queue. The runner starts one; all its processes copy databases from the template. The embedded one is made once for each state of
 * the migrations, kept beside the packages, and copied for each run.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { connect, run, sql } from '../../src/db/db.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startJobs } from '../../src/jobs/jobs.ts'
import { createDivided, createOnAll, dropOnAll, isCluster } from './cluster.ts'

export type TestServer = {
  connection: pg.ClientConfig
  /** The folder for files that applications write. */
  folder: string
  /** The prefix of the names of this run's databases. */
  prefix: string
  /** DATABASE_URL’s, where it is the coordinator of a Citus cluster. */
  cluster: string | null
}

/**
 * Tests kill processes and not the machine: nothing here has to reach the disk. A run makes a hundred databases, which
 * autovacuum would visit one after the other. Their files are copied by the kernel (`file_copy_method`): page by page and through the log,
 * a copy took three times as long.
 */
const settings = {
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '1GB',
  fsync: 'off',
  file_copy_method: 'clone',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '400',
}

/** What the databases, files and log of a whole run need, several times over. */
const memoryBytes = 6 * 1024 ** 3
const inMemory = '/dev/shm'

/** In memory where there is plenty: a database has 750 files, and making them there takes half of the time. */
async function makeFolder(): Promise<string> {
  const room = await statfs(inMemory).catch(() => null)
  const isRoomy = room !== null && Math.min(room.bavail * room.bsize, freemem()) > memoryBytes
  return mkdtemp(join(isRoomy ? inMemory : tmpdir(), 'sonde-test-'))
}

const embeddedPrefix = 'sonde_test'

const templateOf = ({ prefix }: Pick<TestServer, 'prefix'>): string => `${prefix}_template`

export async function startServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const folder = await makeFolder()
  const url = process.env.DATABASE_URL
  if (!url) {
    const made = await madeOnce()
    // With its owner, which the copy of node:fs drops.
    const { status } = spawnSync('cp', ['-a', `${made}/.`, folder], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`${made} could not be copied`)
  }
  const embedded = url ? undefined : await startEmbeddedPostgres({ dataDir: folder, settings })
  const connection = embedded ? embedded.connection : { connectionString: url }
  const cluster = url && (await isCluster(url)) ? url : null
  const server = {
    connection,
    folder,
    prefix: embedded ? embeddedPrefix : `sonde_test_${process.pid}`,
    cluster,
  }
  if (!embedded && cluster === null) await makeTemplate(server)
  return {
    ...server,
    stop: async () => {
      // With an embedded server, the databases go with its folder.
      if (embedded) await embedded.stop()
      else await dropDatabases(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(server: Pick<TestServer, 'connection' | 'prefix'>): Promise<void> {
  await administer(server, `create database ${templateOf(server)}`)
  const db = connect(inDatabase(server.connection, templateOf(server)))
  await migrate(db)
  // As where a release has been in use for more than a week: new forms are written (src/db/forms.ts).
  await run(db.tx, sql`update migrations set applied_at = applied_at - interval '8 days'`)
  await (await startJobs(db, pino({ level: 'silent' }))).stop()
  await db.close()
}

/** What the template is made by. */
const sources = [
  'migrations/*.sql',
  'src/db/*.ts',
  'src/jobs/jobs.ts',
  'test/support/server.ts',
  'package-lock.json',
]

/** @returns a data folder with the template, whose server is stopped */
async function madeOnce(): Promise<string> {
  const root = resolve(import.meta.dirname, '../..')
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) hash.update(readFileSync(join(root, file)))
  const kept = join(root, 'node_modules/.cache/sonde-tests')
  const made = join(kept, hash.digest('hex').slice(0, 16))
  if (existsSync(made)) return made
  await rm(kept, { recursive: true, force: true })
  const draft = `${made}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: draft, settings })
  await makeTemplate({ connection, prefix: embeddedPrefix })
  await stop()
  try {
    renameSync(draft, made)
  } catch (error) {
    // Another run was first.
    if (!existsSync(made)) throw error
    await rm(draft, { recursive: true, force: true })
  }
  return made
}

/** An empty, migrated database. */
export async function copyTemplate(server: TestServer, name: string): Promise<pg.ClientConfig> {
  if (server.cluster !== null) return { connectionString: await createDivided(server.cluster, name) }
  const strategy = process.env.DATABASE_URL ? '' : 'strategy file_copy'
  await administer(server, `create database ${name} template ${templateOf(server)} ${strategy}`)
  return inDatabase(server.connection, name)
}

/** A database with nothing in it, as an operator makes it. */
export async function createEmpty(server: TestServer, name: string): Promise<pg.ClientConfig> {
  if (server.cluster !== null) return { connectionString: await createOnAll(server.cluster, name) }
  await administer(server, `create database ${name}`)
  return inDatabase(server.connection, name)
}

async function administer<Row extends object>(
  { connection }: Pick<TestServer, 'connection'>,
  statement: string,
): Promise<Row[]> {
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
  for (const { datname } of rows)
    if (server.cluster === null) await administer(server, `drop database ${datname} with (force)`)
    else await dropOnAll(server.cluster, datname)
}
