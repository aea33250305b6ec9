/**
 * Figures of one group with their n, interval and method: the same wherever they are read, in a finding, a list, a window or a
 * trend. Pure: sums over released cells in, figures out. What is measured on a scale and what is estimated from text are two
 * figures and are never averaged into one.
 */
import { type EnpsFigure, type ScoreFigure, type SentimentFigure } from '../../contract/figures.ts'
import { type Question } from '../../contract/questions.ts'
import { type ParticipationCell } from '../confidentiality/confidentiality.ts'
import { type QuestionCell } from '../cells/cells.ts'
import { seedOf, textVersion } from '../text/text.ts'
import { boundsOf, histogram, round, sum, version } from './finding.ts'
import { type RequestsCell, scoreOfBin, type SentimentCell, type TopicSums } from './measures.ts'
import { type Histogram, type Interval, meanInterval, sizeOf, wilson } from '../statistics/statistics.ts'

export type Place = {
  /** What draws are seeded with: what was asked, and the name of the group, so that ids change nothing. */
  seed: string
  /** How many of the group answered anything; null where that is not shown. */
  responded: number | null
}

const rounded = (interval: Interval, digits = 3): Interval => [
  round(interval[0], digits),
  round(interval[1], digits),
]

/** Of those who answered anything; whoever was not asked a follow-up question has skipped nothing. */
const skippedOf = (question: Question, n: number, { responded }: Place): number | null =>
  responded === null || question.show_if ? null : Math.max(0, responded - n)

const isBanded = (cells: readonly QuestionCell[]): boolean => cells.some((cell) => cell.banded === true)

const middleOfThreeAndFour = 0.625

/** The lowest favourable value: 4 on a scale of five, and whatever lies as high on another. */
export const favourableFrom = ({ min, max }: { min: number; max: number }): number =>
  Math.floor(min + middleOfThreeAndFour * (max - min)) + 1

export function scoreOf(
  question: Question,
  cells: readonly QuestionCell[],
  place: Place,
): Omit<ScoreFigure, 'compared'> | null {
  const values = histogram(cells)
  const bounds = boundsOf(question)
  const mean = meanInterval(values, { seed: seedOf(`${place.seed} ${question.id}`), ...bounds })
  if (!mean) return null
  const from = favourableFrom(bounds)
  const favourable = wilson(
    sum(values.filter(({ value }) => value >= from).map(({ count }) => count)),
    mean.n,
  )!
  return {
    question_id: question.id,
    text: question.text,
    driver: question.driver ?? null,
    n: mean.n,
    mean: round(mean.mean, 3),
    interval: rounded(mean.interval),
    method: { name: `mean, ${mean.method} interval 95 %`, version },
    ...bounds,
    favourable: { share: round(favourable.share, 3), interval: rounded(favourable.interval), from },
    distribution: [...values],
    banded: isBanded(cells),
    skipped: skippedOf(question, mean.n, place),
  }
}

/** Net promoter score: share of 9–10 less share of 0–6, with the interval of a difference of two shares of one sample. */
export function enpsOf(
  question: Question,
  cells: readonly QuestionCell[],
  place: Place,
): Omit<EnpsFigure, 'compared'> | null {
  const values = histogram(cells)
  const n = sizeOf(values)
  if (n === 0) return null
  const share = (from: number, to: number): number =>
    sum(values.filter(({ value }) => value >= from && value <= to).map(({ count }) => count)) / n
  const [promoters, detractors] = [share(9, 10), share(0, 6)]
  const score = promoters - detractors
  // As if one more had answered: five promoters are no certainty.
  const spread = Math.max(promoters + detractors - score * score, 1 / (n + 1))
  const error = 1.96 * Math.sqrt(spread / n)
  return {
    question_id: question.id,
    text: question.text,
    n,
    enps: Math.round(score * 100),
    interval: [
      Math.round(Math.max(-1, score - error) * 100),
      Math.round(Math.min(1, score + error) * 100),
    ] as Interval,
    method: { name: 'eNPS, normal interval 95 %', version },
    promoters: round(promoters, 3),
    passives: round(share(7, 8), 3),
    detractors: round(detractors, 3),
    distribution: [...values],
    banded: isBanded(cells),
    skipped: skippedOf(question, n, place),
  }
}

export const binsOf = (cells: readonly SentimentCell[]): Histogram =>
  cells[0].bins
    .map((_count, bin) => ({ value: scoreOfBin(bin), count: sum(cells.map((cell) => cell.bins[bin])) }))
    .filter(({ count }) => count > 0)

const felt = 0.05

export function sentimentOf(
  question: Question,
  cells: readonly SentimentCell[],
  requests: readonly RequestsCell[] | null,
  { seed }: Place,
): SentimentFigure {
  const n = sum(cells.map((cell) => cell.n))
  const bins = binsOf(cells)
  const found = meanInterval(bins, { seed: seedOf(`${seed} sentiment ${question.id}`), min: -1, max: 1 })
  const share = (test: (value: number) => boolean): number =>
    round(sum(bins.filter(({ value }) => test(value)).map(({ count }) => count)) / n, 3)
  const asking =
    requests && wilson(sum(requests.map((one) => one.requests)), sum(requests.map((one) => one.n)))
  return {
    question_id: question.id,
    text: question.text,
    intent: question.intent ?? null,
    n,
    mean: round(sum(cells.map((cell) => cell.sum)) / n, 3),
    interval: found && rounded(found.interval),
    method: { name: 'sentiment, lexicon and rules', version: textVersion },
    positive: share((value) => value >= felt),
    negative: share((value) => value <= -felt),
    requests: asking
      ? {
          people: sum(requests.map((one) => one.requests)),
          share: round(asking.share, 3),
          interval: rounded(asking.interval),
        }
      : null,
  }
}

/** What people write of one topic: an estimate, with the interval of the share that names it. */
export function topicOf(n: number, sums: TopicSums, source: 'driver' | 'emergent') {
  const { share, interval } = wilson(sums.people, n)!
  return {
    n,
    interval: rounded(interval),
    method: {
      name: `${source === 'driver' ? 'driver taxonomy' : 'NMF on TF-IDF'}, share with Wilson interval 95 %`,
      version: textVersion,
    },
    people: sums.people,
    share: round(share, 3),
    negative: sums.negative,
    sentiment: round(sums.sum / sums.people, 3),
  }
}

/** Of the mean feeling of those who name a topic; nobody's is taken for certain. */
export function feelingInterval(sums: TopicSums): Interval {
  const mean = sums.sum / sums.people
  const spread = Math.sqrt(Math.max(0, sums.squares / sums.people - mean * mean))
  const error = (1.96 * Math.max(spread, 0.1)) / Math.sqrt(sums.people)
  return [Math.max(-1, mean - error), Math.min(1, mean + error)]
}

export type Agreement = 'agree' | 'differ' | 'not enough data to tell'

/** Which side of the middle each is on, as far as its interval tells. */
export function agreementOf(
  scale: Pick<ScoreFigure, 'interval' | 'min' | 'max'> | undefined,
  text: TopicSums | undefined,
): Agreement {
  const side = (interval: readonly number[] | null, middle: number): number =>
    interval === null || (interval[0] <= middle && interval[1] >= middle) ? 0 : interval[0] > middle ? 1 : -1
  const both =
    scale && text ? side(scale.interval, (scale.min + scale.max) / 2) * side(feelingInterval(text), 0) : 0
  return both === 0 ? 'not enough data to tell' : both > 0 ? 'agree' : 'differ'
}

/** A count of everyone who was asked, and no sample: it has no interval. */
export function participationOf(cells: readonly ParticipationCell[]) {
  const recipients = sum(cells.map((cell) => cell.recipients))
  const responded = sum(cells.map((cell) => cell.responded))
  return {
    n: recipients,
    interval: null,
    method: { name: 'count', version },
    recipients,
    responded,
    response_rate: round(responded / recipients, 3),
  }
}
