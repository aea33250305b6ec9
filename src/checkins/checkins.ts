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
import { limits } from '../../contract/limits.ts'
import { checkInStates } from '../../contract/states.ts'
import { type ApplicationActor, type UserActor } from '../actor.ts'
import { checkQuestions, checkReminders, checkRoster, rosterMembers } from '../collection/collection.ts'
import { policyOf } from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { asksTheSame, checkAskedBefore } from './earlier-questions.ts'
import { filterOf, scheduleOf } from './filter.ts'
import { askedQuestions } from './instances-store.ts'
import { archiveCheckIn, find, lockOwn, own, present, refuse, shown } from './transitions.ts'
import { replan, zonesOf } from './planning.ts'
import { checkSchedule, isByRecipient, preview, zoneNamed } from './schedule.ts'
import * as store from './store.ts'

export { answeredDue, closeDue, openDue, openLag } from './by-clock.ts'
export { insightOwner } from './instances.ts'
export {
  addPastInstance,
  type Analyse,
  askedSoFar,
  checkPastQuestions,
  findForPast,
  makeForPast,
  type PastAuthor,
  pastInstancesOn,
  pastWindow,
} from './past-instances.ts'
export { type CheckInRow } from './store.ts'
export { find } from './transitions.ts'

const complete = (recurrence: Recurrence): Required<Recurrence> => ({
  rrule: recurrence.rrule,
  starts_on: recurrence.starts_on,
  time: recurrence.time ?? '09:00',
  mode: recurrence.mode ?? 'organisation_time',
  holidays: recurrence.holidays ?? [],
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
  checkReminders(draft.reminders ?? [])
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
      breakdown: draft.breakdown ?? null,
      channels: draft.channels ?? ['email'],
      reminders: draft.reminders ?? [],
      quiet_hours: draft.quiet_hours ?? null,
      auto_close: draft.auto_close ?? false,
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
  if (patch.questions) {
    checkQuestions(patch.questions)
    if (checkIn.state !== 'draft') checkAskedBefore(patch.questions, await askedQuestions(tx, checkIn))
  }
  if (patch.reminders) checkReminders(patch.reminders)
  const asksAnew = patch.questions && !asksTheSame(patch.questions, checkIn.questions)
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
    questions_version: checkIn.questions_version + (asksAnew ? 1 : 0),
  }
  checkSchedule(scheduleOf(next))
  const row = (await store.updateCheckIn(
    tx,
    { ...next, fixed_member_ids: await fixedFor(tx, checkIn, next) },
    now,
  ))!
  const rescheduled =
    patch.recurrence ||
    patch.time_zone ||
    patch.window ||
    (isByRecipient(scheduleOf(row)) && (patch.recipients || patch.roster_mode || patch.overlap))
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

/**
 * The next openings, as the schedule and the people stand now; holidays are none.
 * @param zone  those of this zone alone
 * @throws not_found | invalid_request  no such zone
 */
export async function checkInSchedule(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  { from, count = 5, zone }: { from?: string; count?: number; zone?: string },
  now: Date,
) {
  const checkIn = await find(tx, actor, id)
  const wanted = zone === undefined ? undefined : zoneNamed(zone)
  if (zone !== undefined && wanted === undefined)
    throw problem('invalid_request', { detail: `${zone} is no IANA time zone` })
  const schedule = scheduleOf(checkIn)
  const zones = isByRecipient(schedule)
    ? await zonesOf(tx, checkIn, limits.scheduleZonesMax)
    : [checkIn.time_zone]
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(checkIn.time_zone)
    .toPlainDate()
    .toString()
  const shownZones = zones.filter((one) => wanted === undefined || zoneNamed(one) === wanted)
  return { openings: shownZones.length === 0 ? [] : preview(schedule, from ?? today, count, shownZones) }
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
  const merged = (old: string[], ids: string[]): string[] =>
    how === 'set'
      ? ids
      : how === 'add'
        ? [...new Set([...old, ...ids])]
        : old.filter((one) => !ids.includes(one))
  const wanted = {
    team_ids: merged(checkIn.recipients.team_ids, given.team_ids ?? []),
    member_ids: merged(checkIn.recipients.member_ids, given.member_ids ?? []),
    excluded_team_ids: merged(checkIn.recipients.excluded_team_ids, given.excluded_team_ids ?? []),
    excluded_member_ids: merged(checkIn.recipients.excluded_member_ids, given.excluded_member_ids ?? []),
  }
  // What stays was checked before; only what comes in must be there.
  if (how !== 'remove') await checkRoster(tx, actor.organisationId, given, '')
  const fixed = checkIn.fixed_member_ids && (await rosterMembers(tx, actor.organisationId, wanted))
  const row = (await store.updateCheckIn(
    tx,
    { ...checkIn, recipients: wanted, fixed_member_ids: fixed },
    now,
  ))!
  // Whose clocks count decides when it opens.
  if (row.state !== 'draft' && isByRecipient(scheduleOf(row))) await replan(tx, row, now)
  return wanted
}
