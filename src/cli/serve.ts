/** `sonde-server serve` and `sonde-server worker`: the service, until a signal stops it. */
import { getPriority, setPriority } from 'node:os'
import { type App, createApp } from '../app.ts'
import { systemClock } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { bootstrap, createAccount } from '../identity/identity.ts'
import { exists, sql } from '../db/db.ts'
import { logger } from '../log.ts'
import { endInOrder } from './ending.ts'
import { commandLineClient } from './token.ts'
import { configuration, refuse } from './configuration.ts'
import { giveBackOnceStarted } from './memory.ts'
import { open, type Runtime } from './open.ts'

export async function serve(role?: 'worker'): Promise<void> {
  const config = configuration(role && { SONDE_ROLE: role })
  const log = logger(config.logLevel)
  let app: App | undefined
  // Handlers first: a database that has just been started would outlive us.
  const starting = open(config)
  endInOrder(
    (reason) => {
      if ('err' in reason) log.fatal(reason, 'stopped by a fault')
      else log.info(reason, 'stopping')
    },
    async () => {
      const runtime = await starting
      try {
        await app?.close()
      } finally {
        await runtime.close()
      }
    },
    { pauseMs: config.drainSeconds * 1000 },
  )
  const runtime = await starting
  app = await createApp(runtime).catch(async (error: unknown) => {
    if (error instanceof ConfigError) await runtime.close()
    return refuse(error)
  })
  if (role === 'worker') giveWay()
  const first = await firstStart(runtime)
  const url = await app.listen().catch(async (error: unknown) => {
    if (error instanceof ConfigError) {
      await app?.close()
      await runtime.close()
    }
    return refuse(error)
  })
  giveBackOnceStarted()
  console.log(config.role === 'worker' ? `A worker of ${url}` : `Sonde is at ${url}`)
  const outbox = app.outboxAddress()
  if (outbox !== null) console.log(`Nothing to send by is configured: messages are at ${outbox}`)
  const metrics = app.metricsAddress()
  if (metrics !== null) console.log(`Metrics, for this machine: ${metrics}`)
  if (first) {
    console.log(`\nThis is the first start: an organisation, “${first.organisation}”, has been made for you.`)
    console.log(
      `Sign in to the workspace at ${app.addresses.developerUrl}/app as ${first.email} with the password ${first.password}`,
    )
    console.log('(shown only once; `npm run -s sonde-server -- password EMAIL` makes a new one).')
    console.log(`\nUse it from the command line: npm run -s sonde -- login ${url}`)
    console.log(
      `Make an application: npm run -s sonde-server -- application create --organisation ${first.organisationId} --name Trial --scope "pulses:read teams:read teams:write"`,
    )
  }
}

/** Steps down from whoever started it, on the system's scale of priorities (nice), on which 0 is usual and 19 the last. */
const workerSteps = 5
const lastPriority = 19

/** Somebody waits for a request, and nobody for a message that is sent a moment later: on a shared processor workers come second. */
function giveWay(): void {
  try {
    setPriority(Math.min(lastPriority, getPriority() + workerSteps))
  } catch {
    // A sandbox may forbid it, and all works without.
  }
}

/** An empty service with the embedded provider gets a first organisation and admin, so that somebody can sign in. */
async function firstStart({ config, db }: Runtime) {
  if (config.idp !== null || config.role === 'worker') return null
  return db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(7315024120)`.execute(tx)
    if (await exists(tx, sql`select 1 from organisations limit 1`)) return null
    const now = systemClock.now()
    const [organisation, email] = ['My organisation', 'admin@sonde.localhost']
    const created = await bootstrap(tx, { organisation, admin: email, name: 'Admin' }, now)
    const { password } = await createAccount(tx, { email, name: 'Admin' }, now)
    await commandLineClient(tx, created.organisation.id, now)
    return { organisation, organisationId: created.organisation.id, email, password }
  })
}
