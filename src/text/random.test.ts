import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mulberry32, seedOf, shuffled } from './random.ts'
import { stem } from './stem.ts'
import { wordsOf } from './tokens.ts'

test('the stream is that of mulberry32 and stays within [0, 1)', () => {
  const random = mulberry32(1)
  assert.deepEqual(
    [random(), random()].map((x) => x.toFixed(9)),
    ['0.627073941', '0.002735721'],
  )
  for (let i = 0; i < 10_000; i++) {
    const x = random()
    assert.ok(x >= 0 && x < 1)
  }
})

const hashes: [string, number][] = [
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
]
for (const [name, hash] of hashes) test(`FNV-1a of "${name}"`, () => assert.equal(seedOf(name), hash))

test('a shuffle keeps every item and follows its seed', () => {
  const items = Array.from({ length: 50 }, (_, i) => i)
  assert.deepEqual(
    shuffled(items, 3).toSorted((a, b) => a - b),
    items,
  )
  assert.deepEqual(shuffled(items, 3), shuffled(items, 3))
  assert.notDeepEqual(shuffled(items, 3), shuffled(items, 4))
})

const families = [
  ['manage', 'managed', 'managing'],
  ['recognise', 'recognized', 'recognising'],
  ['deadline', 'deadlines'],
  ['worry', 'worries', 'worried'],
  ['behaviour', 'behavior'],
  ['plan', 'planned', 'planning'],
  ['clear', 'clearly'],
  ['process', 'processes'],
  ['salary', 'salaries'],
  ['box', 'boxes'],
]
for (const [first, ...others] of families) {
  test(`one stem: ${[first, ...others].join(', ')}`, () => {
    for (const other of others) assert.equal(stem(other), stem(first))
  })
}
test('a noun keeps its stem where the verb means something else, and so does a word that only looks inflected', () => {
  assert.notEqual(stem('meetings'), stem('meet'))
  assert.equal(stem('this'), 'this')
})

const words: [string, string[]][] = [
  ["Don’t touch Anna's café", ["don't", 'touch', 'anna', 'cafe']],
  ['w\u0335o\u0336r\u0334k', ['work']],
  ['so\u00adft hy\u200bphen', ['soft', 'hyphen']],
  ['constructor __proto__', ['constructor', 'proto']],
  ['🙂 !!', []],
]
for (const [text, expected] of words)
  test(`words of ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), expected))
