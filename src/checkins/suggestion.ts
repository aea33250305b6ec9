/** What a template suggests for a check-in is held to the rules of one. */
import type { FormQuestion } from '../../contract/questions.ts'
import type { Rotation } from '../../contract/rotation.ts'
import { checkRotation } from './rotation.ts'
import { checkRhythm } from './schedule.ts'

type Suggestion = Parameters<typeof checkRhythm>[0] & {
  rotation: Rotation | null
  questions: readonly FormQuestion[]
}

/** @throws unprocessable  with pointers into a draft of a check-in */
export function checkSuggestion({ rotation, questions, ...rhythm }: Suggestion, now: Date): void {
  checkRhythm(rhythm, now)
  checkRotation(rotation, questions)
}
