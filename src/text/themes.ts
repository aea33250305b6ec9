/**
 * Themes that emerge from the answers, beside the fixed drivers. A theme is a rule that a reader can repeat: a text is about it if it
 * contains one of a few words or phrases (theme-rules.ts). How many people it concerns, its title and its quotes follow from the rule.
 *
 * In each language: TF-IDF, then NMF into as many topics as the answers may hold; a rule from each topic, and from each frequent term
 * that no topic was about; twins become one. A subject of a topic stays if its answers come together again in at least 60 % of 20 bootstrap
 * runs. Fewer than 60 usable answers have no themes, because those would be chance. Beyond 5,000 answers the rules are found in
 * a seeded sample of that size and read over all answers in one pass. Texts must be redacted: their words become rules. A word or phrase that
 * fewer than three people use is in none. The same texts and seed give the same themes.
 */
import { coherenceOf, countWindows } from './coherence.ts'
import { factorise, type Factors } from './nmf.ts'
import { mulberry32, seedOf, shuffled } from './random.ts'
import { chosenRows, type Matrix, vocabularyOf, weighted } from './tfidf.ts'
import { titlesOf } from './theme-label.ts'
import { finderOf, type ThemeRule } from '../../contract/theme-rules.ts'
import { type Subject, subjectOf, withoutTwins } from './themes-subjects.ts'
import { echoesOf, type ReadAnswer, subjectsOf, type Term, termsIn } from './themes-terms.ts'
import { readerOf } from './themes-words.ts'
import { usabilityOf } from './usable.ts'

export const themeAnswersMin = 60
const runs = 20
const iterationsOfRun = 10
const recurrenceMin = 0.6
const recurrenceOfFewMin = 0.8
const jaccardMin = 0.4
const membershipMin = 0.12 // cosine-like: the answer must be about the topic, not merely nearest to it
const sampleMax = 5_000
const topicsMin = 3
const topicsMax = 30
const answersPerTopic = 8
const peopleMin = 4
const shareMin = 0.015
const shareMax = 0.5
const termsMax = 1_000
const frequentMin = 8 // of a hundred answers with words by chance, no word has as many
const wordsMax = 10

/**
 * `members`: indices into the texts that match the rule, rising; `answers` is their number and `share` their part of the texts that say
 * something. `words`: what goes with the subject, best first; only to describe it. `coherence`: mean NPMI of the words, -1 to 1.
 * `stability`: share of bootstrap runs in which the theme came back. Titles differ from one another.
 */
export type Theme = {
  title: string
  words: string[]
  rule: ThemeRule
  answers: number
  share: number
  members: number[]
  coherence: number
  stability: number
}

/**
 * Who wrote which text, in reply to which question: one entry for each answer, as three columns. A person below 0 is not counted
 * among those who use a word, though what they wrote is read.
 */
export type Sources = { text: Int32Array; person: Int32Array; question: Int32Array }

/**
 * `questions`: their texts; the words of a question weigh nothing in the answers to it. `sources`: without them every text is one person's
 * answer to all questions. `topics`: how many to look for, instead of a twelfth of the answers; what is unstable is dropped all the same.
 */
export type ThemeOptions = { seed: number; questions?: readonly string[]; sources?: Sources; topics?: number }

/** @param language  of all texts */
export const themesOf = (texts: readonly string[], options: ThemeOptions, language = 'en'): Theme[] =>
  themesAmong(
    texts,
    texts.map((text) => (isReadable(text, language) ? language : null)),
    options,
  )

/** Whether a text says something, in the language that it is said to be in. */
export function isReadable(text: string, language: string): boolean {
  const usability = usabilityOf(text)
  return usability === 'usable' || (usability === 'unsupported_language' && language !== 'en')
}

/** @param languages  of each text; null where it is not known, or the text says nothing: such a text is not read */
export function themesAmong(
  texts: readonly string[],
  languages: readonly (string | null)[],
  options: ThemeOptions,
): Theme[] {
  const places = [...texts.keys()].filter((place) => languages[place] !== null)
  const groups = Map.groupBy(places, (place) => languages[place]!)
  const { peopleOf, questionOf } = originsOf(texts.length, options)
  const found = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([language, own]) => {
      if (own.length < themeAnswersMin) return []
      const answers = sampled(own, options.seed).map((place) => ({
        text: texts[place],
        people: peopleOf(place),
        question: questionOf(place),
      }))
      return rulesIn(language, answers, options)
    })
  return counted(found, texts, places)
}

const noWords: ReadonlySet<string> = new Set()

/**
 * Who wrote a text, without those who are not counted, and the question that it answers: the first of them, where the same was written to
 * several. Columns and no objects, since there are as many as texts.
 */
type Origins = { peopleOf(text: number): readonly number[]; questionOf(text: number): number }

export function originsOf(texts: number, { sources }: Pick<ThemeOptions, 'sources'>): Origins {
  if (!sources) return { peopleOf: (text) => [text], questionOf: () => 0 }
  const questions = new Float64Array(texts).fill(Infinity)
  const ends = new Int32Array(texts + 1)
  for (const [at, text] of sources.text.entries()) {
    questions[text] = Math.min(questions[text], sources.question[at])
    if (sources.person[at] >= 0) ends[text + 1]++
  }
  for (let text = 0; text < texts; text++) ends[text + 1] += ends[text]
  const people = new Int32Array(ends[texts])
  const next = ends.slice(0, texts)
  for (const [at, text] of sources.text.entries())
    if (sources.person[at] >= 0) people[next[text]++] = sources.person[at]
  return {
    peopleOf: (text) => [...people.subarray(ends[text], ends[text + 1])],
    questionOf: (text) => questions[text],
  }
}

function sampled(places: readonly number[], seed: number): readonly number[] {
  if (places.length <= sampleMax) return places
  return shuffled(places, seedOf(`${seed} sample`))
    .slice(0, sampleMax)
    .toSorted((a, b) => a - b)
}

type FoundRule = Pick<Theme, 'title' | 'words' | 'rule' | 'coherence' | 'stability'>

function rulesIn(
  language: string,
  answers: readonly { text: string; people: readonly number[]; question: number }[],
  { questions = [], seed, topics: wanted }: ThemeOptions,
): FoundRule[] {
  const reader = readerOf(
    language,
    answers.map(({ text }) => text),
  )
  const echoes = echoesOf(questions, language)
  const own = answers.map(({ text, people, question }): ReadAnswer => ({
    runs: reader.wordsOf(text),
    echo: echoes[question] ?? noWords,
    people,
  }))
  const all = termsIn(own, language)
  const least = Math.max(peopleMin, Math.ceil(shareMin * own.length))
  const terms = all.filter(({ rows }) => rows.length <= shareMax * own.length)
  const documents = own.map(subjectsOf)
  const vocabulary = vocabularyOf(documents, {
    documentsMin: Math.max(3, Math.round(own.length * 0.002)),
    shareMax,
    termsMax,
  })
  if (vocabulary.terms.length < 2) return []
  const matrix = weighted(documents, vocabulary)
  const likely = Math.max(topicsMin, Math.min(topicsMax, Math.round(own.length / answersPerTopic)))
  const topics = Math.min(wanted ?? likely, vocabulary.terms.length)
  const factors = factorise(matrix, topics, { seed, iterationsMax: 60 })
  const ofTopics = topicRows(factors).flatMap((rows) => subjectOf(rows, terms, own.length) ?? [])
  const stabilities = recurrence(matrix, ofTopics, topics, seed)
  const stable = ofTopics.filter(
    (subject) =>
      stabilities.get(subject)! >= (subject.rows.length < frequentMin ? recurrenceOfFewMin : recurrenceMin),
  )
  const subjects = withoutTwins([...stable, ...frequentOnes(terms, Math.max(frequentMin, least))])
    .filter(({ rows }) => rows.length >= least)
    .toSorted((a, b) => b.rows.length - a.rows.length || a.rows[0] - b.rows[0])
  const titles = titlesOf(subjects, all, own.length)
  const surface = new Map(all.map(({ key, forms }) => [key, forms[0]]))
  return subjects.map((subject, at) => {
    const words = wordsFor(subject, documents, vocabulary.terms)
    return {
      title: titles[at],
      words: words.flatMap((word) => surface.get(word) ?? []),
      rule: { any_of: subject.terms.flatMap(({ forms }) => forms), language },
      coherence: coherenceOf(words, countWindows(documents, words)) ?? 0,
      stability: stabilities.get(subject) ?? 1,
    }
  })
}

/** Words that many people use, whatever topic their answers are of: no chance of the factors hides them. */
const frequentOnes = (terms: readonly Term[], least: number): Subject[] =>
  terms
    .filter(({ length, people }) => length === 1 && people >= least)
    .map((term) => ({ terms: [term], rows: term.rows }))

/** Rows by topic: those in which the topic weighs nearly as much as the heaviest one. */
function topicRows({ topics, answers }: Factors): number[][] {
  const rows: number[][] = Array.from({ length: topics }, () => [])
  for (let row = 0; row * topics < answers.length; row++) {
    let heaviest = membershipMin
    for (let topic = 0; topic < topics; topic++) heaviest = Math.max(heaviest, answers[row * topics + topic])
    for (let topic = 0; topic < topics; topic++)
      if (answers[row * topics + topic] >= Math.max(membershipMin, 0.7 * heaviest)) rows[topic].push(row)
  }
  return rows
}

function wordsFor(
  { rows }: Subject,
  documents: readonly (readonly string[])[],
  vocabulary: readonly string[],
): string[] {
  const inside = new Map<string, number>()
  const outside = new Map<string, number>()
  const own = new Set(rows)
  const known = new Set(vocabulary)
  documents.forEach((document, row) => {
    const counts = own.has(row) ? inside : outside
    for (const term of new Set(document)) if (known.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  })
  const rest = Math.max(1, documents.length - rows.length)
  return [...inside]
    .map(([term, count]) => ({
      term,
      score: count * Math.log(count / rows.length / (((outside.get(term) ?? 0) + 0.5) / rest)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, wordsMax)
    .map(({ term }) => term)
}

/** Per subject the share of bootstrap runs with a topic of nearly the same answers. */
function recurrence(
  matrix: Matrix,
  subjects: readonly Subject[],
  topics: number,
  seed: number,
): Map<Subject, number> {
  const recurred = new Map(subjects.map((subject) => [subject, 0]))
  for (let run = 0; run < runs; run++) {
    const runSeed = seedOf(`${seed} bootstrap ${run}`)
    const random = mulberry32(runSeed)
    const drawn = Array.from({ length: matrix.rows }, () => Math.floor(random() * matrix.rows))
    const factors = factorise(chosenRows(matrix, drawn), topics, {
      seed: runSeed,
      iterationsMax: iterationsOfRun,
    })
    const found = topicRows(factors).map((rows) => new Set(rows.map((row) => drawn[row])))
    const inRun = new Set(drawn)
    for (const subject of subjects) {
      const expected = subject.rows.filter((row) => inRun.has(row))
      if (found.some((each) => jaccard(expected, each) >= jaccardMin))
        recurred.set(subject, recurred.get(subject)! + 1 / runs)
    }
  }
  return recurred
}

function jaccard(a: readonly number[], b: ReadonlySet<number>): number {
  const both = a.reduce((count, each) => count + (b.has(each) ? 1 : 0), 0)
  const either = a.length + b.size - both
  return either === 0 ? 0 : both / either
}

function counted(found: readonly FoundRule[], texts: readonly string[], places: readonly number[]): Theme[] {
  const find = finderOf(found.map(({ rule }) => rule))
  const members = found.map((): number[] => [])
  for (const place of found.length > 0 ? places : [])
    find(texts[place], (rule) => {
      if (members[rule].at(-1) !== place) members[rule].push(place)
    })
  return found
    .map((theme, at) => ({
      ...theme,
      answers: members[at].length,
      share: members[at].length / places.length,
      members: members[at],
    }))
    .toSorted((a, b) => b.answers - a.answers || (a.title < b.title ? -1 : 1))
}
