import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreement, correlation, f1, separation } from './agreement.ts'

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
