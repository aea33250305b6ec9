/** What measures of topics share: who names which topic, with which sentiment, summed up for a cell and banded. */
import { type TopicsCell, type TopicSums } from '../text-cells.ts'
import { bandCounts, bandPicks } from '../../cells/cells.ts'

/** From here on a sentiment counts as negative. */
export const negativeFrom = -0.05

/** Adds in the order of the numbers: answers come in a random one, and sums of fractions depend on it in their last digit. */
export const total = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0)

/** What one person names: topic → the mean sentiment of the clauses that name it. */
export type NamedTopics = Map<string, number>

export function meanByTopic(scores: readonly (readonly [topic: string, score: number])[]): NamedTopics {
  const byTopic = Map.groupBy(scores, ([topic]) => topic)
  return new Map(
    [...byTopic].map(([topic, all]) => [topic, total(all.map(([, score]) => score)) / all.length]),
  )
}

/** The same of stances: a person who praises a topic and complains about it too, complains. */
export function plainestByTopic(stances: readonly (readonly [topic: string, stance: number])[]): NamedTopics {
  const byTopic: NamedTopics = new Map()
  for (const [topic, stance] of stances) {
    const before = byTopic.get(topic) ?? 0
    byTopic.set(topic, stance < 0 || before < 0 ? -1 : Math.max(stance, before))
  }
  return byTopic
}

export function sumTopics(people: readonly NamedTopics[]): TopicsCell {
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
