/** Reading rows of past surveys: dates, ratings, questions, answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PastQuestions } from '../../contract/imports.ts'
import type { Question } from '../../contract/questions.ts'
import { type AnswerRow, answersOf } from './answers.ts'
import { definitionsOf, questionsIn } from './definitions.ts'
import { type Mapping, mappingOf, type Tally } from './mappings.ts'
import { dateOfPeriod } from './period.ts'
import { checkPastRow } from './row.ts'

test('a period means its first day', () => {
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

test('a rating is a step, or a share of the scale', () => {
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

function mappingFor(
  own: PastQuestions[string] | undefined,
  counts: Partial<Tally>,
  known: Question[] = [],
): Mapping {
  const ofCheckIn = { questions: known, translations: {} }
  const definition = definitionsOf(['q'], own ? { q: own } : {}, ofCheckIn).get('q')
  assert.ok(definition)
  return mappingOf(definition, tally(counts))
}

const chosen = (...counts: [words: string, rows: number][]) =>
  counts.map(([words, rows]) => ({ words, rows }))

test('a question without a type gets the one that most rows fit', () => {
  const cases: [counts: Partial<Tally>, type: string][] = [
    [{ ratings: 5, choices: 5, texts: 5, steps: [5] }, 'scale'],
    [{ ratings: 1, texts: 9 }, 'text'],
    [{ texts: 1 }, 'text'],
    [{ choices: 9, chosen: chosen(['Yes', 5], ['No', 4]) }, 'yes_no'],
    [{ choices: 9, chosen: chosen(['Yes', 4], ['No', 4], ['Unsure', 1]) }, 'yes_no'],
    [{ choices: 9, chosen: chosen(['Yes', 3], ['No', 3], ['Unsure', 3]) }, 'single_choice'],
    [{ choices: 2, chosen: chosen(['Here', 1], ['There', 1]) }, 'single_choice'],
  ]
  for (const [counts, type] of cases) assert.equal(mappingFor(undefined, counts).question.type, type)
  assert.equal(mappingFor({ type: 'enps' }, { texts: 3 }).question.type, 'enps')
})

test('a question on another scale is another question', () => {
  const { question, rescaled } = mappingFor({ driver: 'tools' }, { ratings: 9, steps: [5, 10] })
  assert.ok(question.type === 'scale')
  assert.deepEqual([question.id, question.min, question.max], ['q', 1, 5])
  assert.deepEqual(
    [...rescaled.values()].map((one) => one.type === 'scale' && [one.id, one.max, one.driver]),
    [['q_of_10', 10, 'tools']],
  )
  const ranged = mappingFor(
    { type: 'scale', min: 0, max: 10, labels: ['low', 'high'] },
    { ratings: 9, steps: [11, 5] },
  )
  assert.ok(ranged.question.type === 'scale')
  assert.deepEqual([ranged.question.min, ranged.question.max], [0, 10])
  assert.deepEqual(
    [...ranged.rescaled.values()].map(
      (one) => one.type === 'scale' && [one.id, one.min, one.max, one.labels],
    ),
    [['q_of_5', 1, 5, undefined]],
  )
})

test('a key with the id of a check-in’s question means that question, and is not required', () => {
  const known: Question[] = [
    { id: 'q', type: 'scale', text: 'Now', min: 0, max: 4, driver: 'tools', required: true },
  ]
  const { question } = mappingFor(
    ['Then?*', 'Then, where 5 is best and 1 is worst?'],
    { texts: 4, steps: [5] },
    known,
  )
  assert.deepEqual(question, { id: 'q', type: 'scale', text: 'Then?', min: 0, max: 4, driver: 'tools' })
})

test('keys become unused ids', () => {
  const keys = ['Wie geht’s?', 'wie geht s', '???', 'Ärger']
  const ids = [...definitionsOf(keys, {}, { questions: [], translations: {} }).values()].map(({ id }) => id)
  assert.deepEqual(ids, ['wie_geht_s', 'wie_geht_s_2', 'other', 'a_rger'])
})

const row = (more: Partial<AnswerRow>): AnswerRow => ({
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

test('rows become answers, or are left out with a reason', () => {
  const scale = mappingFor({ type: 'scale' }, { ratings: 1, steps: [5, 10] })
  const choice = mappingFor({ type: 'single_choice', options }, {})
  const open = mappingFor({ type: 'single_choice', options, other: true }, {})
  const picks = mappingFor({ type: 'multi_choice', options, other: true }, {})
  const cases: [mapping: Mapping, row: Partial<AnswerRow>, answers: unknown[]][] = [
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
    [mappingFor({ type: 'enps' }, {}), { rating: 11, steps: 11 }, [{ question_id: 'q', value: 10 }]],
    [mappingFor({ type: 'enps' }, {}), { rating: 0 }, [{ question_id: 'q', value: 0 }]],
    [mappingFor({ type: 'enps' }, {}), { rating: 5, steps: 5 }, []],
    [mappingFor({ type: 'yes_no' }, {}), { choice: 'NO' }, [{ question_id: 'q', value: false }]],
    [mappingFor({ type: 'yes_no' }, {}), { choice: 'maybe' }, []],
    [choice, { choice: ' apples ' }, [{ question_id: 'q', value: 'a' }]],
    [choice, { choice: 'b' }, [{ question_id: 'q', value: 'b' }]],
    [choice, { choice: 'Plums' }, [{ question_id: 'q', value: 'Plums' }]],
    [open, { choice: 'Plums' }, [{ question_id: 'q', text: 'Plums' }]],
    [picks, { choice: 'Pears; ripe' }, [{ question_id: 'q', value: ['b'] }]],
    [picks, { choice: 'Apples; Plums' }, [{ question_id: 'q', value: ['a'], text: 'Plums' }]],
    [mappingFor({ type: 'number' }, {}), { rating: 2.5 }, [{ question_id: 'q', value: 2.5 }]],
    [mappingFor({ type: 'date' }, {}), { choice: '2020-01-01' }, [{ question_id: 'q', value: '2020-01-01' }]],
    [mappingFor({ type: 'text' }, {}), { words: 'so' }, [{ question_id: 'q', text: 'so' }]],
    [mappingFor({ type: 'text' }, {}), { choice: 'so' }, []],
  ]
  for (const [mapping, cells, answers] of cases) {
    const reading = answersOf([row(cells)], new Map([['q', mapping]]))
    assert.deepEqual(
      reading.answers.map(({ answer }) => answer),
      answers,
      JSON.stringify(cells),
    )
    assert.equal(reading.leftOut.length, answers.length === 0 ? 1 : 0, JSON.stringify(cells))
  }
})

test('several rows are several picks of a multiple choice, and a fault of any other question', () => {
  const picks = new Map([['q', mappingFor({ type: 'multi_choice', options }, {})]])
  const both = answersOf([row({ choice: 'a' }), row({ line: 2, choice: 'b' })], picks)
  assert.deepEqual(both.answers, [{ line: 1, answer: { question_id: 'q', value: ['a', 'b'] } }])
  const scale = new Map([['q', mappingFor({ type: 'scale' }, { ratings: 1, steps: [5] })]])
  const twice = answersOf([row({ rating: 1 }), row({ line: 2, rating: 2 })], scale)
  assert.deepEqual(
    twice.faults.map(({ line, code }) => [line, code]),
    [[2, 'repeated']],
  )
})

test('a file of questions has wordings, or members of questions', () => {
  for (const valid of [
    {},
    { a: ['One?', 'Other?'] },
    { a: { type: 'scale', max: 7 } },
    { a: { text: ['One?', 'Other?'], intent: 'praise', id: 'b' } },
  ])
    assert.deepEqual(questionsIn(valid), valid)
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
