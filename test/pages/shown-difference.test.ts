/** By how much two figures differ, beside the figures themselves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownDifference } from '../../web/ui/shown-difference.ts'

test('a difference is that of the figures as they are written', () => {
  assert.equal(shownDifference(3.24, 3.05, 1), -0.1)
  assert.equal(shownDifference(3.16, 3.94, 1), 0.7)
  assert.equal(shownDifference(3.24, 3.16, 1), 0)
  assert.equal(shownDifference(-36.4, -63.5, 0), -28)
  assert.ok(Object.is(shownDifference(0.04, -0.04, 1), 0))
})
