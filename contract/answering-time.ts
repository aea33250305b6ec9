/**
 * How long a survey takes, by the number and types of its questions: what an author reads before they ask, and a recipient before they
 * open it. Seconds are those of somebody who reads a question of two lines and answers it on a phone.
 */
import { takesAnswer } from './form-items.ts'
import type { FormQuestion, FormType } from './questions.ts'

const secondsOf: Record<FormType, number> = {
  scale: 10,
  enps: 10,
  mood: 8,
  slider: 10,
  icons: 8,
  yes_no: 8,
  single_choice: 12,
  multi_choice: 16,
  ranking: 30,
  number: 12,
  date: 12,
  text: 60,
  /** One row of it: the scale is read once. */
  matrix: 7,
  statement: 0,
}

/** Few write one where a rating is enough. */
const commentSeconds = 12

function secondsFor(item: FormQuestion): number {
  const comment = 'allow_comment' in item && item.allow_comment ? commentSeconds : 0
  return secondsOf[item.type] * (item.type === 'matrix' ? item.rows.length : 1) + comment
}

/** Some read a question that only some are asked, and some leave out what they may leave out. */
const shareOf = (item: FormQuestion): number =>
  (item.show_if ? 0.5 : 1) * (item.type === 'text' && !item.required ? 0.8 : 1)

/** In whole minutes, at least one. */
export const minutesToAnswer = (questions: readonly FormQuestion[]): number =>
  Math.max(
    1,
    Math.round(questions.reduce((sum, question) => sum + secondsFor(question) * shareOf(question), 0) / 60),
  )

/** What a page and a message say before the first question. */
export type SurveyLength = { readonly questionCount: number; readonly minutes: number }

/** Those that an earlier answer decides on: some recipients get them, so they are in no count of questions that everybody gets. */
export const conditionalCountOf = (questions: readonly FormQuestion[]): number =>
  questions.filter((item) => takesAnswer(item) && item.show_if).length

/** Questions are counted as progress counts them: without follow-ups, which may not be asked. */
export const lengthOf = (questions: readonly FormQuestion[]): SurveyLength => ({
  questionCount: questions.filter((item) => takesAnswer(item) && !item.show_if).length,
  minutes: minutesToAnswer(questions),
})
