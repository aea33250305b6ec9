/**
 * What the clock does to pulses: it opens what is scheduled and due, and closes what is over. One pulse a look, each in a
 * transaction of its own, in which its state is asked for again; looking twice changes nothing. A pulse that fails for a
 * reason of its own is set aside by whoever looks (src/jobs/quarantine.ts), and the others go on.
 */
import { answeredDue as answered, isOver } from '../collection/collection.ts'
import { byClock } from '../audit/audit.ts'
import { type Tx } from '../db/db.ts'
import { forRow } from '../jobs/jobs.ts'
import { close, nobodyFor, notBrokenDown, open, record, refOf } from './transitions.ts'
import * as store from './store.ts'

/**
 * A pulse whose end has passed meanwhile, that finds nobody to ask, or that cannot keep what it would promise of its breakdown, is cancelled: its author sees why in its event.
 * @param aside  ids that nobody touches now @returns how many were looked at
 */
export async function openDue(tx: Tx, now: Date, aside: readonly string[] = []): Promise<number> {
  const pulse = await store.claimDueToOpen(tx, now, aside)
  if (!pulse) return 0
  await forRow(pulse.id, () => openClaimed(tx, pulse, now))
  return 1
}

async function openClaimed(tx: Tx, pulse: store.PulseRow, now: Date): Promise<void> {
  const reason =
    pulse.closes_at !== null && new Date(pulse.closes_at) <= now
      ? 'its end had passed'
      : ((await nobodyFor(tx, pulse, now)) ?? (await notBrokenDown(tx, pulse, now)))
  if (reason === null) {
    await open(tx, pulse, now)
    return
  }
  const row = await store.updatePulse(tx, { ...pulse, state: 'cancelled' }, now)
  await record(tx, 'pulse.cancelled', row!, now, reason)
}

/** @param aside  as above @returns how many were looked at */
export async function closeDue(tx: Tx, now: Date, aside: readonly string[] = []): Promise<number> {
  const pulse = await store.claimDueToClose(tx, now, aside)
  if (!pulse) return 0
  await forRow(pulse.id, () => closeClaimed(tx, pulse, now))
  return 1
}

/** It may have been extended, or an answer withdrawn, since it was found. */
async function closeClaimed(tx: Tx, pulse: store.PulseRow, now: Date): Promise<void> {
  if (await isOver(tx, refOf(pulse), now)) await close(tx, byClock, pulse, now)
}

/** Closes what has its last answer, and what holds its place between two looks. */
export const answeredDue = () =>
  answered('pulse', async (tx, organisationId, pulseId, now) => {
    const pulse = await store.claimOpen(tx, organisationId, pulseId)
    if (pulse) await forRow(pulseId, () => closeClaimed(tx, pulse, now))
    return pulse !== undefined
  })
