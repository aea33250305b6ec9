/**
 * The application: every feature on one server, wired. No rule lives here: this file says who is handed what.
 */
import { type FastifyInstance } from 'fastify'
import { type Logger } from 'pino'
import { auditRoutes } from './audit/routes.ts'
import { bounceTasks, recordReturned } from './bounces/bounces.ts'
import { bounceRoutes } from './bounces/routes.ts'
import { channelsOf, sendersCount } from './channels/channels.ts'
import { checkInRoutes, instanceRoutes } from './checkins/routes.ts'
import * as checkIns from './checkins/checkins.ts'
import { type Clock, systemClock } from './clock.ts'
import { claimAnalysis, deliveryTasks, type Enqueue, remindDue } from './collection/collection.ts'
import { type Config } from './config.ts'
import { connect, type Db, type Tx } from './db/db.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { forgetKept } from './http/idempotency.ts'
import { assetRoutes } from './http/page.ts'
import { eventStreams } from './http/live.ts'
import { rateLimiter } from './http/rate-limit.ts'
import { type Api } from './http/route.ts'
import { type Addresses, createServer } from './http/server.ts'
import { createIdentity, type DemoPerson, identityRoutes, personOf } from './identity/identity.ts'
import { insightRoutes } from './insights/routes.ts'
import { forgetInsights, generate, showInsights } from './insights/insights.ts'
import { type DueTask, dueWork, type DueWork, startJobs } from './jobs/jobs.ts'
import { createOAuth, oauthRoutes } from './oauth/oauth.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { platformRoutes } from './platform/platform.ts'
import * as pulses from './pulses/pulses.ts'
import { pulseRoutes } from './pulses/routes.ts'
import { respondRoutes } from './respond/routes.ts'
import { responseRoutes } from './responses/routes.ts'
import { simulationRoutes } from './simulation/routes.ts'
import { slackRoutes } from './slack/routes.ts'
import { teamRoutes } from './teams/routes.ts'
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
const idleLookMs = 50

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
  const identity = createIdentity({ config, addresses, allowEmbedded: config.allowEmbeddedIdp })
  const oauth = await createOAuth({ db, clock, log, rateLimits: config.rateLimits })
  const api: Api = {
    app: server,
    db,
    clock,
    addresses,
    limiter: rateLimiter(config.rateLimits),
    authenticate: { application: oauth.authenticate, session: identity.session, person: personOf },
  }

  const due = dueWork(
    [
      ...clockTasks(db, jobs.enqueue),
      ...deliveryTasks({ db, senders, channels, baseUrl: () => addresses.baseUrl }),
      ...bounceTasks(config.bouncesMaildir, db.transaction, recordReturned),
      {
        name: 'pulse.purge',
        everyMs: hourMs,
        run: (now, aside) => db.transaction((tx) => pulses.purgeDue(tx, pulseInsights, now, aside)),
      },
      { name: 'sweep', everyMs: hourMs, run: (now) => db.transaction((tx) => sweep(tx, now)) },
    ],
    () => clock.now(),
    log,
  )
  const sweep = async (tx: Tx, now: Date): Promise<number> => {
    await forgetKept(tx, now)
    await oauth.sweep(tx, now)
    return 0
  }

  // What a write made due is looked for at once instead of at the next interval.
  server.addHook('onRoute', (route) => {
    if (
      route.method === 'POST' &&
      worker === 'running' &&
      /\/(open|schedule|activate|remind)$/.test(route.url)
    )
      route.onResponse = async () => due.nudge()
  })

  const streams = eventStreams(log)
  server.addHook('preClose', async () => streams.close())

  let ready = false
  assetRoutes(server)
  platformRoutes({ app: server, db, channels, addresses, isReady: () => ready })
  identityRoutes({
    app: server,
    tx: db.tx,
    clock,
    addresses,
    identity,
    embedded: config.idp === null,
    demoPersons,
  })
  oauthRoutes(api, { oauth, identity })
  teamRoutes(api)
  erasureRoutes(api)
  templateRoutes(api)
  organisationRoutes(api)
  auditRoutes(api)
  simulationRoutes(api)
  pulseRoutes(api, { enqueue: jobs.enqueue, streams, insights: pulseInsights })
  checkInRoutes(api)
  instanceRoutes(api, jobs.enqueue, streams)
  insightRoutes(api)
  responseRoutes(api)
  respondRoutes(api, due.nudge)
  bounceRoutes(api)
  const { signingSecret } = config.slack
  slackRoutes(
    api,
    channels.slack && signingSecret
      ? { db, slack: channels.slack, signingSecret, baseUrl: () => addresses.baseUrl, nudge: due.nudge }
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
      if (works) {
        await jobs.work('collection.analyse', (data) =>
          db.transaction((tx) => analyse(tx, data, clock.now())),
        )
        if (worker === 'running') due.start()
      }
      ready = true
      return addresses.baseUrl
    },
    close: async () => {
      ready = false
      // Node ends connections that are idle when closing begins; one that becomes idle later would be kept for a minute.
      const idle = setInterval(() => server.server.closeIdleConnections(), idleLookMs)
      await server.close().finally(() => clearInterval(idle))
      await due.stop()
      await jobs.stop()
      await oauth.close()
      channels.close()
      await senders.close()
    },
  }
}

/** Opening and closing by the clock, one at a time: a claim dies with its worker, and the next one goes on. */
function clockTasks({ transaction }: Db, enqueue: Enqueue): DueTask[] {
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
    everySecond('check_in_instance.open', (tx, now, aside) => checkIns.openDue(tx, enqueue, now, aside)),
    everySecond('collection.remind', remindDue),
    everySecond('pulse.close', (tx, now, aside) => pulses.closeDue(tx, enqueue, now, aside)),
    everySecond('check_in_instance.close', (tx, now, aside) => checkIns.closeDue(tx, enqueue, now, aside)),
    everySecond('pulse.answered', pulses.answeredDue(enqueue)),
    everySecond('check_in_instance.answered', checkIns.answeredDue(enqueue)),
  ]
}

/** A pulse that is deleted takes its insights with it. */
const pulseInsights: pulses.Insights = { show: showInsights, forget: forgetInsights }

/** May run twice: the second time there is nothing left to analyse. */
async function analyse(
  tx: Tx,
  ref: { organisationId: string; collectionId: string },
  now: Date,
): Promise<void> {
  const collection = await claimAnalysis(tx, ref)
  if (!collection) return
  const ownerOf = { pulse: pulses.insightOwner, check_in_instance: checkIns.insightOwner }[
    collection.owner_kind
  ]
  await generate(tx, collection, await ownerOf(tx, ref.organisationId, collection.owner_id), now)
}
