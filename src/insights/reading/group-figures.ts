/**
 * What one group shows, figure by figure, as lists, windows and signals tell it. Pure. Comparisons are with the team above
 * and with everyone, each without the group itself: both are made of whole cells, so what is left is too.
 */
import {
  type DriverFigure,
  type EnpsFigure,
  type ScoreFigure,
  type SentimentFigure,
  type ThemeFigure,
} from '../../../contract/figures.ts'
import { type DriverId, driverIds } from '../../../contract/drivers.ts'
import { type Question } from '../../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import {
  type ParticipationCell,
  participationMeasure,
  type Released,
} from '../../confidentiality/confidentiality.ts'
import { enpsPoint, isAveraged, measureOf } from '../../questions/questions.ts'
import { without } from '../report/change.ts'
import { cellsOf, type Group, histogram, round, sum } from '../finding.ts'
import {
  agreementOf,
  enpsOf,
  participationOf,
  type Place,
  scoreOf,
  sentimentOf,
  topicOf,
} from '../measurements.ts'
import {
  driversMeasure,
  type RequestsCell,
  requestsMeasure,
  type SentimentCell,
  sentimentMeasure,
  textQuestions,
} from '../measures.ts'
import { type Histogram, meanOf, sizeOf } from '../../statistics/statistics.ts'
import { allTopics, driverName, namedTopics } from '../report/topics.ts'

/** Released figures around a group: see Shown. */
export type Around = {
  questions: readonly Question[]
  at: Group
  released: readonly Released<unknown>[]
  above: readonly string[]
  seed: string
}

const placeOf = ({ released, at, seed }: Around): Place => {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  return { seed: `${seed} ${at.name}`, responded: cells && sum(cells.map((cell) => cell.responded)) }
}

export const scoresIn = (around: Around, only: (question: Question) => boolean = () => true): ScoreFigure[] =>
  around.questions
    .filter((question) => isAveraged(question) && only(question))
    .flatMap((question) => {
      const cells = cellsOf<QuestionCell>(around.released, around.at.group, questionMeasure(question.id))
      const found = cells && scoreOf(question, cells, placeOf(around))
      return found ? [{ ...found, compared: comparedTo(around, question, cells!, meanOf, 3) }] : []
    })

const enpsOfValues = (values: Histogram): number =>
  (100 * sum(values.map(({ value, count }) => enpsPoint(value) * count))) / sizeOf(values)

export const enpsIn = (around: Around): EnpsFigure[] =>
  around.questions
    .filter((question) => measureOf(question) === 'enps')
    .flatMap((question) => {
      const cells = cellsOf<QuestionCell>(around.released, around.at.group, questionMeasure(question.id))
      const found = cells && enpsOf(question, cells, placeOf(around))
      return found ? [{ ...found, compared: comparedTo(around, question, cells!, enpsOfValues, 0) }] : []
    })

/** The nearest team above that shows the question, and everyone; where nobody else is left there is nothing to compare. */
function comparedTo(
  { released, at, above }: Around,
  question: Question,
  own: readonly QuestionCell[],
  valueOf: (values: Histogram) => number,
  digits: number,
): ScoreFigure['compared'] {
  if (at.group === everyone) return []
  const measure = questionMeasure(question.id)
  const values = histogram(own)
  const parent = above.find((team) => cellsOf(released, team, measure) !== null)
  return [
    ...(parent === undefined ? [] : [['parent', parent] as const]),
    ['organisation', everyone] as const,
  ].flatMap(([comparison, group]) => {
    const cells = cellsOf<QuestionCell>(released, group, measure)
    const others = cells ? without(histogram(cells), values) : []
    const n = sizeOf(others)
    if (n === 0) return []
    const value = valueOf(others)
    return [
      { comparison, n, value: round(value, digits), difference: round(valueOf(values) - value, digits) },
    ]
  })
}

export const sentimentIn = (around: Around): SentimentFigure[] =>
  textQuestions(around.questions).flatMap((question) => {
    const { released, at } = around
    const cells = cellsOf<SentimentCell>(released, at.group, sentimentMeasure(question.id))
    const requests = cellsOf<RequestsCell>(released, at.group, requestsMeasure(question.id))
    return cells ? [sentimentOf(question, cells, requests, placeOf(around))] : []
  })

export const themesIn = ({ released, at }: Pick<Around, 'released' | 'at'>): ThemeFigure[] =>
  namedTopics({ released }, at).map(({ id, label, source, n, sums }) => ({
    theme: id,
    label,
    source,
    ...topicOf(n, sums, source),
  }))

/** A scale and a text side by side; drivers that neither was asked about nor named stand nowhere. */
export function driversIn(around: Around): DriverFigure[] {
  const scales = scoresIn(around, ({ driver }) => driver !== undefined)
  const written = new Map(allTopics(around, around.at, driversMeasure).map((topic) => [topic.id, topic]))
  return driverIds.flatMap((driver: DriverId): DriverFigure[] => {
    const scale = scales.filter((one) => one.driver === driver)
    const text = written.get(driver)
    if (scale.length === 0 && !text) return []
    return [
      {
        driver,
        name: driverName(driver),
        scale,
        text: text ? topicOf(text.n, text.sums, 'driver') : null,
        agreement: agreementOf(scale[0], text?.sums),
      },
    ]
  })
}

export const participationIn = ({ released, at }: Pick<Around, 'released' | 'at'>) => {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  return cells && participationOf(cells)
}
