/**
 * The application: every feature on one server, wired. No rule lives here: this file says who is handed what.
 */
import { type FastifyInstance } from 'fastify'
import { type Logger } from 'pino'
import { deleteActions } from './actions/actions.ts'
import { actionRoutes } from './actions/routes.ts'
import { alertRoutes } from './confidentiality/alerts/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { bounceTasks, deliveryTasks, recordReturned } from './delivery/delivery.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { channelsOf, sendersCount } from './channels/channels.ts'
import { checkInRoutes } from './checkins/routes.ts'
import * as checkIns from './checkins/checkins.ts'
import { type Clock, systemClock } from './clock.ts'
import { closeInOrder } from './closing.ts'
import {
  claimAnalysis,
  type Collection,
  collectionLags,
  countDueDeliveries,
  refOf,
  remindDue,
} from './collection/collection.ts'
import { collectionRoutes } from './collection/routes.ts'
import { type Config } from './config.ts'
import { connect, type Db, type Tx } from './db/db.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { forgetKept } from './http/idempotency.ts'
import { docsRoutes } from './docs/routes.ts'
import { purgeEvents } from './events/events.ts'
import { pastSurveyRoutes } from './past-surveys/routes.ts'
import { assetRoutes } from './http/page.ts'
import { eventStreams } from './http/live.ts'
import { rateLimiter } from './http/rate-limit.ts'
import { type Api } from './http/route.ts'
import { type Addresses, createServer } from './http/server.ts'
import { createIdentity, type DemoPerson, identityRoutes, personOf } from './identity/identity.ts'
import { insightRoutes } from './insights/routes.ts'
import { deleteInsights, generate } from './insights/insights.ts'
import { type DueTask, dueWork, type DueWork, startJobs } from './jobs/jobs.ts'
import { createOAuth, registerOwnPages } from './oauth/oauth.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { forgetPhrasing, hostOf, phraseOf, wantWords, wordsTask } from './language-model/language-model.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { forgetInvitationsOf, invitationLag, invitationTask } from './users/users.ts'
import { userRoutes } from './users/routes.ts'
import { countLookups, healthRoutes, newCounts } from './health/health.ts'
import * as pulses from './pulses/pulses.ts'
import { pulseRoutes } from './pulses/routes.ts'
import * as usage from './usage/usage.ts'
import { usageRoutes } from './usage/routes.ts'
import { respondRoutes } from './respond/routes.ts'
import { responseRoutes } from './responses/routes.ts'
import { simulationRoutes } from './simulation/routes.ts'
import { siteRoutes } from './site/site.ts'
import { slackRoutes } from './respond/slack/routes.ts'
import { directoryRoutes } from './directory/routes.ts'
import { templateRoutes } from './templates/routes.ts'

export type App = {
  readonly server: FastifyInstance
  readonly addresses: Addresses
  readonly due: DueWork
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

const secondMs = 1000
const hourMs = 3_600_000
/** An organisation that the command line makes has its pages when its admin has read what was printed. */
const pagesMs = 5000
const idleLookMs = 50
const drainMs = 3_000

export async function createApp({
  config,
  db,
  log,
  clock = systemClock,
  worker = 'running',
  demoPersons,
}: Setup): Promise<App> {
  const server = createServer(log)
  const addresses: Addresses = { baseUrl: config.baseUrl ?? '', developerUrl: config.developerUrl ?? '' }
  const works = config.role !== 'api'
  const jobs = await startJobs(db, log)
  const channels = channelsOf(config)
  const senders = connect(db.connection, {
    connections: sendersCount,
    prepared: true,
    onError: (error) => log.warn({ err: error }, 'database connection of a sender lost'),
  })
  const counts = newCounts()
  const identity = createIdentity({
    config,
    addresses,
    tx: db.tx,
    clock,
    allowEmbedded: config.allowEmbeddedIdp,
    fetched: (whose, outcome) => void counts.fetches[whose][outcome]++,
  })
  const oauth = await createOAuth({ db, clock, log, rateLimits: config.rateLimits })
  const api: Api = {
    app: server,
    db,
    clock,
    addresses,
    limiter: rateLimiter(config.rateLimits),
    authenticate: {
      application: countLookups(oauth.authenticate, counts),
      session: identity.session,
      person: personOf,
    },
  }

  const purgePulses = pulses.purgeDue(deleteFindings)
  const due = dueWork(
    [
      ...clockTasks(db),
      ...deliveryTasks({ db, senders, channels, baseUrl: () => addresses.baseUrl }),
      ...bounceTasks(config.bouncesMaildir, db.transaction, recordReturned),
      invitationTask({ db, channels, developerUrl: () => addresses.developerUrl }),
      wordsTask({ db, provider: config.languageModel, regenerate }),
      {
        name: 'pulse.purge',
        everyMs: hourMs,
        run: (now, aside) => db.transaction((tx) => purgePulses(tx, now, aside)),
      },
      {
        name: 'events.purge',
        everyMs: hourMs,
        run: (now) => db.transaction((tx) => purgeEvents(tx, now)),
      },
      { name: 'pages', everyMs: pagesMs, run: (now) => ownPages(now) },
      {
        name: 'partition',
        everyMs: hourMs,
        run: async (now) =>
          (await db.transaction((tx) => oauth.partition(tx, now))) +
          (await db.transaction((tx) => usage.partition(tx, now))),
      },
      { name: 'sweep', everyMs: hourMs, run: (now) => db.transaction((tx) => sweep(tx, now)) },
    ],
    () => clock.now(),
    log,
  )
  const sweep = async (tx: Tx, now: Date): Promise<number> => {
    await forgetKept(tx, now)
    await oauth.sweep(tx, now)
    await usage.deleteOldUsage(tx, now)
    return 0
  }

  // A worker that is told no address leaves it to those who serve one.
  const ownPages = async (now: Date): Promise<number> =>
    addresses.developerUrl === ''
      ? 0
      : db.transaction((tx) => registerOwnPages(tx, addresses.developerUrl, now))

  db.onCommit('access changed', ({ kind, id }) => oauth.changes.announce(kind, id))
  if (worker === 'running') db.onCommit('work due', due.nudge)

  const streams = eventStreams(log)
  server.addHook('preClose', async () => streams.close())

  const requestLog = usage.requestLog({ server, db, clock, log, dropped: counts.requestLogDropped })
  await db
    .transaction((tx) => usage.partitionAtStart(tx, clock.now()))
    .catch((error: unknown) => log.warn({ err: error }, 'no partitions made for requests'))

  let ready = false
  assetRoutes(server)
  docsRoutes(server, addresses, () => channels.outbox() !== null)
  healthRoutes({
    app: server,
    db,
    channels,
    isReady: () => ready,
    clock,
    counts,
    due: {
      lags: [pulses.openLag, checkIns.openLag, ...collectionLags, invitationLag],
      countDeliveries: countDueDeliveries,
    },
    metricsToken: config.metricsToken,
  })
  siteRoutes({ app: server, addresses, test: config.smtpUrl === null })
  identityRoutes({
    app: server,
    tx: db.tx,
    clock,
    addresses,
    identity,
    embedded: config.idp === null,
    demoPersons,
  })
  oauthRoutes(api, { oauth, identity, publicApplications: config.publicApplications })
  usageRoutes(api)
  directoryRoutes(api)
  erasureRoutes(api, forgetInvitationsOf)
  templateRoutes(api)
  organisationRoutes(api, config.languageModel && hostOf(config.languageModel))
  userRoutes(api, identity)
  auditRoutes(api)
  simulationRoutes(api)
  pulseRoutes(api)
  checkInRoutes(api)
  for (const source of [pulses.collectionSource, checkIns.collectionSource])
    collectionRoutes(api, streams, source)
  pastSurveyRoutes(api, analyse)
  actionRoutes(api)
  alertRoutes(api)
  insightRoutes(api, phraseOf)
  responseRoutes(api)
  respondRoutes(api)
  deliveryRoutes(api)
  const { signingSecret } = config.slack
  slackRoutes(
    api,
    channels.slack && signingSecret
      ? { db, slack: channels.slack, signingSecret, baseUrl: () => addresses.baseUrl }
      : null,
  )
  return {
    server,
    addresses,
    due,
    listen: async () => {
      // A worker serves nobody: it may stand beside an API node on the same machine.
      const served =
        config.role === 'worker'
          ? addresses.baseUrl
          : await server.listen({ port: config.port, host: config.host })
      const address = served
        .replace('127.0.0.1', 'localhost')
        .replace('0.0.0.0', 'localhost')
        .replace('[::1]', 'localhost')
      addresses.baseUrl ||= address
      addresses.developerUrl ||= config.developerUrl ?? addresses.baseUrl
      if (worker === 'running') while ((await ownPages(clock.now())) > 0);
      if (works) {
        await jobs.work('collection.analyse', (data) =>
          db.transaction(async (tx) => {
            await analyse(tx, data, clock.now())
            await wantWords(tx, data, config.languageModel, clock.now())
          }),
        )
        if (worker === 'running') due.start()
      }
      ready = true
      return addresses.baseUrl
    },
    close: () => {
      ready = false
      return closeInOrder(log, [
        { name: 'requests', withinMs: 5_000, run: () => drained(server) },
        { name: 'log of requests', withinMs: 1_000, run: requestLog.close },
        { name: 'work', withinMs: 6_000, run: () => Promise.all([due.stop(), jobs.stop()]) },
        { name: 'memory of tokens', withinMs: 1_000, run: oauth.close },
        { name: 'channels', withinMs: 1_000, run: channels.close },
        { name: 'senders', withinMs: 1_000, run: () => senders.close() },
      ])
    },
  }
}

/** Requests are answered; whoever sends or reads one without an end is cut off. */
async function drained(server: FastifyInstance): Promise<void> {
  // Node ends connections that are idle when closing begins; one that becomes idle later would be kept for a minute.
  const idle = setInterval(() => server.server.closeIdleConnections(), idleLookMs)
  const endless = setTimeout(() => server.server.closeAllConnections(), drainMs)
  await server.close().finally(() => {
    clearInterval(idle)
    clearTimeout(endless)
  })
}

/** Opening and closing by the clock, one at a time: a claim dies with its worker, and the next one goes on. */
function clockTasks({ transaction }: Db): DueTask[] {
  const everySecond = (
    name: string,
    run: (tx: Tx, now: Date, aside: readonly string[]) => Promise<number>,
  ): DueTask => ({
    name,
    everyMs: secondMs,
    run: (now, aside) => transaction((tx) => run(tx, now, aside)),
  })
  return [
    everySecond('pulse.open', pulses.openDue),
    everySecond('check_in_instance.open', checkIns.openDue),
    everySecond('collection.remind', remindDue),
    everySecond('pulse.close', pulses.closeDue),
    everySecond('check_in_instance.close', checkIns.closeDue),
    everySecond('pulse.answered', pulses.answeredDue()),
    everySecond('check_in_instance.answered', checkIns.answeredDue()),
  ]
}

/** What is made from the answers of a collection is deleted with it. */
const deleteFindings: pulses.DeleteInsights = async (tx, ref) =>
  (await deleteActions(tx, ref)) + (await deleteInsights(tx, ref)) + (await forgetPhrasing(tx, ref))

const regenerate = async (tx: Tx, collection: Collection, now: Date): Promise<void> =>
  void (await generate(tx, collection, { now, phrase: await phraseOf(tx, refOf(collection)) }))

/** May run twice: the second time there is nothing left to analyse. */
export async function analyse(
  tx: Tx,
  ref: { organisationId: string; collectionId: string },
  now: Date,
): Promise<void> {
  const collection = await claimAnalysis(tx, ref)
  if (!collection) return
  await regenerate(tx, collection, now)
}
