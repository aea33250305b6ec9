/** Adding figures of any shape. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addFigures } from './sums.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

test('figures of cells add up number by number, whatever their shape', () => {
  const cells: unknown[] = [
    { n: 5, counts: { a: 2, constructor: 3 }, bins: [1, 0, 4], comments: [] },
    { n: 6, counts: { b: 6 }, bins: [0, 0, 6], comments: [], banded: true },
    { n: 7, counts: { a: 7 }, bins: [7, 0, 0], comments: [] },
  ]
  assert.deepEqual(plain(addFigures(cells)), {
    n: 18,
    counts: { a: 9, constructor: 3, b: 6 },
    bins: [8, 0, 10],
    comments: [],
    banded: true,
  })
  assert.deepEqual(plain(addFigures(cells.slice(0, 1))), plain(cells[0]))
})

test('adding cells does not change them', () => {
  const cells = [{ counts: { a: 1 } }, { counts: { a: 2 } }]
  addFigures(cells)
  assert.deepEqual(cells, [{ counts: { a: 1 } }, { counts: { a: 2 } }])
})

test('figures with words are not added', () => {
  assert.equal(
    addFigures([
      { n: 5, comments: ['It is late'] },
      { n: 5, comments: [] },
    ]),
    undefined,
  )
})
