import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreement, correlation, f1, kappa, microF1, separation } from './agreement.ts'

test('correlation is 1 along a line, -1 against it', () => {
  assert.ok(Math.abs(correlation([1, 2, 3], [10, 20, 30]) - 1) < 1e-12)
  assert.ok(Math.abs(correlation([1, 2, 3], [3, 2, 1]) + 1) < 1e-12)
})

test('F1 is weighted by the true classes, and classes begin at their thresholds', () => {
  const thresholds = { from: 0.5, truthFrom: 0.5 }
  const scores = [1, 1, -1, 0]
  const ratings = [1, -1, -1, 0.5]
  // good: 1 of 2 predicted, 1 of 2 true; bad: 1 of 1 predicted, 1 of 2 true; neither: predicted once, never true
  const [good, bad] = [1 / 2, 2 / 3]
  const { weighted, macro } = f1(scores, ratings, thresholds)
  assert.ok(Math.abs(weighted - (good + bad) / 2) < 1e-12)
  assert.ok(Math.abs(macro - (good + bad) / 3) < 1e-12)
  assert.equal(agreement(scores, ratings, thresholds), 0.5)
})

test('separation counts ties as half', () => {
  assert.equal(separation([3, 2], [1, 2]), 0.875)
})

const once = [['pay'], ['pay', 'growth'], [], ['growth']]
const again = [['pay'], ['growth'], [], []]

test('micro-F1 of labels counts each label of each item', () => {
  // 2 in common of 4 and of 2
  assert.equal(microF1(once, again), 4 / 6)
  assert.equal(microF1(again, once), 4 / 6)
  assert.equal(microF1([[]], [[]]), 0)
})

test('kappa takes away what chance would give', () => {
  // pay: 3 of 4 items agree; by chance 2/4 x 1/4 + 2/4 x 3/4 = 1/2
  assert.equal(kappa(once, again, 'pay'), 0.5)
  assert.equal(kappa(once, once, 'growth'), 1)
  assert.equal(kappa(once, again, 'voice'), 1)
})
