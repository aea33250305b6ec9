/**
 * Texts to what is known of them, outside of the event loop: one thread for the whole process, started by the first analysis
 * and gone when it has been idle. Distinct texts go in, once each.
 */
import { type AnalysedAnswer, analyseTexts, type Analysis, startAnalyst } from '../text/text.ts'
import { type Analysed } from './measures.ts'

const analyst = startAnalyst()

/** As a text that cannot be rated: nobody is counted by it. */
const unknown: AnalysedAnswer = { score: null, reason: 'empty', clauses: [] }

/**
 * @param texts  distinct, in an order that says nothing
 * @param about  words of what was asked
 */
export async function analysed(
  texts: readonly string[],
  about: readonly string[],
  seed: number,
  wanted: { themes: boolean } = { themes: true },
): Promise<Analysed> {
  return asAnalysed(texts, await analyst.analyse(texts, wanted.themes ? { about, seed } : undefined))
}

/** A few texts, at once and without themes. */
export const analysedHere = (texts: readonly string[]): Analysed => asAnalysed(texts, analyseTexts(texts))

function asAnalysed(texts: readonly string[], { answers, themes }: Analysis): Analysed {
  const known = new Map(texts.map((text, index) => [text, answers[index]]))
  const labels = new Map<string, string[]>()
  for (const { label, members } of themes) {
    for (const member of members) {
      const text = texts[member]
      labels.set(text, [...(labels.get(text) ?? []), label])
    }
  }
  return { read: (text) => known.get(text) ?? unknown, labels }
}
