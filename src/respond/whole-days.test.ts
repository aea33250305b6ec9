/** Which days in texts no line divides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../locales/catalogue.ts'
import { inWords } from '../language.ts'
import { wholeDays } from './whole-days.ts'

const marked = (text: string): string[] =>
  [...String(wholeDays(text)).matchAll(/<span class="whole-day">(.*?)<\/span>/g)].map(([, day]) => day)

test('a day as we write it is whole in every language, on each day of a year', () => {
  for (const language of languages)
    for (const [day, written] of ['2026-01-01', '2026-03-02', '2026-08-31', '2026-12-12'].map(
      (day) => [day, inWords.day(language, day)] as const,
    ))
      assert.deepEqual(marked(`(${written})`), [written], `${language}, ${day}`)
})

test('days of an author are whole, other numbers are not, and no text changes', () => {
  for (const [text, days] of [
    ['2026年9月1日午後3時から9月2日(水)まで', ['2026年9月1日', '9月2日(水)']],
    ['Between September 12, 2026 and 1 October 2026.', ['September 12, 2026', '1 October 2026']],
    ['We have 12 people in 3 teams & more', []],
  ] as const) {
    assert.deepEqual(marked(text), days)
    assert.equal(
      String(wholeDays(text))
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&amp;', '&'),
      text,
    )
  }
})
