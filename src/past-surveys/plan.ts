/**
 * What a staged file becomes: questions, dates, and respondents with their answers. Everything is checked before anything is
 * written. Only the plan stays in memory: a period is read again when its instance is created.
 */
import { limits } from '../../contract/limits.ts'
import type { PastQuestions } from '../../contract/imports.ts'
import type { Answer, Question } from '../../contract/questions.ts'
import type { QuestionTranslation, Translations } from '../../contract/translations.ts'
import { type CheckInRow, pastWindow } from '../checkins/checkins.ts'
import { checkAnswers, checkQuestions, checkTranslations } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import type { Faults } from '../imports/imports.ts'
import { Problem } from '../problem.ts'
import { answersOf, type LeftOutRow, type RespondentAnswers, type RowFault } from './answers.ts'
import { definitionsOf, type Known } from './definitions.ts'
import { mappingOf, type Mappings, type Tally } from './mappings.ts'
import * as store from './store.ts'

export type PlannedPeriod = store.Period & {
  questions: Question[]
  /** Those with an answer. */
  respondents: number
  answers: number
}

export type Plan = {
  mappings: Mappings
  periods: PlannedPeriod[]
  /** Distinct questions of all periods, each as the last one asks it. */
  questions: Question[]
  /** What these say in other languages. */
  translations: Translations
  /** Rows that are no answer to their question. */
  leftOut: { count: number; first: LeftOutRow[] }
}

export type PlanInput = {
  checkIn: CheckInRow | undefined
  known: Known
  /** The main language; null: the organisation's. */
  language: string | null
  questions: PastQuestions
  /** Counts of the whole file, including dates that have an instance and are left alone. */
  tallies: readonly Tally[]
  found: readonly store.Period[]
  now: Date
}

/** Plans the periods that have no instance yet, checked row by row. */
export async function planOf(session: Tx, input: PlanInput, faults: Faults): Promise<Plan> {
  const plan: Plan = {
    mappings: new Map(),
    periods: [],
    questions: [],
    translations: {},
    leftOut: { count: 0, first: [] },
  }
  if (!checkSize(input, faults)) return plan
  plan.mappings = mappingsOf(input, faults)
  if (faults.count > 0) return plan
  for (const period of await store.periods(session, limits.pastPeriodsMax)) {
    const read = await readPeriod(session, plan.mappings, period.date)
    checkPeriod(input, period, read, faults)
    plan.leftOut.count += read.leftOut.length
    const room = limits.pastLeftOutShownMax - plan.leftOut.first.length
    plan.leftOut.first.push(...read.leftOut.slice(0, room))
    plan.periods.push({
      ...period,
      questions: read.questions,
      respondents: read.respondents.length,
      members: read.respondents.filter(({ memberId }) => memberId !== null).length,
      answers: read.respondents.reduce((all, { answers }) => all + answers.length, 0),
    })
  }
  const questions = plan.periods.flatMap((period) => period.questions)
  plan.questions = [...new Map(questions.map((question) => [question.id, question])).values()]
  plan.translations = translationsOf(plan.mappings)
  checkWording(input, plan, faults)
  return plan
}

/** By question. One on another scale says the same, without the labels of the first. */
function translationsOf(mappings: Mappings): Translations {
  const all: Translations = {}
  const put = (language: string, id: string, words: QuestionTranslation): void => {
    const { questions } = (all[language] ??= {})
    all[language] = { questions: { ...questions, [id]: words } }
  }
  for (const { question, rescaled, translations } of mappings.values())
    for (const [language, words] of Object.entries(translations)) {
      const { labels: _labels, ...unlabelled } = words
      put(language, question.id, words)
      for (const { id } of rescaled.values()) put(language, id, unlabelled)
    }
  return all
}

/** What the file itself translates has to fit its questions. */
function checkWording({ questions, language }: PlanInput, plan: Plan, faults: Faults): void {
  const translations: Translations = {}
  for (const [key, definition] of Object.entries(questions)) {
    const id = plan.mappings.get(key)?.question.id
    if (id === undefined || Array.isArray(definition)) continue
    for (const [other, words] of Object.entries(definition.translations ?? {}))
      translations[other] = { questions: { ...translations[other]?.questions, [id]: words } }
  }
  const detail = refusalOf(() =>
    checkTranslations(
      { title: '', description: null, questions: plan.questions },
      { language, translations },
    ),
  )
  if (detail !== null) faults.add({ at: 1, column: 'questions', code: 'invalid', detail })
}

function checkSize({ found, tallies }: PlanInput, faults: Faults): boolean {
  const first = found.at(0)
  const surplus = found.at(limits.pastPeriodsMax)
  const tooMany = (at: number, what: string): void =>
    faults.add({ at, column: null, code: 'too_many', detail: `An import has at most ${what}` })
  if (!first) {
    if (faults.count === 0)
      faults.add({ at: 1, column: null, code: 'empty', detail: 'The file has no answers' })
  } else if (surplus) tooMany(surplus.line, `${limits.pastPeriodsMax} periods`)
  else if (tallies.length > limits.pastQuestionsMax)
    tooMany(first.line, `${limits.pastQuestionsMax} questions`)
  else return true
  return false
}

function mappingsOf({ tallies, questions, known }: PlanInput, faults: Faults): Mappings {
  const tallyOf = new Map(tallies.map((tally) => [tally.question, tally]))
  const named = Object.keys(questions).filter((key) => tallyOf.has(key))
  const definitions = definitionsOf([...new Set([...named, ...tallyOf.keys()])], questions, known)
  const mappings: Mappings = new Map(
    [...definitions].flatMap(([key, definition]) => {
      const tally = tallyOf.get(key)
      return tally ? [[key, mappingOf(definition, tally)]] : []
    }),
  )
  checkIds(mappings, faults)
  return mappings
}

function checkIds(mappings: Mappings, faults: Faults): void {
  const keys = new Map<string, string>()
  for (const [key, { question }] of mappings) {
    const other = keys.get(question.id)
    if (other !== undefined) {
      const detail = `${other} and ${key} both are ${question.id}`
      faults.add({ at: 1, column: 'questions', code: 'repeated', detail })
    }
    keys.set(question.id, key)
  }
}

function checkPeriod(
  { checkIn, now }: PlanInput,
  { line: at, period, date, respondents }: store.Period,
  { questions, faults: rowFaults }: ReadPeriod,
  faults: Faults,
): void {
  const add = (column: string, code: string, detail: string): void => faults.add({ at, column, code, detail })
  if (pastWindow(checkIn, date).opensAt >= now) add('period', 'in_the_future', `${period} has not begun`)
  if (respondents > limits.recipientsMax)
    add('respondent', 'too_many', `A survey has at most ${limits.recipientsMax} recipients`)
  for (const { line, ...fault } of rowFaults) faults.add({ at: line, ...fault })
  if (questions.length > limits.questionsMax)
    add(
      'question',
      'too_many',
      `A survey has at most ${limits.questionsMax} questions; in ${period} there are ${questions.length}`,
    )
  else {
    const detail = refusalOf(() => checkQuestions(questions))
    if (detail !== null) add('questions', 'invalid', detail)
  }
}

function refusalOf(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.extra.detail ?? error.message
  }
}

export type ReadPeriod = {
  questions: Question[]
  respondents: { memberId: string | null; teamId: string | null; answers: Answer[] }[]
  leftOut: LeftOutRow[]
  faults: RowFault[]
}

/** The respondents of a period with their answers, and the questions that these answer. */
export async function readPeriod(session: Tx, mappings: Mappings, date: string): Promise<ReadPeriod> {
  const rows = await store.rowsOf(session, date)
  const read: ReadPeriod = { questions: [], respondents: [], leftOut: [], faults: [] }
  const respondents = [...Map.groupBy(rows, ({ respondent }) => respondent).values()].map((own) => ({
    rows: own,
    reading: answersOf(own, mappings),
  }))
  const answered = new Set(
    respondents.flatMap(({ reading }) => reading.answers.map(({ answer }) => answer.question_id)),
  )
  read.questions = questionsOf(mappings, answered)
  for (const { rows: own, reading } of respondents) {
    read.leftOut.push(...reading.leftOut)
    read.faults.push(...reading.faults)
    const answers = checkedAnswers(read.questions, reading, read.faults)
    if (answers.length > 0)
      read.respondents.push({
        memberId: own[0].member_id,
        teamId: own.find(({ team_id }) => team_id !== null)?.team_id ?? null,
        answers,
      })
  }
  return read
}

/** In the order of the file. A condition on a question that was not asked is dropped. */
function questionsOf(mappings: Mappings, answered: ReadonlySet<string>): Question[] {
  const asked: Question[] = []
  const all = [...mappings.values()].flatMap(({ question, rescaled, reason }) => [
    question,
    ...rescaled.values(),
    reason,
  ])
  for (const { show_if: condition, ...question } of all) {
    if (!answered.has(question.id)) continue
    const applies = condition && asked.some(({ id }) => id === condition.question_id)
    asked.push(applies ? { ...question, show_if: condition } : question)
  }
  return asked
}

/** Answers that the engine accepts; each that it refuses is a fault of its line. */
function checkedAnswers(
  questions: readonly Question[],
  { answers }: RespondentAnswers,
  faults: RowFault[],
): Answer[] {
  try {
    return checkAnswers(
      questions,
      answers.map(({ answer }) => answer),
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_answers') throw error
    for (const { pointer, detail } of error.extra.errors ?? []) {
      const { line, answer } = answers[Number(pointer.split('/').at(-1))]
      faults.push({ line, column: 'question', code: 'invalid', detail: `${answer.question_id}: ${detail}` })
    }
    return []
  }
}
