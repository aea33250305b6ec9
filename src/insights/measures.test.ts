import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question } from '../../contract/questions.ts'
import { asksMeasure, driversMeasure, measuresFor, sentimentMeasure } from './measures.ts'
import { analyseTexts } from '../text/text.ts'

const question: Question = { id: 'why', type: 'text', text: 'What got in the way?' }
const [sentiment, drivers] = [sentimentMeasure('why'), driversMeasure].map((name) =>
  measuresFor([question]).find((measure) => measure.name === name)!,
)

test('a cell in which everyone feels alike has the same sentiment as one in which one person differs', () => {
  const alike = sentiment.figures(new Array(8).fill(-0.5))
  assert.deepEqual(sentiment.figures([...new Array(7).fill(-0.5), 0.9]), alike)
  assert.deepEqual(sentiment.figures([...new Array(7).fill(-0.5), -0.6]), alike)
  assert.notDeepEqual(sentiment.figures([...new Array(6).fill(-0.5), 0.9, 0.9]), alike)
})

test('a topic that everyone names has the same figures as one that everyone but one names, and so has its sentiment', () => {
  const named = (score: number) => new Map([['workload', score]])
  const figures = (negative: number, positive: number, silent: number): unknown =>
    drivers.figures([
      ...new Array(negative).fill(named(-0.5)),
      ...new Array(positive).fill(named(0.5)),
      ...new Array(silent).fill(new Map()),
    ])
  assert.deepEqual(figures(10, 0, 0), figures(9, 0, 1))
  assert.deepEqual(
    { ...(figures(9, 1, 0) as { topics: { workload: object } }).topics.workload, sum: 0, squares: 0 },
    { people: 9, negative: 8, sum: 0, squares: 0 },
  )
  assert.deepEqual(
    { ...(figures(4, 2, 4) as { topics: { workload: object } }).topics.workload },
    { people: 6, negative: 4, sum: -1, squares: 1.5 },
  )
})

test('in reply to other questions only what is asked for in so many words is a request', () => {
  const asked = (intent: 'improve' | 'open', text: string): unknown => {
    const measure = measuresFor([{ ...question, intent }]).find(({ name }) => name === asksMeasure)!
    const { answers } = analyseTexts([text])
    const record = { ...answers[0], asks: false, themes: [], said: new Map() }
    return measure.values([new Map([['why', record]])])[0]
  }
  const request = 'It would be great if we got new laptops'
  const statement = 'The laptops are from the last decade'
  assert.deepEqual(asked('open', request), new Set(['tools']))
  assert.deepEqual(asked('open', statement), new Set())
  assert.deepEqual(asked('improve', statement), new Set(['tools']))
})
