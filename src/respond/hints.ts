/** Texts beside a question's control: hint, fault, and the condition under which it is asked. */
import type { FormQuestion, Question } from '../../contract/questions.ts'
import { inWords } from '../language.ts'
import { definitionOf, isQuestion } from '../questions/questions.ts'
import type { View } from './view.ts'

/** Limits of the answer that the control does not show, or null. */
export const hintOf = (question: Question, view: View): string | null =>
  definitionOf(question).hint(question, view)

/** A required question without an answer. */
export const missingOf = ({ type }: FormQuestion, view: View): string =>
  view.say(type === 'matrix' ? 'fault_rows' : 'fault_required')

/** An answer that does not fit. */
export const faultOf = (part: Question, view: View): string => definitionOf(part).explain(part, view)

/** “Only if …”, in the words of the earlier question; null where the question is asked of everybody. */
export function conditionOf(
  { show_if: condition }: FormQuestion,
  questions: readonly FormQuestion[],
  view: View,
): string | null {
  const earlier = condition && questions.find(({ id }) => id === condition.question_id)
  if (!condition || !earlier || !isQuestion(earlier)) return null
  const values = condition.any_of.map((value) => definitionOf(earlier).valueInWords(earlier, value, view))
  return view.say('only_if', {
    question: earlier.text,
    values: inWords.list(view.language, values, 'disjunction'),
  })
}
