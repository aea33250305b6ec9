/** What measures of topics share: who names which topic, with which sentiment, summed up for a cell and banded, and what each group tells of that. */
import type { TopicsCell, TopicSums } from '../text-cells.ts'
import { isEnough } from '../../../contract/theme-counts.ts'
import { limits } from '../../../contract/limits.ts'
import { type Around, bandCounts, bandPicks, toldWithFewer, toldTogether } from '../../cells/cells.ts'
import { sumOfTopics, told, toldInThrees, type ToldSums, untold } from '../tone.ts'

/** From here on a sentiment counts as negative. */
export const negativeFrom = -0.05

/** Adds in the order of the numbers: answers come in a random one, and sums of fractions depend on it in their last digit. */
export function total(values: readonly number[]): number {
  if (values.length === 2) return values[0] + values[1] // the same in either order
  return Float64Array.from(values)
    .sort()
    .reduce((sum, value) => sum + value, 0)
}

/** What one person names: topic → the mean sentiment of the clauses that name it. */
export type NamedTopics = Map<string, number>

export function meanByTopic(scores: readonly (readonly [topic: string, score: number])[]): NamedTopics {
  const means: NamedTopics = new Map()
  const byTopic = new Map<string, number[]>()
  for (const [topic, score] of scores) addScore(byTopic, topic, score)
  for (const [topic, all] of byTopic) means.set(topic, all.length === 1 ? all[0] : total(all) / all.length)
  return means
}

const addScore = <Score>(byTopic: Map<string, Score[]>, topic: string, score: Score): void => {
  const scores = byTopic.get(topic)
  if (scores) scores.push(score)
  else byTopic.set(topic, [score])
}

/** The same of stances: a person who praises a topic and complains about it too, complains. */
export function plainestByTopic(stances: Iterable<readonly [topic: string, stance: number]>): NamedTopics {
  const byTopic = new Map<string, number>()
  for (const [topic, stance] of stances) {
    const before = byTopic.get(topic) ?? 0
    byTopic.set(topic, stance < 0 || before < 0 ? -1 : Math.max(stance, before))
  }
  return byTopic
}

/** null: a topic that somebody names in words whose sentiment is not known. */
export function sumTopics(people: readonly ReadonlyMap<string, number | null>[]): TopicsCell {
  const topics: Record<string, TopicSums> = Object.create(null)
  const byTopic = new Map<string, (number | null)[]>()
  for (const person of people) for (const [topic, score] of person) addScore(byTopic, topic, score)
  for (const [topic, named] of [...byTopic].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    topics[topic] = sumTopic(named, people.length)
  return { n: people.length, topics }
}

/**
 * A topic that all of n people name, or all but one, is stored as named by n − 1. Their sentiment is then everyone's and is banded
 * too: the sums are those of n − 1 people with their mean, of whom neither all nor all but one are stored as negative.
 */
function sumTopic(named: readonly (number | null)[], n: number): TopicSums {
  const scores = named.flatMap((score) => score ?? [])
  const negative = scores.filter((score) => score <= negativeFrom).length
  const sums = { negative, sum: total(scores), squares: total(scores.map((score) => score * score)) }
  const picks = bandPicks({ named: named.length }, n, ['named', 'not named'], 0)
  const rated = (people: number) => scores.length < named.length && { rated: Math.min(people, scores.length) }
  if (!picks.banded) return { people: named.length, ...sums, ...rated(named.length) }
  const people = picks.stored.named
  const sides = bandCounts(
    { negative, other: named.length - negative },
    named.length,
    ['negative', 'other'],
    false,
  )
  return {
    people,
    negative: Math.min(people - 1, sides.stored.negative ?? 0),
    sum: (sums.sum * people) / named.length,
    squares: (sums.squares * people) / named.length,
    ...rated(people),
  }
}

/**
 * What each group tells, so that no difference of groups tells one or two people, neither of those who name a topic nor of their tone. For people,
 * a group tells one or two fewer than there are; one that would then tell fewer than three hides the topic (`untold`, of nobody). For the tone,
 * the smallest groups tell it in threes. A topic that one or two people of a group name is left out there.
 * @param groups  each with its cells
 */
export function toldTopics(groups: readonly (readonly unknown[])[], around: Around): TopicsCell[] {
  const cells = groups.map((one) => one as readonly TopicsCell[])
  const sums = cells.map((one) => sumOfTopics(one))
  const topics = new Set(sums.flatMap((one) => [...one.keys()]))
  const said = cells.map((one): TopicsCell => ({
    n: total(one.map(({ n }) => n)),
    topics: Object.create(null),
  }))
  for (const topic of [...topics].toSorted()) {
    const own = sums.map((one) => one.get(topic))
    const named = own.map((one) => (one && isEnough(one.people) ? one.people : null))
    const people = toldWithFewer(around, named, limits.themePeopleMin)
    const tones = own.map((one, group) =>
      one && people[group] === one.people && !told(one).few ? partsOf(one) : null,
    )
    const counted = toldTogether(around, tones, limits.themePeopleMin)
    for (const [group, one] of own.entries()) {
      if (!one || !isEnough(one.people)) continue
      const fewer = people[group]
      said[group].topics[topic] = stored(
        fewer === null ? untold(0) : counted.has(group) ? told(one) : withoutCount(one, fewer),
      )
    }
  }
  return said
}

function withoutCount(sums: TopicSums, people: number): ToldSums {
  if (people === sums.people && told(sums).few) return told(sums)
  const rated = Math.min(sums.rated ?? sums.people, people)
  return toldInThrees({ ...sums, people, rated, negative: Math.min(sums.negative, people) })
}

const partsOf = ({ people, negative, rated = people }: TopicSums): number[] => [
  negative,
  rated - negative,
  people - rated,
]

/** Without what goes without saying: that all are rated, and that all parts are counted. */
const stored = ({ few, rated, ...sums }: Required<TopicSums>): TopicSums => ({
  ...sums,
  ...(rated !== sums.people && { rated }),
  ...(few && { few }),
})
