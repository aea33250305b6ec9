/**
 * Transitions of a check-in, each by a call of its author and from a state that the contract's table lets it start from. Each records
 * its event.
 */
import type * as contract from '../../contract/checkins.ts'
import { type CheckIn } from '../../contract/checkins.ts'
import { type EventType } from '../../contract/events.ts'
import { type CheckInTransition, checkInTransitions, startsFrom } from '../../contract/states.ts'
import { type ApplicationActor, type UserActor } from '../actor.ts'
import { type Call } from '../call.ts'
import { rosterMembers } from '../collection/collection.ts'
import { type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { problem } from '../problem.ts'
import { nextOpensAt } from './instances-store.ts'
import { endInstances, planNext, suspendInstances, resumeInstances } from './planning.ts'
import * as store from './store.ts'
import { type CheckInRow } from './store.ts'

export async function activateCheckIn(call: Call<typeof contract.activateCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'activate')
  const fixed =
    checkIn.roster_mode === 'fixed'
      ? await rosterMembers(tx, checkIn.organisation_id, checkIn.recipients)
      : null
  const active = { ...checkIn, state: 'active' as const, fixed_member_ids: fixed }
  return present(tx, await planNext(tx, await transition(tx, active, 'check_in.activated', now), now))
}

export async function pauseCheckIn(call: Call<typeof contract.pauseCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'pause')
  const paused = await transition(tx, { ...checkIn, state: 'paused' }, 'check_in.paused', now)
  await suspendInstances(tx, paused, now)
  return present(tx, paused)
}

/** An instance that waited meanwhile opens if its window still lasts; else it is skipped and the next one planned. */
export async function resumeCheckIn(call: Call<typeof contract.resumeCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'resume')
  const active = await transition(tx, { ...checkIn, state: 'active' }, 'check_in.resumed', now)
  return present(tx, await resumeInstances(tx, active, now))
}

/** Ends the recurrence; an open instance runs to its own end. */
export async function endCheckIn(call: Call<typeof contract.endCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'end')
  await endInstances(tx, checkIn, { state: 'cancelled', reason: 'the check-in ended' }, now)
  return present(tx, await transition(tx, { ...checkIn, state: 'ended' }, 'check_in.ended', now))
}

export async function archiveCheckIn(call: AuthorsCall): Promise<CheckIn> {
  const checkIn = await loadForTransition(call, 'archive')
  return present(call.tx, await store.updateCheckIn(call.tx, { ...checkIn, state: 'archived' }, call.now))
}

/** @throws not_found  also for another user's private check-in */
export async function load(tx: Tx, actor: ApplicationActor, id: string): Promise<CheckInRow> {
  const checkIn = await store.findCheckIn(tx, actor, id)
  if (!checkIn) throw problem('not_found')
  return checkIn
}

/** What every call of the author about one check-in carries. */
type AuthorsCall = {
  readonly tx: Tx
  readonly actor: UserActor
  readonly params: { readonly id: string }
  readonly ifMatch: number | undefined
  readonly now: Date
}

/** The check-in, locked, for its author. @throws not_found | not_the_author | precondition_failed */
export async function loadForAuthor({ tx, actor, params, ifMatch }: AuthorsCall): Promise<CheckInRow> {
  const checkIn = await store.lockCheckIn(tx, actor, params.id)
  if (!checkIn) throw problem('not_found')
  if (checkIn.author_user_id !== actor.userId) throw problem('not_the_author')
  if (ifMatch !== undefined && ifMatch !== checkIn.version) throw problem('precondition_failed')
  return checkIn
}

/** The same, in a state that the transition starts from. @throws … | its refusal, with the state */
export async function loadForTransition(call: AuthorsCall, name: CheckInTransition): Promise<CheckInRow> {
  const checkIn = await loadForAuthor(call)
  assertStartsFrom(checkIn, name)
  return checkIn
}

/** @throws the transition's refusal, with the state */
export function assertStartsFrom({ state }: CheckInRow, name: CheckInTransition): void {
  if (!startsFrom(checkInTransitions[name], state)) throw problem(checkInTransitions[name].refusal, { state })
}

async function transition(tx: Tx, checkIn: CheckInRow, event: EventType, now: Date): Promise<CheckInRow> {
  const row = await store.updateCheckIn(tx, checkIn, now)
  await record(tx, row, event, now)
  return row
}

export const record = (
  tx: Tx,
  { organisation_id, id, state }: CheckInRow,
  type: EventType,
  at: Date,
): Promise<void> =>
  recordEvent(tx, { organisationId: organisation_id, type, payload: { check_in_id: id, state }, at })

/** A check-in as callers see it. */
export const present = async (tx: Tx, row: CheckInRow): Promise<CheckIn> =>
  checkInOf(row, await nextOpensAt(tx, row))

export function checkInOf(row: CheckInRow, nextOpening: string | null): CheckIn {
  const { organisation_id: _organisation, fixed_member_ids: _fixed, ...checkIn } = row
  return { ...checkIn, next_opens_at: nextOpening }
}
