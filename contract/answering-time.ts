/**
 * How long a survey takes, by the number and types of its questions: what an author reads before they ask, and a recipient before they
 * open it. Seconds are those of somebody who reads a question of two lines and answers it on a phone.
 */
import type { Question, QuestionType } from './questions.ts'

const secondsOf: Record<QuestionType, number> = {
  scale: 10,
  enps: 10,
  mood: 8,
  yes_no: 8,
  single_choice: 12,
  multi_choice: 16,
  ranking: 30,
  number: 12,
  date: 12,
  text: 60,
}

/** Some read a question that only some are asked, and some leave out what they may leave out. */
const shareOf = ({ show_if: condition, required, type }: Question): number =>
  (condition ? 0.5 : 1) * (type === 'text' && !required ? 0.8 : 1)

/** In whole minutes, at least one. */
export const minutesToAnswer = (questions: readonly Question[]): number =>
  Math.max(
    1,
    Math.round(
      questions.reduce((sum, question) => sum + secondsOf[question.type] * shareOf(question), 0) / 60,
    ),
  )
