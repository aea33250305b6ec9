/** Random bytes come from one large draw: each is given once, and none is a zero that was wiped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomBytes } from './random-bytes.ts'

test('bytes are given once, over the ends of draws, and stay what they were', () => {
  const given = Array.from({ length: 3_000 }, (_, i) => randomBytes(16 + (i % 17)))
  const before = given.map((bytes) => bytes.toString('hex'))
  // 16 equal bytes by chance: one in 2^128.
  assert.equal(new Set(before.map((text) => text.slice(0, 32))).size, given.length)
  assert.equal(new Set(before.map((text) => text.slice(-32))).size, given.length)
  const windows = before.join('').match(/.{32}/g)!
  assert.equal(new Set(windows).size, windows.length)
  randomBytes(4_096)
  assert.deepEqual(
    given.map((bytes) => bytes.toString('hex')),
    before,
  )
})

test('each value of a byte is as frequent as another', () => {
  const counts = new Uint32Array(256)
  const rounds = 2_000
  for (let i = 0; i < rounds; i++) for (const byte of randomBytes(256)) counts[byte]++
  // Chi-squared of 255 degrees of freedom: above 400 in fewer than one of 10^7 runs.
  const chi = counts.reduce((sum, count) => sum + (count - rounds) ** 2 / rounds, 0)
  assert.ok(chi < 400, `${chi}`)
})

test('as many as asked for, and never more than one draw', () => {
  assert.equal(randomBytes(0).length, 0)
  assert.equal(randomBytes(1).length, 1)
  assert.equal(randomBytes(4_096).length, 4_096)
  assert.throws(() => randomBytes(4_097), RangeError)
})
