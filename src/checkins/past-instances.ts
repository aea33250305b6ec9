/**
 * Instances of the past: surveys from elsewhere, imported as closed instances of a check-in, so that what is asked from now on is
 * compared with them. Each is inserted, closed through the gate and analysed in one transaction.
 *
 * A check-in that is created for them is paused: nobody is asked before its author resumes it.
 */
import type { Mode } from '../../contract/confidentiality.ts'
import type { Question } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import { currentTranslations } from '../../contract/wording.ts'
import { type AuditedActor, recordAudit } from '../audit/audit.ts'
import {
  closeWithoutAnalysis,
  insertPastCollection,
  type PastRespondent,
  rosterMembers,
} from '../collection/collection.ts'
import { policyOf, policyOfToday, withAuthor } from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId, newIdAt } from '../ids.ts'
import { problem } from '../problem.ts'
import { checkAskedBefore } from './earlier-questions.ts'
import * as instances from './instances-store.ts'
import { assertStartsFrom, record as recordCheckIn } from './transitions.ts'
import { firstDate } from './rule.ts'
import { openingIn, scheduleOf } from './schedule.ts'
import * as store from './store.ts'
import { partsOfForm } from '../questions/questions.ts'

/** The author of the check-in, existing or to be created. */
export type PastAuthor = {
  organisationId: string
  userId: string
  applicationId: string | null
  by: AuditedActor
}

/**
 * @throws not_found      also for another user's private check-in
 * @throws not_the_author
 * @throws check_in_ended
 */
export async function findForPast(
  tx: Tx,
  { organisationId, userId }: PastAuthor,
  named: { id: string } | { title: string },
): Promise<store.CheckInRow | undefined> {
  if ('title' in named) return store.findCheckInTitled(tx, organisationId, userId, named.title)
  const checkIn = await store.findCheckInOf(tx, organisationId, named.id)
  const isOwn = checkIn?.author_user_id === userId
  if (!checkIn || (!isOwn && checkIn.visibility === 'private')) throw problem('not_found')
  if (!isOwn) throw problem('not_the_author')
  assertStartsFrom(checkIn, 'edit')
  return checkIn
}

export type PastDraft = {
  title: string
  mode: Mode
  questions: Question[]
  /** null: the organisation's */
  language: string | null
  /** Of these questions and maybe others. */
  translations: Translations
  teamIds: string[]
  /** Local dates that were asked on, in order. */
  dates: readonly string[]
}

const windowUsual = 'P14D'

/** A paused check-in that goes on where the past ended, as often as it asked before. */
export async function createForPast(
  tx: Tx,
  { organisationId, userId, applicationId }: PastAuthor,
  { title, mode, questions, language, translations, teamIds, dates }: PastDraft,
  now: Date,
): Promise<store.CheckInRow> {
  const row = await store.insertCheckIn(
    tx,
    {
      organisation_id: organisationId,
      id: newId('checkIn'),
      author_user_id: userId,
      application_id: applicationId,
      title,
      description: null,
      visibility: 'public',
      questions,
      rotation: null,
      lifecycle: null,
      template_id: null,
      template_version: null,
      language,
      translations: currentTranslations({ title, description: null, questions }, translations),
      recipients: { team_ids: teamIds, member_ids: [], excluded_team_ids: [], excluded_member_ids: [] },
      confidentiality: await policyOf(tx, organisationId, { mode }),
      breakdown: null,
      channels: ['email'],
      reminders: [],
      quiet_hours: null,
      auto_close: false,
      low_participation: null,
      time_zone: 'UTC',
      recurrence: {
        rrule: `FREQ=MONTHLY;INTERVAL=${monthsBetween(dates)}`,
        starts_on: dates[0] < firstDate ? firstDate : dates[0],
        time: '09:00',
        mode: 'organisation_time',
        holidays: [],
        holiday_calendar_ids: [],
        on_holiday: 'skip',
        exdates: [],
        moved_dates: [],
      },
      window: windowUsual,
      roster_mode: 'dynamic',
      overlap: 'close_previous',
      state: 'paused',
    },
    now,
  )
  await recordCheckIn(tx, row, 'check_in.created', now)
  return row
}

const monthOf = (date: string): number => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7))

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

function monthsBetween([first, ...later]: readonly string[]): number {
  const months = later.reduce((step, date) => commonDivisor(step, monthOf(date) - monthOf(first)), 0)
  return Math.min(12, months) || 1
}

export const pastInstancesOn = instances.instancesOn

/** The window of a past date in the check-in's zone; before there is a check-in, in that of the one to be created. */
export function pastWindow(
  checkIn: store.CheckInRow | undefined,
  date: string,
): { opensAt: Date; closesAt: Date } {
  const schedule = checkIn
    ? scheduleOf(checkIn)
    : { recurrence: { rrule: '', starts_on: date }, timeZone: 'UTC', window: windowUsual }
  const { opens_at, closes_at } = openingIn(schedule, date, schedule.timeZone)
  return { opensAt: new Date(opens_at), closesAt: new Date(closes_at) }
}

/** Every question whose id has a meaning already: asked so far, or asked next. */
export const askedSoFar = async (tx: Tx, checkIn: store.CheckInRow): Promise<Question[]> => [
  ...(await instances.askedQuestions(tx, checkIn)).flat(),
  ...partsOfForm(checkIn.questions),
]

/** @throws unprocessable  an id stands for another type or scale already */
export const checkPastQuestions = async (
  tx: Tx,
  checkIn: store.CheckInRow,
  questions: readonly Question[],
): Promise<void> => checkAskedBefore(questions, [await askedSoFar(tx, checkIn)])

export type PastInstance = {
  checkInId: string
  date: string
  questions: Question[]
  /** Of these questions and maybe others; title and description are those of the check-in. */
  translations: Translations
  respondents: readonly PastRespondent[]
}

/** What a job does after a close; here it runs at once, so that instances are analysed in their order. */
export type Analyse = (
  tx: Tx,
  ref: { organisationId: string; collectionId: string },
  now: Date,
) => Promise<void>

/** As the check-in is called in other languages, and what its questions of then say in them. */
function wordingOf(checkIn: store.CheckInRow, questions: Question[], asked: Translations): Translations {
  const { title, description, translations: own } = checkIn
  const languages = new Set([...Object.keys(own), ...Object.keys(asked)])
  const all = Object.fromEntries(
    [...languages].map((language) => [language, { ...own[language], ...asked[language] }]),
  )
  return currentTranslations({ title, description, questions }, all)
}

/**
 * One instance, whole, in the caller's transaction.
 * @returns its id, or null where the date has one
 * @throws check_in_ended | unprocessable
 */
export async function addPastInstance(
  tx: Tx,
  { organisationId, by }: PastAuthor,
  { checkInId, date, questions, translations, respondents }: PastInstance,
  { analyse, now }: { analyse: Analyse; now: Date },
): Promise<string | null> {
  const checkIn = await store.lockCheckInOf(tx, organisationId, checkInId)
  assertStartsFrom(checkIn, 'edit')
  if ((await instances.instancesOn(tx, checkIn, [date])).length > 0) return null
  await checkPastQuestions(tx, checkIn, questions)
  const { opensAt, closesAt } = pastWindow(checkIn, date)
  const closedAt = closesAt < now ? closesAt : now
  const id = newIdAt('instance', opensAt)
  const policy = await policyOfToday(tx, organisationId, checkIn.confidentiality)
  const ref = await insertPastCollection(
    tx,
    {
      organisationId,
      owner: {
        kind: 'check_in_instance',
        id,
        authorUserId: checkIn.author_user_id,
        visibility: checkIn.visibility,
      },
      seriesId: checkIn.id,
      title: checkIn.title,
      description: checkIn.description,
      questions,
      language: checkIn.language,
      translations: wordingOf(checkIn, questions, translations),
      // Nobody knows who had which value of an attribute then, and people were told of no language model.
      policy: { ...withAuthor(policy, checkIn), breakdown: null, language_model: null },
      openedAt: opensAt,
      closedAt,
      respondents,
    },
    now,
  )
  await instances.insertPastInstance(
    tx,
    {
      organisation_id: organisationId,
      id,
      check_in_id: checkIn.id,
      local_date: date,
      title: checkIn.title,
      opens_at: opensAt.toISOString(),
      closes_at: closedAt.toISOString(),
      collection_id: ref.collectionId,
    },
    now,
  )
  if (checkIn.state === 'draft') await pauseDraft(tx, checkIn, now)
  if (await closeWithoutAnalysis(tx, ref, { by, now, closedAt })) await analyse(tx, ref, now)
  await record(tx, checkIn, { id, date }, { by, at: now })
  return id
}

/** A check-in with instances is not a draft any more: it can't be deleted, and its visibility is fixed. */
async function pauseDraft(tx: Tx, checkIn: store.CheckInRow, now: Date): Promise<void> {
  const fixed =
    checkIn.roster_mode === 'fixed'
      ? await rosterMembers(tx, checkIn.organisation_id, checkIn.recipients)
      : null
  await store.updateCheckIn(tx, { ...checkIn, state: 'paused', fixed_member_ids: fixed }, now)
  await recordEvent(tx, {
    organisationId: checkIn.organisation_id,
    type: 'check_in.paused',
    payload: { check_in_id: checkIn.id, state: 'paused' },
    at: now,
  })
}

async function record(
  tx: Tx,
  { organisation_id: organisationId, id: checkInId, visibility, author_user_id: author }: store.CheckInRow,
  { id: instanceId, date }: { id: string; date: string },
  { by, at }: { by: AuditedActor; at: Date },
): Promise<void> {
  await recordEvent(tx, {
    organisationId,
    type: 'check_in_instance.imported',
    payload: {
      check_in_id: checkInId,
      check_in_instance_id: instanceId,
      state: 'closed',
    },
    at,
  })
  await recordAudit(tx, {
    organisationId,
    actor: by,
    action: 'history.imported',
    target: instanceId,
    detail: { check_in_id: checkInId, local_date: date },
    privateTo: visibility === 'private' ? author : null,
    at,
  })
}
