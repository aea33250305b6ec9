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
export const ratedTexts = (questions: readonly Question[], texts: AnalysedTexts): RatedText[] =>
  questions.flatMap(({ id }) => {
    const text = texts.get(id)
    return text && text.score !== null ? [text] : []
  })

/** Those that say something in a language that is known, whether their sentiment is or not. */
export const wordedTexts = (questions: readonly Question[], texts: AnalysedTexts): AnalysedText[] =>
  questions.flatMap(({ id }) => {
    const text = texts.get(id)
    return text && text.language !== null && text.reason !== 'empty' ? [text] : []
  })

type RatedText = Extract<AnalysedText, { score: number }>
