/**
 * The rows of one respondent as answers to the questions of a period, each with the line that it comes from. A row that says
 * nothing to its question (a choice where a scale was asked) is left out, and told of; one that cannot be is at fault. Pure.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
import { definitionOf, isText } from '../questions/questions.ts'
import { folded, type Form } from './forms.ts'

export type SaidRow = {
  line: number
  question: string
  rating: number | null
  steps: number | null
  choice: string | null
  words: string | null
}

export type Said = {
  answers: { line: number; answer: Answer }[]
  leftOut: { line: number; reason: string }[]
  faults: { line: number; column: string; code: string; detail: string }[]
}

export function answersOf(rows: readonly SaidRow[], forms: ReadonlyMap<string, Form>): Said {
  const said: Said = { answers: [], leftOut: [], faults: [] }
  for (const row of rows) addRow(said, row, forms.get(row.question)!)
  return said
}

function addRow(said: Said, row: SaidRow, form: Form): void {
  const { line, words } = row
  const { question, why } = form
  const answer = answerTo(form, row)
  if (typeof answer === 'string') {
    if (row.rating !== null || row.choice !== null || words === null || isText(question))
      said.leftOut.push({ line, reason: `${row.question}: ${answer}` })
  } else add(said, line, question, answer)
  if (words !== null && !isText(question)) add(said, line, why, { question_id: why.id, text: words })
}

function add({ answers, faults }: Said, line: number, question: Question, answer: Answer): void {
  const before = answers.find((one) => one.answer.question_id === answer.question_id)
  if (!before) return void answers.push({ line, answer })
  if (definitionOf(question).tally(question).kind === 'several') return join(before.answer, answer)
  const detail = `${question.id} is answered in line ${before.line} already`
  faults.push({ line, column: 'question', code: 'repeated', detail })
}

/** Several rows of one question are several picks. */
function join(all: Answer, more: Answer): void {
  const picks = [...new Set([...((all.value ?? []) as string[]), ...((more.value ?? []) as string[])])]
  if (picks.length > 0) all.value = picks
  const own = [all.text, more.text].flatMap((text) => text ?? [])
  if (own.length > 0) all.text = own.join('; ')
}

/** @returns the answer, or why there is none */
function answerTo({ question, options, rescaled }: Form, row: SaidRow): Answer | string {
  const asked = rescaled.get(row.steps ?? 0) ?? question
  const reply = definitionOf(asked).pastReply(asked, {
    ...row,
    optionOf: (words) => options.get(folded(words)),
  })
  return typeof reply === 'string' ? reply : { question_id: asked.id, ...reply }
}
