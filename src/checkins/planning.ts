/**
 * Plans the instances of a check-in: which date is next, and when the worker first looks at it (`due_at`). Every change of state
 * of an instance goes through `transition`, which records its event. An active check-in has exactly one scheduled instance; the
 * holidays before it are stored with it, as skipped instances.
 */
import type { EventType } from '../../contract/events.ts'
import { rosterZones } from '../collection/collection.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import * as instances from './instances-store.ts'
import {
  dueFirst,
  isByRecipient,
  type Opening,
  openingsIn,
  type Span,
  spanOf,
  upcoming,
  zoneNamed,
  scheduleOf,
} from './schedule.ts'
import { lengthOf } from './periods.ts'
import * as store from './store.ts'

const holiday = 'holiday'

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

/** The windows of a date, one for each zone; by the organisation's time, one. */
export async function windowsOn(tx: Tx, checkIn: store.CheckInRow, date: string): Promise<Opening[]> {
  const schedule = scheduleOf(checkIn)
  if (!isByRecipient(schedule)) return openingsIn(schedule, date, [checkIn.time_zone], undefined)
  const zones = await zonesOf(tx, checkIn, zonesMax)
  return openingsIn(schedule, date, zones, upcoming(schedule, date).opening?.local_date)
}

/** The window of a date, and when the clock first looks at it. */
async function windowOf(
  tx: Tx,
  checkIn: store.CheckInRow,
  date: string,
): Promise<Span & { due_at: string | null }> {
  const paused = checkIn.state === 'paused'
  return {
    ...spanOf(await windowsOn(tx, checkIn, date)),
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
  const schedule = scheduleOf(checkIn)
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
  const window = await windowOf(tx, checkIn, opening.local_date)
  const instance = await instances.insertInstance(
    tx,
    { ...ofCheckIn(checkIn), ...window, local_date: opening.local_date, state: 'scheduled', reason: null },
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
  const { holidays, opening } = upcoming(scheduleOf(checkIn), last, { instant: now })
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
    const window = await windowOf(tx, checkIn, opening.local_date)
    const moved = { ...waiting, ...window, local_date: opening.local_date, title: checkIn.title }
    await transition(tx, moved, 'check_in_instance.scheduled', now)
  } else if (waiting) {
    await endInstances(tx, checkIn, { state: 'cancelled', reason: 'the recurrence ended' }, now)
  }
  await skipHolidays(tx, checkIn, holidays, now)
  const waits = waiting && opening && !isHoliday
  return waits || checkIn.state !== 'active' ? checkIn : planNext(tx, checkIn, now)
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
    const window = await windowOf(tx, checkIn, waiting.local_date)
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
