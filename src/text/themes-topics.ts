/**
 * Topics of a factorised corpus: their words, and how many there are.
 *
 * A topic's words are chosen from its 30 heaviest terms so that they also go together (coherence.ts). This optimises the
 * measure by which topics are judged, so its worth was measured on documents that it had not seen: `npm run bench --
 * quality --only T`, line T2.
 */
import { coherenceOf, coherentWords, countWindows, type WindowCounts } from './coherence.ts'
import { factorise, type Factors } from './nmf.ts'
import { shuffled } from './random.ts'
import { chosenRows, type Matrix } from './tfidf.ts'

export const topicsMin = 3
const topicsMax = 12
const answersPerTopic = 15
const candidateWords = 30
const wordsPerTopic = 10

type Documents = readonly (readonly string[])[]

/** The words of each topic, best first, and the counts of windows behind the choice. */
export function topicWords(
  documents: Documents,
  matrix: Matrix,
  factors: Factors,
): { chosen: string[][]; counts: WindowCounts } {
  const candidates = Array.from({ length: factors.topics }, (_, topic) =>
    heaviestTerms(matrix, factors, topic),
  )
  const counts = countWindows(
    documents,
    candidates.flat().map(({ word }) => word),
  )
  return { chosen: candidates.map((each) => coherentWords(each, counts, wordsPerTopic)), counts }
}

/** The best candidates of a topic by their weight alone. */
export function heaviestTerms(
  matrix: Matrix,
  factors: Factors,
  topic: number,
): { word: string; weight: number }[] {
  return matrix.terms
    .map((word, at) => ({ word, weight: factors.terms[at * factors.topics + topic] }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, candidateWords)
    .filter(({ weight }) => weight > 1e-6)
}

/**
 * Fits on half of the answers, scores the words on the other: mean NPMI, brought to 0..1, times the share of
 * words that are not repeated, because a subject split in two has coherent words as well. The smaller number
 * wins a tie. Source of the product: Dieng, Ruiz and Blei 2020, TACL 8, "topic quality".
 */
export function numberOfTopics(documents: Documents, matrix: Matrix, seed: number): number {
  const order = shuffled([...documents.keys()], seed)
  const half = order.slice(0, Math.ceil(order.length / 2))
  const others = order.slice(half.length).map((row) => documents[row])
  const fitted = half.map((row) => documents[row])
  const matrixOfHalf = chosenRows(matrix, half)
  const most = Math.max(topicsMin, Math.min(topicsMax, Math.floor(documents.length / answersPerTopic)))
  let best = topicsMin
  let bestQuality = -Infinity
  for (let topics = topicsMin; topics <= most; topics++) {
    const factors = factorise(matrixOfHalf, topics, { seed, iterationsMax: 40 })
    const { chosen } = topicWords(fitted, matrix, factors)
    const counts = countWindows(others, chosen.flat())
    const coherence = chosen.reduce((sum, words) => sum + (coherenceOf(words, counts) ?? -1), 0) / topics
    const diversity = new Set(chosen.flat()).size / Math.max(1, chosen.flat().length)
    const quality = ((1 + coherence) / 2) * diversity
    if (quality > bestQuality + 1e-9) [best, bestQuality] = [topics, quality]
  }
  return best
}
