/** Analysed texts as measures read them: those of one person, and the comments that a measure is made from. */
import { type Question } from '../../contract/questions.ts'
import { questionMeasure } from '../cells/cells.ts'
import { type TextMeasure, type Texts } from '../confidentiality/confidentiality.ts'
import { type AnalysedAnswer } from '../text/text.ts'

/** The comments that a measure of these texts is made from: it is shown only inside of them. */
export const commentsOf = (questions: readonly Question[]): Pick<TextMeasure, 'within' | 'follows'> => ({
  within: questions.map(({ id }) => questionMeasure(id)),
  follows: questions.flatMap(({ id, show_if }) =>
    show_if ? [{ questionId: id, leading: show_if.question_id }] : [],
  ),
})

/** One person's answers to these questions, as they were analysed. */
export const readAnswers = (questions: readonly Question[], texts: Texts, read: Read): AnalysedAnswer[] =>
  textsOf(questions, texts).map(read)

/** How a text was analysed. */
export type Read = (text: string) => AnalysedAnswer

/** What is known of each distinct text before anything is counted. `labels`: the themes that a text belongs to. */
export type TextAnalysis = { read: Read; labels: ReadonlyMap<string, readonly string[]> }

export const textsOf = (questions: readonly Question[], texts: Texts): string[] =>
  questions.flatMap((question) => texts.get(question.id) ?? [])
