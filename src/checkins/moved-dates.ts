/**
 * Occurrences that open on another day than their own: those that the author of a check-in moved by hand, and one that stays where it was
 * moved after its holiday is not a holiday any more.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Recurrence } from '../../contract/checkins.ts'
import type { Tx } from '../db/db.ts'
import { impossible } from '../problem.ts'
import { lookingAround, movedDaysMax, type Occurrence, ruledDate } from './holidays/occurrences.ts'
import { findWaiting, instancesIn, lastDateOver } from './instances-store.ts'
import { keepsItsDay, scheduleWith, type Waiting } from './planning.ts'
import { dayBefore } from './rule.ts'
import { occurrenceAt, occurrencesOf, openingIn, type Schedule } from './schedule.ts'
import type { CheckInRow } from './store.ts'

/**
 * For a recurrence that is about to be stored, with its days off.
 * @param over  the latest date that has opened or was skipped; null of a draft
 * @param waiting  the instance that has not opened yet
 * @param openUntil  when the one that is open closes
 * @param was  the schedule as it is stored, with its days off
 */
type Planned = {
  schedule: Schedule
  before: Recurrence | null
  over: string | null
  waiting?: Waiting | undefined
  openUntil?: string | null
  was?: Schedule
}

/** A move, and its place in the recurrence. */
type Placed = { from: string; to: string; place: number }

/**
 * Checks what moves make of the occurrences around them: each opens on the day that it was moved to, after the one before and before the next, and none is
 * lost by it. Moves that were stored before are checked again where the dates of the rule change; a new move answers for those beside it. Stored ones that are
 * over are left alone.
 * @throws unprocessable  a date twice, a day that is not between the neighbours or in the window of the one before, an occurrence or a day that is over, or a
 *   window or an overlap by which a stored move would never open
 */
export function checkMovedDates(planned: Planned, now: Date): void {
  const { schedule, before, over, waiting } = planned
  const moved = (schedule.recurrence.moved_dates ?? []).map((move, place) => ({ ...move, place }))
  const dates = new Set<string>()
  for (const { from, place } of moved) {
    if (dates.has(from)) throw impossible(pointerTo('from', place), `${from} is moved twice`, 'duplicate')
    dates.add(from)
  }
  const isOld = ({ from, to }: Placed): boolean =>
    before?.moved_dates?.some((one) => isDeepStrictEqual(one, { from, to })) ?? false
  const [old, recent] = [moved.filter(isOld), moved.filter((one) => !isOld(one))]
  const again = before && hasSameDates(before, schedule.recurrence) ? [] : old
  const isPinned = waiting !== undefined && keepsItsDay(schedule, waiting, { last: over || null, now })
  const ahead = isPinned ? withWaiting(schedule, waiting) : schedule
  const around = lookingAround((after) => occurrencesOf(ahead, after))
  const isPast = (date: string): boolean =>
    over !== null && Date.parse(openingIn(schedule, date, schedule.timeZone).opens_at) <= now.getTime()
  // What is new comes first: it is to blame where the two do not go together.
  for (const move of [...recent.toSorted(byStart(ahead)), ...again.toSorted(byStart(ahead))]) {
    const { from, to, place } = move
    const found = around(startOf(ahead, move), move.to < move.from ? move.from : move.to)
    const at = found.findIndex((one) => ruledDate(one) === from)
    // A date that the rule does not have.
    if (at < 0) continue
    const isOver = over !== null && from <= over
    if (isOld(move) && (isOver || (isPast(from) && isPast(to)))) continue
    if (isOver) throw impossible(pointerTo('from', place), `The occurrence of ${from} is over`)
    const isLosing = !isOld(move) && isLostBy({ ahead, over }, found[at - 1], found[at])
    if (isLosing || !isInPlace({ ahead, over }, found, at, to))
      throw impossible(
        pointerTo('to', place),
        `${to} is not between the occurrences before and after ${from}, or more than ${movedDaysMax} days away`,
      )
    if (!isOld(move) && isKeptClosed(planned, ahead, found[at], found[at - 1]))
      throw impossible(
        pointerTo('to', place),
        `On ${to} the occurrence before is still open, which keeps it from opening`,
      )
    const isWaiting = waiting?.moved_from === from && waiting.local_date === to
    if (over === null || isWaiting) continue
    if (to <= over || isPast(to)) throw impossible(pointerTo('to', place), `${to} is over`)
  }
  checkStillOpens(
    planned,
    ahead,
    old.filter(({ from, to }) => over === null || (from > over && !isPast(to))),
  )
}

/** What is stored and would open is not kept closed by a change of something else. */
function checkStillOpens(planned: Planned, ahead: Schedule, stored: readonly Placed[]): void {
  const { was, schedule } = planned
  if (was === undefined || schedule.overlap !== 'skip') return
  const lookers = [ahead, was].map((it) => ({
    it,
    around: lookingAround((after) => occurrencesOf(it, after)),
  }))
  for (const move of stored.toSorted(byStart(ahead))) {
    const { from, to, place } = move
    const [isKept, wasKept] = lookers.map(({ it, around }) => {
      const found = around(startOf(ahead, move), to < from ? from : to)
      const at = found.findIndex((one) => ruledDate(one) === from)
      return at >= 0 && isKeptClosed(planned, it, found[at], found[at - 1])
    })
    if (isKept && !wasKept)
      throw impossible(
        changedIn(was, schedule) ?? pointerTo('to', place),
        `The occurrence of ${from} was moved to ${to}: the one before would still be open then, which keeps it from opening`,
      )
  }
}

/** What a person would set right, of what was changed. */
function changedIn(was: Schedule, schedule: Schedule): string | undefined {
  if (was.overlap !== schedule.overlap) return '/overlap'
  if (was.window !== schedule.window) return '/window'
  if (was.timeZone !== schedule.timeZone) return '/time_zone'
  return was.recurrence.time === schedule.recurrence.time ? undefined : '/recurrence/time'
}

const pointerTo = (field: 'from' | 'to', place: number): string => `/recurrence/moved_dates/${place}/${field}`

const hasSameDates = (before: Recurrence, { rrule, starts_on, exdates = [] }: Recurrence): boolean =>
  before.rrule === rrule &&
  before.starts_on === starts_on &&
  isDeepStrictEqual(new Set(before.exdates), new Set(exdates))

/** Before the dates that matter to a move: one that goes to an earlier day meets those that holidays or other moves put on a later one. */
function startOf({ recurrence, overlap }: Schedule, { from, to }: Placed): string {
  if (to >= from || to < dayBefore(from, movedDaysMax)) return dayBefore(from)
  const reach = dayBefore(to, movedDaysMax)
  const crossed = (recurrence.moved_dates ?? []).filter(
    (one) => one.from >= reach && one.from < to && one.to >= to,
  )
  const isFar = recurrence.on_holiday === 'next_working_day' || overlap === 'skip'
  const dates = isFar ? [reach] : crossed.map((one) => one.from)
  return dayBefore([to, ...dates].toSorted()[0])
}

const byStart =
  (schedule: Schedule) =>
  (a: Placed, b: Placed): number =>
    startOf(schedule, a) < startOf(schedule, b) ? -1 : 1

/** The schedule as it will be, and the latest date that is over. */
type Ahead = { ahead: Schedule; over: string | null }

const isAhead = ({ over }: Ahead, one: Occurrence | undefined): one is Occurrence =>
  one !== undefined && (over === null || ruledDate(one) > over)

/** Whether an occurrence opens where it was moved, and so do those beside it, before and after it. */
function isInPlace({ ahead, over }: Ahead, found: readonly Occurrence[], at: number, to: string): boolean {
  const own = found[at]
  const [previous, next] = [found[at - 1], found[at + 1]]
  if (own.date !== to || own.movedFrom === null) return false
  if (isAhead({ ahead, over }, next) && (next.date <= to || !isWhereMoved(ahead, next))) return false
  return !isAhead({ ahead, over }, previous) || (previous.date < to && isWhereMoved(ahead, previous))
}

const isWhereMoved = ({ recurrence }: Schedule, one: Occurrence): boolean =>
  (recurrence.moved_dates ?? []).every(({ from, to }) => from !== ruledDate(one) || to === one.date)

/** Whether a holiday would open on a later day, were it not for the move of the next occurrence. */
function isLostBy(found: Ahead, holiday: Occurrence | undefined, next: Occurrence): boolean {
  const { ahead } = found
  const { recurrence } = ahead
  if (!isAhead(found, holiday) || !holiday.isSkipped || recurrence.on_holiday !== 'next_working_day')
    return false
  const others = (recurrence.moved_dates ?? []).filter(({ from }) => from !== ruledDate(next))
  const without = { ...ahead, recurrence: { ...recurrence, moved_dates: others } }
  return occurrenceAt(without, holiday)?.isSkipped === false
}

/**
 * Whether the one before, which keeps others from opening, is still open then. One that was moved itself ends when the next one opens.
 * @param near  the one before, where it is near
 */
function isKeptClosed(
  { over, openUntil = null }: Planned,
  schedule: Schedule,
  { date, movedFrom }: Occurrence,
  near: Occurrence | undefined,
): boolean {
  if (schedule.overlap !== 'skip') return false
  const opens = Date.parse(openingIn(schedule, date, schedule.timeZone).opens_at)
  if (openUntil !== null && opens < Date.parse(openUntil)) return true
  if (movedFrom === null || date > movedFrom) return false
  const previous = near ?? lastWithinWindow(schedule, date)
  if (previous === undefined || previous.isSkipped || previous.movedFrom !== null) return false
  if (over !== null && previous.date <= over) return false
  return opens < Date.parse(openingIn(schedule, previous.date, schedule.timeZone).closes_at)
}

/** The last occurrence before a day of which the window could reach it. Looked at alone, since windows last up to a year. */
function lastWithinWindow(schedule: Schedule, day: string): Occurrence | undefined {
  const earliest = Temporal.PlainDate.from(day).subtract(Temporal.Duration.from(schedule.window))
  let last: Occurrence | undefined
  for (const one of occurrencesOf(schedule, dayBefore(earliest.toString()))) {
    if (ruledDate(one) >= day) break
    last = one
  }
  return last
}

/** The same for a check-in that changes. */
export async function checkNewMoves(
  tx: Tx,
  checkIn: CheckInRow,
  schedule: Schedule,
  now: Date,
): Promise<void> {
  const { recurrence: before } = checkIn
  if ((schedule.recurrence.moved_dates ?? []).length === 0) return
  const was = await scheduleAhead(tx, checkIn)
  if (checkIn.state === 'draft') return checkMovedDates({ schedule, before, over: null, was }, now)
  const over = (await lastDateOver(tx, checkIn, now)) ?? ''
  const waiting = await findWaiting(tx, checkIn)
  const open = await instancesIn(tx, checkIn, 'open')
  const openUntil = open.at(-1)?.closes_at ?? null
  checkMovedDates({ schedule, before, over, waiting, openUntil, was }, now)
}

/** The schedule as it will come about: an occurrence that stays on a day that the rule no longer gives it is moved there. */
export async function scheduleAhead(tx: Tx, checkIn: CheckInRow): Promise<Schedule> {
  const schedule = await scheduleWith(tx, checkIn)
  return withWaiting(schedule, await findWaiting(tx, checkIn))
}

/** @param waiting  the instance that has not opened yet */
export function withWaiting(schedule: Schedule, waiting: Waiting | undefined): Schedule {
  if (!waiting || waiting.moved_from === null) return schedule
  const { local_date: to, moved_from: from } = waiting
  if (occurrenceAt(schedule, { date: from, movedFrom: null })?.date === to) return schedule
  const { recurrence } = schedule
  const others = (recurrence.moved_dates ?? []).filter((one) => one.from !== from)
  return { ...schedule, recurrence: { ...recurrence, moved_dates: [...others, { from, to }] } }
}
