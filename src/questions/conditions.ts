/** Which questions a respondent sees: those that follow from an earlier answer are shown to whoever gave it. */
import { type Answer, otherValue, type Question } from '../../contract/questions.ts'

/** Whether a respondent with these answers so far sees the question. */
export function isShown(question: Question, answers: ReadonlyMap<string, Answer>): boolean {
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
