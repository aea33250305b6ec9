/** What takes turns in a check-in while it is written. Pure. */
import { takesAnswer } from '../../contract/form-items.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { CheckIn } from './draft-queries.ts'

export type Rotation = NonNullable<CheckIn['rotation']>

/** What may take turns: it asks something, and decides about no other question. */
export const mayTakeTurns = (questions: readonly FormQuestion[], { id, type }: FormQuestion): boolean =>
  takesAnswer({ type }) && questions.every(({ show_if: condition }) => condition?.question_id !== id)

export const pauseMax = (pool: number, count: number): number => Math.max(Math.floor(pool / count) - 1, 0)

/** @returns null where too few are left to take turns */
export function fitted(
  { question_ids: ids, per_instance: count, no_repeat_for: pause }: Rotation,
  questions: readonly FormQuestion[],
): Rotation | null {
  const left = ids.filter((id) => questions.some((one) => one.id === id && mayTakeTurns(questions, one)))
  if (left.length < 2) return null
  const per = Math.min(count, left.length - 1)
  return { question_ids: left, per_instance: per, no_repeat_for: Math.min(pause, pauseMax(left.length, per)) }
}

/** All that may take turns, one at a time. @returns null where there are too few */
export const firstRotation = (questions: readonly FormQuestion[]): Rotation | null =>
  fitted(
    { question_ids: questions.map(({ id }) => id), per_instance: 1, no_repeat_for: questions.length },
    questions,
  )
