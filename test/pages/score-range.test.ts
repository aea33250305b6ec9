/** The range beside a finding of Home is written as its figure is: a score with one decimal, eNPS in whole points. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatterOf } from '../../locales/format.ts'
import { rangeOf, type Score } from '../../web/home/score.ts'
import { findingTexts } from '../../web/insights/finding-texts.ts'

const say = formatterOf('en', (await findingTexts.en()).texts) as Parameters<typeof rangeOf>[0]

const score = (kind: Score['kind'], low: number, high: number, unit?: string): Score =>
  ({ kind, unit, points: [{ at: '2026-11-16', value: low, n: 31, low, high }] }) as unknown as Score

const plain = (text: string | null): string | undefined => text?.replaceAll('\u00a0', ' ')

test('an eNPS has no decimals, a mean has one, with its unit once', () => {
  assert.equal(plain(rangeOf(say, score('enps', -89, -39.4), 31)), 'likely −89 to −39')
  assert.equal(plain(rangeOf(say, score('mean', 3.72, 4), 31)), 'likely 3.7 to 4.0')
  assert.equal(plain(rangeOf(say, score('mean', 3.72, 12, 'hours'), 31)), 'likely 3.7 to 12.0 hours')
})

test('of other people than the finding tells of there is no range', () => {
  assert.equal(rangeOf(say, score('mean', 3.72, 4), 30), null)
  assert.equal(rangeOf(say, undefined, 31), null)
})
