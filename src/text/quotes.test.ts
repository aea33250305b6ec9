import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasHarmSignal } from './harm.ts'
import { chooseQuotes } from './quotes.ts'

const answers = [
  'The meetings take the whole morning and nothing is decided',
  'Meetings without an agenda should not take place at all',
  'Our meetings could be half as long and have an agenda',
  'The coffee on the third floor has become drinkable again',
  'too short',
  `long ${'meetings '.repeat(40)}`,
  'The meetings with Zebra are why we never finish anything',
  'After the meetings he touched me and I do not feel safe',
  'n/a',
]
const candidates = answers.map((text, person) => ({ text, person }))

test('quotes are near the theme, of a readable length and point at nobody', () => {
  assert.deepEqual(chooseQuotes(candidates, ['meetings', 'agenda'], 3, 7).toSorted(), [0, 1, 2])
  assert.ok(!chooseQuotes(candidates, ['meetings'], 9, 7).some((i) => [4, 5, 6, 7, 8].includes(i)))
})

test('a capitalised word that several people used may be quoted', () => {
  const more = [...candidates, { text: 'Weekly syncs with Zebra are fine with me', person: 20 }]
  assert.ok(chooseQuotes(more, ['meetings', 'zebra'], 9, 7).includes(6))
})

test('one person is quoted once', () => {
  const same = candidates.slice(0, 3).map(({ text }) => ({ text, person: 1 }))
  assert.equal(chooseQuotes(same, ['meetings'], 3, 1).length, 1)
})

test('the seed decides the order, not the choice', () => {
  const orders = [1, 2, 3, 4, 5].map((seed) => chooseQuotes(candidates, ['meetings'], 3, seed))
  assert.ok(orders.every((order) => order.toSorted().join() === orders[0].toSorted().join()))
  assert.ok(new Set(orders.map(String)).size > 1)
  assert.deepEqual(chooseQuotes(candidates, ['meetings'], 3, 1), orders[0])
})

test('without candidates there are no quotes', () => {
  assert.deepEqual(chooseQuotes([], ['meetings'], 3, 1), [])
  assert.deepEqual(chooseQuotes(candidates, [], 0, 1), [])
})

const harm: [string, boolean][] = [
  ['My lead keeps harassing us', true],
  ['Sometimes I want to die', true],
  ["I don't want to live like this", true],
  ['I was threatened in the hall', true],
  ['The deadline kills the mood', false],
  ['constructor __proto__', false],
  ['', false],
]
for (const [text, expected] of harm)
  test(`${expected ? 'a sign of harm' : 'no sign of harm'}: “${text}”`, () =>
    assert.equal(hasHarmSignal(text), expected))
