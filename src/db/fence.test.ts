import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fence, isPast, sharedFence } from './fence.ts'

const fence = (place: bigint, more: Partial<Fence> = {}): Fence => ({
  system: '1',
  timeline: 1,
  place,
  ...more,
})

test('a place in the log counts only in the log of the same system and timeline', () => {
  assert.deepEqual(
    [fence(2n), fence(1n), fence(0n), fence(2n, { timeline: 2 }), fence(2n, { system: '2' })].map(
      (replayed) => isPast(replayed, fence(1n)),
    ),
    [true, true, false, false, false],
  )
})

test('a caller who asks while a fence is under way shares the next one, never one that began earlier', async () => {
  const asked: PromiseWithResolvers<Fence>[] = []
  const ask = sharedFence(() => {
    const one = Promise.withResolvers<Fence>()
    asked.push(one)
    return one.promise
  })
  const first = ask()
  const [second, third] = [ask(), ask()]
  assert.equal(asked.length, 1)
  asked[0].resolve(fence(1n))
  assert.equal((await first).place, 1n)
  // The next statement begins once the first has ended.
  await Promise.resolve()
  assert.equal(asked.length, 2)
  asked[1].reject(new Error('lost'))
  await assert.rejects(second, /lost/)
  await assert.rejects(third, /lost/)
  const fourth = ask()
  assert.equal(asked.length, 3)
  asked[2].resolve(fence(3n))
  assert.equal((await fourth).place, 3n)
})
