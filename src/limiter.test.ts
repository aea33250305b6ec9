import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedAttempts, fullBucket, keyMemory, refilled } from './limiter.ts'

test('failures block their key until the window ends, and no other key', () => {
  let now = 0
  const failures = failedAttempts(3, 60, () => now)
  for (let i = 0; i < 3; i++) {
    assert.equal(failures.blockedFor('a'), null)
    failures.add('a')
  }
  assert.equal(failures.blockedFor('a'), 60)
  assert.equal(failures.blockedFor('b'), null)
  now = 59_500
  assert.equal(failures.blockedFor('a'), 1)
  now = 60_000
  assert.equal(failures.blockedFor('a'), null)
})

test('at least the last 10,000 keys are kept, and never 20,000', () => {
  const memory = keyMemory<number>()
  for (let i = 0; i < 10_000; i++) memory.set(`key ${i}`, i)
  memory.set('key 0', 0)
  for (let i = 0; i < 9_999; i++) memory.set(`other ${i}`, i)
  assert.deepEqual([memory.get('key 0'), memory.get('key 1'), memory.get('other 0')], [0, undefined, 0])
})

test('a bucket refills evenly up to its capacity, and a clock that was put back adds nothing', () => {
  const refill = { capacity: 10, perSecond: 2 }
  const bucket = fullBucket(refill)
  assert.equal(refilled(bucket, refill, 0), 10)
  bucket.tokens = 0
  assert.equal(refilled(bucket, refill, 500), 1)
  assert.equal(refilled(bucket, refill, 100), 1)
  assert.equal(refilled(bucket, refill, 60_000), 10)
})
