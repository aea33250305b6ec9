/**
 * When a recipient may get a message: outside quiet hours (their own and the collection's) and not on days of absence, all in their time
 * zone.
 *
 * Quiet hours run from `start` to `end`, over midnight where `end` is not later. They are over at the first instant at which the clock
 * has passed `end`: where summer time skips that hour, when the clock goes on; where it comes twice, the first time, unless that has
 * passed. An unknown zone counts as UTC.
 */
import type { QuietHours } from '../../contract/collections.ts'

/** Days, YYYY-MM-DD, both included. */
export type Absence = { starts_on: string; ends_on: string }

/** Each step passes one period of quiet hours or one absence; after this many there is no time to send. */
const stepsMax = 1000

/** @returns `now`, or the first instant after it at which sending is allowed; null where quiet hours leave none */
export function nextSendingTime(
  now: Date,
  zone: string,
  quietHours: readonly QuietHours[],
  absences: readonly Absence[],
): Date | null {
  if (quietHours.length === 0 && absences.length === 0) return now
  let at = inZone(now, zone)
  for (let step = 0; step < stepsMax; step++) {
    const next = afterAbsence(at, absences) ?? afterQuietHours(at, quietHours)
    if (!next) return new Date(Math.max(now.getTime(), at.epochMilliseconds))
    at = next
  }
  return null
}

function inZone(now: Date, zone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  try {
    return instant.toZonedDateTimeISO(zone)
  } catch {
    return instant.toZonedDateTimeISO('UTC')
  }
}

/** The start of the day after an absence that this instant falls in. */
function afterAbsence(at: Temporal.ZonedDateTime, absences: readonly Absence[]) {
  const today = at.toPlainDate().toString()
  const absence = absences.find(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on)
  return absence && Temporal.PlainDate.from(absence.ends_on).add({ days: 1 }).toZonedDateTime(at.timeZoneId)
}

/** The end of quiet hours that this instant falls in. */
function afterQuietHours(at: Temporal.ZonedDateTime, quietHours: readonly QuietHours[]) {
  const clock = at.toPlainTime().toString({ smallestUnit: 'minute' })
  const current = quietHours.find(({ start, end }) =>
    start < end ? start <= clock && clock < end : start <= clock || clock < end,
  )
  if (!current) return undefined
  const day = clock < current.end ? at.toPlainDate() : at.toPlainDate().add({ days: 1 })
  const end = day.toPlainDateTime(current.end)
  const ends = [
    end.toZonedDateTime(at.timeZoneId),
    end.toZonedDateTime(at.timeZoneId, { disambiguation: 'later' }),
  ]
  // Both have passed where the clock went back over the end: a minute later is outside, or in the other half of the window.
  return ends.find((one) => Temporal.ZonedDateTime.compare(one, at) > 0) ?? at.add({ minutes: 1 })
}

/** How many midnights of a zone are between now and a later instant: 0 is today. */
export const daysUntil = (instant: Date, now: Date, zone: string): number =>
  inZone(now, zone).toPlainDate().until(inZone(instant, zone).toPlainDate(), { largestUnit: 'days' }).days
