/**
 * Plans the instances of a check-in: which date is next, and when the worker first looks at it (`due_at`). Every change of state
 * of an instance goes through `transition`, which records its event. An active check-in has exactly one scheduled instance; the
 * holidays before it are stored with it, as skipped instances.
 */
import type { Recurrence } from '../../contract/checkins.ts'
import type { EventType } from '../../contract/events.ts'
import { rosterZones } from '../collection/collection.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import * as instances from './instances-store.ts'
import { daysOffOf } from './holidays/dates-off.ts'
import {
  dueFirst,
  holidayOn,
  isByRecipient,
  occurrenceAt,
  type Opening,
  type OpeningDay,
  openingIn,
  openingsIn,
  type Schedule,
  type Span,
  spanOf,
  upcoming,
  zoneNamed,
  scheduleOf,
} from './schedule.ts'
import { lengthOf } from './periods.ts'
import * as store from './store.ts'

/** Why an instance was skipped. */
export const holiday = 'holiday'

/** The time zone database has about 600 names. */
const zonesMax = 1_000

/** The zones of the recipients now; the check-in's own where there are none. */
export async function zonesOf(tx: Tx, checkIn: store.CheckInRow, most: number): Promise<string[]> {
  const asking = {
    organisationId: checkIn.organisation_id,
    roster: checkIn.recipients,
    only: checkIn.fixed_member_ids,
    outs: null,
  }
  const zones = (await rosterZones(tx, asking, checkIn.time_zone, most)).filter(
    (zone) => zoneNamed(zone) !== undefined,
  )
  return zones.length > 0 ? zones : [checkIn.time_zone]
}

/** The schedule of a check-in with the days of its calendars. */
export const scheduleWith = async (tx: Tx, checkIn: store.CheckInRow): Promise<Schedule> => ({
  ...scheduleOf(checkIn),
  ...(await daysOffOf(tx, checkIn.organisation_id, checkIn.recurrence)),
})

/** The windows of a day, one for each zone; by the organisation's time, one. */
export async function windowsOn(tx: Tx, checkIn: store.CheckInRow, day: OpeningDay): Promise<Opening[]> {
  const schedule = await scheduleWith(tx, checkIn)
  const zones = isByRecipient(schedule) ? await zonesOf(tx, checkIn, zonesMax) : [checkIn.time_zone]
  const dependsOnNext = isByRecipient(schedule) || day.movedFrom !== null
  const following = dependsOnNext ? upcoming(schedule, day.date).opening?.local_date : undefined
  return openingsIn(schedule, day, zones, following)
}

/** The window of a day, and when the clock first looks at it. */
async function windowOf(
  tx: Tx,
  checkIn: store.CheckInRow,
  { local_date: date, moved_from: movedFrom }: Pick<Opening, 'local_date' | 'moved_from'>,
): Promise<Span & { due_at: string | null }> {
  const paused = checkIn.state === 'paused'
  return {
    ...spanOf(await windowsOn(tx, checkIn, { date, movedFrom })),
    due_at: paused ? null : dueFirst(scheduleOf(checkIn), date),
  }
}

/**
 * Plans the instance after the latest one: the next date, or the end of the recurrence. Dates that passed while the service was
 * down are planned and skipped one by one, so that each has a skipped instance with its reason. If the check-in has no instance
 * yet, dates in the past are left out: none was missed.
 * @param since  'pause': dates whose window has ended by now are left out, instead of planned and skipped
 * @returns the check-in, which this may have ended
 */
export async function planNext(
  tx: Tx,
  checkIn: store.CheckInRow,
  now: Date,
  since: 'last' | 'pause' = 'last',
): Promise<store.CheckInRow> {
  const last = await instances.lastLocalDate(tx, checkIn)
  const { lifecycle } = checkIn
  const schedule = await scheduleWith(tx, checkIn)
  const over =
    lifecycle !== null || since === 'pause'
      ? { instant: now, lasting: true }
      : last === null
        ? { instant: now }
        : {}
  // A period that lasts begins at once: whose day is in it is asked, and nobody of the one before.
  const dates = lifecycle === null ? schedule : { ...schedule, window: lengthOf(lifecycle) }
  const { holidays, opening } = upcoming(dates, last, over)
  await skipHolidays(tx, checkIn, holidays, now)
  if (!opening) return endExhausted(tx, checkIn, now)
  const { local_date, moved_from } = opening
  const window = await windowOf(tx, checkIn, opening)
  const instance = await instances.insertInstance(
    tx,
    { ...ofCheckIn(checkIn), ...window, local_date, moved_from, state: 'scheduled', reason: null },
    now,
  )
  if (instance) await record(tx, 'check_in_instance.scheduled', instance, now)
  afterCommit(tx, 'work due', null)
  return checkIn
}

const ofCheckIn = (checkIn: store.CheckInRow) => ({
  organisation_id: checkIn.organisation_id,
  id: newId('instance'),
  check_in_id: checkIn.id,
  title: checkIn.title,
})

/** Holidays leave a skipped instance with the reason. */
async function skipHolidays(
  tx: Tx,
  checkIn: store.CheckInRow,
  holidays: readonly Opening[],
  now: Date,
): Promise<void> {
  for (const { time_zone: _zone, ...date } of holidays) {
    const instance = await instances.insertInstance(
      tx,
      { ...ofCheckIn(checkIn), ...date, due_at: null, state: 'skipped', reason: holiday },
      now,
    )
    if (instance) await record(tx, 'check_in_instance.skipped', instance, now)
  }
}

/**
 * Whether an instance whose hour has come in the check-in's zone, and that has not opened, stays what it is: it waits since the check-in is paused or
 * recipients' clocks are behind, or a new hour or zone has just made it due. Where its own day is over, it was put where it is.
 */
async function isDueStill(
  tx: Tx,
  checkIn: store.CheckInRow,
  { waiting, schedule }: { waiting: instances.InstanceRow; schedule: Schedule },
  now: Date,
): Promise<boolean> {
  const { local_date: date, moved_from: from } = waiting
  const isOver = (instant: string): boolean => Date.parse(instant) <= now.getTime()
  const isDue = (day: string): boolean => isOver(openingIn(schedule, day, schedule.timeZone).opens_at)
  if (checkIn.lifecycle !== null || !isDue(date) || isOff(schedule, waiting)) return false
  const found = occurrenceAt(schedule, { date, movedFrom: from })
  if (found === undefined || (found.date !== date && !(from !== null && isDue(found.date)))) return false
  const { closes_at: closes } = await windowOf(tx, checkIn, waiting)
  // One that could not open before is opened, or skipped with the reason.
  const couldNotOpen = checkIn.state === 'active' && !isOver(waiting.opens_at)
  return couldNotOpen || !isOver(closes)
}

/**
 * After a change of the schedule or of the recipients' zones: the waiting instance moves to the date that now comes next, so that
 * no date is lost to an instance that asked nobody. Holidays to come that no longer are holidays are deleted.
 */
export async function replan(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<store.CheckInRow> {
  const [waiting] = await instances.instancesIn(tx, checkIn, 'scheduled')
  const ahead = await instances.holidaysAhead(tx, checkIn, holiday, now)
  const last = await instances.lastLocalDate(
    tx,
    checkIn,
    [...ahead, ...(waiting ? [waiting] : [])].map((one) => one.id),
  )
  const schedule = await scheduleWith(tx, checkIn)
  const { holidays, opening } =
    waiting &&
    (keepsItsDay(schedule, waiting, { last, now }) ||
      (await isDueStill(tx, checkIn, { waiting, schedule }, now)))
      ? { holidays: [], opening: waiting }
      : upcoming(schedule, last, { instant: now })
  const dates = new Set(holidays.map((one) => one.local_date))
  const gone = ahead.filter((one) => !dates.has(one.local_date))
  await instances.deleteInstances(
    tx,
    checkIn.organisation_id,
    gone.map((one) => one.id),
  )
  const isHoliday = waiting !== undefined && dates.has(waiting.local_date)
  if (isHoliday) {
    const skipped = { ...waiting, state: 'skipped' as const, reason: holiday }
    await transition(tx, skipped, 'check_in_instance.skipped', now)
  } else if (waiting && opening) {
    const day = { date: opening.local_date, movedFrom: opening.moved_from }
    await moveInstance(tx, checkIn, { instance: { ...waiting, title: checkIn.title }, day }, now)
  } else if (waiting) {
    await endInstances(tx, checkIn, { state: 'cancelled', reason: 'the recurrence ended' }, now)
  }
  await skipHolidays(tx, checkIn, holidays, now)
  const waits = waiting && opening && !isHoliday
  return waits || checkIn.state !== 'active' ? checkIn : planNext(tx, checkIn, now)
}

/**
 * After a change of holidays. An occurrence that is due by its own day and has not opened yet, since recipients' clocks are behind or the check-in is
 * paused, stays where it is while that day is not a holiday: anyone who changes a calendar for others takes nothing from them.
 */
export async function replanAround(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<void> {
  const [waiting] = await instances.instancesIn(tx, checkIn, 'scheduled')
  const schedule = await scheduleWith(tx, checkIn)
  const isDue = (date: string): boolean =>
    Date.parse(openingIn(schedule, date, schedule.timeZone).opens_at) <= now.getTime()
  if (waiting && isDue(waiting.local_date) && !isOff(schedule, waiting)) return
  await replan(tx, checkIn, now)
}

export type Waiting = Pick<instances.InstanceRow, 'local_date' | 'moved_from'>

/** Whether the day of an instance is a holiday on which nobody put it by hand. */
function isOff(schedule: Schedule, { local_date: date, moved_from: movedFrom }: Waiting): boolean {
  if (holidayOn(schedule, date) === undefined) return false
  const found = occurrenceAt(schedule, { date, movedFrom })
  return found === undefined || found.isSkipped || found.date !== date
}

/**
 * An occurrence that was moved would be lost if the rule now put it on a day that is over, such as its own. It gives way where a changed rule has a date
 * before its day: that date would be swallowed.
 * @param last  the latest date that is over
 */
export function keepsItsDay(
  schedule: Schedule,
  waiting: Waiting,
  { last, now }: { last: string | null; now: Date },
): boolean {
  const { local_date: date, moved_from: from } = waiting
  if (from === null || isOff(schedule, waiting)) return false
  const opensAt = (day: string) => Date.parse(openingIn(schedule, day, schedule.timeZone).opens_at)
  const ruled = occurrenceAt(schedule, { date: from, movedFrom: null })
  if (ruled === undefined || opensAt(ruled.date) > now.getTime() || opensAt(date) <= now.getTime())
    return false
  // Other moves do not decide it: they may not pass what waits.
  const unmoved = { ...schedule, recurrence: { ...schedule.recurrence, moved_dates: [] } }
  const { opening } = upcoming(unmoved, last, { instant: now })
  return opening === undefined || opening.local_date >= date
}

/**
 * Where an instance belongs that is due, by the calendars of today: they may have changed with another version of the service.
 * @returns undefined: where it is; null: nowhere, it is skipped
 */
export async function dayByCalendars(
  tx: Tx,
  checkIn: store.CheckInRow,
  { local_date: date, moved_from: movedFrom }: Waiting,
): Promise<OpeningDay | null | undefined> {
  const { holiday_calendar_ids: ids = [] }: Recurrence = checkIn.recurrence
  if (ids.length === 0) return undefined
  const schedule = await scheduleWith(tx, checkIn)
  if (!isOff(schedule, { local_date: date, moved_from: movedFrom })) return undefined
  const found = occurrenceAt(schedule, { date, movedFrom })
  return found && !found.isSkipped && found.date > date ? found : null
}

/** Lets an instance that waits open on another day. */
export async function moveInstance(
  tx: Tx,
  checkIn: store.CheckInRow,
  { instance, day }: { instance: instances.InstanceRow; day: OpeningDay },
  now: Date,
): Promise<void> {
  const to = { local_date: day.date, moved_from: day.movedFrom }
  const window = await windowOf(tx, checkIn, to)
  await transition(tx, { ...instance, ...window, ...to }, 'check_in_instance.scheduled', now)
}

async function endExhausted(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<store.CheckInRow> {
  if (checkIn.state !== 'active') return checkIn
  const ended = await store.updateCheckIn(tx, { ...checkIn, state: 'ended' }, now)
  await recordEvent(tx, {
    organisationId: ended.organisation_id,
    type: 'check_in.ended',
    payload: { check_in_id: ended.id, state: ended.state },
    at: now,
  })
  return ended
}

/** While a check-in is paused, its scheduled instance has no `due_at`, so the worker does not find it. */
export async function suspendInstances(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<void> {
  for (const waiting of await instances.instancesIn(tx, checkIn, 'scheduled'))
    await instances.rescheduleInstance(tx, { ...waiting, due_at: null }, now)
}

/**
 * When a check-in is resumed: if the window of its scheduled instance has not ended, the instance gets its `due_at` back and will
 * open; otherwise it is skipped and the next one is planned.
 */
export async function resumeInstances(
  tx: Tx,
  checkIn: store.CheckInRow,
  now: Date,
): Promise<store.CheckInRow> {
  const [waiting] = await instances.instancesIn(tx, checkIn, 'scheduled')
  if (waiting) {
    const window = await windowOf(tx, checkIn, waiting)
    if (new Date(window.closes_at) > now) {
      await instances.rescheduleInstance(tx, { ...waiting, ...window }, now)
      return checkIn
    }
  }
  await endInstances(tx, checkIn, { state: 'skipped', reason: 'the check-in was paused' }, now)
  return planNext(tx, checkIn, now, 'pause')
}

/** Skips or cancels the scheduled instance, which has asked nobody yet. */
export async function endInstances(
  tx: Tx,
  checkIn: store.CheckInRow,
  { state, reason }: { state: 'skipped' | 'cancelled'; reason: string },
  now: Date,
): Promise<void> {
  for (const instance of await instances.instancesIn(tx, checkIn, 'scheduled')) {
    await transition(
      tx,
      { ...instance, state, reason },
      state === 'skipped' ? 'check_in_instance.skipped' : 'check_in_instance.cancelled',
      now,
    )
  }
}

export async function transition(
  tx: Tx,
  instance: instances.InstanceRow,
  event: EventType,
  now: Date,
): Promise<instances.InstanceRow> {
  const row = await instances.updateInstance(tx, instance, now)
  await record(tx, event, row, now)
  return row
}

const record = (tx: Tx, type: EventType, instance: instances.InstanceRow, at: Date): Promise<void> =>
  recordEvent(tx, {
    organisationId: instance.organisation_id,
    type,
    payload: {
      check_in_id: instance.check_in_id,
      check_in_instance_id: instance.id,
      state: instance.state,
    },
    at,
  })
