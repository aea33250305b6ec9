/**
 * Questions keep their ids from instance to instance, and trends join on them: an id that was asked once stands for the same
 * thing forever. Its wording, labels, options and the bounds of a number may change; its type, and the ends of a scale, make
 * its figures what they are, so they may not: a mean of 4 out of 5 is none of 10.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FormQuestion, Question } from '../../contract/questions.ts'
import { type FieldError, problem } from '../problem.ts'
import { isAlike, partsOf, stepsOf } from '../questions/questions.ts'

/** @throws unprocessable  with a pointer to each question whose id was asked with another type or scale */
export function checkAskedBefore(
  questions: readonly FormQuestion[],
  askedBefore: readonly (readonly Question[])[],
): void {
  const asked = new Map(askedBefore.flat().map((question) => [question.id, question]))
  const errors = questions.flatMap((item, place) =>
    partsOf(item).flatMap((part) => faultsOf(part, asked.get(part.id), `/questions/${place}`)),
  )
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}

/** Whether two sets ask the same; the database keeps the members of an object in its own order. */
export const asksTheSame = (one: readonly FormQuestion[], other: readonly FormQuestion[]): boolean =>
  isDeepStrictEqual(one, other)

function faultsOf(question: Question, before: Question | undefined, place: string): FieldError[] {
  if (!before) return []
  const fault = (member: string, was: string): FieldError => ({
    pointer: `${place}/${member}`,
    code: 'asked_before',
    detail: `${question.id} was asked before as ${was}: give a new question a new id`,
  })
  if (before.type !== question.type) return [fault('type', before.type)]
  if (isAlike(before, question)) return []
  const [was, is] = [stepsOf(before), stepsOf(question)]
  return [fault(was?.min === is?.min ? 'max' : 'min', `a scale of ${was?.min} to ${was?.max}`)]
}
