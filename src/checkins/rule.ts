/**
 * On which dates a check-in comes round. The rule (RFC 5545) is expanded over calendar dates, where no clock change exists,
 * so that a date can be neither lost nor doubled; schedule.ts gives each date its hour.
 */
import { RRuleTemporal } from 'rrule-temporal'
import type { Recurrence } from '../../contract/checkins.ts'
import { impossible } from '../problem.ts'

/**
 * The parts of RFC 5545 §3.3.10 that we accept, each at most once: frequencies of a day or longer. Parts that set a time of day
 * (BYHOUR) or a start (DTSTART, TZID) are rejected. Each part has its own pattern, so that no rule can be read in two ways.
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

/** A rule with COUNT is expanded from its start, which takes about 100 ms for so many dates: about 3 years of days. */
const countMax = 1_000

/** Dates outside this range are ignored, so that expanding a rule over the whole range takes less than a second. */
export const firstDate = '2000-01-01'
export const lastDate = '2199-12-31'

/** @throws unprocessable  a rule or a start that cannot be */
export function checkRule(recurrence: Recurrence): void {
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
}

const countIn = (rule: string): string | undefined => /(?:^|;)COUNT=(\d+)(?:;|$)/.exec(rule)?.[1]

const midnight = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime('UTC')

/**
 * The rule with an UNTIL of its own: its last date, or the last one that we look at. Without it the library would look for dates until
 * Temporal refuses to calculate. UNTIL counts by its date, as `starts_on` does, and is written like the start. COUNT may not stand
 * beside it (RFC 5545 §3.3.10), so `countedDates` counts; a rule that came with both is left to the library to refuse.
 */
function boundedRule(rrule: string): string {
  const given = rrule.toUpperCase().split(';')
  const bounds = given.filter((part) => /^(?:UNTIL|COUNT)=/.test(part))
  if (bounds.length > 1) return given.join(';')
  const last = lastDate.replaceAll('-', '')
  const until = /^UNTIL=(\d{8})/.exec(bounds[0] ?? '')?.[1] ?? last
  const kept = given.filter((part) => !bounds.includes(part))
  return [...kept, `UNTIL=${until < last ? until : last}T000000Z`].join(';')
}

const ruleOf = (recurrence: Recurrence) =>
  new RRuleTemporal({
    rruleString: boundedRule(recurrence.rrule),
    dtstart: midnight(recurrence.starts_on),
    strict: true,
    maxCandidateEvaluations: candidatesMax,
  })

/**
 * The library gives up with one of these errors after `candidatesMax` dates or after 10,000 periods. A rule without a date
 * within reach has ended. Any other error is a fault, and must not end a check-in.
 */
function assertGaveUp(error: unknown): void {
  const hasGivenUp =
    error instanceof Error &&
    /^Maximum (?:candidate evaluations|iterations) \(\d+\) exceeded/.test(error.message)
  if (!hasGivenUp) throw error
}

function nextOf(rule: RRuleTemporal, from: Temporal.ZonedDateTime): { toString(): string } | null {
  try {
    return rule.next(new Date(from.epochMilliseconds))
  } catch (error) {
    assertGaveUp(error)
    return null
  }
}

/** The rules with COUNT that were looked at last: up to 1,000 dates each, about 5 MB in all. */
const countedLately = new Map<string, readonly string[]>()
const countedLatelyMax = 100

/** The first `count` dates, which are looked at many times while a check-in is changed, planned or listed. */
function countedDates(recurrence: Recurrence, count: number): readonly string[] {
  const key = `${recurrence.starts_on} ${recurrence.rrule}`
  const dates = countedLately.get(key) ?? expanded(ruleOf(recurrence), count)
  // The last one put in is the last one to go.
  countedLately.delete(key)
  countedLately.set(key, dates)
  for (const oldest of countedLately.keys()) {
    if (countedLately.size <= countedLatelyMax) break
    countedLately.delete(oldest)
  }
  return dates
}

/** Fewer than `count` where the library gives up before. */
function expanded(rule: RRuleTemporal, count: number): string[] {
  const dates: string[] = []
  try {
    rule.all((occurrence) => dates.push(occurrence.toString().slice(0, 10)) < count)
  } catch (error) {
    assertGaveUp(error)
  }
  return dates
}

/** The dates of a rule after one (not on it), earliest first; null starts with the first. `exdates` are none of them. */
export function* datesOf(recurrence: Recurrence, after: string | null): Generator<string> {
  const without = new Set(recurrence.exdates)
  const start = dayBefore(recurrence.starts_on)
  const from = after === null || after < start ? start : after
  if (from <= lastDate) for (const date of ruledDates(recurrence, from)) if (!without.has(date)) yield date
}

function* ruledDates(recurrence: Recurrence, after: string): Generator<string> {
  const count = countIn(recurrence.rrule.toUpperCase())
  if (count !== undefined) {
    yield* countedDates(recurrence, Number(count)).filter((date) => date > after)
    return
  }
  const rule = ruleOf(recurrence)
  for (let from = after; ;) {
    const found = nextOf(rule, midnight(from))?.toString().slice(0, 10)
    if (found === undefined) return
    yield found
    from = found
  }
}

export const dayBefore = (date: string, days = 1): string =>
  Temporal.PlainDate.from(date).subtract({ days }).toString()
