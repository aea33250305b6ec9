/** Trends: which series have one, and which do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mulberry32 } from '../text/text.ts'
import { isTrend, permutedSlope } from './slope.ts'
import { histogramOf } from './inference.ts'

/** The value, which must be there. */
function some<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const series = (...answers: number[][]) => answers.map((values, at) => ({ at, values: histogramOf(values) }))
const around = (mean: number, n = 12): number[] =>
  Array.from({ length: n }, (_, i) => Math.max(1, Math.min(5, Math.round(mean + ((i % 3) - 1) * 0.8))))

test('fewer than four collections have no trend', () => {
  assert.equal(permutedSlope(series(around(4), around(3), around(2)), 1), null)
  assert.equal(permutedSlope(series(around(4), [], around(3), around(2)), 1), null)
})

test('a steady fall over four collections is a trend, with the size of a step', () => {
  const found = permutedSlope(series(around(4.4), around(3.6), around(2.8), around(2)), 1)!
  assert.ok(found.slope < -0.6 && found.slope > -1)
  assert.ok(found.p < 0.001)
  assert.equal(found.order, 2 / 24)
  assert.equal(isTrend(found), true)
  assert.equal(isTrend(found, 0.2), false, 'not after a correction')
})

test('one odd week is not a trend', () => {
  const odd = some(
    permutedSlope(series(around(4), around(4), around(2), around(4), around(4), around(3.9)), 1),
  )
  assert.equal(isTrend(odd), false)
})

test('the same series and seed give the same p, and another seed nearly the same', () => {
  const steady = series(around(4), around(3.6), around(3.8), around(3.2), around(3.4))
  assert.deepEqual(permutedSlope(steady, 3), permutedSlope(steady, 3))
  const [one, other] = [some(permutedSlope(steady, 3)), some(permutedSlope(steady, 4))]
  assert.ok(Math.abs(one.p - other.p) < 0.02)
})

test('few series without a trend are called one, even where single weeks differ', () => {
  const random = mulberry32(10)
  const answers = (n: number, up: number): number[] =>
    Array.from({ length: n }, () => Math.max(1, Math.min(5, Math.round(3 + up + (random() - 0.5) * 3))))
  const trendShare = (shock: number): number => {
    let count = 0
    for (let i = 0; i < 250; i++) {
      const weeks = Array.from({ length: 6 }, () => answers(10, (random() - 0.5) * shock))
      if (isTrend(some(permutedSlope(series(...weeks), i)))) count++
    }
    return count / 250
  }
  assert.ok(trendShare(0) <= 0.06, 'weeks alike')
  assert.ok(trendShare(2) <= 0.08, 'odd weeks')
})
