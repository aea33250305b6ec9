/** Intervals, tests and corrections, checked against published tables and R. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  histogramOf,
  meanInterval,
  newcombeDifference,
  permutationTest,
  shareTest,
  signFlipTest,
  halfTest,
  normalQuantile,
  spearman,
  wilson,
} from './inference.ts'
import { benjaminiHochberg, corrections, simes } from './corrections.ts'
import { mulberry32 } from '../text/text.ts'

/** The value, which must be there. */
function some<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const close = (actual: number, expected: number, by = 0.0006): void =>
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not within ${by} of ${expected}`)

// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
const shares: [number, number, number, number][] = [
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
]
for (const [successes, n, low, high] of shares) {
  test(`Wilson interval of ${successes} in ${n}`, () => {
    const { interval } = some(wilson(successes, n))
    close(interval[0], low)
    close(interval[1], high)
  })
}
test('the interval of a share of all or none ends at one or zero', () => {
  assert.equal(wilson(0, 7)!.interval[0], 0)
  assert.equal(wilson(7, 7)!.interval[1], 1)
  assert.equal(wilson(0, 0), null)
})

// Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10.
const differences: [number, number, number, number, number, number][] = [
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [10, 10, 0, 20, 0.6791, 1],
  [5, 56, 0, 29, -0.0381, 0.1926],
]
for (const [a, m, b, n, low, high] of differences) {
  test(`difference of ${a}/${m} and ${b}/${n}`, () => {
    const { interval } = some(newcombeDifference({ successes: a, n: m }, { successes: b, n }))
    close(interval[0], low)
    close(interval[1], high)
  })
}

test('the exact permutation test counts arrangements', () => {
  const test3 = some(permutationTest(histogramOf([1, 2, 3]), histogramOf([4, 5, 6]), 1))
  // 2 of 20, and one of them on each side
  assert.deepEqual(test3, {
    difference: 3,
    p: 0.1,
    lower: 1,
    upper: 0.05,
    attainable: 0.1,
    method: 'exact',
  })
  const test4 = some(permutationTest(histogramOf([1, 1, 1, 1]), histogramOf([5, 5, 5, 5]), 1))
  close(test4.p, 2 / 70, 1e-12)
  assert.equal(permutationTest(histogramOf([]), histogramOf([1]), 1), null)
  assert.equal(some(permutationTest(histogramOf([3, 3]), histogramOf([3, 3, 3]), 1)).p, 1)
})

test('the same seed gives the same p, and draws agree with the normal limit', () => {
  const random = mulberry32(3)
  const answers = (n: number, up: number): number[] =>
    Array.from({ length: n }, () => Math.min(5, 1 + Math.floor(random() * 5) + up))
  const [a, b] = [histogramOf(answers(60, 0)), histogramOf(answers(60, 0))]
  assert.deepEqual(permutationTest(a, b, 7), permutationTest(a, b, 7))
  assert.equal(some(permutationTest(a, b, 7)).method, 'monte_carlo')
  // Where nothing is unusual, drawing stops soon.
  close(some(permutationTest(a, b, 7)).p, some(permutationTest(a, b, 8)).p, 0.1)
  const [many, more] = [histogramOf(answers(3_000, 0)), histogramOf(answers(3_000, 1))]
  const large = some(permutationTest(many, more, 1))
  assert.equal(large.method, 'normal')
  assert.ok(large.p < 1e-6)
})

test('at most about 5% of equal groups are called different', () => {
  const random = mulberry32(11)
  const shares5 = [0.05, 0.17, 0.42, 0.8, 1]
  const draw = (): number => {
    const x = random()
    return shares5.findIndex((share) => x < share) + 1
  }
  const group = (): number[] => Array.from({ length: 8 }, draw)
  let alarms = 0
  for (let i = 0; i < 400; i++)
    if (some(permutationTest(histogramOf(group()), histogramOf(group()), i)).p <= 0.05) alarms++
  assert.ok(alarms / 400 <= 0.075)
})

const flips: [number[], number][] = [
  [[1, 1, 1, 1, 1], 0.0625],
  [[1, 1, 1, 1, 1, 1], 0.03125],
  [[0, 0, 0], 1],
  [[2, -2], 1],
  [[1, 2, 3], 0.25],
]
for (const [values, p] of flips)
  test(`sign flips of ${values.join(' ')}`, () => assert.equal(some(signFlipTest(values, 1)).p, p))
test('sign flips of many people', () => {
  assert.equal(signFlipTest([], 1), null)
  assert.ok(some(signFlipTest(Array(40).fill(1), 1)).p <= 0.0002)
  assert.equal(some(signFlipTest(Array(3_000).fill(1), 1)).method, 'normal')
})

// R: p.adjust(p, "BH").
const adjusted: [number[], number[]][] = [
  [
    [0.01, 0.04, 0.03, 0.005],
    [0.02, 0.04, 0.04, 0.02],
  ],
  [[0.05], [0.05]],
  [
    [0.9, 0.001, 0.5],
    [0.9, 0.003, 0.75],
  ],
  [[], []],
]
for (const [ps, expected] of adjusted) {
  test(`Benjamini-Hochberg of ${ps.join(' ')}`, () =>
    benjaminiHochberg(ps).forEach((p, i) => close(p, expected[i], 1e-12)))
}

// R: cor(x, y, method = "spearman").
const pairs: [number[], number[], number | null][] = [
  [[1, 2, 3, 4, 5], [5, 6, 7, 8, 7], 0.8207827],
  [[1, 2, 3], [3, 2, 1], -1],
  [[1, 1, 1], [1, 2, 3], null],
  [[1, 2], [1, 2], null],
]
for (const [x, y, rho] of pairs) {
  test(`Spearman of ${x.join(' ')} and ${y.join(' ')}`, () => {
    const actual = spearman(x, y)
    if (rho === null) assert.equal(actual, null)
    else close(some(actual), rho, 1e-6)
  })
}

test('the mean of many answers has the interval of Student’s t', () => {
  const values = Array.from({ length: 31 }, (_, i) => (i % 5) + 1) // R: t.test(x)$conf.int
  const { mean, interval, method } = some(meanInterval(histogramOf(values), { min: 1, max: 5 }))
  assert.equal(method, 't')
  close(interval[1] - mean, (2.0423 * 1.4361) / Math.sqrt(31), 0.01)
})
test('the mean of few answers is bootstrapped, stays on the scale, and repeats itself', () => {
  const histogram = histogramOf([5, 5, 5, 5, 5, 5, 5, 4, 4, 1, 5, 5])
  const options = { min: 1, max: 5 }
  const { interval, mean, method } = some(meanInterval(histogram, options))
  assert.equal(method, 'bootstrap')
  assert.ok(interval[0] < mean && mean < interval[1] && interval[1] <= 5 && interval[0] >= 1)
  assert.deepEqual(meanInterval(histogram, options), meanInterval(histogram.toReversed(), options))
})
test('five equal answers have an interval, and one answer spans the scale', () => {
  const equal = meanInterval(histogramOf([4, 4, 4, 4, 4]), { min: 1, max: 5 })!
  assert.ok(equal.interval[0] < 3.6 && equal.interval[1] > 4.4)
  assert.deepEqual(some(meanInterval(histogramOf([4]), { min: 1, max: 5 })).interval, [1, 5])
  assert.equal(meanInterval([], { min: 1, max: 5 }), null)
})

// Fisher 1935: the lady tasting tea, 3 of 4 right and all; twins of convicts.
const fisher: [number, number, number, number, number][] = [
  [1, 4, 3, 4, 34 / 70],
  [0, 4, 4, 4, 2 / 70],
  [2, 17, 10, 13, 0.000_537],
]
for (const [a, m, b, n, p] of fisher) {
  test(`shares ${a}/${m} and ${b}/${n} differ by chance with p ${p.toFixed(3)}`, () => {
    const found = some(shareTest({ successes: a, n: m }, { successes: b, n }))
    close(found.p, p, 0.0002)
    assert.equal(found.method, 'exact')
    assert.ok(found.upper <= found.p && found.lower > found.upper)
  })
}

test('the p of Fisher’s example of convicts and their twins is exact', () => {
  close(shareTest({ successes: 2, n: 17 }, { successes: 10, n: 13 })!.upper, 0.000_465_2, 1e-7)
})

test('a test of shares equals the permutation test of answers 0 and 1', () => {
  const answers = (ones: number, n: number) =>
    histogramOf(Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0)))
  for (const [a, m, b, n] of [
    [3, 9, 7, 8],
    [0, 6, 2, 7],
    [5, 5, 1, 9],
  ]) {
    const [share, means] = [
      some(shareTest({ successes: a, n: m }, { successes: b, n })),
      some(permutationTest(answers(a, m), answers(b, n), 1)),
    ]
    for (const part of ['difference', 'p', 'lower', 'upper', 'attainable'] as const)
      close(share[part], means[part], 1e-9)
  }
})

test('a correction names the rank, the p and the number of its tests', () => {
  const ps = [0.01, 0.04, 0.03, 0.5]
  const found = corrections(ps)
  assert.deepEqual(
    found.map(({ adjusted }) => adjusted),
    benjaminiHochberg(ps),
  )
  for (const { p, rank, tests, adjusted } of found) assert.equal(adjusted, Math.min(1, (p * tests) / rank))
  assert.deepEqual([found[1].p, found[1].rank], [0.04, 3])
  assert.deepEqual([found[2].p, found[2].rank], [0.04, 3], 'a smaller p may be bounded by a larger one')
})

test('Simes gives one p for several tests', () => {
  assert.equal(simes([0.2]), 0.2)
  close(simes([0.01, 0.04]), 0.02, 1e-12)
  close(simes([0.5, 0.03, 0.02]), 0.045, 1e-12)
  assert.equal(simes([]), 1)
})

test('a family that may spend half of the error needs half the p', () => {
  assert.deepEqual(
    corrections([0.01, 0.5], 0.5).map(({ adjusted, share }) => [adjusted, share]),
    [
      [0.04, 0.5],
      [1, 0.5],
    ],
  )
})

test('the sign test is that of the binomial distribution with a half', () => {
  // R: binom.test(9, 10)$p.value, binom.test(9, 10, alternative = "greater")$p.value
  const { p, upper, lower } = some(halfTest({ successes: 9, n: 10 }))
  close(p, 0.021484375, 1e-9)
  close(upper, 0.0107421875, 1e-9)
  assert.ok(lower > 0.99)
  assert.equal(halfTest({ successes: 0, n: 0 }), null)
})

test('normal quantiles are those of the table', () => {
  close(normalQuantile(0.05), 1.959964, 1e-4)
  close(normalQuantile(0.001), 3.290527, 1e-4)
})
