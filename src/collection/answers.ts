/**
 * Answers held against their questions, in the order of the questions: what a question was not put for is left out, so
 * whatever depends on it is not put either.
 */
import { limits } from '../../contract/limits.ts'
import { type Answer, otherValue, type Question } from '../../contract/questions.ts'
import { type FieldError, problem } from '../problem.ts'

/** Is this question put to somebody who gave these answers so far? */
export function isShown(question: Question, given: ReadonlyMap<string, Answer>): boolean {
  if (!question.show_if) return true
  const answer = given.get(question.show_if.question_id)
  const wanted = question.show_if.any_of
  return answer !== undefined && valuesOf(answer).some((value) => wanted.includes(value))
}

/** Words beside one choice only explain it; alone, or beside several, they are a choice of their own. */
const valuesOf = ({ value, text }: Answer): (string | number | boolean)[] => [
  ...(Array.isArray(value) ? value : value === undefined ? [] : [value]),
  ...(text && (value === undefined || Array.isArray(value)) ? [otherValue] : []),
]

/**
 * Unanswered optional questions are left out of the result, as is what a question that is not shown was given, whatever it
 * says; white space alone is no answer, and no pick neither.
 * @throws invalid_answers  with a pointer to each fault, /answers/{index} or /questions/{index} where one is missing
 */
export function checkAnswers(questions: readonly Question[], answers: readonly Answer[]): Answer[] {
  const errors: FieldError[] = []
  const given = byQuestion(questions, answers, errors)
  const kept = new Map<string, Answer>()
  questions.forEach((question, index) => {
    if (!isShown(question, kept)) return
    const found = given.get(question.id)
    const answer = found && sayingOf(question, found.answer)
    if (!answer) {
      if (!question.required) return
      const detail = `“${question.text}” needs an answer`
      return errors.push({ pointer: `/questions/${index}`, code: 'required', detail })
    }
    const detail = faultOf(question, answer)
    if (detail) errors.push({ pointer: `/answers/${found.index}`, code: 'invalid', detail })
    else kept.set(question.id, answer)
  })
  if (errors.length > 0) throw problem('invalid_answers', { detail: errors[0].detail, errors })
  return [...kept.values()]
}

type Found = { answer: Answer; index: number }

function byQuestion(
  questions: readonly Question[],
  answers: readonly Answer[],
  errors: FieldError[],
): Map<string, Found> {
  const known = new Set(questions.map((question) => question.id))
  const given = new Map<string, Found>()
  answers.forEach((answer, index) => {
    const pointer = `/answers/${index}`
    if (!known.has(answer.question_id))
      errors.push({ pointer, code: 'unknown_question', detail: 'There is no such question' })
    else if (given.has(answer.question_id))
      errors.push({ pointer, code: 'twice', detail: 'This question is answered twice' })
    else given.set(answer.question_id, { answer, index })
  })
  return given
}

/** @returns the answer as it is kept, or undefined where it says nothing */
function sayingOf(
  { type }: Question,
  { question_id, value, text, do_not_quote }: Answer,
): Answer | undefined {
  const words = text?.trim()
  const picksNothing =
    Array.isArray(value) && value.length === 0 && (type === 'multi_choice' || type === 'ranking')
  const saysNothing = value === undefined && (type === 'text' || words !== undefined)
  if (!words && (picksNothing || saysNothing)) return undefined
  return {
    question_id,
    ...(value !== undefined && !picksNothing && { value }),
    ...(words && { text: words }),
    ...(do_not_quote && { do_not_quote }),
  }
}

/** @returns why this answer does not fit, or null */
function faultOf(question: Question, { value, text, do_not_quote }: Answer): string | null {
  if (text !== undefined && text.length > (question.max_length ?? limits.answerLengthMax))
    return 'The text is too long'
  if (question.type === 'text') return value === undefined ? null : 'A text question is answered by `text`'
  if (do_not_quote) return 'Only answers to text questions can be kept from being quoted'
  if (text !== undefined && !question.other) return 'This question takes no `text`'
  if (value === undefined && text === undefined) return 'The answer lacks a `value`'
  if (question.type === 'multi_choice') return picksFault(question, value ?? [], text === undefined ? 0 : 1)
  return value === undefined ? null : valueFault(question, value)
}

/** The whole numbers that a question is answered by, or null. */
export function rangeOf({ type, min, max }: Question): [from: number, to: number] | null {
  if (type === 'scale') return [min ?? 1, max ?? 5]
  if (type === 'enps') return [0, 10]
  return type === 'mood' ? [1, 5] : null
}

/** @returns why a question cannot have this value, or null */
export function valueFault(question: Question, value: NonNullable<Answer['value']>): string | null {
  const isOption = (one: unknown): boolean => (question.options ?? []).some(({ id }) => id === one)
  const range = rangeOf(question)
  if (range) {
    const fits = Number.isInteger(value) && (value as number) >= range[0] && (value as number) <= range[1]
    return fits ? null : `The value must be an integer from ${range[0]} to ${range[1]}`
  }
  switch (question.type) {
    case 'yes_no':
      return typeof value === 'boolean' ? null : 'The value must be true or false'
    case 'single_choice':
      return isOption(value) ? null : 'The value must be one of the options'
    case 'multi_choice':
      return picksFault(question, value, 0)
    case 'ranking':
      return rankingFault(question, value)
    case 'number':
      return numberFault(question, value)
    case 'date':
      return dateFault(question, value)
    default:
      return 'This question takes no `value`'
  }
}

const areOptions = ({ options = [] }: Question, value: unknown): value is string[] => {
  const known = new Set<unknown>(options.map(({ id }) => id))
  return Array.isArray(value) && value.every((one) => known.has(one)) && new Set(value).size === value.length
}

/** @param own how many answers in other words stand beside the picks */
function picksFault(question: Question, value: unknown, own: number): string | null {
  if (!areOptions(question, value)) return 'The value must list options, each at most once'
  const { min_picks: least = 0, max_picks: most = Infinity } = question
  const picks = value.length + own
  if (picks < least) return `Pick at least ${least}`
  return picks > most ? `Pick at most ${most}` : null
}

/** Best first. All of them, unless the question says how many. */
function rankingFault(question: Question, value: unknown): string | null {
  const { options = [], min_picks: min, max_picks: max } = question
  const least = Math.max(1, min ?? (max === undefined ? options.length : 1))
  const most = max ?? options.length
  if (areOptions(question, value) && value.length >= least && value.length <= most) return null
  return least === options.length
    ? 'The value must list every option once, the best first'
    : `The value must list ${least === most ? least : `${least} to ${most}`} options, each once, the best first`
}

/** The bounds of the contract, where a question names none. */
const numberMax = 1e9

function numberFault({ min = -numberMax, max = numberMax }: Question, value: unknown): string | null {
  const fits = typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
  return fits ? null : `The value must be a number from ${min} to ${max}`
}

function dateFault({ earliest, latest }: Question, value: unknown): string | null {
  if (typeof value !== 'string' || !isDate(value)) return 'The value must be a date, YYYY-MM-DD'
  if (earliest !== undefined && value < earliest) return `The date must not be before ${earliest}`
  return latest !== undefined && value > latest ? `The date must not be after ${latest}` : null
}

const isDate = (value: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
