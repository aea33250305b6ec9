/** Topics beyond the taxonomy, found in the texts (from 60 usable answers on). */
import { type Question } from '../../../contract/questions.ts'
import { type AnalysedTexts, type TextMeasure } from '../../confidentiality/confidentiality.ts'
import { wordsOf } from '../../text/text.ts'
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

/** Each answer is a text of its own: ten answers of one person are ten texts, not one about everything. */
function namedThemes(questions: readonly Question[], texts: AnalysedTexts): NamedTopics | null {
  const rated = ratedTexts(questions, texts)
  return rated.length > 0
    ? meanByTopic(
        rated.flatMap(({ themes: labels, score }) => labels.map((label) => [label, score] as const)),
      )
    : null
}

const questionsMin = 3

/** Words that several questions use, such as the name of the product that all of them are about. */
export function aboutOf(questions: readonly Question[]): string[] {
  const uses = new Map<string, number>()
  for (const { text } of questions)
    for (const word of new Set(wordsOf(text))) uses.set(word, (uses.get(word) ?? 0) + 1)
  const several = Math.min(questionsMin, Math.max(2, questions.length))
  return [...uses].flatMap(([word, count]) => (count >= several ? [word] : []))
}
