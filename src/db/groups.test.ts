/** What is asked for one by one is done in groups, and each has its own outcome. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../caught.ts'
import { type Db, patienceMs } from './db.ts'
import { type Grouping, inGroups } from './groups.ts'

const db = {} as Db

/** Adds one to each number; a call ends when the test says so. */
function adding(more: Partial<Grouping<number, number>> = {}) {
  const calls: number[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const several = async (items: readonly number[]): Promise<number[]> => {
    calls.push([...items])
    const end = Promise.withResolvers<void>()
    ends.push(end)
    await end.promise
    if (items.includes(0)) throw new Error('nothing can be added to 0')
    return items.map((item) => item + 1)
  }
  const add = inGroups<number, number>(db, {
    keyOf: () => '',
    organisationOf: () => '',
    weightOf: () => 1,
    weightMax: 3,
    one: async (item) => (await several([item]))[0],
    several,
    ...more,
  })
  const endNext = async (error?: Error): Promise<void> => {
    const end = ends.shift()
    if (error) end?.reject(error)
    else end?.resolve()
    await new Promise(setImmediate)
  }
  return { add, calls, endNext }
}

test('the first goes at once, and those that come meanwhile go together, no more than fit', async () => {
  const { add, calls, endNext } = adding()
  const all = [1, 2, 3, 4, 5].map(add)
  assert.deepEqual(calls, [[1]])
  await endNext()
  assert.deepEqual(calls, [[1], [2, 3, 4]])
  await endNext()
  assert.deepEqual(calls, [[1], [2, 3, 4], [5]])
  await endNext()
  assert.deepEqual(await Promise.all(all), [2, 3, 4, 5, 6])
  const again = add(6)
  assert.deepEqual(calls.at(-1), [6])
  await endNext()
  assert.equal(await again, 7)
})

test('those of another key wait for nobody', async () => {
  const { add, calls, endNext } = adding({ keyOf: (item) => String(item % 2) })
  const all = [1, 2, 3].map(add)
  assert.deepEqual(calls, [[1], [2]])
  await endNext()
  await endNext()
  await endNext()
  assert.deepEqual(await Promise.all(all), [2, 3, 4])
})

test('where one makes its group fail, each is done alone, and what waits goes on', async () => {
  const { add, calls, endNext } = adding()
  const all = Promise.allSettled([1, 2, 0, 3, 4].map(add))
  for (let end = 0; end < 6; end++) await endNext()
  assert.deepEqual(calls, [[1], [2, 0, 3], [2], [0], [3], [4]])
  assert.deepEqual(
    (await all).map((one) => (one.status === 'fulfilled' ? one.value : null)),
    [2, 3, null, 4, 5],
  )
})

test('what the server cancelled is not tried again', async () => {
  const { add, calls, endNext } = adding()
  const all = Promise.allSettled([1, 2, 3].map(add))
  await endNext()
  await endNext(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }))
  assert.deepEqual(calls, [[1], [2, 3]])
  assert.deepEqual(
    (await all).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
})

test('where no connection can be had, those who waited for it are told at once', async () => {
  const { add, calls, endNext } = adding()
  const all = Promise.allSettled([1, 2, 3, 4, 5].map(add))
  await endNext(new Error('timeout exceeded when trying to connect'))
  assert.deepEqual(calls, [[1]])
  assert.ok((await all).every(({ status }) => status === 'rejected'))
})

test('what is heavy goes with fewer, and what is heavier than a statement takes goes alone', async () => {
  const { add, calls, endNext } = adding({ weightOf: (item) => item, weightMax: 6 })
  const all = [1, 2, 3, 4, 9, 1].map(add)
  for (let end = 0; end < 5; end++) await endNext()
  assert.deepEqual(calls, [[1], [2, 3], [4], [9], [1]])
  await Promise.all(all)
})

test('nobody waits behind a statement that hangs for longer than for a connection', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { add, calls, endNext } = adding()
  const first = add(1)
  const behind = Promise.allSettled([2, 3].map(add))
  t.mock.timers.tick(patienceMs - 1)
  const later = add(4)
  t.mock.timers.tick(1)
  assert.deepEqual(
    (await behind).map((one) => one.status === 'rejected' && one.reason instanceof Unavailable),
    [true, true],
  )
  await endNext()
  assert.equal(await first, 2)
  await endNext()
  assert.equal(await later, 5)
  assert.deepEqual(calls, [[1], [4]])
})
