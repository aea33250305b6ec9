import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInTurn, sortedInTurn, stepsInTurn } from './in-turns.ts'
import { mulberry32 } from './text/random.ts'

const byNumber = (one: { number: number }, other: { number: number }): number => one.number - other.number

for (const count of [0, 1, 999, 1_000, 1_001, 2_000, 5_432]) {
  test(`${count} items are sorted as at once, and equal ones keep their order`, async () => {
    const random = mulberry32(count)
    const items = Array.from({ length: count }, (_, at) => ({ number: Math.floor(random() * 50), at }))
    assert.deepEqual(await sortedInTurn(items, byNumber), items.toSorted(byNumber))
  })
}

/** Takes some time. */
const working = (ms: number): void => {
  const began = performance.now()
  while (performance.now() - began < ms);
}

/** How often other work ran during this one. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false]
  const turn = (): void => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return turns
}

test('other work runs between the slices', async () => {
  const items = [1, 2, 3, 4, 5]
  const mapped = await turnsDuring(async () => {
    assert.deepEqual(
      await mapInTurn(items, (item, at) => {
        working(2)
        return item * at
      }),
      [0, 2, 6, 12, 20],
    )
  })
  const stepped = await turnsDuring(async () => {
    const result = await stepsInTurn(
      (function* () {
        for (const item of items) {
          working(2)
          yield item
        }
        return 'done'
      })(),
    )
    assert.equal(result, 'done')
  })
  assert.ok(mapped >= items.length - 1 && stepped >= items.length - 1, `${mapped} and ${stepped} turns`)
})
