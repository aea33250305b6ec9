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
import { analyseSentiment, driversOf, redact, seedOf, themesOf, wordsOf } from '../text/text.ts'

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

/** In the order of the numbers: answers come in a random one, and sums of fractions depend on it in their last digit. */
const total = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0)

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
  const scores = Map.groupBy(
    people.flatMap((named) => [...named]),
    ([topic]) => topic,
  )
  const topics: Record<string, TopicSums> = Object.create(null)
  for (const [topic, named] of [...scores].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const own = named.map(([, score]) => score)
    topics[topic] = {
      people: own.length,
      negative: own.filter((score) => score <= negativeFrom).length,
      sum: total(own),
      squares: total(own.map((score) => score * score)),
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

/** One text of one person. */
type Said = { person: number; text: string; score: number }

/**
 * Each answer is looked at by itself: what a person says to ten questions is ten texts and not one about everything. Names
 * are taken out before anything is counted, so that no theme is called after somebody.
 */
const themes = (questions: readonly Question[], names: readonly string[], seed: string): Measure<Named> => ({
  name: themesMeasure,
  threshold: 'comment',
  values: (all) => {
    const said = all
      .flatMap((answers, person) =>
        textsOf(questions, answers).flatMap((text): Said[] => {
          const { score } = analyseSentiment(text)
          return score === null ? [] : [{ person, text: redact(text, names), score }]
        }),
      )
      // In the order of the words: answers come in a random one, and themes should not depend on it.
      .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    const found = themesOf(
      said.map(({ text }) => text),
      { seed: seedOf(seed), about: aboutOf(questions) },
    )
    if (found.length === 0) return all.map(() => null)
    const scores = new Map(said.map(({ person }) => [person, new Map<string, number[]>()]))
    for (const { label, members } of found) {
      for (const { person, score } of members.map((member) => said[member])) {
        const own = scores.get(person)!
        own.set(label, [...(own.get(label) ?? []), score])
      }
    }
    return all.map((_answers, person) => {
      const own = scores.get(person)
      return own ? new Map([...own].map(([label, them]) => [label, total(them) / them.length])) : null
    })
  },
  figures: sumTopics,
})

const questionsMin = 3

/** Words that several questions use, such as the name of the product that all of them are about. */
function aboutOf(questions: readonly Question[]): string[] {
  const uses = new Map<string, number>()
  for (const { text } of questions)
    for (const word of new Set(wordsOf(text))) uses.set(word, (uses.get(word) ?? 0) + 1)
  const several = Math.min(questionsMin, Math.max(2, questions.length))
  return [...uses].flatMap(([word, count]) => (count >= several ? [word] : []))
}

export function measuresFor(
  questions: readonly Question[],
  names: readonly string[],
  seed: string,
): Measure[] {
  const texts = questions.filter((question) => question.type === 'text')
  if (texts.length === 0) return []
  return [...texts.map(sentiment), drivers(texts), themes(texts, names, seed)] as Measure[]
}
