/**
 * Saving templates of the organisation: new ones, from a draft or from a survey, and new versions. Nothing of people, teams and answers
 * is taken from a survey.
 */
import { isDeepStrictEqual } from 'node:util'
import type * as contract from '../../contract/templates.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../../contract/operation.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { Template, TemplateDraft, TemplateKind } from '../../contract/templates.ts'
import type { UserActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import { assertReaches } from '../authority.ts'
import type { Call } from '../call.ts'
import { checkQuestions, checkReminders, checkTranslations, wordingAfter } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { nameOf } from '../directory/directory.ts'
import { newId } from '../ids.ts'
import { impossible, Problem, problem } from '../problem.ts'
import { takesAnswer } from '../../contract/form-items.ts'
import { compare } from './comparing.ts'
import * as store from './store.ts'
import { findCheckIn, findPulse, type SavedPulse } from './surveys-store.ts'
import { present } from './presenting.ts'

type Suggested = Template['suggested']

/** Passed in by operations.ts: the rules of check-ins belong to a room above. @throws unprocessable  with pointers into a draft of what is made from it */
export type CheckSuggestion = (
  suggestion: Suggested & { questions: readonly FormQuestion[] },
  now: Date,
) => void

type Acting = { readonly tx: Tx; readonly actor: UserActor; readonly now: Date }

const weekly = { rrule: 'FREQ=WEEKLY', time: '09:00', on_holiday: 'skip' } as const
const usual = {
  mode: 'anonymous',
  window: 'P3D',
  lifecycle: null,
  reminders: [],
  low_participation: null,
  rotation: null,
} as const

export const record = (
  { tx, actor, now }: Acting,
  action: Extract<AuditAction, `template.${string}`>,
  { organisation_id: organisationId, id, title, author_user_id: author, version }: store.TemplateRow,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action,
    target: id,
    // As it is called at that time: a template is renamed, and a deleted one is purged.
    detail: { title, version, ...(author !== actor.userId && { author_user_id: author }) },
    at: now,
  })

export const tooMany = (): Problem =>
  impossible('', `An organisation has at most ${limits.templatesMax} templates of its own`, 'too_many')

/** @throws unprocessable  what no survey could ask, or more templates than an organisation may have */
export async function createTemplate(
  checkSuggestion: CheckSuggestion,
  call: Call<typeof contract.createTemplate>,
): Promise<Template> {
  const { body, now } = call
  const suggested = suggestedFor(body.kind, body.suggested ?? {}, null)
  checkQuestions(body.questions)
  checkSingle(body)
  checkSuggested(checkSuggestion, { suggested, questions: body.questions }, now)
  const { language = null, translations = {} } = body
  return insert(call, {
    ...body,
    suggested,
    language,
    translations: checkTranslations(body, { language, translations }),
  })
}

/** What a survey asks was checked when it was written. @throws unprocessable  no such survey, or too many templates */
export async function saveTemplate(call: Call<typeof contract.saveTemplate>): Promise<Template> {
  const { tx, actor, body } = call
  const { survey_id: id, question_id: questionId, title, purpose = '' } = body
  const survey = id.startsWith('pls_') ? await fromPulse(tx, actor, id) : await fromCheckIn(tx, actor, id)
  if (!survey) throw impossible('/survey_id', `There is no survey ${id}`, 'unknown')
  const content = questionId === undefined ? survey : questionOf(survey, questionId)
  return insert(call, { ...content, title: title ?? content.title, purpose }, '/question_id')
}

type Content = Omit<
  store.NewTemplate,
  'organisation_id' | 'id' | 'author_user_id' | 'purpose' | 'description'
> &
  Pick<TemplateDraft, 'purpose' | 'description'>

/**
 * One question of a survey, in every language, without the condition, which is about another one. Its name is its text.
 * @throws unprocessable  there is no such question
 */
function questionOf(survey: Content, id: string): Content {
  const found = survey.questions.find((one) => one.id === id)
  if (!found) throw impossible('/question_id', `The survey has no question ${id}`, 'unknown')
  if (!takesAnswer(found))
    throw impossible('/question_id', 'A statement asks nothing, so it is not a question', 'not_a_question')
  const { show_if: _condition, ...question } = found
  const translations = Object.fromEntries(
    Object.entries(survey.translations).flatMap(([language, { questions }]) =>
      questions?.[id] ? [[language, { questions: { [id]: questions[id] } }]] : [],
    ),
  )
  return {
    ...survey,
    kind: 'question',
    title: found.text.slice(0, limits.nameLengthMax),
    description: null,
    suggested: { ...usual, reminders: [], recurrence: null },
    questions: [question as FormQuestion],
    translations,
  }
}

/** @throws unprocessable  for the library: more than one question */
function checkSingle({ kind, questions }: Pick<Content, 'kind' | 'questions'>): void {
  if (kind !== 'question') return
  if (questions.length !== 1)
    throw impossible('/questions', 'In the library each question is on its own: give one', 'not_single')
}

/**
 * Figures are joined by the ids of questions, so one id stands for one question.
 * @throws unprocessable  the library has another one of this id
 */
export async function assertFree(
  tx: Tx,
  { organisation_id, kind, questions }: Pick<store.TemplateRow, 'organisation_id' | 'kind' | 'questions'>,
  { exceptId, pointer }: { exceptId: string | null; pointer: string },
): Promise<void> {
  if (kind !== 'question') return
  await store.lockCount(tx, organisation_id)
  const questionId = questions[0].id
  const other = await store.findInLibrary(tx, organisation_id, { questionId, exceptId })
  if (other) throw impossible(pointer, `The library has this question already: ${other.id}`, 'taken')
}

/** @param pointer  into the request, to the id of a question that is taken */
async function insert(
  acting: Acting,
  { kind, title, purpose = '', description = null, suggested, questions, language, translations }: Content,
  pointer = '/questions/0/id',
): Promise<Template> {
  const { tx, actor, now } = acting
  await assertFree(
    tx,
    { organisation_id: actor.organisationId, kind, questions },
    { exceptId: null, pointer },
  )
  const row = await store.insertTemplate(
    tx,
    {
      organisation_id: actor.organisationId,
      id: newId('template'),
      author_user_id: actor.userId,
      kind,
      title: nameOf(title, 'title'),
      purpose,
      description,
      suggested,
      questions,
      language,
      translations,
    },
    now,
  )
  if (!row) throw tooMany()
  await record(acting, 'template.created', row)
  return present(tx, actor, row)
}

async function fromPulse(tx: Tx, actor: UserActor, id: string): Promise<Content | undefined> {
  const pulse = await findPulse(tx, actor, id)
  if (!pulse) return undefined
  const { title, description, questions, language, translations, reminders, low_participation } = pulse
  const suggested = {
    mode: pulse.confidentiality.mode,
    window: windowOf(pulse),
    recurrence: null,
    lifecycle: null,
    reminders,
    low_participation,
    rotation: null,
  }
  return { kind: 'pulse', title, description, questions, language, translations, suggested }
}

const dayMs = 86_400_000
const daysMax = 366

/** In whole days, since a draft often has an end and no beginning yet. */
function windowOf({ opens_at, closes_at, created_at }: SavedPulse): string {
  if (closes_at === null) return usual.window
  const days = Math.ceil((Date.parse(closes_at) - Date.parse(opens_at ?? created_at)) / dayMs)
  return `P${Math.min(Math.max(days, 1), daysMax)}D`
}

async function fromCheckIn(tx: Tx, actor: UserActor, id: string): Promise<Content | undefined> {
  const checkIn = await findCheckIn(tx, actor, id)
  if (!checkIn) return undefined
  const { title, description, questions, language, translations } = checkIn
  const { reminders, window, lifecycle, low_participation, rotation } = checkIn
  // What earlier versions stored has fewer fields.
  const { rrule, time = weekly.time, on_holiday = weekly.on_holiday } = checkIn.recurrence
  const { mode } = checkIn.confidentiality
  const recurrence = lifecycle ? null : { rrule, time, on_holiday }
  const suggested = { mode, window, recurrence, lifecycle, reminders, low_participation, rotation }
  return { kind: 'check_in', title, description, questions, language, translations, suggested }
}

/**
 * @throws unprocessable  a pulse that recurs, follows people's dates, or whose questions take turns; a check-in with both kinds of dates
 * @param before  what a version before had
 */
function suggestedFor(
  kind: TemplateKind,
  given: NonNullable<TemplateDraft['suggested']>,
  before: Suggested | null,
): Suggested {
  const { recurrence: wanted, lifecycle: around, rotation: turns, ...rest } = given
  if (kind !== 'check_in' && wanted)
    throw impossible('/suggested/recurrence', 'A pulse has no `recurrence`; remove it')
  if (kind !== 'check_in' && around)
    throw impossible('/suggested/lifecycle', 'A pulse has no `lifecycle`; remove it')
  if (wanted && around)
    throw impossible(
      '/suggested/recurrence',
      'A check-in with a lifecycle has no recurrence of its own',
      'one_of',
    )
  if (kind !== 'check_in' && turns)
    throw impossible('/suggested/rotation', 'A pulse has no `rotation`; remove it')
  const rotation = kind !== 'check_in' ? null : turns === undefined ? (before?.rotation ?? null) : turns
  // Anyone who gives one kind of dates replaces the other.
  const kept = wanted ? null : (before?.lifecycle ?? null)
  const lifecycle = kind !== 'check_in' ? null : around === undefined ? kept : around
  const recurrence =
    kind !== 'check_in' || lifecycle
      ? null
      : wanted
        ? { ...weekly, ...wanted }
        : (before?.recurrence ?? weekly)
  return { ...(before ?? usual), ...rest, recurrence, lifecycle, rotation } as Suggested
}

/** @throws unprocessable  with pointers to the members of `suggested`, and to questions that depend on one which takes turns */
function checkSuggested(
  checkSuggestion: CheckSuggestion,
  { suggested, questions }: Pick<Template, 'suggested' | 'questions'>,
  now: Date,
): void {
  try {
    checkReminders(suggested.reminders, suggested.mode)
    checkSuggestion({ ...suggested, questions }, now)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { errors = [], ...extra } = error.extra
    throw problem(error.code, {
      ...extra,
      // A suggestion has the mode by itself, a survey under its confidentiality.
      errors: errors.map((one) =>
        one.pointer.startsWith('/questions')
          ? one
          : { ...one, pointer: `/suggested${one.pointer.replace('/confidentiality', '')}` },
      ),
    })
  }
}

/** @throws not_found | not_the_author | precondition_failed */
export async function loadToChange({
  tx,
  actor,
  params,
  ifMatch,
}: Acting & { params: { id: string }; ifMatch: number | undefined }): Promise<store.TemplateRow> {
  const row = await store.lockOwn(tx, actor, params.id)
  if (!row) throw problem('not_found')
  // An author who was erased is nobody any more.
  assertReaches(actor, 'template.change', { authorUserId: row.author_user_id ?? '' })
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
  return row
}

/** @throws not_found  also once it is deleted | not_the_author | precondition_failed | unprocessable */
export async function updateTemplate(
  checkSuggestion: CheckSuggestion,
  call: Call<typeof contract.updateTemplate>,
): Promise<Reply<typeof contract.updateTemplate>> {
  const { tx, actor, body: patch, now } = call
  const row = await loadToChange(call)
  if (row.deleted_at !== null) throw problem('not_found')
  if (patch.questions) checkQuestions(patch.questions)
  const { suggested: given, ...content } = patch
  const kind = patch.kind ?? row.kind
  if ((kind === 'question') !== (row.kind === 'question'))
    throw impossible('/kind', 'A question of the library stays one, and a template of surveys too', 'fixed')
  checkSingle({ kind, questions: patch.questions ?? row.questions })
  const suggested = suggestedFor(kind, given ?? {}, row.suggested)
  checkSuggested(checkSuggestion, { suggested, questions: patch.questions ?? row.questions }, now)
  const next: store.TemplateRow = {
    ...row,
    ...content,
    ...(patch.title !== undefined && { title: nameOf(patch.title, 'title') }),
    ...wordingAfter(row, patch),
    kind,
    suggested,
  }
  if (isDeepStrictEqual(next, row)) return { ...(await present(tx, actor, row)), comparison: null }
  if (patch.questions) await assertFree(tx, next, { exceptId: row.id, pointer: '/questions/0/id' })
  const comparison = compare(row, next.questions)
  const comparableSince = comparison.comparable ? row.comparable_since : row.version + 1
  const changed = await store.updateTemplate(tx, { ...next, comparable_since: comparableSince }, now)
  await record(call, 'template.updated', changed)
  return { ...(await present(tx, actor, changed)), comparison }
}
