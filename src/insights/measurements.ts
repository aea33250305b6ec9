/**
 * Figures of one group with their n, interval and method: the same in a finding, a list, a window and a trend. Pure: sums over
 * released cells in, figures out. A measurement on a scale and an estimate from text are two figures, never averaged into one.
 */
import type { RequestsCell, SentimentCell, TopicSums } from './text-cells.ts'
import type { EnpsFigure, ScoreFigure, SentimentFigure } from '../../contract/figures.ts'
import { unitIn } from '../../contract/form-items.ts'
import type { Question } from '../../contract/questions.ts'
import { participationMeasure, type Released } from '../confidentiality/confidentiality.ts'
import type { ParticipationCell, QuestionCell } from '../cells/cells.ts'
import { measureOf, type Polarity, polarityOf } from '../questions/questions.ts'
import { partsOfVersion, textVersion } from '../text/text.ts'
import { boundsOf, cellsOf, type Group, histogram, round, sum, version } from './finding.ts'
import { scoreOfBin } from './measures.ts'
import { sentimentOfTopic, toldCounts, toneOf, type ToldSums } from './tone.ts'
import {
  halfTest,
  type Histogram,
  type Interval,
  meanInterval,
  type Share,
  sizeOf,
  shareOf,
  wilson,
} from '../statistics/statistics.ts'

/** What all figures of a group share. */
export type Basis = {
  /** How many of the group answered anything; null where that is not shown. */
  responded: number | null
  readBy: ReadBy
}

/** By what texts were read (versionWith); by today's rules alone where nothing is said. */
type ReadBy = string | null | undefined

export function basisOf(
  { released, readBy }: { released: readonly Released<unknown>[]; readBy?: string | null },
  at: Group,
): Basis {
  const cells = cellsOf<ParticipationCell>(released, at.group, participationMeasure)
  return { responded: cells && sum(cells.map((cell) => cell.responded)), readBy }
}

const rounded = (interval: Interval, digits = 3): Interval => [
  round(interval[0], digits),
  round(interval[1], digits),
]

/** People who answered other questions and not this one; null for a follow-up question, which not everyone sees. */
const skippedOf = (question: Question, n: number, { responded }: Basis): number | null =>
  responded === null || question.show_if ? null : Math.max(0, responded - n)

const isBanded = (cells: readonly QuestionCell[]): boolean => cells.some((cell) => cell.banded === true)

const middleOfThreeAndFour = 0.625

/**
 * The favourable values: 4 and 5 on a scale from 1 to 5, and those in the same place on another scale; the lower ones where high
 * values are bad news. null where they are neither.
 */
export function favourableRange(question: Question): { from: number; to: number } | null {
  const { min, max } = boundsOf(question)
  const from = Math.floor(min + middleOfThreeAndFour * (max - min)) + 1
  switch (polarityOf(question)) {
    case 1:
      return { from: measureOf(question) === 'enps' ? enpsPromoterFrom : from, to: max }
    case -1:
      return { from: min, to: min + max - from }
    case 0:
      return null
  }
}

const enpsPromoterFrom = 9

/** The share of favourable answers. */
export function favourableOf(
  question: Question,
  values: Histogram,
): (Share & { from: number; to: number; people: number; n: number }) | null {
  const range = favourableRange(question)
  if (!range) return null
  const people = sum(
    values.filter(({ value }) => value >= range.from && value <= range.to).map(({ count }) => count),
  )
  const n = sizeOf(values)
  const share = wilson(people, n)
  return share && { ...share, ...range, people, n }
}

/**
 * A figure as it leaves, its mean and interval to three decimals. Statements take the exact ones, so that nothing is rounded twice: 1.4546 is
 * 1.455 as a value and 1.45 in words.
 */
export const inThousandths = <F extends { mean: number; interval: number[] | null }>(figure: F): F => ({
  ...figure,
  mean: round(figure.mean, 3),
  interval: figure.interval && figure.interval.map((bound) => round(bound, 3)),
})

export function scoreOf(...of: Parameters<typeof exactScoreOf>): ReturnType<typeof exactScoreOf> {
  const exact = exactScoreOf(...of)
  return exact && inThousandths(exact)
}

/** With the mean and its interval as they are. */
export function exactScoreOf(
  question: Question,
  cells: readonly QuestionCell[],
  basis: Basis,
): Omit<ScoreFigure, 'compared'> | null {
  const values = histogram(cells)
  const bounds = boundsOf(question)
  const mean = meanInterval(values, bounds)
  if (!mean) return null
  const favourable = favourableOf(question, values)
  return {
    question_id: question.id,
    text: question.text,
    ...unitIn(question),
    driver: question.driver ?? null,
    n: mean.n,
    mean: mean.mean,
    interval: mean.interval,
    method: { name: `mean, ${mean.method} interval 95%`, version },
    ...bounds,
    favourable: favourable && {
      share: round(favourable.share, 3),
      interval: rounded(favourable.interval),
      from: favourable.from,
      to: favourable.to,
    },
    distribution: [...values],
    banded: isBanded(cells),
    skipped: skippedOf(question, mean.n, basis),
  }
}

/** Net promoter score: share of 9 and 10 less share of 0 to 6, with the interval of a difference of two shares of one sample. */
export function enpsOf(
  question: Question,
  cells: readonly QuestionCell[],
  basis: Basis,
): Omit<EnpsFigure, 'compared'> | null {
  const values = histogram(cells)
  const n = sizeOf(values)
  if (n === 0) return null
  const share = (from: number, to: number): number =>
    sum(values.filter(({ value }) => value >= from && value <= to).map(({ count }) => count)) / n
  const [promoters, detractors] = [share(9, 10), share(0, 6)]
  const score = promoters - detractors
  // At least the spread of one more answer: five promoters are no certainty.
  const spread = Math.max(promoters + detractors - score * score, 1 / (n + 1))
  const error = 1.96 * Math.sqrt(spread / n)
  return {
    question_id: question.id,
    text: question.text,
    n,
    enps: Math.round(score * 100),
    interval: [Math.round(Math.max(-1, score - error) * 100), Math.round(Math.min(1, score + error) * 100)],
    method: { name: 'eNPS, normal interval 95%', version },
    promoters: round(promoters, 3),
    passives: round(share(7, 8), 3),
    detractors: round(detractors, 3),
    distribution: [...values],
    banded: isBanded(cells),
    skipped: skippedOf(question, n, basis),
  }
}

export const binsOf = (cells: readonly SentimentCell[]): Histogram =>
  cells[0].bins
    .map((_count, bin) => ({ value: scoreOfBin(bin), count: sum(cells.map((cell) => cell.bins[bin])) }))
    .filter(({ count }) => count > 0)

/** From here on a sentiment counts as positive or negative. */
const sideMin = 0.05

/** How many answers are positive and how many negative; the others are neither. */
export function sidesOf(bins: Histogram): { positive: number; negative: number } {
  const count = (test: (value: number) => boolean): number =>
    sum(bins.filter(({ value }) => test(value)).map((bin) => bin.count))
  return {
    positive: count((value) => value >= sideMin),
    negative: count((value) => value <= -sideMin),
  }
}

export const sentimentOf = (
  ...of: Parameters<typeof exactSentimentOf>
): ReturnType<typeof exactSentimentOf> => inThousandths(exactSentimentOf(...of))

/** With the mean and its interval as they are. */
export function exactSentimentOf(
  question: Question,
  cells: readonly SentimentCell[],
  requests: readonly RequestsCell[] | null,
  { readBy }: Basis,
): Omit<SentimentFigure, 'coverage'> {
  const n = sum(cells.map((cell) => cell.n))
  const bins = binsOf(cells)
  const found = meanInterval(bins, { min: -1, max: 1 })
  const { positive, negative } = sidesOf(bins)
  const asking =
    requests && wilson(sum(requests.map((one) => one.requests)), sum(requests.map((one) => one.n)))
  return {
    question_id: question.id,
    text: question.text,
    intent: question.intent ?? null,
    n,
    mean: sum(cells.map((cell) => cell.sum)) / n,
    interval: found && found.interval,
    method: sentimentMethod(readBy ?? textVersion),
    positive: round(positive / n, 3),
    negative: round(negative / n, 3),
    requests: asking
      ? {
          people: sum(requests.map((one) => one.requests)),
          share: round(asking.share, 3),
          interval: rounded(asking.interval),
        }
      : null,
  }
}

/** The version ends with the name of the model, where one took part. */
const sentimentMethod = (version: string) => ({
  name: partsOfVersion(version).model
    ? 'sentiment, model of the operator in its languages, else lexicon and rules'
    : 'sentiment, lexicon and rules',
  version,
})

/** What people write about one topic: an estimate, with the interval of the share of people who name it. */
export function topicOf(n: number, sums: ToldSums, source: 'driver' | 'emergent', readBy: ReadBy) {
  const { share, interval } = shareOf(sums.people, n)
  const mean = sentimentOfTopic(sums)
  return {
    n,
    interval: rounded(interval),
    method: {
      name: `${source === 'driver' ? 'driver taxonomy' : 'words and phrases of a rule'}, share with Wilson interval 95%`,
      version: readBy ?? textVersion,
    },
    people: sums.people,
    share: round(share, 3),
    tone: toneOf(sums),
    ...toldCounts(sums),
    sentiment: mean === null ? null : round(mean, 3),
  }
}

/** At least this spread: three people who agree are no certainty. */
const spreadMin = 0.1

/** The mean sentiment of people who name a topic, with a normal interval. */
export function topicSentiment({
  people,
  sum: total,
  squares,
}: Pick<TopicSums, 'people' | 'sum' | 'squares'>): {
  mean: number
  interval: Interval
} {
  const mean = total / people
  const spread = Math.sqrt(Math.max(0, squares / people - mean * mean))
  const error = (1.96 * Math.max(spread, spreadMin)) / Math.sqrt(people)
  return { mean, interval: [Math.max(-1, mean - error), Math.min(1, mean + error)] }
}

export type Agreement = 'agree' | 'differ' | 'unclear'

/** Whether scale and text lie on the same side of their middles, as far as their intervals tell; high may be bad on the scale. */
export function agreementOf(
  scale: (Pick<ScoreFigure, 'interval' | 'min' | 'max'> & { polarity: Polarity }) | undefined,
  text: ToldSums | undefined,
): Agreement {
  const both =
    scale && text
      ? scale.polarity * sideOf(scale.interval, (scale.min + scale.max) / 2) * sideOfTone(text)
      : 0
  return both === 0 ? 'unclear' : both > 0 ? 'agree' : 'differ'
}

const sideOf = (interval: readonly number[] | null, middle: number): number =>
  interval === null || (interval[0] <= middle && interval[1] >= middle) ? 0 : interval[0] > middle ? 1 : -1

const significantTo = 0.05

/** By people where their sentiment is not told. */
function sideOfTone(text: ToldSums): number {
  if (!text.few) return sideOf(topicSentiment(text).interval, 0)
  const test = halfTest({ successes: text.negative, n: text.rated })
  return test && test.p <= significantTo ? -Math.sign(test.difference) : 0
}

/** A count of all recipients and not a sample, so it has no interval. */
export function participationOf(cells: readonly ParticipationCell[]) {
  const recipients = sum(cells.map((cell) => cell.recipients))
  const responded = sum(cells.map((cell) => cell.responded))
  return {
    n: recipients,
    interval: null,
    method: { name: 'count', version },
    recipients,
    responded,
    responded_max: sum(cells.map((cell) => cell.responded_max)),
    response_rate: round(responded / recipients, 3),
  }
}
