/**
 * When a check-in opens. The rule (RFC 5545) is expanded over calendar dates, where no clock change exists; only then does
 * each date get its local time in the zone. So a date can be neither lost nor doubled, and the hour on the wall stays what it
 * was. A local time that does not exist moves by the length of the gap, one that occurs twice is the first (Temporal's
 * `compatible`, RFC 5545 §3.3.5).
 */
import { RRuleTemporal } from 'rrule-temporal'
import { type Recurrence } from '../../contract/checkins.ts'
import { impossible } from '../problem.ts'

export type Opening = { local_date: string; opens_at: string; closes_at: string; time_zone: string }

export type Schedule = { recurrence: Recurrence; timeZone: string; window: string }

const defaultTime = '09:00'

/** Rules by the day or rarer; what names hours, or begins by itself, is not one of ours. */
const frequencies = /(^|;)FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;|$)/
const refusedParts = /(^|;)(BYHOUR|BYMINUTE|BYSECOND|DTSTART|TZID|RSCALE|SKIP)=/

/** How many candidate dates may be looked at for one answer: about 55 years of days. */
const candidatesMax = 20_000

/** @throws unprocessable  a rule, zone, date or window that cannot be */
export function checkSchedule({ recurrence, timeZone, window }: Schedule): void {
  try {
    Temporal.Now.zonedDateTimeISO(timeZone)
  } catch {
    throw impossible('/time_zone', `${timeZone} is no IANA time zone`)
  }
  const rule = recurrence.rrule.toUpperCase()
  if (!frequencies.test(rule) || refusedParts.test(rule)) {
    throw impossible(
      '/recurrence/rrule',
      'rrule must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, and no hours, DTSTART or TZID',
    )
  }
  try {
    ruleOf(recurrence)
  } catch (error) {
    throw impossible('/recurrence/rrule', `rrule is not valid: ${(error as Error).message.slice(0, 120)}`)
  }
  const duration = durationOf(window)
  const seconds = duration?.total({ unit: 'seconds', relativeTo: '2026-01-01T00:00:00Z[UTC]' })
  if (seconds === undefined || seconds < 60 || seconds > 366 * 86_400) {
    throw impossible('/window', 'window must be an ISO 8601 duration from a minute to a year')
  }
  if (next({ recurrence, timeZone, window }, null) === undefined) {
    throw impossible('/recurrence/rrule', 'This recurrence has no occurrence')
  }
}

const durationOf = (text: string): Temporal.Duration | undefined => {
  try {
    return Temporal.Duration.from(text)
  } catch {
    return undefined
  }
}

const midnight = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime('UTC')

const ruleOf = (recurrence: Recurrence) =>
  new RRuleTemporal({
    rruleString: recurrence.rrule.toUpperCase(),
    dtstart: midnight(recurrence.starts_on),
    strict: true,
    maxCandidateEvaluations: candidatesMax,
  })

function openingOn(date: Temporal.PlainDate, { recurrence, timeZone, window }: Schedule): Opening {
  const opens = date.toZonedDateTime({ timeZone, plainTime: recurrence.time ?? defaultTime })
  return {
    local_date: date.toString(),
    opens_at: opens.toInstant().toString(),
    closes_at: opens.add(Temporal.Duration.from(window)).toInstant().toString(),
    time_zone: timeZone,
  }
}

/** The library gives up with an error after `candidatesMax`: a rule without occurrences within reach has ended. */
function nextOf(rule: RRuleTemporal, from: Temporal.ZonedDateTime): { toString(): string } | null {
  try {
    return rule.next(new Date(from.epochMilliseconds))
  } catch {
    return null
  }
}

/** Openings after a local date (not on it), earliest first; null starts with the first of all. */
export function* openings(schedule: Schedule, after: string | null): Generator<Opening> {
  const { recurrence } = schedule
  const rule = ruleOf(recurrence)
  const without = new Set(recurrence.exdates)
  let from =
    after === null || after < recurrence.starts_on
      ? midnight(recurrence.starts_on).subtract({ days: 1 })
      : midnight(after)
  for (;;) {
    const found = nextOf(rule, from)
    if (!found) return
    const date = Temporal.PlainDate.from(found.toString().slice(0, 10))
    if (!without.has(date.toString())) yield openingOn(date, schedule)
    from = midnight(date.toString())
  }
}

/** The next opening after a local date that satisfies a condition, or undefined when the rule has ended. */
export function next(
  schedule: Schedule,
  after: string | null,
  wanted: (opening: Opening) => boolean = () => true,
): Opening | undefined {
  for (const opening of openings(schedule, after)) if (wanted(opening)) return opening
  return undefined
}

/** For previews: from a local date on, it included. */
export function preview(schedule: Schedule, from: string | null, count: number): Opening[] {
  const after = from === null ? null : Temporal.PlainDate.from(from).subtract({ days: 1 }).toString()
  const found: Opening[] = []
  for (const opening of openings(schedule, after)) {
    found.push(opening)
    if (found.length >= count) break
  }
  return found
}

/** When an instance that opens now, instead of at its own time, closes. */
export const closesAfter = (
  opened: Date,
  { timeZone, window }: Pick<Schedule, 'timeZone' | 'window'>,
): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(opened.getTime())
      .toZonedDateTimeISO(timeZone)
      .add(Temporal.Duration.from(window)).epochMilliseconds,
  )
