/** What is left until an instant, for the inside of a ring. */
import { locale } from '../messages.ts'
import { daysBetween, daySeconds } from '../ui/calendar-days.ts'

/** As a number and its unit, “22” and “hours”: counted as `RelativeTime` counts it, in days at the most and in a minute at the least. */
export function leftUntil(instant: string, now: number): { count: string; unit: string } {
  const end = Date.parse(instant)
  const minutes = Math.trunc((end - now) / 60_000)
  const [unit, count] =
    minutes * 60 >= daySeconds
      ? (['day', daysBetween(now, end)] as const)
      : minutes >= 60
        ? (['hour', Math.trunc(minutes / 60)] as const)
        : (['minute', Math.max(1, minutes)] as const)
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  const parts = format.formatToParts(count)
  const textOf = (isUnit: boolean): string =>
    parts.flatMap(({ type, value }) => ((type === 'unit') === isUnit ? [value] : [])).join('')
  return { count: textOf(false).trim(), unit: textOf(true) }
}
