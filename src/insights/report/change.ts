/**
 * Changes: is a group's figure told apart from its last one, or from everybody else's? By permutation, and where the gate made
 * it, by the test of the same people twice (src/cells/paired.ts); corrected over all tests of one report, so that
 * the report as a whole does not cry wolf (Benjamini and Hochberg 1995). "Not enough data to tell" is a result of its own.
 *
 * Tested are means of scales, eNPS on −1, 0, 1, the feeling of texts in tenths, and shares of people who name a driver. All of
 * them are made of released sums, so whoever reads the figures can run every test again: each carries what it was made of.
 */
import { limits } from '../../../contract/limits.ts'
import { type Question } from '../../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { type Released } from '../../confidentiality/confidentiality.ts'
import { enpsPoint, measureOf } from '../../questions/questions.ts'
import { seedOf } from '../../text/text.ts'
import { boundsOf, cellsOf, type Figures, histogram, nameOf, round, sum } from '../finding.ts'
import { scoreOfBin, type SentimentCell, sentimentMeasure } from '../measures.ts'
import {
  type Correction,
  corrections,
  type Histogram,
  type Interval,
  isTrend,
  meanOf,
  permutationTest,
  permutedSlope,
  signFlipTest,
  sizeOf,
  type Slope,
  type Test,
} from '../../statistics/statistics.ts'
import { shareChanges } from './shares.ts'

export type Metric = 'mean' | 'enps' | 'sentiment' | 'share'
export type Against = 'previous' | 'parent' | 'organisation' | 'middle' | 'trend'

/** What a test was made of: released figures and a seed, so that everybody can run it again. */
export type Made =
  | { test: 'permutation'; now: Histogram; other: Histogram; seed: number }
  | { test: 'sign_flip'; now: Histogram; middle: number; seed: number }
  | { test: 'share'; now: { successes: number; n: number }; other: { successes: number; n: number } }
  | { test: 'paired'; p: number }
  | { test: 'slope' }

/** `mean` and `n` are those of what the group is held against, `own` the group's; `worse` and `better` are one-sided. */
export type Change = {
  against: Against
  metric: Metric
  mean: number
  n: number
  own: number
  ownN: number
  difference: number
  interval: Interval | null
  p: number
  lower: number
  upper: number
  pAdjusted: number
  correction: Correction
  method: string
  made: Made
  /** Of a trend: how unusual the order of the instances is by itself. */
  order?: number
  instances?: number
}

export type Uncorrected = Omit<Change, 'pAdjusted' | 'correction'>
export type Changes = ReadonlyMap<string, readonly Change[]>

export const changeKey = (group: string, subject: string): string => `${group} ${subject}`

const known = new WeakMap<Figures, Changes>()

/** A group against the instance before, if there was one, and a team against all others. Worked out once for each report. */
export function changesOf(figures: Figures, groups: readonly string[]): Changes {
  const steps = changesByGroup(figures, groups)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A question at a time, so that whoever has other things to do can do them in between. */
export function* changesByGroup(figures: Figures, groups: readonly string[]): Generator<void, Changes, void> {
  const before = known.get(figures)
  if (before) return before
  const found: { key: string; change: Uncorrected }[] = []
  for (const group of groups) {
    const add = (subject: string, changes: readonly Uncorrected[]): void =>
      void found.push(...changes.map((change) => ({ key: changeKey(group, subject), change })))
    for (const question of figures.questions) {
      add(question.id, questionChanges(figures, group, question))
      yield
    }
    for (const { subject, change } of shareChanges(figures, group)) add(subject, [change])
    yield
  }
  const corrected = corrections(found.map(({ change }) => change.p))
  const changes = new Map<string, Change[]>()
  found.forEach(({ key, change }, index) => {
    const correction = corrected[index]
    const all = changes.get(key) ?? []
    all.push({ ...change, pAdjusted: correction.adjusted, correction })
    changes.set(key, all)
  })
  known.set(figures, changes)
  return changes
}

type Read = {
  metric: Metric
  of(released: readonly Released<unknown>[], group: string): Histogram | null
}

/** How a question is read as numbers; null for what is no number. */
function readingOf(question: Question): Read | null {
  const measure = measureOf(question)
  if (measure === null) return null
  if (measure === 'sentiment') {
    return {
      metric: 'sentiment',
      of: (released, group) => {
        const cells = cellsOf<SentimentCell>(released, group, sentimentMeasure(question.id))
        return cells && binsOf(cells)
      },
    }
  }
  return {
    metric: measure === 'enps' ? 'enps' : 'mean',
    of: (released, group) => {
      const cells = cellsOf<QuestionCell>(released, group, questionMeasure(question.id))
      return cells && (measure === 'enps' ? promoting(histogram(cells)) : histogram(cells))
    },
  }
}

const binsOf = (cells: readonly SentimentCell[]): Histogram =>
  cells[0].bins
    .map((_count, bin) => ({
      value: round(scoreOfBin(bin), 1),
      count: sum(cells.map((cell) => cell.bins[bin])),
    }))
    .filter(({ count }) => count > 0)

/** Promoters 1, detractors −1: the mean is the eNPS in hundredths. */
const promoting = (values: Histogram): Histogram =>
  [-1, 0, 1]
    .map((value) => ({
      value,
      count: sum(values.filter((one) => enpsPoint(one.value) === value).map(({ count }) => count)),
    }))
    .filter(({ count }) => count > 0)

function questionChanges(figures: Figures, group: string, question: Question): Uncorrected[] {
  const reading = readingOf(question)
  const now = reading?.of(figures.released, group)
  if (!reading || !now) return []
  const before = reading.of(figures.previous, group)
  const parent = parentOf(figures, group)
  const above = parent === null ? null : reading.of(figures.released, parent)
  const all = group === everyone ? null : reading.of(figures.released, everyone)
  const seed = (against: Against): number =>
    seedOf(`${figures.seed} ${nameOf(figures, group)} ${question.id} ${against}`)
  const against = (to: Against, other: Histogram): Uncorrected[] => {
    if (sizeOf(other) < limits.kScoreMin) return []
    const test = permutationTest(other, now, seed(to))
    return test
      ? [
          toldBy(reading.metric, to, now, other, test, {
            method: `permutation (${test.method})`,
            made: { test: 'permutation', now, other, seed: seed(to) },
          }),
        ]
      : []
  }
  const found = [
    ...(before ? against('previous', before).map((one) => paired(figures, group, question, one)) : []),
    ...(above ? against('parent', without(above, now)) : []),
    ...(all ? against('organisation', without(all, now)) : []),
  ]
  return [
    ...found,
    ...(found.length === 0 && reading.metric === 'mean' ? againstMiddle(question, now, seed('middle')) : []),
    ...trend(figures, group, reading, now, seed('trend')),
  ]
}

/** The nearest asked team above, where it is not everyone. */
export const parentOf = ({ parents }: Figures, group: string): string | null => parents?.get(group) || null

function toldBy(
  metric: Metric,
  against: Against,
  now: Histogram,
  other: Histogram,
  { difference, p, lower, upper }: Test,
  how: Pick<Uncorrected, 'method' | 'made'>,
): Uncorrected {
  return {
    against,
    metric,
    mean: meanOf(other),
    n: sizeOf(other),
    own: meanOf(now),
    ownN: sizeOf(now),
    difference,
    interval: null,
    p,
    lower,
    upper,
    ...how,
  }
}

/** The same people twice tell more: their test stands in for that of two groups, wherever the gate could make it. */
function paired(
  { comparisons }: Figures,
  group: string,
  question: Question,
  change: Uncorrected,
): Uncorrected {
  const made = comparisons?.paired.find(
    ({ team_id, question_id }) => team_id === group && question_id === question.id,
  )
  if (!made) return change
  const half = made.p / 2
  return {
    ...change,
    p: made.p,
    lower: change.difference < 0 ? half : 1 - half,
    upper: change.difference > 0 ? half : 1 - half,
    method: 'paired sign flip, p rounded up',
    made: { test: 'paired', p: made.p },
  }
}

/** Where there is nobody and nothing to compare with: each answer may as well have been as far on the other side. */
function againstMiddle(question: Question, now: Histogram, seed: number): Uncorrected[] {
  const { min, max } = boundsOf(question)
  const middle = (min + max) / 2
  const test = signFlipTest(
    now.flatMap(({ value, count }) => new Array<number>(count).fill(value - middle)),
    seed,
  )
  if (!test) return []
  return [
    toldBy('mean', 'middle', now, [{ value: middle, count: sizeOf(now) }], test, {
      method: `sign flip (${test.method})`,
      made: { test: 'sign_flip', now, middle, seed },
    }),
  ]
}

function trend(
  { history = [] }: Figures,
  group: string,
  reading: Read,
  now: Histogram,
  seed: number,
): Uncorrected[] {
  const before = history.map(({ released }, at) => ({ at, values: reading.of(released, group) }))
  const series = [...before, { at: history.length, values: now }].flatMap(({ at, values }) =>
    values ? [{ at, values }] : [],
  )
  const found: Slope | null = permutedSlope(series, seed)
  if (!found) return []
  const half = found.p / 2
  return [
    {
      against: 'trend',
      metric: reading.metric,
      mean: meanOf(series[0].values),
      n: found.n,
      own: meanOf(now),
      ownN: sizeOf(now),
      difference: found.slope,
      interval: null,
      p: found.p,
      lower: found.slope < 0 ? half : 1 - half,
      upper: found.slope > 0 ? half : 1 - half,
      order: found.order,
      instances: found.instances,
      method: `permuted slope (${found.method})`,
      made: { test: 'slope' },
    },
  ]
}

/** Everyone but this team: both are whole cells, so is the rest. */
export const without = (all: Histogram, team: Histogram): Histogram =>
  all
    .map(({ value, count }) => ({
      value,
      count: count - (team.find((one) => one.value === value)?.count ?? 0),
    }))
    .filter(({ count }) => count > 0)

export const comparison = (change: Change) => ({
  metric: change.metric,
  comparison: change.against,
  value: round(change.mean, 3),
  n: change.n,
  difference: round(change.difference, 3),
  ...(change.interval && {
    interval: [round(change.interval[0], 3), round(change.interval[1], 3)] as Interval,
  }),
  p: round(change.p, 4),
  p_adjusted: round(change.pAdjusted, 4),
  told: isTold(change),
  method: change.method,
})

export const isTold = (change: Change): boolean =>
  change.against === 'trend'
    ? isTrend({ p: change.p, order: change.order ?? 1, instances: change.instances ?? 0 }, change.pAdjusted)
    : change.pAdjusted <= 0.05

const otherThan: Record<Against, string> = {
  previous: 'last time',
  parent: 'the rest of the team above',
  organisation: 'the others',
  middle: 'the middle of the scale',
  trend: 'before',
}

const figureIn = ({ metric, mean }: Change): string =>
  metric === 'share' ? `${Math.round(mean * 100)} %` : String(round(metric === 'enps' ? mean * 100 : mean))

/** A change is called one only when it is told apart from chance over the whole report. */
export function verdict(compared: readonly Change[]): string {
  const told = compared.filter(isTold)
  const first = compared.find(({ against }) => against !== 'middle' && against !== 'trend')
  return [
    ...told.map((change) =>
      change.against === 'trend'
        ? `, ${change.difference > 0 ? 'rising' : 'falling'} for some time`
        : `, ${change.difference > 0 ? 'above' : 'below'} ${otherThan[change.against]} (${figureIn(change)})`,
    ),
    ...(first && !told.includes(first)
      ? [`; not enough data to tell it from ${otherThan[first.against]}`]
      : []),
    '.',
  ].join('')
}
