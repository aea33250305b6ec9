import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ThemeCounts } from '../../contract/theme-counts.ts'
import { agreementOf, topicOf } from './measurements.ts'
import { render } from './message.ts'
import { topicText } from './report/topics.ts'
import { addable, largerSide, sumOfTopics, told, toneOf, withoutFew } from './tone.ts'

const n = 40

/** All that leaves of a topic whose people score 0.4 or −0.6. */
function leaving({ people, negative, rated }: ThemeCounts): string {
  const scores = [...new Array(negative).fill(-0.6), ...new Array(rated - negative).fill(0.4)]
  const sum = scores.reduce((all, score) => all + score, 0)
  const squares = scores.reduce((all, score) => all + score * score, 0)
  const sums = told({ people, negative, rated, sum, squares })
  const scale = { interval: [1.5, 2.5], min: 1, max: 5, polarity: 1 as const }
  const text = render(topicText('pay', sums, n), 'en')
  return JSON.stringify([sums, topicOf(n, sums, 'emergent', null), text, agreementOf(scale, sums)])
}

test('nothing that leaves tells whether one person or two stand out, their sentiment included', () => {
  const byTold = new Map<string, number[][]>()
  for (let people = 3; people <= 14; people++)
    for (let rated = 0; rated <= people; rated++)
      for (let negative = 0; negative <= rated; negative++) {
        const key = leaving({ people, negative, rated })
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
        assert.match(key, /"negative":null,"rated":null,"sentiment":null/)
      }
  assert.ok(suppressed > 300)
})

test('what is told is told alike again', () => {
  for (const [people, negative, rated] of [
    [8, 5, 8],
    [8, 7, 8],
    [3, 1, 3],
    [9, 0, 8],
    [9, 1, 1],
  ]) {
    const once = told({ people, negative, rated, sum: -1.234, squares: 1.234 })
    assert.deepEqual(told(once), once)
  }
})

test('one or two count as two, and whoever is beside them as all but two', () => {
  const taken = (whole: number): number[] =>
    Array.from({ length: whole + 1 }, (_, part) => withoutFew(part, whole))
  assert.deepEqual(taken(3), [0, 2, 2, 3])
  assert.deepEqual(taken(6), [0, 2, 2, 3, 4, 4, 6])
})

test('sums of sentiment are told in tenths: exact ones of three people are three scores of known words', () => {
  const { sum, squares } = told({ people: 3, negative: 3, sum: -0.961502, squares: 0.896257 })
  assert.deepEqual([sum, squares], [-1, 0.9])
})

test('a topic is added to others with the tone that it tells by itself', () => {
  const sums = { people: 6, negative: 3, sum: -1, squares: 1 }
  assert.deepEqual(addable(told(sums)), { ...sums, rated: 6, few: false })
  assert.deepEqual(addable(told({ ...sums, negative: 5 })), {
    people: 6,
    negative: 0,
    sum: 0,
    squares: 0,
    rated: 0,
    few: false,
  })
})

test('who has a tone is added up also where it goes without saying', () => {
  const pay = { people: 5, negative: 3, sum: -1, squares: 1 }
  const cells = [
    { n: 10, topics: { pay } },
    { n: 10, topics: { pay: { ...pay, rated: 3 } } },
  ]
  assert.equal(sumOfTopics(cells).get('pay')?.rated, 8)
})

test('nobody negative is said of three people as all negative is, and neither of whom nothing is counted', () => {
  const toneAt = (people: number, negative: number, sum: number) =>
    toneOf(told({ people, negative, sum, squares: 1 }))
  assert.deepEqual([toneAt(3, 3, -1.2), toneAt(3, 0, 1.2)], ['negative', 'positive'])
  assert.deepEqual([toneAt(4, 4, -1.2), toneAt(4, 0, 1.2)], ['negative', 'positive'])
  // Not negative, and not glad.
  assert.equal(toneAt(3, 0, 0), 'mixed')
  // One person or two.
  assert.equal(toneAt(3, 1, 1.2), 'mixed')
})

test('which side is larger is said of what may be counted, and of one or two people never', () => {
  const sideAt = (people: number, negative: number, rated = people) =>
    largerSide(told({ people, negative, rated, sum: 0, squares: 0 }))
  assert.deepEqual([sideAt(7, 4), sideAt(7, 3), sideAt(6, 3)], ['negative', 'other', null])
  assert.deepEqual([sideAt(3, 1), sideAt(3, 2)], [null, null])
  assert.deepEqual([sideAt(4, 1), sideAt(4, 3)], [null, null])
  assert.deepEqual([sideAt(8, 1), sideAt(8, 2)], ['other', 'other'])
  assert.equal(sideAt(8, 0, 2), null)
})
