import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toldLanguages, withCommonLanguages } from './languages.ts'
import type { CoverageCell } from './text-cells.ts'

const cellOf = (counts: Record<string, number>): CoverageCell => ({
  n: Object.values(counts).reduce((sum, count) => sum + count, 0),
  counts,
})

/** What everyone tells, and each of the teams in it. */
function tellings(...teams: Record<string, number>[]): Record<string, number>[] {
  const cells = teams.map(cellOf)
  return toldLanguages([cells, ...cells.map((cell) => [cell])], [null, ...teams.map(() => 0)]).map(
    ({ counts }) => counts,
  )
}

test('fewer than ten people of a language are counted with the language of most', () => {
  const { counts } = withCommonLanguages([cellOf({ 'read en': 20, 'unread pl': 4, empty: 2 })])
  assert.deepEqual(counts, { 'read en': 20, 'unread en': 4, empty: 2 })
})

test('a team does not name a language whose other speakers are few in the team beside it', () => {
  const [everyone, a, b] = tellings({ 'read en': 15, 'unread pl': 10 }, { 'read en': 20, 'unread pl': 2 })
  assert.deepEqual(everyone, { 'read en': 35, 'unread pl': 12 })
  assert.deepEqual(a, { 'read en': 15, 'unread en': 10 })
  assert.deepEqual(b, { 'read en': 20, 'unread en': 2 })
})

test('each team names its languages where ten or nobody are left', () => {
  const [everyone, a, b] = tellings({ 'read en': 15, 'unread pl': 10 }, { 'read en': 20 })
  assert.deepEqual(everyone, { 'read en': 35, 'unread pl': 10 })
  assert.deepEqual(a, { 'read en': 15, 'unread pl': 10 })
  assert.deepEqual(b, { 'read en': 20 })
})

test('the same of all that is called other', () => {
  const [everyone, a, b] = tellings(
    { 'read en': 15, 'unread pl': 6, 'unread cs': 6 },
    { 'read en': 20, 'unread pl': 1, 'unread sk': 1 },
  )
  assert.deepEqual(everyone, { 'read en': 35, 'unread other': 14 })
  assert.deepEqual(a, { 'read en': 15, 'unread en': 12 })
  assert.deepEqual(b, { 'read en': 20, 'unread en': 2 })
})

test('what is told is told alike again', () => {
  for (const counts of tellings({ 'read en': 15, 'unread pl': 10 }, { 'read en': 20, 'unread de': 12 }))
    assert.deepEqual(withCommonLanguages([cellOf(counts)]).counts, counts)
})
