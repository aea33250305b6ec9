/** Questions that an author may not ask, and those that they may. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyMembers, FormQuestion, Question } from '../../contract/questions.ts'
import { checkQuestions } from './questions.ts'
import { faultsOf, options, question } from '../../test/support/questions.ts'

type Case = [name: string, questions: FormQuestion[], pointers: string[]]

/** Members that a type does not have, or values that it does not take. */
const unfittingMembers: [Question['type'], AnyMembers, member: string][] = [
  ['yes_no', { min: 0 }, 'min'],
  ['enps', { max: 10 }, 'max'],
  ['text', { labels: ['a', 'b'] }, 'labels'],
  ['single_choice', { options, min_picks: 1 }, 'min_picks'],
  ['mood', { max_picks: 1 }, 'max_picks'],
  ['number', { max_length: 5 }, 'max_length'],
  ['multi_choice', { options, max_length: 5 }, 'max_length'],
  ['text', { earliest: '2026-01-01' }, 'earliest'],
  ['number', { latest: '2026-01-01' }, 'latest'],
  ['scale', { min: 10 }, 'min'],
  ['scale', { max: 4.5 }, 'max'],
  ['scale', { labels: ['a', 'b', 'c'] }, 'labels'],
  ['mood', { labels: Array.from({ length: 4 }, () => 'x') }, 'labels'],
  ['date', { earliest: '2026-02-01', latest: '2026-01-31' }, 'latest'],
  ['slider', { min: 0.5 }, 'min'],
  ['slider', { min: 100 }, 'min'],
  ['slider', { max: 10, step: 3 }, 'step'],
  ['slider', { max: 21, step: 1 }, 'step'],
  ['slider', { target: 101 }, 'target'],
  ['icons', { target: 6 }, 'target'],
  ['yes_no', { allow_comment: true }, 'allow_comment'],
  ['scale', { unit: 'km' }, 'unit'],
  ['text', { unit: 'words' }, 'unit'],
  ['ranking', { options, min_picks: 4 }, 'min_picks'],
  ['ranking', { options, max_picks: 4 }, 'max_picks'],
  ['multi_choice', { options, other: true, max_picks: 5 }, 'max_picks'],
]

/** Values that no answer to the question can have, with the places of the wrong ones. */
const impossibleValues: [Question['type'], AnyMembers, (string | number | boolean)[], wrong: number[]][] = [
  ['scale', {}, [6], [0]],
  ['scale', { min: 0, max: 10 }, [0, 11, '5', true], [1, 2, 3]],
  ['enps', {}, [10, 10.5], [1]],
  ['mood', {}, ['good'], [0]],
  ['slider', { max: 10, step: 5 }, [5, 7, '5'], [1, 2]],
  ['icons', { count: 3 }, [3, 4], [1]],
  ['yes_no', {}, [true, 'false'], [1]],
  ['single_choice', { options }, ['a', 'd'], [1]],
  ['single_choice', { options }, ['other'], [0]],
  ['multi_choice', { options, min_picks: 2 }, ['a', 1], [1]],
  ['number', { min: 0, max: 10 }, [11, 10], [0]],
  ['date', {}, ['2026-02-30', '2026-02-28'], [0]],
  ['date', { latest: '2026-01-01' }, ['2026-02-28'], [0]],
  ['mood', {}, [1, 2, 1], [2]],
]

const statement: FormQuestion = { id: 's', type: 'statement', text: 'Now the rest.' }
const row = { id: 'r', text: 'Row' }
const matrix: Extract<FormQuestion, { type: 'matrix' }> = {
  id: 'm',
  type: 'matrix',
  text: 'How?',
  rows: [row],
}

const faulty: Case[] = [
  ['one id twice', [question('text'), question('mood')], ['/questions/1/id']],
  ['a scale of one step', [question('scale', { min: 3, max: 3 })], ['/questions/0/max']],
  ['a scale downwards', [question('scale', { min: 5, max: 1 })], ['/questions/0/max']],
  ['a scale of twelve steps', [question('scale', { min: 0, max: 11 })], ['/questions/0/max']],
  ['a scale of fractions', [question('scale', { min: 0.5, max: 4 })], ['/questions/0/min']],
  ['two rows of one id', [{ ...matrix, rows: [row, row] }], ['/questions/0/rows/1/id']],
  ['a matrix on a scale of one step', [{ ...matrix, min: 5 }], ['/questions/0/min']],
  [
    'a statement with an answer',
    [question('text'), { ...statement, required: true } as FormQuestion],
    ['/questions/1/required'],
  ],
  [
    'a question that depends on a matrix',
    [matrix, { ...question('text'), show_if: { question_id: 'm', any_of: [1] } }],
    ['/questions/1/show_if/question_id'],
  ],
  ['a number with an empty range', [question('number', { min: 2, max: 1 })], ['/questions/0/max']],
  ...(['single_choice', 'multi_choice', 'ranking'] as const).map((type): Case => [
    `${type} without options`,
    [question(type)],
    ['/questions/0/options'],
  ]),
  [
    'two options of one id',
    [question('ranking', { options: [...options, { id: 'a', text: 'Again' }] })],
    ['/questions/0/options/3/id'],
  ],
  ['options for a text', [question('text', { options })], ['/questions/0/options']],
  ['`other` for a ranking', [question('ranking', { options, other: true })], ['/questions/0/other']],
  ['`other` for a scale', [question('scale', { other: true })], ['/questions/0/other']],
  [
    'an option whose id is that of `other`',
    [question('single_choice', { other: true, options: [...options, { id: 'other', text: 'Other' }] })],
    ['/questions/0/options/3/id'],
  ],
  [
    'more picks than options',
    [question('multi_choice', { options, min_picks: 4 })],
    ['/questions/0/min_picks'],
  ],
  [
    'a maximum of picks below the minimum',
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
  ...unfittingMembers.map(([type, members, member]): Case => [
    `${member} of ${type}: ${JSON.stringify(members)}`,
    [question(type, members)],
    [`/questions/0/${member}`],
  ]),
  ...impossibleValues.map(([type, members, anyOf, wrong]): Case => [
    `show_if on a value that ${type} cannot have: ${JSON.stringify([members, anyOf])}`,
    [question(type, members), question('text', { id: 'next', show_if: { question_id: 'q', any_of: anyOf } })],
    wrong.map((index) => `/questions/1/show_if/any_of/${index}`),
  ]),
  ...(['text', 'ranking'] as const).map((type): Case => [
    `show_if on ${type}`,
    [
      question(type, type === 'ranking' ? { options } : {}),
      question('text', { id: 'next', show_if: { question_id: 'q', any_of: ['a'] } }),
    ],
    ['/questions/1/show_if/question_id'],
  ]),
  [
    'several faults',
    [question('ranking'), question('scale', { max: 0 })],
    ['/questions/0/options', '/questions/1/id', '/questions/1/max'],
  ],
]

for (const [name, questions, pointers] of faulty) {
  test(`refuses ${name}`, () => {
    assert.deepEqual(
      faultsOf('unprocessable', () => checkQuestions(questions)),
      pointers.map((pointer) => `${pointer} invalid`),
    )
  })
}

test('a form has at least one question, and at most a hundred with rows and comments', () => {
  const matrices = (count: number) =>
    Array.from({ length: count }, (_none, at) => ({
      ...matrix,
      id: `m${at}`,
      rows: Array.from({ length: 20 }, (_each, place) => ({ id: `r${place}`, text: 'Row' })),
    }))
  const scale: FormQuestion = { ...question('scale'), allow_comment: true } as FormQuestion
  const faults = (questions: FormQuestion[]) => faultsOf('unprocessable', () => checkQuestions(questions))
  assert.deepEqual(faults([statement]), ['/questions no_question'])
  assert.deepEqual(faults(matrices(5)), [])
  assert.deepEqual(faults([...matrices(4), scale]), [])
  assert.deepEqual(faults([...matrices(5), scale]), ['/questions too_many'])
})

test('refuses questions that are too long together', () => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, at) => question('text', { id: `q${at}`, help: 'ä'.repeat(2000) }))
  checkQuestions(long(30))
  assert.deepEqual(
    faultsOf('unprocessable', () => checkQuestions(long(40))),
    ['/questions too_large'],
  )
})

test('accepts questions that branch, rank and count', () => {
  const follows = (id: string, on: string, ...values: (string | boolean)[]): Question =>
    question('single_choice', { id, options, other: true, show_if: { question_id: on, any_of: values } })
  checkQuestions([question('yes_no'), follows('a', 'q', false), follows('b', 'a', 'a', 'other')])
  checkQuestions([question('scale', { labels: ['Never', 'Always'], driver: 'workload' })])
  checkQuestions([question('mood', { labels: ['1', '2', '3', '4', '5'] })])
  checkQuestions([question('multi_choice', { options, other: true, max_picks: 4, max_length: 80 })])
  checkQuestions([question('date', { earliest: '2026-01-01', latest: '2026-01-01' })])
  checkQuestions([question('yes_no', { other: false })])
  checkQuestions([question('multi_choice', { options, min_picks: 1, max_picks: 3, other: true })])
  checkQuestions([question('scale', { min: 0, max: 10 })])
})
