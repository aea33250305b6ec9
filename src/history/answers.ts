/**
 * The rows of one respondent as answers to the questions of a period, each with the line that it comes from. A row that says
 * nothing to its question (a choice where a scale was asked) is left out, and told of; one that cannot be is at fault. Pure.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
import { folded, type Form, isNo, isYes } from './forms.ts'

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
    if (row.rating !== null || row.choice !== null || words === null || question.type === 'text')
      said.leftOut.push({ line, reason: `${row.question}: ${answer}` })
  } else add(said, line, question, answer)
  if (words !== null && question.type !== 'text') add(said, line, why, { question_id: why.id, text: words })
}

function add({ answers, faults }: Said, line: number, question: Question, answer: Answer): void {
  const before = answers.find((one) => one.answer.question_id === answer.question_id)
  if (!before) return void answers.push({ line, answer })
  if (question.type === 'multi_choice') return join(before.answer, answer)
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
  const { id: question_id } = question
  const { rating, steps, choice, words } = row
  switch (question.type) {
    case 'text':
      return words === null ? 'a text is asked' : { question_id, text: words }
    case 'scale':
      return rating === null
        ? 'a rating is asked'
        : onScale(rescaled.get(steps ?? 0) ?? question, rating, steps)
    case 'enps':
      return rating === null ? 'a rating is asked' : onScale({ ...question, min: 0, max: 10 }, rating, steps)
    case 'mood':
      return rating === null ? 'a rating is asked' : onScale({ ...question, min: 1, max: 5 }, rating, steps)
    case 'number':
      return rating === null ? 'a number is asked' : { question_id, value: rating }
    case 'date':
      return (choice ?? words) === null ? 'a date is asked' : { question_id, value: (choice ?? words)! }
    case 'yes_no':
      return choice !== null && (isYes(choice) || isNo(choice))
        ? { question_id, value: isYes(choice) }
        : 'yes or no is asked'
    default:
      return choice === null ? 'a choice is asked' : chosen(question, options, choice)
  }
}

/** Steps count from the lowest value; without them the rating is the value. */
function onScale({ id, min = 1, max = 5 }: Question, rating: number, steps: number | null): Answer | string {
  if (steps === null) return { question_id: id, value: rating }
  return steps === max - min + 1
    ? { question_id: id, value: min + rating - 1 }
    : `it is asked on ${max - min + 1} steps, not on ${steps}`
}

function chosen(question: Question, options: ReadonlyMap<string, string>, choice: string): Answer | string {
  const { id: question_id, type, other } = question
  const whole = options.get(folded(choice))
  const several = type === 'multi_choice' && whole === undefined && choice.includes(';')
  const parts = several ? choice.split(';').flatMap((part) => part.trim() || []) : [choice.trim()]
  const picks = [...new Set(parts.flatMap((part) => options.get(folded(part)) ?? []))]
  const own = parts.filter((part) => !options.has(folded(part))).join('; ')
  // What is none of the options is refused with the answer, unless other words are taken.
  const text = own === '' ? {} : other ? { text: own } : undefined
  if (text === undefined) return { question_id, value: type === 'multi_choice' ? [own] : own }
  if (type === 'multi_choice') return { question_id, value: picks, ...text }
  return { question_id, ...(picks.length > 0 && { value: picks[0] }), ...text }
}
