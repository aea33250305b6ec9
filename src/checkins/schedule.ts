/**
 * When a check-in opens. The dates come from the rule; each gets its local time here, in the check-in's zone or in the zone of
 * each recipient, so it stays the same local time when clocks change. A local time that does not exist is moved forward by the
 * length of the gap; of one that occurs twice, the first is taken (Temporal's `compatible`, RFC 5545 §3.3.5).
 *
 * A holiday is still an occurrence: planned as skipped, so that nobody is asked, or moved to a later day (holidays/occurrences.ts). An
 * exdate is not an occurrence at all.
 */
import type { Recurrence } from '../../contract/checkins.ts'
import type { Lifecycle } from '../../contract/lifecycle.ts'
import { impossible } from '../problem.ts'
import {
  type HolidayOn,
  movedDaysMax,
  type Occurrence,
  occurrences,
  usualWeekend,
  type Weekend,
} from './holidays/occurrences.ts'
import { openFor } from './periods.ts'
import { checkRule, dayBefore, firstDate } from './rule.ts'

export type Opening = {
  local_date: string
  opens_at: string
  closes_at: string
  time_zone: string
  /** The date of the rule, where it opens on another one. */
  moved_from: string | null
}

export type Schedule = {
  recurrence: Recurrence
  timeZone: string
  window: string
  overlap?: 'skip' | 'close_previous'
  /** With the calendars that the recurrence names; without it, the dates that it lists itself. */
  holidayOn?: HolidayOn
  /** The weekend in the countries of those calendars; without it, Saturday and Sunday. */
  weekend?: Weekend
}

/** The schedule of a check-in, from its row. */
export const scheduleOf = ({
  recurrence,
  time_zone: timeZone,
  window,
  overlap,
  lifecycle,
}: Omit<Schedule, 'timeZone'> & { time_zone: string; lifecycle: Lifecycle | null }): Schedule => ({
  recurrence,
  timeZone,
  window: lifecycle === null ? window : openFor(lifecycle, window),
  overlap,
})

/** What a date is over the zones of several people: from the first opening to the last closing. */
export type Span = { opens_at: string; closes_at: string }

const defaultTime = '09:00'

/** The zone whose clocks are ahead of all others. */
const earliestZone = 'Etc/GMT-14'

export const isByRecipient = ({ recurrence }: Schedule): boolean => recurrence.mode === 'recipient_local_time'

/** @throws unprocessable  a rule, zone, date or window that cannot be */
export function checkSchedule(schedule: Schedule): void {
  const { recurrence, timeZone, window } = schedule
  if (zoneNamed(timeZone) === undefined)
    throw impossible('/time_zone', `${timeZone} is not an IANA time zone`)
  checkRule(recurrence)
  const seconds = secondsOf(window)
  if (seconds === undefined || seconds < 60 || seconds > 366 * 86_400) {
    throw impossible('/window', 'window must be an ISO 8601 duration from a minute to a year')
  }
  if (first(schedule) === undefined)
    throw impossible('/recurrence/rrule', 'This recurrence has no occurrence, or only holidays')
}

/**
 * The zone's name as the time zone database spells it. Undefined for an unknown name, and for an offset such as +02:00, which has
 * no daylight saving time.
 */
export function zoneNamed(name: string): string | undefined {
  try {
    return /^[A-Za-z]/.test(name) ? new Temporal.ZonedDateTime(0n, name).timeZoneId : undefined
  } catch {
    return undefined
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

/** The window of a date as it is lived in a zone. */
export function openingIn(
  { recurrence, window }: Pick<Schedule, 'recurrence' | 'window'>,
  date: string,
  zone: string,
  movedFrom: string | null = null,
): Opening {
  const opens = Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: zone,
    plainTime: recurrence.time ?? defaultTime,
  })
  return {
    local_date: date,
    opens_at: opens.toInstant().toString(),
    closes_at: opens.add(Temporal.Duration.from(window)).toInstant().toString(),
    time_zone: zone,
    moved_from: movedFrom,
  }
}

/** A day on which a check-in opens. */
export type OpeningDay = { date: string; movedFrom: string | null }

/**
 * A date in several zones. Where a new window closes the one before it, each zone's own ends when that zone's next one
 * opens: the first zone on earth to reach the next date must not close the window of the last. So does one that has moved, which
 * would otherwise last into the next and keep it from opening.
 * @param following  the next date that opens
 */
export const openingsIn = (
  schedule: Schedule,
  { date, movedFrom }: OpeningDay,
  zones: readonly string[],
  following: string | undefined,
): Opening[] =>
  zones.map((zone) => {
    const opening = openingIn(schedule, date, zone, movedFrom)
    const endsWithNext =
      movedFrom !== null || (isByRecipient(schedule) && schedule.overlap === 'close_previous')
    if (!endsWithNext || following === undefined) return opening
    const { opens_at: nextOpens } = openingIn(schedule, following, zone)
    return Date.parse(nextOpens) < Date.parse(opening.closes_at)
      ? { ...opening, closes_at: nextOpens }
      : opening
  })

/** @param openings  of one date, at least one */
export function spanOf(openings: readonly Opening[]): Span {
  const at = (pick: (opening: Opening) => string) =>
    openings.map(pick).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  return { opens_at: at((one) => one.opens_at)[0], closes_at: at((one) => one.closes_at).at(-1)! }
}

/** When a date's hour is first reached anywhere: before it, nobody's window can have opened. */
export const dueFirst = (schedule: Schedule, date: string): string =>
  openingIn(schedule, date, isByRecipient(schedule) ? earliestZone : schedule.timeZone).opens_at

/** The name of the holiday on a date; undefined where it is none. */
export const holidayOn = ({ recurrence, holidayOn: named }: Schedule, date: string): string | undefined =>
  named === undefined ? (recurrence.holidays?.includes(date) ? '' : undefined) : named(date)

export const occurrencesOf = (schedule: Schedule, after: string | null): Generator<Occurrence> =>
  occurrences(
    schedule.recurrence,
    { holidayOn: (date) => holidayOn(schedule, date), weekend: schedule.weekend ?? usualWeekend },
    after,
  )

/** The first opening; undefined when the rule has none. */
const first = (schedule: Schedule): Occurrence | undefined =>
  occurrencesOf(schedule, null).find((one) => !one.isSkipped)

/**
 * The date that comes next, and the holidays before it.
 * @param after  a local date that is over
 * @param instant  dates whose window in the check-in's zone opened by then, or (`lasting`) ended by then, are over too
 */
export function upcoming(
  schedule: Schedule,
  after: string | null,
  { instant, lasting = false }: { instant?: Date; lasting?: boolean } = {},
): { holidays: Opening[]; opening: Opening | undefined } {
  const holidays: Opening[] = []
  for (const { date, movedFrom, isSkipped } of occurrencesOf(
    schedule,
    later(after, instant && earliest(schedule, instant, lasting)),
  )) {
    // One that was moved to an earlier day has its own date still ahead.
    if (after !== null && date <= after) continue
    const opening = openingIn(schedule, date, schedule.timeZone, movedFrom)
    if (instant && Date.parse(lasting ? opening.closes_at : opening.opens_at) <= instant.getTime()) continue
    if (!isSkipped) return { holidays, opening }
    holidays.push(opening)
  }
  return { holidays, opening: undefined }
}

/** What becomes of a date of the rule, and of a date that it was moved to; undefined where the rule has neither. */
export const occurrenceAt = (schedule: Schedule, { date, movedFrom }: OpeningDay): Occurrence | undefined => {
  const ruled = movedFrom ?? date
  const found = occurrencesOf(schedule, dayBefore(ruled)).next().value as Occurrence | undefined
  return found && (found.movedFrom ?? found.date) === ruled ? found : undefined
}

const later = (after: string | null, earliestDate: string | undefined): string | null =>
  earliestDate !== undefined && (after === null || after < earliestDate) ? earliestDate : after

/** How long before its day the date of an occurrence may be. */
const daysMoved = ({ recurrence }: Schedule): number =>
  recurrence.on_holiday === 'next_working_day' || (recurrence.moved_dates ?? []).length > 0 ? movedDaysMax : 0

/** A time in a gap may move into the next day, so a day more is looked at. */
function earliest(schedule: Schedule, instant: Date, lasting: boolean): string {
  const { timeZone, window } = schedule
  const today = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  const began = lasting ? today.subtract(Temporal.Duration.from(window)) : today
  return began
    .toPlainDate()
    .subtract({ days: 2 + daysMoved(schedule) })
    .toString()
}

/** What a schedule shows: openings, each with the name of the holiday that it was moved from, and the dates between them that are skipped. */
export type Plan = {
  openings: (Opening & { holiday: string | null })[]
  skipped: { local_date: string; holiday: string | null }[]
}

/**
 * For previews: the next `count` dates from a local date on, it included, each once for every zone; sorted by when they open.
 * @param zones  at least one
 */
export function planFrom(
  schedule: Schedule,
  from: string | null,
  count: number,
  zones: readonly string[] = [schedule.timeZone],
): Plan {
  const found: Occurrence[] = []
  const skipped: Occurrence[] = []
  for (const one of occurrencesOf(schedule, from === null ? null : dayFarBefore(schedule, from))) {
    if (from !== null && one.date < from) continue
    if (one.isSkipped) {
      skipped.push(one)
      continue
    }
    found.push(one)
    // One more, since it may end the window of the last.
    if (found.length > count) break
  }
  const last = found.at(count)?.date
  const nameOf = (holiday: string | null) => (holiday === '' ? null : holiday)
  return {
    // Windows of neighbouring dates run into one another where zones lie far apart.
    openings: found
      .slice(0, count)
      .flatMap((one, place) =>
        openingsIn(schedule, one, zones, found[place + 1]?.date).map((opening) => ({
          ...opening,
          holiday: nameOf(one.holiday),
        })),
      )
      .toSorted((a, b) => Date.parse(a.opens_at) - Date.parse(b.opens_at)),
    skipped: skipped
      .filter(({ date }) => last === undefined || date < last)
      .map(({ date, holiday }) => ({ local_date: date, holiday: nameOf(holiday) })),
  }
}

/** What the rule plans: where it opens, or would, were it not skipped. */
export type PlannedOpening = Opening & {
  holiday: string | null
  /** Null where it opens. */
  skipped: 'holiday' | 'exdate' | null
}

/**
 * The occurrences on the days from one to another, in the zone of the check-in.
 * @param after  a local date that is over
 */
export function plannedBetween(
  schedule: Schedule,
  after: string | null,
  { from, to }: { from: string; to: string },
): PlannedOpening[] {
  const planned: PlannedOpening[] = []
  const zones = [schedule.timeZone]
  const found: Occurrence[] = []
  for (const one of occurrencesOf(schedule, later(after, dayFarBefore(schedule, from) ?? undefined))) {
    if (after !== null && one.date <= after) continue
    // One more, since it may end the window of the last.
    found.push(one)
    if (one.date > to && !one.isSkipped) break
  }
  for (const [place, one] of found.entries()) {
    if (one.date < from || one.date > to) continue
    const following = found.slice(place + 1).find(({ isSkipped }) => !isSkipped)?.date
    const [opening] = openingsIn(schedule, one, zones, following)
    planned.push({ ...opening, holiday: one.holiday || null, skipped: one.isSkipped ? 'holiday' : null })
  }
  return [...planned, ...leftOut(schedule, after, { from, to })].toSorted((a, b) =>
    a.local_date < b.local_date ? -1 : 1,
  )
}

/** Dates of the rule that were taken out by hand: nobody plans for them, and a calendar shows that they were. */
function leftOut(
  schedule: Schedule,
  after: string | null,
  { from, to }: { from: string; to: string },
): PlannedOpening[] {
  const { exdates = [], moved_dates: moved = [], ...recurrence } = schedule.recurrence
  const out = new Set(exdates)
  const own = { ...recurrence, moved_dates: moved.filter((move) => !out.has(move.from)) }
  const whole = { ...schedule, recurrence: own }
  return [...out]
    .filter((date) => date >= from && date <= to && (after === null || date > after))
    .filter((date) => isOfRule(whole, date))
    .map((date) => ({
      ...openingIn(whole, date, schedule.timeZone),
      holiday: null,
      skipped: 'exdate',
    }))
}

function isOfRule(schedule: Schedule, date: string): boolean {
  for (const one of occurrencesOf(schedule, dayBefore(date))) {
    if (one.date === date && one.movedFrom === null) return true
    if (one.date > date) return false
  }
  return false
}

/** Before the first date that may open on this one. */
const dayFarBefore = (schedule: Schedule, from: string): string | null =>
  from < firstDate
    ? null
    : Temporal.PlainDate.from(from)
        .subtract({ days: 1 + daysMoved(schedule) })
        .toString()

export const preview = (
  schedule: Schedule,
  from: string | null,
  count: number,
  zones: readonly string[] = [schedule.timeZone],
): Opening[] =>
  planFrom(schedule, from, count, zones).openings.map(({ holiday: _holiday, ...opening }) => opening)

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
