/** The dates of a check-in as its author gave them, whole. */
import type { Recurrence } from '../../contract/checkins.ts'
import type { Lifecycle } from '../../contract/lifecycle.ts'
import { impossible } from '../problem.ts'
import { recurrenceOf } from './periods.ts'
import { zoneNamed } from './schedule.ts'

/** What earlier versions stored has fewer fields. */
export const complete = (recurrence: Recurrence): Required<Recurrence> => ({
  rrule: recurrence.rrule,
  starts_on: recurrence.starts_on,
  time: recurrence.time ?? '09:00',
  mode: recurrence.mode ?? 'organisation_time',
  holidays: recurrence.holidays ?? [],
  holiday_calendar_ids: recurrence.holiday_calendar_ids ?? [],
  on_holiday: recurrence.on_holiday ?? 'skip',
  exdates: recurrence.exdates ?? [],
  moved_dates: recurrence.moved_dates ?? [],
})

/** The dates of a check-in, or the periods of one around joining and leaving. @throws unprocessable  both or neither are given, or no such zone */
export function datesOf(
  {
    recurrence,
    lifecycle,
    timeZone,
  }: { recurrence?: Recurrence | undefined; lifecycle: Lifecycle | null; timeZone: string },
  now: Date,
): Required<Recurrence> {
  if (recurrence && lifecycle)
    throw impossible('/recurrence', 'A check-in with a lifecycle has no recurrence of its own', 'one_of')
  if (recurrence) return complete(recurrence)
  if (!lifecycle) throw impossible('/recurrence', 'A check-in needs a recurrence or a lifecycle', 'missing')
  if (zoneNamed(timeZone) === undefined)
    throw impossible('/time_zone', `${timeZone} is not an IANA time zone`)
  return recurrenceOf(lifecycle, todayIn(timeZone, now))
}

export const todayIn = (zone: string, now: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
