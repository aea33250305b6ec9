import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf, proportionalMax } from '../../test/support/cpu.ts'
import { analyseSentiment } from './sentiment.ts'
import { chooseQuotes } from './quotes.ts'
import { clausesOf } from './clauses.ts'
import { driversOfAnswer } from './drivers.ts'
import { hasHarmSignal } from './harm.ts'
import { redact } from './redact.ts'
import { themesOf } from './themes.ts'
import { usabilityOf } from './usable.ts'

const names = ['Anna Keller', 'Will Stone', 'Jan van der Berg']
const hostile: Record<string, string> = {
  empty: '',
  spaces: ' \t\n\r ',
  'one word of 100 kB': 'a'.repeat(100_000),
  'spaces of 100 kB': `x${' '.repeat(100_000)}y`,
  '50,000 repeats': 'bad '.repeat(50_000),
  '50,000 times but': 'but '.repeat(50_000),
  '50,000 sentences': 'no. '.repeat(50_000),
  'marks only': '.'.repeat(100_000),
  'dashes before a word': `${'-'.repeat(100_000)}x`,
  'exclamation marks': `great${'!'.repeat(100_000)}`,
  'at signs': '@'.repeat(100_000),
  'half e-mails': 'a@'.repeat(50_000),
  'dotted letters': 'a.'.repeat(50_000),
  'digits apart': '1 '.repeat(50_000),
  'digits and letters': 'a1'.repeat(50_000),
  'open brackets': '<@'.repeat(50_000),
  apostrophes: "a'".repeat(50_000),
  emoticons: ':)'.repeat(50_000),
  'a name 20,000 times': 'Jan van '.repeat(20_000),
  'stacked marks': `a${'\u0301\u0323'.repeat(50_000)}`,
  zalgo: 'w\u0335\u0310o\u0336\u0345r\u0334\u0321k\u0337\u0316',
  binary: Array.from({ length: 5_000 }, (_, i) => String.fromCharCode((i * 7919) % 256)).join(''),
  'lone surrogates': '\ud83d\udc00\ud800 bad \udfff',
  'right to left': '\u202eالعمل جيد والفريق رائع\u202c',
  'emoji only': '🙂🎉👍🏽👨‍👩‍👧',
  'prototype words': 'constructor __proto__ hasOwnProperty toString prototype valueOf',
  'capitals of 100 kB': 'THIS IS BAD. '.repeat(8_000),
  'quotes behind a word': `a${"'".repeat(100_000)}`,
  'joined by dashes': 'a-'.repeat(50_000),
  'negations only': 'not '.repeat(25_000),
  'too, too, too': 'too '.repeat(25_000),
  'noses of emoticons': ':-'.repeat(50_000),
  'mixed marks': '!?'.repeat(50_000),
  'addresses of 100 kB': `#${'@'.repeat(50_000)}https://${'x'.repeat(50_000)}`,
  'full width': 'ＷＥ　ＬＯＶＥ　ＩＴ'.repeat(5_000),
  'null bytes among words': 'good\u0000bad '.repeat(7_000),
}

for (const [name, text] of Object.entries(hostile)) {
  test(`hostile input gets a result, and in time: ${name}`, () => {
    const began = process.threadCpuUsage()
    const sentiment = analyseSentiment(text)
    assert.ok(sentiment.score === null ? sentiment.reason : Math.abs(sentiment.score) <= 1)
    for (const { score } of sentiment.clauses) assert.ok(Math.abs(score) <= 1)
    assert.ok(driversOfAnswer(text).every((driver) => typeof driver === 'string'))
    assert.ok(clausesOf(text).every((clause) => clause.trim() === clause && clause !== ''))
    assert.equal(typeof redact(text, names), 'string')
    assert.equal(typeof hasHarmSignal(text), 'boolean')
    assert.deepEqual(chooseQuotes([{ text, person: 1 }], ['work'], 1, 1), [])
    assert.match(usabilityOf(text), /^(usable|empty|unsupported_language)$/)
    // A quadratic pattern takes tens of seconds of processor time on these.
    assert.ok(process.threadCpuUsage(began).user < 10_000_000)
  })
}

const repeated = [
  'bad ',
  'but ',
  "a'",
  'a-',
  '!?',
  ':)',
  'not ',
  'no. ',
  '@',
  'https://',
  'e\u0301',
  '🙂',
  'too a ',
]

for (const unit of repeated) {
  test(`four times as much of ${JSON.stringify(unit)} takes about four times as long`, () => {
    const growth = growthOf((times) => analyseSentiment(`so ${unit.repeat(times)} it`), 3_000)
    assert.ok(growth < proportionalMax, `${growth.toFixed(1)} times as long`)
  })
}

const repeatedPhrases = [
  'manager ',
  'team and ',
  'manager is great. ',
  'communication between the my our the ',
  'so very really the hire more ',
]

for (const unit of repeatedPhrases) {
  test(`drivers of four times as much of ${JSON.stringify(unit)} take about four times as long`, () => {
    const growth = growthOf((times) => driversOfAnswer(unit.repeat(times)), 500)
    assert.ok(growth < proportionalMax, `${growth.toFixed(1)} times as long`)
  })
}

test('5,000 identical answers get the same score', () => {
  const scores = new Set(
    Array.from({ length: 5_000 }, () => analyseSentiment('Great team, slow tools').score),
  )
  assert.equal(scores.size, 1)
})

test('hostile answers do not break the themes', () => {
  const short = Object.values(hostile).filter((text) => text.length < 6_000)
  const texts = Array.from({ length: 8 }, () => short).flat()
  assert.deepEqual(themesOf(texts, { seed: 1 }), themesOf(texts, { seed: 1 }))
})
