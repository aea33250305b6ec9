import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driverIds } from '../text/text.ts'
import { actions, actionsFor } from './action-catalogue.ts'
import { recommend, watched, type DriverSignal } from './recommend.ts'
import { wilson } from './statistics.ts'

type Scale = NonNullable<DriverSignal['scale']>
type Text = NonNullable<DriverSignal['text']>

const fallen: Scale = {
  n: 20,
  mean: 2.9,
  min: 1,
  max: 5,
  lowShare: 0.4,
  lowShareInterval: wilson(8, 20)!.interval,
  previous: { n: 20, mean: 3.9 },
  p: 0.004,
  pAdjusted: 0.03,
}
const complaints: Text = { n: 18, people: 9, negativePeople: 8, sentiment: -0.4, interval: [-0.6, -0.2] }
const signal = (driver: string, scale?: Partial<Scale>, text?: Partial<Text>): DriverSignal => ({
  driver,
  ...(scale && { scale: { ...fallen, ...scale } }),
  ...(text && { text: { ...complaints, ...text } }),
})

test('a sure fall with complaints gives an action with complete evidence', () => {
  const [first, ...others] = recommend([signal('workload', {}, {})])
  assert.equal(others.length, 0)
  assert.equal(first.confidence, 'high')
  assert.ok(actionsFor('workload').includes(first.action))
  assert.equal(first.alternatives.length, 2)
  assert.deepEqual(
    first.evidence.map(({ metric }) => metric),
    ['scale_mean', 'low_share', 'negative_share', 'sentiment', 'impact'],
  )
  assert.deepEqual(first.evidence[0], {
    metric: 'scale_mean',
    value: 2.9,
    interval: null,
    n: 20,
    comparison: { to: 'previous', value: 3.9 },
    p: 0.004,
    p_adjusted: 0.03,
    method: 'permutation',
  })
  assert.deepEqual(first.rule, { id: 'gap_impact_prevalence', version: '1', catalogue: '1' })
})

test('the priority is the product of the parts that are shown', () => {
  for (const { priority, parts } of recommend([signal('workload', {}, {}), signal('pay', { mean: 3.2 })])) {
    assert.equal(priority, parts.gap * parts.impact * parts.prevalence * parts.confidence)
  }
})

const noAction: [string, DriverSignal, string][] = [
  ['suppressed group', { ...signal('pay', {}, {}), suppressed: true }, 'suppressed'],
  ['four scores', signal('pay', { n: 4 }), 'too_few'],
  ['nine texts', signal('pay', undefined, { n: 9 }), 'too_few'],
  ['named by two', signal('pay', undefined, { people: 2, negativePeople: 2 }), 'too_few'],
  ['better than before', signal('pay', { mean: 4.4 }), 'not_worse'],
  ['a fall that may be chance', signal('pay', { p: 0.2, pAdjusted: 0.6 }), 'low_confidence'],
  ['nobody low', signal('pay', { lowShare: 0, lowShareInterval: [0, 0.16] }), 'not_worse'],
  [
    'mixed comments on what was not asked',
    signal('pay', undefined, { interval: [-0.3, 0.1], sentiment: -0.1 }),
    'low_confidence',
  ],
  ['nothing known', { driver: 'pay' }, 'too_few'],
  ['figures that are none', signal('pay', { mean: NaN, lowShareInterval: [NaN, NaN] }), 'not_worse'],
]
for (const [name, weak, reason] of noAction) {
  test(`no action: ${name}`, () => {
    assert.deepEqual(recommend([weak]), [])
    const [beside] = recommend([weak, signal('workload', {}, {})])
    assert.deepEqual(
      beside.why_not.map((each) => [each.driver, each.reason]),
      [['pay', reason]],
    )
  })
}

test('what looks worse and is not sure is watched', () => {
  assert.deepEqual(
    watched([
      signal('pay', { p: 0.2, pAdjusted: 0.6 }),
      signal('voice', {}, {}),
      signal('tools', { mean: 4.5 }),
    ]),
    ['pay'],
  )
})

const confidences: [string, DriverSignal, 'high' | 'medium'][] = [
  ['uncorrected p', signal('pay', { pAdjusted: 0.2 }), 'medium'],
  ['corrected p but one source', signal('pay', {}), 'medium'],
  ['corrected p, twice running', signal('pay', { repeated: true }), 'high'],
  ['corrected p and agreement of eleven', signal('pay', { n: 11 }, {}), 'medium'],
  ['two sources without p', signal('pay', { p: undefined, pAdjusted: undefined }, {}), 'medium'],
  ['clear complaints of many on what was not asked', signal('pay', undefined, {}), 'medium'],
]
for (const [name, given, confidence] of confidences) {
  test(`confidence ${confidence}: ${name}`, () => assert.equal(recommend([given])[0].confidence, confidence))
}

test('at most three, the most important first, in any order of the signals', () => {
  const signals = ['pay', 'voice', 'tools', 'growth', 'peers'].map((driver, i) =>
    signal(driver, { mean: 3.4 - i * 0.3 }, {}),
  )
  const recommended = recommend(signals)
  assert.deepEqual(
    recommended.map(({ driver }) => driver),
    ['peers', 'growth', 'tools'],
  )
  assert.deepEqual(recommended, recommend(signals.toReversed()))
  assert.deepEqual(
    recommended[0].why_not.map(({ reason }) => reason),
    ['beyond_three', 'beyond_three'],
  )
})

test('what goes with the outcome in the organisation weighs more', () => {
  const [first] = recommend([
    { ...signal('pay', {}, {}), impact: { correlation: 0.1, n: 300 } },
    { ...signal('voice', {}, {}), impact: { correlation: 0.6, n: 300 } },
  ])
  assert.equal(first.driver, 'voice')
})

test('the catalogue has three actions for each driver, small to large, complete', () => {
  for (const driver of driverIds)
    assert.deepEqual(
      actionsFor(driver).map(({ effort }) => effort),
      ['small', 'medium', 'large'],
    )
  assert.equal(actions.length, driverIds.length * 3)
  assert.equal(new Set(actions.map(({ id }) => id)).size, actions.length)
  for (const action of actions)
    assert.ok(
      Object.values(action).every((value) => value.length > 2),
      action.id,
    )
})
