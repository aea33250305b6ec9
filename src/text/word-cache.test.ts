import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byClause, byWord } from './word-cache.ts'

/** A function that counts how often it is asked. */
function counting(): { find(text: string): number; asked(): number } {
  let times = 0
  return { find: (text) => (times++, text.length), asked: () => times }
}

test('a word is looked at once, and the answer to it stays the same', () => {
  const { find, asked } = counting()
  const lengthOf = byWord(find)
  assert.deepEqual(['team', 'communication', 'team', 'communication'].map(lengthOf), [4, 13, 4, 13])
  assert.equal(asked(), 2)
})

test('properties of every object are words like others', () => {
  const lengthOf = byWord((word) => word.length)
  assert.deepEqual(['constructor', '__proto__', ''].map(lengthOf), [11, 9, 0])
})

test('a text of ever new words, or of endless ones, does not fill the memory', () => {
  const { find, asked } = counting()
  const lengthOf = byWord(find)
  const words = Array.from({ length: 50_000 }, (_, at) => `w${at}`)
  for (const word of words) lengthOf(word)
  lengthOf('one more')
  const before = asked()
  lengthOf(words[0])
  assert.equal(asked(), before + 1)

  const endless = 'x'.repeat(41)
  lengthOf(endless)
  lengthOf(endless)
  assert.equal(asked(), before + 3)
})

test('of clauses the last ones are kept', () => {
  const { find, asked } = counting()
  const lengthOf = byClause(find)
  for (let at = 0; at <= 100; at++) lengthOf(`clause ${at}`)
  lengthOf('clause 100')
  assert.equal(asked(), 101)
  lengthOf('clause 0')
  assert.equal(asked(), 102)
})
