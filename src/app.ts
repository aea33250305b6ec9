/**
 * The application: every feature on one server, wired. No rule lives here: this file lists which parts there are, which work is due,
 * which routes are served and in which order they close.
 */
import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { analysisJob, deleteFindings, forgetWords, regenerate } from './analysis.ts'
import { auditTasks } from './audit/audit.ts'
import { departureTask, surveyNotices } from './authorship/authorship.ts'
import { auditNoticeTasks, digestNotices } from './audit-notices/audit-notices.ts'
import { channelsOf, sendersCount } from './channels/channels.ts'
import * as checkIns from './checkins/checkins.ts'
import { messageOf } from './caught.ts'
import { type Clock, systemClock } from './clock.ts'
import { closeInOrder, type Step } from './closing.ts'
import {
  beginDeletionTask,
  collectionLags,
  countDueDeliveries,
  deletionTask,
  remindTask,
} from './collection/collection.ts'
import { loadTextModel } from './confidentiality/confidentiality.ts'
import type { Config } from './config.ts'
import { connect, type Db } from './db/db.ts'
import {
  bounceTasks,
  deliveryTasks,
  endedCollectionsTask,
  holdNoticeTask,
  recordReturned,
  sweepKeysTask,
} from './delivery/delivery.ts'
import { addressExpiryTask, endedAddressChangesTask } from './directory/directory.ts'
import { docsRoutes } from './docs/routes.ts'
import { countLookups, healthRoutes, isLocalService, newCounts, probeRoutes } from './health/health.ts'
import { drainOf } from './http/drain.ts'
import { idempotencyTask } from './http/idempotency.ts'
import { listenForEvents, placeTask } from './events/events.ts'
import { eventStreams } from './http/live.ts'
import { assetRoutes } from './http/page.ts'
import { rateLimiter } from './http/rate-limit.ts'
import type { Api } from './http/route.ts'
import { type Addresses, createServer } from './http/server.ts'
import { rateLimitsTask, sharedPoints } from './http/shared-points.ts'
import {
  createIdentity,
  type DemoPerson,
  embeddedIssuer,
  identityRoutes,
  nameOperator,
  personOf,
  sealFactors,
} from './identity/identity.ts'
import { type DueTask, dueWork, type DueWork, glanceAt, inTransaction, startJobs } from './jobs/jobs.ts'
import { keyStoreOf } from './key-store/key-store.ts'
import { wordsTask } from './language-model/language-model.ts'
import { createOAuth, oauthTasks, registerOwnPages } from './oauth/oauth.ts'
import { noticeLag, noticeTask } from './notices/notices.ts'
import { bindOperations } from './operations.ts'
import { exportsTask, schedulesTask, writeExport } from './exports/exports.ts'
import { confirmationsTask } from './mcp/mcp.ts'
import * as offboarding from './offboarding/offboarding.ts'
import * as privacy from './privacy/privacy.ts'
import * as pulses from './pulses/pulses.ts'
import { retentionTasks } from './retention/retention.ts'
import { syncTasks } from './scim/scim.ts'
import { siteRoutes } from './site/site.ts'
import * as usage from './usage/usage.ts'
import * as users from './users/users.ts'
import { fanOutTask, type Receivers, webhookSender } from './webhooks/webhooks.ts'
import { networksOf } from './outbound/outbound.ts'
import { keyFileOf, sealingBy } from './sealing.ts'
import { installationOf, keepKeysIn, keyStoreFault, prepareKeyStore } from './vault/vault.ts'

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

type Setup = {
  config: Config
  db: Db
  log: Logger
  clock?: Clock
  /** by hand: nothing runs until `due.settle()` is called; jobs run all the same */
  worker?: 'running' | 'by hand'
  demoPersons?: DemoPerson[]
}

export async function createApp({ clock = systemClock, worker = 'running', ...setup }: Setup): Promise<App> {
  const parts = await makeParts({ ...setup, clock })
  const { config, db, log, server, addresses, jobs } = parts
  const tasks = dueTasks(parts)
  const due = dueWork(tasks, { now: () => clock.now(), log, glance: glanceAt(parts.senders, tasks) })
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

/** Without its keys, the service starts all the same and says so: what needs none works, and /readyz tells a balancer. */
async function useKeyStore(config: Config, pools: readonly Db[], log: Logger): Promise<void> {
  const [db] = pools
  keepKeysIn(keyStoreOf(config.keyStore, await installationOf(db.tx)), pools)
  const fault = await prepareKeyStore(db).then(
    (isPrepared) => (isPrepared ? null : keyStoreFault(db.tx)),
    messageOf,
  )
  if (fault !== null)
    log.error({ fault }, 'the key store cannot be used: anonymous collections take no answers')
}

/** What features are made of, on one server and one database. */
async function makeParts({ config, db, log, clock }: Setup & { clock: Clock }) {
  await loadTextModel(config.textModel, db, log)
  const server = createServer(log, config)
  const drain = drainOf(server)
  const addresses: Addresses = { baseUrl: config.baseUrl ?? '', developerUrl: config.developerUrl ?? '' }
  const counts = newCounts()
  const jobs = await startJobs(db, log)
  const senders = connect(db.connection, {
    // One more than all senders hold at once: for the looks at what is due.
    connections: sendersCount + 1,
    prepared: true,
    onError: (error) => log.warn({ err: error }, 'database connection of a sender lost'),
  })
  await useKeyStore(config, [db, senders], log)
  const sealing = sealingBy(keyFileOf(config), config.secretsKeyFile === null)
  await sealFactors(sealing, [db, senders], log)
  nameOperator(config.idp?.issuer ?? embeddedIssuer, [db, senders])
  const identity = createIdentity({
    config,
    addresses,
    tx: db.tx,
    clock,
    allowEmbedded: config.allowEmbeddedIdp,
    fetched: (whose, outcome) => void counts.fetches[whose][outcome]++,
  })
  const limiter = rateLimiter(config.rateLimits, sharedPoints(db))
  const oauth = await createOAuth({ db, clock, log, limiter })
  const streams = eventStreams(log)
  const arrivals = listenForEvents(db, log)
  await arrivals.ready()
  server.addHook('preClose', async () => {
    streams.close()
    arrivals.endWaits()
  })
  const requestLog = usage.requestLog({ server, db, clock, log, dropped: counts.requestLogDropped })
  await db
    .transaction((tx) => usage.partitionAtStart(tx, clock.now()))
    .catch((error: unknown) => log.warn({ err: error }, 'no partitions made for requests'))
  const api: Api = {
    app: server,
    db,
    clock,
    addresses,
    limiter,
    authenticate: {
      application: countLookups(oauth.authenticate, counts),
      session: identity.session,
      person: personOf,
    },
  }
  const channels = channelsOf(config)
  const receivers: Receivers = {
    guard: {
      production: config.production,
      allowLocal: config.allowLocalReceivers,
      networks: networksOf(config.webhookPrivateAddresses),
    },
    sealing,
    ownOrigins: () => [addresses.baseUrl, addresses.developerUrl],
  }
  const webhooks = webhookSender({ db, clock, log, receivers })
  return {
    config,
    db,
    log,
    clock,
    server,
    drain,
    addresses,
    api,
    arrivals,
    channels,
    counts,
    identity,
    jobs,
    oauth,
    receivers,
    requestLog,
    senders,
    streams,
    webhooks,
  }
}

type Parts = Awaited<ReturnType<typeof makeParts>>

const madeFromAnswers = { forgetQuotes: forgetWords, deleteFindings }

/** What the clock asks for, in the order in which `settle` looks. */
const dueTasks = ({ config, db, addresses, channels, senders, webhooks }: Parts): DueTask[] => [
  ...[
    pulses.openTask,
    checkIns.openTask,
    remindTask,
    pulses.closeTask,
    checkIns.closeTask,
    pulses.answeredTask(),
    checkIns.answeredTask(),
  ].map((task) => inTransaction(db, task)),
  ...deliveryTasks({ db, senders, channels, baseUrl: () => addresses.baseUrl }),
  ...bounceTasks(config.bouncesMaildir, db.transaction, recordReturned),
  inTransaction(db, endedCollectionsTask(channels)),
  holdNoticeTask({ db, channels, baseUrl: () => addresses.baseUrl }),
  users.invitationTask({ db, channels, developerUrl: () => addresses.developerUrl }),
  ...[placeTask(), ...auditTasks(), ...auditNoticeTasks].map((task) => inTransaction(db, task)),
  inTransaction(db, fanOutTask),
  webhooks.task,
  noticeTask({
    db,
    channels,
    developerUrl: () => addresses.developerUrl,
    kinds: [surveyNotices, digestNotices, privacy.privacyNotices, offboarding.deletionNotices],
  }),
  users.secondFactorTask({ db, channels, developerUrl: () => addresses.developerUrl }),
  ...users.addressMailTasks({ db, channels, developerUrl: () => addresses.developerUrl }),
  wordsTask({ db, provider: config.languageModel, regenerate }),
  ...[
    departureTask([pulses.departing, checkIns.departing]),
    pulses.purgeTask,
    checkIns.purgeTask,
    beginDeletionTask(madeFromAnswers),
    deletionTask(madeFromAnswers),
    ...retentionTasks,
    addressExpiryTask,
    ...syncTasks,
    idempotencyTask,
    confirmationsTask,
    rateLimitsTask,
    privacy.expireTask,
    privacy.endedRequestsTask,
    users.endedInvitationsTask,
    endedAddressChangesTask,
    exportsTask,
    schedulesTask(addresses),
    offboarding.exportsTask,
    offboarding.warningTask,
    offboarding.deletionTask,
    sweepKeysTask,
    ...oauthTasks(() => addresses.developerUrl),
    ...usage.usageTasks,
  ].map((task) => inTransaction(db, task)),
]

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
  { config, db, clock, server: app, addresses, counts }: Parts,
  { isReady }: Pick<PageOptions, 'isReady'>,
) => ({
  app,
  db,
  isReady,
  clock,
  counts,
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
 * Listens; a worker, which may run beside an API node on the same machine, at a port of its own if it has one. Then the addresses are known.
 * @returns where this process can be reached; null: nowhere
 */
async function serve({ config, server, addresses }: Parts): Promise<string | null> {
  const port = config.role === 'worker' ? config.workerPort : config.port
  const served =
    port === null
      ? null
      : (await server.listen({ port, host: config.host }))
          .replace('127.0.0.1', 'localhost')
          .replace('0.0.0.0', 'localhost')
          .replace('[::1]', 'localhost')
  // A worker's messages hold links to the pages, which others serve: it has been told where.
  if (served !== null) addresses.baseUrl ||= served
  addresses.developerUrl ||= addresses.baseUrl
  return config.role === 'worker' ? served : addresses.baseUrl
}

/** Before the first request: organisations whose pages are not registered yet get them, batch by batch. */
async function registerPages({ db, clock, addresses }: Parts): Promise<void> {
  const registerBatch = () =>
    db.transaction((tx) => registerOwnPages(tx, addresses.developerUrl, clock.now()))
  while ((await registerBatch()) > 0);
}

const closingSteps = (
  { config, arrivals, drain, requestLog, jobs, oauth, channels, senders, webhooks }: Parts,
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
  { name: 'senders', withinMs: 1_000, run: () => senders.close() },
]
