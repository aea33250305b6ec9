/**
 * The moves of a pulse, each by a call of its author, in a state that the contract's table lets it start from. Each records
 * its event. What the clock does stands in by-clock.ts.
 */
import { type EventType } from '../../contract/events.ts'
import { type Pulse } from '../../contract/pulses.ts'
import { type PulseMove, pulseMoves } from '../../contract/states.ts'
import { type UserActor } from '../actor.ts'
import { actedBy, type AuditedActor } from '../audit/audit.ts'
import {
  cancelCollection,
  closeCollection,
  extendCollection,
  findCollection,
  openCollection,
  remindCollection,
  summaryOf,
  whyNobody,
  whyNoBreakdown,
} from '../collection/collection.ts'
import { type Policy } from '../cells/cells.ts'
import { policyOfToday, withAuthor } from '../confidentiality/confidentiality.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
/** How long a pulse takes answers when its author names no end. */
const defaultWindowDays = 7

/** @throws … | no_recipients | unprocessable  no opens_at, or one in the past, or a breakdown that cannot be */
export async function schedulePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  opensAt: string | undefined,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'schedule', ifMatch)
  const opens = opensAt ?? pulse.opens_at
  if (opens === null) throw impossible('/opens_at', 'Say when the pulse opens', 'missing')
  if (new Date(opens) <= now) throw impossible('/opens_at', 'opens_at is in the past', 'in_the_past')
  checkTimes(opens, pulse.closes_at)
  const scheduled = { ...pulse, opens_at: opens, state: 'scheduled' as const }
  if (await nobodyFor(tx, scheduled, new Date(opens))) throw problem('no_recipients')
  const fault = await notBrokenDown(tx, scheduled, new Date(opens))
  if (fault !== null) throw impossible('/breakdown', fault, 'breakdown_impossible')
  afterCommit(tx, 'work due', null)
  return move(tx, scheduled, 'pulse.scheduled', now)
}

export async function unschedulePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'unschedule', ifMatch)
  return move(tx, { ...pulse, state: 'draft' }, 'pulse.unscheduled', now)
}

/** @throws … | no_recipients | unprocessable  its end is in the past, or its breakdown cannot be */
export async function openPulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  return present(tx, await open(tx, await lockOwn(tx, user, id, 'open', ifMatch), now))
}

const meantBy = (pulse: store.PulseRow) => ({
  organisationId: pulse.organisation_id,
  seriesId: pulse.id,
  roster: pulse.recipients,
  only: null,
  timeZone: null,
})

const endOf = (pulse: store.PulseRow, opensAt: Date): Date =>
  pulse.closes_at === null
    ? new Date(opensAt.getTime() + defaultWindowDays * dayMs)
    : new Date(pulse.closes_at)

/** Why nobody could be asked if it opened then, or null. */
export const nobodyFor = (tx: Tx, pulse: store.PulseRow, opensAt: Date): Promise<string | null> =>
  whyNobody(tx, meantBy(pulse), opensAt, endOf(pulse, opensAt))

/** What it would promise if it opened now. */
export const policyNow = async (tx: Tx, pulse: store.PulseRow): Promise<Policy> => ({
  ...withAuthor(await policyOfToday(tx, pulse.organisation_id, pulse.confidentiality), pulse.author_user_id),
  breakdown: pulse.breakdown,
})

/** Why its figures cannot be broken down as it asks, or null. */
export const notBrokenDown = async (tx: Tx, pulse: store.PulseRow, opensAt: Date): Promise<string | null> =>
  whyNoBreakdown(
    tx,
    { ...meantBy(pulse), policy: await policyNow(tx, pulse), questions: pulse.questions },
    opensAt,
    endOf(pulse, opensAt),
  )

export async function open(tx: Tx, pulse: store.PulseRow, now: Date): Promise<store.PulseRow> {
  const closesAt = endOf(pulse, now)
  const policy = await policyNow(tx, pulse)
  const { breakdown: _breakdown, ...confidentiality } = policy
  const collection = await openCollection(
    tx,
    {
      owner: { kind: 'pulse', id: pulse.id },
      title: pulse.title,
      description: pulse.description,
      questions: pulse.questions,
      questionsVersion: pulse.questions_version,
      channels: pulse.channels,
      reminders: pulse.reminders,
      quietHours: pulse.quiet_hours,
      autoClose: pulse.auto_close,
      policy,
      closesAt,
      ...meantBy(pulse),
    },
    now,
  )
  const opened = {
    ...pulse,
    confidentiality: { ...confidentiality, audience: pulse.confidentiality.audience },
    state: 'open' as const,
    collection_id: collection.id,
    closes_at: closesAt.toISOString(),
    opens_at: now.toISOString(),
  }
  const row = await store.updatePulse(tx, opened, now)
  await record(tx, 'pulse.opened', row!, now)
  return row!
}

export async function extendPulse(
  tx: Tx,
  user: UserActor,
  id: string,
  closesAt: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'extend', ifMatch)
  await extendCollection(tx, refOf(pulse), new Date(closesAt), now)
  return move(tx, { ...pulse, closes_at: closesAt }, 'pulse.extended', now)
}

/** @throws … | reminded_recently  too soon after the last reminder, or often enough; the engine records the event */
export async function remindPulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'remind', ifMatch)
  await remindCollection(tx, refOf(pulse), now)
  return present(tx, (await store.updatePulse(tx, pulse, now))!)
}

export async function closePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'close', ifMatch)
  return present(tx, await close(tx, actedBy(user), pulse, now))
}

export async function close(
  tx: Tx,
  by: AuditedActor,
  pulse: store.PulseRow,
  now: Date,
): Promise<store.PulseRow> {
  await closeCollection(tx, refOf(pulse), { by, now })
  const row = await store.updatePulse(tx, { ...pulse, state: 'closed' }, now)
  await record(tx, 'pulse.closed', row!, now)
  return row!
}

export async function cancelPulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'cancel', ifMatch)
  if (pulse.collection_id !== null) await cancelCollection(tx, refOf(pulse), now)
  return move(tx, { ...pulse, state: 'cancelled' }, 'pulse.cancelled', now)
}

export async function archivePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'archive', ifMatch)
  return move(tx, { ...pulse, state: 'archived' }, 'pulse.archived', now)
}

/** @throws unprocessable  an end that is not after the beginning */
export function checkTimes(opensAt: string | null, closesAt: string | null): void {
  if (opensAt !== null && closesAt !== null && new Date(closesAt) <= new Date(opensAt)) {
    throw impossible('/closes_at', 'closes_at must be after opens_at', 'too_early')
  }
}

export const refOf = (pulse: store.PulseRow) => ({
  organisationId: pulse.organisation_id,
  collectionId: pulse.collection_id!,
})

/** The pulse of its author. @throws not_found | not_the_author | precondition_failed */
export async function own(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
): Promise<store.PulseRow> {
  const pulse = await store.lockPulse(tx, user, id)
  if (!pulse) throw problem('not_found')
  if (pulse.author_user_id !== user.userId) throw problem('not_the_author')
  if (ifMatch !== undefined && ifMatch !== pulse.version) throw problem('precondition_failed')
  return pulse
}

/** Load, refuse: the pulse of its author, in a state that this move starts from. */
export async function lockOwn(
  tx: Tx,
  user: UserActor,
  id: string,
  verb: PulseMove,
  ifMatch: number | undefined,
): Promise<store.PulseRow> {
  const pulse = await own(tx, user, id, ifMatch)
  const { from, refusal } = pulseMoves[verb]
  if (!(from as readonly string[]).includes(pulse.state)) throw problem(refusal, { state: pulse.state })
  return pulse
}

async function move(tx: Tx, pulse: store.PulseRow, event: EventType, now: Date): Promise<Pulse> {
  const row = await store.updatePulse(tx, pulse, now)
  await record(tx, event, row!, now)
  return present(tx, row!)
}

export const record = (
  tx: Tx,
  type: EventType,
  pulse: store.PulseRow,
  at: Date,
  reason?: string,
): Promise<void> =>
  recordEvent(tx, {
    organisationId: pulse.organisation_id,
    type,
    payload: { pulse_id: pulse.id, state: pulse.state, ...(reason !== undefined && { reason }) },
    at,
  })

export async function present(tx: Tx, row: store.PulseRow): Promise<Pulse> {
  const { organisation_id: _organisation, collection_id: _collection, ...pulse } = row
  const collection = row.collection_id === null ? undefined : await findCollection(tx, refOf(row))
  return {
    ...pulse,
    results_status: collection?.results_status ?? 'pending',
    opened_at: collection?.opened_at ?? null,
    closed_at: collection?.closed_at ?? null,
    response_summary: collection ? await summaryOf(tx, collection) : null,
  }
}
