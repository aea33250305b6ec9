import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../in-turns.ts'
import { contextsOf } from './analysing.ts'

const questions = [
  { id: 'better', text: 'What about tools could be better?', driver: 'tools' as const },
  { id: 'else', text: 'Is there anything else?' },
]

test('a text is read with its question, unless it answers several', () => {
  const written = [
    { text: 'Ask Ada', question: 0 },
    { text: 'Ask Bo', question: 0 },
    { text: 'Nothing', question: 0 },
    { text: 'Nothing', question: 1 },
    { text: 'Soup', question: 1 },
    { text: 'Call Ada', question: 0 },
    { text: 'Call Bo', question: 1 },
  ]
  const plain = new Map(written.map(({ text }) => [text, text.replace(/Ada|Bo/, '[name]')]))
  const texts = ['Ask [name]', 'Call [name]', 'Nothing', 'Soup']
  assert.deepEqual(
    atOnce(contextsOf(written, { plain, texts }, questions)).map((context) => context?.question),
    [
      { text: 'What about tools could be better?', driver: 'tools' },
      undefined,
      undefined,
      { text: 'Is there anything else?' },
    ],
  )
})
