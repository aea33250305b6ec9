/**
 * When a schedule comes round: a day of the week or of the month, at a local time. A local time that does not exist is moved forward by the
 * length of the gap; of one that occurs twice, the first is taken (Temporal's `compatible`, as check-ins do).
 */
import type { ExportRhythm } from '../../contract/export-schedules.ts'

export type Rhythm = {
  readonly every: ExportRhythm
  /** 1 is Monday; of the month, 1 to 28. */
  readonly day: number
  /** hh:mm */
  readonly time: string
  readonly timeZone: string
}

const weekDays = 7

/** The first time after an instant. */
export function nextAfter({ every, day, time, timeZone }: Rhythm, after: Date): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  const today = here.toPlainDate()
  const first =
    every === 'week'
      ? today.add({ days: (day - today.dayOfWeek + weekDays) % weekDays })
      : today.with({ day })
  const at = (date: Temporal.PlainDate): number =>
    date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
  const next =
    at(first) > after.getTime() ? first : first.add(every === 'week' ? { weeks: 1 } : { months: 1 })
  return new Date(at(next))
}
