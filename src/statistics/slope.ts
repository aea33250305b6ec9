/**
 * Trends: does a score move in one direction over four collections or more?
 *
 * Two tests, since one is not enough. Do answers depend on the place of their collection (answers are permuted)? Answers of one
 * week share what happened that week, so this test alone calls every odd week a trend. So also: is the order of the collections'
 * means itself unusual (collections are permuted)? Four collections have 24 orders, so no p is below 2 in 24. A trend needs
 * p ≤ 0.05 in both tests, and with four collections one of the two steepest orders.
 */
import type { Histogram } from './histogram.ts'
import { mulberry32 } from '../text/text.ts'
import { draws, equalTo, meanOf, normalP, sizeOf } from './inference.ts'

/** slope: change of the mean for one step of `at`; p: of the answers, two-sided; order: p of the order of the means. */
export type Slope = {
  slope: number
  p: number
  order: number
  n: number
  instances: number
  method: 'monte_carlo' | 'normal'
}

export const trendInstancesMin = 4
const orderMaxOf = (instances: number): number => (instances === trendInstancesMin ? 2 / 24 : 0.05)
const ordersMax = 2 ** 16
/** Above this many answers, or where the normal limit is far from any verdict, draws would give the same verdict. */
const drawnMax = 600
const drawnFromP = 0.2
const drawnAlways = 40

/** @returns null where fewer than four collections have answers, or nothing varies in `at` */
export function permutedSlope(
  series: readonly { at: number; values: Histogram }[],
  seed: number,
): Slope | null {
  const answered = series.filter(({ values }) => sizeOf(values) > 0)
  if (answered.length < trendInstancesMin) return null
  const answers = answered.flatMap(({ at, values }) =>
    values.flatMap(({ value, count }) => new Array<{ at: number; value: number }>(count).fill({ at, value })),
  )
  const n = answers.length
  const ats = centred(answers.map(({ at }) => at))
  const spread = ats.reduce((sum, at) => sum + at * at, 0)
  if (spread === 0) return null
  const values = Float64Array.from(centred(answers.map(({ value }) => value)))
  const slope = dot(ats, values) / spread
  const variance = values.reduce((sum, value) => sum + value * value, 0) / (n - 1)
  const limit = normalP(slope, variance / spread)
  const drawn = n <= drawnAlways || (n <= drawnMax && limit < drawnFromP)
  const order = orderP(
    answered.map(({ at }) => at),
    answered.map((one) => meanOf(one.values)),
    seed,
  )
  return {
    slope,
    p: drawn ? shuffledP(ats, values, seed) : limit,
    order,
    n,
    instances: answered.length,
    method: drawn ? 'monte_carlo' : 'normal',
  }
}

/** @param adjusted  p corrected over the report, where there is one */
export const isTrend = (
  { p, order, instances }: Pick<Slope, 'p' | 'order' | 'instances'>,
  adjusted = p,
): boolean => adjusted <= 0.05 && order <= orderMaxOf(instances) + equalTo

const centred = (values: readonly number[]): number[] => {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - middle)
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function shuffledP(ats: readonly number[], values: Float64Array, seed: number): number {
  const random = mulberry32(seed)
  const observed = Math.abs(dot(ats, values)) - equalTo
  let extreme = 0
  for (let i = 0; i < draws; i++) {
    for (let at = values.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      const moved = values[at]
      values[at] = values[other]
      values[other] = moved
    }
    if (Math.abs(dot(ats, values)) >= observed) extreme++
  }
  return (extreme + 1) / (draws + 1)
}

/** The share of orders of these means that are as steep: of all orders, or of 9,999 drawn ones. */
function orderP(ats: readonly number[], means: readonly number[], seed: number): number {
  const x = centred(ats)
  const observed = Math.abs(dot(x, means)) - equalTo
  let orders = 1
  for (let i = 2; i <= means.length; i++) orders *= i
  if (orders > ordersMax) {
    const random = mulberry32(seed)
    const drawn = [...means]
    let extreme = 0
    for (let i = 0; i < draws; i++) {
      for (let at = drawn.length - 1; at > 0; at--) {
        const other = Math.floor(random() * (at + 1))
        ;[drawn[at], drawn[other]] = [drawn[other], drawn[at]]
      }
      if (Math.abs(dot(x, drawn)) >= observed) extreme++
    }
    return (extreme + 1) / (draws + 1)
  }
  let extreme = 0
  const left = [...means]
  const place = (at: number, sum: number): void => {
    if (at === x.length) {
      if (Math.abs(sum) >= observed) extreme++
      return
    }
    for (let i = at; i < left.length; i++) {
      ;[left[at], left[i]] = [left[i], left[at]]
      place(at + 1, sum + x[at] * left[at])
      ;[left[at], left[i]] = [left[i], left[at]]
    }
  }
  place(0, 0)
  return extreme / orders
}
