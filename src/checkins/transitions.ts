/**
 * Transitions of a check-in, each by a call of its author and from a state that the contract's table lets it start from. Each records
 * its event.
 */
import type * as contract from '../../contract/checkins.ts'
import type { CheckIn } from '../../contract/checkins.ts'
import type { EventType } from '../../contract/events.ts'
import { type CheckInTransition, checkInTransitions, startsFrom } from '../../contract/states.ts'
import type { Actor, ApplicationActor } from '../actor.ts'
import { byClock } from '../audit/audit.ts'
import { type AuthorsCall, type Departing, handOver, loadingOf, surveyOf } from '../authorship/authorship.ts'
import type { Call } from '../call.ts'
import { assertMayAsk, rosterMembers, setAuthor, shownRecipients } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { problem } from '../problem.ts'
import { complete } from './dates.ts'
import { close } from './instance-transitions.ts'
import { instancesIn, lastLocalDate, nextOpensAt } from './instances-store.ts'
import { endInstances, planNext, suspendInstances, resumeInstances } from './planning.ts'
import * as store from './store.ts'
import type { CheckInRow } from './store.ts'

export async function activateCheckIn(call: Call<typeof contract.activateCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'activate')
  await assertMayAsk(tx, call.actor, checkIn)
  const fixed =
    checkIn.roster_mode === 'fixed'
      ? await rosterMembers(tx, checkIn.organisation_id, checkIn.recipients)
      : null
  const active = { ...checkIn, state: 'active' as const, fixed_member_ids: fixed }
  return present(call, await planNext(tx, await transition(tx, active, 'check_in.activated', now), now))
}

export async function pauseCheckIn(call: Call<typeof contract.pauseCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadToStop(call, 'paused', call.body?.reason)
  assertStartsFrom(checkIn, 'pause')
  const paused = await transition(tx, { ...checkIn, state: 'paused' }, 'check_in.paused', now)
  await suspendInstances(tx, paused, now)
  return present(call, paused)
}

/** An instance that waited meanwhile opens if its window still lasts; otherwise it is skipped and the next one planned. */
export async function resumeCheckIn(call: Call<typeof contract.resumeCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'resume')
  await assertMayAsk(tx, call.actor, checkIn)
  const active = await transition(tx, { ...checkIn, state: 'active' }, 'check_in.resumed', now)
  return present(call, await resumeInstances(tx, active, now))
}

/** Ends the recurrence; an open instance runs to its own end. */
export async function endCheckIn(call: Call<typeof contract.endCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadToStop(call, 'ended', call.body?.reason)
  assertStartsFrom(checkIn, 'end')
  return present(call, await end(tx, checkIn, now))
}

async function end(tx: Tx, checkIn: CheckInRow, now: Date): Promise<CheckInRow> {
  await endInstances(tx, checkIn, { state: 'cancelled', reason: 'the check-in ended' }, now)
  return transition(tx, { ...checkIn, state: 'ended' }, 'check_in.ended', now)
}

export async function archiveCheckIn(call: Call<typeof contract.archiveCheckIn>): Promise<CheckIn> {
  const checkIn = await loadToStop(call, 'archived', call.body?.reason)
  assertStartsFrom(checkIn, 'archive')
  return present(
    call,
    await transition(call.tx, { ...checkIn, state: 'archived' }, 'check_in.archived', call.now),
  )
}

/**
 * One that has had an instance ended; one without has asked nobody, so it may be a draft. A deleted one is restored first.
 * @throws not_found | not_the_author | precondition_failed | check_in_not_archived
 */
export async function unarchiveCheckIn(call: Call<typeof contract.unarchiveCheckIn>): Promise<CheckIn> {
  const { tx, now } = call
  const checkIn = await loadForTransition(call, 'unarchive')
  if (checkIn.deleted_at !== null)
    throw problem('check_in_not_archived', {
      state: checkIn.state,
      detail: 'It is deleted: restore it first',
    })
  const state = (await lastLocalDate(tx, checkIn)) === null ? 'draft' : 'ended'
  return present(call, await transition(tx, { ...checkIn, state }, 'check_in.unarchived', now))
}

/** Somebody else becomes the author, of its instances too. @throws … | unprocessable  they are no active user */
export async function transferCheckIn(call: Call<typeof contract.transferCheckIn>): Promise<CheckIn> {
  const { tx, actor, body, now } = call
  const checkIn = await lockToStop(call, body.reason)
  const hasBegun = checkIn.state !== 'draft'
  await handOver(tx, surveyOf(checkIn), { actor, to: body.user_id, hasBegun, reason: body.reason }, now)
  return present(call, await giveTo(tx, checkIn, body.user_id, now))
}

async function giveTo(tx: Tx, checkIn: CheckInRow, userId: string, now: Date): Promise<CheckInRow> {
  await setAuthor(tx, { organisationId: checkIn.organisation_id, seriesId: checkIn.id }, userId)
  return store.updateCheckIn(tx, { ...checkIn, author_user_id: userId }, now)
}

/** What happens to check-ins of an author who has left. */
export const departing: Departing = {
  give: async (tx, leaver, to, now) => {
    const running = await store.lockRunningOf(tx, leaver, 'public')
    for (const checkIn of running) await giveTo(tx, checkIn, to, now)
    return running.map(surveyOf)
  },
  end: async (tx, leaver, now) => {
    for (const checkIn of await store.lockRunningOf(tx, leaver, 'private')) {
      await end(tx, checkIn, now)
      for (const instance of await instancesIn(tx, checkIn, 'open')) await close(tx, instance, byClock, now)
    }
  },
}

/** @throws not_found  also for another user's private check-in */
export async function load(tx: Tx, actor: ApplicationActor, id: string): Promise<CheckInRow> {
  const checkIn = await store.findCheckIn(tx, actor, id)
  if (!checkIn) throw problem('not_found')
  return checkIn
}

const { loadForAuthor, lockToStop, ...loading } = loadingOf<CheckInRow>({
  visible: store.lockCheckIn,
  any: store.lockAnyCheckIn,
})
export const { loadToStop } = loading

/** The check-in, locked, for its author, in a state that the transition starts from. @throws … | its refusal, with the state */
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

/** As its caller sees it: who stops somebody else's may not see the people whom it names. */
export const present = async (
  { tx, actor }: { readonly tx: Tx; readonly actor: Actor },
  row: CheckInRow,
): Promise<CheckIn> => ({
  ...checkInOf(row, await nextOpensAt(tx, row)),
  recipients: shownRecipients(actor, row),
})

export function checkInOf(row: CheckInRow, nextOpening: string | null): CheckIn {
  const { organisation_id: _organisation, fixed_member_ids: _fixed, ...checkIn } = row
  return { ...checkIn, recurrence: complete(row.recurrence), next_opens_at: nextOpening }
}
