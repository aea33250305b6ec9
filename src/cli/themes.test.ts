import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { matchesRule } from '../../contract/theme-rules.ts'
import { themesIn } from './themes.ts'

const subjects = [
  'the lunch in the canteen is cold',
  'the printer next to the lift is broken',
  'parking is full by nine',
]

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: `a${i}`,
      text: `${subjects[i % 3]} and ${['again', 'daily', 'often'][i % 5] ?? 'always'}`,
    }),
  )

async function themes(input: string[], options: Partial<Parameters<typeof themesIn>[1]> = {}) {
  const refused: string[] = []
  const result = await themesIn(
    Readable.from(input.map((line) => Buffer.from(`${line}\n`))),
    { seed: '1', ids: false, ...options },
    (sentence) => refused.push(sentence),
  )
  return { result, refused }
}

test('answers come back as themes, with their ids when wanted', async () => {
  const { result } = await themes(lines(90), { ids: true })
  assert.deepEqual([result.answers, result.usable, result.reason], [90, 90, undefined])
  assert.equal(result.themes.length, 3)
  const texts = lines(90).map((line) => JSON.parse(line).text)
  for (const { title, words, answers, share, rule, ids, stability } of result.themes) {
    assert.ok(title && words.length > 0 && answers === 30 && stability >= 0.6)
    assert.equal(new Set(ids?.map((id) => Number(String(id).slice(1)) % 3)).size, 1)
    assert.equal(texts.filter((text) => matchesRule(rule, text)).length, answers)
    assert.equal(share, 0.333)
  }
  const again = await themes(lines(90), { k: '3' })
  assert.ok(again.result.themes.every((theme) => !('ids' in theme)))
})

test('the words of the question are no theme', async () => {
  const { result } = await themes(lines(90), { question: 'How do you like lunch in our canteen?' })
  const entries = result.themes.flatMap(({ rule }) => rule.any_of)
  assert.ok(entries.includes('parking'))
  assert.deepEqual(
    entries.filter((entry) => entry === 'lunch' || entry === 'canteen'),
    [],
  )
})

test('answers in another language have themes when the language is named', async () => {
  const german = ['Die Kantine ist zu klein', 'Der Parkplatz ist immer voll', 'Unsere Laptops sind langsam']
  const input = Array.from({ length: 90 }, (_, id) =>
    JSON.stringify({ id, text: `${german[id % 3]}, ${id}` }),
  )
  const { result } = await themes(input, { language: 'de' })
  assert.deepEqual([result.usable, result.themes.length], [90, 3])
  assert.ok(result.themes.some(({ rule }) => rule.any_of.includes('kantine') && rule.language === 'de'))
  assert.ok((await themes(input)).result.usable < 90)
})

test('fewer than 60 usable answers have no themes, and a reason', async () => {
  const { result } = await themes([
    ...lines(59),
    ...Array<string>(50).fill('{"id":1,"text":"n/a"}'),
    '{"id":2,"text":null}',
  ])
  assert.deepEqual([result.answers, result.usable, result.themes], [110, 59, []])
  assert.match(result.reason!, /fewer than 60/)
  assert.deepEqual((await themes([])).result.answers, 0)
})

test('an unreadable line is reported by its number, and the others are used', async () => {
  const { result, refused } = await themes([
    '\ufeff{"id":1,"text":"ok"}',
    '',
    'no',
    '[1]',
    '{"text":"x"}',
    '{"id":12345678901234567890}',
    '{"id":1,"text":5}',
  ])
  assert.equal(result.answers, 1)
  assert.deepEqual(
    refused.map((sentence) => sentence.slice(0, 20)),
    [
      'line 3: it is not JS',
      'line 4: it is not an',
      'line 5: "id" must be',
      'line 6: "id" is too ',
      'line 7: "text" must ',
    ],
  )
})

for (const options of [
  { k: '1' },
  { k: '51' },
  { k: '3.5' },
  { seed: '-1' },
  { language: 'German' },
  { seed: '99999999999' },
  { k: 'x' },
])
  test(`an option out of bounds is refused: ${JSON.stringify(options)}`, () =>
    assert.rejects(themes(lines(3), options), RangeError))
