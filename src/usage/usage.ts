/**
 * How applications use the API: a line for each request, stored for 30 days, and sums by day and operation. recorder.ts collects
 * requests, log-line.ts and latency.ts reduce them, store.ts writes them; the rules of reading are here.
 *
 * Answering needs no token and is not recorded: nothing here leads to an answer.
 */
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/requests.ts'
import type { LoggedRequest, LoggedRequestDetail, Usage } from '../../contract/requests.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { dropPartitions, makePartitions, type PartitionedTable } from '../db/partitions.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { getApplication } from '../oauth/oauth.ts'
import { impossible, problem } from '../problem.ts'
import { percentile, sumOf } from './latency.ts'
import * as store from './store.ts'
import type { UsageRow } from './store.ts'

export { requestLog } from './recorder.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const usageDaysMax = 92
const usageDaysDefault = 30
const usageKeptDays = 400
const daysAhead = 2

const table: PartitionedTable = { table: 'api_requests', column: 'occurred_at' }

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

/** Makes the partitions of today and the coming days, before this process writes. In a transaction of its own: it locks shortly. */
export const partitionAtStart = (tx: Tx, now: Date): Promise<number> =>
  makePartitions(tx, table, now, daysAhead)

/** Makes the partitions of the coming days. @returns how many */
export const makeDays = (tx: Tx, now: Date): Promise<number> =>
  makePartitions(tx, table, daysBefore(now, -1), daysAhead)

/** Drops the days that are kept no longer. @returns how many */
export const dropDays = (tx: Tx, now: Date): Promise<number> =>
  dropPartitions(tx, table, daysBefore(now, limits.requestsKeptDays))

/** Deletes expired sums. @returns how many */
export const deleteOldUsage = (tx: Tx, now: Date): Promise<number> =>
  store.deleteUsage(tx, daysBefore(now, usageKeptDays))

export const usageTasks: TransactionTask[] = [
  { name: 'usage.make_days', everyMs: hourMs, run: makeDays },
  { name: 'usage.drop_days', everyMs: hourMs, run: dropDays },
  { name: 'usage.purge', everyMs: hourMs, run: deleteOldUsage },
]

/** @throws not_found | unprocessable  days in the wrong order, or too many */
export async function getUsage({
  tx,
  actor: admin,
  params: { id },
  query,
  now,
}: Call<typeof contract.getUsage>): Promise<Usage> {
  await getApplication({ tx, actor: admin, params: { id } })
  const to = query.to ?? now.toISOString().slice(0, 10)
  const from = query.from ?? dateBefore(to, usageDaysDefault - 1)
  if (from > to) throw impossible('/from', 'from must not be after to')
  if (from < dateBefore(to, usageDaysMax))
    throw impossible('/from', `At most ${usageDaysMax} days can be read at once`)
  const application = { organisationId: admin.organisationId, applicationId: id }
  const rows = await store.listUsage(tx, application, { from, to })
  return {
    application_id: id,
    from,
    to,
    last_used_at: await store.lastUsed(tx, application),
    total: figuresOf(rows),
    days: rows.map((row) => ({
      day: row.day,
      operation: row.operation,
      ...figuresOf([row]),
      last_used_at: row.last_used_at,
    })),
  }
}

const dateBefore = (date: string, days: number): string =>
  daysBefore(new Date(`${date}T00:00:00Z`), days)
    .toISOString()
    .slice(0, 10)

function figuresOf(rows: readonly UsageRow[]): Usage['total'] {
  const sum = (of: (row: UsageRow) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const latency = sumOf(rows.map((row) => row.latency))
  return {
    requests: sum((row) => row.requests),
    client_errors: sum((row) => row.client_errors),
    server_errors: sum((row) => row.server_errors),
    latency_p50_ms: percentile(latency, 0.5),
    latency_p95_ms: percentile(latency, 0.95),
  }
}

/** @throws not_found | invalid_cursor */
export async function listRequests({
  tx,
  actor: admin,
  params: { id },
  query,
}: Call<typeof contract.listRequests>): Promise<Page<'requests', LoggedRequest>> {
  await getApplication({ tx, actor: admin, params: { id } })
  const paging = paged(`requests ${admin.organisationId} ${id} ${admin.userId}`, query)
  const rows = await store.listRequests(tx, { admin, applicationId: id }, query, paging)
  return pageOf('requests', rows, paging, store.positionOf)
}

/** @throws not_found */
export async function getRequest({
  tx,
  actor: admin,
  params: { id, request_id: requestId },
}: Call<typeof contract.getRequest>): Promise<LoggedRequestDetail> {
  await getApplication({ tx, actor: admin, params: { id } })
  const request = await store.findRequest(tx, { admin, applicationId: id }, requestId)
  if (!request) throw problem('not_found')
  return request
}
