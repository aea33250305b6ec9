/**
 * What would become of a staged file: its questions as ours, its periods as dates, its respondents with their answers. Everything
 * is checked before anything is made. Between the two nothing is held but the plan: a period is read again when it is made.
 */
import { limits } from '../../contract/limits.ts'
import { type PastQuestions } from '../../contract/imports.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import { type CheckInRow, pastWindow } from '../checkins/checkins.ts'
import { checkAnswers, checkQuestions } from '../collection/collection.ts'
import { type Tx } from '../db/db.ts'
import { type Faults } from '../imports/imports.ts'
import { Problem } from '../problem.ts'
import { answersOf, type Said } from './answers.ts'
import { definitionsOf } from './definitions.ts'
import { type Form, formOf, type Tally } from './forms.ts'
import * as store from './store.ts'

export type Forms = ReadonlyMap<string, Form>

export type PlannedPeriod = store.Period & {
  asked: Question[]
  /** Of those who said something. */
  respondents: number
  answers: number
}

export type Plan = {
  forms: Forms
  periods: PlannedPeriod[]
  left_out: number
  left_out_first: { line: number; reason: string }[]
}

type Given = {
  checkIn: CheckInRow | undefined
  /** Questions of the check-in, those of today last. */
  known: readonly Question[]
  questions: PastQuestions
  /** Of the whole file, dates included that have an instance and are left alone. */
  tallies: readonly Tally[]
  found: readonly store.Period[]
}

/** The periods that are left, checked row by row. */
export async function planOf(session: Tx, given: Given, faults: Faults, now: Date): Promise<Plan> {
  const { tallies, found } = given
  const plan: Plan = { forms: new Map(), periods: [], left_out: 0, left_out_first: [] }
  const tooMany = (line: number, what: string): Plan => {
    faults.add({ at: line, column: null, code: 'too_many', detail: `An import has at most ${what}` })
    return plan
  }
  if (found.length === 0) return tooFew(plan, faults)
  if (found.length > limits.pastPeriodsMax)
    return tooMany(found.at(-1)!.line, `${limits.pastPeriodsMax} periods`)
  if (tallies.length > limits.pastQuestionsMax)
    return tooMany(found[0].line, `${limits.pastQuestionsMax} questions`)
  plan.forms = formsOf(given, faults)
  if (faults.count > 0) return plan
  for (const period of await store.periods(session, limits.pastPeriodsMax))
    plan.periods.push(await checkPeriod(session, given, plan, period, faults, now))
  return plan
}

function tooFew(plan: Plan, faults: Faults): Plan {
  if (faults.count === 0)
    faults.add({ at: 1, column: null, code: 'empty', detail: 'There is no answer in it' })
  return plan
}

function formsOf({ tallies, ...given }: Given, faults: Faults): Forms {
  const named = Object.keys(given.questions)
  const tallyOf = new Map(tallies.map((tally) => [tally.question, tally]))
  const keys = [...named.filter((key) => tallyOf.has(key)), ...tallyOf.keys()]
  const definitions = definitionsOf([...new Set(keys)], given.questions, given.known)
  const forms = new Map([...definitions].map(([key, own]) => [key, formOf(own, tallyOf.get(key)!)]))
  const ids = new Map<string, string>()
  for (const [key, { question }] of forms) {
    const other = ids.get(question.id)
    if (other !== undefined)
      faults.add({
        at: 1,
        column: 'questions',
        code: 'repeated',
        detail: `${other} and ${key} both are ${question.id}`,
      })
    ids.set(question.id, key)
  }
  return forms
}

async function checkPeriod(
  session: Tx,
  { checkIn }: Given,
  plan: Plan,
  period: store.Period,
  faults: Faults,
  now: Date,
): Promise<PlannedPeriod> {
  const at = period.line
  if (pastWindow(checkIn, period.date).opensAt >= now)
    faults.add({ at, column: 'period', code: 'in_the_future', detail: `${period.period} has not begun` })
  if (period.respondents > limits.recipientsMax)
    faults.add({
      at,
      column: 'respondent',
      code: 'too_many',
      detail: `At most ${limits.recipientsMax} people can have been asked at once`,
    })
  const read = await readPeriod(session, plan.forms, period.date)
  for (const fault of read.faults) faults.add({ at: fault.line, ...fault })
  for (const one of read.leftOut) {
    plan.left_out++
    if (plan.left_out_first.length < limits.pastLeftOutShownMax) plan.left_out_first.push(one)
  }
  if (read.questions.length > limits.questionsMax)
    faults.add({
      at,
      column: 'question',
      code: 'too_many',
      detail: `A survey has at most ${limits.questionsMax} questions; in ${period.period} there are ${read.questions.length}`,
    })
  else checkAsked(read.questions, at, faults)
  return {
    ...period,
    asked: read.questions,
    respondents: read.respondents.length,
    members: read.respondents.filter(({ memberId }) => memberId !== null).length,
    answers: read.respondents.reduce((all, { answers }) => all + answers.length, 0),
  }
}

function checkAsked(questions: readonly Question[], at: number, faults: Faults): void {
  try {
    checkQuestions(questions)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    faults.add({ at, column: 'questions', code: 'invalid', detail: error.extra.detail! })
  }
}

export type ReadPeriod = {
  questions: Question[]
  respondents: { memberId: string | null; teamId: string | null; answers: Answer[] }[]
  leftOut: Said['leftOut']
  faults: Said['faults']
}

/** Who said what in a period, and which questions that answers. */
export async function readPeriod(session: Tx, forms: Forms, date: string): Promise<ReadPeriod> {
  const rows = await store.rowsOf(session, date)
  const read: ReadPeriod = { questions: [], respondents: [], leftOut: [], faults: [] }
  const all = [...Map.groupBy(rows, ({ respondent }) => respondent).values()].map((own) => ({
    own,
    said: answersOf(own, forms),
  }))
  const answered = new Set(all.flatMap(({ said }) => said.answers.map(({ answer }) => answer.question_id)))
  read.questions = questionsOf(forms, answered)
  for (const { own, said } of all) {
    read.leftOut.push(...said.leftOut)
    read.faults.push(...said.faults)
    const answers = fitting(read.questions, said, read.faults)
    if (answers.length > 0)
      read.respondents.push({
        memberId: own[0].member_id,
        teamId: own.find(({ team_id }) => team_id !== null)?.team_id ?? null,
        answers,
      })
  }
  return read
}

/** In the order of the file. A condition on what nobody was asked is none. */
function questionsOf(forms: Forms, answered: ReadonlySet<string>): Question[] {
  const asked: Question[] = []
  const all = [...forms.values()].flatMap(({ question, rescaled, why }) => [
    question,
    ...rescaled.values(),
    why,
  ])
  for (const { show_if: condition, ...question } of all) {
    if (!answered.has(question.id)) continue
    const isPut = condition && asked.some(({ id }) => id === condition.question_id)
    asked.push(isPut ? { ...question, show_if: condition } : question)
  }
  return asked
}

/** Answers as the engine takes them; what it refuses is a fault of the line. */
function fitting(questions: readonly Question[], { answers }: Said, faults: Said['faults']): Answer[] {
  try {
    return checkAnswers(
      questions,
      answers.map(({ answer }) => answer),
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_answers') throw error
    for (const { pointer, detail } of error.extra.errors!) {
      const { line, answer } = answers[Number(pointer.split('/').at(-1))]
      faults.push({
        line,
        column: 'question',
        code: 'invalid',
        detail: `${answer.question_id}: ${detail}`,
      })
    }
    return []
  }
}
