/** A difference between a group and a baseline, with the test that found it. */
import type { Correction, Histogram, Interval } from '../../statistics/statistics.ts'

export type Metric = 'mean' | 'enps' | 'sentiment' | 'share'
export type Against = 'previous' | 'parent' | 'organisation' | 'middle' | 'target' | 'half' | 'trend'

/** The inputs of a test: released figures and a seed, so that everybody can run it again. */
export type TestInputs =
  | { test: 'permutation'; now: Histogram; other: Histogram; seed: number }
  | { test: 'sign_flip'; now: Histogram; middle: number; seed: number }
  | { test: 'half'; now: { successes: number; n: number } }
  | { test: 'share'; now: { successes: number; n: number }; other: { successes: number; n: number } }
  | { test: 'paired'; p: number }
  | { test: 'slope' }

/** What a group's figure is compared with by itself: its level. All others compare figures. */
const references: ReadonlySet<Against> = new Set<Against>(['middle', 'target', 'half'])

export const isLevel = ({ against }: { against: Against }): boolean => references.has(against)

/** `mean` and `n` are those of the baseline, `own` and `ownN` the group's; `lower` and `upper` are one-sided p. */
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
  made: TestInputs
  /** In a trend: p of the order of the instances by itself. */
  order?: number
  instances?: number
}

export type Uncorrected = Omit<Change, 'pAdjusted' | 'correction'>
