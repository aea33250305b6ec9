import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import type { Figures } from '../finding.ts'
import { driversMeasure, themesMeasure } from '../measures.ts'
import { topics } from './topics.ts'

const comments = [
  'The pay is far too low for what we carry every day',
  'Pay has not risen for three years while rents did',
  'Meetings eat the mornings; meetings eat the evenings; and the pay is low',
  'The canteen closes before the late shift can eat',
  'Soup is all that is left when we come from the yard',
]

const sums = (people: number) => ({ people, negative: people, sum: -0.3 * people, squares: 0.1 * people })

function themesOf(themes: Figures['themes']) {
  const cell = (topic: string, people: number) => [{ n: 20, topics: { [topic]: sums(people) } }]
  const figures: Figures = {
    questions: [{ id: 'why', type: 'text', text: 'Why?' }],
    released: [
      { measure: driversMeasure, teamId: everyone, n: 20, cells: cell('pay', 6) },
      { measure: themesMeasure, teamId: everyone, n: 20, cells: cell('canteen, soup', 5) },
      { measure: questionMeasure('why'), teamId: everyone, n: 20, cells: [{ n: 20, counts: {}, comments }] },
    ],
    previous: [],
    teamNames: new Map(),
    seed: '1',
    ...(themes && { themes }),
  }
  const findings = [...topics(figures, { group: everyone, name: 'Everyone' }, new Map())].flat()
  return Object.fromEntries(findings.map((finding) => [finding.subject, finding]))
}

const rule = { theme: 'canteen, soup', any_of: ['canteen', 'soup'], language: 'en', stability: 1 }

test('a quote of a driver is a comment that names it most', () => {
  const { pay } = themesOf([rule])
  assert.deepEqual((pay.value as { quotes: string[] }).quotes.toSorted(), comments.slice(0, 2).toSorted())
})

test('a theme says its rule, and quotes what matches it', () => {
  const theme = themesOf([rule])['canteen, soup']
  assert.match(
    theme.statement,
    /^25% of people who commented mention canteen, soup \(5 of 20\), all of them negatively\.$/,
  )
  const { quotes, rule: stated } = theme.value as { quotes: string[]; rule: unknown }
  assert.deepEqual(stated, { any_of: ['canteen', 'soup'], language: 'en' })
  assert.deepEqual(quotes.toSorted(), comments.slice(3).toSorted())
})

test('without its rule, because the answers are gone, a theme keeps its figures and quotes nothing', () => {
  const { value, statement } = themesOf([])['canteen, soup']
  assert.match(statement, /^25% /)
  assert.deepEqual([(value as any).quotes, 'rule' in (value as object)], [[], false])
})
