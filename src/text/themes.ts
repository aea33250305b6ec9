/**
 * Themes that the answers show by themselves, beside the fixed drivers.
 *
 * TF-IDF, then NMF. The number of themes is the one whose words go together best in answers that were not
 * used to find them; a theme stays if its answers come together again in at least 60 % of 20 bootstrap
 * runs. Fewer than 60 usable answers: no themes, because they would be chance. Give redacted text: words
 * become labels. The same texts and seed give the same themes.
 */
import { coherenceOf, coherentWords, countWindows, type WindowCounts } from './coherence.ts'
import { factorise, type Factors } from './nmf.ts'
import { mulberry32, seedOf, shuffled } from './random.ts'
import { stem } from './stem.ts'
import { chosenRows, termsOf, tfIdf, topicWordsOf, type Matrix } from './tfidf.ts'
import { themeLabel } from './theme-label.ts'
import { usable } from './usable.ts'

export const themeAnswersMin = 60
const membersMin = 3
const topicsMin = 3
const topicsMax = 12
const answersPerTopic = 15
const runs = 20
const recurrenceMin = 0.6
const jaccardMin = 0.5 // below it a cluster counts as dissolved: Hennig 2007, CSDA 52(1)
const membershipMin = 0.12 // cosine-like: the answer must be about the theme, not merely nearest to it
const candidateWords = 30
const shownWords = 10

/**
 * `members`: indices into the given texts. `coherence`: mean NPMI of the words, -1 to 1. `stability`: share
 * of bootstrap runs in which the theme came back.
 */
export type Theme = {
  label: string
  words: string[]
  members: number[]
  coherence: number
  stability: number
}

type Corpus = { places: number[]; texts: string[]; documents: string[][]; matrix: Matrix }

/** @param options.about words (in any inflection) of what was asked all over: everybody's subject is no theme */
export function themesOf(
  texts: readonly string[],
  options: { seed: number; about?: readonly string[] },
): Theme[] {
  const corpus = corpusOf(texts, new Set(options.about?.map((word) => stem(word))))
  if (corpus.places.length < themeAnswersMin || corpus.matrix.terms.length < topicsMin * 2) return []
  const topics = numberOfTopics(corpus, options.seed)
  const factors = factorise(corpus.matrix, topics, { seed: options.seed, iterationsMax: 100 })
  const words = topicWords(corpus.documents, corpus.matrix, factors)
  const members = topicMembers(factors)
  const stability = recurrence(corpus.matrix, members, options.seed)
  const surface = surfaceForms(corpus.texts)
  const shown = (term: string): string => surface.get(term) ?? term
  return members
    .map((rows, topic) => ({
      label: themeLabel(
        rows.map((row) => corpus.texts[row]),
        corpus.texts,
        words.chosen[topic],
        shown,
      ),
      words: words.chosen[topic].map(shown),
      members: rows.map((row) => corpus.places[row]),
      coherence: coherenceOf(words.chosen[topic], words.counts) ?? 0,
      stability: stability[topic],
    }))
    .filter((theme) => theme.members.length >= membersMin && theme.stability >= recurrenceMin)
    .toSorted((a, b) => b.members.length - a.members.length || a.members[0] - b.members[0])
}

function corpusOf(texts: readonly string[], about: ReadonlySet<string>): Corpus {
  const places = texts.flatMap((text, i) => (usable(text) === 'usable' ? [i] : []))
  const documents = places.map((i) => termsOf(texts[i]).filter((term) => !about.has(term)))
  const matrix = tfIdf(documents, {
    documentsMin: Math.max(3, Math.round(places.length * 0.002)),
    shareMax: 0.5,
    termsMax: 2_000,
  })
  return { places, texts: places.map((i) => texts[i]), documents, matrix }
}

/**
 * Fits on half of the answers, scores the words on the other: mean NPMI, brought to 0..1, times the share of
 * words that are not repeated, because a subject split in two has coherent words as well. The smaller number
 * wins a tie. Source of the product: Dieng, Ruiz and Blei 2020, TACL 8, "topic quality".
 */
function numberOfTopics({ documents, matrix }: Corpus, seed: number): number {
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
    const diversity = new Set(chosen.flat()).size / chosen.flat().length
    const quality = ((1 + coherence) / 2) * diversity
    if (quality > bestQuality + 1e-9) [best, bestQuality] = [topics, quality]
  }
  return best
}

/** The words of each topic, chosen from its heaviest, and the windows they were counted in. */
function topicWords(
  documents: readonly string[][],
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
  return { chosen: candidates.map((each) => coherentWords(each, counts, shownWords)), counts }
}

function heaviestTerms(matrix: Matrix, factors: Factors, topic: number): { word: string; weight: number }[] {
  return matrix.terms
    .map((word, at) => ({ word, weight: factors.terms[at * factors.topics + topic] }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, candidateWords)
    .filter(({ weight }) => weight > 1e-6)
}

/** Rows by topic: each answer belongs to its heaviest topic, or to none. */
function topicMembers(factors: Factors): number[][] {
  const members: number[][] = Array.from({ length: factors.topics }, () => [])
  for (let row = 0; row * factors.topics < factors.answers.length; row++) {
    let heaviest = 0
    const weight = (topic: number): number => factors.answers[row * factors.topics + topic]
    for (let topic = 1; topic < factors.topics; topic++)
      if (weight(topic) > weight(heaviest)) heaviest = topic
    if (weight(heaviest) >= membershipMin) members[heaviest].push(row)
  }
  return members
}

/** Per topic the share of bootstrap runs with a topic of nearly the same answers. */
function recurrence(matrix: Matrix, members: number[][], seed: number): number[] {
  const recurred = members.map(() => 0)
  for (let run = 0; run < runs; run++) {
    const runSeed = seedOf(`${seed} bootstrap ${run}`)
    const random = mulberry32(runSeed)
    const drawn = Array.from({ length: matrix.rows }, () => Math.floor(random() * matrix.rows))
    const factors = factorise(chosenRows(matrix, drawn), members.length, { seed: runSeed, iterationsMax: 40 })
    const found = topicMembers(factors).map((rows) => new Set(rows.map((row) => drawn[row])))
    const sampled = new Set(drawn)
    members.forEach((rows, topic) => {
      const expected = rows.filter((row) => sampled.has(row))
      if (found.some((each) => jaccard(expected, each) >= jaccardMin)) recurred[topic]++
    })
  }
  return recurred.map((count) => count / runs)
}

function jaccard(a: number[], b: Set<number>): number {
  const both = a.reduce((count, each) => count + (b.has(each) ? 1 : 0), 0)
  const either = a.length + b.size - both
  return either === 0 ? 0 : both / either
}

/** The commonest written form of each stem. */
function surfaceForms(texts: readonly string[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of topicWordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const forms = new Map<string, string>()
  for (const [word, count] of counts) {
    const known = forms.get(stem(word))
    if (known === undefined || count > counts.get(known)!) forms.set(stem(word), word)
  }
  return forms
}
