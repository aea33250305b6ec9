/** How values of an attribute are merged into groups, and what anybody can compute from both partitions. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Question } from '../../contract/questions.ts'
import { breakdownError, cellFinder, type Division, type Place, planBreakdown } from './breakdown.ts'
import { planCells } from './plan.ts'
import { type Policy } from './policy.ts'

const k = 5

const people = (count: number, cell: number, value: string | null): Place[] =>
  new Array<Place>(count).fill({ cell, value })

const divide = (all: readonly Place[], least = k, asked = all): Division | null =>
  planBreakdown(all, least, asked)

const named = (division: Division | null): string[] | null =>
  division?.groups.map(({ values, others }) => [...values, ...(others ? ['…'] : [])].join('+')) ?? null

suite('groups of values', () => {
  const cases: [name: string, all: Place[], expected: string[] | null][] = [
    [
      'are the values themselves where every crossing has k people',
      [...people(5, 0, 'b'), ...people(5, 0, 'a'), ...people(6, 1, 'a'), ...people(7, 1, 'b')],
      ['a', 'b'],
    ],
    ['may lie side by side', [...people(5, 0, 'a'), ...people(5, 1, 'b')], ['a', 'b']],
    [
      'include people with a rarer value, or none, without naming it',
      [...people(5, 0, 'a'), ...people(6, 0, 'b'), ...people(4, 0, 'c'), ...people(1, 0, null)],
      ['a', 'b', '…'],
    ],
    [
      'are merged with the smallest other where they are too small',
      [...people(6, 0, 'a'), ...people(5, 0, 'b'), ...people(7, 0, 'c'), ...people(1, 0, null)],
      ['a', 'b+…', 'c'],
    ],
    [
      'are merged where a crossing is too small',
      [
        ...people(9, 0, 'a'),
        ...people(9, 1, 'a'),
        ...people(8, 0, 'b'),
        ...people(1, 1, 'b'),
        ...people(7, 0, 'c'),
        ...people(7, 1, 'c'),
      ],
      ['a', 'b+c'],
    ],
    ['are none where only one would be left', [...people(9, 0, 'a'), ...people(4, 0, 'b')], null],
    ['are none without people', [], null],
    ['leave out people in no cell', [...people(5, 0, 'a'), ...people(9, -1, 'b')], null],
  ]
  for (const [name, all, expected] of cases) test(name, () => assert.deepEqual(named(divide(all)), expected))

  test('are none where every team meets every value, but two people could be read off', () => {
    const [first, second] = [
      [...people(1, 0, 'x'), ...people(9, 0, 'y')],
      [...people(9, 1, 'x'), ...people(1, 1, 'y')],
    ]
    const all = [...first, ...second]
    assert.equal(divide(all), null)
    // If they were shown: every count is about ten people, and a difference of two counts is about two.
    const gave = all.map((_, person) => (person === 0 ? 4 : person === 19 ? 2 : 1 + (person % 5)))
    const counts = (belongs: (one: Place) => boolean): number[] =>
      [1, 2, 3, 4, 5].map(
        (value) => gave.filter((one, person) => one === value && belongs(all[person])).length,
      )
    const team = counts((one) => one.cell === 0)
    const value = counts((one) => one.value === 'y')
    assert.deepEqual(
      team.map((count, index) => count - value[index]),
      [0, -1, 0, 1, 0],
      'the first answered 4, the last answered 2',
    )
  })

  test('do not tell whether a few people who were asked have answered', () => {
    const all = [...people(8, 0, 'a'), ...people(8, 0, 'b'), ...people(8, 1, 'a')]
    assert.deepEqual(named(divide(all)), ['a', 'b'])
    // One more person was asked, of the second team and the second value: silent or not, the division is the same.
    const alone = people(1, 1, 'b')
    assert.equal(divide(all, k, [...all, ...alone]), null)
    assert.equal(divide([...all, ...alone], k, [...all, ...alone]), null)
  })

  test('are named by the people who were asked, not by those who answered', () => {
    const asked = [...people(9, 0, 'a'), ...people(9, 0, 'b'), ...people(9, 0, 'c')]
    const silent = (value: string) => asked.filter((one) => one.value !== value)
    assert.deepEqual(named(divide(silent('a'), k, asked)), ['a+b', 'c'])
    assert.deepEqual(named(divide([...silent('a'), ...people(4, 0, 'a')], k, asked)), ['a+b', 'c'])
  })
})

/** Deterministic, so that a failure can be repeated. */
function* randomly(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

function randomPeople(next: () => number): Place[] {
  const below = (most: number): number => Math.floor(next() * most)
  const [cells, values] = [1 + below(3), 2 + below(3)]
  return Array.from({ length: 4 + below(24) }, () => ({
    cell: below(cells),
    value: next() < 0.1 ? null : 'abcd'[below(values)],
  }))
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
    const division = divide(all, least)
    if (division === null) continue
    shown++
    const crossings = Map.groupBy(all.keys(), (person) => `${all[person].cell} ${division.groupOf[person]}`)
    for (const inside of crossings.values()) assert.ok(inside.length >= least)
    if (round % 20 > 0) continue
    const cells = Math.max(...all.map((one) => one.cell)) + 1
    const few: number[][] = combinations(division.groups.length).slice(0, 125)
    for (const a of combinations(cells)) {
      for (const b of few) {
        const weights = Map.groupBy(
          all.keys(),
          (person): number => a[all[person].cell] + b[division.groupOf[person]],
        )
        for (const [weight, inside] of weights)
          assert.ok(inside.length >= least, `${inside.length} people weigh ${weight}`)
      }
    }
  }
  assert.ok(shown > 500, `${shown} were shown`)
})

test('a division does not depend on the order of people', () => {
  const random = randomly(11)
  const next = (): number => random.next().value
  for (let round = 0; round < 300; round++) {
    const all = randomPeople(next)
    const division = divide(all, 2)
    const order = [...all.keys()].map((person) => ({ person, at: next() })).toSorted((a, b) => a.at - b.at)
    const other = divide(
      order.map(({ person }) => all[person]),
      2,
    )
    assert.deepEqual(other?.groups, division?.groups)
    assert.deepEqual(other?.groupOf ?? null, division && order.map(({ person }) => division.groupOf[person]))
  }
})

test('a person who did not answer belongs to the cell of the nearest shown team', () => {
  const teams = [
    { id: 'top', parent: null },
    { id: 'left', parent: 'top' },
    { id: 'right', parent: 'top' },
    { id: 'deep', parent: 'right' },
  ]
  const homes = [...new Array<string>(5).fill('left'), ...new Array<string>(6).fill('right'), 'deep']
  const plan = planCells(teams, homes, k)
  const cellAt = cellFinder(teams, plan)
  homes.forEach((home, person) => assert.equal(cellAt(home), plan.cellOf[person]))
  assert.equal(cellAt('unknown'), cellAt(null))
})

suite('an impossible breakdown', () => {
  const policy = (breakdown: Policy['breakdown']): Policy => ({
    mode: 'anonymous',
    k_score: k,
    k_comment: 10,
    k_rate: 5,
    audience: [],
    breakdown,
  })
  const scale: Question = { id: 'calm', type: 'scale', text: 'Calm?' }
  const text: Question = { id: 'why', type: 'text', text: 'Why?' }
  const teams = [
    { id: 'one', parent: null },
    { id: 'two', parent: null },
  ]
  const errorOf = (questions: Question[], rows: [string, string | null, number][]): string | null =>
    breakdownError(
      policy({ attribute: 'location' }),
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
      /single people out/,
    )
    const many = Array.from({ length: 101 }, (_, index): [string, string, number] => ['one', `v${index}`, 5])
    assert.match(errorOf([scale], many) ?? '', /more than 100 values/)
    assert.equal(breakdownError(policy(null), [text], [], []), null)
  })
})
