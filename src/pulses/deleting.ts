/**
 * Deleting. A draft is gone at once. An ended pulse leaves every list and everybody's sight but its author's; he may take
 * that back for thirty days, then it is purged with all that was asked and answered under it. Events and audit stay.
 */
import { limits } from '../../contract/limits.ts'
import { type Pulse } from '../../contract/pulses.ts'
import { pulseMoves } from '../../contract/states.ts'
import { type UserActor } from '../actor.ts'
import { purgeSeries } from '../collection/collection.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { type Tx } from '../db/db.ts'
import { forRow } from '../jobs/jobs.ts'
import { problem } from '../problem.ts'
import { lockOwn, own, present, record, refOf } from './transitions.ts'
import * as store from './store.ts'

/** What becomes of the insights of a pulse; handed in by app.ts, since insights are no part of pulses. */
export type Insights = {
  show(tx: Tx, ref: CollectionRef, visibility: 'public' | 'private'): Promise<unknown>
  forget(tx: Tx, ref: CollectionRef): Promise<unknown>
}

/** A second time it changes nothing. @throws not_found | not_the_author | precondition_failed | pulse_not_closed */
export async function deletePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  insights: Insights,
  now: Date,
): Promise<null> {
  const pulse = await own(tx, user, id, ifMatch)
  if (pulse.deleted_at !== null) return null
  if (pulse.state === 'draft') {
    await store.deleteDraft(tx, user.organisationId, id)
    await record(tx, 'pulse.deleted', pulse, now)
    return null
  }
  const { from, refusal } = pulseMoves.archive
  if (pulse.state !== 'archived' && !(from as readonly string[]).includes(pulse.state))
    throw problem(refusal, { state: pulse.state })
  const deleted = { ...pulse, state: 'archived' as const, deleted_at: now.toISOString() }
  const row = await store.updatePulse(tx, deleted, now)
  if (pulse.collection_id !== null) await insights.show(tx, refOf(pulse), 'private')
  await record(tx, 'pulse.deleted', row!, now)
  return null
}

/**
 * Takes a deletion back; what was archived without one stays as it is.
 * @throws not_found  also after the purge | not_the_author | precondition_failed | pulse_not_archived
 */
export async function restorePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  insights: Insights,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'restore', ifMatch)
  const row = await store.updatePulse(tx, { ...pulse, deleted_at: null }, now)
  if (pulse.deleted_at !== null) {
    if (pulse.collection_id !== null) await insights.show(tx, refOf(pulse), pulse.visibility)
    await record(tx, 'pulse.restored', row!, now)
  }
  return present(tx, row!)
}

const dayMs = 86_400_000

/** One a look, in a transaction of its own. @param aside  ids that nobody touches now @returns how many were purged */
export async function purgeDue(
  tx: Tx,
  insights: Insights,
  now: Date,
  aside: readonly string[] = [],
): Promise<number> {
  const before = new Date(now.getTime() - limits.deletedKeptDays * dayMs)
  const pulse = await store.claimDeleted(tx, before, aside)
  if (!pulse) return 0
  await forRow(pulse.id, async () => {
    await purgeSeries(tx, pulse.organisation_id, pulse.id, insights.forget)
    await store.purgePulse(tx, pulse.organisation_id, pulse.id)
  })
  return 1
}
