import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type UsePoints, sharedPoints } from '../http/shared-points.ts'
import { startApp } from '../../test/support/start.ts'
import { signInThrottle, throttleWindowSeconds } from './sign-in-throttle.ts'

/** Points of one node, by the clock of the test. */
function pointsBy(now: () => number): UsePoints {
  const windows = new Map<string, { points: number; endsAt: number }>()
  return async (caller, points) => {
    const known = windows.get(caller)
    const window =
      known && known.endsAt > now() ? known : { points: 0, endsAt: now() + throttleWindowSeconds * 1000 }
    window.points += points
    windows.set(caller, window)
    return { points: window.points, msLeft: window.endsAt - now() }
  }
}

function throttled(use?: UsePoints) {
  let now = 0
  const waits: number[] = []
  const throttle = signInThrottle(use ?? pointsBy(() => now), {
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
  })
  const guess = (address = 'ada', network = 'net') =>
    throttle.attempt<string>(address, network, async () => undefined)
  const right = (address = 'ada', network = 'net') => throttle.attempt(address, network, async () => address)
  return { waits, guess, right, pass: (ms: number) => void (now += ms) }
}

test('ten failures cost nothing, then pauses double up to 15 s', async () => {
  const { waits, guess } = throttled()
  for (let i = 0; i < 10; i++) await guess()
  assert.deepEqual(waits, [])
  for (let i = 0; i < 7; i++) await guess()
  assert.deepEqual(
    waits,
    [1, 2, 4, 8, 15, 15, 15].map((seconds) => seconds * 1000),
  )
})

test('a right password is let in after any number of wrong ones, and clears its lane', async () => {
  const { waits, guess, right } = throttled()
  for (let i = 0; i < 50; i++) await guess()
  assert.equal(await right(), 'ada')
  const before = waits.length
  await guess()
  assert.equal(waits.length, before)
})

test('nobody elsewhere waits, nor for another address until a hundred have failed here', async () => {
  const { waits, guess, right } = throttled()
  for (let i = 0; i < 12; i++) await guess()
  const before = waits.length
  assert.equal(await right('ada', 'elsewhere'), 'ada')
  assert.equal(await right('bob'), 'bob')
  assert.equal(waits.length, before)
  for (let i = 0; i < 100; i++) await guess(`somebody ${i}`)
  const sprayed = waits.length
  assert.equal(await right('bob'), 'bob')
  assert.equal(waits.length, sprayed + 1)
})

test('after ten minutes all is forgotten', async () => {
  const { waits, guess, pass } = throttled()
  for (let i = 0; i < 15; i++) await guess()
  pass(600_001)
  const before = waits.length
  await guess()
  assert.equal(waits.length, before)
})

test('attempts at once go one after the other, and too many are asked to come again', async () => {
  const { waits, guess, right } = throttled()
  for (let i = 0; i < 10; i++) await guess()
  const all = await Promise.all([...Array.from({ length: 4 }, () => guess()), right(), guess(), guess()])
  assert.deepEqual(all, [undefined, undefined, undefined, undefined, 'ada', 'crowded', 'crowded'])
  assert.equal(waits.length, 5)
})

test('nodes count together: what failed at one slows the next, and a right password at one clears it', async () => {
  const first = await startApp({})
  const second = await startApp({ database: first.db.connection })
  const [one, other] = [first, second].map(({ db }) => throttled(sharedPoints(db, throttleWindowSeconds)))
  for (let i = 0; i < 12; i++) await one.guess()
  assert.deepEqual(one.waits, [1000, 2000])
  // It meets the address for the first time, and then knows.
  await other.guess()
  assert.deepEqual(other.waits, [])
  await other.guess()
  assert.deepEqual(other.waits, [8000])
  assert.equal(await other.right(), 'ada')
  const before = one.waits.length
  await one.guess()
  await one.guess()
  assert.equal(one.waits.length, before + 1, 'it hears of it with its next failure')
})

test('a right password costs no statement where nothing failed before', async () => {
  let asked = 0
  const { right, guess } = throttled(async (_caller, points) => (asked++, { points, msLeft: 600_000 }))
  for (let i = 0; i < 5; i++) await right()
  assert.equal(asked, 0)
  await guess()
  assert.equal(asked, 2)
})
