/**
 * The rows of one respondent as answers to the questions of a period, each with its line. A row that is not an answer to its question
 * (a choice for a scale) is left out and reported; an impossible one is a fault. Pure.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import { definitionOf, isText } from '../questions/questions.ts'
import { folded, type Mapping, type Mappings } from './mappings.ts'

export type AnswerRow = {
  line: number
  question: string
  rating: number | null
  steps: number | null
  choice: string | null
  words: string | null
}

export type LeftOutRow = { line: number; reason: string }
export type RowFault = { line: number; column: string; code: string; detail: string }

export type RespondentAnswers = {
  answers: { line: number; answer: Answer }[]
  leftOut: LeftOutRow[]
  faults: RowFault[]
}

export function answersOf(rows: readonly AnswerRow[], mappings: Mappings): RespondentAnswers {
  const reading: RespondentAnswers = { answers: [], leftOut: [], faults: [] }
  for (const row of rows) {
    const mapping = mappings.get(row.question)
    if (!mapping) throw new Error(`line ${row.line} names a question that was not counted`)
    addRow(reading, row, mapping)
  }
  return reading
}

function addRow(reading: RespondentAnswers, row: AnswerRow, mapping: Mapping): void {
  const { line, words } = row
  const { question, reason } = mapping
  const answer = answerTo(mapping, row)
  if (typeof answer === 'string') {
    if (row.rating !== null || row.choice !== null || words === null || isText(question))
      reading.leftOut.push({ line, reason: `${row.question}: ${answer}` })
  } else add(reading, line, question, answer)
  if (words !== null && !isText(question)) add(reading, line, reason, { question_id: reason.id, text: words })
}

function add({ answers, faults }: RespondentAnswers, line: number, question: Question, answer: Answer): void {
  const before = answers.find((one) => one.answer.question_id === answer.question_id)
  if (!before) return void answers.push({ line, answer })
  if (definitionOf(question).tally(question).kind === 'several') return join(before.answer, answer)
  const detail = `${question.id} is already answered in line ${before.line}`
  faults.push({ line, column: 'question', code: 'repeated', detail })
}

const picksOf = ({ value }: Answer): string[] => (Array.isArray(value) ? value : [])

/** Several rows of a multiple choice are several picks. */
function join(all: Answer, more: Answer): void {
  const picks = [...new Set([...picksOf(all), ...picksOf(more)])]
  if (picks.length > 0) all.value = picks
  const texts = [all.text, more.text].flatMap((text) => text ?? [])
  if (texts.length > 0) all.text = texts.join('; ')
}

/** @returns the answer, or why there is none */
function answerTo({ question, options, rescaled }: Mapping, row: AnswerRow): Answer | string {
  const asked = rescaled.get(row.steps ?? 0) ?? question
  const reply = definitionOf(asked).pastReply(asked, {
    ...row,
    optionOf: (words) => options.get(folded(words)),
  })
  return typeof reply === 'string' ? reply : { question_id: asked.id, ...reply }
}
