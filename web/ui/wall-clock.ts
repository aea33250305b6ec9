/** Converts between instants and what clocks and calendars show in the reader's zone. Days are dates: `2027-03-28`. */
import { readersZone } from '../reader.ts'

/** Swedish writes dates as ISO 8601 does. */
const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone })

const readersFormat = formatOf(readersZone)

/** `2027-03-28T09:30`, the format of date and time inputs. @param zone  for tests; otherwise the reader's */
export const minuteOf = (instant: string | number | Date, zone?: string): string =>
  (zone === undefined ? readersFormat : formatOf(zone)).format(new Date(instant)).replace(' ', 'T')

/** The day of an instant where the reader is. */
export const dayOf = (instant: string | number | Date, zone?: string): string =>
  minuteOf(instant, zone).slice(0, 10)

const dayMs = 86_400_000

/**
 * The instant at which clocks show this, `2027-03-28T09:30`. If they show it twice, the first; if they skip it, as much later
 * as they are put forward (as Temporal's `compatible`).
 */
export function instantOf(minute: string, zone?: string): string {
  const asUtc = Date.parse(`${minute}Z`)
  const aheadAt = (instant: number): number => Date.parse(`${minuteOf(instant, zone)}Z`) - instant
  const [first, second] = [asUtc - dayMs, asUtc + dayMs].map((near) => asUtc - aheadAt(near))
  const isShown = (instant: number): boolean => minuteOf(instant, zone) === minute.slice(0, 16)
  return new Date(!isShown(first) && isShown(second) ? second : first).toISOString()
}

/** By how many minutes clocks are put forward on a day; negative: back. */
export function clockChangeOn(day: string, zone?: string): number {
  const minuteMs = 60_000
  const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
  const lasts = Date.parse(instantOf(`${next}T00:00`, zone)) - Date.parse(instantOf(`${day}T00:00`, zone))
  return (dayMs - lasts) / minuteMs
}
