/**
 * What the clock does to pulses: it opens what is scheduled and due, and closes what is over. One pulse at a time, each in a
 * transaction of its own that checks its state again; doing it twice changes nothing. A pulse that fails for a reason of its
 * own goes into quarantine (src/jobs/quarantine.ts), and the others go on.
 */
import { byClock } from '../audit/audit.ts'
import { closeSoon, closeWhenAnswered, extendIfLow, isOver } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import * as store from './store.ts'
import {
  breakdownErrorOf,
  close,
  exclusionErrorOf,
  linksErrorOf,
  open,
  record,
  refOf,
  sizeErrorOf,
  updateAndRecord,
} from './transitions.ts'

const everyMs = 1000

/**
 * Opens the pulse that has been due for longest. It is cancelled instead where its end has passed meanwhile, nobody can be asked,
 * or its breakdown could show nothing: the pulse and its event have the reason.
 * @param quarantined  ids to leave alone @returns how many pulses it handled
 */
async function openDue(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> {
  const pulse = await store.claimDueToOpen(tx, now, quarantined)
  if (!pulse) return 0
  await forRow(pulse.id, () => openClaimed(tx, pulse, now))
  return 1
}

async function openClaimed(tx: Tx, pulse: store.PulseRow, now: Date): Promise<void> {
  const reason =
    pulse.closes_at !== null && new Date(pulse.closes_at) <= now
      ? 'its end had passed'
      : ((await sizeErrorOf(tx, pulse, now))?.reason ??
        (await linksErrorOf(tx, pulse)) ??
        (await breakdownErrorOf(tx, pulse, now)) ??
        (await exclusionErrorOf(tx, pulse, now)))
  if (reason === null) {
    await open(tx, pulse, now)
    return
  }
  const row = await store.updatePulse(tx, { ...pulse, state: 'cancelled', reason }, now)
  await record(tx, 'pulse.cancelled', row, { at: now, reason })
}

/** @param quarantined  ids to leave alone @returns how many pulses it handled */
async function closeDue(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> {
  const pulse = await store.claimDueToClose(tx, now, quarantined)
  if (!pulse) return 0
  await forRow(pulse.id, () => closeClaimed(tx, pulse, now))
  return 1
}

/** It may have been extended, or an answer withdrawn, since it was found. */
async function closeClaimed(tx: Tx, pulse: store.PulseRow, now: Date): Promise<void> {
  const ref = refOf(pulse)
  if (!(await isOver(tx, ref, now))) return
  const closesAt = await extendIfLow(tx, ref, { zone: null, latest: null }, now)
  if (closesAt === undefined) await close(tx, pulse, byClock, now)
  else await updateAndRecord(tx, { ...pulse, closes_at: closesAt }, 'pulse.extended', now)
}

async function endClaimed(tx: Tx, pulse: store.PulseRow, now: Date): Promise<void> {
  const closesAt = await closeSoon(tx, refOf(pulse), now)
  if (closesAt === undefined) await closeClaimed(tx, pulse, now)
  else await updateAndRecord(tx, { ...pulse, closes_at: closesAt }, 'pulse.closing_soon', now)
}

/** Ends pulses that have their last answers; remembers its position between two runs. */
const answeredDue = () =>
  closeWhenAnswered('pulse', async (tx, organisationId, pulseId, now) => {
    const pulse = await store.claimOpen(tx, organisationId, pulseId)
    if (pulse) await forRow(pulseId, () => endClaimed(tx, pulse, now))
    return pulse !== undefined
  })

export const openTask: TransactionTask = {
  name: 'pulse.open',
  everyMs,
  waiting: store.waitingToOpen,
  run: openDue,
}
export const closeTask: TransactionTask = {
  name: 'pulse.close',
  everyMs,
  waiting: store.waitingToClose,
  run: closeDue,
}

/** Ends pulses that have their last answers; remembers its position between two runs. */
export const answeredTask = (): TransactionTask => ({
  name: 'pulse.answered',
  everyMs,
  ...answeredDue(),
})
