/**
 * The analysis of texts, outside of the event loop: one thread for the whole process, which the first analysis starts and which
 * ends when it has been idle. Distinct texts go in, once each.
 */
import { type AnalysedAnswer, analyseTexts, type Analysis, startAnalyst } from '../text/text.ts'
import { type TextAnalysis } from './analysed-texts.ts'

const analyst = startAnalyst()

/** For a text that cannot be rated: it counts nobody. */
const unrated: AnalysedAnswer = { score: null, reason: 'empty', clauses: [] }

/**
 * @param texts  distinct, in an order that tells nothing of people
 * @param options.about  words that the questions share, which are no theme
 */
export async function analyse(
  texts: readonly string[],
  { about, seed, themes = true }: { about: readonly string[]; seed: number; themes?: boolean },
): Promise<TextAnalysis> {
  return byText(texts, await analyst.analyse(texts, themes ? { about, seed } : undefined))
}

/** A few texts, at once and without themes. */
export const analyseHere = (texts: readonly string[]): TextAnalysis => byText(texts, analyseTexts(texts))

function byText(texts: readonly string[], { answers, themes }: Analysis): TextAnalysis {
  const answerOf = new Map(texts.map((text, index) => [text, answers[index]]))
  const labels = new Map<string, string[]>()
  for (const { label, members } of themes) {
    for (const member of members) {
      const text = texts[member]
      labels.set(text, [...(labels.get(text) ?? []), label])
    }
  }
  return { read: (text) => answerOf.get(text) ?? unrated, labels }
}
