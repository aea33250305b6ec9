import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import type { Figures } from '../finding.ts'
import { driversMeasure, themesMeasure } from '../measures.ts'
import { render } from '../message.ts'
import { told } from '../tone.ts'
import { topics, topicText } from './topics.ts'

const comments = [
  'The pay is far too low for what we carry every day',
  'The pay is bad and has not risen for three years',
  'Meetings eat the mornings; meetings eat the evenings; and the pay is low',
  'The canteen closes before the late shift can eat',
  'Cold soup is all that is left, which is a shame, when we come from the yard',
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

test('quotes beside a theme have the tone that is told of it, or there are none', () => {
  const glad = ['The new laptop is fast and a joy to use', 'The laptops are excellent and start in seconds']
  const all = [
    ...glad,
    'I lose half an hour a day to a broken search tool',
    'The old laptop crashes all the time and is terrible',
  ]
  const quotesAt = (negative: number, own = all): string[] => {
    const tools = { people: 12, negative, sum: 6 - negative, squares: 4 }
    const topic = [{ n: 20, topics: { tools } }]
    const figures: Figures = {
      questions: [{ id: 'why', type: 'text', text: 'Why?' }],
      released: [
        { measure: driversMeasure, teamId: everyone, n: 20, cells: topic },
        {
          measure: questionMeasure('why'),
          teamId: everyone,
          n: 20,
          cells: [{ n: 20, counts: {}, comments: own }],
        },
      ],
      previous: [],
      teamNames: new Map(),
      seed: '1',
    }
    const [finding] = [...topics(figures, { group: everyone, name: 'Everyone' }, new Map())].flat()
    return (finding.value as { quotes: string[] }).quotes
  }
  assert.deepEqual(quotesAt(0).toSorted(), glad.toSorted())
  assert.deepEqual(quotesAt(12).toSorted(), all.slice(2).toSorted())
  assert.deepEqual(quotesAt(12, glad), [])
  // Mixed, and one tone more frequent: that one. The glad who are few are no example.
  assert.deepEqual(quotesAt(7).toSorted(), all.slice(2).toSorted())
  assert.deepEqual(quotesAt(7, glad), [])
  assert.deepEqual(quotesAt(5).toSorted(), glad.toSorted())
  // Mixed, and as many of either: any of them.
  assert.equal(quotesAt(6).length, 3)
  assert.deepEqual(quotesAt(6, glad).toSorted(), glad.toSorted())
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

test('how many of a theme are negative is counted only where nobody is singled out, neither those nor the others', () => {
  const tone = (people: number, negative: number, rated = people): string[] => {
    const said = topicText('pay', told({ people, negative, rated, sum: 0, squares: 0 }), 20)
    return (['en', 'de'] as const).map((language) =>
      render(said, language).replace(/^.*? \(\d+ \D+ 20\)/, ''),
    )
  }
  assert.deepEqual(tone(8, 0), [', none of them negatively.', ', keine davon negativ.'])
  assert.deepEqual(tone(3, 3), [', all of them negatively.', ', alle davon negativ.'])
  assert.deepEqual(tone(14, 11), [', most of them negatively (11).', ', die meisten davon negativ (11).'])
  // Of eight, five may be chance.
  assert.deepEqual(tone(8, 5), [
    ', more than half of them negatively (5).',
    ', mehr als die Hälfte davon negativ (5).',
  ])
  assert.deepEqual(tone(8, 3), [', 3 of them negatively.', ', 3 davon negativ.'])
  for (const [people, negative, rated = people] of [
    [11, 10],
    [11, 9],
    [14, 12, 13],
  ])
    assert.deepEqual(tone(people, negative, rated), [
      ', most of them negatively.',
      ', die meisten davon negativ.',
    ])
  for (const [people, negative, rated = people] of [
    [8, 7],
    [8, 6],
    [5, 4],
    [8, 5, 7],
    [8, 7, 7],
    [10, 9],
  ])
    assert.deepEqual(tone(people, negative, rated), [
      ', more than half of them negatively.',
      ', mehr als die Hälfte davon negativ.',
    ])
  for (const [people, negative, rated = people] of [
    [8, 1],
    [8, 2],
    // “More than half” of three or four would be all but one.
    [3, 2],
    [4, 3],
    [8, 3, 7],
    [11, 2, 8],
  ])
    assert.deepEqual(tone(people, negative, rated), [', some of them negatively.', ', einige davon negativ.'])
  assert.deepEqual(tone(11, 4, 8), [
    '; of 8 whose tone was estimated, 4 negatively.',
    '; von 8, deren Ton geschätzt wurde, 4 negativ.',
  ])
  // One person wrote in a language without a tone, or one alone in a language with one.
  for (const [people, negative, rated] of [
    [8, 0, 7],
    [8, 1, 1],
    [8, 2, 2],
  ])
    assert.deepEqual(tone(people, negative, rated), ['.', '.'])
})
