/** Statistics for small groups on short scales: pure functions over numbers. */
export { adjustedBy, benjaminiHochberg, type Correction, corrections, simes } from './corrections.ts'
export { type Histogram } from './histogram.ts'
export {
  type Interval,
  halfTest,
  meanInterval,
  meanOf,
  newcombeDifference,
  normalQuantile,
  permutationTest,
  type Share,
  shareOf,
  shareTest,
  signFlipTest,
  sizeOf,
  spearman,
  type Test,
  varianceOf,
  wilson,
} from './inference.ts'
export { isTrend, permutedSlope, type Slope, trendInstancesMin } from './slope.ts'
