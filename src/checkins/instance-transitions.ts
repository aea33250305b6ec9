/**
 * How an instance opens, is skipped and closes, by whomever. It plans its successor when it leaves the state `scheduled`. The
 * caller holds the lock of the check-in.
 */
import { type AuditedActor } from '../audit/audit.ts'
import {
  closeCollection,
  openCollection,
  whyNobody,
  whyNoBreakdown,
  type Windows,
} from '../collection/collection.ts'
import { type Policy } from '../cells/cells.ts'
import { policyOfToday, withAuthor } from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { scheduleOf } from './filter.ts'
import * as instances from './instances-store.ts'
import { move, planNext } from './planning.ts'
import { closesAfter, isByRecipient, type Opening, spanOf } from './schedule.ts'
import { type CheckInRow } from './store.ts'

/** When an instance opens and closes, and whose own windows lie in it. */
export type Place = {
  closesAt: Date
  /** When the last of its people are asked: until then, an earlier instance does no harm. */
  lastOpensAt: Date
  windows: Windows | null
}

/** Opened by a call: everybody at once, for a whole window. */
export const wholeWindow = (checkIn: CheckInRow, now: Date): Place => ({
  closesAt: closesAfter(now, scheduleOf(checkIn)),
  lastOpensAt: now,
  windows: null,
})

/** @param openings  its windows, one for each zone */
export const placeOver = (checkIn: CheckInRow, openings: readonly Opening[]): Place => ({
  closesAt: new Date(spanOf(openings).closes_at),
  lastOpensAt: new Date(Math.max(...openings.map((one) => Date.parse(one.opens_at)))),
  windows: isByRecipient(scheduleOf(checkIn))
    ? {
        elsewhere: checkIn.time_zone,
        zones: openings.map(({ time_zone: zone, opens_at, closes_at }) => ({ zone, opens_at, closes_at })),
      }
    : null,
})

/** Open ones that would still ask when the last people of a new one are asked. */
export const overlapping = async (
  tx: Tx,
  checkIn: CheckInRow,
  { lastOpensAt }: Place,
): Promise<instances.InstanceRow[]> =>
  (await instances.instancesIn(tx, checkIn, 'open')).filter((one) => new Date(one.closes_at) > lastOpensAt)

const meantBy = (checkIn: CheckInRow) => ({
  organisationId: checkIn.organisation_id,
  seriesId: checkIn.id,
  roster: checkIn.recipients,
  only: checkIn.fixed_member_ids,
  timeZone: checkIn.time_zone,
})

/** What the next opening would promise. */
export const policyNow = async (tx: Tx, checkIn: CheckInRow): Promise<Policy> => ({
  ...withAuthor(
    await policyOfToday(tx, checkIn.organisation_id, checkIn.confidentiality),
    checkIn.author_user_id,
  ),
  breakdown: checkIn.breakdown,
})

/** Why it cannot open now, or null: there is nobody to ask, or its figures cannot be broken down as it asks. */
export const refusalFor = async (
  tx: Tx,
  checkIn: CheckInRow,
  { closesAt }: Place,
  now: Date,
): Promise<string | null> => {
  const meant = meantBy(checkIn)
  const nobody = await whyNobody(tx, meant, now, closesAt)
  if (nobody !== null) return nobody
  const policy = await policyNow(tx, checkIn)
  return whyNoBreakdown(tx, { ...meant, policy, questions: checkIn.questions }, now, closesAt)
}

export async function open(
  tx: Tx,
  by: AuditedActor,
  checkIn: CheckInRow,
  instance: instances.InstanceRow,
  place: Place,
  now: Date,
): Promise<instances.InstanceRow> {
  if (checkIn.overlap === 'close_previous')
    for (const previous of await overlapping(tx, checkIn, place)) await close(tx, by, previous, now)
  const collection = await openCollection(
    tx,
    {
      owner: { kind: 'check_in_instance', id: instance.id },
      title: checkIn.title,
      description: checkIn.description,
      questions: checkIn.questions,
      questionsVersion: checkIn.questions_version,
      channels: checkIn.channels,
      reminders: checkIn.reminders,
      quietHours: checkIn.quiet_hours,
      autoClose: checkIn.auto_close,
      policy: await policyNow(tx, checkIn),
      closesAt: place.closesAt,
      windows: place.windows,
      ...meantBy(checkIn),
    },
    now,
  )
  const opened = await move(
    tx,
    {
      ...instance,
      title: checkIn.title,
      state: 'open',
      opened_at: now.toISOString(),
      closes_at: place.closesAt.toISOString(),
      collection_id: collection.id,
    },
    'check_in_instance.opened',
    now,
  )
  if (checkIn.state === 'active') await planNext(tx, checkIn, now)
  return opened
}

export async function skip(
  tx: Tx,
  checkIn: CheckInRow,
  instance: instances.InstanceRow,
  reason: string,
  now: Date,
): Promise<instances.InstanceRow> {
  const skipped = await move(tx, { ...instance, state: 'skipped', reason }, 'check_in_instance.skipped', now)
  if (checkIn.state === 'active') await planNext(tx, checkIn, now)
  return skipped
}

export async function close(
  tx: Tx,
  by: AuditedActor,
  instance: instances.InstanceRow,
  now: Date,
): Promise<instances.InstanceRow> {
  await closeCollection(tx, refOf(instance), { by, now })
  return move(
    tx,
    { ...instance, state: 'closed', closed_at: now.toISOString() },
    'check_in_instance.closed',
    now,
  )
}

export const refOf = (instance: instances.InstanceRow) => ({
  organisationId: instance.organisation_id,
  collectionId: instance.collection_id!,
})
