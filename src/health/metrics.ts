/**
 * GET /metrics, for the operator: with SONDE_METRICS_TOKEN as a bearer; or, where there is none, from this machine with the key that is printed
 * at the start, never in production. A proxy on this machine that adds no header looks like the machine itself, but does not know the key.
 * Labels are operations, classes of status and outcomes: never a person, an organisation or an address, and nothing of answering, whose
 * times would reveal who answers.
 *
 * Frequent things are counted in plain numbers and collected when the metrics are read; the database is queried then.
 * Format: Prometheus text exposition, by prom-client.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { operations } from '../../contract/operations.ts'
import { resendOwnInvitations } from '../../contract/people.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { newReplicaCounts, type Replica, type ReplicaCounts } from '../db/replica.ts'
import { sha256 } from '../ids.ts'
import type { DueLag } from '../jobs/jobs.ts'
import { problem } from '../problem.ts'
import { countLostKeys } from '../vault/vault.ts'
import { newStartKey } from './start-key.ts'

/** Seconds, from a cached read to the longest that a request may take. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Setup = {
  app: FastifyInstance
  db: Db
  clock: Clock
  counts: Counts
  replica: Pick<Replica, 'unusedSeconds'> | null
  due: DueMeasures
  token: string | null
  isDirect: (request: Pick<FastifyRequest, 'socket' | 'headers'>) => boolean
}

/** The measures that features export of their due work. */
export type DueMeasures = {
  lags: readonly DueLag[]
  /** Messages that are due and not sent yet. */
  countDeliveries: (tx: Tx, now: Date) => Promise<number>
}

/** Counts that others keep, read with the metrics. */
export type Counts = {
  /** Look-ups of access tokens: in the cache of this process, or in the database. */
  readonly tokens: { cached: number; lookedUp: number }
  readonly fetches: Record<'operator' | 'organisation', Record<'ok' | 'failed', number>>
  /** Requests that came faster than they are logged: without a line, and of those the ones missing in the sums too. */
  readonly requestLogDropped: { lines: number; sums: number }
  /** Reads that may go to the read replica: by it, or why the primary did them. */
  readonly replicaReads: ReplicaCounts
}

export const newCounts = (): Counts => ({
  tokens: { cached: 0, lookedUp: 0 },
  fetches: { operator: { ok: 0, failed: 0 }, organisation: { ok: 0, failed: 0 } },
  requestLogDropped: { lines: 0, sums: 0 },
  replicaReads: newReplicaCounts(),
})

/** A result that is not a promise comes from the cache. */
export const countLookups =
  <A extends unknown[], T>(authenticate: (...asked: A) => T | Promise<T>, { tokens }: Counts) =>
  (...asked: A): T | Promise<T> => {
    const result = authenticate(...asked)
    if (result instanceof Promise) tokens.lookedUp++
    else tokens.cached++
    return result
  }

/** Operations by route, without those of answering by link, and without asking for one's link again, which people do who have not answered. */
const operationsByRoute = new Map(
  operations
    .filter(({ tag, id }) => tag !== 'Answering' && id !== resendOwnInvitations.id)
    .map(({ method, path, id }) => [`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, id]),
)

const path = '/metrics'

/** @returns the path that opens it without a token */
export function metricsRoute({ app, db, clock, counts, replica, due, token, isDirect }: Setup): string {
  const key = newStartKey()
  const mayRead = (request: FastifyRequest<{ Querystring: { key?: unknown } }>): boolean =>
    token === null ? isDirect(request) && key.matches(request.query.key) : hasBearer(request, token)
  const registry = new Registry()
  observeRequests(app, registry)
  registerCounts(registry, counts)
  registerPools(registry, db)
  registerReplica(registry, counts, replica)
  const measureDue = dueGauges(registry, due)

  app.get<{ Querystring: { key?: unknown } }>(path, { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request)) throw problem('not_found')
    await measureDue(db.tx, clock.now())
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .serializer(String)
      .send(await registry.metrics())
  })
  return `${path}?key=${key.text}`
}

function hasBearer(request: FastifyRequest, token: string): boolean {
  const bearer = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer !== undefined && timingSafeEqual(sha256(bearer), sha256(token))
}

function observeRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'sonde_http_request_duration_seconds',
    help: 'Requests by operation and class of status, and how long they took',
    labelNames: ['operation', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request.routeOptions
    const operation = operationsByRoute.get(`${method} ${url}`)
    // Pages and answering are left out.
    if (operation !== undefined)
      seconds.observe(
        { operation, status: `${Math.trunc(reply.statusCode / 100)}xx` },
        reply.elapsedTime / 1000,
      )
    done()
  })
}

function registerCounts(registry: Registry, { tokens, fetches, requestLogDropped }: Counts): void {
  registry.registerMetric(
    new Counter({
      name: 'sonde_access_token_lookups_total',
      help: 'Access tokens of requests: found in the cache of this process, or in the database',
      labelNames: ['from'],
      registers: [],
      collect() {
        this.reset()
        this.inc({ from: 'memory' }, tokens.cached)
        this.inc({ from: 'database' }, tokens.lookedUp)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'sonde_identity_provider_fetches_total',
      help: 'Requests to identity providers, for discovery and keys',
      labelNames: ['whose', 'outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const [whose, outcomes] of Object.entries(fetches))
          for (const [outcome, count] of Object.entries(outcomes)) this.inc({ whose, outcome }, count)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'sonde_request_log_dropped_total',
      help: 'Requests of applications left out of the request log under load: of its lines, of its sums',
      labelNames: ['from'],
      registers: [],
      collect() {
        this.reset()
        for (const [from, count] of Object.entries(requestLogDropped)) this.inc({ from }, count)
      },
    }),
  )
}

function registerPools(registry: Registry, { pool, named }: Db): void {
  registry.registerMetric(
    new Gauge({
      name: 'sonde_database_connections',
      help: 'Connections of each pool by state, and callers that wait for one',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries({
          general: pool,
          named,
        })) {
          this.set({ pool: name, state: 'busy' }, totalCount - idleCount)
          this.set({ pool: name, state: 'idle' }, idleCount)
          this.set({ pool: name, state: 'waited_for' }, waitingCount)
        }
      },
    }),
  )
}

function registerReplica(registry: Registry, { replicaReads }: Counts, replica: Setup['replica']): void {
  registry.registerMetric(
    new Counter({
      name: 'sonde_replica_reads_total',
      help: 'Reads that may go to the read replica: those that it answered, and those that the primary did because it was behind, away, or failed',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(replicaReads)) this.inc({ outcome }, count)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'sonde_replica_unused_seconds',
      help: 'How long the read replica has been behind or away; 0 while it is used, and where there is none',
      registers: [],
      collect() {
        this.set(replica?.unusedSeconds() ?? 0)
      },
    }),
  )
}

function dueGauges(
  registry: Registry,
  { lags, countDeliveries }: DueMeasures,
): (tx: Tx, now: Date) => Promise<void> {
  const age = new Gauge({
    name: 'sonde_due_work_age_seconds',
    help: 'How long the oldest due work has been waiting',
    labelNames: ['work'],
    registers: [registry],
  })
  const pending = new Gauge({
    name: 'sonde_deliveries_pending',
    help: 'Messages that are due and not sent yet',
    registers: [registry],
  })
  const lost = new Gauge({
    name: 'sonde_keys_lost',
    help: 'Open anonymous collections whose keys are not in the key store: their answers cannot be read',
    registers: [registry],
  })
  return async (tx, now) => {
    for (const { work, oldest } of lags) {
      const instant = await oldest(tx)
      age.set({ work }, instant === null ? 0 : Math.max(0, (now.getTime() - Date.parse(instant)) / 1000))
    }
    pending.set(await countDeliveries(tx, now))
    const lostCount = await countLostKeys(tx).catch(() => null)
    if (lostCount !== null) lost.set(lostCount)
  }
}
