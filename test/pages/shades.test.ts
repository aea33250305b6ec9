/** What colours of the heat map stand for, and which figures look far apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFarApart } from '../../web/ui/far-apart.ts'
import { shadeOf } from '../../web/ui/heat-shade.ts'

const scale = { isEnps: false, min: 1, max: 5 }
const enps = { isEnps: true, min: -100, max: 100 }

test('a score has the shade of its own height, on its own scale', () => {
  const means = [1, 1.94, 2, 2.5, 3, 3.5, 4, 4.5, 5]
  assert.deepEqual(
    means.map((mean) => shadeOf(mean, scale)),
    [1, 1, 2, 3, 4, 5, 6, 7, 7],
  )
  const points = [-100, -50, -25, 0, 25, 50, 75, 100]
  assert.deepEqual(
    points.map((point) => shadeOf(point, enps)),
    [1, 2, 3, 4, 5, 6, 7, 7],
  )
})

test('a score that is written as 2.0 has the shade that the legend gives to 2.0', () => {
  assert.equal(shadeOf(1.96, scale), shadeOf(2, scale))
})

test('figures look far apart where the one of last time lies outside the likely range, and not where that is unknown', () => {
  assert.equal(isFarApart(-28, [-15, 25]), true)
  assert.equal(isFarApart(30, [-15, 25]), true)
  assert.equal(isFarApart(-15, [-15, 25]), false)
  assert.equal(isFarApart(-28, null), false)
})
