/**
 * What people name of a driver in their own words: the parts of it, and the phrase that most of them use. Both are measured by the
 * gate from redacted words of at least three people (measures.ts); where a collection has none, an action or a strength says less.
 */
import { limits } from '../../../contract/limits.ts'
import { phrasesMeasure } from '../../confidentiality/confidentiality.ts'
import type { Figures, Group } from '../finding.ts'
import { subtopicsMeasure } from '../measures.ts'
import type { TopicSums } from '../text-cells.ts'
import { countedTopics } from '../report/topics.ts'

type Counted = ReturnType<typeof countedTopics>[number]

const ofDriver = (topics: readonly Counted[], driver: string, mark: string): Counted[] =>
  topics.filter(({ id }) => id.startsWith(driver + mark))

const partOf = ({ id }: Counted, mark: string): string => id.slice(id.indexOf(mark) + 1)

/** Parts of the driver that people complain about or ask about, the most frequent first. */
export const partsNamed = (figures: Figures, at: Group, driver: string): string[] =>
  ofDriver(countedTopics(figures, at, subtopicsMeasure), driver, '/')
    .filter(({ sums }) => sums.negative >= limits.themePeopleMin)
    .toSorted((a, b) => b.sums.negative - a.sums.negative || (a.id < b.id ? -1 : 1))
    .map((topic) => partOf(topic, '/'))

/** Words that people use about a driver, and how many people do. */
export type Named = { phrase: string; people: number }

/** What most people say of the driver where they complain or ask for something. */
export const phraseNamed = (figures: Figures, at: Group, driver: string): Named | null =>
  mostSaid(figures, at, driver, ({ negative }) => negative)

/** What most people praise of it. */
export const phrasePraised = (figures: Figures, at: Group, driver: string): Named | null =>
  mostSaid(figures, at, driver, ({ people, negative }) => people - negative)

/** If at least this share of the people who say a word say it in the phrase, the phrase says more than the word. */
const phraseShareMin = 0.5

function mostSaid(
  figures: Figures,
  at: Group,
  driver: string,
  countOf: (sums: TopicSums) => number,
): Named | null {
  const said = ofDriver(countedTopics(figures, at, phrasesMeasure), driver, '|')
    .map((topic): Named => ({ phrase: partOf(topic, '|'), people: countOf(topic.sums) }))
    .filter(({ people }) => people >= limits.themePeopleMin)
    .toSorted((a, b) => b.people - a.people || wordsIn(b) - wordsIn(a) || (a.phrase < b.phrase ? -1 : 1))
  const [first] = said
  if (!first) return null
  const longer = said.filter(
    (one) => ` ${one.phrase} `.includes(` ${first.phrase} `) && one.people >= phraseShareMin * first.people,
  )
  return longer.toSorted((a, b) => wordsIn(b) - wordsIn(a))[0] ?? first
}

const wordsIn = ({ phrase }: Named): number => phrase.split(' ').length
