/**
 * Notes requests as they end: one push, and nothing else on the way of a request. Once a second what was noted is written: lines
 * by one statement, sums by another. Sums count all that was noted; of lines so many are written a second, refusals first and
 * the others evenly spread, since 2,000 of them cost the database a third of a second (measured); of what comes faster than
 * memory is meant to hold nothing is kept.
 *
 * What was dropped is counted (sonde_request_log_dropped_total) and logged once a minute at most, however heavy the load:
 * a line a second said nothing more, and filled the log. Stopping writes what is left.
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Logger } from 'pino'
import { type Clock } from '../clock.ts'
import { type Db } from '../db/db.ts'
import { type GrantUse, recordGrantUse } from '../oauth/oauth.ts'
import { keptRequest, type Noted } from './log-line.ts'
import { noLatency, stepOf } from './latency.ts'
import * as store from './store.ts'
import { type UsageAdded } from './store.ts'

const everyMs = 1_000
const notedMax = 20_000
const linesMax = 500
const warnEveryMs = 60_000

/** Of requests that came: how many have no line, and how many of those are in no sum either. */
export type Dropped = { lines: number; sums: number }

export type RequestLog = {
  /** Writes what was noted until now. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Setup = {
  server: FastifyInstance
  db: Pick<Db, 'transaction'>
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** Counted up here, and read for the metrics. */
  dropped: Dropped
}

export function requestLog({ server, db, clock, log, dropped }: Setup): RequestLog {
  let noted: Noted[] = []
  const warnOfDropped = warner(dropped, log)
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let closed = false

  const write = async (): Promise<void> => {
    const batch = noted
    noted = []
    dropped.lines += Math.max(0, batch.length - linesMax)
    warnOfDropped(clock.now())
    if (batch.length === 0) return
    await db
      .transaction(async (tx) => {
        await store.insertRequests(tx, linesOf(batch).map(keptRequest))
        await store.addUsage(tx, usageOf(batch))
        await recordGrantUse(tx, usesOf(batch))
      })
      .catch((error: unknown) => log.warn({ err: error, requests: batch.length }, 'requests not logged'))
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
      if (noted.length >= notedMax) {
        dropped.lines++
        dropped.sums++
      } else noted.push(noteOf(request, reply, operation, actor, clock.now()))
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

/** Warns of what was dropped since the last warning, the first time at once. */
export function warner(dropped: Dropped, log: Setup['log']): (now: Date) => void {
  let last: Dropped = { ...dropped }
  let warnedAt = -Infinity
  return (now) => {
    if (dropped.lines === last.lines || now.getTime() - warnedAt < warnEveryMs) return
    const since = { lines: dropped.lines - last.lines, sums: dropped.sums - last.sums }
    log.warn(since, 'requests left out of the log of requests, of which there are more than it takes')
    last = { ...dropped }
    warnedAt = now.getTime()
  }
}

/** What is worth a line where not all can have one: refusals first, and of the rest every so many. */
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

const noteOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Noted['operation'],
  actor: Noted['actor'],
  at: Date,
): Noted => ({
  actor,
  operation,
  at,
  id: request.id,
  url: request.url,
  params: (request.params ?? {}) as Record<string, string>,
  status: reply.statusCode,
  code: request.refusal,
  durationMs: reply.elapsedTime,
  requestBytes: request.headers['content-length'],
  replyBytes: reply.getHeader('content-length'),
  apiVersion: reply.getHeader('sonde-version'),
  userAgent: request.headers['user-agent'],
  ip: request.ip,
})

function usageOf(batch: readonly Noted[]): UsageAdded[] {
  const sums = new Map<string, UsageAdded>()
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
    // A stream lasts as long as somebody watches it.
    if (!operation.stream) sum.latency[stepOf(durationMs)]++
    if (at > sum.last_used_at) sum.last_used_at = at
  }
  // In one order in every process, or two would wait for each other.
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

function usesOf(batch: readonly Noted[]): GrantUse[] {
  const uses = new Map<string, GrantUse>()
  for (const { actor, at } of batch) {
    if (actor.kind !== 'user') continue
    const { organisationId, applicationId, userId } = actor
    uses.set(`${organisationId} ${applicationId} ${userId}`, { organisationId, applicationId, userId, at })
  }
  return [...uses.values()]
}
