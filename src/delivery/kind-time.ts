/**
 * When somebody may be written to: outside quiet hours (his own and the collection's) and not on days of absence, all by
 * the clock on his wall.
 *
 * A window runs from `start` to `end`, over midnight where `end` is not later. It ends at the first instant at which the
 * clock has passed `end`: where summer time skips that hour, when the clock goes on; where it comes twice, the first time,
 * unless that is over. A zone that nobody knows is UTC.
 */
import { type QuietHours } from '../../contract/collections.ts'

/** Days, YYYY-MM-DD, both included. */
export type Absence = { starts_on: string; ends_on: string }

/** Each step leaves one window or one absence behind; more of them than this, and there is no kind time. */
const stepsMax = 1000

/** @returns `now`, or the first kind instant after it; null where quiet hours leave none */
export function kindTime(
  now: Date,
  zone: string,
  quiets: readonly QuietHours[],
  absences: readonly Absence[],
): Date | null {
  if (quiets.length === 0 && absences.length === 0) return now
  let at = inZone(now, zone)
  for (let step = 0; step < stepsMax; step++) {
    const next = afterAbsence(at, absences) ?? afterQuiet(at, quiets)
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
function afterQuiet(at: Temporal.ZonedDateTime, quiets: readonly QuietHours[]) {
  const clock = at.toPlainTime().toString({ smallestUnit: 'minute' })
  const quiet = quiets.find(({ start, end }) =>
    start < end ? start <= clock && clock < end : start <= clock || clock < end,
  )
  if (!quiet) return undefined
  const day = clock < quiet.end ? at.toPlainDate() : at.toPlainDate().add({ days: 1 })
  const end = day.toPlainDateTime(quiet.end)
  const ends = [
    end.toZonedDateTime(at.timeZoneId),
    end.toZonedDateTime(at.timeZoneId, { disambiguation: 'later' }),
  ]
  // The clock went back over the end after it had passed: a minute on is outside, or the window's other half.
  return ends.find((one) => Temporal.ZonedDateTime.compare(one, at) > 0) ?? at.add({ minutes: 1 })
}
