/**
 * `sonde-server backup` and `sonde-server restore`: the database as one file, and beside it a description with a checksum and the version of
 * the schema. A configured database is dumped by pg_dump; of the embedded one, which brings no such program, the server itself copies its
 * files. Keys of open anonymous collections are in the key store and so in no backup.
 *
 * A backup is as of one moment, and complete: neither the file nor its description is left without the other. A restore happens as a whole
 * or not at all, into a database that is empty or a data folder without one.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { codeOf, messageOf } from '../caught.ts'
import type { Config } from '../config.ts'
import { readCluster } from '../db/base-backup.ts'
import { type Db, keepAlive, only, run, sql, type Tx } from '../db/db.ts'
import { extensionsToDump } from '../db/distribute.ts'
import { libpqEnvironment } from '../db/libpq.ts'
import { appliedMigrations, knownMigrations, type Migration } from '../db/migrate.ts'
import { clusterKindHere, hasCluster, restoreCluster } from '../db/restored-cluster.ts'
import { serverVersion } from '../db/server-version.ts'
import { int8, shape, text } from '../db/shape.ts'
import { problem } from '../problem.ts'
import { findProgram, runProgram } from './postgres-programs.ts'

const ofEveryKind = {
  /** Of this description. */
  format: Type.Literal(2),
  made_at: Type.String(),
  /** The version of the server. */
  server: Type.String({ pattern: '^\\d' }),
  /** The last migration, and a hash over all of them. */
  schema: Type.String(),
  schema_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
}
const Description = Type.Union([
  /** In the custom format of pg_dump; `program` is its version. */
  Type.Object({
    ...ofEveryKind,
    kind: Type.Literal('dump'),
    program: Type.String({ pattern: '^\\d' }),
  }),
  /** The files of an embedded database, as tar, compressed by Zstandard; `platform` is the kind of machine that can read them. */
  Type.Object({ ...ofEveryKind, kind: Type.Literal('files'), platform: Type.String() }),
])
export type Description = Static<typeof Description>

/** What a backup says of itself before it is on the disk. */
type Made = Pick<Description, 'server' | 'schema' | 'schema_sha256'> &
  ({ kind: 'dump'; program: string } | { kind: 'files'; platform: string })

export type BackupOptions = {
  /** The folder of pg_dump and pg_restore. */
  programs?: string
  /** The database is the embedded one: its files are copied where no programs are named. */
  isEmbedded?: boolean
}

const refusal = (detail: string) => problem('invalid_request', { detail })

/** Beside the backup. */
const descriptionOf = (file: string): string => `${file}.json`

/**
 * @throws invalid_request  the file exists, the database holds no Sonde, it cannot be copied, or pg_dump is missing, too old or failed
 */
export async function backUp(
  db: Db,
  file: string,
  { programs, isEmbedded = false }: BackupOptions,
  now: Date,
): Promise<Description> {
  await assertFree(file)
  // Another backup may be under way to the same place.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.unfinished`
  const leftovers = new Set([unfinished])
  const removeUnfinished = (): void => leftovers.forEach((each) => rmSync(each, { force: true }))
  // A signal ends the process without coming back here.
  process.once('exit', removeUnfinished)
  try {
    const write = (output: FileHandle): Promise<Made> =>
      isEmbedded && programs === undefined ? copyFiles(db, output) : dump(db, output, programs)
    const made = await written(unfinished, write)
    const description: Description = {
      format: 2,
      made_at: now.toISOString(),
      ...made,
      ...(await checksumOf(unfinished)),
    }
    // The backup would take the place of another without a word. Only one of two backups can make the description, so that one goes on.
    const describe = (described: FileHandle): Promise<void> => {
      leftovers.add(descriptionOf(file))
      return described.writeFile(`${JSON.stringify(description, null, 2)}\n`)
    }
    await written(descriptionOf(file), describe)
    await assertNone(file)
    await rename(unfinished, file)
    leftovers.clear()
    return description
  } finally {
    process.off('exit', removeUnfinished)
    removeUnfinished()
  }
}

/** A new file for its owner alone, which is on the disk when this returns. */
async function written<T>(path: string, write: (output: FileHandle) => Promise<T>): Promise<T> {
  const output = await makeFile(path)
  try {
    const made = await write(output)
    await output.sync()
    return made
  } finally {
    await output.close()
  }
}

/**
 * The dump and what is said of it read one snapshot. Of divided tables, pg_dump reads the rows through the coordinator over one connection to
 * each worker, whose snapshot lasts as long: each organisation, whose rows are on one worker, is as of one moment.
 */
const dump = (db: Db, output: FileHandle, programs: string | undefined): Promise<Made> =>
  db.transaction(async (tx) => {
    await run(tx, sql`set transaction isolation level repeatable read, read only`)
    const schema = await schemaToBackUp(tx)
    const server = await serverVersion(tx)
    const program = await findProgram('pg_dump', server.major, programs)
    const { snapshot } = await only(
      tx,
      shape({ snapshot: text }),
      sql`select pg_export_snapshot() as snapshot`,
    )
    const words = ['--format=custom', '--no-owner', '--no-privileges', '--no-publications']
    for (const name of await extensionsToDump(tx)) words.push(`--extension=${name}`)
    const dumping = runProgram(
      program,
      [...words, '--no-subscriptions', '--no-password', `--snapshot=${snapshot}`],
      { env: libpqEnvironment(db.connection), output: output.fd },
    )
    await keepAlive(tx, dumping)
    return { kind: 'dump', server: server.version, program: program.version, ...schema }
  })

/** As of the end of the copy. What migrates meanwhile is found when it is restored. */
async function copyFiles(db: Db, output: FileHandle): Promise<Made> {
  const schema = await schemaToBackUp(db.tx)
  const server = await serverVersion(db.tx)
  try {
    await pipeline(
      readCluster(db.connection),
      createZstdCompress(),
      async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) await output.writeFile(piece)
      },
    )
  } catch (error) {
    throw refusal(`The files of the database cannot be copied: ${messageOf(error)}`)
  }
  const platform = `${process.platform}-${process.arch}`
  return { kind: 'files', server: server.version, platform, ...schema }
}

async function schemaToBackUp(tx: Tx): Promise<Pick<Made, 'schema' | 'schema_sha256'>> {
  const migrations = await appliedMigrations(tx)
  if (migrations.length === 0) throw refusal('The database holds no Sonde: there is nothing to back up')
  return schemaOf(migrations)
}

/**
 * A backup that is what its description says, of a schema that this version knows. Reads it once, and writes nothing.
 * @throws invalid_request  it is damaged, not described, or of a newer version
 */
export async function checkBackup(file: string): Promise<Description> {
  const description = await readDescription(file)
  const { bytes, sha256 } = await checksumOf(file)
  if (bytes !== description.bytes || sha256 !== description.sha256)
    throw refusal(`${file} is damaged: it is not what ${descriptionOf(file)} describes. Nothing was restored`)
  await assertKnownSchema(description)
  return description
}

/**
 * Puts the files of an embedded database where the next start finds them; `restore` then looks at what they hold.
 * @throws invalid_request  they are of another kind of machine or version of PostgreSQL, another database is configured, or there is one
 */
export async function unpackFiles(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  { server, platform }: Extract<Description, { kind: 'files' }>,
): Promise<void> {
  if (databaseUrl !== null)
    throw refusal(
      'The backup is of the files of an embedded database, and DATABASE_URL names another: leave that out, and name a new folder by SONDE_DATA_DIR',
    )
  const here = clusterKindHere(dataDir)
  if (here.major !== majorOf(server) || here.platform !== platform)
    throw refusal(
      `The backup is of the files of PostgreSQL ${server} on ${platform}, and here is PostgreSQL ${here.major} on ${here.platform}: restore it with a version of Sonde and on a machine like those that made it`,
    )
  if (hasCluster(dataDir))
    throw refusal(
      `There is a database in ${dataDir}: name a new folder by SONDE_DATA_DIR. Nothing was changed`,
    )
  const unpack = (to: Writable): Promise<void> => pipeline(createReadStream(file), createZstdDecompress(), to)
  await restoreCluster(dataDir, unpack).catch((error: unknown) => {
    throw refusal(`The files of ${file} cannot be restored: ${messageOf(error)}`)
  })
}

/**
 * @param description  of a backup that was checked; one of files has been unpacked
 * @throws invalid_request  the database is not empty or its server too old, or pg_restore is missing, too old or failed
 */
export async function restore(
  db: Db,
  file: string,
  description: Description,
  { programs }: BackupOptions,
): Promise<void> {
  if (description.kind === 'dump') await readDump(db, file, { ...description, programs })
  const restored = schemaOf(await appliedMigrations(db.tx))
  if (restored.schema_sha256 !== description.schema_sha256)
    throw refusal(
      `The database has the schema ${restored.schema} after restoring, not ${description.schema}: do not use it`,
    )
}

type Dump = { readonly server: string; readonly program: string; readonly programs: string | undefined }

async function readDump(db: Db, file: string, dumped: Dump): Promise<void> {
  await assertEmpty(db.tx)
  const server = await serverVersion(db.tx)
  if (server.major < majorOf(dumped.server))
    throw refusal(
      `The backup is of PostgreSQL ${dumped.server}, and this server is ${server.version}: restore into the same major version or a newer one`,
    )
  const program = await findProgram('pg_restore', majorOf(dumped.program), dumped.programs)
  const words = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password']
  const env = libpqEnvironment(db.connection)
  await runProgram(program, [...words, `--dbname=${env.PGDATABASE}`, file], { env })
  // The dump holds no statistics, without which the first statements read whole tables.
  await db.transaction(async (tx) => {
    await run(tx, sql`set local statement_timeout = 0`)
    await run(tx, sql`analyze`)
  })
}

async function assertFree(file: string): Promise<void> {
  for (const path of [file, descriptionOf(file)]) await assertNone(path)
}

async function assertNone(path: string): Promise<void> {
  if (await exists(path)) throw refusal(`${path} exists: a backup overwrites nothing`)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** For its owner alone, from the first byte. */
async function makeFile(path: string) {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') await assertNone(path)
    throw refusal(messageOf(error))
  }
}

async function checksumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of createReadStream(file)) {
      hash.update(piece as Buffer)
      bytes += (piece as Buffer).length
    }
  } catch (error) {
    throw refusal(messageOf(error))
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function readDescription(file: string): Promise<Description> {
  const path = descriptionOf(file)
  const read = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refusal(
      codeOf(error) === 'ENOENT'
        ? `${path} is missing: it says what ${file} must be, and which schema it has`
        : messageOf(error),
    )
  })
  try {
    const value: unknown = JSON.parse(read)
    if (Value.Check(Description, value)) return value
  } catch {
    // The same as any other text that is not a description.
  }
  throw refusal(`${path} does not describe a backup that this version of Sonde knows`)
}

const majorOf = (version: string): number => Number.parseInt(version, 10)

function schemaOf(migrations: readonly Migration[]): Pick<Description, 'schema' | 'schema_sha256'> {
  const hash = createHash('sha256')
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`)
  return { schema: migrations.at(-1)?.name ?? 'none', schema_sha256: hash.digest('hex') }
}

/** A backup of an earlier version is restored as it is, and migrated by the next start. */
async function assertKnownSchema({ schema, schema_sha256: sha256 }: Description): Promise<void> {
  const known = await knownMigrations()
  const upToIt = known.slice(0, known.findIndex(({ name }) => name === schema) + 1)
  if (schemaOf(upToIt).schema_sha256 !== sha256)
    throw refusal(
      `The backup has the schema ${schema}, which this version of Sonde does not know (its own is ${known.at(-1)?.name}): restore it with the version that made it, or a newer one`,
    )
}

async function assertEmpty(tx: Tx): Promise<void> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*)
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema'
        and n.nspname !~ '^pg_'
        and not exists (
          select 1
          from pg_depend d
          where d.classid = 'pg_class'::regclass
            and d.objid = c.oid
            and d.deptype = 'e'
        )`,
  )
  if (count > 0)
    throw refusal(
      `The database is not empty: it holds ${count} tables and indexes. Make a new one and name it by DATABASE_URL; nothing was changed`,
    )
}

/** How many bytes, as people write it. */
const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

export const backupWords = (file: string, { schema, server, bytes, sha256 }: Description): string[] => [
  `${file}: ${sizeOf(bytes)} of PostgreSQL ${server}, schema ${schema}, SHA-256 ${sha256}`,
  `Keep it with ${descriptionOf(file)}, for as long as your promise about backups says. Not in it: the keys of open anonymous surveys, which no backup may hold, and the file of SONDE_SECRETS_KEY_FILE, which needs its own backup.`,
]

/** @param canDivide  the database is on the coordinator of a cluster, and its tables are whole until they are divided */
export const restoreWords = (
  file: string,
  { made_at: madeAt, schema }: Description,
  canDivide: boolean,
): string[] => [
  `Restored ${file} of ${madeAt}, schema ${schema}.`,
  ...(canDivide
    ? ['Its tables are on the coordinator. To divide them: sonde-server migrate --distributed']
    : []),
  'Before you start the service: sonde-server doctor. Then look at what has happened since that time, such as erasures, surveys that have closed and messages that were sent: docs/guides/keys-and-backups.md says what to do.',
]
