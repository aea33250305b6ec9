/** The palette's order: what begins as somebody types stands above what has the letters inside a word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ordered } from '../../web/shell/palette-order.ts'

const groups = [
  { group: 'Pages', actions: [{ label: 'Templates', description: 'To begin with' }, { label: 'Home' }] },
  { group: 'Surveys', actions: [{ label: 'Weekly', keywords: 'plat' }] },
  {
    group: 'Teams',
    actions: [
      { label: 'Platform', keywords: 'plat' },
      { label: 'Trends of Platform', keywords: 'plat' },
    ],
  },
  { group: 'Do', actions: [{ label: 'New template' }, { label: 'New survey' }] },
]

const shown = (typed: string, isWhole = true): string[] =>
  ordered(typed, groups, isWhole).flatMap(({ actions }) => actions.map(({ label }) => label))

test('the beginning of a word stands above its middle, over all groups', () => {
  assert.deepEqual(shown('plat'), ['Platform', 'Trends of Platform', 'Templates', 'New template', 'Weekly'])
  assert.deepEqual(shown('new s'), ['New survey'])
  assert.deepEqual(shown('temp'), ['Templates', 'New template'])
})

test('while the service searches, nothing stands where something may come to stand above it', () => {
  assert.deepEqual(shown('plat', false), ['Platform', 'Trends of Platform', 'Weekly'])
  assert.deepEqual(shown('temp', false), ['Templates', 'New template'])
})

test('before anything is typed all of it stands as it was given', () => {
  assert.equal(shown(' ').length, 7)
  assert.deepEqual(shown('nothing like it'), [])
})
