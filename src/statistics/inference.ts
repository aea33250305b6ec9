/**
 * How sure a figure is: intervals, tests and corrections for small groups on short scales.
 *
 * No fixed "5 points" arrows: on groups of 5 to 40 they raise a false alarm in 40 to 82 % of cases. Every
 * function is pure; where draws are needed a seed is given, and the same seed gives the same figure.
 * Tests are two-sided; intervals are 95 %.
 */
import type { Histogram } from './histogram.ts'
import { mulberry32, type Random, seedOf } from '../text/text.ts'
import { sumsOfChoices, sumsOfSigns } from './arrangements.ts'

export type Interval = [low: number, high: number]
type Fraction = { successes: number; n: number }
export type Share = { share: number; interval: Interval }
export type Mean = { n: number; mean: number; interval: Interval; method: 'bootstrap' | 't' }
type Difference = { difference: number; interval: Interval }

/**
 * `attainable`: the smallest p these data could have given; above 0.05 "no change" means "cannot tell".
 * `lower`, `upper`: one-sided, of a difference as low or as high as this one.
 */
export type Test = {
  difference: number
  p: number
  lower: number
  upper: number
  attainable: number
  method: 'exact' | 'monte_carlo' | 'normal'
}

const z = 1.959964 // standard normal, 97.5 %
const signsMax = 300
/** Draws of a test, where arrangements are too many to count. */
export const draws = 9_999
const bootstrapDraws = 1_999
const bootstrapFrom = 10 // answers; with fewer the widened percentiles are the two extremes
const bootstrapBelow = 30
const drawnMax = 2_000 // answers in the smaller group; above it the normal limit gives the same p,
const [pooledMax, smallOfMany] = [1_000, 50] // as it does for 50 among a thousand

export const histogramOf = (values: readonly number[]): Histogram =>
  pooledOf(values.map((value) => ({ value, count: 1 })))

function pooledOf(parts: Histogram): Histogram {
  const counts = new Map<number, number>()
  for (const { value, count } of parts) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => a.value - b.value)
}

/** Score interval of a share. Source: Wilson 1927; preferred below n = 40 by Brown, Cai and DasGupta 2001. */
export function wilson(successes: number, n: number): Share | null {
  if (n <= 0) return null
  const share = successes / n
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return { share, interval: [successes === 0 ? 0 : middle - half, successes === n ? 1 : middle + half] }
}

/** The same of a group that is not empty. @throws where it is */
export function shareOf(successes: number, n: number): Share {
  const share = wilson(successes, n)
  if (!share) throw new RangeError('A share needs a group with somebody in it')
  return share
}

/** Difference of two independent shares, first less second. Source: Newcombe 1998, method 10. */
export function newcombeDifference(a: Fraction, b: Fraction): Difference | null {
  const [first, second] = [wilson(a.successes, a.n), wilson(b.successes, b.n)]
  if (!first || !second) return null
  const difference = first.share - second.share
  const below = Math.hypot(first.share - first.interval[0], second.interval[1] - second.share)
  const above = Math.hypot(first.interval[1] - first.share, second.share - second.interval[0])
  return { difference, interval: [Math.max(-1, difference - below), Math.min(1, difference + above)] }
}

/**
 * Mean with an interval that stays on the scale: Student's t, and from 10 to 29 answers the bootstrap with
 * percentiles widened to the t distribution (Hesterberg 2015, "What teachers should know about the
 * bootstrap"), since answers on a short scale are lopsided. When all answers are equal, the interval
 * is that of one further answer a step away: five times "4" is no certainty. The draws hang on the answers alone: wherever the same
 * figure is shown, it has the same interval.
 */
export function meanInterval(histogram: Histogram, options: { min: number; max: number }): Mean | null {
  const n = sizeOf(histogram)
  if (n === 0) return null
  const mean = meanOf(histogram)
  const variance = varianceOf(histogram, mean, n)
  const clamp = (low: number, high: number): Interval => [
    Math.max(options.min, low),
    Math.min(options.max, high),
  ]
  if (n < bootstrapFrom || n >= bootstrapBelow || variance === 0) {
    const spread = variance === 0 ? 1 / (n + 1) : variance
    const half = n === 1 ? Infinity : tQuantile(n - 1) * Math.sqrt(spread / n)
    return { n, mean, interval: clamp(mean - half, mean + half), method: 't' }
  }
  const values = valuesOf(histogram)
  const random = mulberry32(seedOfAnswers(histogram))
  const means = Float64Array.from({ length: bootstrapDraws }, () => {
    let sum = 0
    for (let i = 0; i < n; i++) sum += values[Math.floor(random() * n)]
    return sum / n
  }).sort()
  const tail = normalTail(Math.sqrt(n / (n - 1)) * tQuantile(n - 1))
  const rank = Math.max(0, Math.floor(tail * (bootstrapDraws + 1)) - 1)
  return { n, mean, interval: clamp(means[rank], means[bootstrapDraws - 1 - rank]), method: 'bootstrap' }
}

const seedOfAnswers = (histogram: Histogram): number =>
  seedOf(
    pooledOf(histogram)
      .map(({ value, count }) => `${value}:${count}`)
      .join(),
  )

/**
 * Do two groups differ in their mean (b less a)? All arrangements, where counting them costs no more than drawing (far beyond
 * 65,536 of them: arrangements.ts); otherwise 9,999 seeded draws; above 2,000 answers a side the normal limit. p counts the
 * observed arrangement (Phipson and Smyth 2010). Null when a group is empty.
 */
export function permutationTest(a: Histogram, b: Histogram, seed: number): Test | null {
  const [sizeOfA, sizeOfB] = [sizeOf(a), sizeOf(b)]
  if (sizeOfA === 0 || sizeOfB === 0) return null
  const difference = meanOf(b) - meanOf(a)
  const pooled = pooledOf([...a, ...b])
  const sum = pooled.reduce((total, { value, count }) => total + value * count, 0)
  const differenceOf = (sumOfA: number): number => (sum - sumOfA) / sizeOfB - sumOfA / sizeOfA
  const small = Math.min(sizeOfA, sizeOfB)
  const people = sizeOfA + sizeOfB
  const sums = sumsOfChoices(pooled, small)
  if (sums) return exact(difference, sums, (of) => differenceOf(small === sizeOfA ? of : sum - of))
  if (small > drawnMax || (people > pooledMax && small >= smallOfMany)) {
    const variance = varianceOf(pooled, meanOf(pooled), people)
    return normalLimit(difference, variance * (1 / sizeOfA + 1 / sizeOfB))
  }
  const random = mulberry32(seed)
  const drawn = (): number => {
    const sumOfSmall = drawSum(pooled, people, small, random)
    return differenceOf(small === sizeOfA ? sumOfSmall : sum - sumOfSmall)
  }
  return monteCarlo(difference, drawn)
}

/**
 * Do two groups differ in a share (second less first)? The same test on answers that are 0 or 1: all arrangements at once,
 * by the hypergeometric distribution. Null when a group is empty. Source: Fisher 1935, The Design of Experiments.
 */
export function shareTest(a: Fraction, b: Fraction): Test | null {
  if (a.n === 0 || b.n === 0) return null
  const successes = a.successes + b.successes
  const least = Math.max(0, successes - a.n)
  const logWays = (inB: number): number => logChoose(b.n, inB) + logChoose(a.n, successes - inB)
  const all = logChoose(a.n + b.n, successes)
  const differenceOf = (inB: number): number => inB / b.n - (successes - inB) / a.n
  const chances = chancesOf(Math.min(successes, b.n) - least + 1)
  for (let at = 0; at < chances.counts.length; at++) {
    chances.differences[at] = differenceOf(least + at)
    chances.counts[at] = Math.exp(logWays(least + at) - all)
  }
  return exactOf(differenceOf(b.successes), chances)
}

/**
 * Have the same people changed? By chance each person's difference could have had the other sign. All 2^n signs where they can be
 * counted together, otherwise seeded draws; above 300 people the normal limit. Needs 6 people for p < 0.05.
 * Source: Fisher 1935, The Design of Experiments.
 */
export function signFlipTest(differences: readonly number[], seed: number): Test | null {
  const n = differences.length
  if (n === 0) return null
  const mean = differences.reduce((sum, each) => sum + each, 0) / n
  const sums = sumsOfSigns(differences)
  if (sums) return exact(mean, sums, (sum) => sum / n)
  if (n > signsMax) return normalLimit(mean, differences.reduce((sum, each) => sum + each * each, 0) / n ** 2)
  const random = mulberry32(seed)
  const drawn = (): number =>
    differences.reduce((sum, each) => (random() < 0.5 ? sum + each : sum - each), 0) / n
  return monteCarlo(mean, drawn)
}

/**
 * Is a share other than a half? Every answer could as well have been on the other side. Null without answers.
 * Source: the sign test; Dixon and Mood 1946, JASA 41(236).
 */
export function halfTest({ successes, n }: Fraction): Test | null {
  if (n === 0) return null
  const chances = chancesOf(n + 1)
  for (let k = 0; k <= n; k++) {
    chances.differences[k] = k / n - 0.5
    chances.counts[k] = Math.exp(logChoose(n, k) - n * Math.LN2)
  }
  return exactOf(successes / n - 0.5, chances)
}

/** Rank correlation, ties at their mean rank; null below three pairs or when one side never varies. */
export function spearman(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length !== ys.length || xs.length < 3) return null
  const [a, b] = [ranksOf(xs), ranksOf(ys)]
  const middle = (xs.length + 1) / 2
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - middle) * (b[i] - middle)
    aa += (a[i] - middle) ** 2
    bb += (b[i] - middle) ** 2
  }
  return aa === 0 || bb === 0 ? null : ab / Math.sqrt(aa * bb)
}

function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].toSorted((i, j) => values[i] - values[j])
  const ranks = values.map(() => 0)
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++
    for (let k = from; k < to; k++) ranks[order[k]] = (from + to + 1) / 2
  }
  return ranks
}

export function sizeOf(histogram: Histogram): number {
  return histogram.reduce((n, { count }) => n + count, 0)
}

export function meanOf(histogram: Histogram): number {
  return histogram.reduce((sum, { value, count }) => sum + value * count, 0) / sizeOf(histogram)
}

export function varianceOf(histogram: Histogram, mean: number, n: number): number {
  if (n < 2) return 0
  return histogram.reduce((sum, { value, count }) => sum + count * (value - mean) ** 2, 0) / (n - 1)
}

function valuesOf(histogram: Histogram): number[] {
  return histogram.flatMap(({ value, count }) => Array.from({ length: count }, () => value))
}

/** Two ways to compute the same mean may differ in the last bits. */
export const equalTo = 1e-9

/** Each difference that chance could give, with the number of its arrangements, or their share: two columns, since there may be thousands. */
type Chances = { differences: Float64Array; counts: Float64Array }

const chancesOf = (size: number): Chances => ({
  differences: new Float64Array(size),
  counts: new Float64Array(size),
})

/** @param sums  each sum that chance could give, with the number of its arrangements, or their share */
function exact(
  observed: number,
  sums: ReadonlyMap<number, number>,
  differenceOf: (sum: number) => number,
): Test {
  const chances = chancesOf(sums.size)
  let at = 0
  for (const [sum, count] of sums) {
    chances.differences[at] = differenceOf(sum)
    chances.counts[at++] = count
  }
  return exactOf(observed, chances)
}

function exactOf(observed: number, { differences, counts }: Chances): Test {
  let [total, farthest] = [0, 0]
  for (let at = 0; at < counts.length; at++) {
    total += counts[at]
    farthest = Math.max(farthest, Math.abs(differences[at]))
  }
  const far = Math.abs(observed)
  let [extreme, low, high, most] = [0, 0, 0, 0]
  for (let at = 0; at < counts.length; at++) {
    const [difference, count] = [differences[at], counts[at]]
    const size = Math.abs(difference)
    if (size >= far - equalTo) extreme += count
    if (size >= farthest - equalTo) most += count
    if (difference <= observed + equalTo) low += count
    if (difference >= observed - equalTo) high += count
  }
  const shareOf = (count: number): number => Math.min(1, count / total)
  return {
    difference: observed,
    p: shareOf(extreme),
    lower: shareOf(low),
    upper: shareOf(high),
    attainable: shareOf(most),
    method: 'exact',
  }
}

/**
 * Drawing ends once a figure is clearly not unusual: after this many draws as extreme, p is their share. A small p takes all
 * draws and stays as exact. Source: Besag and Clifford 1991, Biometrika 78(2).
 */
const extremeEnough = 50

function monteCarlo(observed: number, drawn: () => number): Test {
  let [extreme, low, high, done] = [0, 0, 0, 0]
  while (done < draws && extreme < extremeEnough) {
    const difference = drawn()
    if (Math.abs(difference) >= Math.abs(observed) - equalTo) extreme++
    if (difference <= observed + equalTo) low++
    if (difference >= observed - equalTo) high++
    done++
  }
  return {
    difference: observed,
    p: extreme < extremeEnough ? (extreme + 1) / (done + 1) : extreme / done,
    lower: (low + 1) / (done + 1),
    upper: (high + 1) / (done + 1),
    attainable: 1 / (draws + 1),
    method: 'monte_carlo',
  }
}

/** A permutation distribution of a mean tends to the normal with the same variance: Hoeffding 1951. */
function normalLimit(observed: number, variance: number): Test {
  const tail = variance === 0 ? 1 : normalTail(Math.abs(observed) / Math.sqrt(variance))
  const [lower, upper] = observed > 0 ? [1 - tail, tail] : [tail, 1 - tail]
  return {
    difference: observed,
    p: Math.min(1, 2 * tail),
    ...(variance === 0 ? { lower: 1, upper: 1 } : { lower, upper }),
    attainable: variance === 0 ? 1 : 0,
    method: 'normal',
  }
}

/** Two-sided p of a figure that is normal around 0 with this variance under chance alone. */
export const normalP = (observed: number, variance: number): number => normalLimit(observed, variance).p

/** The sum of `size` answers, drawn without replacement. */
function drawSum(pooled: Histogram, people: number, size: number, random: Random): number {
  const left = pooled.map(({ count }) => count)
  let sum = 0
  for (let drawn = 0; drawn < size; drawn++) {
    let at = 0
    for (let place = Math.floor(random() * (people - drawn)); place >= left[at]; at++) place -= left[at]
    left[at]--
    sum += pooled[at].value
  }
  return sum
}

/** The size of a standard normal figure that is exceeded, on either side, with probability p. */
export function normalQuantile(p: number): number {
  let [low, high] = [0, 40]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (2 * normalTail(middle) > p) low = middle
    else high = middle
  }
  return low
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}

const logFactorials = [0]
function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push(logFactorials[i - 1] + Math.log(i))
  return logFactorials[n]
}

/** 97.5 % quantile of Student's t. Source: Hill 1970, Algorithm 396; exact for 1 and 2, else error below 0.001. */
function tQuantile(degrees: number): number {
  if (degrees === 1) return 12.706205
  if (degrees === 2) return 4.302653
  const g1 = (z ** 3 + z) / 4
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  const g4 = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160
  return z + g1 / degrees + g2 / degrees ** 2 + g3 / degrees ** 3 + g4 / degrees ** 4
}

/** Upper tail of the standard normal. Source: Abramowitz and Stegun 1964, 26.2.17, error below 7.5e-8. */
function normalTail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x)
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  return (
    density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  )
}
