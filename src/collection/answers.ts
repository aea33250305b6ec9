/**
 * Answers held against their questions, in the order of the questions: what a question was not put for is left out, so
 * whatever depends on it is not put either.
 */
import { limits } from '../../contract/limits.ts'
import { type Answer, otherValue, type Question } from '../../contract/questions.ts'
import { type FieldError, problem } from '../problem.ts'
import { definitionOf, isText } from '../questions/questions.ts'

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
  question: Question,
  { question_id, value, text, do_not_quote }: Answer,
): Answer | undefined {
  const words = text?.trim()
  const picksNothing = Array.isArray(value) && value.length === 0 && definitionOf(question).isList
  const saysNothing = value === undefined && (isText(question) || words !== undefined)
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
  const lengthMax = ('max_length' in question ? question.max_length : undefined) ?? limits.answerLengthMax
  if (text !== undefined && text.length > lengthMax) return 'The text is too long'
  if (!isText(question)) {
    if (do_not_quote) return 'Only answers to text questions can be kept from being quoted'
    if (text !== undefined && !question.other) return 'This question takes no `text`'
    if (value === undefined && text === undefined) return 'The answer lacks a `value`'
  }
  return definitionOf(question).replyFault(question, { value, text })
}
