/** SQL of scheduled exports. */
import type { ExportSchedule, ExportStopReason } from '../../contract/export-schedules.ts'
import { limits } from '../../contract/limits.ts'
import { type ApplicationActor, userIdOf } from '../actor.ts'
import { claimWithin } from '../db/claiming.ts'
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { exportSchedules } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { ofCaller } from './store.ts'
import type { Rhythm } from './timing.ts'

const scheduleRow = shapeOf(exportSchedules, [
  'organisation_id',
  'id',
  'dataset',
  'format',
  'gzip',
  'filter',
  'only_new',
  'every',
  'day',
  'local_time',
  'time_zone',
  'state',
  'stopped_reason',
  'application_id',
  'user_id',
  'scopes',
  'next_at',
  'last_at',
  'created_at',
  'version',
])
export type ScheduleRow = RowOf<typeof scheduleRow>

type Ref = Pick<ScheduleRow, 'organisation_id' | 'id'>

export const rhythmOf = ({ every, day, local_time: time, time_zone: timeZone }: ScheduleRow): Rhythm => ({
  every,
  day,
  time,
  timeZone,
})

export const presentSchedule = ({
  organisation_id: _organisation,
  scopes: _scopes,
  local_time: time,
  next_at,
  ...row
}: ScheduleRow): ExportSchedule => ({ ...row, time, next_at: row.state === 'active' ? next_at : null })

export type ScheduleDraft = Pick<ExportSchedule, 'dataset' | 'format' | 'gzip' | 'filter' | 'only_new'> &
  Rhythm

type ScheduleChange = Omit<ScheduleDraft, 'dataset'> & Pick<ApplicationActor, 'scopes'>

type Placed = { readonly nextAt: Date; readonly now: Date }

/** One call at a time of a caller. @returns undefined where they have as many as they may */
export async function insertSchedule(
  tx: Tx,
  actor: ApplicationActor,
  { dataset, format, gzip, filter, only_new, every, day, time, timeZone }: ScheduleDraft,
  { nextAt, now }: Placed,
): Promise<ScheduleRow | undefined> {
  const { organisationId, applicationId, scopes } = actor
  const caller = `${organisationId} ${applicationId} ${userIdOf(actor)}`
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`export schedules of ${caller}`}, 0))`)
  return one(
    tx,
    scheduleRow,
    sql`
      insert into export_schedules (organisation_id, id, dataset, format, gzip, filter, only_new, every, day, local_time, time_zone, state,
                                    application_id, user_id, scopes, next_at, created_at, updated_at)
      select ${organisationId}, ${newId('exportSchedule')}, ${dataset}, ${format}, ${gzip}, ${json(filter)}, ${only_new}, ${every}, ${day}::integer,
             ${time}, ${timeZone}, 'active', ${applicationId}, ${userIdOf(actor)}, ${textArray([...scopes])}, ${nextAt}::timestamptz,
             ${now}::timestamptz, ${now}::timestamptz
      where (
        select count(*)
        from export_schedules
        where ${ofCaller(actor)}
      ) < ${limits.exportSchedulesMax}
      returning ${scheduleRow.columns}`,
  )
}

export const listSchedules = (
  tx: Tx,
  actor: ApplicationActor,
  { after, limit }: Paged,
): Promise<ScheduleRow[]> =>
  many(
    tx,
    scheduleRow,
    sql`
      select ${scheduleRow.columns}
      from export_schedules
      where ${ofCaller(actor)}
        and ${olderThan('id', after)}
      order by id desc
      limit ${limit + 1}`,
  )

/** Keeps the clock and other calls waiting. @returns undefined where the caller has none of this id */
export const lockSchedule = (tx: Tx, actor: ApplicationActor, id: string): Promise<ScheduleRow | undefined> =>
  one(
    tx,
    scheduleRow,
    sql`
      select ${scheduleRow.columns}
      from export_schedules
      where ${ofCaller(actor)}
        and id = ${id}
      for update`,
  )

/** With what its owner may do now; one that was stopped goes on. */
export const updateSchedule = (
  tx: Tx,
  { organisation_id, id }: Ref,
  { scopes, format, gzip, filter, only_new, every, day, time, timeZone }: ScheduleChange,
  { nextAt, now }: Placed,
): Promise<ScheduleRow> =>
  only(
    tx,
    scheduleRow,
    sql`
      update export_schedules
      set format = ${format},
          gzip = ${gzip},
          filter = ${json(filter)},
          only_new = ${only_new},
          every = ${every},
          day = ${day},
          local_time = ${time},
          time_zone = ${timeZone},
          state = 'active',
          stopped_reason = null,
          scopes = ${textArray([...scopes])},
          next_at = ${nextAt},
          updated_at = ${now},
          version = version + 1
      where organisation_id = ${organisation_id}
        and id = ${id}
      returning ${scheduleRow.columns}`,
  )

/** @returns undefined where the caller has none of this id */
export const deleteSchedule = (
  tx: Tx,
  actor: ApplicationActor,
  id: string,
): Promise<ScheduleRow | undefined> =>
  one(
    tx,
    scheduleRow,
    sql`
      delete from export_schedules
      where ${ofCaller(actor)}
        and id = ${id}
      returning ${scheduleRow.columns}`,
  )

/** The one that has waited longest. Its lock keeps whoever deletes it waiting; other workers take the next. */
export const claimDue = (
  tx: Tx,
  now: Date,
  quarantined: readonly string[],
): Promise<ScheduleRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      from export_schedules
      where state = 'active'
        and next_at <= ${now}
        and id <> all (${textArray(quarantined)})
      order by next_at`,
    (organisationId) =>
      one(
        tx,
        scheduleRow,
        sql`
      select ${scheduleRow.columns}
      from export_schedules
      where state = 'active'
        and next_at <= ${now}
        and id <> all (${textArray(quarantined)})
        and organisation_id = ${organisationId}
      order by next_at
      limit 1
      for update skip locked`,
      ),
  )

export const moveSchedule = (
  tx: Tx,
  { organisation_id, id }: Ref,
  nextAt: Date,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update export_schedules
      set next_at = ${nextAt},
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

/**
 * Its next file goes on from this one.
 * @param createdAt  when the file was asked for, so before its rows were read @returns 0 where the schedule was deleted meanwhile
 */
export const markWritten = (tx: Tx, { organisation_id, id }: Ref, createdAt: string): Promise<number> =>
  run(
    tx,
    sql`
      update export_schedules
      set last_at = greatest(last_at, ${createdAt}::timestamptz)
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

export const stopSchedule = (
  tx: Tx,
  { organisation_id, id }: Ref,
  reason: ExportStopReason,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update export_schedules
      set state = 'stopped',
          stopped_reason = ${reason},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

/** @returns how many */
export const deleteStopped = (tx: Tx, before: Date, most: number): Promise<number> =>
  run(
    tx,
    sql`
      delete from export_schedules
      where (organisation_id, id) in (
        select organisation_id, id
        from export_schedules
        where updated_at < ${before}
          and state = 'stopped'
        limit ${most})`,
  )
