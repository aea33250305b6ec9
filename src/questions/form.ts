/**
 * A form as its author wrote it, and its parts: the questions that answers and figures are about. Everything that checks, keeps,
 * counts or releases answers knows parts alone; only what draws a form knows more. Pure.
 */
import type { FormQuestion, Question } from '../../contract/questions.ts'
import { commentPart, withoutComment } from './comment.ts'
import { matrix } from './matrix.ts'
import { statement } from './statement.ts'

export const isQuestion = (item: FormQuestion): item is Question =>
  item.type !== 'matrix' && item.type !== 'statement'

/** The parts that answer the item itself: no comment beside it. */
export function leadingParts(item: FormQuestion): readonly Question[] {
  switch (item.type) {
    case 'matrix':
      return matrix.parts(item)
    case 'statement':
      return statement.parts()
    default:
      return [withoutComment(item)]
  }
}

/** In their order: each row of a matrix, and a comment after its rating. */
export function partsOf(item: FormQuestion): readonly Question[] {
  const comment = isQuestion(item) ? commentPart(item) : null
  return comment === null ? leadingParts(item) : [...leadingParts(item), comment]
}

export const partsOfForm = (form: readonly FormQuestion[]): Question[] => form.flatMap(partsOf)
