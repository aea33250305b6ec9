/** Themes as pages show them: how many of them are counted, and where only the tone is said. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { topicOf } from '../../src/insights/measurements.ts'
import { told } from '../../src/insights/tone.ts'
import { byTone, themesIn } from '../../web/themes/theme.ts'

type Finding = Parameters<typeof themesIn>[0][number]

/** As the report tells a topic of these people. */
function themeOf(people: number, negative: number, rated = people) {
  const sums = { people, negative, rated, sum: (0.2 - negative / people) * rated, squares: rated }
  const value = { label: 'Pay', source: 'driver', quotes: [], ...topicOf(20, told(sums), 'driver', null) }
  const finding = { id: 'ins_1', kind: 'theme', subject: 'pay', statement: '', n: 20, value, evidence: [] }
  return themesIn([finding as unknown as Finding])[0]
}

test('a theme is divided and counted only where no part of it is one or two people', () => {
  assert.deepEqual(themeOf(8, 5).parts, { negative: 5, other: 3, unknown: 0 })
  assert.deepEqual(themeOf(3, 3).parts, { negative: 3, other: 0, unknown: 0 })
  assert.deepEqual(themeOf(8, 0).parts, { negative: 0, other: 8, unknown: 0 })
  assert.deepEqual(themeOf(12, 4, 9).parts, { negative: 4, other: 5, unknown: 3 })
  assert.deepEqual(themeOf(4, 0, 0).parts, { negative: 0, other: 0, unknown: 4 })
  for (const [people, negative, rated = people] of [
    [8, 1],
    [8, 2],
    [8, 6],
    [8, 7],
    [3, 1],
    [8, 4, 7],
    [8, 0, 7],
    [8, 3, 6],
    [8, 1, 5],
  ])
    assert.equal(themeOf(people, negative, rated).parts, null, `${negative} of ${rated} of ${people}`)
})

test('a theme whose parts are not counted keeps its tone, unless that is the tone of one or two people', () => {
  assert.equal(themeOf(11, 10).tone, 'mostly_negative')
  assert.equal(themeOf(12, 1).tone, 'mostly_positive')
  assert.equal(themeOf(14, 12, 13).tone, 'mostly_negative')
  assert.equal(themeOf(8, 2, 2).tone, null)
  assert.equal(themeOf(8, 0, 1).tone, null)
})

test('a theme is mostly of one tone only where that is no chance, otherwise it is mixed', () => {
  assert.deepEqual(
    [4, 5, 10, 11].map((negative) => themeOf(14, negative).tone),
    ['mixed', 'mixed', 'mixed', 'mostly_negative'],
  )
  for (const [people, negative, rated = people] of [
    [7, 4],
    [8, 7],
    [8, 5, 7],
    [10, 9],
    [7, 1],
    [10, 3],
  ])
    assert.equal(themeOf(people, negative, rated).tone, 'mixed', `${negative} of ${rated} of ${people}`)
  assert.equal(themeOf(20, 3).tone, 'mostly_positive')
})

test('the most negative themes come first, whether their people are counted or not', () => {
  const ordered = [themeOf(8, 0), themeOf(8, 2, 2), themeOf(11, 10), themeOf(8, 5), themeOf(8, 8)].toSorted(
    byTone,
  )
  assert.deepEqual(
    ordered.map(({ tone }) => tone),
    ['negative', 'mostly_negative', 'mixed', 'positive', null],
  )
})
