/**
 * Check-ins: a recurring request. An active one has exactly one scheduled instance ahead; whatever ends the wait of that one (the clock, a
 * call, a skip) plans the next in the same transaction. occurrence_key (check-in and local date) makes an instance exactly once under
 * any number of workers.
 */
import { isDeepStrictEqual } from 'node:util'
import type * as contract from '../../contract/checkins.ts'
import type { CheckIn } from '../../contract/checkins.ts'
import type { ResultsAudience } from '../../contract/confidentiality.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import { checkInStates } from '../../contract/states.ts'
import type { Actor } from '../actor.ts'
import { assertReaches } from '../authority.ts'
import type { AuthorsCall } from '../authorship/authorship.ts'
import type { Call } from '../call.ts'
import {
  assertMayAsk,
  checkCodes,
  checkQuestions,
  checkReminders,
  checkRoster,
  rosterMembers,
  shownRecipients,
  checkTranslations,
  wordingAfter,
} from '../collection/collection.ts'
import { policyOf } from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { nameOf } from '../directory/directory.ts'
import { paged, pageOf } from '../db/paging.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { templateOf } from '../templates/templates.ts'
import { asksTheSame, checkAskedBefore } from './earlier-questions.ts'
import { filterOf } from './filter.ts'
import { nextForm, paceOf } from './instance-transitions.ts'
import { askedQuestions } from './instances-store.ts'
import { assertStartsFrom, checkInOf, load, loadForTransition, present, record } from './transitions.ts'
import { checkCalendars, daysOffOf } from './holidays/dates-off.ts'
import { checkMovedDates, checkNewMoves } from './moved-dates.ts'
import { replan } from './planning.ts'
import { checkSchedule, isByRecipient, type Schedule, scheduleOf } from './schedule.ts'
import { checkRotation } from './rotation.ts'
import * as store from './store.ts'
import { checkExtension } from './extending.ts'
import { checkLifecycle } from './lifecycle.ts'
import { datesOf } from './dates.ts'

export { answeredTask, askTask, closeTask, openLag, openTask } from './by-clock.ts'
export { purgeTask } from './deleting.ts'
export {
  closeInstance,
  collectionSource,
  extendInstance,
  findForTransition,
  listInstances,
  remindInstance,
} from './instances.ts'
export { contentOf, getCheckInSchedule } from './showing.ts'
export { listHolidayCalendarDays, listHolidayCalendars } from './holidays/calendars.ts'
export { plannedOf } from './planned.ts'
export { isByRecipient, scheduleOf } from './schedule.ts'
export { departing } from './transitions.ts'
export { checkSuggestion } from './suggestion.ts'
export {
  addPastInstance,
  type Analyse,
  askedSoFar,
  checkPastQuestions,
  findForPast,
  createForPast,
  type PastAuthor,
  pastInstancesOn,
  pastWindow,
} from './past-instances.ts'
export { type CheckInRow } from './store.ts'

/** What a check-in asks next, and in which series. */
export type NextSurvey = {
  seriesId: string
  pace: 'weekly' | 'monthly'
  questions: FormQuestion[]
  translations: Translations
}

/** @returns undefined also for another user's private check-in. @param actor  without a kind: the whole organisation, on the command line */
export async function findNextSurvey(
  tx: Tx,
  actor: Actor | { organisationId: string },
  id: string,
): Promise<NextSurvey | undefined> {
  const checkIn =
    'kind' in actor
      ? await store.findCheckIn(tx, actor, id)
      : await store.findCheckInOf(tx, actor.organisationId, id)
  if (!checkIn) return undefined
  const { form } = await nextForm(tx, checkIn)
  return { seriesId: checkIn.id, pace: paceOf(checkIn), questions: form, translations: checkIn.translations }
}

/** Where several teams are asked, managers read the results of their own ones, unless the author says otherwise. */
const usualAudience = ({ team_ids: teams = [] }: { team_ids?: readonly string[] }): ResultsAudience =>
  teams.length > 1 ? 'managers' : 'everyone'

export async function listCheckIns({ tx, actor, query }: Call<typeof contract.listCheckIns>) {
  const paging = paged(`check-ins of ${actor.organisationId}`, query)
  const rows = await store.listCheckIns(tx, actor, filterOf(query, checkInStates), paging)
  return pageOf(
    'check_ins',
    rows.map(({ next_opens_at, ...row }) => ({
      ...checkInOf(row, next_opens_at),
      recipients: shownRecipients(actor, row),
    })),
    paging,
    (checkIn) => checkIn.id,
  )
}

/** @throws unprocessable  questions, recipients, thresholds or schedule that are not possible */
export async function createCheckIn({
  tx,
  actor: user,
  body: draft,
  now,
}: Call<typeof contract.createCheckIn>): Promise<CheckIn> {
  const { rotation = null } = draft
  checkQuestions(draft.questions)
  checkRotation(rotation, draft.questions)
  const { lifecycle = null } = draft
  const timeZone = draft.time_zone ?? 'UTC'
  const schedule = {
    recurrence: datesOf({ ...draft, lifecycle, timeZone }, now),
    timeZone,
    window: draft.window ?? (lifecycle === null ? 'P2D' : 'P7D'),
    overlap: draft.overlap ?? ('close_previous' as const),
  }
  const checked = await checkDates(tx, user.organisationId, schedule)
  checkMovedDates({ schedule: checked, before: null, over: null }, now)
  const confidentiality = await policyOf(
    tx,
    user.organisationId,
    draft.confidentiality,
    usualAudience(draft.recipients),
  )
  checkReminders(draft.reminders ?? [], confidentiality.mode)
  const madeFrom = await templateOf(tx, user, draft)
  checkCodes(draft.channels ?? [], { mode: confidentiality.mode, breakdown: draft.breakdown ?? null })
  const { title, language = null, translations = {} } = draft
  const checkIn: store.NewCheckIn = {
    organisation_id: user.organisationId,
    id: newId('checkIn'),
    author_user_id: user.userId,
    application_id: user.applicationId,
    ...madeFrom,
    title: nameOf(title, 'title'),
    language,
    translations: checkTranslations(draft, { language, translations }),
    description: draft.description ?? null,
    visibility: draft.visibility ?? 'public',
    questions: draft.questions,
    recipients: await checkRoster(tx, user.organisationId, draft.recipients),
    confidentiality,
    breakdown: draft.breakdown ?? null,
    channels: draft.channels ?? ['email'],
    reminders: draft.reminders ?? [],
    quiet_hours: draft.quiet_hours ?? null,
    auto_close: draft.auto_close ?? false,
    low_participation: draft.low_participation ?? null,
    time_zone: schedule.timeZone,
    recurrence: schedule.recurrence,
    window: schedule.window,
    roster_mode: draft.roster_mode ?? 'dynamic',
    overlap: schedule.overlap,
    rotation,
    lifecycle,
    state: 'draft',
  }
  checkLifecycle(checkIn)
  checkExtension(checkIn)
  const row = await store.insertCheckIn(tx, checkIn, now)
  await record(tx, row, 'check_in.created', now)
  return checkInOf(row, null)
}

export async function getCheckIn({ tx, actor, params }: Call<typeof contract.getCheckIn>): Promise<CheckIn> {
  const row = await load(tx, actor, params.id)
  return present({ tx, actor }, row)
}

/** The check-in, for its author, while its texts may change. @throws not_found | not_the_author | precondition_failed | its refusal */
export const findEditable = (call: AuthorsCall): Promise<store.CheckInRow> => loadForTransition(call, 'edit')

/** A change applies from the next instance on; an open one never changes. */
export async function updateCheckIn(call: Call<typeof contract.updateCheckIn>): Promise<CheckIn> {
  const { tx, actor: user, body: patch, now } = call
  const checkIn = await loadForTransition(call, 'edit')
  // Instances and insights are seen by whoever could see them when they were made.
  if (patch.visibility && patch.visibility !== checkIn.visibility && checkIn.state !== 'draft')
    throw impossible('/visibility', 'visibility is fixed once a check-in was activated', 'fixed')
  if (patch.questions) {
    checkQuestions(patch.questions)
    if (checkIn.state !== 'draft') checkAskedBefore(patch.questions, await askedQuestions(tx, checkIn))
  }
  if (
    patch.lifecycle !== undefined &&
    checkIn.state !== 'draft' &&
    !isDeepStrictEqual(patch.lifecycle, checkIn.lifecycle)
  )
    throw impossible('/lifecycle', 'Whom a check-in asks when is fixed once it was activated', 'fixed')
  const lifecycle = patch.lifecycle === undefined ? checkIn.lifecycle : patch.lifecycle
  const changesDates = patch.recurrence !== undefined || !isDeepStrictEqual(lifecycle, checkIn.lifecycle)
  const changesQuestions = patch.questions && !asksTheSame(patch.questions, checkIn.questions)
  const next: store.CheckInRow = {
    ...checkIn,
    ...patch,
    ...(patch.title !== undefined && { title: nameOf(patch.title, 'title') }),
    recipients: patch.recipients
      ? await checkRoster(tx, user.organisationId, patch.recipients)
      : checkIn.recipients,
    confidentiality: patch.confidentiality
      ? await policyOf(
          tx,
          user.organisationId,
          patch.confidentiality,
          usualAudience(patch.recipients ?? checkIn.recipients),
        )
      : checkIn.confidentiality,
    lifecycle,
    recurrence: changesDates
      ? datesOf(
          { recurrence: patch.recurrence, lifecycle, timeZone: patch.time_zone ?? checkIn.time_zone },
          now,
        )
      : checkIn.recurrence,
    ...wordingAfter(checkIn, patch),
    questions_version: checkIn.questions_version + (changesQuestions ? 1 : 0),
  }
  if (patch.rotation || patch.questions) checkRotation(next.rotation, next.questions)
  if (patch.reminders || patch.confidentiality) checkReminders(next.reminders, next.confidentiality.mode)
  checkCodes(next.channels, { mode: next.confidentiality.mode, breakdown: next.breakdown })
  const isByPeople = next.breakdown !== null || next.lifecycle !== null
  if ((patch.recipients || isByPeople) && next.state !== 'draft') await assertMayAsk(tx, user, next)
  const { recurrence, time_zone: timeZone, window, overlap } = next
  const schedule = await checkDates(
    tx,
    user.organisationId,
    { recurrence, timeZone, window, overlap },
    Boolean(patch.recurrence),
  )
  if (patch.recurrence || patch.window || patch.overlap || patch.time_zone)
    await checkNewMoves(tx, checkIn, schedule, now)
  checkLifecycle(next)
  checkExtension(next)
  const row = await store.updateCheckIn(
    tx,
    { ...next, fixed_member_ids: await fixedFor(tx, checkIn, next) },
    now,
  )
  const rescheduled =
    patch.recurrence ||
    patch.time_zone ||
    patch.window ||
    (isByRecipient(scheduleOf(row)) && (patch.recipients || patch.roster_mode || patch.overlap))
  return present({ tx, actor: user }, row.state !== 'draft' && rescheduled ? await replan(tx, row, now) : row)
}

/**
 * @param isNew  whether the recurrence comes from the request: what is stored may name a calendar that is gone
 * @returns the schedule with its days off
 * @throws unprocessable  a schedule that cannot be, or an unknown calendar
 */
async function checkDates(
  tx: Tx,
  organisationId: string,
  schedule: Schedule,
  isNew = true,
): Promise<Schedule> {
  if (isNew) await checkCalendars(tx, organisationId, schedule.recurrence)
  const checked = { ...schedule, ...(await daysOffOf(tx, organisationId, schedule.recurrence)) }
  checkSchedule(checked)
  return checked
}

/** A fixed roster is frozen at activation, and again when its author changes the recipients. */
async function fixedFor(
  tx: Tx,
  before: store.CheckInRow,
  { state, roster_mode: mode, organisation_id: organisationId, recipients }: store.CheckInRow,
): Promise<string[] | null> {
  if (mode === 'dynamic' || state === 'draft') return null
  const unchanged = before.recipients === recipients && before.fixed_member_ids
  return unchanged || rosterMembers(tx, organisationId, recipients)
}

export async function getCheckInRecipients({
  tx,
  actor,
  params,
}: Call<typeof contract.getCheckInRecipients>) {
  return shownRecipients(actor, await load(tx, actor, params.id))
}

const recipientChanges = {
  set: (_before: string[], ids: string[]) => ids,
  add: (before: string[], ids: string[]) => [...new Set([...before, ...ids])],
  remove: (before: string[], ids: string[]) => before.filter((one) => !ids.includes(one)),
}

type RecipientsCall = Pick<
  Call<typeof contract.setCheckInRecipients>,
  'tx' | 'actor' | 'params' | 'body' | 'now'
>

/** Changes the recipients of the next instances. Part of team management, so an organisation's own programs may, too. */
export const changeRecipients =
  (change: keyof typeof recipientChanges) =>
  async ({ tx, actor, params, body, now }: RecipientsCall) => {
    const checkIn = await store.lockCheckIn(tx, actor, params.id)
    if (!checkIn) throw problem('not_found')
    assertReaches(actor, 'recipients.assign', { authorUserId: checkIn.author_user_id })
    assertStartsFrom(checkIn, 'edit')
    const changed = recipientChanges[change]
    const { recipients: before } = checkIn
    const recipients = {
      team_ids: changed(before.team_ids, body.team_ids ?? []),
      member_ids: changed(before.member_ids, body.member_ids ?? []),
      excluded_team_ids: changed(before.excluded_team_ids, body.excluded_team_ids ?? []),
      excluded_member_ids: changed(before.excluded_member_ids, body.excluded_member_ids ?? []),
    }
    // What stays was checked before; only what is added must exist.
    if (change !== 'remove') await checkRoster(tx, actor.organisationId, body, '')
    if (checkIn.state !== 'draft') await assertMayAsk(tx, actor, { ...checkIn, recipients })
    const fixed = checkIn.fixed_member_ids && (await rosterMembers(tx, actor.organisationId, recipients))
    const row = await store.updateCheckIn(tx, { ...checkIn, recipients, fixed_member_ids: fixed }, now)
    // By the recipients' own time, their zones decide when it opens.
    if (row.state !== 'draft' && isByRecipient(scheduleOf(row))) await replan(tx, row, now)
    return recipients
  }
