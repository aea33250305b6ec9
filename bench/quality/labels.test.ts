import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  idOf,
  labelsOf,
  maintainerCodebooks,
  maintainerLabels,
  taughtLabels,
  taughtLabelsOf,
  withTexts,
} from './labels.ts'

const invented = '2030-H1/001/wish\tpay\tpay,growth\tpay,growth\tnegative\twish\tdev\n'

test('a line gives an id, three readings, tone, kind and part', () => {
  assert.deepEqual(labelsOf(`${invented}2030-H1/002/wish\t-\tvoice\t-\tneutral\tnone\tjudge\n`), [
    {
      id: '2030-H1/001/wish',
      pass1: ['pay'],
      pass2: ['pay', 'growth'],
      final: ['pay', 'growth'],
      tone: 'negative',
      kind: 'wish',
      part: 'dev',
    },
    {
      id: '2030-H1/002/wish',
      pass1: [],
      pass2: ['voice'],
      final: [],
      tone: 'neutral',
      kind: 'none',
      part: 'judge',
    },
  ])
})

const refused: [fault: string, line: string, message: RegExp][] = [
  ['a missing field', 'a/b/c\tpay\tpay\tneutral\tnone\tdev', /line 1 has 6 fields/],
  ['an id of two parts', 'a/b\tpay\tpay\tpay\tneutral\tnone\tdev', /line 1: a\/b is not/],
  ['an unknown driver', 'a/b/c\tpay\tsalary\tpay\tneutral\tnone\tdev', /salary is not a driver/],
  ['an empty driver', 'a/b/c\tpay\t\tpay\tneutral\tnone\tdev', /line 1:  is not a driver/],
  ['a driver twice', 'a/b/c\tpay,pay\tpay\tpay\tneutral\tnone\tdev', /names a driver twice/],
  ['four drivers', 'a/b/c\tpay,voice,peers,tools\tpay\tpay\tneutral\tnone\tdev', /more than 3 drivers/],
  ['an unknown tone', 'a/b/c\tpay\tpay\tpay\tangry\tnone\tdev', /angry is none of negative/],
  ['an unknown kind', 'a/b/c\tpay\tpay\tpay\tneutral\tjoke\tdev', /joke is none of wish/],
  ['an unknown part', 'a/b/c\tpay\tpay\tpay\tneutral\tnone\ttest', /test is none of dev/],
  ['an id twice', invented.trimEnd() + '\n' + invented.trimEnd(), /labelled twice/],
]
for (const [fault, line, message] of refused)
  test(`labels with ${fault} are refused`, () => assert.throws(() => labelsOf(line), message))

test('labels find their texts, and a missing one is an error', () => {
  const answer = { period: '2030-H1', respondent: '001', q: 'wish', text: 'More money and a course.' }
  const [label] = withTexts(labelsOf(invented), [{ ...answer, respondent: '009' }, answer])
  assert.equal(label.text, answer.text)
  assert.equal(label.id, idOf(answer))
  assert.throws(() => withTexts(labelsOf(invented), [{ ...answer, text: null }]), /No answer 2030-H1\/001/)
})

test('the labels are all of the form, half of them for judging', () => {
  const labels = maintainerLabels()
  assert.equal(labels.length, 602)
  assert.equal(labels.filter(({ part }) => part === 'judge').length, 301)
})

test('codebooks have 8 to 12 subjects, and hold ids of their question and no text', () => {
  for (const { question, read, subjects } of maintainerCodebooks()) {
    assert.ok(subjects.length >= 8 && subjects.length <= 12, question)
    const listed = new Set(subjects.flatMap(({ answers }) => answers))
    assert.ok(listed.size <= read, question)
    for (const id of listed)
      assert.match(id, new RegExp(`^20\\d\\d-H[12]/20\\d\\d-H[12]-\\d{3}/${question}$`))
    for (const { name, indicators, answers } of subjects) {
      assert.ok(indicators.length >= 2 && indicators.length <= 6, name)
      assert.equal(new Set(answers).size, answers.length, name)
    }
  }
})

test('a label for training gives three readings, or no second one', () => {
  assert.deepEqual(taughtLabelsOf('2030-H1/001/wish\tpay\t?\tpay\n2030-H1/002/wish\t-\tvoice\t-\n'), [
    { id: '2030-H1/001/wish', pass1: ['pay'], pass2: null, final: ['pay'] },
    { id: '2030-H1/002/wish', pass1: [], pass2: ['voice'], final: [] },
  ])
  assert.throws(() => taughtLabelsOf('a/b/c\tpay\tpay'), /line 1 has 3 fields/)
  assert.throws(() => taughtLabelsOf('a/b/c\tpay\t?\tsalary'), /line 1: salary is not a driver/)
  assert.throws(() => taughtLabelsOf('a/b/c\t-\t?\t-\na/b/c\t-\t?\t-'), /labelled twice/)
})

test('no answer to train with is one to judge or to tune with', () => {
  const taught = taughtLabels()
  const others = new Set(maintainerLabels().map(({ id }) => id))
  assert.equal(taught.length, 1311)
  assert.deepEqual(
    taught.filter(({ id }) => others.has(id)),
    [],
  )
})
