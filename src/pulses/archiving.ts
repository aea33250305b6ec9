/** Archiving: an ended pulse is put aside, its results stay, and its author takes it out again. */
import type * as contract from '../../contract/pulses.ts'
import type { Pulse } from '../../contract/pulses.ts'
import type { Call } from '../call.ts'
import { findCollection } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { problem } from '../problem.ts'
import type { PulseRow } from './store.ts'
import { assertStartsFrom, loadForTransition, loadToStop, refOf, transition } from './transitions.ts'

export async function archivePulse(call: Call<typeof contract.archivePulse>): Promise<Pulse> {
  const pulse = await loadToStop(call, 'archived', call.body?.reason)
  assertStartsFrom(pulse, 'archive')
  return transition(call, { ...pulse, state: 'archived' }, 'pulse.archived')
}

/** @throws not_found | not_the_author | precondition_failed | pulse_not_archived  also while it is deleted */
export async function unarchivePulse(call: Call<typeof contract.unarchivePulse>): Promise<Pulse> {
  const pulse = await loadForTransition(call, 'unarchive')
  const { state } = pulse
  if (pulse.deleted_at !== null)
    throw problem('pulse_not_archived', { state, detail: 'It is deleted: restore it first' })
  return transition(call, { ...pulse, state: await endedAs(call.tx, pulse) }, 'pulse.unarchived')
}

/** Archiving keeps its collection as it ended; one that was cancelled before it opened has none. */
async function endedAs(tx: Tx, pulse: PulseRow): Promise<'closed' | 'cancelled'> {
  const collection = pulse.collection_id === null ? undefined : await findCollection(tx, refOf(pulse))
  return collection?.state === 'closed' ? 'closed' : 'cancelled'
}
