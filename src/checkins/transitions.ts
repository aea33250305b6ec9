/**
 * The moves of a check-in, each by a call of its author and from a state that the contract's table lets it start from. Each
 * records its event.
 */
import { type CheckIn } from '../../contract/checkins.ts'
import { type EventType } from '../../contract/events.ts'
import { type CheckInMove, checkInMoves } from '../../contract/states.ts'
import { type ApplicationActor, type UserActor, userIdOf } from '../actor.ts'
import { rosterMembers } from '../collection/collection.ts'
import { type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { problem } from '../problem.ts'
import { nextOpensAt } from './instances-store.ts'
import { endInstances, planNext, restInstances, wakeInstances } from './planning.ts'
import * as store from './store.ts'

export async function activateCheckIn(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<CheckIn> {
  const checkIn = await lockOwn(tx, user, id, 'activate', ifMatch)
  const fixed =
    checkIn.roster_mode === 'fixed'
      ? await rosterMembers(tx, checkIn.organisation_id, checkIn.recipients)
      : null
  const active = await move(
    tx,
    { ...checkIn, state: 'active', fixed_member_ids: fixed },
    'check_in.activated',
    now,
  )
  return present(tx, await planNext(tx, active, now))
}

export async function pauseCheckIn(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<CheckIn> {
  const checkIn = await lockOwn(tx, user, id, 'pause', ifMatch)
  const paused = await move(tx, { ...checkIn, state: 'paused' }, 'check_in.paused', now)
  await restInstances(tx, paused, now)
  return present(tx, paused)
}

/** An instance that waited all the while opens if its window still lasts; else it is skipped and the next one planned. */
export async function resumeCheckIn(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<CheckIn> {
  const checkIn = await lockOwn(tx, user, id, 'resume', ifMatch)
  const active = await move(tx, { ...checkIn, state: 'active' }, 'check_in.resumed', now)
  return present(tx, await wakeInstances(tx, active, now))
}

/** Ends the recurrence; an open instance runs to its own end. */
export async function endCheckIn(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<CheckIn> {
  const checkIn = await lockOwn(tx, user, id, 'end', ifMatch)
  await endInstances(tx, checkIn, 'cancelled', 'the check-in ended', now)
  return present(tx, await move(tx, { ...checkIn, state: 'ended' }, 'check_in.ended', now))
}

export async function archiveCheckIn(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<CheckIn> {
  const checkIn = await lockOwn(tx, user, id, 'archive', ifMatch)
  return present(tx, (await store.updateCheckIn(tx, { ...checkIn, state: 'archived' }, now))!)
}

/** @throws not_found  also for another user's private check-in */
export async function find(tx: Tx, actor: ApplicationActor, id: string): Promise<store.CheckInRow> {
  const checkIn = await store.findCheckIn(tx, actor, id)
  if (!checkIn) throw problem('not_found')
  return checkIn
}

export async function own(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
): Promise<store.CheckInRow> {
  const checkIn = await store.lockCheckIn(tx, user, id)
  if (!checkIn) throw problem('not_found')
  if (checkIn.author_user_id !== userIdOf(user)) throw problem('not_the_author')
  if (ifMatch !== undefined && ifMatch !== checkIn.version) throw problem('precondition_failed')
  return checkIn
}

export function refuse(checkIn: store.CheckInRow, verb: CheckInMove): void {
  const { from, refusal } = checkInMoves[verb]
  if (!(from as readonly string[]).includes(checkIn.state)) throw problem(refusal, { state: checkIn.state })
}

export async function lockOwn(
  tx: Tx,
  user: UserActor,
  id: string,
  verb: CheckInMove,
  ifMatch: number | undefined,
): Promise<store.CheckInRow> {
  const checkIn = await own(tx, user, id, ifMatch)
  refuse(checkIn, verb)
  return checkIn
}

async function move(
  tx: Tx,
  checkIn: store.CheckInRow,
  event: EventType,
  now: Date,
): Promise<store.CheckInRow> {
  const row = (await store.updateCheckIn(tx, checkIn, now))!
  await recordEvent(tx, {
    organisationId: row.organisation_id,
    type: event,
    payload: { check_in_id: row.id, state: row.state },
    at: now,
  })
  return row
}

export const present = async (tx: Tx, row: store.CheckInRow): Promise<CheckIn> =>
  shown(row, await nextOpensAt(tx, row))

export function shown(row: store.CheckInRow, nextOpensAt: string | null): CheckIn {
  const { organisation_id: _organisation, fixed_member_ids: _fixed, ...checkIn } = row
  return { ...checkIn, next_opens_at: nextOpensAt }
}
