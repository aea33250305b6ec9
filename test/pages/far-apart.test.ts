/** Which figures look far apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFarApart } from '../../web/ui/far-apart.ts'

test('figures look far apart where the one of last time lies outside the likely range, and not where that is unknown', () => {
  assert.equal(isFarApart(-28, [-15, 25]), true)
  assert.equal(isFarApart(30, [-15, 25]), true)
  assert.equal(isFarApart(-15, [-15, 25]), false)
  assert.equal(isFarApart(-28, null), false)
})
