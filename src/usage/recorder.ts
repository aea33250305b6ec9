/**
 * Collects requests as they end: one push onto an array, and nothing else while a request runs. Once a second the batch is written:
 * lines by one statement, sums by another. Sums count the whole batch. Lines are limited to `linesMax` a second, refusals first and
 * the others evenly spread, since 2,000 of them take the database a third of a second (measured). Requests beyond `entriesMax` a
 * second are dropped.
 *
 * Dropped requests are counted (sonde_request_log_dropped_total) and logged at most once a minute, whatever the load: a line a
 * second adds no information and fills the log. Stopping writes what is left.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { writeTogether } from '../db/together.ts'
import { type GrantUse, recordGrantUse } from '../oauth/oauth.ts'
import { lineOf, type RequestEntry } from './log-line.ts'
import { loggedFields, type Schemas } from './refused-fields.ts'
import { noLatency, stepOf } from './latency.ts'
import * as store from './store.ts'
import type { UsageIncrement } from './store.ts'

const everyMs = 1_000
const entriesMax = 20_000
const linesMax = 500
const warnEveryMs = 60_000

/** How many requests have no line, and how many of those are in no sum either. */
export type DropCounts = { lines: number; sums: number }

export type RequestLog = {
  /** Writes the requests collected so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Setup = {
  server: FastifyInstance
  db: Db
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** Incremented here, read by the metrics. */
  dropped: DropCounts
}

const ofOrganisation = ({ actor }: RequestEntry): string => actor.organisationId

export function requestLog({ server, db, clock, log, dropped }: Setup): RequestLog {
  let entries: RequestEntry[] = []
  const warnOfDropped = dropWarning(dropped, log)
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let closed = false

  const write = async (): Promise<void> => {
    const batch = entries
    entries = []
    dropped.lines += Math.max(0, batch.length - linesMax)
    warnOfDropped(clock.now())
    if (batch.length === 0) return
    const parts = await writeTogether(db, batch, ofOrganisation, (part) =>
      db.transaction(async (tx) => {
        await store.insertRequests(tx, linesOf(part).map(lineOf))
        await store.addUsage(tx, usageOf(part))
        await recordGrantUse(tx, usesOf(part))
      }),
    )
    for (const { rows, error } of parts)
      if (error !== undefined) log.warn({ err: error, requests: rows.length }, 'requests not logged')
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return (writing = writing.then(write))
  }

  server.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config
    const { actor } = request
    if (operation && actor && (actor.kind === 'organisation' || actor.kind === 'user')) {
      if (entries.length >= entriesMax) {
        dropped.lines++
        dropped.sums++
      } else entries.push(entryOf(request, reply, { operation, actor, at: clock.now() }))
      if (!timer && !closed) timer = setTimeout(() => void flush(), everyMs).unref()
    }
    done()
  })
  return {
    flush,
    close: async () => {
      closed = true
      await flush()
    },
  }
}

/** Warns of requests dropped since the last warning, the first time at once. */
export function dropWarning(dropped: DropCounts, log: Setup['log']): (now: Date) => void {
  let last: DropCounts = { ...dropped }
  let warnedAt = -Infinity
  return (now) => {
    if (dropped.lines === last.lines || now.getTime() - warnedAt < warnEveryMs) return
    const since = { lines: dropped.lines - last.lines, sums: dropped.sums - last.sums }
    log.warn(since, 'too many requests for the request log: some have no line')
    last = { ...dropped }
    warnedAt = now.getTime()
  }
}

/** The requests that get a line: refusals first, and the rest evenly spread. */
export function linesOf<N extends { status: number }>(batch: readonly N[], max = linesMax): readonly N[] {
  if (batch.length <= max) return batch
  const refused = batch.filter(({ status }) => status >= 400).slice(0, max)
  const others = batch.filter(({ status }) => status < 400)
  const room = Math.min(others.length, max - refused.length)
  return [
    ...refused,
    ...Array.from({ length: room }, (_, i) => others[Math.floor((i * others.length) / room)]),
  ]
}

const entryOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  known: Pick<RequestEntry, 'operation' | 'actor' | 'at'> & { readonly operation: Schemas },
): RequestEntry => ({
  ...known,
  id: request.id,
  url: request.url,
  params: (request.params ?? {}) as Record<string, string>,
  status: reply.statusCode,
  code: request.refusal,
  errors: request.refusedFields ? loggedFields(request.refusedFields, known.operation, request) : null,
  durationMs: reply.elapsedTime,
  requestBytes: request.headers['content-length'],
  replyBytes: reply.getHeader('content-length'),
  apiVersion: reply.getHeader('sonde-version'),
  userAgent: request.headers['user-agent'],
  ip: request.ip,
})

function usageOf(batch: readonly RequestEntry[]): UsageIncrement[] {
  const sums = new Map<string, UsageIncrement>()
  for (const { actor, operation, at, status, durationMs } of batch) {
    const day = at.toISOString().slice(0, 10)
    const { organisationId, applicationId } = actor
    const key = `${organisationId} ${applicationId} ${day} ${operation.id}`
    let sum = sums.get(key)
    if (!sum) {
      sum = {
        organisation_id: organisationId,
        application_id: applicationId,
        day,
        operation: operation.id,
        requests: 0,
        client_errors: 0,
        server_errors: 0,
        latency: noLatency(),
        last_used_at: at,
      }
      sums.set(key, sum)
    }
    sum.requests++
    if (status >= 500) sum.server_errors++
    else if (status >= 400) sum.client_errors++
    // A stream is open for as long as somebody watches it.
    if (!operation.stream) sum.latency[stepOf(durationMs)]++
    if (at > sum.last_used_at) sum.last_used_at = at
  }
  // In the same order in every process: otherwise two could deadlock.
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

function usesOf(batch: readonly RequestEntry[]): GrantUse[] {
  const uses = new Map<string, GrantUse>()
  for (const { actor, at } of batch) {
    if (actor.kind !== 'user') continue
    const { organisationId, applicationId, userId } = actor
    uses.set(`${organisationId} ${applicationId} ${userId}`, { organisationId, applicationId, userId, at })
  }
  return [...uses.values()]
}
