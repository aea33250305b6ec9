/**
 * Exports that come again. Due work asks for an export when the time of a schedule has come, as its caller, with what they may do by then; a
 * caller who may no longer read the dataset has the schedule stopped. After a service was down, one file is written for all that was missed.
 */
import type * as contract from '../../contract/export-schedules.ts'
import type { ExportSchedule, ExportStopReason } from '../../contract/export-schedules.ts'
import { createExport } from '../../contract/exports.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { ApplicationActor } from '../actor.ts'
import type { Call } from '../call.ts'
import { sql, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { timeZoneOf } from '../directory/directory.ts'
import { type Api, assertMayCall } from '../http/route.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { currentAccess } from '../oauth/oauth.ts'
import { impossible, Problem, problem } from '../problem.ts'
import { record, requestExport } from './requesting.ts'
import { assertMayRead } from './rows.ts'
import * as store from './schedule-store.ts'
import { nextAfter } from './timing.ts'

type Door = Pick<Api, 'addresses' | 'clock'>

const weekDays = 7
const defaultTime = '06:00'

/** @throws insufficient_scope | role_required  for the rows @throws unprocessable  a day or zone that is none, or too many */
export async function createExportSchedule(
  api: Door,
  call: Call<typeof contract.createExportSchedule>,
): Promise<ExportSchedule> {
  const { tx, actor, body, now } = call
  const { dataset, format, gzip = false, only_new = false, every, day, time = defaultTime } = body
  assertMayRead(api, dataset, actor)
  if (every === 'week' && day > weekDays)
    throw impossible('/day', `A day of the week is from 1, Monday, to ${weekDays}, Sunday`, 'out_of_range')
  const timeZone = timeZoneOf(body.time_zone ?? 'UTC')
  const rhythm = { every, day, time, timeZone }
  const row = await store.insertSchedule(
    tx,
    actor,
    { dataset, format, gzip, only_new, ...rhythm },
    { nextAt: nextAfter(rhythm, now), now },
  )
  if (!row)
    throw impossible('', `A caller has at most ${limits.exportSchedulesMax} scheduled exports`, 'too_many')
  await recordSchedule(call, 'export.scheduled', row)
  return store.presentSchedule(row)
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
  more: { reason?: ExportStopReason } = {},
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
  const actor = await readerOf(tx, row, api)
  if (!actor) {
    const reason = 'access_ended'
    await store.stopSchedule(tx, row, reason, now)
    await recordSchedule({ tx, actor: null, now }, 'export.schedule_stopped', row, { reason })
    return
  }
  const { id: schedule_id, dataset, format, gzip, only_new, last_at } = row
  const released_since =
    only_new && last_at !== null ? new Date(Date.parse(last_at) - hourMs).toISOString() : null
  const made = await requestExport({ tx, actor, now }, { dataset, format, gzip, released_since, schedule_id })
  const nextAt = made ? nextAfter(store.rhythmOf(row), now) : new Date(now.getTime() + laterMs)
  await store.moveSchedule(tx, row, nextAt, now)
}

/** Whose schedule it is, with what they may do now. @returns null where they may no longer make the export */
async function readerOf(tx: Tx, row: store.ScheduleRow, api: Door): Promise<ApplicationActor | null> {
  const actor = await currentAccess(tx, {
    organisationId: row.organisation_id,
    applicationId: row.application_id,
    userId: row.user_id,
    scopes: row.scopes,
  })
  if (!actor) return null
  try {
    assertMayCall(api, createExport, actor)
    assertMayRead(api, row.dataset, actor)
    return actor
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
