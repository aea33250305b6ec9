/**
 * Checks answers against their questions, in the order of the questions: the answer to a hidden question is dropped, so the
 * questions that depend on it are hidden too.
 */
import { limits } from '../../contract/limits.ts'
import { type Answer, type FormQuestion, otherValue, type Question } from '../../contract/questions.ts'
import { type FieldError, problem } from '../problem.ts'
import { definitionOf, isText, partsOf, partsOfForm } from '../questions/questions.ts'

/** Whether a respondent with these answers so far sees the question. */
export function isShown(question: FormQuestion, answers: ReadonlyMap<string, Answer>): boolean {
  if (!question.show_if) return true
  const answer = answers.get(question.show_if.question_id)
  const wanted = question.show_if.any_of
  return answer !== undefined && valuesOf(answer).some((value) => wanted.includes(value))
}

/** Text beside a single choice only explains it; alone, or beside several choices, it counts as a choice of its own. */
const valuesOf = ({ value, text }: Answer): (string | number | boolean)[] => [
  ...(Array.isArray(value) ? value : value === undefined ? [] : [value]),
  ...(text && (value === undefined || Array.isArray(value)) ? [otherValue] : []),
]

/**
 * Unanswered optional questions are left out of the result, and so is any answer to a hidden question, fitting or not. White space
 * alone is not an answer, nor is an empty list of picks.
 * @param form  each of its parts has its own answer
 * @throws invalid_answers  with a pointer to each fault, /answers/{index} or /questions/{index} where one is missing, of a matrix
 *   /questions/{index}/rows/{row}
 */
export function checkAnswers(form: readonly FormQuestion[], answers: readonly Answer[]): Answer[] {
  const errors: FieldError[] = []
  const entries = byQuestion(partsOfForm(form), answers, errors)
  const checked = new Map<string, Answer>()
  const checkPart = (question: Question, place: string): void => {
    if (!isShown(question, checked)) return
    const entry = entries.get(question.id)
    const answer = entry && normalised(question, entry.answer)
    if (!answer) {
      if (!question.required) return
      const detail = `“${question.text}” needs an answer`
      return void errors.push({ pointer: place, code: 'required', detail })
    }
    const detail = answerError(question, answer)
    if (detail) errors.push({ pointer: `/answers/${entry.index}`, code: 'invalid', detail })
    else checked.set(question.id, answer)
  }
  form.forEach((item, index) => {
    const place = `/questions/${index}`
    partsOf(item).forEach((part, row) =>
      checkPart(part, item.type === 'matrix' ? `${place}/rows/${row}` : place),
    )
  })
  if (errors.length > 0) throw problem('invalid_answers', { detail: errors[0].detail, errors })
  return [...checked.values()]
}

type Entry = { answer: Answer; index: number }

function byQuestion(
  questions: readonly Question[],
  answers: readonly Answer[],
  errors: FieldError[],
): Map<string, Entry> {
  const known = new Set(questions.map((question) => question.id))
  const entries = new Map<string, Entry>()
  answers.forEach((answer, index) => {
    const pointer = `/answers/${index}`
    if (!known.has(answer.question_id))
      errors.push({ pointer, code: 'unknown_question', detail: 'There is no such question' })
    else if (entries.has(answer.question_id))
      errors.push({ pointer, code: 'twice', detail: 'This question is answered twice' })
    else entries.set(answer.question_id, { answer, index })
  })
  return entries
}

/** @returns the answer as it is stored, or undefined where it is empty */
function normalised(
  question: Question,
  { question_id, value, text, do_not_quote }: Answer,
): Answer | undefined {
  const trimmed = text?.trim()
  const hasNoPick = Array.isArray(value) && value.length === 0 && definitionOf(question).isList
  const hasNoValue = value === undefined && (isText(question) || trimmed !== undefined)
  if (!trimmed && (hasNoPick || hasNoValue)) return undefined
  return {
    question_id,
    ...(value !== undefined && !hasNoPick && { value }),
    ...(trimmed && { text: trimmed }),
    ...(do_not_quote && { do_not_quote }),
  }
}

/** @returns why this answer does not fit, or null */
function answerError(question: Question, { value, text, do_not_quote }: Answer): string | null {
  const lengthMax = ('max_length' in question ? question.max_length : undefined) ?? limits.answerLengthMax
  if (text !== undefined && text.length > lengthMax) return 'The text is too long'
  if (!isText(question)) {
    if (do_not_quote) return 'Only answers to text questions can be kept from being quoted'
    if (text !== undefined && !question.other) return 'This question takes no `text`'
    if (value === undefined && text === undefined) return 'The answer lacks a `value`'
  }
  return definitionOf(question).replyFault(question, { value, text })
}
