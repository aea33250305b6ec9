/** What stands at a question beside its control: what is wrong with what it was given, and when it is put. */
import { type Question } from '../../contract/questions.ts'
import { inWords } from '../language.ts'
import { definitionOf } from '../questions/questions.ts'
import { type View } from './view.ts'

/** What a question takes beyond what its control shows, or null. */
export const hintOf = (question: Question, view: View): string | null =>
  definitionOf(question).hint(question, view)

/** @param missing nothing was given */
export const faultOf = (question: Question, missing: boolean, view: View): string =>
  missing ? view.say('fault_required') : definitionOf(question).explain(question, view)

/** “Only if …”, in the words of the earlier question; null where a question is put to everybody. */
export function conditionOf(question: Question, questions: readonly Question[], view: View): string | null {
  const condition = question.show_if
  const on = condition && questions.find(({ id }) => id === condition.question_id)
  if (!condition || !on) return null
  const values = condition.any_of.map((value) => definitionOf(on).valueInWords(on, value, view))
  return view.say('only_if', {
    question: on.text,
    values: inWords.list(view.language, values, 'disjunction'),
  })
}
