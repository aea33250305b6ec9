/**
 * What one group shows, figure by figure, in lists, windows and signals. Pure. Comparisons are with the team above and with
 * everyone, each without the group itself: both are made of whole cells, so the rest is too.
 */
import type { RequestsCell, SentimentCell } from '../text-cells.ts'
import type {
  DriverFigure,
  EnpsFigure,
  ScoreFigure,
  SentimentFigure,
  ThemeFigure,
} from '../../../contract/figures.ts'
import type { Coverage, Method } from '../../../contract/insights.ts'
import type { CountedIn } from '../../../contract/collections.ts'
import { type DriverId, driverIds } from '../../../contract/drivers.ts'
import type { Question } from '../../../contract/questions.ts'
import { everyone, type ParticipationCell, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { participationMeasure, type Released } from '../../confidentiality/confidentiality.ts'
import { enpsPoint, isAveraged, measureOf, type Polarity, polarityOf } from '../../questions/questions.ts'
import { without } from '../report/change.ts'
import { coverageOf, withModels, wordsRead } from '../coverage.ts'
import { cellsOf, type Group, histogram, round, sum } from '../finding.ts'
import {
  agreementOf,
  type Basis,
  basisOf,
  enpsOf,
  participationOf,
  scoreOf,
  sentimentOf,
  topicOf,
} from '../measurements.ts'
import {
  driversMeasure,
  requestsMeasure,
  sentimentMeasure,
  textQuestions,
  themesMeasure,
} from '../measures.ts'
import { type Histogram, meanOf, sizeOf } from '../../statistics/statistics.ts'
import { allTopics, driverName, namedTopics } from '../report/topics.ts'

/**
 * One group with its released figures, and those it is compared with. `above`: teams over it, the nearest first; not everyone. `partial`:
 * measures of which the group shows the sum of the shown teams inside it.
 */
export type Around = {
  questions: readonly Question[]
  at: Group
  released: readonly Released<unknown>[]
  partial?: ReadonlySet<string>
  /** Whether nobody of the group is in any figure. */
  sitsOut?: boolean
  above: readonly string[]
  /** By what its texts were read; by today's rules alone where nothing is said. */
  readBy?: string | null
}

type Beside = { without_small_teams?: true } & CountedIn

/** The nearest group above that shows a figure of all its people, of these measures. */
export function countedIn({ released, at, above, sitsOut }: Around, measures: readonly string[]): CountedIn {
  if (at.group === everyone || sitsOut) return {}
  const group = [...above, everyone].find((team) =>
    measures.some((measure) => cellsOf(released, team, measure) !== null),
  )
  return group === undefined ? {} : { counted_in: group === everyone ? null : group }
}

/** What is said beside a figure that is not of all the group's people. */
const beside = (around: Around, measure: string): Beside =>
  around.partial?.has(measure) ? { without_small_teams: true, ...countedIn(around, [measure]) } : {}

const basisIn = (around: Around): Basis => basisOf(around, around.at)

const cellsIn = ({ released, at }: Around, question: Question): QuestionCell[] | null =>
  cellsOf<QuestionCell>(released, at.group, questionMeasure(question.id))

export const scoresIn = (around: Around, only: (question: Question) => boolean = () => true): ScoreFigure[] =>
  around.questions
    .filter((question) => isAveraged(question) && only(question))
    .flatMap((question) => {
      const cells = cellsIn(around, question)
      const score = cells && scoreOf(question, cells, basisIn(around))
      return score
        ? [
            {
              ...score,
              ...beside(around, questionMeasure(question.id)),
              compared: comparedTo(around, question, { valueOf: meanOf, digits: 3 }),
            },
          ]
        : []
    })

const enpsOfValues = (values: Histogram): number =>
  (100 * sum(values.map(({ value, count }) => enpsPoint(value) * count))) / sizeOf(values)

export const enpsIn = (around: Around): EnpsFigure[] =>
  around.questions
    .filter((question) => measureOf(question) === 'enps')
    .flatMap((question) => {
      const cells = cellsIn(around, question)
      const enps = cells && enpsOf(question, cells, basisIn(around))
      return enps
        ? [
            {
              ...enps,
              ...beside(around, questionMeasure(question.id)),
              compared: comparedTo(around, question, { valueOf: enpsOfValues, digits: 0 }),
            },
          ]
        : []
    })

/** With the nearest team above that shows the question, and with everyone; empty where nobody else is left. */
function comparedTo(
  around: Around,
  question: Question,
  { valueOf, digits }: { valueOf: (values: Histogram) => number; digits: number },
): ScoreFigure['compared'] {
  const { released, at, above } = around
  if (at.group === everyone) return []
  const own = histogram(cellsIn(around, question) ?? [])
  const measure = questionMeasure(question.id)
  const parent = above.find((team) => cellsOf(released, team, measure) !== null)
  return [
    ...(parent === undefined ? [] : [['parent', parent] as const]),
    ['organisation', everyone] as const,
  ].flatMap(([comparison, group]) => {
    const cells = cellsOf<QuestionCell>(released, group, measure)
    const others = cells ? without(histogram(cells), own) : []
    const n = sizeOf(others)
    if (n === 0) return []
    const value = valueOf(others)
    return [{ comparison, n, value: round(value, digits), difference: round(valueOf(own) - value, digits) }]
  })
}

/** Of these questions, all of them by default. */
const coverageIn = (
  { released, at, questions }: Around,
  of: readonly Question[] = questions,
): Coverage | null => coverageOf(released, at.group, of)

const withReaders = <F extends { method: Method }>(figure: F, coverage: Coverage | null): F => ({
  ...figure,
  method: withModels(figure.method, coverage),
})

export const sentimentIn = (around: Around): SentimentFigure[] =>
  textQuestions(around.questions).flatMap((question) => {
    const { released, at } = around
    const cells = cellsOf<SentimentCell>(released, at.group, sentimentMeasure(question.id))
    const requests = cellsOf<RequestsCell>(released, at.group, requestsMeasure(question.id))
    return cells
      ? [
          {
            ...withReaders(
              sentimentOf(question, cells, requests, basisIn(around)),
              coverageIn(around, [question]),
            ),
            coverage: coverageIn(around, [question]),
            ...beside(around, sentimentMeasure(question.id)),
          },
        ]
      : []
  })

export const themesIn = (around: Around): ThemeFigure[] =>
  namedTopics({ released: around.released }, around.at).map(({ id, label, source, n, sums }) => ({
    theme: id,
    label,
    source,
    coverage: source === 'driver' ? coverageIn(around) : wordsRead(coverageIn(around)),
    ...withReaders(topicOf(n, sums, source, around.readBy), coverageIn(around)),
    ...beside(around, source === 'driver' ? driversMeasure : themesMeasure),
  }))

function polarityIn({ questions }: Around, id: string): Polarity {
  const question = questions.find((one) => one.id === id)
  return question ? polarityOf(question) : 0
}

/** Scale and text side by side, of each driver that a question measures or that enough people name; its level is the report's to say. */
export function driversIn(around: Around): DriverFigure[] {
  const scales = scoresIn(around, ({ driver }) => driver !== undefined)
  const written = new Map(allTopics(around, around.at, driversMeasure).map((topic) => [topic.id, topic]))
  const coverage = coverageIn(around)
  return driverIds.flatMap((driver: DriverId): DriverFigure[] => {
    const scale = scales.filter((one) => one.driver === driver)
    const text = written.get(driver)
    if (scale.length === 0 && !text) return []
    return [
      {
        driver,
        name: driverName(driver),
        scale,
        text: text
          ? {
              ...withReaders(topicOf(text.n, text.sums, 'driver', around.readBy), coverage),
              ...beside(around, driversMeasure),
            }
          : null,
        coverage,
        agreement: agreementOf(
          scale[0] && { ...scale[0], polarity: polarityIn(around, scale[0].question_id) },
          text?.sums,
        ),
        level: null,
      },
    ]
  })
}

export const participationIn = (around: Around) => {
  const cells = cellsOf<ParticipationCell>(around.released, around.at.group, participationMeasure)
  return cells && { ...participationOf(cells), ...beside(around, participationMeasure) }
}
