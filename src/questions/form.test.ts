/** A form and the questions that it consists of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratingTypes } from '../../contract/form-items.ts'
import { membersOf, type Question } from '../../contract/questions.ts'
import { everyType } from '../../test/support/every-question.ts'
import { partsOf } from './questions.ts'

test('a comment and its rating share nothing that a figure could join, and a row is a scale with its driver', () => {
  const shown = { question_id: 'yes', any_of: [true] }
  const rating: Question = {
    ...everyType.scale,
    allow_comment: true,
    required: true,
    driver: 'tools',
    show_if: shown,
    target: 4,
  }
  const [value, words] = partsOf(rating)
  const { allow_comment: _allowed, ...alone } = rating
  assert.deepEqual(value, alone)
  assert.deepEqual(words, {
    id: 'scale.comment',
    type: 'text',
    text: 'How calm?',
    driver: 'tools',
    show_if: shown,
  })
  const [first, second] = partsOf({
    id: 'm',
    type: 'matrix',
    text: 'How good?',
    rows: [
      { id: 'a', text: 'Desk' },
      { id: 'b', text: 'Team', driver: 'peers' },
    ],
    driver: 'tools',
    max: 7,
    high_is: 'bad',
  })
  assert.deepEqual(first, {
    id: 'm.a',
    type: 'scale',
    text: 'How good? – Desk',
    driver: 'tools',
    max: 7,
    high_is: 'bad',
  })
  assert.deepEqual([second.id, second.driver], ['m.b', 'peers'])
  assert.deepEqual(partsOf({ id: 's', type: 'statement', text: 'Now the rest.' }), [])
})

test('ratings are the types that take a comment', () => {
  const withComment = Object.entries(membersOf).filter(([, { all }]) => all.includes('allow_comment'))
  assert.deepEqual(withComment.map(([type]) => type).toSorted(), [...ratingTypes].toSorted())
})
