/**
 * Questions and the answers that fit them. What the contract's schema cannot say: which members a type needs, that ids are
 * unique, that `show_if` looks back at an earlier question.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
import { limits } from '../../contract/limits.ts'
import { type FieldError, problem } from '../problem.ts'

const choices = new Set<Question['type']>(['single_choice', 'multi_choice', 'ranking'])
/** Those that may have an answer of one's own words beside the options. */
const extensible = new Set<Question['type']>(['single_choice', 'multi_choice'])

/** The widest scale whose values are listed one by one. */
const scaleStepsMax = 11

/** @throws unprocessable  with a pointer to each fault */
export function checkQuestions(questions: readonly Question[]): void {
  const errors: FieldError[] = []
  const earlier = new Map<string, Question>()
  questions.forEach((question, index) => {
    const fault = (member: string, detail: string): void =>
      void errors.push({ pointer: `/questions/${index}${member && `/${member}`}`, code: 'invalid', detail })
    if (earlier.has(question.id)) fault('id', `The id ${question.id} is used twice`)
    checkShape(question, fault)
    if (question.show_if && !earlier.has(question.show_if.question_id)) {
      fault('show_if/question_id', 'show_if must name a question that comes before')
    }
    earlier.set(question.id, question)
  })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}

function checkShape(question: Question, fault: (member: string, detail: string) => void): void {
  const { type, min, max, options, other, min_picks: least, max_picks: most } = question
  if (type === 'scale') {
    const [from, to] = [min ?? 1, max ?? 5]
    if (!Number.isInteger(from) || !Number.isInteger(to)) fault('min', 'A scale runs from integer to integer')
    else if (to <= from || to - from >= scaleStepsMax) fault('max', `A scale has 2 to ${scaleStepsMax} steps`)
  }
  if (type === 'number' && min !== undefined && max !== undefined && min > max)
    fault('max', 'max is below min')
  if (choices.has(type)) {
    if (!options) fault('options', `A question of type ${type} needs options`)
    else if (new Set(options.map((option) => option.id)).size < options.length)
      fault('options', 'Two options have the same id')
  } else if (options) fault('options', `A question of type ${type} has no options`)
  if (other && !extensible.has(type))
    fault('other', `A question of type ${type} takes no answer in other words`)
  if (other && options?.some((option) => option.id === 'other'))
    fault('options', 'The id other is taken by the answer in other words')
  if (least !== undefined && most !== undefined && least > most)
    fault('max_picks', 'max_picks is below min_picks')
  if (options && least !== undefined && least > options.length)
    fault('min_picks', 'min_picks is above the number of options')
}

/** Is this question put to somebody who gave these answers so far? */
export function isShown(question: Question, given: ReadonlyMap<string, Answer>): boolean {
  if (!question.show_if) return true
  const value = given.get(question.show_if.question_id)?.value
  const wanted = question.show_if.any_of
  return Array.isArray(value)
    ? value.some((one) => wanted.includes(one))
    : value !== undefined && wanted.includes(value)
}

/**
 * Holds answers against their questions. Unanswered optional questions are left out of the result; white space alone is no
 * answer.
 * @throws invalid_answers  with a pointer to each fault, /answers/{index} or /questions/{index} where one is missing
 */
export function checkAnswers(questions: readonly Question[], answers: readonly Answer[]): Answer[] {
  const errors: FieldError[] = []
  const byId = new Map(questions.map((question) => [question.id, question]))
  const given = new Map<string, Answer>()
  answers.forEach((answer, index) => {
    const pointer = `/answers/${index}`
    const question = byId.get(answer.question_id)
    if (!question)
      return errors.push({ pointer, code: 'unknown_question', detail: 'There is no such question' })
    if (given.has(answer.question_id))
      return errors.push({ pointer, code: 'twice', detail: 'This question is answered twice' })
    const fault = faultOf(question, answer)
    if (fault) return errors.push({ pointer, code: 'invalid', detail: fault })
    const kept = { ...answer, ...(answer.text !== undefined && { text: answer.text.trim() }) }
    if (says(kept.value) || kept.text) given.set(answer.question_id, kept)
  })
  const shown: Answer[] = []
  const soFar = new Map<string, Answer>()
  questions.forEach((question, index) => {
    if (!isShown(question, soFar)) return
    const answer = given.get(question.id)
    if (answer) {
      shown.push(answer)
      soFar.set(question.id, answer)
    } else if (question.required) {
      errors.push({
        pointer: `/questions/${index}`,
        code: 'required',
        detail: `“${question.text}” needs an answer`,
      })
    }
  })
  if (errors.length > 0) throw problem('invalid_answers', { detail: errors[0].detail, errors })
  return shown
}

/** No pick at all is no answer. */
const says = (value: Answer['value']): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined

/** @returns why this answer does not fit, or null */
function faultOf(question: Question, { value, text }: Answer): string | null {
  if (text !== undefined && text.length > (question.max_length ?? limits.answerLengthMax))
    return 'The text is too long'
  if (question.type === 'text') return value === undefined ? null : 'A text question is answered by `text`'
  if (text !== undefined && !question.other) return 'This question takes no `text`'
  if (value === undefined) return text === undefined ? 'The answer lacks a `value`' : null
  return valueFault(question, value)
}

function valueFault(question: Question, value: NonNullable<Answer['value']>): string | null {
  const options = new Set(question.options?.map((option) => option.id))
  const integer = (from: number, to: number): string | null =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
      ? null
      : `The value must be an integer from ${from} to ${to}`
  switch (question.type) {
    case 'scale':
      return integer(question.min ?? 1, question.max ?? 5)
    case 'enps':
      return integer(0, 10)
    case 'mood':
      return integer(1, 5)
    case 'yes_no':
      return typeof value === 'boolean' ? null : 'The value must be true or false'
    case 'single_choice':
      return typeof value === 'string' && options.has(value) ? null : 'The value must be one of the options'
    case 'multi_choice':
      return picksFault(question, value, options)
    case 'ranking':
      return isPermutation(value, options) ? null : 'The value must list every option once'
    case 'number':
      return typeof value === 'number' &&
        Number.isFinite(value) &&
        value >= (question.min ?? -1e9) &&
        value <= (question.max ?? 1e9)
        ? null
        : 'The value must be a number within the bounds'
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : 'The value must be a date, YYYY-MM-DD'
    default:
      return 'This question takes no `value`'
  }
}

function picksFault(question: Question, value: unknown, options: ReadonlySet<string>): string | null {
  if (
    !Array.isArray(value) ||
    !value.every((one) => options.has(one)) ||
    new Set(value).size < value.length
  ) {
    return 'The value must list options, each at most once'
  }
  if (value.length < (question.min_picks ?? 0)) return `Pick at least ${question.min_picks}`
  if (value.length > (question.max_picks ?? options.size)) return `Pick at most ${question.max_picks}`
  return null
}

const isPermutation = (value: unknown, options: ReadonlySet<string>): boolean =>
  Array.isArray(value) &&
  value.length === options.size &&
  new Set(value).size === options.size &&
  value.every((one) => options.has(one))

const isDate = (value: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
