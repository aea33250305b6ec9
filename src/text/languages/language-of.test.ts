import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { couldBe, languageOf, scriptOf } from './language-of.ts'
import { draftOf, readDraft } from './reading.ts'

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, '../../../test/support', file), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))

const foreign = linesOf('short-answers.txt').map((line) => {
  const [language, text] = line.split(' | ')
  return { language, text }
})

test('short answers in other languages are not read as English, alone or among English ones', () => {
  assert.ok(foreign.length >= 90 && new Set(foreign.map(({ language }) => language)).size >= 7)
  for (const usual of [null, 'en']) {
    const english = foreign.filter(({ text }) => readDraft(draftOf(text), usual).language === 'en')
    assert.ok(english.length <= 3, english.map(({ text }) => text).join(' · '))
  }
  const right = foreign.filter(({ language, text }) => languageOf(text).language === language)
  assert.ok(right.length >= 0.95 * foreign.length, `${right.length} of ${foreign.length}`)
})

test('short English answers are recognised as English among other English answers', () => {
  const unread = linesOf('short-english.txt').filter((text) => readDraft(draftOf(text), 'en').score === null)
  assert.deepEqual(unread, ['Kubernetes'])
})

const certain: [string, string][] = [
  ['The manager never listens', 'en'],
  ['They die of heat in the office', 'en'],
  ['I like the à la carte menu in the canteen', 'en'],
  ['Wir hatten früher mehr Zeit', 'de'],
  ["L'équipe est formidable", 'fr'],
  ['Los compañeros ayudan mucho', 'es'],
  ['As reuniões são longas demais', 'pt'],
  ["C'è troppa burocrazia", 'it'],
  ['yahan kaam ka pressure bahut hai', 'hi-Latn'],
  ['الفريق رائع', 'ar'],
  ['टीम बहुत अच्छी है', 'hi'],
  ['チームワークが良い', 'ja'],
  ['团队合作很好', 'zh'],
  ['팀이 좋습니다', 'ko'],
  ['Η ομάδα είναι καλή', 'el'],
  ['Команда хорошая, но времени мало', 'ru'],
]
for (const [text, language] of certain)
  test(`${language}: ${text}`, () => assert.deepEqual(languageOf(text), { language, isCertain: true }))

for (const text of ['Management', 'Salary', 'bonus', 'Organisation', 'Transparenz', 'CI', 'NA'])
  test(`not certain from one word: ${text}`, () => assert.equal(languageOf(text).isCertain, false))

test('a text without letters has no language and no script', () => {
  for (const text of ['', '42', '🙂', '...']) {
    assert.deepEqual(languageOf(text), { language: null, isCertain: false })
    assert.equal(scriptOf(text), null)
    assert.equal(couldBe('en', text), false)
  }
})

test('a long run of letters, marks or emoji takes no time', () => {
  for (const text of [
    'a'.repeat(200_000),
    '\u0301'.repeat(200_000),
    '🙂'.repeat(50_000),
    'ا'.repeat(200_000),
  ]) {
    const started = process.cpuUsage()
    languageOf(text)
    draftOf(text)
    assert.ok(process.cpuUsage(started).user < 5_000_000)
  }
})
