/** Where letters lead in a tree of teams. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besides } from '../../web/ui/tree-steps.ts'
import { isOfName, namedNext, nothingTyped, pauseMs, typedNext } from '../../web/ui/typed-letters.ts'

const names = ['Everyone', 'Platform', 'Payroll', 'Éclair', 'Öffentlichkeit', 'platforms', '2nd line']

test('one letter goes on from the item and starts over after the last, and repeated it does so again', () => {
  assert.equal(namedNext(names, 0, 'p'), 1)
  assert.equal(namedNext(names, 1, 'p'), 2)
  assert.equal(namedNext(names, 2, 'pp'), 5)
  assert.equal(namedNext(names, 5, 'ppp'), 1)
  assert.equal(namedNext(names, 0, 'e'), 3)
  assert.equal(namedNext(names, 3, 'e'), 0)
  assert.equal(namedNext(names, 0, 'x'), null)
})

test('several letters are the beginning of a name, whatever its accents and capitals', () => {
  assert.equal(namedNext(names, 1, 'pa'), 2)
  assert.equal(namedNext(names, 1, 'pl'), 1)
  assert.equal(namedNext(names, 2, 'PL'), 5)
  assert.equal(namedNext(names, 0, 'off'), 4)
  assert.equal(namedNext(names, 0, 'ö'), 4)
  assert.equal(namedNext(names, 0, '2n'), 6)
  assert.equal(namedNext(names, 0, 'pz'), null)
  assert.equal(namedNext(['Anna', 'AAA'], 0, 'aa'), 1)
})

test('letters without a pause belong together', () => {
  const first = typedNext(nothingTyped, 'p', 10_000)
  const second = typedNext(first, 'a', 10_000 + pauseMs)
  assert.equal(second.text, 'pa')
  assert.equal(typedNext(second, 'e', second.at + pauseMs + 1).text, 'e')
  // A page may have just been opened.
  assert.equal(typedNext(nothingTyped, 'p', 5).text, 'p')
})

test('signs that are no letters, and names of keys, stay the page’s', () => {
  assert.deepEqual(['/', '?', '*', ' ', 'Enter', 'F1', 'ä', 'ж', '7'].filter(isOfName), ['ä', 'ж', '7'])
})

test('those beside an item are those of its parent', () => {
  const tree = [0, 1, 2, 2, 1, 2, 1].map((depth, at) => ({ depth, at, isOpen: null }))
  const placesBeside = (at: number): number[] => besides(tree, at).map((one) => one.at)
  assert.deepEqual(placesBeside(0), [0])
  assert.deepEqual(placesBeside(4), [1, 4, 6])
  assert.deepEqual(placesBeside(3), [2, 3])
  assert.deepEqual(placesBeside(5), [5])
})
