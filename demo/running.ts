/**
 * The real application in this process, with a clock that the demo turns: weeks pass in seconds, and everything else is real. Mail always
 * goes to the outbox folder, since the people here are invented. Between two turns the clock runs on, so that events of one day have an
 * order.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { type App, createApp } from '../src/app.ts'
import { endInOrder } from '../src/cli/ending.ts'
import { configuration } from '../src/cli/configuration.ts'
import { open, type Runtime } from '../src/cli/open.ts'
import type { Config } from '../src/config.ts'
import type { Db } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import type { DemoPerson } from '../src/identity/identity.ts'

export const ownDataDir = '.sonde-demo'

export type StoryClock = {
  now(): Date
  /** Goes on from this instant. */
  turn(to: Date): void
  /** From now on the time of the world. */
  real(): void
}

export function storyClock(): StoryClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    turn: (to) => void (ahead = to.getTime() - Date.now()),
    real: () => void (ahead = 0),
  }
}

export type Running = {
  url: string
  db: Db
  clock: StoryClock
  outbox: string
  /** The address of the outbox, or its folder where it is not shown. */
  outboxAddress: string
  /** Turns the clock to an instant and does all that is due then. */
  at(instant: Date): Promise<void>
  /** Does what is due now. */
  settle(): Promise<void>
  /** The service as it always is: its own worker, the time of the world. */
  stayUp(): void
  /** Somebody told the process to end. */
  isStopping(): boolean
  stop(): Promise<void>
}

/** @throws one sentence when the demo's own folder is in use by another demo */
export async function start(persons: DemoPerson[], once: boolean): Promise<Running> {
  const config = await demoConfig(once)
  const starting = open(config)
  const clock = storyClock()
  let app: App | undefined
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= end(app, starting))
  const forgetSignals = endInOrder((reason) => console.error('err' in reason ? reason.err : 'Stopping'), stop)
  const opened = await starting
  try {
    app = await createApp({ ...opened, clock, worker: 'by hand', demoPersons: persons })
    const { due } = app
    const url = await app.listen()
    return {
      url,
      db: opened.db,
      clock,
      outbox: join(config.dataDir, 'outbox'),
      outboxAddress: app.outboxAddress() ?? join(config.dataDir, 'outbox'),
      at: (instant) => {
        clock.turn(instant)
        return due.settle()
      },
      settle: () => due.settle(),
      stayUp: () => {
        clock.real()
        due.start()
      },
      isStopping: () => stopping !== undefined,
      stop: async () => {
        forgetSignals()
        await stop()
      },
    }
  } catch (error) {
    forgetSignals()
    await stop()
    throw error
  }
}

async function end(app: App | undefined, starting: Promise<Runtime>): Promise<void> {
  try {
    await app?.close()
  } finally {
    await (await starting).close()
  }
}

/**
 * The embedded provider, the outbox and no rate limits, as only this process calls. A configured data folder or database is used and never
 * emptied; the demo's own folder is emptied at each run.
 */
async function demoConfig(once: boolean): Promise<Config> {
  const given = configuration()
  const { env } = process
  const config: Config = {
    ...given,
    dataDir: env.SONDE_DATA_DIR ? given.dataDir : resolve(ownDataDir),
    port: await freePort(once && !env.SONDE_PORT ? 0 : given.port, given.host),
    idp: null,
    allowEmbeddedIdp: true,
    smtpUrl: null,
    slack: { ...given.slack, token: null },
    microsoftTeams: null,
    sms: null,
    webhooksOn: false,
    role: 'all',
    rateLimits: null,
    logLevel: env.SONDE_LOG_LEVEL ? given.logLevel : 'warn',
  }
  if (!env.SONDE_DATA_DIR) await empty(config.dataDir)
  return config
}

/** The port, or any free one (0) where another program uses it, such as a service beside the demo. */
function freePort(port: number, host: string): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}

/** A server that an aborted run left behind is adopted and so ended; if another demo uses one, we do not start. */
async function empty(dataDir: string): Promise<void> {
  const pid = join(dataDir, 'postgres', 'postmaster.pid')
  if (existsSync(pid)) {
    const left = await startEmbeddedPostgres({ dataDir })
    await left.stop()
    if (existsSync(pid))
      throw new Error(
        `Another demo is running in ${dataDir}: stop it, or give this one a folder of its own by SONDE_DATA_DIR`,
      )
  }
  await rm(dataDir, { recursive: true, force: true })
}
