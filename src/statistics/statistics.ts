/** Statistics for small groups on short scales: pure functions over numbers, which do not know what they count. */
export {
  benjaminiHochberg,
  type Correction,
  corrections,
  type Histogram,
  type Interval,
  meanInterval,
  meanOf,
  newcombeDifference,
  permutationTest,
  type Share,
  shareTest,
  signFlipTest,
  simes,
  sizeOf,
  spearman,
  type Test,
  wilson,
} from './inference.ts'
export { isTrend, permutedSlope, type Slope, trendInstancesMin } from './slope.ts'
