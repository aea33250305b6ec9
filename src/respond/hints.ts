/** Texts beside a question's control: hint, fault, and the condition under which it is asked. */
import type { Question } from '../../contract/questions.ts'
import { inWords } from '../language.ts'
import { definitionOf } from '../questions/questions.ts'
import type { View } from './view.ts'

/** Limits of the answer that the control does not show, or null. */
export const hintOf = (question: Question, view: View): string | null =>
  definitionOf(question).hint(question, view)

/** @param missing  a required question without an answer */
export const faultOf = (question: Question, missing: boolean, view: View): string =>
  missing ? view.say('fault_required') : definitionOf(question).explain(question, view)

/** “Only if …”, in the words of the earlier question; null where the question is asked of everybody. */
export function conditionOf(question: Question, questions: readonly Question[], view: View): string | null {
  const condition = question.show_if
  const earlier = condition && questions.find(({ id }) => id === condition.question_id)
  if (!condition || !earlier) return null
  const values = condition.any_of.map((value) => definitionOf(earlier).valueInWords(earlier, value, view))
  return view.say('only_if', {
    question: earlier.text,
    values: inWords.list(view.language, values, 'disjunction'),
  })
}
