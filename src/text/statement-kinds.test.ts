import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf, proportionalMax } from '../../test/support/cpu.ts'
import { analyseSentiment } from './sentiment.ts'
import { statementKind } from './statement-kinds.ts'

const kindsOf = (text: string) => analyseSentiment(text).clauses.map(({ kind }) => kind)

const positive = [
  'No needs at this time',
  'No complaints from my side so far',
  'I can\u2019t think of anything negative',
  'I cannot think of anything I would change about my team',
  'There is nothing to complain about',
  'Nothing is wrong with how we plan',
  "I couldn't ask for a better lead",
  "We wouldn't change a thing",
  'No reason to complain',
]
for (const text of positive)
  test(`good news in words of trouble: ${text}`, () => {
    const { score } = analyseSentiment(text)
    assert.deepEqual(kindsOf(text), ['nothing_wrong'])
    assert.ok(score !== null && score >= 0.05 && score <= 0.4, String(score))
  })

const negative: [string, string][] = [
  ['We used to have great meetings', 'lost'],
  ['It used to be a wonderful place to learn', 'lost'],
  ['We really miss the friendly lunches we had', 'lost'],
  ['The great mentoring has been taken away', 'lost'],
  ['The handover was excellent until the spring', 'lost'],
  ['The help I did not get', 'missed'],
  ['The promised recognition never came', 'missed'],
  ['Good onboarding was not provided', 'missed'],
]
for (const [text, kind] of negative)
  test(`a good thing that is not there (${kind}): ${text}`, () => {
    assert.deepEqual(kindsOf(text), [kind])
    assert.ok(analyseSentiment(text).score! <= -0.05)
  })

const wishes = [
  'It would be great if the build were faster',
  'I would love more training',
  'Our lead would be great if she listened',
  'We hope that the new office gets better',
  'Needs better documentation',
  'Better tools',
  'Reviews could be more helpful',
]
for (const text of wishes)
  test(`a wish is no praise: ${text}`, () => {
    assert.deepEqual(kindsOf(text), ['wish'])
    assert.ok(Math.abs(analyseSentiment(text).score!) < 0.05)
  })

const plain: [string, number][] = [
  ['The tools used to build releases are excellent', 1],
  ['I am used to great support here', 1],
  ['Better than last year', 1],
  ['I would like to thank my manager', 1],
  ['I did not have to ask for help, great people', 1],
  ['Great team', 1],
  ['It used to be terrible', -1],
  ['No improvements since May', -1],
  ['no longer a friendly place', -1],
]
for (const [text, sign] of plain)
  test(`meant as it is worded: ${text}`, () => {
    assert.deepEqual(kindsOf(text), [null])
    assert.equal(Math.sign(analyseSentiment(text).score!), sign)
  })

test('each clause is of its own kind, and the answer follows its clauses', () => {
  const { score, clauses } = analyseSentiment('The pay is great, but we used to have wonderful colleagues')
  assert.deepEqual(
    clauses.map(({ kind }) => kind),
    [null, 'lost'],
  )
  assert.ok(clauses[0].score > 0 && clauses[1].score < 0)
  assert.ok(score !== null && score < 0.3)
})

test('a clause that never ends takes no longer than its beginning', () => {
  for (const unit of ['used to ', 'no need ', 'would be ', 'not any '])
    assert.ok(growthOf((times) => statementKind(unit.repeat(times), 0.5), 300) < proportionalMax, unit)
})
