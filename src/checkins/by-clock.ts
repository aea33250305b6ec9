/**
 * What the clock does to check-ins: it opens what is due, skips what can no longer be asked, and closes what is over. One instance at a
 * time, each in its own transaction; doing it twice changes nothing.
 *
 * After a downtime everything missed is handled in order. What still lasts opens, and people are asked once: where several dates of a
 * check-in are due together, all but the one that its overlap rule keeps are skipped, with the reason.
 */
import { closeSoon, closeWhenAnswered, isOver } from '../collection/collection.ts'
import { byClock } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { type DueLag, forRow, type TransactionTask } from '../jobs/jobs.ts'
import {
  channelsError,
  close,
  type CollectionWindow,
  givingWay,
  open,
  openingError,
  overlapping,
  refOf,
  skip,
  windowOver,
} from './instance-transitions.ts'
import * as due from './due-store.ts'
import { extendOccurrence } from './extending.ts'
import * as instances from './instances-store.ts'
import { askDue, lookAgainAt } from './lifecycle.ts'
import { lookForPeople } from './lifecycle-store.ts'
import { dayByCalendars, holiday, moveInstance, scheduleWith, transition, windowsOn } from './planning.ts'
import { isByRecipient, spanOf, upcoming, scheduleOf } from './schedule.ts'
import type { CheckInRow } from './store.ts'

const everyMs = 1000

/** How often the recipients' zones are read again until the first of them opens. */
const lookAgainMs = 3_600_000

/** Opening by the clock. */
export const openLag: DueLag = { work: 'instance_open', oldest: due.oldestDue }

/** @param quarantined  ids to leave alone @returns how many instances it handled */
async function openDue(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> {
  const claimed = await due.claimDueToOpen(tx, now, quarantined)
  if (!claimed) return 0
  await forRow(claimed.instanceId, () => openClaimed(tx, claimed, now))
  return 1
}

async function openClaimed(tx: Tx, { checkIn, instanceId }: due.Claimed, now: Date): Promise<void> {
  const instance = await instances.lockInstanceOf(tx, checkIn.organisation_id, instanceId)
  // It may have changed between being found and being claimed.
  if (instance.state !== 'scheduled' || instance.due_at === null || new Date(instance.due_at) > now) return
  const day = await dayByCalendars(tx, checkIn, instance)
  if (day === null) {
    await skip(tx, { checkIn, instance }, holiday, now)
    return
  }
  if (day !== undefined) return moveInstance(tx, checkIn, { instance, day }, now)
  const { local_date: date, moved_from: movedFrom } = instance
  const openings = isByRecipient(scheduleOf(checkIn))
    ? await windowsOn(tx, checkIn, { date, movedFrom })
    : [{ ...instance, time_zone: checkIn.time_zone }]
  const span = spanOf(openings)
  const opensAt = new Date(span.opens_at)
  if (opensAt > now) {
    const again = new Date(Math.min(opensAt.getTime(), now.getTime() + lookAgainMs))
    await instances.rescheduleInstance(tx, { ...instance, ...span, due_at: again.toISOString() }, now)
    return
  }
  const window = windowOver(checkIn, openings)
  const subject = { checkIn, instance: { ...instance, ...span } }
  const reason = await skipReason(tx, subject, window, now)
  if (reason !== null) await skip(tx, subject, reason, now)
  else await open(tx, subject, window, { by: byClock, now })
}

async function skipReason(
  tx: Tx,
  { checkIn, instance }: { checkIn: CheckInRow; instance: instances.InstanceRow },
  window: CollectionWindow,
  now: Date,
): Promise<string | null> {
  if (window.closesAt <= now) return 'its window had passed'
  // Periods overlap: the last people of one still answer when the next begins.
  if (checkIn.lifecycle !== null) return channelsError(tx, checkIn)
  const stillOpen = await overlapping(tx, checkIn, window)
  if (stillOpen.length > (await givingWay(tx, checkIn, stillOpen)).length)
    return 'the previous one was still open'
  if (checkIn.overlap === 'close_previous' && (await isNextDue(tx, checkIn, instance, now)))
    return 'the next one was due as well'
  return openingError(tx, checkIn, window, now)
}

/** People asked now would be asked again at once. */
async function isNextDue(
  tx: Tx,
  checkIn: CheckInRow,
  { local_date: date }: instances.InstanceRow,
  now: Date,
): Promise<boolean> {
  const { opening } = upcoming(await scheduleWith(tx, checkIn), date)
  if (!opening) return false
  const next = { date: opening.local_date, movedFrom: opening.moved_from }
  return new Date(spanOf(await windowsOn(tx, checkIn, next)).opens_at) <= now
}

/** @param quarantined  ids to leave alone @returns how many instances it handled */
async function closeDue(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> {
  const claimed = await due.claimDueToClose(tx, now, quarantined)
  if (!claimed) return 0
  await forRow(claimed.instanceId, () => closeClaimed(tx, claimed, now))
  return 1
}

async function closeClaimed(tx: Tx, { checkIn, instanceId }: due.Claimed, now: Date): Promise<void> {
  const instance = await instances.lockInstanceOf(tx, checkIn.organisation_id, instanceId)
  if (instance.state !== 'open' || !(await isOver(tx, refOf(instance), now))) return
  const closesAt = await extendOccurrence(tx, { checkIn, instance }, now)
  if (closesAt === undefined) await close(tx, instance, byClock, now)
  else await transition(tx, { ...instance, closes_at: closesAt }, 'check_in_instance.extended', now)
}

async function endClaimed(tx: Tx, claimed: due.Claimed, now: Date): Promise<void> {
  const instance = await instances.lockInstanceOf(tx, claimed.checkIn.organisation_id, claimed.instanceId)
  const closesAt = instance.state === 'open' ? await closeSoon(tx, refOf(instance), now) : undefined
  if (closesAt === undefined) await closeClaimed(tx, claimed, now)
  else await transition(tx, { ...instance, closes_at: closesAt }, 'check_in_instance.closing_soon', now)
}

/** @param quarantined  ids to leave alone @returns how many instances it handled */
async function askPeopleDue(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> {
  const claimed = await due.claimDueToAsk(tx, now, quarantined)
  if (!claimed) return 0
  const { checkIn, instanceId } = claimed
  await forRow(instanceId, async () => {
    const instance = await instances.lockInstanceOf(tx, checkIn.organisation_id, instanceId)
    if (instance.state === 'open' && new Date(instance.closes_at) > now)
      await askDue(tx, { checkIn, instance }, now)
    else await lookForPeople(tx, instance, lookAgainAt(now))
  })
  return 1
}

/** Ends instances that have their last answers; remembers its position between two runs. */
const answeredDue = () =>
  closeWhenAnswered('check_in_instance', async (tx, organisationId, instanceId, now) => {
    const claimed = await due.claimOpen(tx, organisationId, instanceId)
    if (claimed) await forRow(instanceId, () => endClaimed(tx, claimed, now))
    return claimed !== undefined
  })

export const openTask: TransactionTask = {
  name: 'check_in_instance.open',
  everyMs,
  waiting: due.waitingToOpen,
  run: openDue,
}
export const closeTask: TransactionTask = {
  name: 'check_in_instance.close',
  everyMs,
  waiting: due.waitingToClose,
  run: closeDue,
}

/** Asks the people of a period whose day has come. */
export const askTask: TransactionTask = {
  name: 'check_in_instance.ask',
  everyMs,
  waiting: due.waitingToAsk,
  run: askPeopleDue,
}

/** Ends instances that have their last answers; remembers its position between two runs. */
export const answeredTask = (): TransactionTask => ({
  name: 'check_in_instance.answered',
  everyMs,
  ...answeredDue(),
})
