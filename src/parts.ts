/**
 * A request to a receiver takes none while it is under way, so two are enough for hundreds a second; with more, statements of deliveries keep
 * those of requests waiting (docs/decisions/0068-workers-come-second.md).
 */
const webhookConnections = 2

/** What features are made of, on one server and one database. No rule lives here. */
import type { Logger } from 'pino'
import { channelsOf, sendersCount } from './channels/channels.ts'
import { messageOf } from './caught.ts'
import type { Clock } from './clock.ts'
import { loadTextModel } from './confidentiality/confidentiality.ts'
import type { Config } from './config.ts'
import { connect, type Db } from './db/db.ts'
import { connectReplica, type Replica } from './db/replica.ts'
import { countLookups, type Counts, newCounts } from './health/health.ts'
import { drainOf } from './http/drain.ts'
import { listenForEvents } from './events/events.ts'
import { eventStreams } from './http/live.ts'
import { rateLimiter } from './http/rate-limit.ts'
import type { Api } from './http/route.ts'
import { type Addresses, createServer } from './http/server.ts'
import { sharedPoints } from './http/shared-points.ts'
import { createIdentity, embeddedIssuer, nameOperator, personOf, sealFactors } from './identity/identity.ts'
import { startJobs } from './jobs/jobs.ts'
import { keyStoreOf } from './key-store/key-store.ts'
import { createOAuth } from './oauth/oauth.ts'
import { microsoftTenants } from './microsoft-tenants/microsoft-tenants.ts'
import { slackWorkspaces } from './slack-workspaces/slack-workspaces.ts'
import * as usage from './usage/usage.ts'
import { type Receivers, webhookSender } from './webhooks/webhooks.ts'
import { networksOf } from './outbound/outbound.ts'
import { keyFileOf, sealingBy } from './sealing.ts'
import { installationOf, keepKeysIn, keyStoreFault, prepareKeyStore } from './vault/vault.ts'

/** What the parts are made from. */
export type Foundation = { config: Config; db: Db; log: Logger; clock: Clock }

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

/** Without its replica the service starts all the same: the primary reads. */
async function replicaFor({ config, db, log }: Foundation, counts: Counts): Promise<Replica | null> {
  if (config.databaseReplicaUrl === null || config.role === 'worker') return null
  const replica = connectReplica({
    db,
    connection: { connectionString: config.databaseReplicaUrl },
    counts: counts.replicaReads,
    log,
  })
  await replica.ready()
  return replica
}

/** What features are made of, on one server and one database. */
export async function makeParts({ config, db, log, clock }: Foundation) {
  await loadTextModel(config.textModel, db, log)
  const server = createServer(log, config)
  const drain = drainOf(server)
  const addresses: Addresses = { baseUrl: config.baseUrl ?? '', developerUrl: config.developerUrl ?? '' }
  const counts = newCounts()
  const jobs = await startJobs(db, log)
  const sendersOf = (connections: number): Db =>
    connect(db.connection, {
      connections,
      prepared: true,
      onError: (error) => log.warn({ err: error }, 'database connection of a sender lost'),
    })
  // What senders of messages hold at once, and one for the looks at what is due.
  const senders = sendersOf(sendersCount + 1)
  const webhookWriters = sendersOf(webhookConnections)
  const pools = [db, senders, webhookWriters]
  await useKeyStore(config, pools, log)
  const sealing = sealingBy(keyFileOf(config), config.secretsKeyFile === null)
  await sealFactors(sealing, pools, log)
  nameOperator(config.idp?.issuer ?? embeddedIssuer, pools)
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
  const replica = await replicaFor({ config, db, log, clock }, counts)
  const api: Api = {
    app: server,
    db,
    replica,
    clock,
    addresses,
    limiter,
    authenticate: {
      application: countLookups(oauth.authenticate, counts),
      session: identity.session,
      person: personOf,
    },
  }
  const workspaces = slackWorkspaces({ db, sealing })
  const channels = channelsOf(config, { workspaces, tenants: microsoftTenants(db) })
  const receivers: Receivers = {
    guard: {
      production: config.production,
      allowLocal: config.allowLocalReceivers,
      networks: networksOf(config.webhookPrivateAddresses),
    },
    sealing,
    ownOrigins: () => [addresses.baseUrl, addresses.developerUrl],
  }
  const webhooks = webhookSender({ db: webhookWriters, clock, log, receivers })
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
    replica,
    requestLog,
    senders,
    streams,
    webhooks,
    webhookWriters,
  }
}

export type Parts = Awaited<ReturnType<typeof makeParts>>
