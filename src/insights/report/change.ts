/**
 * Changes: does a group's figure differ from its last one, or from everybody else's? Tested by permutation, or, where the gate ran
 * it, by the paired test of the same people (src/cells/paired.ts); corrected over all tests of one report, so that the report as a
 * whole gives no false alarm (Benjamini and Hochberg 1995). "Not enough data to tell" is a result of its own.
 *
 * Tested are means of scales, eNPS on −1, 0, 1, the sentiment of texts in tenths, and shares of people who name a driver. All of
 * them are made from released sums, and each change carries the inputs of its test, so everybody who reads the figures can run it
 * again.
 */
import { type Metric, type Against, type Change, type Uncorrected } from './difference.ts'
import { type SentimentCell } from '../text-cells.ts'
import { limits } from '../../../contract/limits.ts'
import { type Question } from '../../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import { type Released } from '../../confidentiality/confidentiality.ts'
import { enpsPoint, measureOf } from '../../questions/questions.ts'
import { seedOf } from '../../text/text.ts'
import { boundsOf, cellsOf, type Figures, histogram, nameOf, percent, round, sum } from '../finding.ts'
import { binsOf } from '../measurements.ts'
import { sentimentMeasure } from '../measures.ts'
import {
  corrections,
  type Histogram,
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

export type Changes = ReadonlyMap<string, readonly Change[]>

export const changeKey = (group: string, subject: string): string => `${group} ${subject}`

const cache = new WeakMap<Figures, Changes>()

/** All changes of these groups, computed once for each report. */
export function changesOf(figures: Figures, groups: readonly string[]): Changes {
  const steps = changesByGroup(figures, groups)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** One question at a time, so that other work can run in between. */
export function* changesByGroup(figures: Figures, groups: readonly string[]): Generator<void, Changes, void> {
  const cached = cache.get(figures)
  if (cached) return cached
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
  cache.set(figures, changes)
  return changes
}

/** How a question is read as numbers. */
type Reading = {
  metric: Metric
  of(released: readonly Released<unknown>[], group: string): Histogram | null
}

/** null for a question that has no number. */
function readingOf(question: Question): Reading | null {
  const measure = measureOf(question)
  if (measure === null) return null
  if (measure === 'sentiment') {
    return {
      metric: 'sentiment',
      of: (released, group) => {
        const cells = cellsOf<SentimentCell>(released, group, sentimentMeasure(question.id))
        return cells && tenthsOf(cells)
      },
    }
  }
  return {
    metric: measure === 'enps' ? 'enps' : 'mean',
    of: (released, group) => {
      const cells = cellsOf<QuestionCell>(released, group, questionMeasure(question.id))
      return cells && (measure === 'enps' ? enpsPoints(histogram(cells)) : histogram(cells))
    },
  }
}

const tenthsOf = (cells: readonly SentimentCell[]): Histogram =>
  binsOf(cells).map(({ value, count }) => ({ value: round(value, 1), count }))

/** Promoters 1, detractors −1: the mean is the eNPS in hundredths. */
const enpsPoints = (values: Histogram): Histogram =>
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
          changeFrom({ metric: reading.metric, against: to, now, other }, test, {
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
    ...trend(figures, group, { reading, now, seed: seed('trend') }),
  ]
}

/** The nearest team above, where it is not everyone. */
const parentOf = ({ parents }: Figures, group: string): string | null => parents?.get(group) || null

function changeFrom(
  {
    metric,
    against,
    now,
    other,
  }: Pick<Uncorrected, 'metric' | 'against'> & { now: Histogram; other: Histogram },
  { difference, p, lower, upper }: Test,
  inputs: Pick<Uncorrected, 'method' | 'made'>,
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
    ...inputs,
  }
}

/** The paired test of the same people is more powerful: it replaces that of two groups wherever the gate could run it. */
function paired(
  { comparisons }: Figures,
  group: string,
  question: Question,
  change: Uncorrected,
): Uncorrected {
  const test = comparisons?.paired.find(
    ({ team_id, question_id }) => team_id === group && question_id === question.id,
  )
  if (!test) return change
  const half = test.p / 2
  return {
    ...change,
    p: test.p,
    lower: change.difference < 0 ? half : 1 - half,
    upper: change.difference > 0 ? half : 1 - half,
    method: 'paired sign flip, p rounded up',
    made: { test: 'paired', p: test.p },
  }
}

/** Where there is nothing else to compare with: by chance each answer could have been as far on the other side of the middle. */
function againstMiddle(question: Question, now: Histogram, seed: number): Uncorrected[] {
  const { min, max } = boundsOf(question)
  const middle = (min + max) / 2
  const test = signFlipTest(
    now.flatMap(({ value, count }) => new Array<number>(count).fill(value - middle)),
    seed,
  )
  if (!test) return []
  return [
    changeFrom(
      { metric: 'mean', against: 'middle', now, other: [{ value: middle, count: sizeOf(now) }] },
      test,
      { method: `sign flip (${test.method})`, made: { test: 'sign_flip', now, middle, seed } },
    ),
  ]
}

function trend(
  { history = [] }: Figures,
  group: string,
  { reading, now, seed }: { reading: Reading; now: Histogram; seed: number },
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

/** Everyone but this team. Both are whole cells, so the rest is too. */
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
    interval: change.interval.map((bound) => round(bound, 3)),
  }),
  p: round(change.p, 4),
  p_adjusted: round(change.pAdjusted, 4),
  told: isSignificant(change),
  method: change.method,
})

export const isSignificant = (change: Change): boolean =>
  change.against === 'trend'
    ? isTrend({ p: change.p, order: change.order ?? 1, instances: change.instances ?? 0 }, change.pAdjusted)
    : change.pAdjusted <= 0.05

const baselines: Record<Against, string> = {
  previous: 'last time',
  parent: 'the rest of the team above',
  organisation: 'the others',
  middle: 'the middle of the scale',
  trend: 'before',
}

const figureIn = ({ metric, mean }: Change): string =>
  metric === 'share' ? percent(mean) : String(round(metric === 'enps' ? mean * 100 : mean))

/** The end of a statement: changes that are significant over the whole report, or that there is not enough data to tell. */
export function verdict(compared: readonly Change[]): string {
  const significant = compared.filter(isSignificant)
  const first = compared.find(({ against }) => against !== 'middle' && against !== 'trend')
  return [
    ...significant.map((change) =>
      change.against === 'trend'
        ? `, ${change.difference > 0 ? 'rising' : 'falling'} for some time`
        : `, ${change.difference > 0 ? 'above' : 'below'} ${baselines[change.against]} (${figureIn(change)})`,
    ),
    ...(first && !significant.includes(first)
      ? [`; not enough data to tell it from ${baselines[first.against]}`]
      : []),
    '.',
  ].join('')
}
