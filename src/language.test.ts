/** Words are data: every language says everything, with the same values, and nothing is left as it was in English. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { promiseWords } from './confidentiality/promise-words.ts'
import {
  acceptedLanguage,
  directionOf,
  fill,
  firstLanguage,
  inWords,
  languageNames,
  languageOf,
  languages,
} from './language.ts'
import { words } from './respond/words.ts'

const tables: Record<string, Record<string, Record<string, string>>> = { pages: words, promise: promiseWords }

const valuesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([all]) => all).toSorted()

/** Signs and names that are the same in two languages without being forgotten. */
const alike = new Set(['no', 'copy', 'progress'])

for (const [name, table] of Object.entries(tables)) {
  suite(`the words of the ${name}`, () => {
    for (const language of languages) {
      test(`are all there, ${language}`, () => {
        const [english, own] = [table.en, table[language]]
        assert.deepEqual(Object.keys(own).toSorted(), Object.keys(english).toSorted())
        for (const [word, text] of Object.entries(own)) {
          assert.equal(text.trim(), text, word)
          assert.notEqual(text, '', word)
          assert.deepEqual(valuesIn(text), valuesIn(english[word]), word)
          assert.ok(!/[<>]/.test(text), `${word} is no markup`)
          if (language !== 'en' && !alike.has(word)) assert.notEqual(text, english[word], word)
        }
      })
    }
  })
}

test('of what a reader wishes, the first that we speak', () => {
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

test('numbers, days and lists are written as each language writes them', () => {
  assert.equal(inWords.number('de', 12345.5), '12.345,5')
  assert.equal(inWords.list('fr', ['a', 'b', 'c'], 'disjunction'), 'a, b ou c')
  assert.equal(inWords.day('es', '2026-12-24'), '24 de diciembre de 2026')
  assert.match(inWords.instant('ja', '2026-12-24T20:30:00Z', 'Asia/Tokyo'), /12月25日金曜日 5:30/)
  assert.equal(directionOf('ar'), 'rtl')
  assert.equal(new Set(Object.values(languageNames)).size, languages.length)
})

test('a value that looks like a place for another stays what it is', () => {
  assert.equal(fill('{a} and {b}', { a: '{b}', b: 'x' }), '{b} and x')
})
