/** How rows of past surveys are read: dates, ratings, questions, answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PastQuestions } from '../../contract/imports.ts'
import { type Question } from '../../contract/questions.ts'
import { answersOf, type SaidRow } from './answers.ts'
import { definitionsOf, questionsIn } from './definitions.ts'
import { type Form, formOf, type Tally } from './forms.ts'
import { dateOfPeriod } from './period.ts'
import { checkPastRow } from './row.ts'

test('a period is its first day', () => {
  const cases: [period: string, date: string | undefined][] = [
    ['2017', '2017-01-01'],
    ['2017-H1', '2017-01-01'],
    ['2017-h2', '2017-07-01'],
    ['2017-Q1', '2017-01-01'],
    ['2017-Q4', '2017-10-01'],
    ['2017-05', '2017-05-01'],
    [' 2017-05-14 ', '2017-05-14'],
    ['2017-02-29', undefined],
    ['2017-13', undefined],
    ['2017-H3', undefined],
    ['2017-Q5', undefined],
    ['1492', undefined],
    ['17', undefined],
    ['', undefined],
    ['2017-05-14T00:00', undefined],
  ]
  for (const [period, date] of cases) assert.equal(dateOfPeriod(period), date, period)
})

const cellsOf = (cells: Record<string, string>) =>
  checkPastRow({
    place: { line: 2 },
    cells: Object.entries({ period: '2020', respondent: '1', question: 'q', ...cells }),
  })

test('a rating is a step, or the way up to it', () => {
  const cases: [cells: Record<string, string>, rating: number | null, steps: number | null][] = [
    [{ rating: '3', scale: '5' }, 3, 5],
    [{ rating: '0.5', scale_max: '5' }, 3, 5],
    [{ rating: '0', scale_max: '10' }, 1, 10],
    [{ rating: '1', scale_max: '10' }, 10, 10],
    [{ rating: '0,75', scale_max: '5' }, 4, 5],
    [{ rating: '7' }, 7, null],
    [{ rating: '-2.5' }, -2.5, null],
    [{ scale: '5' }, null, null],
    [{}, null, null],
  ]
  for (const [cells, rating, steps] of cases) {
    const row = cellsOf(cells)
    assert.ok(!Array.isArray(row), JSON.stringify(row))
    assert.deepEqual([row.rating, row.steps], [rating, steps], JSON.stringify(cells))
  }
  const wrongs: Record<string, string>[] = [
    { rating: '0', scale: '5' },
    { rating: '2.5', scale: '5' },
    { rating: '3', scale_max: '5' },
    { rating: 'Infinity' },
    { rating: '0x10', scale: '5' },
    { rating: '1', scale: '1' },
    { rating: '1', scale: '12' },
  ]
  for (const wrong of wrongs) assert.ok(Array.isArray(cellsOf(wrong)), JSON.stringify(wrong))
})

const tally = (more: Partial<Tally> = {}): Tally => ({
  question: 'q',
  ratings: 0,
  choices: 0,
  texts: 0,
  steps: [],
  chosen: [],
  ...more,
})

const formFor = (
  given: PastQuestions[string] | undefined,
  counted: Partial<Tally>,
  known: Question[] = [],
): Form => formOf(definitionsOf(['q'], given ? { q: given } : {}, known).get('q')!, tally(counted))

const chosen = (...counts: [words: string, rows: number][]) =>
  counts.map(([words, rows]) => ({ words, rows }))

test('a type that nobody gave is what most rows hold', () => {
  const cases: [counted: Partial<Tally>, type: string][] = [
    [{ ratings: 5, choices: 5, texts: 5, steps: [5] }, 'scale'],
    [{ ratings: 1, texts: 9 }, 'text'],
    [{ texts: 1 }, 'text'],
    [{ choices: 9, chosen: chosen(['Yes', 5], ['No', 4]) }, 'yes_no'],
    [{ choices: 9, chosen: chosen(['Yes', 4], ['No', 4], ['Unsure', 1]) }, 'yes_no'],
    [{ choices: 9, chosen: chosen(['Yes', 3], ['No', 3], ['Unsure', 3]) }, 'single_choice'],
    [{ choices: 2, chosen: chosen(['Here', 1], ['There', 1]) }, 'single_choice'],
  ]
  for (const [counted, type] of cases) assert.equal(formFor(undefined, counted).question.type, type)
  assert.equal(formFor({ type: 'enps' }, { texts: 3 }).question.type, 'enps')
})

test('a question on another scale is another question', () => {
  const { question, rescaled } = formFor({ driver: 'tools' }, { ratings: 9, steps: [5, 10] })
  assert.ok(question.type === 'scale')
  assert.deepEqual([question.id, question.min, question.max], ['q', 1, 5])
  assert.deepEqual(
    [...rescaled.values()].map((one) => one.type === 'scale' && [one.id, one.max, one.driver]),
    [['q_of_10', 10, 'tools']],
  )
  const given = formFor(
    { type: 'scale', min: 0, max: 10, labels: ['low', 'high'] },
    { ratings: 9, steps: [11, 5] },
  )
  assert.ok(given.question.type === 'scale')
  assert.deepEqual([given.question.min, given.question.max], [0, 10])
  assert.deepEqual(
    [...given.rescaled.values()].map((one) => one.type === 'scale' && [one.id, one.min, one.max, one.labels]),
    [['q_of_5', 1, 5, undefined]],
  )
})

test('what the check-in asks under an id is what a key means, without having to be answered', () => {
  const known: Question[] = [
    { id: 'q', type: 'scale', text: 'Now', min: 0, max: 4, driver: 'tools', required: true },
  ]
  const { question } = formFor(
    ['Then?*', 'Then, where 5 is best and 1 is worst?'],
    { texts: 4, steps: [5] },
    known,
  )
  assert.deepEqual(question, { id: 'q', type: 'scale', text: 'Then?', min: 0, max: 4, driver: 'tools' })
})

test('keys become ids that are free', () => {
  const ids = [...definitionsOf(['Wie geht’s?', 'wie geht s', '???', 'Ärger'], {}, []).values()].map(
    ({ id }) => id,
  )
  assert.deepEqual(ids, ['wie_geht_s', 'wie_geht_s_2', 'other', 'a_rger'])
})

const row = (more: Partial<SaidRow>): SaidRow => ({
  line: 1,
  question: 'q',
  rating: null,
  steps: null,
  choice: null,
  words: null,
  ...more,
})

const options = [
  { id: 'a', text: 'Apples' },
  { id: 'b', text: 'Pears; ripe' },
]

test('rows become answers, or are left out with the reason', () => {
  const scale = formFor({ type: 'scale' }, { ratings: 1, steps: [5, 10] })
  const choice = formFor({ type: 'single_choice', options }, {})
  const open = formFor({ type: 'single_choice', options, other: true }, {})
  const picks = formFor({ type: 'multi_choice', options, other: true }, {})
  const cases: [form: Form, row: Partial<SaidRow>, answers: unknown[]][] = [
    [scale, { rating: 4, steps: 5 }, [{ question_id: 'q', value: 4 }]],
    [scale, { rating: 4 }, [{ question_id: 'q', value: 4 }]],
    [
      scale,
      { rating: 9, steps: 10, words: 'so' },
      [
        { question_id: 'q_of_10', value: 9 },
        { question_id: 'q_why', text: 'so' },
      ],
    ],
    [scale, { words: 'so' }, [{ question_id: 'q_why', text: 'so' }]],
    [scale, { choice: 'N/A' }, []],
    [formFor({ type: 'enps' }, {}), { rating: 11, steps: 11 }, [{ question_id: 'q', value: 10 }]],
    [formFor({ type: 'enps' }, {}), { rating: 0 }, [{ question_id: 'q', value: 0 }]],
    [formFor({ type: 'enps' }, {}), { rating: 5, steps: 5 }, []],
    [formFor({ type: 'yes_no' }, {}), { choice: 'NO' }, [{ question_id: 'q', value: false }]],
    [formFor({ type: 'yes_no' }, {}), { choice: 'maybe' }, []],
    [choice, { choice: ' apples ' }, [{ question_id: 'q', value: 'a' }]],
    [choice, { choice: 'b' }, [{ question_id: 'q', value: 'b' }]],
    [choice, { choice: 'Plums' }, [{ question_id: 'q', value: 'Plums' }]],
    [open, { choice: 'Plums' }, [{ question_id: 'q', text: 'Plums' }]],
    [picks, { choice: 'Pears; ripe' }, [{ question_id: 'q', value: ['b'] }]],
    [picks, { choice: 'Apples; Plums' }, [{ question_id: 'q', value: ['a'], text: 'Plums' }]],
    [formFor({ type: 'number' }, {}), { rating: 2.5 }, [{ question_id: 'q', value: 2.5 }]],
    [formFor({ type: 'date' }, {}), { choice: '2020-01-01' }, [{ question_id: 'q', value: '2020-01-01' }]],
    [formFor({ type: 'text' }, {}), { words: 'so' }, [{ question_id: 'q', text: 'so' }]],
    [formFor({ type: 'text' }, {}), { choice: 'so' }, []],
  ]
  for (const [form, given, answers] of cases) {
    const said = answersOf([row(given)], new Map([['q', form]]))
    assert.deepEqual(
      said.answers.map(({ answer }) => answer),
      answers,
      JSON.stringify(given),
    )
    assert.equal(said.leftOut.length, answers.length === 0 ? 1 : 0, JSON.stringify(given))
  }
})

test('several rows of one question are several picks, of any other a fault', () => {
  const picks = new Map([['q', formFor({ type: 'multi_choice', options }, {})]])
  const both = answersOf([row({ choice: 'a' }), row({ line: 2, choice: 'b' })], picks)
  assert.deepEqual(both.answers, [{ line: 1, answer: { question_id: 'q', value: ['a', 'b'] } }])
  const scale = new Map([['q', formFor({ type: 'scale' }, { ratings: 1, steps: [5] })]])
  const twice = answersOf([row({ rating: 1 }), row({ line: 2, rating: 2 })], scale)
  assert.deepEqual(
    twice.faults.map(({ line, code }) => [line, code]),
    [[2, 'repeated']],
  )
})

test('a questions file holds wordings, or members of a question', () => {
  for (const fits of [
    {},
    { a: ['One?', 'Other?'] },
    { a: { type: 'scale', max: 7 } },
    { a: { text: ['One?', 'Other?'], intent: 'praise', id: 'b' } },
  ])
    assert.deepEqual(questionsIn(fits), fits)
  for (const wrong of [
    [],
    'a',
    { a: [] },
    { a: { type: 'ranking' } },
    { a: { salary: 1 } },
    { a: { id: 'Not an id' } },
    null,
  ])
    assert.equal(typeof questionsIn(wrong), 'string', JSON.stringify(wrong))
})
