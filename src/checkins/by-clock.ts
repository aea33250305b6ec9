/**
 * What the clock does to check-ins: it opens what is due, skips what cannot be asked any more, and closes what is over. One
 * instance a look, each in a transaction of its own; looking twice changes nothing.
 *
 * After a sleep everything missed is gone through in order. What still lasts opens, and people are told once: where several
 * dates of a check-in have come due together, all but the one that its rule of overlap leaves are skipped, with the reason.
 */
import { answeredDue as answered, isOver } from '../collection/collection.ts'
import { byClock } from '../audit/audit.ts'
import { type Tx } from '../db/db.ts'
import { type DueLag, forRow } from '../jobs/jobs.ts'
import { scheduleOf } from './filter.ts'
import {
  close,
  open,
  overlapping,
  type Place,
  placeOver,
  refOf,
  refusalFor,
  skip,
} from './instance-transitions.ts'
import * as instances from './instances-store.ts'
import { windowsOn } from './planning.ts'
import { isByRecipient, spanOf, upcoming } from './schedule.ts'
import { type CheckInRow } from './store.ts'

/** How often the zones of the people are looked at anew while their first hour has not come. */
const lookAgainMs = 3_600_000

/** Opening by the clock. */
export const openLag: DueLag = { work: 'instance_open', oldest: instances.oldestDue }

/** @param aside  ids that nobody touches now @returns how many instances were looked at */
export async function openDue(tx: Tx, now: Date, aside: readonly string[] = []): Promise<number> {
  const claimed = await instances.claimDueToOpen(tx, now, aside)
  if (!claimed) return 0
  await forRow(claimed.instanceId, () => openClaimed(tx, claimed, now))
  return 1
}

async function openClaimed(tx: Tx, { checkIn, instanceId }: instances.Claimed, now: Date): Promise<void> {
  const instance = (await instances.lockInstanceOf(tx, checkIn.organisation_id, instanceId))!
  // It may have moved between being found and being claimed.
  if (instance.state !== 'scheduled' || instance.due_at === null || new Date(instance.due_at) > now) return
  const openings = isByRecipient(scheduleOf(checkIn))
    ? await windowsOn(tx, checkIn, instance.local_date)
    : [{ ...instance, time_zone: checkIn.time_zone }]
  const span = spanOf(openings)
  const opensAt = new Date(span.opens_at)
  if (opensAt > now) {
    const again = new Date(Math.min(opensAt.getTime(), now.getTime() + lookAgainMs))
    await instances.putOff(tx, { ...instance, ...span, due_at: again.toISOString() }, now)
    return
  }
  const place = placeOver(checkIn, openings)
  const seen = { ...instance, ...span }
  const reason = await whyNot(tx, checkIn, seen, place, now)
  if (reason !== null) await skip(tx, checkIn, seen, reason, now)
  else await open(tx, byClock, checkIn, seen, place, now)
}

async function whyNot(
  tx: Tx,
  checkIn: CheckInRow,
  instance: instances.InstanceRow,
  place: Place,
  now: Date,
): Promise<string | null> {
  if (place.closesAt <= now) return 'its window had passed'
  if (checkIn.overlap === 'skip' && (await overlapping(tx, checkIn, place)).length > 0)
    return 'the previous one was still open'
  if (checkIn.overlap === 'close_previous' && (await isNextDue(tx, checkIn, instance, now)))
    return 'the next one was due as well'
  return refusalFor(tx, checkIn, place, now)
}

/** Whoever was asked now would be asked again at once. */
async function isNextDue(
  tx: Tx,
  checkIn: CheckInRow,
  { local_date: date }: instances.InstanceRow,
  now: Date,
): Promise<boolean> {
  const { opening } = upcoming(scheduleOf(checkIn), date)
  if (!opening) return false
  return new Date(spanOf(await windowsOn(tx, checkIn, opening.local_date)).opens_at) <= now
}

/** @param aside  ids that nobody touches now @returns how many instances were looked at */
export async function closeDue(tx: Tx, now: Date, aside: readonly string[] = []): Promise<number> {
  const claimed = await instances.claimDueToClose(tx, now, aside)
  if (!claimed) return 0
  await forRow(claimed.instanceId, () => closeClaimed(tx, claimed, now))
  return 1
}

async function closeClaimed(tx: Tx, { checkIn, instanceId }: instances.Claimed, now: Date): Promise<void> {
  const instance = (await instances.lockInstanceOf(tx, checkIn.organisation_id, instanceId))!
  if (instance.state === 'open' && (await isOver(tx, refOf(instance), now)))
    await close(tx, byClock, instance, now)
}

/** Closes what has its last answer, and what holds its place between two looks. */
export const answeredDue = () =>
  answered('check_in_instance', async (tx, organisationId, instanceId, now) => {
    const claimed = await instances.claimOpen(tx, organisationId, instanceId)
    if (claimed) await forRow(instanceId, () => closeClaimed(tx, claimed, now))
    return claimed !== undefined
  })
