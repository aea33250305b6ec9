/**
 * Check-ins in which few have answered: an occurrence goes on once, and never into the next one. Whether there is room is looked at when the
 * check-in is written; dates may come nearer afterwards, so the clock looks again.
 */
import { checkLowParticipation, extendIfLow } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { impossible } from '../problem.ts'
import { refOf } from './instance-transitions.ts'
import { type InstanceRow, instancesIn } from './instances-store.ts'
import { preview, scheduleOf } from './schedule.ts'
import type { CheckInRow } from './store.ts'

/** Dates between which there has to be room. */
const datesLooked = 13

type Draft = Parameters<typeof scheduleOf>[0] & Pick<CheckInRow, 'low_participation'>

/** @throws unprocessable  an extension that is too short or too long, or that would run into the next date */
export function checkExtension(checkIn: Draft): void {
  const { low_participation: setting } = checkIn
  checkLowParticipation(setting)
  const by = setting?.extend_by ?? null
  if (by === null) return
  const { recurrence, ...rest } = scheduleOf(checkIn)
  // One that has moved closes when the next one opens: the clock sees that there is no room.
  const schedule = { ...rest, recurrence: { ...recurrence, on_holiday: 'skip' as const } }
  const dates = preview(schedule, schedule.recurrence.starts_on, datesLooked)
  const meets = dates.some(({ closes_at: end }, place) => {
    const following = dates.at(place + 1)
    if (following === undefined) return false
    const extended = Temporal.Instant.from(end)
      .toZonedDateTimeISO(schedule.timeZone)
      .add(Temporal.Duration.from(by))
    return extended.epochMilliseconds > Date.parse(following.opens_at)
  })
  if (meets)
    throw impossible(
      '/low_participation/extend_by',
      'With its window, an occurrence that is extended would still be open on the next date',
      'no_room',
    )
}

/** @returns the new end, or undefined if it stays: also while the check-in is paused, since whoever pauses it wants no more of it */
export async function extendOccurrence(
  tx: Tx,
  { checkIn, instance }: { checkIn: CheckInRow; instance: InstanceRow },
  now: Date,
): Promise<string | undefined> {
  if (checkIn.state === 'paused') return undefined
  const [next] = await instancesIn(tx, checkIn, 'scheduled')
  const latest = (next as InstanceRow | undefined)?.opens_at
  return extendIfLow(
    tx,
    refOf(instance),
    { zone: checkIn.time_zone, latest: latest === undefined ? null : new Date(latest) },
    now,
  )
}
