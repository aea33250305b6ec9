/** What check-ins plan between two dates, for a calendar of all of them. */
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../db/db.ts'
import { daysOffOfEach } from './holidays/dates-off.ts'
import { type PlannedOpening, plannedBetween, scheduleOf } from './schedule.ts'
import type { CheckInRow } from './store.ts'

export type PlannedFor = Pick<CheckInRow, 'recurrence' | 'time_zone' | 'window' | 'overlap' | 'lifecycle'> & {
  state: string
  /** The latest date that has an instance. */
  last_date: string | null
}

const dayMs = 86_400_000

const plans = ['draft', 'active', 'paused']

/**
 * In the order of the check-ins: the occurrences on these days that have no instance yet and open after now. None of one around joining and leaving,
 * whose periods ask each person on a day of their own.
 */
export async function plannedOf(
  tx: Tx,
  organisationId: string,
  checkIns: readonly PlannedFor[],
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<PlannedOpening[][]> {
  // What opens on a day that is over everywhere has opened.
  const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10)
  const isPlanning = (checkIn: PlannedFor): boolean => to >= yesterday && mayPlan(checkIn)
  const planning = checkIns.filter(isPlanning)
  const daysOffOf = await daysOffOfEach(
    tx,
    organisationId,
    planning.map(({ recurrence }) => recurrence),
  )
  const planned: PlannedOpening[][] = []
  for (const checkIn of checkIns) {
    if (!isPlanning(checkIn)) {
      planned.push([])
      continue
    }
    const schedule = { ...scheduleOf(checkIn), ...daysOffOf(checkIn.recurrence) }
    const openings = plannedBetween(schedule, checkIn.last_date, { from, to })
    planned.push(openings.filter(({ opens_at: opensAt }) => Date.parse(opensAt) > now.getTime()))
    // A rule can take 150 ms when it is looked at for the first time: other requests are served in between.
    await setImmediate()
  }
  return planned
}

const mayPlan = ({ state, lifecycle }: PlannedFor): boolean => plans.includes(state) && lifecycle === null
