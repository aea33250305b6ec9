/** Analysed texts as measures read them: those of one person, and the comments that a measure is made from. */
import type { Question } from '../../contract/questions.ts'
import { questionMeasure } from '../cells/cells.ts'
import type { AnalysedText, AnalysedTexts, TextMeasure } from '../confidentiality/confidentiality.ts'

/** The comments that a measure of these texts is made from: it is shown only inside of them. */
export const commentsOf = (questions: readonly Question[]): Pick<TextMeasure, 'within' | 'questions'> => ({
  within: questions.map(({ id }) => questionMeasure(id)),
  questions: questions.map(({ id }) => id),
})

/** One person's texts to these questions that can be rated. */
export function ratedTexts(questions: readonly Question[], texts: AnalysedTexts): RatedText[] {
  const rated: RatedText[] = []
  for (const { id } of questions) {
    const text = texts.get(id)
    if (text && text.score !== null) rated.push(text)
  }
  return rated
}

/** Those that say something in a language that is known, whether their sentiment is or not. */
export function wordedTexts(questions: readonly Question[], texts: AnalysedTexts): AnalysedText[] {
  const worded: AnalysedText[] = []
  for (const { id } of questions) {
    const text = texts.get(id)
    if (text && text.language !== null && text.reason !== 'empty') worded.push(text)
  }
  return worded
}

type RatedText = Extract<AnalysedText, { score: number }>
