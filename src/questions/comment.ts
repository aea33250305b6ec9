/**
 * A comment on a rating. To everything that keeps, counts or releases answers it is a text question of its own that follows the rating:
 * results and exports never show the two together. Readers of named answers in an attributed survey see both. It is never required, and it is
 * asked where the rating is.
 */
import type { Question, QuestionOf } from '../../contract/questions.ts'

const allowsComment = (question: Question): boolean =>
  'allow_comment' in question && question.allow_comment === true

export const commentId = (questionId: string): string => `${questionId}.comment`

/** null where the question allows none */
export function commentPart(question: Question): QuestionOf<'text'> | null {
  if (!allowsComment(question)) return null
  const { id, text, driver, intent, show_if: condition } = question
  return {
    id: commentId(id),
    type: 'text',
    text,
    ...(driver !== undefined && { driver }),
    ...(intent !== undefined && { intent }),
    ...(condition !== undefined && { show_if: condition }),
  }
}

/** The question alone. */
export function withoutComment(question: Question): Question {
  if (!('allow_comment' in question)) return question
  const { allow_comment: _allowed, ...rest } = question
  return rest
}
