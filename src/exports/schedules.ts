/**
 * Exports that come again. Due work asks for an export when the time of a schedule has come, as its caller, with what they may do by then; a
 * caller who may no longer read the dataset has the schedule stopped. After a service was down, one file is written for all that was missed.
 */
import type * as contract from '../../contract/export-schedules.ts'
import type { ExportSchedule } from '../../contract/export-schedules.ts'
import { createExport } from '../../contract/exports.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { ApplicationActor } from '../actor.ts'
import { actedBy, byClock, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { afterCommit, sql, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { timeZoneOf } from '../directory/directory.ts'
import { type Api, assertMayCall } from '../http/route.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { currentAccess } from '../oauth/oauth.ts'
import { impossible, Problem, problem } from '../problem.ts'
import { requestExport } from './requesting.ts'
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
  await record(call, 'export.scheduled', row)
  afterCommit(tx, 'work due', null)
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
  await record(call, 'export.unscheduled', row)
  return null
}

const detailOf = ({ dataset, format, every }: store.ScheduleRow) => ({ dataset, format, every })

const record = (
  { tx, actor, now }: { tx: Tx; actor: ApplicationActor; now: Date },
  action: Extract<AuditAction, `export.${string}`>,
  row: store.ScheduleRow,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: row.id,
    detail: detailOf(row),
    at: now,
  })

const minuteMs = 60_000
const hourMs = 3_600_000
/** When as many exports run as may. */
const laterMs = 10 * minuteMs

/** Asks for the export of a schedule whose time has come. */
export const schedulesTask = (addresses: Api['addresses']): TransactionTask => ({
  name: 'exports.schedules',
  everyMs: minuteMs,
  waiting: (now) => sql`select 1 from export_schedules where state = 'active' and next_at <= ${now} limit 1`,
  run: async (tx, now) => {
    const row = await store.claimDue(tx, now)
    if (!row) return 0
    const actor = await readerOf(tx, row, { addresses, clock: { now: () => now } })
    if (!actor) {
      await store.stopSchedule(tx, row, now)
      await recordAudit(tx, {
        organisationId: row.organisation_id,
        actor: byClock,
        action: 'export.schedule_stopped',
        target: row.id,
        detail: { ...detailOf(row), reason: 'access_ended' },
        at: now,
      })
      return 1
    }
    const { id: schedule_id, dataset, format, gzip, only_new, last_at } = row
    const released_since =
      only_new && last_at !== null ? new Date(Date.parse(last_at) - hourMs).toISOString() : null
    const made = await requestExport(
      { tx, actor, now },
      { dataset, format, gzip, released_since, schedule_id },
    )
    await store.moveSchedule(
      tx,
      row,
      made
        ? { nextAt: nextAfter(store.rhythmOf(row), now), last: now }
        : { nextAt: new Date(now.getTime() + laterMs), last: null },
      now,
    )
    return 1
  },
})

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
