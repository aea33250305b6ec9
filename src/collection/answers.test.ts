/** Answers against their questions: what fits each type, and which questions are shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type FormQuestion, type Question, questionTypes } from '../../contract/questions.ts'
import { progressOf } from './answering.ts'
import { checkAnswers, isShown } from './answers.ts'
import { checkQuestions } from './questions.ts'
import { faultsOf, options, question } from '../../test/support/questions.ts'

const answerOf = (answer: Partial<Answer>): Answer => ({ question_id: 'q', ...answer })

type Case = { question: Question; fits: Partial<Answer>[]; refused: Partial<Answer>[] }

/** Values that no type but text may take. */
const unfitting: Partial<Answer>[] = [{}, { value: 'zzz' }, { value: ['zzz'] }, { value: Number.NaN }]

const cases: Record<string, Case> = {
  'a scale of 1 to 5 by default': {
    question: question('scale'),
    fits: [{ value: 1 }, { value: 5 }],
    refused: [
      { value: 0 },
      { value: 6 },
      { value: 2.5 },
      { value: '3' },
      { value: true },
      { value: [3] as never },
    ],
  },
  'a scale of its own range': {
    question: question('scale', { min: -2, max: 2 }),
    fits: [{ value: -2 }, { value: 0 }, { value: 2 }],
    refused: [{ value: -3 }, { value: 3 }],
  },
  enps: {
    question: question('enps'),
    fits: [{ value: 0 }, { value: 10 }],
    refused: [{ value: -1 }, { value: 11 }, { value: 9.5 }],
  },
  mood: {
    question: question('mood'),
    fits: [{ value: 1 }, { value: 5 }],
    refused: [{ value: 0 }, { value: 6 }],
  },
  slider: {
    question: question('slider', { min: -10, max: 10, step: 5 }),
    fits: [{ value: -10 }, { value: 0 }, { value: 10 }],
    refused: [{ value: 1 }, { value: 15 }, { value: '5' }, { text: 'much' }],
  },
  icons: {
    question: question('icons', { count: 3 }),
    fits: [{ value: 1 }, { value: 3 }],
    refused: [{ value: 0 }, { value: 4 }, { value: 1.5 }],
  },
  yes_no: {
    question: question('yes_no'),
    fits: [{ value: true }, { value: false }],
    refused: [{ value: 'true' }, { value: 1 }],
  },
  single_choice: {
    question: question('single_choice', { options }),
    fits: [{ value: 'a' }, { value: 'c' }],
    refused: [{ value: 'd' }, { value: ['a'] }, { value: 'a', text: 'more' }, { text: 'more' }],
  },
  'single_choice with its own text': {
    question: question('single_choice', { options, other: true }),
    fits: [{ value: 'a' }, { text: 'something else' }, { value: 'a', text: 'and more' }],
    refused: [{ value: 'other' }],
  },
  multi_choice: {
    question: question('multi_choice', { options }),
    fits: [{ value: ['a'] }, { value: ['c', 'a', 'b'] }],
    refused: [{ value: 'a' }, { value: ['a', 'a'] }, { value: ['a', 'd'] }, { text: 'more' }],
  },
  'multi_choice with a number of picks': {
    question: question('multi_choice', { options, min_picks: 2, max_picks: 2 }),
    fits: [{ value: ['a', 'b'] }],
    refused: [{ value: ['a'] }, { value: ['a', 'b', 'c'] }],
  },
  'multi_choice where a text counts as a pick': {
    question: question('multi_choice', { options, other: true, min_picks: 2, max_picks: 3 }),
    fits: [{ value: ['a'], text: 'mine' }, { value: ['a', 'b'], text: 'mine' }, { value: ['a', 'b', 'c'] }],
    refused: [{ value: ['a'] }, { text: 'mine' }, { value: ['a', 'b', 'c'], text: 'mine' }],
  },
  'multi_choice with its own text': {
    question: question('multi_choice', { options, other: true }),
    fits: [{ text: 'something else' }, { value: ['a'], text: 'and more' }],
    refused: [{ value: ['other'] }],
  },
  ranking: {
    question: question('ranking', { options }),
    fits: [{ value: ['c', 'a', 'b'] }],
    refused: [{ value: ['a', 'b'] }, { value: ['a', 'b', 'b'] }, { value: 'a' }, { text: 'a, b, c' }],
  },
  'a ranking of exactly two': {
    question: question('ranking', { options, min_picks: 2, max_picks: 2 }),
    fits: [{ value: ['c', 'a'] }],
    refused: [{ value: ['c'] }, { value: ['c', 'a', 'b'] }, { value: ['c', 'c'] }],
  },
  'a ranking of at most two': {
    question: question('ranking', { options, max_picks: 2 }),
    fits: [{ value: ['c'] }, { value: ['a', 'b'] }],
    refused: [{ value: ['c', 'a', 'b'] }, { value: ['d'] }],
  },
  'a ranking of at least two': {
    question: question('ranking', { options, min_picks: 2 }),
    fits: [{ value: ['a', 'b'] }, { value: ['c', 'a', 'b'] }],
    refused: [{ value: ['c'] }],
  },
  number: {
    question: question('number', { min: 0, max: 10 }),
    fits: [{ value: 0 }, { value: 3.25 }, { value: 10 }],
    refused: [{ value: -0.1 }, { value: 10.1 }, { value: Infinity }, { value: '5' }],
  },
  'a number with the default bounds': {
    question: question('number'),
    fits: [{ value: 1e9 }, { value: -1e9 }],
    refused: [{ value: 1e10 }],
  },
  date: {
    question: question('date'),
    fits: [{ value: '2026-12-07' }, { value: '2028-02-29' }],
    refused: [{ value: '2026-02-29' }, { value: '2026-13-01' }, { value: '7.12.2026' }, { value: 20261207 }],
  },
  'a date between two others': {
    question: question('date', { earliest: '2026-01-01', latest: '2026-12-31' }),
    fits: [{ value: '2026-01-01' }, { value: '2026-12-31' }],
    refused: [{ value: '2025-12-31' }, { value: '2027-01-01' }],
  },
  'a text beside a choice, of limited length': {
    question: question('single_choice', { options, other: true, max_length: 10 }),
    fits: [{ text: 'ten chars!' }, { value: 'a', text: 'because' }],
    refused: [{ text: 'eleven char' }],
  },
  text: {
    question: question('text', { max_length: 10 }),
    fits: [{ text: 'ten chars!' }],
    refused: [{ text: 'eleven char' }, { value: 'a' }],
  },
}

test('every type of question has cases', () => {
  const covered = new Set(Object.values(cases).map((one) => one.question.type))
  assert.deepEqual(covered, new Set(questionTypes))
})

for (const [name, { question: one, fits, refused }] of Object.entries(cases)) {
  test(`${name}: accepts answers that fit and refuses others`, () => {
    checkQuestions([one])
    for (const answer of fits)
      assert.deepEqual(checkAnswers([one], [answerOf(answer)]), [answerOf(answer)], JSON.stringify(answer))
    const wrong = one.type === 'text' ? refused : [...refused, ...unfitting]
    for (const answer of wrong)
      assert.deepEqual(
        faultsOf('invalid_answers', () => checkAnswers([one], [answerOf(answer)])),
        ['/answers/0 invalid'],
        JSON.stringify(answer),
      )
    assert.deepEqual(checkAnswers([one], []), [], 'an optional question may be left out')
    assert.deepEqual(
      faultsOf('invalid_answers', () => checkAnswers([{ ...one, required: true }], [])),
      ['/questions/0 required'],
    )
  })
}

test('white space and an empty list of picks are no answer', () => {
  for (const [one, answer] of [
    [question('text'), answerOf({ text: ' \n\t' })],
    [question('single_choice', { options, other: true }), answerOf({ text: '  ' })],
    [question('multi_choice', { options }), answerOf({ value: [] })],
    [question('multi_choice', { options, min_picks: 2 }), answerOf({ value: [] })],
    [question('multi_choice', { options, other: true }), answerOf({ value: [], text: ' ' })],
    [question('ranking', { options }), answerOf({ value: [] })],
  ] as const) {
    assert.deepEqual(checkAnswers([one], [answer]), [])
    assert.deepEqual(
      faultsOf('invalid_answers', () => checkAnswers([{ ...one, required: true }], [answer])),
      ['/questions/0 required'],
    )
  }
  assert.deepEqual(checkAnswers([question('text')], [answerOf({ text: '  kept \n' })]), [
    answerOf({ text: 'kept' }),
  ])
  const own = question('multi_choice', { options, other: true })
  assert.deepEqual(checkAnswers([own], [answerOf({ value: [], text: 'mine' })]), [answerOf({ text: 'mine' })])
  assert.deepEqual(checkAnswers([own], [answerOf({ value: ['a'], text: ' ' })]), [answerOf({ value: ['a'] })])
})

test('an answer to an unknown question, or a second answer, is refused with a pointer to it', () => {
  const one = question('text')
  assert.deepEqual(
    faultsOf('invalid_answers', () =>
      checkAnswers(
        [one],
        [answerOf({ text: 'a' }), answerOf({ text: 'b' }), { question_id: 'x', text: 'c' }],
      ),
    ),
    ['/answers/1 twice', '/answers/2 unknown_question'],
  )
})

const branching: Question[] = [
  { id: 'ok', type: 'yes_no', text: 'Ok?', required: true },
  {
    id: 'which',
    type: 'multi_choice',
    text: 'Which?',
    options,
    required: true,
    show_if: { question_id: 'ok', any_of: [false] },
  },
  {
    id: 'why',
    type: 'text',
    text: 'Why?',
    required: true,
    show_if: { question_id: 'which', any_of: ['a', 'b'] },
  },
]

test('a question is shown only to those whose earlier answers lead to it', () => {
  const ok = (value: boolean): Answer => ({ question_id: 'ok', value })
  const which = (...value: string[]): Answer => ({ question_id: 'which', value })
  const why: Answer = { question_id: 'why', text: 'because' }
  const table: [Answer[], Answer[] | string[]][] = [
    [[ok(true)], [ok(true)]],
    // The answer to a hidden question is left out, and so are those that depend on it.
    [[ok(true), which('a'), why], [ok(true)]],
    [[ok(false)], ['/questions/1 required']],
    [
      [ok(false), which('c')],
      [ok(false), which('c')],
    ],
    [[ok(false), which('c', 'b')], ['/questions/2 required']],
    [
      [ok(false), which('c', 'b'), why],
      [ok(false), which('c', 'b'), why],
    ],
    [
      [why, which('b'), ok(false)],
      [ok(false), which('b'), why],
    ],
    [[], ['/questions/0 required']],
  ]
  for (const [answers, wanted] of table) {
    const faults = faultsOf('invalid_answers', () =>
      assert.deepEqual(checkAnswers(branching, answers), wanted),
    )
    if (faults.length > 0) assert.deepEqual(faults, wanted)
  }
  assert.equal(isShown(branching[0], new Map()), true)
})

test('the answer to a hidden question is not checked', () => {
  const nonsense: Answer = { question_id: 'which', value: 'nonsense' }
  const yes: Answer = { question_id: 'ok', value: true }
  assert.deepEqual(checkAnswers(branching, [yes, nonsense]), [yes])
  assert.deepEqual(
    faultsOf('invalid_answers', () =>
      checkAnswers(branching, [{ question_id: 'ok', value: false }, nonsense]),
    ),
    ['/answers/1 invalid'],
  )
})

const conditions: [string, Question, unknown[], Partial<Answer>[], Partial<Answer>[]][] = [
  ['a scale', question('scale'), [1, 2], [{ value: 2 }], [{ value: 3 }]],
  ['yes_no', question('yes_no'), [false], [{ value: false }], [{ value: true }]],
  ['a number', question('number'), [0], [{ value: 0 }], [{ value: 0.5 }]],
  ['a date', question('date'), ['2026-01-01'], [{ value: '2026-01-01' }], [{ value: '2026-01-02' }]],
  ['one choice', question('single_choice', { options }), ['a'], [{ value: 'a' }], [{ value: 'b' }]],
  [
    'several choices',
    question('multi_choice', { options }),
    ['a', 'b'],
    [{ value: ['c', 'a'] }],
    [{ value: ['c'] }, { value: [] }],
  ],
  [
    'a text instead of a choice',
    question('single_choice', { options, other: true }),
    ['other'],
    [{ text: 'mine' }],
    [{ value: 'a', text: 'mine' }, { value: 'a' }, { text: ' ' }],
  ],
  [
    'a text beside choices',
    question('multi_choice', { options, other: true }),
    ['other'],
    [{ text: 'mine' }, { value: ['a'], text: 'mine' }],
    [{ value: ['a'] }],
  ],
]

for (const [name, on, anyOf, leading, others] of conditions) {
  test(`show_if on ${name}`, () => {
    const next = {
      ...question('text', { required: true }),
      id: 'next',
      show_if: { question_id: 'q', any_of: anyOf },
    }
    const questions = [on, next as Question]
    checkQuestions(questions)
    const missing = (answer: Partial<Answer>): string[] =>
      faultsOf('invalid_answers', () => checkAnswers(questions, [answerOf(answer)]))
    for (const answer of leading)
      assert.deepEqual(missing(answer), ['/questions/1 required'], JSON.stringify(answer))
    for (const answer of others) assert.deepEqual(missing(answer), [], JSON.stringify(answer))
    assert.deepEqual(
      checkAnswers(questions, []),
      [],
      'a question without an answer shows none of those that depend on it',
    )
  })
}

const rated: FormQuestion = {
  id: 'rated',
  type: 'scale',
  text: 'How calm?',
  allow_comment: true,
  required: true,
}
const table: FormQuestion = {
  id: 'table',
  type: 'matrix',
  text: 'How good?',
  required: true,
  rows: [
    { id: 'one', text: 'One' },
    { id: 'two', text: 'Two' },
  ],
}
const form: FormQuestion[] = [{ id: 'hello', type: 'statement', text: 'Hello.' }, rated, table]

test('rows and comments are answered as questions of their own, and each fault points at its place in the form', () => {
  const answer = (question_id: string, more: Partial<Answer>): Answer => ({ question_id, ...more })
  const rating = answer('rated', { value: 4 })
  const words = answer('rated.comment', { text: 'Loud', do_not_quote: true })
  const one = answer('table.one', { value: 1 })
  const two = answer('table.two', { value: 5 })
  const faults = (...answers: Answer[]) => faultsOf('invalid_answers', () => checkAnswers(form, answers))
  assert.deepEqual(checkAnswers(form, [two, words, one, rating]), [rating, words, one, two])
  assert.deepEqual(faults(), [
    '/questions/1 required',
    '/questions/2/rows/0 required',
    '/questions/2/rows/1 required',
  ])
  assert.deepEqual(faults(rating, one), ['/questions/2/rows/1 required'], 'nobody has to comment')
  assert.deepEqual(faults(answer('rated', { value: 4, text: 'Loud' }), one, two), ['/answers/0 invalid'])
  assert.deepEqual(faults(rating, one, two, answer('rated.comment', { value: 4 })), ['/answers/3 invalid'])
  for (const id of ['hello', 'table', 'table.three', 'hello.comment'])
    assert.deepEqual(faults(rating, one, two, answer(id, { value: 1 })), ['/answers/3 unknown_question'])
})

test('a matrix is one question of a form, and neither a statement nor a comment is any', () => {
  const answer = (question_id: string): Answer => ({ question_id, value: 1 })
  assert.deepEqual(progressOf(form, []), { answered: 0, of: 2 })
  assert.deepEqual(progressOf(form, [answer('table.one')]), { answered: 0, of: 2 })
  assert.deepEqual(progressOf(form, [answer('table.one'), answer('table.two')]), { answered: 1, of: 2 })
})
