import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyseSentiment, sentimentScore } from './sentiment.ts'
import { readByRules } from './sentiment-by-rules.ts'

const good = [
  'no problem with the tools',
  'No problems with the tools',
  'No issues at all',
  'I have no real concerns',
  'There are no problems or complaints',
  'The release is not bad',
  'I am happy with my team',
  'The new office is great 😊',
  'We never had a better lead than now, she is wonderful',
  'without doubt the best group I worked with',
  'The build is fast and reliable now',
  'The handover went smoothly',
]
const bad = [
  'I am not happy here',
  'No help from anybody',
  'no longer happy with the schedule',
  'The build is horribly slow and annoying',
  'NOT GOOD',
  'the least helpful process',
  'Great ideas, but the rollout was a terrible mess',
  'We are understaffed and the tools are slow',
  'Too many meetings',
  'I copy bookings by hand between outdated systems',
  'My effort is taken for granted',
  'My workload is far too high',
]
const neutral = ['We meet on Tuesdays', 'The report has four pages', 'constructor __proto__ toString']

for (const text of good) test(`rated good: ${text}`, () => assert.ok(sentimentScore(text) > 0.05))
for (const text of bad) test(`rated bad: ${text}`, () => assert.ok(sentimentScore(text) < -0.05))
for (const text of neutral)
  test(`rated neither: ${text}`, () => assert.ok(Math.abs(sentimentScore(text)) <= 0.05))

const stronger: [string, string][] = [
  ['the lead is very kind', 'the lead is kind'],
  ['the lead is kind!!!', 'the lead is kind'],
  ['the lead is KIND', 'the lead is kind'],
  ['the lead is kind', 'the lead is somewhat kind'],
  ['it was slow but it is good', 'it is good but it was awful'],
]
for (const [more, less] of stronger) {
  test(`"${more}" is rated above "${less}"`, () => assert.ok(sentimentScore(more) > sentimentScore(less)))
}

test('a negation does not cross the end of a sentence', () => {
  assert.ok(sentimentScore('I could not. Good people here') > 0)
  assert.ok(sentimentScore('No, it is good') > sentimentScore('no good'))
})

test('the rules give the published figure for a plain sentence', () => {
  // "good" 1.9, alone: 1.9 / sqrt(1.9^2 + 15); the paper's normalisation.
  assert.equal(readByRules('good').score.toFixed(4), '0.4404')
})

const excess: [string, boolean][] = [
  ['The price is too high', true],
  ['far too high', true],
  ['me too', false],
  ['I like it too, really', false],
  ['too', false],
]
for (const [text, bad] of excess)
  test(`${bad ? 'a complaint of excess' : 'no complaint of excess'}: “${text}”`, () =>
    assert.equal(readByRules(text).bad > 0, bad))

test('unknown words have the score 0, and plain sentences a score near 0', () => {
  for (const text of ['Kubernetes', 'Prometheus, Envoy', 'xyzzy plugh', '', '42', '\u{1f9f7}'])
    assert.equal(sentimentScore(text), 0)
  const plain = [
    'We meet on Tuesdays',
    'I joined two years ago',
    'The release is on Friday',
    'We use Jira for tickets',
    'I commute by train',
    'We moved to the third floor last month',
    'I am a software engineer',
    'It depends on the project',
  ].map((text) => sentimentScore(text))
  for (const score of plain) assert.ok(Math.abs(score) < 0.15, String(score))
  assert.ok(Math.abs(plain.reduce((sum, score) => sum + score, 0) / plain.length) < 0.05)
})

test('unknown words beside known ones make a score weaker, not stronger', () => {
  const known = sentimentScore('The plan is boring')
  const among = sentimentScore('The plan is boring zyx wvut srqp onml kjih gfed')
  assert.ok(known < among && among < 0)
})

test('the score of an answer of one clause is that of the clause', () => {
  for (const text of ['  Great team. ', 'Too many meetings', 'Slow,']) {
    const { score, clauses } = analyseSentiment(text)
    assert.equal(clauses.length, 1)
    assert.ok(Math.abs(clauses[0].score - (score ?? NaN)) < 0.02)
  }
})

test('each clause has its own sentiment', () => {
  const { score, clauses } = analyseSentiment('The pay is great, but the meetings are a horrible waste.')
  assert.deepEqual(
    clauses.map(({ text }) => text),
    ['The pay is great', 'but the meetings are a horrible waste.'],
  )
  assert.ok(clauses[0].score > 0.3 && clauses[1].score < -0.3)
  assert.ok(score !== null && score < 0)
})

test('an answer that cannot be rated has a reason instead of a score', () => {
  assert.deepEqual(analyseSentiment('n/a'), { score: null, reason: 'empty', clauses: [] })
  assert.equal(analyseSentiment('Die Arbeit ist gut und das Team ist nett').reason, 'unsupported_language')
})
