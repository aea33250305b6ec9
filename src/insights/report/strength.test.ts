import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question } from '../../../contract/questions.ts'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import type { Released } from '../../confidentiality/confidentiality.ts'
import { changesOf } from './change.ts'
import { strengthOf } from './strength.ts'

const questions = (['workload', 'tools', 'peers'] as const).map((driver): Question => ({
  id: driver,
  type: 'scale',
  text: driver,
  min: 1,
  max: 5,
  driver,
}))

type Counts = Record<string, number[]>

const released = (counts: Counts): Released<unknown>[] =>
  Object.entries(counts).map(([id, counts]) => ({
    measure: questionMeasure(id),
    teamId: everyone,
    n: counts.reduce((a, b) => a + b, 0),
    cells: [
      { n: 0, counts: Object.fromEntries(counts.map((count, at) => [at + 1, count])), sum: 0, comments: [] },
    ],
  }))

function strength(now: Counts, before: Counts = {}) {
  const figures = {
    questions,
    released: released(now),
    previous: released(before),
    teamNames: new Map(),
    seed: 's',
  }
  return strengthOf({
    figures,
    changes: changesOf(figures, [everyone]),
    at: { group: everyone, name: 'Everyone' },
  })
}

const good = { workload: [0, 1, 3, 9, 7], tools: [0, 0, 1, 6, 13], peers: [2, 5, 6, 5, 2] }

test('the most favourable driver is the strength where no difference is significant', () => {
  const found = strength(good, good)!
  assert.deepEqual([found.kind, found.subject, found.n], ['strength', 'tools', 20])
  assert.deepEqual(found.value, {
    driver: 'tools',
    favourable: { share: 0.95, from: 4, to: 5 },
    told: false,
    praised: null,
  })
  assert.ok(found.interval![0] > 0.5 && found.interval![1] <= 1)
})

test('a driver that is significantly better than last time comes first', () => {
  const found = strength(good, { ...good, workload: [6, 7, 5, 2, 0] })!
  assert.equal(found.subject, 'workload')
  assert.equal(found.statement, 'Workload is a strength (80% favourable): “workload”.')
  assert.equal(found.evidence.length, 1)
})

test('a driver that has fallen, or one that half do not favour, is not a strength', () => {
  assert.notEqual(strength(good, { ...good, tools: [0, 0, 0, 0, 20] })!.subject, 'tools')
  assert.equal(strength({ peers: good.peers }, { peers: good.peers }), null)
  assert.equal(strength({ tools: [0, 0, 0, 0, 4] }), null)
})
