import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type Question, questionTypes } from '../../contract/questions.ts'
import { Problem } from '../problem.ts'
import { checkAnswers, checkQuestions, isShown } from './questions.ts'

const question = (type: Question['type'], more: Partial<Question> = {}): Question => ({
  id: 'q',
  type,
  text: 'What?',
  ...more,
})

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))

/** The faults of what is refused, as "pointer code". */
function faultsOf(code: string, check: () => unknown): string[] {
  try {
    check()
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === code, String(error))
    assert.equal(error.status, 422)
    assert.equal(error.extra.detail, error.extra.errors![0].detail)
    return error.extra.errors!.map((one) => `${one.pointer} ${one.code}`)
  }
  return []
}

const given = (answer: Partial<Answer>): Answer => ({ question_id: 'q', ...answer })

type Case = { question: Question; fits: Partial<Answer>[]; refused: Partial<Answer>[] }

/** Values that no type but its own may take. */
const strangers: Partial<Answer>[] = [{}, { value: 'zzz' }, { value: ['zzz'] }, { value: Number.NaN }]

const cases: Record<string, Case> = {
  'a scale of 1 to 5 by itself': {
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
  'single_choice in other words': {
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
    refused: [{ value: ['a'] }, { value: [] }, { value: ['a', 'b', 'c'] }],
  },
  'multi_choice in other words': {
    question: question('multi_choice', { options, other: true }),
    fits: [{ text: 'something else' }, { value: ['a'], text: 'and more' }],
    refused: [{ value: ['other'] }],
  },
  ranking: {
    question: question('ranking', { options }),
    fits: [{ value: ['c', 'a', 'b'] }],
    refused: [{ value: ['a', 'b'] }, { value: ['a', 'b', 'b'] }, { value: [] }, { text: 'a, b, c' }],
  },
  number: {
    question: question('number', { min: 0, max: 10 }),
    fits: [{ value: 0 }, { value: 3.25 }, { value: 10 }],
    refused: [{ value: -0.1 }, { value: 10.1 }, { value: Infinity }, { value: '5' }],
  },
  'a number without bounds of its own': {
    question: question('number'),
    fits: [{ value: 1e9 }, { value: -1e9 }],
    refused: [{ value: 1e10 }],
  },
  date: {
    question: question('date'),
    fits: [{ value: '2026-12-07' }, { value: '2028-02-29' }],
    refused: [{ value: '2026-02-29' }, { value: '2026-13-01' }, { value: '7.12.2026' }, { value: 20261207 }],
  },
  text: {
    question: question('text', { max_length: 10 }),
    fits: [{ text: 'ten chars!' }],
    refused: [{ text: 'eleven char' }, { value: 'a' }],
  },
}

test('every type of question has its cases here', () => {
  const covered = new Set(Object.values(cases).map((one) => one.question.type))
  assert.deepEqual(covered, new Set(questionTypes))
})

for (const [name, { question: one, fits, refused }] of Object.entries(cases)) {
  test(`${name}: takes what fits, refuses what does not`, () => {
    checkQuestions([one])
    for (const answer of fits)
      assert.deepEqual(checkAnswers([one], [given(answer)]), [given(answer)], JSON.stringify(answer))
    const wrong = one.type === 'text' ? refused : [...refused, ...strangers]
    for (const answer of wrong)
      assert.deepEqual(
        faultsOf('invalid_answers', () => checkAnswers([one], [given(answer)])),
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

test('white space and no pick at all are no answer', () => {
  for (const [one, answer] of [
    [question('text'), given({ text: ' \n\t' })],
    [question('single_choice', { options, other: true }), given({ text: '  ' })],
    [question('multi_choice', { options }), given({ value: [] })],
  ] as const) {
    assert.deepEqual(checkAnswers([one], [answer]), [])
    assert.deepEqual(
      faultsOf('invalid_answers', () => checkAnswers([{ ...one, required: true }], [answer])),
      ['/questions/0 required'],
    )
  }
  assert.deepEqual(checkAnswers([question('text')], [given({ text: '  kept \n' })]), [
    given({ text: 'kept' }),
  ])
})

test('an answer to no question, or a second one, is refused where it stands', () => {
  const one = question('text')
  assert.deepEqual(
    faultsOf('invalid_answers', () =>
      checkAnswers([one], [given({ text: 'a' }), given({ text: 'b' }), { question_id: 'x', text: 'c' }]),
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

test('a question is put to those alone whose answers so far lead to it', () => {
  const ok = (value: boolean): Answer => ({ question_id: 'ok', value })
  const which = (...value: string[]): Answer => ({ question_id: 'which', value })
  const why: Answer = { question_id: 'why', text: 'because' }
  const table: [Answer[], Answer[] | string[]][] = [
    [[ok(true)], [ok(true)]],
    // What a hidden question was given is left out, and with it what hangs on it.
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

const faulty: [string, Question[], string[]][] = [
  ['one id twice', [question('text'), question('mood')], ['/questions/1/id']],
  ['a scale of one step', [question('scale', { min: 3, max: 3 })], ['/questions/0/max']],
  ['a scale downwards', [question('scale', { min: 5, max: 1 })], ['/questions/0/max']],
  ['a scale of twelve steps', [question('scale', { min: 0, max: 11 })], ['/questions/0/max']],
  ['a scale of fractions', [question('scale', { min: 0.5, max: 4 })], ['/questions/0/min']],
  ['a number between nothing', [question('number', { min: 2, max: 1 })], ['/questions/0/max']],
  ...(['single_choice', 'multi_choice', 'ranking'] as const).map((type): [string, Question[], string[]] => [
    `${type} of nothing`,
    [question(type)],
    ['/questions/0/options'],
  ]),
  [
    'two options of one id',
    [question('ranking', { options: [...options, { id: 'a', text: 'Again' }] })],
    ['/questions/0/options'],
  ],
  ['options of a text', [question('text', { options })], ['/questions/0/options']],
  ['other words for a ranking', [question('ranking', { options, other: true })], ['/questions/0/other']],
  ['other words for a scale', [question('scale', { other: true })], ['/questions/0/other']],
  [
    'an option that is called like the other words',
    [question('single_choice', { other: true, options: [...options, { id: 'other', text: 'Other' }] })],
    ['/questions/0/options'],
  ],
  [
    'more picks than options',
    [question('multi_choice', { options, min_picks: 4 })],
    ['/questions/0/min_picks'],
  ],
  [
    'fewer picks at most than at least',
    [question('multi_choice', { options, min_picks: 2, max_picks: 1 })],
    ['/questions/0/max_picks'],
  ],
  [
    'show_if on a later question',
    [question('text', { show_if: { question_id: 'later', any_of: [1] } }), question('mood', { id: 'later' })],
    ['/questions/0/show_if/question_id'],
  ],
  [
    'show_if on itself',
    [question('text', { show_if: { question_id: 'q', any_of: [1] } })],
    ['/questions/0/show_if/question_id'],
  ],
  [
    'several faults',
    [question('ranking'), question('scale', { max: 0 })],
    ['/questions/0/options', '/questions/1/id', '/questions/1/max'],
  ],
]

for (const [name, questions, pointers] of faulty) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(
      faultsOf('unprocessable', () => checkQuestions(questions)),
      pointers.map((pointer) => `${pointer} invalid`),
    )
  })
}

test('questions that branch, rank and count are taken as they are', () => {
  checkQuestions(branching)
  checkQuestions([question('multi_choice', { options, min_picks: 1, max_picks: 3, other: true })])
  checkQuestions([question('scale', { min: 0, max: 10 })])
})
