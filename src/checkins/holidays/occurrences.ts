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

/** For a check-in that names no country. */
export const usualWeekend: Weekend = [6, 7]

export type Occurrence = {
  /** On which it opens, or would have. */
  date: string
  /** The date of the rule, where that is another one. */
  movedFrom: string | null
  isSkipped: boolean
  /** The holiday on the date of the rule. */
  holiday: string | null
}

/** How far an occurrence may move: the longest public holidays last about ten days. */
export const { movedDaysMax } = limits

/** After so many holidays in a row, no date is looked for: more than the days that a recurrence may name, and two years of working days. */
const inARowMax = 750

/**
 * The next day that is not a holiday, and no weekend unless the date is one itself: then weekends are days like others.
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

/** Where somebody put the dates of a rule, by the date. If one date was moved twice, the later move counts. */
const movesOf = ({ moved_dates: moved = [] }: Recurrence): ReadonlyMap<string, string> =>
  new Map(moved.map(({ from, to }) => [from, to]))

/** The first day on which a date of the rule may open. */
function earliestOf(moves: ReadonlyMap<string, string>, date: string): string {
  const to = moves.get(date)
  return to !== undefined && to < date ? to : date
}

const isWithinReach = (from: string, to: string): boolean => {
  const days = Temporal.PlainDate.from(from).until(to).total('days')
  return days !== 0 && Math.abs(days) <= movedDaysMax
}

/**
 * After a date of the rule (not on it), earliest first; null starts with the first. It ends where only holidays are left. Neighbours are those that the walk
 * has in hand: to look for each date again takes long.
 */
export function* occurrences(
  recurrence: Recurrence,
  { holidayOn, weekend }: DaysOff,
  after: string | null,
): Generator<Occurrence> {
  const exdates = new Set(recurrence.exdates)
  const isFree = (date: string) => holidayOn(date) !== undefined || exdates.has(date)
  const moves = movesOf(recurrence)
  let inARow = 0
  // The next date is looked for where it is needed alone: to find that a rule has ended takes long, too.
  const dates = datesOf(recurrence, after)
  let found = dates.next()
  let previous: string | undefined
  while (found.done !== true && inARow <= inARowMax) {
    const date: string = found.value
    const holiday = holidayOn(date) ?? null
    const to = moves.get(date)
    const isFirstAfter = (day: string): boolean =>
      previous === undefined ? datesOf(recurrence, dayBefore(day)).next().value === date : previous < day
    const advance = (): string | undefined => {
      previous = date
      found = dates.next()
      return found.done === true ? undefined : found.value
    }
    const isBefore = (day: string, next: string | undefined): boolean =>
      next === undefined || day < earliestOf(moves, next)
    // A move that does not fit was made for another rule.
    if (to !== undefined && to < date && isWithinReach(date, to) && isFirstAfter(to)) {
      yield { date: to, movedFrom: date, isSkipped: false, holiday }
      inARow = 0
      advance()
      continue
    }
    const isLater = to !== undefined && to > date && isWithinReach(date, to)
    const mayMove = holiday !== null && recurrence.on_holiday === 'next_working_day'
    if (!isLater && !mayMove) {
      yield { date, movedFrom: null, isSkipped: holiday !== null, holiday }
      inARow = holiday === null ? 0 : inARow + 1
      advance()
      continue
    }
    const next = advance()
    const days = [isLater ? to : undefined, mayMove ? workingDayAfter(date, isFree, weekend) : undefined]
    const day = days.find((one) => one !== undefined && isBefore(one, next))
    const isSkipped = day === undefined && holiday !== null
    inARow = isSkipped ? inARow + 1 : 0
    yield day === undefined
      ? { date, movedFrom: null, isSkipped, holiday }
      : { date: day, movedFrom: date, isSkipped: false, holiday }
  }
}

/** The date of the rule. */
export const ruledDate = ({ date, movedFrom }: Occurrence): string => movedFrom ?? date

/**
 * Looks at the occurrences around dates that are asked for in rising order, in one walk where they are close together. What lies between is not looked at.
 * @param walk  the occurrences after a date of the rule
 * @returns those after a date of the rule, up to the first after another one
 */
export function lookingAround(
  walk: (after: string) => Generator<Occurrence>,
): (after: string, end: string) => Occurrence[] {
  let ahead: Generator<Occurrence> | undefined
  let began = ''
  let isOver = false
  let seen: Occurrence[] = []
  const reached = (): string => seen.map(ruledDate).at(-1) ?? began
  return (after, end) => {
    if (ahead === undefined || after < began || (!isOver && after > reached())) {
      ahead = walk(after)
      began = after
      isOver = false
      seen = []
    }
    while (!isOver && reached() <= end) {
      const { done, value } = ahead.next()
      if (done === true) isOver = true
      else seen.push(value)
    }
    seen = seen.filter((one) => ruledDate(one) > after)
    began = after
    const past = seen.findIndex((one) => ruledDate(one) > end)
    return past < 0 ? seen : seen.slice(0, past + 1)
  }
}

/** The day for a reminder of a day: that itself, or the working day after a holiday. */
export const reminderDay =
  ({ holidayOn, weekend }: DaysOff) =>
  (date: string): string | undefined =>
    holidayOn(date) === undefined
      ? date
      : workingDayAfter(date, (day) => holidayOn(day) !== undefined, weekend)
