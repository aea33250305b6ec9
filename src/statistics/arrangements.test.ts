/** Counted arrangements, checked against arrangements enumerated one by one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mulberry32 } from '../text/text.ts'
import { sumsOfChoices } from './arrangements.ts'
import { histogramOf } from './inference.ts'

/** The value, which must be there. */
function some<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

/** Counts one arrangement after the other. */
function byHand(values: readonly number[], size: number): Map<string, number> {
  const sums = new Map<string, number>()
  for (let set = 0; set < 2 ** values.length; set++) {
    const chosen = values.filter((_, at) => set & (1 << at))
    if (chosen.length !== size) continue
    const sum = chosen.reduce((all, value) => all + value, 0).toFixed(6)
    sums.set(sum, (sums.get(sum) ?? 0) + 1)
  }
  return sums
}

test('every sum is counted once for each arrangement that has it, on any grid', () => {
  const random = mulberry32(5)
  for (const grid of [1, 0.5, 0.1]) {
    for (const [n, size] of [
      [6, 3],
      [9, 2],
      [11, 5],
      [12, 6],
    ]) {
      const values = Array.from({ length: n }, () => (Math.floor(random() * 6) - 2) * grid)
      const counted = [...some(sumsOfChoices(histogramOf(values), size))]
      assert.deepEqual(
        new Map(counted.map(([sum, ways]) => [sum.toFixed(6), Math.round(ways)])),
        new Map([...byHand(values, size)].toSorted(([a], [b]) => Number(a) - Number(b))),
      )
    }
  }
})

test('values without a common grid, and too many arrangements, are not counted', () => {
  assert.equal(sumsOfChoices(histogramOf([1, 2, Math.PI]), 1), null)
  const many = [1, 2, 3, 4, 5].map((value) => ({ value, count: 150 }))
  assert.equal(sumsOfChoices(many, 300), null)
  assert.equal(
    sumsOfChoices(
      many.map((one) => ({ ...one, count: 300 })),
      5,
    ),
    null,
  )
})
