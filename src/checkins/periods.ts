/** The periods of check-ins around joining and leaving: calendar months, quarters and years, as a recurrence. Pure. */
import type { Lifecycle } from '../../contract/lifecycle.ts'

export const months: Record<Lifecycle['period'], number> = { month: 1, quarter: 3, year: 12 }

const rules: Record<Lifecycle['period'], string> = {
  month: 'FREQ=MONTHLY;BYMONTHDAY=1',
  quarter: 'FREQ=MONTHLY;BYMONTH=1,4,7,10;BYMONTHDAY=1',
  year: 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1',
}

/** The periods as a recurrence: each begins on its first day. @param today  in the zone of the check-in */
export function recurrenceOf({ period, time = '09:00' }: Lifecycle, today: string) {
  const day = Temporal.PlainDate.from(today)
  const month = day.month - ((day.month - 1) % months[period])
  return {
    rrule: rules[period],
    starts_on: day.with({ month, day: 1 }).toString(),
    time,
    mode: 'organisation_time' as const,
    holidays: [],
    holiday_calendar_ids: [],
    on_holiday: 'skip' as const,
    exdates: [],
    moved_dates: [],
  }
}

/** How long an instance is open: the period, and for the last of its people the time to answer. */
export function openFor({ period }: Lifecycle, window: string): string {
  const answering = Temporal.Duration.from(window)
  return answering.with({ months: answering.months + months[period] }).toString()
}

/** The period alone. */
export const lengthOf = ({ period }: Lifecycle): string => `P${months[period]}M`
