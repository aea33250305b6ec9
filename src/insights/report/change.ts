/**
 * Changes: does a group's figure differ from its last one, from everybody else's, or from its reference, which is the author's
 * target or the middle of the scale? Tested by permutation, or, where the gate ran it, by the paired test of the same people
 * (src/cells/paired.ts). Statements and actions read these tests and no others, so they cannot contradict each other.
 *
 * Corrected in steps (Benjamini and Hochberg 1995; for steps, Benjamini and Bogomolov 2014). First: has anything moved for everyone,
 * over the questions? Then the teams: is anything told of a team and a question, by last time and by the rest together (Simes 1986)?
 * over all of them, and again over the teams within a question that moved for everyone, of which the better counts. Only then: which
 * of the two is it? Shares of people who name a driver are a family of their own. These families share the 5 % of false alarms of a
 * report. Levels and trends answer other questions, each with its own 5 %.
 *
 * Tested are means of scales, eNPS on −1, 0, 1, the sentiment of texts in tenths, and shares of people who name a driver. All of
 * them are made from released sums, and each change carries the inputs of its test, so everybody who reads the figures can run it
 * again.
 */
import { type Metric, type Against, type Change, isLevel, type Uncorrected } from './difference.ts'
import type { SentimentCell } from '../text-cells.ts'
import { limits } from '../../../contract/limits.ts'
import type { Question } from '../../../contract/questions.ts'
import { everyone, type QuestionCell, questionMeasure } from '../../cells/cells.ts'
import type { Released } from '../../confidentiality/confidentiality.ts'
import { enpsPoint, measureOf, polarityOf, referenceOf } from '../../questions/questions.ts'
import { seedOf } from '../../text/text.ts'
import { cellsOf, type Figures, histogram, nameOf, round, sum } from '../finding.ts'
import { binsOf } from '../measurements.ts'
import { sentimentMeasure } from '../measures.ts'
import {
  type Correction,
  corrections,
  type Histogram,
  isTrend,
  meanOf,
  permutationTest,
  permutedSlope,
  signFlipTest,
  simes,
  sizeOf,
  type Slope,
  type Test,
} from '../../statistics/statistics.ts'
import { shareChanges } from './shares.ts'

export const significantTo = 0.05

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
  const found: Found[] = []
  for (const group of groups) {
    const add = (subject: string, changes: readonly Uncorrected[]): void =>
      void found.push(
        ...changes.map((change) => ({ key: changeKey(group, subject), group, subject, change })),
      )
    for (const question of figures.questions) {
      add(question.id, questionChanges(figures, group, question))
      yield
    }
    for (const { subject, change } of shareChanges(figures, group)) {
      add(subject, [change])
      yield
    }
    yield
  }
  const corrected = correctedInFamilies(found)
  const changes = new Map<string, Change[]>()
  for (const [at, { key, change }] of found.entries()) {
    const correction = corrected[at]
    const all = changes.get(key) ?? []
    all.push({ ...change, pAdjusted: correction.adjusted, correction })
    changes.set(key, all)
  }
  cache.set(figures, changes)
  return changes
}

type Found = { key: string; group: string; subject: string; change: Uncorrected }

/**
 * Parts of the report's 5 %. With teams they add up to more than the whole: the combined p of tests that share answers is careful, and
 * measured over reports in which nothing has changed fewer than one in twenty says that anything has (C1b, bench/quality).
 */
const budgets = {
  alone: { everyone: 0.8, teams: 0, shares: 0.2 },
  wordless: { everyone: 1, teams: 0, shares: 0 },
  withTeams: { everyone: 0.25, teams: 1.2, shares: 0.15 },
} as const

type Budgeted = keyof (typeof budgets)['alone']
type Family = Budgeted | 'levels' | 'tones' | 'trends'

function familyOf({ group, change }: Found): Family {
  if (change.against === 'trend') return 'trends'
  if (change.against === 'half') return 'tones'
  if (isLevel(change)) return 'levels'
  if (change.metric === 'share') return 'shares'
  return group === everyone ? 'everyone' : 'teams'
}

const isBudgeted = (family: Family): family is Budgeted => Object.hasOwn(budgets.alone, family)

const budgetOf = (families: ReadonlyMap<Family, unknown>) =>
  families.has('teams') ? budgets.withTeams : families.has('shares') ? budgets.alone : budgets.wordless

/** What is asked of a group and a subject, and the tests that answer it, by their places. */
type Unit = { subject: string; places: number[]; p: number }

const smaller = (one: Correction, other: Correction | undefined): Correction =>
  other && other.adjusted < one.adjusted ? other : one

/** In the order given. */
function correctedInFamilies(found: readonly Found[]): Correction[] {
  const families = new Map(
    Map.groupBy(found.keys(), (at) => familyOf(found[at]))
      .entries()
      .map(([family, places]): [Family, Unit[]] => [family, unitsOf(found, places)]),
  )
  const budget = budgetOf(families)
  const corrected = new Map<Unit, Correction>()
  const correct = (units: readonly Unit[], share: number): void => {
    const made = corrections(
      units.map(({ p }) => p),
      share,
    )
    for (const [at, unit] of units.entries()) corrected.set(unit, smaller(made[at], corrected.get(unit)))
  }
  for (const [family, units] of families) correct(units, isBudgeted(family) ? budget[family] : 1)
  const moved = new Set(
    (families.get('everyone') ?? [])
      .filter((unit) => (corrected.get(unit)?.adjusted ?? 1) <= significantTo)
      .map(({ subject }) => subject),
  )
  const inMoved = (families.get('teams') ?? []).filter(({ subject }) => moved.has(subject))
  for (const units of Map.groupBy(inMoved, ({ subject }) => subject).values()) correct(units, 1)
  return inPlaces(found, corrected)
}

/** Tests of one group and subject together. */
const unitsOf = (found: readonly Found[], places: readonly number[]): Unit[] =>
  [...Map.groupBy(places, (at) => found[at].key).values()].map((own) => ({
    subject: found[own[0]].subject,
    places: own,
    p: simes(own.map((at) => found[at].change.p)),
  }))

/** A team that differs from the rest for good is told to have changed in fewer than one of forty surveys. */
const withinShare = 0.5

/** Which of the tests of a unit it is: each is corrected over those beside it (Bonferroni), and never told where the unit is not. */
function inPlaces(found: readonly Found[], corrected: ReadonlyMap<Unit, Correction>): Correction[] {
  const all = new Array<Correction>(found.length)
  for (const [{ places }, correction] of corrected)
    for (const at of places) {
      const within = places.length > 1 ? Math.min(1, (found[at].change.p * places.length) / withinShare) : 0
      all[at] = { ...correction, within, adjusted: Math.max(within, correction.adjusted) }
    }
  return all
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
    ...levelOf(question, { reading, now, seed: seed('middle') }),
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

/** By chance each answer could have been as far on the other side of the reference. */
function levelOf(
  question: Question,
  { reading: { metric }, now, seed }: { reading: Reading; now: Histogram; seed: number },
): Uncorrected[] {
  const reference = referenceOf(question)
  if (!reference || polarityOf(question) === 0) return []
  const middle = metric === 'enps' ? reference.value / 100 : reference.value
  const test = signFlipTest(
    now.flatMap(({ value, count }) => new Array<number>(count).fill(value - middle)),
    seed,
  )
  if (!test) return []
  return [
    changeFrom(
      {
        metric,
        against: reference.isTarget ? 'target' : 'middle',
        now,
        other: [{ value: middle, count: sizeOf(now) }],
      },
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
    : change.pAdjusted <= significantTo
