/** Which language a reader gets, and how it writes figures, days and lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages, textsOf } from '../locales/catalogue.ts'
import { directionOf, nameOfLanguage } from '../locales/format.ts'
import { acceptedLanguage, firstLanguage, inWords, joinSentences, languageOf } from './language.ts'

test('a reader gets the first of their preferred languages that there is', () => {
  const cases: [string | undefined, string | null][] = [
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['sv, fr;q=0.3, pt-BR;q=0.8', 'pt'],
    ['en;q=0, ja;q=0.1', 'ja'],
    ['*', null],
    ['sv-SE', null],
    [';;q=,,,=', null],
    ['', null],
    [undefined, null],
  ]
  for (const [header, expected] of cases) assert.equal(acceptedLanguage(header), expected, String(header))
  assert.equal(languageOf('AR_eg'), 'ar')
  assert.equal(languageOf('arn'), null)
  assert.equal(firstLanguage(null, 'sv', 'hi-IN', 'de'), 'hi')
  assert.equal(firstLanguage(null, undefined, 'xx'), 'en')
})

test('a sentence follows another as each language writes it: in Japanese without a space, and what is missing leaves none', () => {
  for (const language of languages) {
    const text = textsOf('messages', language)
    const [first, next] = [text('personal'), text('not_working')]
    const gap = language === 'ja' ? '' : ' '
    assert.equal(joinSentences(first, null, next, undefined, ''), `${first}${gap}${next}`, language)
  }
  assert.equal(joinSentences(null, 'Alone.'), 'Alone.')
  assert.equal(
    joinSentences('回答期限：12月3日', 'お早めに。'),
    '回答期限：12月3日 お早めに。',
    'no full stop, no end',
  )
  assert.equal(joinSentences(), '')
})

test('numbers, days and lists are written as each language writes them', () => {
  assert.equal(inWords.number('de', 12345.5), '12.345,5')
  assert.equal(inWords.list('fr', ['a', 'b', 'c'], 'disjunction'), 'a, b ou c')
  assert.equal(inWords.day('es', '2026-12-24'), '24 de diciembre de 2026')
  assert.match(inWords.instant('ja', '2026-12-24T20:30:00Z', 'Asia/Tokyo'), /12月25日金曜日 5:30/)
})

test('a time is said in years, months or weeks where these say it evenly, and never as less than it is', () => {
  const periods = [1, 14, 30, 45, 90, 180, 365, 730, 1095].map((days) => inWords.period('en', days))
  assert.deepEqual(periods, [
    '1 day',
    '2 weeks',
    '30 days',
    '45 days',
    '90 days',
    '6 months',
    '1 year',
    '2 years',
    '3 years',
  ])
  assert.equal(inWords.period('en', 0), '0 days')
  const said = languages.map((language) => inWords.period(language, 730))
  assert.equal(new Set(said).size, languages.length)
  assert.ok(said.includes('2 Jahre') && said.includes('سنتان'), String(said))
  // The longest that so many days can be said to be: the shortest such time of any calendar is not shorter.
  for (let months = 4; months <= 11; months++)
    for (let month = 0; month < 12; month++)
      assert.ok((Date.UTC(2026, month + months) - Date.UTC(2026, month)) / 86_400_000 >= months * 30)
})

test('each language is named as its speakers name it, and written in its direction', () => {
  assert.equal(nameOfLanguage('fr'), 'Français')
  assert.equal(nameOfLanguage('ar'), 'العربية')
  assert.equal(new Set(languages.map(nameOfLanguage)).size, languages.length)
  assert.deepEqual(
    languages.filter((language) => directionOf(language) === 'rtl'),
    ['ar'],
  )
})
