/**
 * Themes that emerge from the answers, beside the fixed drivers.
 *
 * TF-IDF, then NMF (themes-topics.ts). The number of themes is the one whose words go together best in answers that were
 * not used to find them; a theme stays if its answers come together again in at least 60 % of 20 bootstrap runs. Fewer than
 * 60 usable answers have no themes, because those would be chance. Beyond 5,000 answers the themes are found in a seeded sample
 * of that size and the other answers are assigned to them, so that each of those costs only its own weighing. Texts must be
 * redacted: their words become labels. The same texts and seed give the same themes.
 */
import { coherenceOf } from './coherence.ts'
import { answersFor, factorise, type Factors } from './nmf.ts'
import { mulberry32, seedOf, shuffled } from './random.ts'
import { stem } from './stem.ts'
import {
  chosenRows,
  type Matrix,
  termsOf,
  topicWordsOf,
  type Vocabulary,
  vocabularyOf,
  weighted,
} from './tfidf.ts'
import { themeNames } from './theme-label.ts'
import { numberOfTopics, topicsMin, topicWords } from './themes-topics.ts'
import { usabilityOf } from './usable.ts'

export const themeAnswersMin = 60
const membersMin = 3
const runs = 20
const recurrenceMin = 0.6
const jaccardMin = 0.5 // below it a cluster counts as dissolved: Hennig 2007, CSDA 52(1)
const membershipMin = 0.12 // cosine-like: the answer must be about the theme, not merely nearest to it
const sampleMax = 5_000
const chunk = 2_000

/**
 * `members`: indices into the texts, rising. `coherence`: mean NPMI of the words, -1 to 1. `stability`: share
 * of bootstrap runs in which the theme came back. Labels differ from one another.
 */
export type Theme = {
  label: string
  words: string[]
  members: number[]
  coherence: number
  stability: number
}

/**
 * `about`: words, in any inflection, of the questions: they are everybody's subject and no theme. `topics`: how many to look
 * for, instead of the number that fits the answers best; unstable ones are dropped all the same.
 */
export type ThemeOptions = { seed: number; about?: readonly string[]; topics?: number }

export function themesOf(texts: readonly string[], options: ThemeOptions): Theme[] {
  const places = texts.flatMap((text, i) => (usabilityOf(text) === 'usable' ? [i] : []))
  return themesAmong(texts, places, options)
}

/** @param places  indices of the usable texts, for a caller who has them */
export function themesAmong(
  texts: readonly string[],
  places: readonly number[],
  options: ThemeOptions,
): Theme[] {
  if (places.length < themeAnswersMin) return []
  const about = new Set(options.about?.map((word) => stem(word.toLowerCase())))
  const termsAt = (place: number): string[] => termsOf(texts[place]).filter((term) => !about.has(term))
  const sample = sampled(places, options.seed)
  const documents = sample.map(termsAt)
  const vocabulary = vocabularyOf(documents, {
    documentsMin: Math.max(3, Math.round(sample.length * 0.002)),
    shareMax: 0.5,
    termsMax: 2_000,
  })
  if (vocabulary.terms.length < topicsMin * 2) return []

  const matrix = weighted(documents, vocabulary)
  const topics = options.topics ?? numberOfTopics(documents, matrix, options.seed)
  const factors = factorise(matrix, topics, { seed: options.seed, iterationsMax: 100 })
  const { chosen, counts } = topicWords(documents, matrix, factors)
  const rows = topicMembers(factors)
  const stability = recurrence(matrix, rows, options.seed)
  const others = places.length > sample.length ? othersOf(places, sample) : []
  const otherMembers = membersAmong(others, termsAt, vocabulary, factors)

  const sampleTexts = sample.map((place) => texts[place])
  const surface = surfaceForms(sampleTexts)
  const themes = rows
    .map((own, topic) => ({
      rows: own,
      words: chosen[topic],
      members: [...own.map((row) => sample[row]), ...otherMembers[topic]].toSorted((a, b) => a - b),
      coherence: coherenceOf(chosen[topic], counts) ?? 0,
      stability: stability[topic],
    }))
    .filter((theme) => theme.members.length >= membersMin && theme.stability >= recurrenceMin)
    .toSorted((a, b) => b.members.length - a.members.length || a.members[0] - b.members[0])
  const names = themeNames(themes, sampleTexts, surface)
  return themes.map(({ words, members, coherence, stability }, i) => ({
    label: names[i],
    words: words.map(surface),
    members,
    coherence,
    stability,
  }))
}

function sampled(places: readonly number[], seed: number): readonly number[] {
  if (places.length <= sampleMax) return places
  return shuffled(places, seedOf(`${seed} sample`))
    .slice(0, sampleMax)
    .toSorted((a, b) => a - b)
}

function othersOf(places: readonly number[], sample: readonly number[]): number[] {
  const inside = new Set(sample)
  return places.filter((place) => !inside.has(place))
}

/** Answers outside of the sample, by topic: weighed with the sample's terms, a chunk at a time. */
function membersAmong(
  places: readonly number[],
  termsAt: (place: number) => string[],
  vocabulary: Vocabulary,
  factors: Factors,
): number[][] {
  const members: number[][] = Array.from({ length: factors.topics }, () => [])
  for (let from = 0; from < places.length; from += chunk) {
    const some = places.slice(from, from + chunk)
    const answers = answersFor(weighted(some.map(termsAt), vocabulary), factors)
    topicMembers({ ...factors, answers }).forEach((rows, topic) => {
      for (const row of rows) members[topic].push(some[row])
    })
  }
  return members
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
function recurrence(matrix: Matrix, members: readonly number[][], seed: number): number[] {
  const recurred = members.map(() => 0)
  for (let run = 0; run < runs; run++) {
    const runSeed = seedOf(`${seed} bootstrap ${run}`)
    const random = mulberry32(runSeed)
    const drawn = Array.from({ length: matrix.rows }, () => Math.floor(random() * matrix.rows))
    const factors = factorise(chosenRows(matrix, drawn), members.length, { seed: runSeed, iterationsMax: 40 })
    const foundAgain = topicMembers(factors).map((rows) => new Set(rows.map((row) => drawn[row])))
    const inRun = new Set(drawn)
    members.forEach((rows, topic) => {
      const expected = rows.filter((row) => inRun.has(row))
      if (foundAgain.some((each) => jaccard(expected, each) >= jaccardMin)) recurred[topic]++
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
function surfaceForms(texts: readonly string[]): (term: string) => string {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of topicWordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const forms = new Map<string, string>()
  for (const [word, count] of counts) {
    const known = forms.get(stem(word))
    if (known === undefined || count > (counts.get(known) ?? 0)) forms.set(stem(word), word)
  }
  return (term) => forms.get(term) ?? term
}
