import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clausesOf, sentencesOf } from './clauses.ts'

const cases: [string, string[]][] = [
  ['', []],
  ['Good pay, but no time.', ['Good pay', 'but no time.']],
  ['The lead is kind; however the goals are vague', ['The lead is kind', 'however the goals are vague']],
  ['Although the tools are slow, the team is great', ['Although the tools are slow', 'the team is great']],
  ['It works even though nobody owns it', ['It works', 'even though nobody owns it']],
  ['It is fine though', ['It is fine though']],
  ['Nothing but praise for them', ['Nothing but praise for them']],
  ['But we tried', ['But we tried']],
]
for (const [text, clauses] of cases)
  test(`clauses of ${JSON.stringify(text)}`, () => assert.deepEqual(clausesOf(text), clauses))

const sentences: [string, string[]][] = [
  ['We ship. It works! Does it?', ['We ship.', 'It works!', 'Does it?']],
  ['Use bots, e.g. for reviews. Version 1.2 is out', ['Use bots, e.g. for reviews.', 'Version 1.2 is out']],
  ['- more people\n- fewer calls', ['more people', 'fewer calls']],
  ['1. quiet rooms\n2. chairs', ['1. quiet rooms', '2. chairs']],
  ['Chairs, desks etc. are old. Etc. Done', ['Chairs, desks etc. are old.', 'Etc.', 'Done']],
]
for (const [text, expected] of sentences)
  test(`sentences of ${JSON.stringify(text)}`, () => assert.deepEqual(sentencesOf(text), expected))

test('marks on a word that contrasts do not hide it', () => {
  for (const but of ['*but*', 'BUT', 'b-ut', '"but"'])
    assert.deepEqual(clausesOf(`The pay is good ${but} the hours are long`), [
      'The pay is good',
      `${but} the hours are long`,
    ])
})
