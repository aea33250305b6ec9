/** What is left until an instant, for the inside of a ring. */
import { locale } from '../messages.ts'
import { daysBetween } from '../ui/calendar-days.ts'

const hourMs = 3_600_000

/** “7” and “days”, “22” and “hours”: counted as `RelativeTime` counts it, in days at the most. */
export function leftUntil(instant: string, now: number): { count: string; unit: string } {
  const end = Date.parse(instant)
  const hours = (end - now) / hourMs
  const unit = hours >= 24 ? 'day' : hours >= 1 ? 'hour' : 'minute'
  const count = unit === 'day' ? daysBetween(now, end) : unit === 'hour' ? hours : Math.max(1, 60 * hours)
  const parts = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(
    Math.trunc(count),
  )
  return { count: parts[0].value, unit: parts[parts.length - 1].value }
}
