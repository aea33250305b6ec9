import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ThemeCounts } from '../../contract/theme-counts.ts'
import { topicOf } from './measurements.ts'
import { render } from './message.ts'
import { topicText } from './report/topics.ts'
import { addable, withoutFew } from './tone.ts'

const n = 40

/** All that leaves of a topic whose mean is given. */
function told(counts: ThemeCounts, mean: number): string {
  const { rated } = counts
  const sums = { ...counts, sum: mean * rated, squares: 0.1 * rated }
  const text = render(topicText('pay', sums, n), 'en')
  return JSON.stringify([topicOf(n, sums, 'emergent', null), text])
}

test('nothing that leaves tells whether one person or two stand out', () => {
  for (const mean of [-0.3, 0, 0.3]) everyTopic(mean)
})

function everyTopic(mean: number): void {
  const byTold = new Map<string, number[][]>()
  for (let people = 3; people <= 14; people++)
    for (let rated = 0; rated <= people; rated++)
      for (let negative = 0; negative <= rated; negative++) {
        const key = told({ people, negative, rated }, mean)
        const alike = byTold.get(key) ?? []
        byTold.set(key, [...alike, [negative, rated - negative, people - rated]])
      }
  let suppressed = 0
  for (const [key, alike] of byTold)
    for (const parts of alike)
      for (const [place, part] of parts.entries()) {
        if (part === 0 || part > 2) continue
        suppressed++
        const possible = new Set(alike.map((one) => one[place]))
        assert.ok(possible.size > 1, `${key} is told only of ${JSON.stringify(parts)}`)
        assert.match(key, /"negative":null,"rated":null/)
      }
  assert.ok(suppressed > 100)
}

test('one or two count as two, and whoever they stand beside as all but two', () => {
  const taken = (people: number): number[] =>
    Array.from({ length: people + 1 }, (_, negative) => withoutFew(negative, people))
  assert.deepEqual(taken(3), [0, 2, 2, 3])
  assert.deepEqual(taken(6), [0, 2, 2, 3, 4, 4, 6])
})

test('the mean of one person is nobody’s mean', () => {
  const sums = { people: 5, negative: 0, rated: 2, sum: 0.8, squares: 0.4 }
  assert.equal(topicOf(n, sums, 'emergent', null).sentiment, null)
  assert.equal(topicOf(n, { ...sums, rated: 3 }, 'emergent', null).sentiment, 0.267)
})

test('a topic is added to others with the tone that it tells by itself', () => {
  const sums = { people: 6, negative: 3, sum: -1, squares: 1 }
  assert.deepEqual(addable(sums), { ...sums, rated: 6 })
  assert.deepEqual(addable({ ...sums, negative: 5 }), {
    people: 6,
    negative: 0,
    sum: 0,
    squares: 0,
    rated: 0,
  })
})
