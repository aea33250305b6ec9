/**
 * Topics beyond the taxonomy, found in the texts (from 60 usable answers on): a person is counted if one of their answers contains a word or
 * phrase of the theme's rule (src/text/theme-rules.ts). Each answer is a text of its own: ten answers of one person are ten texts,
 * and their sentiment is that of the answers that match.
 */
import { type Question } from '../../../contract/questions.ts'
import { type AnalysedTexts, type TextMeasure } from '../../confidentiality/confidentiality.ts'
import { commentsOf, ratedTexts } from '../analysed-texts.ts'
import { meanByTopic, type NamedTopics, sumTopics } from './topics.ts'

export const themesMeasure = 'themes'

/** The gate has taken names out of texts, so no theme is called after somebody. */
export const themes = (questions: readonly Question[]): TextMeasure<NamedTopics> => ({
  name: themesMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => {
    const hasThemes = all.some((texts) => ratedTexts(questions, texts).some((text) => text.themes.length > 0))
    return all.map((texts) => (hasThemes ? namedThemes(questions, texts) : null))
  },
  figures: sumTopics,
})

function namedThemes(questions: readonly Question[], texts: AnalysedTexts): NamedTopics | null {
  const rated = ratedTexts(questions, texts)
  return rated.length > 0
    ? meanByTopic(
        rated.flatMap(({ themes: titles, score }) => titles.map((title) => [title, score] as const)),
      )
    : null
}
