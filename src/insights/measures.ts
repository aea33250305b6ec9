/**
 * What the gate measures for insights beyond each question's own histogram. Pure functions: analysed texts in, sums out; the
 * gate runs them and keeps what people wrote. Where everyone in a cell, or everyone but one, has the same sentiment or names the same
 * topic, the cell is banded as it is for questions (src/cells/banding.ts).
 *
 * Everyone who reads the comments of a group can compute all of this from them. So texts are measured only where their comments
 * are shown, and only in groups that show them: otherwise a figure would tell which comments belong to which group.
 *
 * sentiment:{question}  the sentiment of the answers to a text question, −1 … 1
 * requests:{question}   how many ask for something, where the question asks what to improve
 * drivers               the drivers of the taxonomy that people mention, each with the sentiment of its own clause
 * themes                topics beyond the taxonomy, found in the texts (from 60 usable answers on)
 */
import { type RequestsCell, type SentimentCell, type TopicsCell, type TopicSums } from './text-cells.ts'
import { type Question } from '../../contract/questions.ts'
import { bandCounts, bandPicks } from '../cells/cells.ts'
import { type AnalysedTexts, type TextMeasure } from '../confidentiality/confidentiality.ts'
import { isText } from '../questions/questions.ts'
import { wordsOf } from '../text/text.ts'
import { commentsOf, ratedTexts } from './analysed-texts.ts'
import { suggestionMeasures } from './suggestions.ts'

export const sentimentMeasure = (questionId: string): string => `sentiment:${questionId}`
export const requestsMeasure = (questionId: string): string => `requests:${questionId}`
export const driversMeasure = 'drivers'
export const themesMeasure = 'themes'

const binsCount = 21
const negativeFrom = -0.05

export const binOf = (score: number): number =>
  Math.min(binsCount - 1, Math.max(0, Math.round((score + 1) * 10)))
export const scoreOfBin = (bin: number): number => bin / 10 - 1

const sentiment = (question: Question): TextMeasure<number> => ({
  name: sentimentMeasure(question.id),
  threshold: 'comment',
  ...commentsOf([question]),
  values: (all) => all.map((texts) => texts.get(question.id)?.score ?? null),
  figures: sumScores,
  alone: (score) => ({
    n: 1,
    sum: score,
    squares: score * score,
    bins: binNames.map((_name, bin) => (bin === binOf(score) ? 1 : 0)),
  }),
})

/** Of people who wrote something that can be rated. */
const requests = (question: Question): TextMeasure<boolean> => ({
  name: requestsMeasure(question.id),
  threshold: 'comment',
  ...commentsOf([question]),
  values: (all) =>
    all.map((texts) => {
      const [text] = ratedTexts([question], texts)
      return text ? text.asks : null
    }),
  figures: sumRequests,
  alone: (asks) => ({ n: 1, requests: asks ? 1 : 0 }),
})

function sumRequests(asking: readonly boolean[]): RequestsCell {
  const count = asking.filter(Boolean).length
  const counts = { asking: count, not: asking.length - count }
  const { stored } = bandCounts(counts, asking.length, ['asking', 'not'], false)
  return { n: asking.length, requests: stored.asking ?? 0 }
}

const binNames = Array.from({ length: binsCount }, (_, bin) => String(bin))

/** Of a banded cell only the bins are stored: one answer is moved by a tenth. */
function sumScores(scores: readonly number[]): SentimentCell {
  const counts: Record<string, number> = {}
  for (const score of scores) counts[binOf(score)] = (counts[binOf(score)] ?? 0) + 1
  const { stored, banded } = bandCounts(counts, scores.length, binNames, true)
  const bins = binNames.map((bin) => stored[bin] ?? 0)
  const summed = banded
    ? bins.flatMap((count, bin) => new Array<number>(count).fill(scoreOfBin(bin)))
    : scores
  return {
    n: scores.length,
    sum: total(summed),
    squares: total(summed.map((score) => score * score)),
    bins,
  }
}

/** Adds in the order of the numbers: answers come in a random one, and sums of fractions depend on it in their last digit. */
const total = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0)

/** What one person names: topic → the mean sentiment of the clauses that name it. */
type NamedTopics = Map<string, number>

function namedDrivers(questions: readonly Question[], texts: AnalysedTexts): NamedTopics | null {
  const rated = ratedTexts(questions, texts)
  const clauses = rated.flatMap((text) => text.clauses)
  return rated.length > 0
    ? meanByTopic(
        clauses.flatMap(({ drivers: named, score }) => named.map((driver) => [driver, score] as const)),
      )
    : null
}

/** Each answer is a text of its own: ten answers of one person are ten texts, not one about everything. */
function namedThemes(questions: readonly Question[], texts: AnalysedTexts): NamedTopics | null {
  const rated = ratedTexts(questions, texts)
  return rated.length > 0
    ? meanByTopic(
        rated.flatMap(({ themes: labels, score }) => labels.map((label) => [label, score] as const)),
      )
    : null
}

function meanByTopic(scores: readonly (readonly [topic: string, score: number])[]): NamedTopics {
  const byTopic = Map.groupBy(scores, ([topic]) => topic)
  return new Map(
    [...byTopic].map(([topic, all]) => [topic, total(all.map(([, score]) => score)) / all.length]),
  )
}

function sumTopics(people: readonly NamedTopics[]): TopicsCell {
  const scores = Map.groupBy(
    people.flatMap((named) => [...named]),
    ([topic]) => topic,
  )
  const topics: Record<string, TopicSums> = Object.create(null)
  for (const [topic, named] of [...scores].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    topics[topic] = sumTopic(
      named.map(([, score]) => score),
      people.length,
    )
  }
  return { n: people.length, topics }
}

/**
 * A topic that all of n people name, or all but one, is stored as named by n − 1. Their sentiment is then everyone's and is banded
 * too: the sums are those of n − 1 people with their mean, of whom neither all nor all but one are stored as negative.
 */
function sumTopic(scores: readonly number[], n: number): TopicSums {
  const negative = scores.filter((score) => score <= negativeFrom).length
  const sums = { negative, sum: total(scores), squares: total(scores.map((score) => score * score)) }
  const named = bandPicks({ named: scores.length }, n, ['named', 'not named'], 0)
  if (!named.banded) return { people: scores.length, ...sums }
  const people = named.stored.named
  const sides = bandCounts(
    { negative, other: scores.length - negative },
    scores.length,
    ['negative', 'other'],
    false,
  )
  return {
    people,
    negative: Math.min(people - 1, sides.stored.negative ?? 0),
    sum: (sums.sum * people) / scores.length,
    squares: (sums.squares * people) / scores.length,
  }
}

const drivers = (questions: readonly Question[]): TextMeasure<NamedTopics> => ({
  name: driversMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => all.map((texts) => namedDrivers(questions, texts)),
  figures: sumTopics,
  alone: (named) => ({
    n: 1,
    topics: Object.fromEntries(
      [...named].map(([driver, score]) => [
        driver,
        { people: 1, negative: score <= negativeFrom ? 1 : 0, sum: score, squares: score * score },
      ]),
    ),
  }),
})

/** The gate has taken names out of texts, so no theme is called after somebody. */
const themes = (questions: readonly Question[]): TextMeasure<NamedTopics> => ({
  name: themesMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => {
    const hasThemes = all.some((texts) => ratedTexts(questions, texts).some((text) => text.themes.length > 0))
    return all.map((texts) => (hasThemes ? namedThemes(questions, texts) : null))
  },
  figures: sumTopics,
})

const questionsMin = 3

/** Words that several questions use, such as the name of the product that all of them are about. */
export function aboutOf(questions: readonly Question[]): string[] {
  const uses = new Map<string, number>()
  for (const { text } of questions)
    for (const word of new Set(wordsOf(text))) uses.set(word, (uses.get(word) ?? 0) + 1)
  const several = Math.min(questionsMin, Math.max(2, questions.length))
  return [...uses].flatMap(([word, count]) => (count >= several ? [word] : []))
}

/** The questions whose answers are analysed. */
export const textQuestions = (questions: readonly Question[]): Question[] => questions.filter(isText)

/** @param questions  those whose comments are shown */
export function measuresFor(questions: readonly Question[]): TextMeasure[] {
  const texts = textQuestions(questions)
  if (texts.length === 0) return []
  return [
    ...texts.map((question) => sentiment(question)),
    ...texts.filter(({ intent }) => intent === 'improve').map((question) => requests(question)),
    drivers(texts),
    themes(texts),
    ...suggestionMeasures(texts),
  ]
}
