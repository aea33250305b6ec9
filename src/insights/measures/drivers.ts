/** The drivers of the taxonomy that people mention, each with the sentiment of its own clause. */
import type { Question } from '../../../contract/questions.ts'
import type { AnalysedTexts, TextMeasure } from '../../confidentiality/confidentiality.ts'
import { commentsOf, ratedTexts } from '../analysed-texts.ts'
import { meanByTopic, type NamedTopics, negativeFrom, sumTopics, toldTopics } from './topics.ts'

export const driversMeasure = 'drivers'

export const drivers = (questions: readonly Question[]): TextMeasure<NamedTopics> => ({
  name: driversMeasure,
  threshold: 'comment',
  ...commentsOf(questions),
  values: (all) => all.map((texts) => namedDrivers(questions, texts)),
  figures: sumTopics,
  told: toldTopics,
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

function namedDrivers(questions: readonly Question[], texts: AnalysedTexts): NamedTopics | null {
  const rated = ratedTexts(questions, texts)
  if (rated.length === 0) return null
  const scores: [driver: string, score: number][] = []
  for (const { clauses } of rated)
    for (const { drivers: named, score } of clauses) for (const driver of named) scores.push([driver, score])
  return meanByTopic(scores)
}
