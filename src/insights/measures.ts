/**
 * What the gate measures for insights beyond each question's own histogram. Pure functions: answers in, sums out; the gate
 * runs them and keeps the answers.
 *
 * sentiment:{question}  how a text question's answers feel, −1 … 1
 * drivers               what people talk about, by the fixed taxonomy, each with the feeling of its own clause
 * themes                what they talk about beyond it, found in the texts (from 60 usable answers on)
 */
import { type Question } from '../../contract/questions.ts'
import { type Answers, type Measure } from '../confidentiality/confidentiality.ts'
import { analyseSentiment, driversOf, redact, seedOf, themesOf } from '../text/text.ts'

export const sentimentMeasure = (questionId: string): string => `sentiment:${questionId}`
export const driversMeasure = 'drivers'
export const themesMeasure = 'themes'

/** Sums of scores; bins of a tenth keep the distribution without keeping a score. */
export type SentimentCell = { n: number; sum: number; squares: number; bins: number[] }

/** Of n people: how many name the topic, how many of those badly, and the sums of their feeling. */
export type TopicSums = { people: number; negative: number; sum: number; squares: number }
export type TopicsCell = { n: number; topics: Record<string, TopicSums> }

const binsCount = 21
const negativeFrom = -0.05

export const binOf = (score: number): number =>
  Math.min(binsCount - 1, Math.max(0, Math.round((score + 1) * 10)))
export const scoreOfBin = (bin: number): number => bin / 10 - 1

function sentiment(question: Question): Measure<number> {
  return {
    name: sentimentMeasure(question.id),
    threshold: 'score',
    values: (all) => all.map((answers) => analyseSentiment(answers.get(question.id)?.text ?? '').score),
    figures: (scores): SentimentCell => {
      const bins = new Array<number>(binsCount).fill(0)
      for (const score of scores) bins[binOf(score)]++
      return {
        n: scores.length,
        sum: total(scores),
        squares: total(scores.map((score) => score * score)),
        bins,
      }
    },
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** topic → the feeling of the clauses in which one person names it */
type Named = Map<string, number>

const textsOf = (questions: readonly Question[], answers: Answers): string[] =>
  questions.flatMap((question) => answers.get(question.id)?.text ?? [])

function namedDrivers(texts: readonly string[]): Named | null {
  const scores = new Map<string, number[]>()
  let usable = false
  for (const text of texts) {
    const { score, clauses } = analyseSentiment(text)
    if (score === null) continue
    usable = true
    for (const clause of clauses) {
      for (const driver of driversOf(clause.text))
        scores.set(driver, [...(scores.get(driver) ?? []), clause.score])
    }
  }
  return usable ? new Map([...scores].map(([driver, all]) => [driver, total(all) / all.length])) : null
}

function sumTopics(people: readonly Named[]): TopicsCell {
  const topics: Record<string, TopicSums> = Object.create(null)
  for (const named of people) {
    for (const [topic, score] of named) {
      const sums = (topics[topic] ??= { people: 0, negative: 0, sum: 0, squares: 0 })
      sums.people++
      sums.negative += score <= negativeFrom ? 1 : 0
      sums.sum += score
      sums.squares += score * score
    }
  }
  return { n: people.length, topics }
}

const drivers = (questions: readonly Question[]): Measure<Named> => ({
  name: driversMeasure,
  threshold: 'comment',
  values: (all) => all.map((answers) => namedDrivers(textsOf(questions, answers))),
  figures: sumTopics,
})

/** Names are taken out before anything is counted, so that no theme is called after somebody. */
const themes = (questions: readonly Question[], names: readonly string[], seed: string): Measure<Named> => ({
  name: themesMeasure,
  threshold: 'comment',
  values: (all) => {
    const texts = all.map((answers) => textsOf(questions, answers).join('\n'))
    const scores = texts.map((text) => analyseSentiment(text).score)
    const usable = scores.flatMap((score, index) => (score === null ? [] : [index]))
    const found = themesOf(
      usable.map((index) => redact(texts[index], names)),
      { seed: seedOf(seed) },
    )
    const named = new Map(usable.map((index) => [index, new Map<string, number>()]))
    for (const theme of found) {
      for (const member of theme.members) named.get(usable[member])!.set(theme.label, scores[usable[member]]!)
    }
    return all.map((_answers, index) => (found.length === 0 ? null : (named.get(index) ?? null)))
  },
  figures: sumTopics,
})

export function measuresFor(
  questions: readonly Question[],
  names: readonly string[],
  seed: string,
): Measure[] {
  const texts = questions.filter((question) => question.type === 'text')
  if (texts.length === 0) return []
  return [...texts.map(sentiment), drivers(texts), themes(texts, names, seed)] as Measure[]
}
