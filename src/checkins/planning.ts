/** Which instance of a check-in comes next; and the one way in which an instance changes, with its event. */
import { type EventType } from '../../contract/events.ts'
import { type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { scheduleOf } from './filter.ts'
import { next } from './schedule.ts'
import * as store from './store.ts'

/**
 * Plans the instance after the last one there is: the next date, or the recurrence's end. Dates that pass while the service
 * sleeps are planned and skipped one by one, so that each leaves its reason; before the first one nothing has been missed.
 * @returns the check-in, which may have ended by this
 */
export async function planNext(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<store.CheckInRow> {
  const last = await store.lastLocalDate(tx, checkIn)
  const opening = next(scheduleOf(checkIn), last, last === null ? now : undefined)
  if (!opening) return endExhausted(tx, checkIn, now)
  const instance = await store.insertInstance(
    tx,
    {
      organisation_id: checkIn.organisation_id,
      id: newId('instance'),
      check_in_id: checkIn.id,
      local_date: opening.local_date,
      title: checkIn.title,
      opens_at: opening.opens_at,
      closes_at: opening.closes_at,
    },
    now,
  )
  if (instance) await record(tx, 'check_in_instance.scheduled', instance, now)
  return checkIn
}

/**
 * After a change of the schedule: what waits moves to the date that now comes next, so that no date is lost to an instance
 * that nobody was asked by.
 */
export async function replan(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<store.CheckInRow> {
  const [waiting] = await store.instancesIn(tx, checkIn, 'scheduled')
  if (!waiting) return checkIn.state === 'active' ? planNext(tx, checkIn, now) : checkIn
  const last = await store.lastLocalDate(tx, checkIn, waiting.id)
  const opening = next(scheduleOf(checkIn), last, now)
  if (!opening) {
    await endInstances(tx, checkIn, 'cancelled', 'the recurrence ended', now)
    return endExhausted(tx, checkIn, now)
  }
  const { time_zone: _zone, ...moved } = opening
  await move(tx, { ...waiting, ...moved, title: checkIn.title }, 'check_in_instance.scheduled', now)
  return checkIn
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

/** Takes back what waits: nobody has been asked yet. */
export async function endInstances(
  tx: Tx,
  checkIn: store.CheckInRow,
  state: 'skipped' | 'cancelled',
  reason: string,
  now: Date,
): Promise<void> {
  for (const instance of await store.instancesIn(tx, checkIn, 'scheduled')) {
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
  instance: store.InstanceRow,
  event: EventType,
  now: Date,
): Promise<store.InstanceRow> {
  const row = (await store.updateInstance(tx, instance, now))!
  await record(tx, event, row, now)
  return row
}

const record = (tx: Tx, type: EventType, instance: store.InstanceRow, at: Date): Promise<void> =>
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
