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

/**
 * RFC 5545 §3.3.10 by the day or rarer, each part once: what names hours, or begins by itself, is not one of ours. Told
 * part by part, so that nothing is read in two ways.
 */
const parts: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d*$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  WKST: /^[A-Z]{2}$/,
  BYDAY: /^[-+\dA-Z,]+$/,
  BYMONTHDAY: /^[-+\d,]+$/,
  BYYEARDAY: /^[-+\d,]+$/,
  BYWEEKNO: /^[-+\d,]+$/,
  BYMONTH: /^[\d,]+$/,
  BYSETPOS: /^[-+\d,]+$/,
}

function isRule(rule: string): boolean {
  const given = rule.split(';').map((part) => part.split('='))
  const names = new Set(given.map(([name]) => name))
  return (
    names.has('FREQ') &&
    names.size === given.length &&
    given.every(([name, value, ...rest]) => rest.length === 0 && parts[name]?.test(value ?? ''))
  )
}

/** How many candidate dates may be looked at for one answer: about 55 years of days. */
const candidatesMax = 20_000

/** A rule with COUNT is expanded from its start at every look, so it may not be long: about 3 years of days. */
const countMax = 1_000

/** Outside of these no date counts: what lies between can be walked through within a second. */
const firstDate = '2000-01-01'
const lastDate = '2199-12-31'

/** @throws unprocessable  a rule, zone, date or window that cannot be */
export function checkSchedule({ recurrence, timeZone, window }: Schedule): void {
  if (!isZone(timeZone)) throw impossible('/time_zone', `${timeZone} is no IANA time zone`)
  if (recurrence.starts_on < firstDate || recurrence.starts_on > lastDate) {
    throw impossible('/recurrence/starts_on', `starts_on must be from ${firstDate} to ${lastDate}`)
  }
  const rule = recurrence.rrule.toUpperCase()
  if (!isRule(rule)) {
    throw impossible(
      '/recurrence/rrule',
      'rrule must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, each part once, and no hours, DTSTART or TZID',
    )
  }
  if (Number(countIn(rule) ?? 1) > countMax) {
    throw impossible('/recurrence/rrule', `COUNT may be ${countMax} at most`)
  }
  try {
    ruleOf(recurrence)
  } catch (error) {
    throw impossible('/recurrence/rrule', `rrule is not valid: ${(error as Error).message.slice(0, 120)}`)
  }
  const seconds = secondsOf(window)
  if (seconds === undefined || seconds < 60 || seconds > 366 * 86_400) {
    throw impossible('/window', 'window must be an ISO 8601 duration from a minute to a year')
  }
  if (next({ recurrence, timeZone, window }, null) === undefined) {
    throw impossible('/recurrence/rrule', 'This recurrence has no occurrence')
  }
}

/** An offset from UTC is none: it knows no summer time. */
function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
  } catch {
    return false
  }
}

function secondsOf(duration: string): number | undefined {
  try {
    return Temporal.Duration.from(duration).total({
      unit: 'seconds',
      relativeTo: '2026-01-01T00:00:00Z[UTC]',
    })
  } catch {
    return undefined
  }
}

const countIn = (rule: string): string | undefined => /(?:^|;)COUNT=(\d+)(?:;|$)/.exec(rule)?.[1]

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

/** What the library finds before it gives up is what there is. */
function countedDates(rule: RRuleTemporal): string[] {
  const dates: string[] = []
  try {
    rule.all((found) => {
      const date = found.toString().slice(0, 10)
      return date <= lastDate && !date.startsWith('+') && dates.push(date) > 0
    })
  } catch {
    return dates
  }
  return dates
}

/** The dates of a rule after one, earliest first. */
function* datesOf(recurrence: Recurrence, after: string): Generator<string> {
  const rule = ruleOf(recurrence)
  if (countIn(recurrence.rrule.toUpperCase()) !== undefined) {
    yield* countedDates(rule).filter((date) => date > after)
    return
  }
  for (let from = after; ;) {
    const found = nextOf(rule, midnight(from))?.toString().slice(0, 10)
    // After the year 9999 dates are written with a sign.
    if (found === undefined || found > lastDate || found.startsWith('+')) return
    yield found
    from = found
  }
}

/** Openings after a local date (not on it), earliest first; null starts with the first of all. */
export function* openings(schedule: Schedule, after: string | null): Generator<Opening> {
  const { recurrence } = schedule
  const without = new Set(recurrence.exdates)
  const start = dayBefore(recurrence.starts_on)
  if (after !== null && after > lastDate) return
  for (const date of datesOf(recurrence, after === null || after < start ? start : after)) {
    if (!without.has(date)) yield openingOn(Temporal.PlainDate.from(date), schedule)
  }
}

const dayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()

/** The next opening after a local date, and after an instant where one is given; undefined when the rule has ended. */
export function next(schedule: Schedule, after: string | null, instant?: Date): Opening | undefined {
  if (!instant) return openings(schedule, after).next().value ?? undefined
  const today = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(
    schedule.timeZone,
  )
  // A time in a gap may move into the next day, so yesterday is looked at as well.
  const earliest = today.toPlainDate().subtract({ days: 2 }).toString()
  const from = after !== null && after > earliest ? after : earliest
  for (const opening of openings(schedule, from)) if (new Date(opening.opens_at) > instant) return opening
  return undefined
}

/** For previews: from a local date on, it included. */
export function preview(schedule: Schedule, from: string | null, count: number): Opening[] {
  const after = from === null || from < firstDate ? null : dayBefore(from)
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
