import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsFor, catalogueVersion } from './action-catalogue.ts'
import { recomputed } from './evidence.ts'
import { type DriverSignal, type Baseline, recommend, watched } from './recommend.ts'
import { corrections, meanOf, permutationTest, shareTest } from '../../statistics/statistics.ts'
import { histogramOf } from '../../statistics/inference.ts'

type Scale = NonNullable<DriverSignal['scale']>
type Text = NonNullable<DriverSignal['text']>

const scores = (...counts: number[]) =>
  histogramOf(counts.flatMap((count, at) => new Array<number>(count).fill(at + 1)))

const high = scores(0, 1, 3, 10, 6)
const low = scores(3, 6, 6, 4, 1)

const baselineOf = (
  to: Baseline['to'],
  other: Scale['values'],
  now: Scale['values'],
  tests = 8,
): Baseline => {
  const test = permutationTest(other, now, 1)!
  const [correction] = corrections([test.p, ...new Array<number>(tests - 1).fill(1)])
  return {
    to,
    value: meanOf(other),
    p: test.p,
    worse: test.lower,
    correction,
    method: `permutation (${test.method})`,
    made: { test: 'permutation', now, other, seed: 1 },
  }
}

const scale = (now = low, before = high, more: Partial<Scale> = {}): Scale => ({
  values: now,
  min: 1,
  max: 5,
  baselines: [baselineOf('previous', before, now)],
  polarity: 1,
  repeated: [],
  ...more,
})

const complaints: Text = {
  n: 18,
  people: 9,
  negativePeople: 8,
  isCounted: true,
  sum: -3.6,
  squares: 2,
  baselines: [],
  tone: null,
}

const shareBaseline = (now: [number, number], other: [number, number]): Baseline => {
  const [a, b] = [other, now].map(([successes, n]) => ({ successes, n }))
  const { p, upper, method } = shareTest(a, b)!
  const [correction] = corrections([p])
  return {
    to: 'previous',
    value: a.successes / a.n,
    p,
    worse: upper,
    correction,
    method,
    made: { test: 'share', now: b, other: a },
  }
}

const fallen: DriverSignal['concerns'] = [{ reason: 'movement', subject: 'q' }]
const asked: DriverSignal['concerns'] = [{ reason: 'requests', subject: 'q' }]

const signal = (driver: string, more: Partial<DriverSignal> = { scale: scale() }): DriverSignal => ({
  driver,
  concerns: fallen,
  ...more,
})
const unhappy = { scale: scale(), text: complaints }

test('a significant fall with complaints leads to an action with complete evidence', () => {
  const [first, ...others] = recommend([signal('workload', unhappy)])
  assert.equal(others.length, 0)
  assert.equal(first.confidence, 'high')
  assert.ok(actionsFor('workload').includes(first.action))
  assert.equal(first.alternatives.length, actionsFor('workload').length - 1)
  assert.deepEqual(
    first.evidence.map(({ metric }) => metric),
    ['scale_mean', 'low_share', 'negative_share', 'sentiment', 'impact'],
  )
  const [mean] = first.evidence
  assert.deepEqual(mean.comparison, { to: 'previous', value: meanOf(high) })
  assert.equal(mean.p, permutationTest(high, low, 1)!.p)
  assert.deepEqual(first.rule, { id: 'gap_impact_prevalence', version: '3', catalogue: catalogueVersion() })
})

test('priority, parts and confidence of an action can be computed from its evidence', () => {
  const recommended = recommend([
    signal('workload', unhappy),
    signal('pay', { scale: scale(scores(2, 5, 7, 5, 1)) }),
    signal('voice', { text: { ...complaints, baselines: [shareBaseline([8, 18], [1, 20])] } }),
    signal('tools', { suggestions: { n: 20, people: 12, baselines: [shareBaseline([12, 20], [2, 20])] } }),
  ])
  assert.equal(recommended.length, 3)
  for (const { evidence, priority, parts, confidence } of recommended) {
    const stored = JSON.parse(JSON.stringify(evidence))
    const again = recomputed(stored)!
    assert.deepEqual(again, { evidence: stored, parts, priority, confidence })
    assert.equal(priority, parts.gap * parts.impact * parts.prevalence * parts.confidence)
  }
})

test('changed evidence gives another priority', () => {
  const [{ evidence, priority }] = recommend([signal('workload', unhappy)])
  const other = structuredClone(evidence)
  if (other[0].metric === 'scale_mean') other[0].made.values = high
  assert.notEqual(recomputed(other)!.priority, priority)
})

const smallFall = scale(scores(0, 2, 5, 8, 5))
const noAction: [string, DriverSignal, string][] = [
  ['suppressed group', { ...signal('pay', unhappy), suppressed: true }, 'suppressed'],
  ['four scores', signal('pay', { scale: scale(scores(2, 1, 1, 0, 0)) }), 'too_few'],
  ['nine texts', signal('pay', { text: { ...complaints, n: 9 } }), 'too_few'],
  ['named by two', signal('pay', { text: { ...complaints, people: 2, negativePeople: 2 } }), 'too_few'],
  ['better than before', signal('pay', { scale: scale(high, low) }), 'not_worse'],
  ['a fall that may be chance', signal('pay', { scale: smallFall }), 'low_confidence'],
  [
    'mixed comments on what was not asked',
    signal('pay', { text: { ...complaints, negativePeople: 5, sum: -0.4 } }),
    'low_confidence',
  ],
  ['nothing known', { driver: 'pay', concerns: fallen }, 'too_few'],
  ['a fall that the report does not tell', signal('pay', { ...unhappy, concerns: [] }), 'may_be_chance'],
]
for (const [name, weak, reason] of noAction) {
  test(`no action: ${name}`, () => {
    assert.deepEqual(recommend([weak]), [])
    const [beside] = recommend([weak, signal('workload', unhappy)])
    assert.deepEqual(
      beside.rejected_reasons.map((each) => [each.driver, each.reason]),
      [['pay', reason]],
    )
  })
}

test('a figure that looks worse without a clear difference is watched', () => {
  assert.deepEqual(watched([signal('pay', { ...unhappy, concerns: [] }), signal('workload', unhappy)]), [
    'pay',
  ])
})

test('a fall by a point counts even where nobody scores low', () => {
  const [found] = recommend([signal('pay', { scale: scale(scores(0, 0, 4, 14, 2), scores(0, 0, 0, 4, 16)) })])
  assert.equal(found.driver, 'pay')
})

test('suggestions count, however politely they are worded', () => {
  const suggestions = { n: 20, people: 12, baselines: [shareBaseline([12, 20], [2, 20])] }
  const [found] = recommend([signal('tools', { suggestions })])
  assert.equal(found.driver, 'tools')
  assert.ok(found.evidence.some(({ metric }) => metric === 'suggestion_share'))
})

test('requests of enough people are an action by themselves', () => {
  const suggestions = { n: 20, people: 12, baselines: [] }
  const [found] = recommend([signal('tools', { suggestions, concerns: asked })])
  assert.equal(found.confidence, 'medium')
  const [piece] = found.evidence
  assert.deepEqual(piece.comparison, { to: 'minimum', value: 0.1 })
  assert.deepEqual(recomputed(found.evidence)?.priority, found.priority)
  assert.deepEqual(recommend([signal('tools', { suggestions })]), [])
})

test('high values of a question that asks for bad news are bad', () => {
  const bad = { ...scale(high, low), polarity: -1 as const }
  const worse = { ...bad, baselines: bad.baselines.map((one) => ({ ...one, worse: 1 - one.worse })) }
  const [found] = recommend([signal('workload', { scale: worse })])
  assert.ok(found.parts.gap > 0.5)
  assert.deepEqual(recomputed(found.evidence)?.evidence, found.evidence)
  assert.equal(found.evidence.find(({ metric }) => metric === 'low_share')?.value, 16 / 20)
  assert.deepEqual(recommend([signal('workload', { scale: { ...worse, polarity: 1 } })]), [])
})

test('an action fits what people name, and actions that were tried come last', () => {
  const first = (more: Partial<DriverSignal>) => recommend([signal('tools', { ...unhappy, ...more })])[0]
  const ids = (found: ReturnType<typeof first>) => [found.action, ...found.alternatives].map(({ id }) => id)
  assert.equal(ids(first({ topics: ['systems'] }))[0], 'tools.worst_tool')
  assert.equal(ids(first({ topics: ['software', 'hardware'] }))[0], 'tools.setup_hour')
  const tried = ids(first({}))[0]
  assert.notEqual(ids(first({ tried: [tried] }))[0], tried)
  assert.equal(ids(first({ tried: [tried] })).at(-1), tried)
  assert.deepEqual(first({ named: { phrase: 'laptops that crash', people: 31 } }).named, {
    phrase: 'laptops that crash',
    people: 31,
  })
})

const confidences: [string, Partial<DriverSignal>, 'high' | 'medium'][] = [
  [
    'p only before correction',
    { scale: scale(low, high, { baselines: [baselineOf('previous', high, low, 900)] }) },
    'medium',
  ],
  ['corrected p but one source', { scale: scale() }, 'medium'],
  [
    'corrected p, below the others twice running',
    {
      scale: scale(low, high, {
        baselines: [baselineOf('organisation', high, low)],
        repeated: ['organisation'],
      }),
    },
    'high',
  ],
  ['corrected p and agreement of twenty', unhappy, 'high'],
  [
    'corrected p and agreement of eleven',
    { scale: scale(scores(5, 4, 2, 0, 0), scores(0, 0, 1, 5, 5)), text: complaints },
    'medium',
  ],
  [
    'two sources without p',
    { scale: scale(scores(5, 8, 5, 2, 0), high, { baselines: [] }), text: complaints },
    'medium',
  ],
  ['clear complaints of many on what was not asked', { text: complaints }, 'medium'],
]
for (const [name, given, confidence] of confidences) {
  test(`confidence ${confidence}: ${name}`, () =>
    assert.equal(recommend([signal('pay', given)])[0]?.confidence, confidence))
}

test('at most three, the most important first, in any order of the signals', () => {
  const falls = [
    scores(2, 6, 7, 4, 1),
    scores(3, 7, 6, 3, 1),
    scores(5, 8, 5, 2, 0),
    scores(8, 8, 3, 1, 0),
    scores(14, 5, 1, 0, 0),
  ]
  const signals = ['pay', 'voice', 'tools', 'growth', 'peers'].map((driver, i) =>
    signal(driver, { scale: scale(falls[i]), text: complaints }),
  )
  const recommended = recommend(signals)
  assert.deepEqual(
    recommended.map(({ driver }) => driver),
    ['peers', 'growth', 'tools'],
  )
  assert.deepEqual(recommended, recommend(signals.toReversed()))
  assert.deepEqual(
    recommended[0].rejected_reasons.map(({ reason }) => reason),
    ['beyond_three', 'beyond_three'],
  )
})

test('a driver that correlates with the outcome in the organisation weighs more', () => {
  const [first] = recommend([
    signal('pay', { ...unhappy, impact: { correlation: 0.1, n: 300 } }),
    signal('voice', { ...unhappy, impact: { correlation: 0.6, n: 300 } }),
  ])
  assert.equal(first.driver, 'voice')
})
