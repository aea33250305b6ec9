/**
 * Topics beyond the taxonomy, found in the texts (from 60 usable answers on): a person is counted if one of their answers contains a word or
 * phrase of the theme's rule (src/text/theme-rules.ts), in whatever language: a theme needs words and no sentiment. Each answer is a
 * separate text: ten answers of one person are ten texts, and the person's sentiment is that of the answers that match and were rated.
 */
import type { Question } from '../../../contract/questions.ts'
import type { AnalysedTexts, TextMeasure } from '../../confidentiality/confidentiality.ts'
import { commentsOf, wordedTexts } from '../analysed-texts.ts'
import { meanByTopic, sumTopics, toldTopics } from './topics.ts'

export const themesMeasure = 'themes'

/** The mean sentiment of the answers of a theme; null where none was rated. */
type NamedThemes = ReadonlyMap<string, number | null>

/** The gate has removed names from texts, so no theme is named after a person. */
export const themes = (questions: readonly Question[]): TextMeasure<NamedThemes> => ({
  name: themesMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => all.map((texts) => namedThemes(questions, texts)),
  isNamed: (named) => named.size > 0,
  figures: sumTopics,
  told: toldTopics,
})

function namedThemes(questions: readonly Question[], texts: AnalysedTexts): NamedThemes | null {
  const worded = wordedTexts(questions, texts)
  if (worded.length === 0) return null
  const rated = meanByTopic(
    worded.flatMap(({ themes: titles, score }) =>
      score === null ? [] : titles.map((title) => [title, score] as const),
    ),
  )
  return new Map(worded.flatMap((text) => text.themes.map((title) => [title, rated.get(title) ?? null])))
}
