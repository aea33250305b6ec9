/**
 * Check-ins: a recurring request. An active one has exactly one scheduled instance ahead; whatever ends the wait of that
 * one (the clock, a call, a skip) plans the next in the same transaction. occurrence_key (check-in and local date) makes an
 * instance exactly once under any number of workers.
 */
import {
  type CheckIn,
  type CheckInDraft,
  type CheckInPatch,
  type Recurrence,
} from '../../contract/checkins.ts'
import { type Recipients } from '../../contract/collections.ts'
import { type EventType } from '../../contract/events.ts'
import { type CheckInMove, checkInMoves, checkInStates } from '../../contract/states.ts'
import { type ApplicationActor, userIdOf, type UserActor } from '../actor.ts'
import { checkQuestions, checkRoster, rosterMembers } from '../collection/collection.ts'
import { policyOf } from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { filterOf, scheduleOf } from './filter.ts'
import { endInstances, planNext, replan } from './planning.ts'
import { checkSchedule, preview } from './schedule.ts'
import * as store from './store.ts'

export { closeDue, insightOwner, openDue } from './instances.ts'

const complete = (recurrence: Recurrence): Required<Recurrence> => ({
  rrule: recurrence.rrule,
  starts_on: recurrence.starts_on,
  time: recurrence.time ?? '09:00',
  mode: recurrence.mode ?? 'organisation_time',
  exdates: recurrence.exdates ?? [],
})

type ListQuery = { limit?: number; cursor?: string; state?: string; q?: string; updated_since?: string }

export async function listCheckIns(tx: Tx, actor: ApplicationActor, query: ListQuery) {
  const paging = paged(`check-ins of ${actor.organisationId}`, query)
  const rows = await store.listCheckIns(tx, actor, filterOf(query, checkInStates), paging)
  return pageOf(
    'check_ins',
    rows.map(({ next_opens_at, ...row }) => shown(row, next_opens_at)),
    paging,
    (checkIn) => checkIn.id,
  )
}

/** @throws unprocessable  questions, recipients, thresholds or schedule that cannot be */
export async function createCheckIn(
  tx: Tx,
  user: UserActor,
  draft: CheckInDraft,
  now: Date,
): Promise<CheckIn> {
  checkQuestions(draft.questions)
  const schedule = {
    recurrence: complete(draft.recurrence),
    timeZone: draft.time_zone ?? 'UTC',
    window: draft.window ?? 'P2D',
  }
  checkSchedule(schedule)
  const row = await store.insertCheckIn(
    tx,
    {
      organisation_id: user.organisationId,
      id: newId('checkIn'),
      author_user_id: user.userId,
      application_id: user.applicationId,
      title: draft.title.trim(),
      description: draft.description ?? null,
      visibility: draft.visibility ?? 'public',
      questions: draft.questions,
      recipients: await checkRoster(tx, user.organisationId, draft.recipients),
      confidentiality: await policyOf(tx, user.organisationId, draft.confidentiality),
      channels: draft.channels ?? ['email'],
      time_zone: schedule.timeZone,
      recurrence: schedule.recurrence,
      window: schedule.window,
      roster_mode: draft.roster_mode ?? 'dynamic',
      overlap: draft.overlap ?? 'close_previous',
      state: 'draft',
    },
    now,
  )
  return shown(row!, null)
}

export async function getCheckIn(tx: Tx, actor: ApplicationActor, id: string): Promise<CheckIn> {
  return present(tx, await find(tx, actor, id))
}

/** What changes holds from the next instance on; an open one never changes. */
export async function updateCheckIn(
  tx: Tx,
  user: UserActor,
  id: string,
  patch: CheckInPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<CheckIn> {
  const checkIn = await lockOwn(tx, user, id, 'edit', ifMatch)
  // Its instances and insights were seen, or were not, as it was when they were made.
  if (patch.visibility && patch.visibility !== checkIn.visibility && checkIn.state !== 'draft')
    throw impossible('/visibility', 'visibility is fixed once a check-in was activated', 'fixed')
  if (patch.questions) checkQuestions(patch.questions)
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const next: store.CheckInRow = {
    ...checkIn,
    ...given,
    recipients: patch.recipients
      ? await checkRoster(tx, user.organisationId, patch.recipients)
      : checkIn.recipients,
    confidentiality: patch.confidentiality
      ? await policyOf(tx, user.organisationId, patch.confidentiality)
      : checkIn.confidentiality,
    recurrence: patch.recurrence ? complete(patch.recurrence) : checkIn.recurrence,
  }
  checkSchedule(scheduleOf(next))
  const row = (await store.updateCheckIn(
    tx,
    { ...next, fixed_member_ids: await fixedFor(tx, checkIn, next) },
    now,
  ))!
  const rescheduled = patch.recurrence || patch.time_zone || patch.window
  return present(tx, row.state !== 'draft' && rescheduled ? await replan(tx, row, now) : row)
}

/** A fixed roster is frozen at activation, and anew when its author changes whom it means. */
async function fixedFor(
  tx: Tx,
  before: store.CheckInRow,
  { state, roster_mode: mode, organisation_id: organisationId, recipients }: store.CheckInRow,
): Promise<string[] | null> {
  if (mode === 'dynamic' || state === 'draft') return null
  const unchanged = before.recipients === recipients && before.fixed_member_ids
  return unchanged || rosterMembers(tx, organisationId, recipients)
}

export async function deleteCheckIn(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<null> {
  const checkIn = await own(tx, user, id, ifMatch)
  if (checkIn.state === 'archived') return null
  if (checkIn.state === 'draft') await store.deleteDraft(tx, user.organisationId, id)
  else await archiveCheckIn(tx, user, id, ifMatch, now)
  return null
}

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
  return present(tx, await move(tx, { ...checkIn, state: 'paused' }, 'check_in.paused', now))
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
  const [waiting] = await store.instancesIn(tx, active, 'scheduled')
  if (!waiting || new Date(waiting.closes_at) <= now) {
    await endInstances(tx, active, 'skipped', 'the check-in was paused', now)
    return present(tx, await planNext(tx, active, now))
  }
  return present(tx, active)
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

export async function checkInSchedule(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  from: string | undefined,
  count: number,
  now: Date,
) {
  const checkIn = await find(tx, actor, id)
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(checkIn.time_zone)
    .toPlainDate()
    .toString()
  return { openings: preview(scheduleOf(checkIn), from ?? today, count) }
}

export async function checkInRecipients(tx: Tx, actor: ApplicationActor, id: string) {
  return (await find(tx, actor, id)).recipients
}

/** Whom the next instances ask: team management, so also for an organisation's own programs. */
export async function changeRecipients(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  given: Recipients,
  how: 'set' | 'add' | 'remove',
  now: Date,
) {
  const checkIn = await store.lockCheckIn(tx, actor, id)
  if (!checkIn) throw problem('not_found')
  refuse(checkIn, 'edit')
  const { team_ids: teams = [], member_ids: members = [] } = given
  const merged = (old: string[], ids: string[]): string[] =>
    how === 'set'
      ? ids
      : how === 'add'
        ? [...new Set([...old, ...ids])]
        : old.filter((one) => !ids.includes(one))
  const wanted = {
    team_ids: merged(checkIn.recipients.team_ids, teams),
    member_ids: merged(checkIn.recipients.member_ids, members),
  }
  // What stays was checked before; only what comes in must be there.
  if (how !== 'remove') await checkRoster(tx, actor.organisationId, given, '')
  const fixed = checkIn.fixed_member_ids && (await rosterMembers(tx, actor.organisationId, wanted))
  await store.updateCheckIn(tx, { ...checkIn, recipients: wanted, fixed_member_ids: fixed }, now)
  return wanted
}

/** @throws not_found  also for another user's private check-in */
export async function find(tx: Tx, actor: ApplicationActor, id: string): Promise<store.CheckInRow> {
  const checkIn = await store.findCheckIn(tx, actor, id)
  if (!checkIn) throw problem('not_found')
  return checkIn
}

async function own(
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

function refuse(checkIn: store.CheckInRow, verb: CheckInMove): void {
  const { from, refusal } = checkInMoves[verb]
  if (!(from as readonly string[]).includes(checkIn.state)) throw problem(refusal, { state: checkIn.state })
}

async function lockOwn(
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

const present = async (tx: Tx, row: store.CheckInRow): Promise<CheckIn> =>
  shown(row, await store.nextOpensAt(tx, row))

function shown(row: store.CheckInRow, nextOpensAt: string | null): CheckIn {
  const { organisation_id: _organisation, fixed_member_ids: _fixed, ...checkIn } = row
  return { ...checkIn, next_opens_at: nextOpensAt }
}
