/**
 * The application: every feature on one server, wired. No rule lives here: this file says which routes are served, and in which order
 * the parts close.
 */
import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { analysisJob } from './analysis.ts'
import * as checkIns from './checkins/checkins.ts'
import { type Clock, systemClock } from './clock.ts'
import { closeInOrder, type Step } from './closing.ts'
import { type Config, ConfigError } from './config.ts'
import { collectionLags, countDueDeliveries } from './collection/collection.ts'
import { isUnavailable } from './db/db.ts'
import { reachOf } from './db/reach.ts'
import { docsRoutes } from './docs/routes.ts'
import { healthRoutes, isLocalService, probeRoutes } from './health/health.ts'
import { assetRoutes } from './http/page.ts'
import type { Addresses } from './http/server.ts'
import { type DemoPerson, identityRoutes } from './identity/identity.ts'
import { dueWork, type DueWork, glanceAt } from './jobs/jobs.ts'
import { registerOwnPages } from './oauth/oauth.ts'
import { noticeLag } from './notices/notices.ts'
import { bindOperations } from './operations.ts'
import { writeExport } from './exports/exports.ts'
import * as offboarding from './offboarding/offboarding.ts'
import * as pulses from './pulses/pulses.ts'
import { siteRoutes } from './site/site.ts'
import * as users from './users/users.ts'
import { dueTasks } from './due-tasks.ts'
import { type Foundation, makeParts, type Parts } from './parts.ts'

export type App = {
  readonly server: FastifyInstance
  readonly addresses: Addresses
  readonly due: DueWork
  /** The address that opens the outbox; null where messages are sent, and in production. */
  outboxAddress(): string | null
  /** The address that opens the metrics from this machine; null where they take a token, and in production. */
  metricsAddress(): string | null
  /** @returns the address that is served */
  listen(): Promise<string>
  close(): Promise<void>
}

type Setup = Omit<Foundation, 'clock'> & {
  clock?: Clock
  /** by hand: nothing runs until `due.settle()` is called; jobs run all the same */
  worker?: 'running' | 'by hand'
  demoPersons?: DemoPerson[]
}

export async function createApp({ clock = systemClock, worker = 'running', ...setup }: Setup): Promise<App> {
  const parts = await makeParts({ ...setup, clock })
  const { config, db, log, server, addresses, jobs } = parts
  const tasks = dueTasks(parts)
  const due = dueWork(tasks, {
    now: () => clock.now(),
    log,
    reach: reachOf(db),
    glance: glanceAt(parts.senders, tasks),
  })
  let isReady = false
  let served: string | null = null

  db.onCommit('access changed', ({ kind, id }) => parts.oauth.changes.announce(kind, id))
  if (worker === 'running') db.onCommit('work due', due.nudge)
  const { outboxPath, metricsPath } = bind(parts, { isReady: () => isReady, demoPersons: setup.demoPersons })

  return {
    server,
    addresses,
    due,
    outboxAddress: () => (hasOutbox(parts) ? addresses.baseUrl + outboxPath : null),
    metricsAddress: () =>
      config.metricsToken === null && isOnThisMachine(parts) && served !== null ? served + metricsPath : null,
    listen: async () => {
      served = await serve(parts)
      if (worker === 'running') await registerPages(parts)
      if (config.role !== 'api') {
        const analyseClosed = analysisJob(config.languageModel)
        await jobs.work('collection.analyse', (ref) =>
          db.transaction((tx) => analyseClosed(tx, ref, clock.now())),
        )
        await jobs.work('organisation.export', offboarding.exportJob(db, clock))
        await jobs.work('export.write', writeExport({ db, clock, addresses }))
        if (worker === 'running') due.start()
      }
      isReady = true
      return addresses.baseUrl
    },
    close: () => {
      isReady = false
      return closeInOrder(log, closingSteps(parts, due))
    },
  }
}

/** All that this process serves: a worker answers probes and nothing else. @returns what opens the outbox and the metrics */
function bind(parts: Parts, options: PageOptions): { outboxPath: string; metricsPath: string } {
  if (parts.config.role === 'worker')
    return { outboxPath: '', metricsPath: probeRoutes(probesOf(parts, options)) }
  const paths = bindPages(parts, options)
  bindOperations(parts)
  return paths
}

type PageOptions = { isReady: () => boolean; demoPersons: DemoPerson[] | undefined }

/** Files, documents, health, and the pages of signing in. @returns what opens the outbox and the metrics */
function bindPages(parts: Parts, { isReady, demoPersons }: PageOptions): ReturnType<typeof healthRoutes> {
  const { config, db, clock, server: app, addresses, channels, identity } = parts
  assetRoutes(app)
  docsRoutes(app, addresses, () => hasOutbox(parts))
  const paths = healthRoutes({ ...probesOf(parts, { isReady }), channels })
  siteRoutes({ app, addresses, test: config.smtpUrl === null })
  identityRoutes({
    app,
    db,
    clock,
    addresses,
    identity,
    limiter: parts.api.limiter,
    demoPersons,
    embedded: config.idp === null,
  })
  return paths
}

const lags = [
  pulses.openLag,
  checkIns.openLag,
  ...collectionLags,
  users.invitationLag,
  users.addressMailLag,
  noticeLag,
]

const probesOf = (
  { config, db, clock, server: app, addresses, counts, replica }: Parts,
  { isReady }: Pick<PageOptions, 'isReady'>,
) => ({
  app,
  db,
  isReady,
  clock,
  counts,
  replica,
  config,
  addresses,
  due: { lags, countDeliveries: countDueDeliveries },
})

/** Whether messages stay in the outbox, and it can be seen. */
const hasOutbox = (parts: Parts): boolean =>
  parts.config.role !== 'worker' && isOnThisMachine(parts) && parts.channels.outbox() !== null

const isOnThisMachine = ({ config, addresses }: Parts): boolean =>
  !config.production && isLocalService(addresses)

/**
 * Listens; a worker, which may run beside an API node on the same machine, at its own port if it has one. Then the addresses are known.
 * @returns where this process can be reached; null: nowhere
 * @throws ConfigError  the port is taken
 */
async function serve({ config, server, addresses }: Parts): Promise<string | null> {
  const port = config.role === 'worker' ? config.workerPort : config.port
  const served =
    port === null
      ? null
      : (await listening(server, config, port))
          .replace('127.0.0.1', 'localhost')
          .replace('0.0.0.0', 'localhost')
          .replace('[::1]', 'localhost')
  // A worker's messages hold links to the pages, which others serve: it has been told where.
  if (served !== null) addresses.baseUrl ||= served
  addresses.developerUrl ||= addresses.baseUrl
  return config.role === 'worker' ? served : addresses.baseUrl
}

/** Before the first request: organisations whose pages are not registered yet get them, batch by batch. */
async function registerPages({ db, log, clock, addresses }: Parts): Promise<void> {
  const registerBatch = () =>
    db.transaction((tx) => registerOwnPages(tx, addresses.developerUrl, clock.now()))
  try {
    while ((await registerBatch()) > 0);
  } catch (error) {
    // A server of divided tables that is away keeps no node from starting: due work does what is left.
    if (!isUnavailable(error) || (await reachOf(db).look()) === null) throw error
    log.warn(
      { err: error },
      'a server of the database is away: some organisations may lack our pages until it is back',
    )
  }
}

const closingSteps = (
  {
    config,
    arrivals,
    drain,
    requestLog,
    jobs,
    oauth,
    channels,
    replica,
    senders,
    webhooks,
    webhookWriters,
  }: Parts,
  due: DueWork,
): Step[] => [
  {
    name: 'balancers',
    withinMs: (config.drainSeconds + 1) * 1_000,
    run: () => sleep(config.drainSeconds * 1_000),
  },
  { name: 'requests', withinMs: 5_000, run: drain },
  { name: 'request log', withinMs: 1_000, run: requestLog.close },
  // At once, so that no delivery follows another; and again, for those that a look under way has begun.
  {
    name: 'work',
    withinMs: 6_000,
    run: () => Promise.all([due.stop(), jobs.stop(), webhooks.close()]).then(webhooks.close),
  },
  { name: 'events', withinMs: 1_000, run: arrivals.close },
  { name: 'token cache', withinMs: 1_000, run: oauth.close },
  { name: 'channels', withinMs: 1_000, run: channels.close },
  { name: 'senders', withinMs: 1_000, run: () => Promise.all([senders.close(), webhookWriters.close()]) },
  { name: 'replica', withinMs: 1_000, run: () => replica?.close() },
]

async function listening(server: Parts['server'], { role, host }: Config, port: number): Promise<string> {
  try {
    return await server.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const name = role === 'worker' ? 'SONDE_WORKER_PORT' : 'SONDE_PORT'
    throw new ConfigError([`Port ${port} of ${host} is in use. Set ${name} to a free one.`])
  }
}
