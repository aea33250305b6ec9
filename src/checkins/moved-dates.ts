/**
 * Occurrences that open on another day than their own: those that the author of a check-in moved by hand, and one that stays where it was
 * moved after its holiday is no holiday any more.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Recurrence } from '../../contract/checkins.ts'
import type { Tx } from '../db/db.ts'
import { impossible } from '../problem.ts'
import { lookingAround, ruledDate } from './holidays/occurrences.ts'
import { findWaiting, lastDateOver } from './instances-store.ts'
import { scheduleWith } from './planning.ts'
import { dayBefore } from './rule.ts'
import { occurrenceAt, occurrencesOf, openingIn, type Schedule } from './schedule.ts'
import type { CheckInRow } from './store.ts'

/** Of a recurrence that is about to be stored. @param over  the latest date that has opened or was skipped; null of a draft */
type Planned = { schedule: Schedule; before: Recurrence | null; over: string | null }

/** A move, and its place in the recurrence. */
type Placed = { from: string; to: string; place: number }

/**
 * Moves that were stored before are left alone: what they moved may be over, or belong to another rule.
 * @throws unprocessable  a date twice, a day that is not between the neighbours, or an occurrence or a day that is over
 */
export function checkMovedDates({ schedule, before, over }: Planned, now: Date): void {
  const moved = (schedule.recurrence.moved_dates ?? []).map((move, place) => ({ ...move, place }))
  const dates = new Set<string>()
  for (const { from, place } of moved) {
    if (dates.has(from)) throw impossible(pointerTo('from', place), `${from} is moved twice`, 'duplicate')
    dates.add(from)
  }
  const isOld = ({ from, to }: Placed): boolean =>
    before?.moved_dates?.some((one) => isDeepStrictEqual(one, { from, to })) ?? false
  const around = lookingAround((after) => occurrencesOf(schedule, after))
  for (const move of moved.filter((one) => !isOld(one)).toSorted(byStart)) {
    const own = around(startOf(move), move.from).find((one) => ruledDate(one) === move.from)
    // A date that the rule does not have.
    if (own === undefined) continue
    const { from, to, place } = move
    if (own.movedFrom !== from || own.date !== to)
      throw impossible(
        pointerTo('to', place),
        `${to} is not between the occurrences before and after ${from}, or more than 31 days away`,
      )
    if (over === null) continue
    if (from <= over) throw impossible(pointerTo('from', place), `The occurrence of ${from} is over`)
    const { opens_at: opensAt } = openingIn(schedule, to, schedule.timeZone)
    if (to <= over || Date.parse(opensAt) <= now.getTime())
      throw impossible(pointerTo('to', place), `${to} is over`)
  }
}

const pointerTo = (field: 'from' | 'to', place: number): string => `/recurrence/moved_dates/${place}/${field}`

/** Before the dates that matter to a move. */
const startOf = ({ from }: Placed): string => dayBefore(from)

const byStart = (a: Placed, b: Placed): number => (startOf(a) < startOf(b) ? -1 : 1)

/** The same for a check-in that changes. */
export async function checkNewMoves(
  tx: Tx,
  before: CheckInRow,
  schedule: Schedule,
  now: Date,
): Promise<void> {
  const over = before.state === 'draft' ? null : ((await lastDateOver(tx, before, now)) ?? '')
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
