/** Every type of question: its rules, control, counting and import, each against a table of expectations. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type Question,
  type QuestionType,
  formTypes,
  type Reply,
  type Value,
} from '../../contract/questions.ts'
import { everyType, questionsOfEveryType } from '../../test/support/every-question.ts'
import type { Steps, SurveyRow } from './definition.ts'
import {
  controlOf,
  definitionOf,
  isAlike,
  isText,
  polarityOf,
  referenceOf,
  stepsOf,
  textWithUnit,
} from './questions.ts'
import type { Totals } from './tally.ts'

const english = {
  language: 'en',
  say: (word: string, values?: object) => (values ? `${word} ${JSON.stringify(values)}` : word),
} as const

const emptyRow: SurveyRow = {
  rating: null,
  steps: null,
  choice: null,
  words: null,
  optionOf: () => undefined,
}
const optionOf = (words: string): string | undefined =>
  ['a', 'b', 'c'].find((id) => id === words.toLowerCase())

type Expected = {
  steps: Steps | null
  control: string
  tally: string
  refused: Reply
  /** A text of a form, and its value. */
  form: [string, Value | undefined]
  /** A value, and its form in a sentence. */
  sentence: [Value, string]
  hint: string | null
  explanation: string
  past: [Partial<SurveyRow>, Reply | string][]
  totals: [Partial<Totals>, object]
}

const cases: { [T in QuestionType]: Expected } = {
  scale: {
    steps: { min: 1, max: 5 },
    control: 'steps',
    tally: 'one',
    refused: { value: 6 },
    form: ['4', 4],
    sentence: [4, '4'],
    hint: null,
    explanation: 'fault_choice',
    past: [
      [{ rating: 4 }, { value: 4 }],
      [{ rating: 4, steps: 5 }, { value: 4 }],
      [{ rating: 4, steps: 7 }, 'the question has 5 steps, not 7'],
      [{ choice: 'a' }, 'the question asks for a rating'],
    ],
    totals: [{ n: 3, sum: 10 }, { mean: 3.333 }],
  },
  enps: {
    steps: { min: 0, max: 10 },
    control: 'steps',
    tally: 'one',
    refused: { value: 11 },
    form: ['10', 10],
    sentence: [10, '10'],
    hint: null,
    explanation: 'fault_choice',
    past: [
      [{ rating: 1, steps: 11 }, { value: 0 }],
      [{ rating: 1, steps: 10 }, 'the question has 11 steps, not 10'],
    ],
    totals: [{ n: 4, counts: { 6: 1, 7: 1, 9: 1, 10: 1 } }, { enps: 25 }],
  },
  single_choice: {
    steps: null,
    control: 'choices',
    tally: 'one',
    refused: { value: 'd' },
    form: ['a', 'a'],
    sentence: ['a', '“A”'],
    hint: null,
    explanation: 'fault_choice',
    past: [
      [{ choice: 'B' }, { value: 'b' }],
      [{ choice: 'D' }, { value: 'D' }],
      [{ rating: 1 }, 'the question asks for a choice'],
    ],
    totals: [{ n: 4 }, {}],
  },
  multi_choice: {
    steps: null,
    control: 'choices',
    tally: 'several',
    refused: { value: ['a', 'a'] },
    form: ['a', 'a'],
    sentence: ['other', 'other'],
    hint: 'picks_min {"min":1}',
    explanation: 'picks_min {"min":1}',
    past: [
      [{ choice: 'B; a' }, { value: ['b', 'a'] }],
      [{ choice: 'D' }, { value: ['D'] }],
      [{ words: 'a' }, 'the question asks for a choice'],
    ],
    totals: [{ n: 4 }, {}],
  },
  yes_no: {
    steps: null,
    control: 'choices',
    tally: 'one',
    refused: { value: 'true' },
    form: ['true', true],
    sentence: [false, 'no'],
    hint: null,
    explanation: 'fault_choice',
    past: [
      [{ choice: 'Y' }, { value: true }],
      [{ choice: 'false' }, { value: false }],
      [{ choice: 'perhaps' }, 'the question asks for yes or no'],
    ],
    totals: [{ n: 4 }, {}],
  },
  mood: {
    steps: { min: 1, max: 5 },
    control: 'faces',
    tally: 'one',
    refused: { value: 0 },
    form: ['x', 'x'],
    sentence: [5, 'mood_5'],
    hint: null,
    explanation: 'fault_choice',
    past: [[{ rating: 2, steps: 5 }, { value: 2 }]],
    totals: [{ n: 2, sum: 9 }, { mean: 4.5 }],
  },
  slider: {
    steps: { min: 0, max: 100 },
    control: 'slider',
    tally: 'one',
    refused: { value: 55 },
    form: ['50', 50],
    sentence: [50, '50%'],
    hint: 'slider_values {"min":0,"max":100,"step":10}',
    explanation: 'slider_values {"min":0,"max":100,"step":10}',
    past: [
      [{ rating: 40 }, { value: 40 }],
      [{ rating: 44 }, 'The value must be from 0 to 100 in steps of 10'],
      [{ rating: 1, steps: 11 }, { value: 0 }],
      [{ rating: 11, steps: 11 }, { value: 100 }],
      [{ rating: 5, steps: 5 }, 'the question has 11 steps, not 5'],
      [{ rating: 0, steps: 11 }, 'The rating must be an integer from 1 to 11'],
      [{ rating: 12, steps: 11 }, 'The rating must be an integer from 1 to 11'],
      [{ words: '40' }, 'the question asks for a rating'],
    ],
    totals: [{ n: 4, sum: 90 }, { mean: 22.5 }],
  },
  icons: {
    steps: { min: 1, max: 4 },
    control: 'icons',
    tally: 'one',
    refused: { value: 5 },
    form: ['4', 4],
    sentence: [4, '4'],
    hint: null,
    explanation: 'fault_choice',
    past: [
      [{ rating: 4, steps: 4 }, { value: 4 }],
      [{ rating: 4, steps: 5 }, 'the question has 4 steps, not 5'],
    ],
    totals: [{ n: 2, sum: 7 }, { mean: 3.5 }],
  },
  ranking: {
    steps: null,
    control: 'places',
    tally: 'one',
    refused: { value: ['a', 'b'] },
    form: ['a', 'a'],
    sentence: ['a', '“A”'],
    hint: null,
    explanation: 'fault_ranking',
    past: [[{ choice: 'a' }, 'a row has no order of options']],
    totals: [{ n: 4 }, {}],
  },
  number: {
    steps: null,
    control: 'line',
    tally: 'sum',
    refused: { value: 41 },
    form: ['2.5', 2.5],
    sentence: [2000, '2,000\u00a0hours'],
    hint: 'number_between {"min":0,"max":40}',
    explanation: 'number_between {"min":0,"max":40}',
    past: [
      [{ rating: 12 }, { value: 12 }],
      [{ words: '12' }, 'the question asks for a number'],
    ],
    totals: [{ n: 4, sum: 10 }, { mean: 2.5 }],
  },
  date: {
    steps: null,
    control: 'line',
    tally: 'number_of_answers',
    refused: { value: '2026-02-30' },
    form: ['2026-03-01', '2026-03-01'],
    sentence: ['2026-03-01', '2026-03-01'],
    hint: 'date_min {"min":"1 January 2026"}',
    explanation: 'date_min {"min":"1 January 2026"}',
    past: [
      [{ words: '2026-03-01' }, { value: '2026-03-01' }],
      [{ rating: 1 }, 'the question asks for a date'],
    ],
    totals: [{ n: 4 }, {}],
  },
  text: {
    steps: null,
    control: 'area',
    tally: 'comments',
    refused: { value: 'words' },
    form: ['words', undefined],
    sentence: ['words', 'words'],
    hint: 'length_max {"max":200}',
    explanation: 'length_max {"max":200}',
    past: [
      [{ words: 'Too loud' }, { text: 'Too loud' }],
      [{ rating: 1 }, 'the question asks for a text'],
    ],
    totals: [{ n: 2, comments: ['a', 'b'] }, { comments: ['a', 'b'] }],
  },
}

for (const question of questionsOfEveryType) {
  const expected = cases[question.type]
  const definition = definitionOf(question)

  test(`${question.type}: accepts replies that fit and refuses others`, () => {
    const faults: string[] = []
    definition.check(question, (member) => void faults.push(member))
    assert.deepEqual(faults, [])
    for (const reply of definition.examples(question)) {
      assert.equal(definition.replyFault(question, reply), null, JSON.stringify(reply))
      assert.equal(definition.replyFault(definition.unfinished(question), reply), null)
    }
    assert.equal(typeof definition.replyFault(question, expected.refused), 'string')
    assert.deepEqual(stepsOf(question), expected.steps)
  })

  test(`${question.type}: has a control, a hint and an explanation`, () => {
    assert.equal(controlOf(question).kind, expected.control)
    const [text, value] = expected.form
    assert.deepEqual(definition.valueIn(text), value)
    assert.equal(definition.hint(question, english), expected.hint)
    assert.equal(definition.explain(question, english), expected.explanation)
    assert.equal(definition.valueInWords(question, expected.sentence[0], english), expected.sentence[1])
  })

  test(`${question.type}: is counted, and gives its figures`, () => {
    assert.equal(definition.tally(question).kind, expected.tally)
    assert.equal(isText(question), expected.tally === 'comments')
    const [totals, figures] = expected.totals
    assert.deepEqual(definition.figures({ n: 0, counts: {}, sum: 0, comments: [], ...totals }), figures)
  })

  test(`${question.type}: reads a row of a past survey, or says why it cannot`, () => {
    for (const [row, reply] of expected.past)
      assert.deepEqual(definition.pastReply(question, { ...emptyRow, optionOf, ...row }), reply)
  })

  test(`${question.type}: counts exactly the values that its control offers`, () => {
    const tally = definition.tally(question)
    const offered = offeredBy(question)
    if (offered && 'values' in tally) assert.deepEqual(tally.values, offered)
  })
}

/** The values of a control that shows all of them; null for other controls. */
function offeredBy(question: Question): Value[] | null {
  const control = controlOf(question)
  if (control.kind === 'steps' || control.kind === 'slider' || control.kind === 'icons')
    return [...control.values]
  if (control.kind !== 'faces' && control.kind !== 'choices') return null
  return control.choices.flatMap((choice) => definitionOf(question).valueIn(choice.value) ?? [])
}

test('a number is said with its unit as the reader’s language writes it', () => {
  const said = (unit: string | undefined, language: string) =>
    definitionOf(everyType.number).valueInWords({ ...everyType.number, unit }, 1234.5, {
      ...english,
      language,
    })
  const expected: [string | undefined, string, string][] = [
    [undefined, 'en', '1,234.5'],
    ['km', 'de', '1.234,5\u00a0km'],
    [' km ', 'en', '1,234.5\u00a0km'],
    ['%', 'en', '1,234.5%'],
    ['%', 'de', '1.234,5\u00a0%'],
    ['% of it', 'en', '1,234.5\u00a0% of it'],
  ]
  for (const [unit, language, words] of expected)
    assert.equal(said(unit, language), words, `${unit} ${language}`)
  assert.equal(textWithUnit(everyType.number), 'How long? (hours)')
  assert.equal(textWithUnit(everyType.date), 'Since when?')
})

test('the author’s labels replace ours, for every face or for both ends', () => {
  const labelled = (labels: string[]) => {
    const control = controlOf({ ...everyType.mood, labels })
    assert.ok(control.kind === 'faces')
    return control.choices.map((choice) => ('text' in choice ? choice.text : choice.word))
  }
  assert.deepEqual(labelled(['low', 'high']), ['low', 'mood_2', 'mood_3', 'mood_4', 'high'])
  assert.deepEqual(labelled(['1', '2', '3', '4', '5']), ['1', '2', '3', '4', '5'])
})

test('two scales are alike when their ends are the same, stated or by default', () => {
  const { scale, mood } = everyType
  assert.ok(isAlike(scale, { ...scale, min: 1, max: 5 }))
  assert.ok(!isAlike(scale, { ...scale, max: 10 }))
  assert.ok(!isAlike(scale, mood))
})

test('high values are good news unless the author says otherwise', () => {
  const { scale, mood, enps, yes_no } = everyType
  assert.deepEqual(
    [
      scale,
      mood,
      enps,
      yes_no,
      { ...scale, high_is: 'bad' as const },
      { ...mood, high_is: 'neutral' as const },
    ].map((question) => polarityOf(question)),
    [1, 1, 1, 0, -1, 0],
  )
})

test('figures are compared with the middle, or the author’s target, which lies on the scale', () => {
  const { scale, mood, enps, text } = everyType
  assert.deepEqual(
    [scale, { ...scale, min: 0, max: 10 }, { ...mood, target: 4 }, enps, { ...enps, target: 20 }, text].map(
      (question) => referenceOf(question),
    ),
    [
      { value: 3, isTarget: false },
      { value: 5, isTarget: false },
      { value: 4, isTarget: true },
      { value: 0, isTarget: false },
      { value: 20, isTarget: true },
      null,
    ],
  )
  const faults = [
    { ...scale, target: 6 },
    { ...mood, target: 0 },
    { ...scale, target: 3.5 },
  ].map((question) => {
    const found: string[] = []
    definitionOf(question).check(question, (member) => void found.push(member))
    return found
  })
  assert.deepEqual(faults, [['target'], ['target'], []])
})

test('an unfinished choice of several may have fewer picks than it needs', () => {
  const question = { ...everyType.multi_choice, min_picks: 2 }
  const { replyFault, unfinished } = definitionOf(question)
  assert.equal(replyFault(question, { value: ['a'] }), 'Pick at least 2')
  assert.equal(replyFault(unfinished(question), { value: ['a'] }), null)
})

test('the guide lists the members and the value of each type', () => {
  const guide = readFileSync(new URL('../../docs/guides/templates.md', import.meta.url), 'utf8')
  const [, described] = guide.split('## Types')
  for (const type of formTypes) assert.ok(described.includes(`\`${type}\``), type)
})
