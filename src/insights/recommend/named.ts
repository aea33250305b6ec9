/**
 * What people name of a driver in their own words: the parts of it, and the phrase that most of them use. Both are measured by the
 * gate from redacted words of at least three people (measures.ts); where a collection has none, an action says less.
 */
import { limits } from '../../../contract/limits.ts'
import { type Figures, type Group } from '../finding.ts'
import { allTopics, type Topic } from '../report/topics.ts'

/** `tools/hardware` */
const partsMeasure = 'subtopics'
/** `tools|laptops that crash` */
const phrasesMeasure = 'phrases'

const ofDriver = (topics: readonly Topic[], driver: string, mark: string): Topic[] =>
  topics.filter(({ id }) => id.startsWith(driver + mark))

const partOf = ({ id }: Topic, mark: string): string => id.slice(id.indexOf(mark) + 1)

/** Parts of the driver that people complain about, the most frequent first. */
export const partsNamed = (figures: Figures, at: Group, driver: string): string[] =>
  ofDriver(allTopics(figures, at, partsMeasure), driver, '/')
    .filter(({ sums }) => sums.negative >= limits.themePeopleMin)
    .toSorted((a, b) => b.sums.negative - a.sums.negative || (a.id < b.id ? -1 : 1))
    .map((topic) => partOf(topic, '/'))

/** The phrase of complaints and requests that most people use about the driver. */
export function phraseNamed(
  figures: Figures,
  at: Group,
  driver: string,
): { phrase: string; people: number } | undefined {
  const [first] = ofDriver(allTopics(figures, at, phrasesMeasure), driver, '|')
  return first && { phrase: partOf(first, '|'), people: first.sums.people }
}
