/**
 * What becomes of the dates of a rule: each stays, is skipped, or moves: by hand, or to the next working day where it falls on a holiday.
 * Pure. A date moves only to a day between its neighbours, so that the order of occurrences never changes and no day has two.
 */
import type { Recurrence } from '../../../contract/checkins.ts'
import { limits } from '../../../contract/limits.ts'
import { datesOf, dayBefore } from '../rule.ts'

/** The name of the holiday on a date, empty where it has none; undefined on other days. */
export type HolidayOn = (date: string) => string | undefined

/** The days of the week on which nobody works, 1 being Monday. */
export type Weekend = readonly number[]

export type DaysOff = { holidayOn: HolidayOn; weekend: Weekend }

/** Of a check-in that names no country. */
export const usualWeekend: Weekend = [6, 7]

export type Occurrence = {
  /** On which it opens, or would have. */
  date: string
  /** The date of the rule, where that is another one. */
  movedFrom: string | null
  isSkipped: boolean
  /** Of the date of the rule. */
  holiday: string | null
}

/** How far an occurrence may move: the longest public holidays last about ten days. */
export const { movedDaysMax } = limits

/** After so many holidays in a row, no date is looked for: more than the days that a recurrence may name, and two years of working days. */
const inARowMax = 750

/**
 * The next day that is no holiday, and no weekend unless the date is one itself: then weekends are days like others.
 * @returns undefined where there is none within `movedDaysMax`
 */
export function workingDayAfter(
  date: string,
  isFree: (date: string) => boolean,
  weekend: Weekend = usualWeekend,
): string | undefined {
  const from = Temporal.PlainDate.from(date)
  const isWeekend = (day: Temporal.PlainDate): boolean => weekend.includes(day.dayOfWeek)
  for (let days = 1; days <= movedDaysMax; days++) {
    const day = from.add({ days })
    if ((isWeekend(from) || !isWeekend(day)) && !isFree(day.toString())) return day.toString()
  }
  return undefined
}

/** Where somebody put the dates of a rule, by the date. Of two moves of one date the later one counts. */
const movesOf = ({ moved_dates: moved = [] }: Recurrence): ReadonlyMap<string, string> =>
  new Map(moved.map(({ from, to }) => [from, to]))

/** Whether a date of the rule can open on another day: between its neighbours, wherever those open, and not too far away. */
export function canMove(recurrence: Recurrence, { from, to }: { from: string; to: string }): boolean {
  const days = Temporal.PlainDate.from(from).until(to).total('days')
  if (days === 0 || Math.abs(days) > movedDaysMax) return false
  const firstAfter = (date: string): string | undefined => datesOf(recurrence, date).next().value ?? undefined
  if (to < from) return firstAfter(dayBefore(to)) === from
  const next = firstAfter(from)
  return next === undefined || to < earliestOf(movesOf(recurrence), next)
}

/** The first day on which a date of the rule may open. */
function earliestOf(moves: ReadonlyMap<string, string>, date: string): string {
  const to = moves.get(date)
  return to !== undefined && to < date ? to : date
}

/** After a date of the rule (not on it), earliest first; null starts with the first. It ends where only holidays are left. */
export function* occurrences(
  recurrence: Recurrence,
  { holidayOn, weekend }: DaysOff,
  after: string | null,
): Generator<Occurrence> {
  const isFree = (date: string) => holidayOn(date) !== undefined || (recurrence.exdates ?? []).includes(date)
  const moves = movesOf(recurrence)
  let inARow = 0
  // The next date is looked for where it is needed alone: to find that a rule has ended takes long.
  const dates = datesOf(recurrence, after)
  let found = dates.next()
  while (found.done !== true && inARow <= inARowMax) {
    const date: string = found.value
    const holiday = holidayOn(date) ?? null
    const to = moves.get(date)
    // A move that does not fit was made for another rule.
    if (to !== undefined && canMove(recurrence, { from: date, to })) {
      yield { date: to, movedFrom: date, isSkipped: false, holiday }
      inARow = 0
      found = dates.next()
      continue
    }
    if (holiday === null || recurrence.on_holiday !== 'next_working_day') {
      yield { date, movedFrom: null, isSkipped: holiday !== null, holiday }
      inARow = holiday === null ? 0 : inARow + 1
      found = dates.next()
      continue
    }
    found = dates.next()
    const next: string | undefined = found.done === true ? undefined : found.value
    const later = workingDayAfter(date, isFree, weekend)
    const fits = later !== undefined && (next === undefined || later < earliestOf(moves, next))
    inARow = fits ? 0 : inARow + 1
    yield fits
      ? { date: later, movedFrom: date, isSkipped: false, holiday }
      : { date, movedFrom: null, isSkipped: true, holiday }
  }
}

/** The day for a reminder of a day: that itself, or the working day after a holiday. */
export const reminderDay =
  ({ holidayOn, weekend }: DaysOff) =>
  (date: string): string | undefined =>
    holidayOn(date) === undefined
      ? date
      : workingDayAfter(date, (day) => holidayOn(day) !== undefined, weekend)
