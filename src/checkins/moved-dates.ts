/**
 * Occurrences that open on another day than their own: those that the author of a check-in moved by hand, and one that stays where it was
 * moved after its holiday is no holiday any more.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Recurrence } from '../../contract/checkins.ts'
import type { Tx } from '../db/db.ts'
import { impossible } from '../problem.ts'
import { canMove } from './holidays/occurrences.ts'
import { findWaiting, lastDateOver } from './instances-store.ts'
import { scheduleWith } from './planning.ts'
import { datesOf, dayBefore } from './rule.ts'
import { occurrenceAt, openingIn, type Schedule } from './schedule.ts'
import type { CheckInRow } from './store.ts'

/** Of a recurrence that is about to be stored. @param over  the latest date that has opened or was skipped; null of a draft */
type Planned = { schedule: Schedule; before: Recurrence | null; over: string | null }

const isRuled = (recurrence: Recurrence, date: string): boolean =>
  datesOf(recurrence, dayBefore(date)).next().value === date

/**
 * Moves that were stored before are left alone: what they moved may be over, or belong to another rule.
 * @throws unprocessable  a date twice, a day that is not between the neighbours, or an occurrence or a day that is over
 */
export function checkMovedDates({ schedule, before, over }: Planned, now: Date): void {
  const { recurrence } = schedule
  const { moved_dates: moved = [] } = recurrence
  const places = new Map<string, number>()
  for (const [place, move] of moved.entries()) {
    const pointer = `/recurrence/moved_dates/${place}`
    if (places.has(move.from)) throw impossible(`${pointer}/from`, `${move.from} is moved twice`, 'duplicate')
    places.set(move.from, place)
    const isOld = before?.moved_dates?.some((one) => isDeepStrictEqual(one, move)) ?? false
    if (isOld || !isRuled(recurrence, move.from)) continue
    if (!canMove(recurrence, move))
      throw impossible(
        `${pointer}/to`,
        `${move.to} is not between the occurrences before and after ${move.from}, or more than 31 days away`,
      )
    if (over === null) continue
    if (move.from <= over) throw impossible(`${pointer}/from`, `The occurrence of ${move.from} is over`)
    const { opens_at: opensAt } = openingIn(schedule, move.to, schedule.timeZone)
    if (move.to <= over || Date.parse(opensAt) <= now.getTime())
      throw impossible(`${pointer}/to`, `${move.to} is over`)
  }
}

/** The same for a check-in that changes. */
export async function checkNewMoves(
  tx: Tx,
  before: CheckInRow,
  schedule: Schedule,
  now: Date,
): Promise<void> {
  const over = before.state === 'draft' ? null : ((await lastDateOver(tx, before)) ?? '')
  checkMovedDates({ schedule, before: before.recurrence, over }, now)
}

/** The schedule as it will come about: an occurrence that stays on a day that the rule no longer gives it is moved there. */
export async function scheduleAhead(tx: Tx, checkIn: CheckInRow): Promise<Schedule> {
  const schedule = await scheduleWith(tx, checkIn)
  return withWaiting(schedule, await findWaiting(tx, checkIn))
}

/** @param waiting  the instance that has not opened yet */
export function withWaiting(
  schedule: Schedule,
  waiting: { local_date: string; moved_from: string | null } | null | undefined,
): Schedule {
  if (!waiting || waiting.moved_from === null) return schedule
  const { local_date: to, moved_from: from } = waiting
  if (occurrenceAt(schedule, { date: from, movedFrom: null })?.date === to) return schedule
  const { recurrence } = schedule
  const others = (recurrence.moved_dates ?? []).filter((one) => one.from !== from)
  return { ...schedule, recurrence: { ...recurrence, moved_dates: [...others, { from, to }] } }
}
