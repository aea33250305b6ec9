import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Change } from './difference.ts'
import type { Question } from '../../../contract/questions.ts'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import type { Released } from '../../confidentiality/confidentiality.ts'
import { changeKey, changesOf, isSignificant } from './change.ts'
import { isLevel } from './difference.ts'
import { topicKey } from './shares.ts'
import { pOf } from '../recommend/evidence.ts'
import type { Figures } from '../finding.ts'
import { driversMeasure } from '../measures.ts'

const scale: Question = { id: 'load', type: 'scale', text: 'Load', min: 1, max: 5, driver: 'workload' }
const enps: Question = { id: 'recommend', type: 'enps', text: 'Recommend' }

const cell = (values: readonly number[]) => ({
  n: values.length,
  counts: Object.fromEntries(
    [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
  ),
  sum: 0,
  comments: [],
})

const figure = (id: string, teamId: string, ...cells: number[][]): Released<unknown> => ({
  measure: questionMeasure(id),
  teamId,
  n: cells.flat().length,
  cells: cells.map(cell),
})

const named = (teamId: string, n: number, people: number, negative = people): Released<unknown> => ({
  measure: driversMeasure,
  teamId,
  n,
  cells: [
    {
      n,
      topics: people > 0 ? { workload: { people, negative, sum: -people / 2, squares: people / 4 } } : {},
    },
  ],
})

const figures = (more: Partial<Figures>): Figures => ({
  questions: [scale],
  released: [],
  previous: [],
  teamNames: new Map(),
  seed: 'test',
  ...more,
})

const many = (...values: number[]): number[] =>
  Array.from({ length: 15 }, (_, at) => values[at % values.length])
const [good, bad] = [many(4, 5, 4, 3), many(2, 1, 2, 3)]

const of = (given: Figures, group: string, subject: string, groups = [group]): readonly Change[] =>
  (changesOf(given, groups).get(changeKey(group, subject)) ?? []).filter((change) => !isLevel(change))

suite('changes', () => {
  test('compare a group with last time, the team above and all others, and can be computed again from their inputs', () => {
    const now = [
      figure('load', everyone, bad, good, good),
      figure('load', 'above', bad, good),
      figure('load', 'team', bad),
    ]
    const found = of(
      figures({
        released: now,
        previous: [figure('load', 'team', good)],
        parents: new Map([
          ['team', 'above'],
          ['above', null],
        ]),
      }),
      'team',
      'load',
      [everyone, 'above', 'team'],
    )
    assert.deepEqual(
      found.map(({ against, n }) => [against, n]),
      [
        ['previous', 15],
        ['parent', 15],
        ['organisation', 30],
      ],
    )
    for (const change of found) {
      assert.ok(isSignificant(change) && change.difference < 0 && change.lower < change.upper)
      assert.equal(pOf(change.made), change.p)
    }
    assert.deepEqual(
      found.map(({ mean }) => mean.toFixed(2)),
      ['4.07', '4.07', '4.07'],
    )
  })

  test('are corrected over all tests of the report', () => {
    const questions = Array.from({ length: 20 }, (_, at): Question => ({ ...scale, id: `q${at}` }))
    const slightly = many(4, 5, 4, 3, 2, 4)
    const released = questions.map(({ id }, at) =>
      figure(id, everyone, at === 0 ? many(3, 4, 2, 3, 4) : slightly),
    )
    const previous = questions.map(({ id }) => figure(id, everyone, slightly))
    const [alone] = of(figures({ questions: [questions[0]], released, previous }), everyone, 'q0')
    const [among] = of(figures({ questions, released, previous }), everyone, 'q0')
    assert.equal(among.p, alone.p)
    assert.ok(among.pAdjusted > alone.pAdjusted)
    assert.equal(among.correction.tests, 20)
  })

  test('of eNPS are tested on promoters and detractors', () => {
    const released = [figure('recommend', everyone, many(9, 10, 9, 8))]
    const previous = [figure('recommend', everyone, many(5, 6, 3, 8))]
    const [change] = of(figures({ questions: [enps], released, previous }), everyone, 'recommend')
    assert.deepEqual(
      [change.metric, change.mean < 0, change.own > 0, isSignificant(change)],
      ['enps', true, true, true],
    )
  })

  test('of the same people replace those of two groups', () => {
    const comparisons = { paired: [{ team_id: everyone, question_id: 'load', p: 0.02 }], impacts: [] }
    const released = [figure('load', everyone, many(3, 4, 3))]
    const previous = [figure('load', everyone, many(4, 4, 3))]
    const [apart] = of(figures({ released, previous }), everyone, 'load')
    const [change] = of(figures({ released, previous, comparisons }), everyone, 'load')
    assert.ok(apart.p > 0.05)
    assert.deepEqual([change.p, change.lower, change.upper], [0.02, 0.01, 0.99])
    assert.match(change.method, /^paired/)
  })

  test('are not made with fewer than five answers', () => {
    const few = [figure('load', everyone, [1, 1, 1, 1])]
    assert.deepEqual(
      of(figures({ released: [figure('load', everyone, good)], previous: few }), everyone, 'load'),
      [],
    )
  })

  test('of teams within a question that moved for everyone are corrected over these teams alone', () => {
    const questions = Array.from({ length: 12 }, (_, at): Question => ({ ...scale, id: `q${at}` }))
    const teams = ['a', 'b', 'c', 'd']
    const [then, now] = [many(4, 5, 4, 3, 2), many(3, 4, 3, 2, 2)]
    const released = (id: string, values: number[]) => [
      figure(id, everyone, ...teams.map(() => values)),
      ...teams.map((team) => figure(id, team, values)),
    ]
    const given = figures({
      questions,
      released: questions.flatMap(({ id }) => released(id, id === 'q0' ? now : then)),
      previous: questions.flatMap(({ id }) => released(id, then)),
    })
    const [all] = of(given, everyone, 'q0', [everyone, ...teams])
    const [team] = of(given, 'a', 'q0', [everyone, ...teams])
    assert.ok(isSignificant(all))
    assert.deepEqual([team.correction.tests, team.correction.share], [4, 1])
    const [still] = of(given, 'a', 'q1', [everyone, ...teams])
    assert.ok(still.correction.tests > 40)
  })

  test('that go one way over four instances are a trend', () => {
    const steps = [many(5, 4, 5), many(4, 4, 5), many(3, 4, 3), many(2, 3, 2)]
    const released = [figure('load', everyone, steps[3])]
    const history = steps
      .slice(0, 3)
      .map((values, at) => ({ at, released: [figure('load', everyone, values)] }))
    const found = of(figures({ released, previous: history[2].released, history }), everyone, 'load')
    assert.deepEqual(
      found.map(({ against }) => against),
      ['previous', 'trend'],
    )
    assert.ok(found.every(isSignificant) && found[1].difference < 0)
  })

  suite('of shares of people who name a driver', () => {
    const against = (now: [number, number], before: [number, number]) =>
      of(
        figures({
          questions: [],
          released: [named(everyone, ...now)],
          previous: [named(everyone, ...before)],
        }),
        everyone,
        topicKey('workload'),
      )

    test('carry an interval of the difference', () => {
      const [change] = against([30, 18], [30, 4])
      assert.deepEqual([change.metric, isSignificant(change)], ['share', true])
      assert.ok(change.interval![0] > 0 && change.interval![1] < 1)
      assert.equal(pOf(change.made), change.p)
    })

    test('take two where fewer than three named it, whatever the count was', () => {
      const [none, one, two] = [0, 1, 2].map((count) => against([30, 12], [30, count]))
      assert.deepEqual(none, one)
      assert.deepEqual(one, two)
      assert.match(two[0].method, /at most 2/)
      assert.deepEqual(against([40, 3], [10, 1]), [], 'a count below three never shows a fall')
    })

    test('leave out a driver that fewer than three name now, and groups in which few wrote', () => {
      assert.deepEqual(against([30, 2], [30, 10]), [])
      assert.deepEqual(against([30, 12], [9, 3]), [])
    })
  })
})
