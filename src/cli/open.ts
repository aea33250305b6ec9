/** The database of a command: the configured server, or the embedded one, which a running service may share. */
import { type Logger } from 'pino'
import { closeInOrder } from '../closing.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { connect, type Db } from '../db/db.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { logger } from '../log.ts'

export type Opened = { config: Config; db: Db; log: Logger; close(): Promise<void> }

/** EX_CONFIG of sysexits. */
const exitConfiguration = 78

export function configuration(overrides: Record<string, string> = {}): Config {
  try {
    return readConfig({ ...process.env, ...overrides })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(fault)
    process.exit(exitConfiguration)
  }
}

export async function open(config = configuration()): Promise<Opened> {
  const log = logger(config.logLevel)
  const { databaseUrl } = config
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.debug(line) })
  const connection = embedded
    ? { ...embedded.connection, ssl: false }
    : { connectionString: databaseUrl ?? undefined }
  const db = connect(connection, { onError: (error) => log.warn({ err: error }, 'database connection lost') })
  const close = (): Promise<void> =>
    closeInOrder(log, [
      { name: 'connections', withinMs: 1_000, run: () => db.close() },
      { name: 'database', withinMs: 15_000, run: () => embedded?.stop() },
    ])
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { config, db, log, close }
}
