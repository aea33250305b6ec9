/**
 * Exports that come again. Due work asks for an export when the time of a schedule has come, as its caller, with what they may do by then; a
 * caller who may no longer read the dataset has the schedule stopped. After a service was down, one file is written for all that was missed.
 */
import { isDeepStrictEqual } from 'node:util'
import type * as contract from '../../contract/export-schedules.ts'
import type { ExportSchedule, ExportStopReason } from '../../contract/export-schedules.ts'
import type { ExportFilter } from '../../contract/exports.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Call } from '../call.ts'
import { sql, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { timeZoneOf } from '../directory/directory.ts'
import type { Api } from '../http/route.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { impossible, problem } from '../problem.ts'
import { readerNow } from './reach.ts'
import { record, requestExport } from './requesting.ts'
import { assertMayRead, assertFits } from './rows.ts'
import * as store from './schedule-store.ts'
import { later } from './source.ts'
import { nextAfter, type Rhythm } from './timing.ts'

type Door = Pick<Api, 'addresses' | 'clock'>

const weekDays = 7
const defaultTime = '06:00'

/** @throws insufficient_scope | role_required  for the rows @throws unprocessable  a day or zone that is none, or too many */
export async function createExportSchedule(
  api: Door,
  call: Call<typeof contract.createExportSchedule>,
): Promise<ExportSchedule> {
  const { tx, actor, body, now } = call
  const { dataset, format, gzip = false, filter = {}, only_new = false } = body
  const { every, day, time = defaultTime } = body
  assertMayRead(api, dataset, actor)
  await assertFits(call, dataset, filter)
  assertDay({ every, day })
  const timeZone = timeZoneOf(body.time_zone ?? 'UTC')
  const rhythm = { every, day, time, timeZone }
  const row = await store.insertSchedule(
    tx,
    actor,
    { dataset, format, gzip, filter, only_new, ...rhythm },
    { nextAt: nextAfter(rhythm, now), now },
  )
  if (!row)
    throw impossible('', `A caller has at most ${limits.exportSchedulesMax} scheduled exports`, 'too_many')
  await recordSchedule(call, 'export.scheduled', row)
  return store.presentSchedule(row)
}

/** @throws unprocessable */
function assertDay({ every, day }: Pick<Rhythm, 'every' | 'day'>): void {
  if (every === 'week' && day > weekDays)
    throw impossible('/day', `A day of the week is from 1, Monday, to ${weekDays}, Sunday`, 'out_of_range')
}

/**
 * @throws not_found | precondition_failed | insufficient_scope | role_required  for the rows
 * @throws unprocessable  a day, a zone or a filter that is none
 */
export async function updateExportSchedule(
  api: Door,
  call: Call<typeof contract.updateExportSchedule>,
): Promise<ExportSchedule> {
  const { tx, actor, params, body, ifMatch, now } = call
  const row = await store.lockSchedule(tx, actor, params.id)
  if (!row) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
  assertMayRead(api, row.dataset, actor)
  const { time_zone: zone, ...changes } = body
  const before = store.rhythmOf(row)
  const next = {
    ...row,
    ...before,
    ...changes,
    ...(zone !== undefined && { timeZone: timeZoneOf(zone) }),
    scopes: actor.scopes,
  }
  await assertFits(call, row.dataset, next.filter)
  assertDay(next)
  const { every, day, time, timeZone } = next
  const goesOn = row.state === 'active' && isDeepStrictEqual(before, { every, day, time, timeZone })
  const nextAt = goesOn ? new Date(row.next_at) : nextAfter(next, now)
  const changed = await store.updateSchedule(tx, row, next, { nextAt, now })
  await recordSchedule(call, 'export.rescheduled', changed, { changed: Object.keys(body) })
  return store.presentSchedule(changed)
}

/** @throws invalid_cursor */
export async function listExportSchedules({
  tx,
  actor,
  query,
}: Call<typeof contract.listExportSchedules>): Promise<Page<'export_schedules', ExportSchedule>> {
  const paging = paged(`export schedules of ${actor.organisationId}`, query)
  const rows = await store.listSchedules(tx, actor, paging)
  const { export_schedules, ...rest } = pageOf('export_schedules', rows, paging, ({ id }) => id)
  return { export_schedules: export_schedules.map(store.presentSchedule), ...rest }
}

/** @throws not_found */
export async function deleteExportSchedule(call: Call<typeof contract.deleteExportSchedule>): Promise<null> {
  const row = await store.deleteSchedule(call.tx, call.actor, call.params.id)
  if (!row) throw problem('not_found')
  await recordSchedule(call, 'export.unscheduled', row)
  return null
}

type Acting = Parameters<typeof record>[0]

const recordSchedule = (
  acting: Acting,
  action: Parameters<typeof record>[1],
  { organisation_id: organisationId, id, dataset, format, every }: store.ScheduleRow,
  more: { reason?: ExportStopReason; changed?: readonly string[] } = {},
): Promise<void> => record(acting, action, { organisationId, id }, { dataset, format, every, ...more })

const minuteMs = 60_000
const hourMs = 3_600_000
/** When as many exports run as may. */
const laterMs = 10 * minuteMs

/** Asks for the export of a schedule whose time has come. */
export const schedulesTask = (addresses: Api['addresses']): TransactionTask => ({
  name: 'exports.schedules',
  everyMs: minuteMs,
  waiting: (now) => sql`select 1 from export_schedules where state = 'active' and next_at <= ${now} limit 1`,
  run: async (tx, now, quarantined) => {
    const row = await store.claimDue(tx, now, quarantined)
    if (!row) return 0
    await forRow(row.id, () => askFor(tx, row, { addresses, clock: { now: () => now } }))
    return 1
  },
})

async function askFor(tx: Tx, row: store.ScheduleRow, api: Door): Promise<void> {
  const now = api.clock.now()
  const { id, organisation_id: organisationId, application_id: applicationId, user_id: userId, scopes } = row
  const caller = { organisationId, applicationId, userId, scopes }
  const actor = await readerNow({ api, tx }, row.dataset, caller)
  if (!actor) {
    const reason = 'access_ended'
    await store.stopSchedule(tx, row, reason, now)
    await recordSchedule({ tx, actor: null, now }, 'export.schedule_stopped', row, { reason })
    return
  }
  const { dataset, format, gzip } = row
  const draft = { dataset, format, gzip, filter: filterOf(row), schedule_id: id }
  const made = await requestExport({ tx, actor, now }, draft)
  const nextAt = made ? nextAfter(store.rhythmOf(row), now) : new Date(now.getTime() + laterMs)
  await store.moveSchedule(tx, row, nextAt, now)
}

/** Of its next file, which with only_new goes on from the last. */
function filterOf({ filter, only_new, last_at }: store.ScheduleRow): ExportFilter {
  if (!only_new || last_at === null) return filter
  const since = new Date(Date.parse(last_at) - hourMs).toISOString()
  return { ...filter, released_since: later(since, filter.released_since ?? since) }
}
