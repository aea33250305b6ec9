/** How values of an attribute are merged into groups, and what anybody can compute from both partitions. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Question } from '../../contract/questions.ts'
import {
  type BreakdownError,
  breakdownError,
  type Crossing,
  type Group,
  groupFinder,
  groupsOf,
  mergeGroups,
} from './breakdown.ts'
import type { Policy } from './policy.ts'

const k = 5

const people = (count: number, cell: number, value: string | null): Crossing => ({
  cell: String(cell),
  value,
  count,
})

const merged = (all: readonly Crossing[], least = k): Group[] | null =>
  mergeGroups(groupsOf(all, least), all, least)

const named = (groups: Group[] | null): string[] | null =>
  groups?.map(({ values, others }) => [...values, ...(others ? ['…'] : [])].join('+')) ?? null

suite('groups of values', () => {
  const cases: [name: string, all: Crossing[], expected: string[] | null][] = [
    [
      'are the values themselves where every crossing has k people',
      [people(5, 0, 'b'), people(5, 0, 'a'), people(6, 1, 'a'), people(7, 1, 'b')],
      ['a', 'b'],
    ],
    ['may lie side by side', [people(5, 0, 'a'), people(5, 1, 'b')], ['a', 'b']],
    [
      'include people with a rarer value, or none, without naming it',
      [people(5, 0, 'a'), people(6, 0, 'b'), people(4, 0, 'c'), people(1, 0, null)],
      ['a', 'b', '…'],
    ],
    [
      'are merged with the smallest other where they are too small',
      [people(6, 0, 'a'), people(5, 0, 'b'), people(7, 0, 'c'), people(1, 0, null)],
      ['a', 'b+…', 'c'],
    ],
    [
      'are merged where a crossing is too small',
      [
        people(9, 0, 'a'),
        people(9, 1, 'a'),
        people(8, 0, 'b'),
        people(1, 1, 'b'),
        people(7, 0, 'c'),
        people(7, 1, 'c'),
      ],
      ['a', 'b+c'],
    ],
    ['are none where only one would be left', [people(9, 0, 'a'), people(4, 0, 'b')], null],
    ['are none without people', [], null],
  ]
  for (const [name, all, expected] of cases) test(name, () => assert.deepEqual(named(merged(all)), expected))

  test('are none where every team meets every value, but two people could be read off', () => {
    const crossings = [people(1, 0, 'x'), people(9, 0, 'y'), people(9, 1, 'x'), people(1, 1, 'y')]
    assert.equal(merged(crossings), null)
    const all = crossings.flatMap((one) => new Array<Crossing>(one.count).fill(one))
    // If they were shown: every count is about ten people, and a difference of two counts is about two.
    const gave = all.map((_, person) => (person === 0 ? 4 : person === 19 ? 2 : 1 + (person % 5)))
    const counts = (belongs: (one: Crossing) => boolean): number[] =>
      [1, 2, 3, 4, 5].map(
        (value) => gave.filter((one, person) => one === value && belongs(all[person])).length,
      )
    const team = counts((one) => one.cell === '0')
    const value = counts((one) => one.value === 'y')
    assert.deepEqual(
      team.map((count, index) => count - value[index]),
      [0, -1, 0, 1, 0],
      'the first answered 4, the last answered 2',
    )
  })

  test('are merged by the counted, and keep the names of those who were asked', () => {
    const groups = groupsOf([people(9, 0, 'a'), people(9, 0, 'b'), people(9, 0, 'c')], k)
    const counted = (a: number) =>
      mergeGroups(groups, [people(a, 0, 'a'), people(9, 0, 'b'), people(9, 0, 'c')], k)
    assert.deepEqual(named(counted(0)), ['a+b', 'c'])
    assert.deepEqual(named(counted(4)), ['a+b', 'c'])
    assert.deepEqual(named(counted(5)), ['a', 'b', 'c'])
  })

  test('stay apart where nobody of a crossing is counted: that is published as its rate', () => {
    const groups = groupsOf([people(9, 0, 'a'), people(9, 0, 'b'), people(9, 1, 'a'), people(9, 1, 'b')], k)
    const counted = [people(6, 0, 'a'), people(6, 0, 'b'), people(6, 1, 'a')]
    assert.deepEqual(named(mergeGroups(groups, counted, k)), ['a', 'b'])
  })
})

/** Deterministic, so that a failure can be repeated. */
function* randomly(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

function randomPeople(next: () => number): Crossing[] {
  const below = (most: number): number => Math.floor(next() * most)
  const [cells, values] = [1 + below(3), 2 + below(3)]
  return Array.from({ length: 4 + below(24) }, () =>
    people(1, below(cells), next() < 0.1 ? null : 'abcd'[below(values)]),
  )
}

const coefficients = [-2, -1, 0, 1, 2]

/** Every way of giving one of these to each of so many. */
const combinations = (count: number): number[][] =>
  count === 0 ? [[]] : combinations(count - 1).flatMap((rest) => coefficients.map((one) => [...rest, one]))

test('whatever is computed from both partitions weighs at least k people alike, in 3,000 random cases', () => {
  const random = randomly(7)
  const next = (): number => random.next().value
  let shown = 0
  for (let round = 0; round < 3_000; round++) {
    const least = 2 + (round % 2)
    const all = randomPeople(next)
    const groups = merged(all, least)
    if (groups === null) continue
    shown++
    const groupAt = groupFinder(groups)
    const crossings = Map.groupBy(all, ({ cell, value }) => `${cell} ${groupAt(value)}`)
    for (const inside of crossings.values()) assert.ok(inside.length >= least)
    if (round % 20 > 0) continue
    const cells = Math.max(...all.map(({ cell }) => Number(cell))) + 1
    const few: number[][] = combinations(groups.length).slice(0, 125)
    for (const a of combinations(cells)) {
      for (const b of few) {
        const weights = Map.groupBy(all, ({ cell, value }): number => a[Number(cell)] + b[groupAt(value)])
        for (const [weight, inside] of weights)
          assert.ok(inside.length >= least, `${inside.length} people weigh ${weight}`)
      }
    }
  }
  assert.ok(shown > 500, `${shown} were shown`)
})

test('groups do not depend on the order of people', () => {
  const random = randomly(11)
  const next = (): number => random.next().value
  for (let round = 0; round < 300; round++) {
    const all = randomPeople(next)
    const order = all.map((one) => ({ one, at: next() })).toSorted((a, b) => a.at - b.at)
    assert.deepEqual(
      merged(
        order.map(({ one }) => one),
        2,
      ),
      merged(all, 2),
    )
  }
})

suite('an impossible breakdown', () => {
  const policy = (breakdown: Policy['breakdown']): Policy => ({
    mode: 'anonymous',
    k_score: k,
    retention_days: null,
    k_comment: 10,
    k_rate: 5,
    audience: [],
    results_audience: 'everyone',
    results_readers: [],
    breakdown,
  })
  const scale: Question = { id: 'calm', type: 'scale', text: 'Calm?' }
  const text: Question = { id: 'why', type: 'text', text: 'Why?' }
  const teams = [
    { id: 'one', parent: null, name: 'Team one' },
    { id: 'two', parent: null, name: 'Team two' },
  ]
  const errorOf = (
    questions: Question[],
    rows: [string, string | null, number][],
    instead_of_teams = false,
  ): string | null => why(questions, rows, instead_of_teams)?.reason ?? null
  const why = (
    questions: Question[],
    rows: [string, string | null, number][],
    instead_of_teams = false,
  ): BreakdownError | null =>
    breakdownError(
      policy({ attribute: 'location', instead_of_teams }),
      questions,
      teams,
      rows.map(([team, value, count]) => ({ team, value, count })),
    )

  test('is explained to its author', () => {
    assert.equal(
      errorOf(
        [scale, text],
        [
          ['one', 'a', 5],
          ['one', 'b', 5],
          ['two', 'a', 5],
          ['two', 'b', 5],
        ],
      ),
      null,
    )
    assert.match(
      errorOf(
        [text],
        [
          ['one', 'a', 9],
          ['one', 'b', 9],
        ],
      ) ?? '',
      /no question here/,
    )
    assert.match(
      errorOf(
        [scale],
        [
          ['one', 'a', 9],
          ['two', 'b', 4],
          ['two', null, 9],
        ],
      ) ?? '',
      /Fewer than two values/,
    )
    assert.match(
      errorOf(
        [scale],
        [
          ['one', 'a', 9],
          ['one', 'b', 4],
          ['two', 'a', 4],
          ['two', 'b', 9],
        ],
      ) ?? '',
      /single people out: some teams have fewer than 5 people of a value.*instead of by team/,
    )
    const crossed: [string, string, number][] = [
      ['one', 'a', 9],
      ['one', 'b', 4],
      ['two', 'a', 4],
      ['two', 'b', 9],
    ]
    assert.equal(why([scale], crossed)?.where, '4 of the people asked in Team one have “b” as their location')
    assert.equal(
      errorOf(
        [scale],
        [
          ['one', 'a', 9],
          ['one', 'b', 4],
          ['two', 'a', 4],
          ['two', 'b', 9],
        ],
        true,
      ),
      null,
      'possible instead of teams',
    )
    const many = Array.from({ length: 101 }, (_, index): [string, string, number] => ['one', `v${index}`, 5])
    assert.match(errorOf([scale], many) ?? '', /more than 100 values/)
    assert.equal(breakdownError(policy(null), [text], [], []), null)
  })
})
