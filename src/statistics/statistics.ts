/** Statistics for small groups on short scales: pure functions over numbers. */
export { type Histogram } from './histogram.ts'
export {
  benjaminiHochberg,
  type Correction,
  corrections,
  type Interval,
  meanInterval,
  meanOf,
  newcombeDifference,
  permutationTest,
  type Share,
  shareOf,
  shareTest,
  signFlipTest,
  simes,
  sizeOf,
  spearman,
  type Test,
  wilson,
} from './inference.ts'
export { isTrend, permutedSlope, type Slope, trendInstancesMin } from './slope.ts'
