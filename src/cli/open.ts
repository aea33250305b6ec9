/** The database of a command: the configured server, or the embedded one, which a running service may share. */
import { constants } from 'node:os'
import type { Logger } from 'pino'
import { closeInOrder } from '../closing.ts'
import { type Config, ConfigError } from '../config.ts'
import { connect, type Db } from '../db/db.ts'
import { readTextsWith } from '../confidentiality/confidentiality.ts'
import { hasEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { keepsSessions } from '../db/pooler.ts'
import { embeddedIssuer, nameOperator } from '../identity/identity.ts'
import { keyStoreOf } from '../key-store/key-store.ts'
import { logger } from '../log.ts'
import { keyEarlierWordings } from '../seats/seats.ts'
import { installationOf, keepKeysIn } from '../vault/vault.ts'
import { configuration, refuse } from './configuration.ts'
import { endInOrder } from './ending.ts'

/** What every command and the service run on. `close` may be called more than once. */
export type Runtime = { config: Config; db: Db; log: Logger; close(): Promise<void> }

/** The database as it is: nothing is migrated, and no keys are at hand. */
export async function connectAsItIs(config = configuration()): Promise<Runtime> {
  const { databaseUrl } = config
  if (databaseUrl === null && !hasEmbeddedPostgres())
    refuse(
      new ConfigError([
        'DATABASE_URL must name a PostgreSQL database, such as postgres://sonde@db.example/sonde: this installation brings none',
      ]),
    )
  const log = logger(config.logLevel)
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.debug(line) })
  const connection = embedded
    ? { ...embedded.connection, ssl: false }
    : { connectionString: databaseUrl ?? undefined }
  const db = connect(connection, { onError: (error) => log.warn({ err: error }, 'database connection lost') })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> =>
    (closing ??= closeInOrder(log, [
      { name: 'connections', withinMs: 1_000, run: () => db.close() },
      { name: 'database', withinMs: 15_000, run: () => embedded?.stop() },
    ]))
  return { config, db, log, close }
}

export async function open(config = configuration()): Promise<Runtime> {
  const runtime = await connectAsItIs(config)
  const { db, log } = runtime
  try {
    if (config.databaseUrl !== null && !(await keepsSessions(db.connection)))
      throw new ConfigError([
        'DATABASE_URL leads through a pooler that gives each transaction another session of the database. Sonde listens and sets what it needs in its sessions: let the pooler keep them (pgbouncer: pool_mode = session), or connect to the database itself',
      ])
    await migrate(db)
    nameOperator(config.idp?.issuer ?? embeddedIssuer, [db])
    await keyEarlierWordings(db)
    keepKeysIn(keyStoreOf(config.keyStore, await installationOf(db.tx)), [db])
    readTextsWith(config.textModel, db, log)
  } catch (error) {
    await runtime.close()
    return refuse(error)
  }
  return runtime
}

/** As shells report a process that a signal ended. */
const codeAfter = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

/**
 * Runs a command on its database, which is closed when the command has ended, has failed or is interrupted by a signal. What an
 * interrupted command has not committed is rolled back.
 */
export async function withDatabase(
  command: (runtime: Runtime) => Promise<void>,
  how: (config: Config) => Promise<Runtime> = open,
): Promise<void> {
  const config = configuration()
  let isEnding = false
  // The handlers come first: if a signal ended us while the database starts, it would outlive us.
  const opening = how(config)
  const removeHandlers = endInOrder(
    (reason) => {
      isEnding = true
      if ('err' in reason) console.error(reason.err)
    },
    async () => (await opening).close(),
    { codeAfter },
  )
  try {
    const runtime = await opening
    try {
      await command(runtime)
    } finally {
      await runtime.close()
    }
  } finally {
    // Errors of a command whose database is closed under it are no news: the handler ends the process, with its own exit code.
    if (isEnding) await new Promise(() => {})
    removeHandlers()
  }
}
