/** What is counted of choices, own words and rankings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Question } from '../../contract/questions.ts'
import { aggregate, figureOf } from './aggregate.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))

const countsOf = (question: Partial<Question>, answers: Partial<Answer>[]): Record<string, number> => {
  const whole = { id: 'q', text: 'What?', ...question } as Question
  const cell = aggregate(
    whole,
    answers.map((answer) => ({ question_id: 'q', ...answer })),
    (text) => text,
  )
  const { distribution = [] } = figureOf(whole, [cell])
  return Object.fromEntries(distribution.map(({ value, count }) => [String(value), count]))
}

test('a respondent’s own words count as a choice, beside others and alone', () => {
  assert.deepEqual(
    countsOf({ type: 'multi_choice', options, other: true }, [
      { value: ['a', 'b'] },
      { value: ['a'], text: 'mine' },
      { value: ['b'] },
      { text: 'mine' },
    ]),
    { a: 2, b: 2, c: 0, other: 2 },
  )
})

test('words beside one choice explain it; without a choice they count as one', () => {
  assert.deepEqual(
    countsOf({ type: 'single_choice', options, other: true }, [
      { value: 'a', text: 'because' },
      { value: 'b' },
      { value: 'b' },
      { text: 'mine' },
    ]),
    { a: 1, b: 2, c: 0, other: 1 },
  )
})

test('a ranking counts the first place, however many options were ranked', () => {
  assert.deepEqual(
    countsOf({ type: 'ranking', options, max_picks: 2 }, [
      { value: ['b'] },
      { value: ['b', 'a'] },
      { value: ['c', 'b'] },
      { value: ['c'] },
    ]),
    { a: 0, b: 2, c: 2 },
  )
})
