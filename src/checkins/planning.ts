/**
 * Which instance of a check-in comes next, when the clock looks at it, and the one way in which an instance changes, with its
 * event. An active check-in has one scheduled instance ahead; the holidays before it are planned with it, as skipped.
 */
import { type EventType } from '../../contract/events.ts'
import { rosterZones } from '../collection/collection.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { scheduleOf } from './filter.ts'
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
} from './schedule.ts'
import * as store from './store.ts'

const holiday = 'holiday'

/** The time zone database has about 600 names. */
const zonesMax = 1_000

/** The zones that those asked live in now, the check-in's own where there is nobody. */
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

/** A date’s windows as they stand today, one for each zone; by the organisation’s time, one. */
export async function windowsOn(tx: Tx, checkIn: store.CheckInRow, date: string): Promise<Opening[]> {
  const schedule = scheduleOf(checkIn)
  if (!isByRecipient(schedule)) return openingsIn(schedule, date, [checkIn.time_zone], undefined)
  const zones = await zonesOf(tx, checkIn, zonesMax)
  return openingsIn(schedule, date, zones, upcoming(schedule, date).opening?.local_date)
}

/** A date's place in time: its window, and when the clock looks at it first. */
async function placeOf(
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
 * Plans the instance after the last one there is: the next date, or the recurrence's end. Dates that pass while the service
 * sleeps are planned and skipped one by one, so that each leaves its reason; before the first one nothing has been missed.
 * @param since  after a pause: dates whose window ended meanwhile were nobody's
 * @returns the check-in, which may have ended by this
 */
export async function planNext(
  tx: Tx,
  checkIn: store.CheckInRow,
  now: Date,
  since: 'last' | 'pause' = 'last',
): Promise<store.CheckInRow> {
  const last = await instances.lastLocalDate(tx, checkIn)
  const over = since === 'pause' ? { instant: now, lasting: true } : last === null ? { instant: now } : {}
  const { holidays, opening } = upcoming(scheduleOf(checkIn), last, over)
  await passOver(tx, checkIn, holidays, now)
  if (!opening) return endExhausted(tx, checkIn, now)
  const place = await placeOf(tx, checkIn, opening.local_date)
  const instance = await instances.insertInstance(
    tx,
    { ...ofCheckIn(checkIn), ...place, local_date: opening.local_date, state: 'scheduled', reason: null },
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

/** Holidays leave an instance that tells why nobody was asked. */
async function passOver(
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
 * After a change of the schedule, or of whose clocks count: what waits moves to the date that now comes next, so that no date
 * is lost to an instance that nobody was asked by. Holidays to come that are none any more are forgotten.
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
  await instances.forgetInstances(
    tx,
    checkIn.organisation_id,
    gone.map((one) => one.id),
  )
  const isHoliday = waiting !== undefined && dates.has(waiting.local_date)
  if (isHoliday) {
    const skipped = { ...waiting, state: 'skipped' as const, reason: holiday }
    await move(tx, skipped, 'check_in_instance.skipped', now)
  } else if (waiting && opening) {
    const place = await placeOf(tx, checkIn, opening.local_date)
    const moved = { ...waiting, ...place, local_date: opening.local_date, title: checkIn.title }
    await move(tx, moved, 'check_in_instance.scheduled', now)
  } else if (waiting) {
    await endInstances(tx, checkIn, 'cancelled', 'the recurrence ended', now)
  }
  await passOver(tx, checkIn, holidays, now)
  const waits = waiting && opening && !isHoliday
  return waits || checkIn.state !== 'active' ? checkIn : planNext(tx, checkIn, now)
}

async function endExhausted(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<store.CheckInRow> {
  if (checkIn.state !== 'active') return checkIn
  const ended = (await store.updateCheckIn(tx, { ...checkIn, state: 'ended' }, now))!
  await recordEvent(tx, {
    organisationId: ended.organisation_id,
    type: 'check_in.ended',
    payload: { check_in_id: ended.id, state: ended.state },
    at: now,
  })
  return ended
}

/** What waits is out of the clock's sight while its check-in is paused. */
export async function restInstances(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<void> {
  for (const waiting of await instances.instancesIn(tx, checkIn, 'scheduled'))
    await instances.putOff(tx, { ...waiting, due_at: null }, now)
}

/** What waited opens if its window still lasts; else it is skipped, and the next one planned that is not over. */
export async function wakeInstances(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<store.CheckInRow> {
  const [waiting] = await instances.instancesIn(tx, checkIn, 'scheduled')
  if (waiting) {
    const place = await placeOf(tx, checkIn, waiting.local_date)
    if (new Date(place.closes_at) > now) {
      await instances.putOff(tx, { ...waiting, ...place }, now)
      return checkIn
    }
  }
  await endInstances(tx, checkIn, 'skipped', 'the check-in was paused', now)
  return planNext(tx, checkIn, now, 'pause')
}

/** Takes back what waits: nobody has been asked yet. */
export async function endInstances(
  tx: Tx,
  checkIn: store.CheckInRow,
  state: 'skipped' | 'cancelled',
  reason: string,
  now: Date,
): Promise<void> {
  for (const instance of await instances.instancesIn(tx, checkIn, 'scheduled')) {
    await move(
      tx,
      { ...instance, state, reason },
      state === 'skipped' ? 'check_in_instance.skipped' : 'check_in_instance.cancelled',
      now,
    )
  }
}

export async function move(
  tx: Tx,
  instance: instances.InstanceRow,
  event: EventType,
  now: Date,
): Promise<instances.InstanceRow> {
  const row = (await instances.updateInstance(tx, instance, now))!
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
      reason: instance.reason,
    },
    at,
  })
