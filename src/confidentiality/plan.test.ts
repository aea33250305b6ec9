import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { everyone, planCells, type TeamNode } from './plan.ts'

const people = (counts: Record<string, number>): string[] =>
  Object.entries(counts).flatMap(([team, count]) => new Array<string>(count).fill(team))

const shown = (teams: TeamNode[], counts: Record<string, number>, k = 5): string[] =>
  planCells(teams, people(counts), k).groups.map((group) => group.team)

const flat: TeamNode[] = ['a', 'b', 'c'].map((id) => ({ id, parent: null }))

const cases: [string, TeamNode[], Record<string, number>, string[]][] = [
  ['teams of at least k are shown', flat, { a: 5, b: 7, c: 9 }, ['', 'a', 'b', 'c']],
  [
    'a small team is merged with the smallest sibling, and both are hidden',
    flat,
    { a: 5, b: 2, c: 9 },
    ['', 'c'],
  ],
  ['two small teams make a cell together', flat, { a: 3, b: 2, c: 9 }, ['', 'c']],
  ['fewer than k in all show nothing', flat, { a: 2, b: 1, c: 1 }, []],
  ['exactly k spread thinly show only everyone', flat, { a: 2, b: 2, c: 1 }, ['']],
  ['an empty team is not shown', flat, { a: 5, b: 0, c: 5 }, ['', 'a', 'c']],
  [
    'a hidden team rolls up into its parent',
    [
      { id: 'p', parent: null },
      { id: 'p1', parent: 'p' },
      { id: 'p2', parent: 'p' },
      { id: 'q', parent: null },
    ],
    { p1: 3, p2: 3, q: 6 },
    ['', 'p', 'q'],
  ],
  [
    'a remainder in a parent costs one child, not the parent',
    [
      { id: 'p', parent: null },
      { id: 'p1', parent: 'p' },
      { id: 'p2', parent: 'p' },
    ],
    { p: 1, p1: 5, p2: 8 },
    ['', 'p', 'p2'],
  ],
]

for (const [promise, teams, counts, expected] of cases) {
  test(`plan of cells: ${promise}`, () => assert.deepEqual(shown(teams, counts), expected))
}

const organisations = fc.record({
  parents: fc.array(fc.nat(), { maxLength: 15 }),
  homes: fc.array(fc.integer({ min: -1, max: 14 }), { maxLength: 120 }),
  k: fc.integer({ min: 2, max: 10 }),
})

const build = ({ parents, homes }: { parents: number[]; homes: number[] }) => {
  const teams = parents
    .map((at, index) => ({
      id: `t${String(index).padStart(2, '0')}`,
      parent: index === 0 ? null : [null, ...parents.keys()].slice(0, index + 1)[at % (index + 1)],
    }))
    .map((team) => ({
      id: team.id,
      parent: team.parent === null ? null : `t${String(team.parent).padStart(2, '0')}`,
    }))
  return { teams, people: homes.map((home) => teams[home]?.id ?? null) }
}

test('plan of cells: every cell holds k people, and every group is a union of whole cells', () => {
  fc.assert(
    fc.property(organisations, (organisation) => {
      const { teams, people } = build(organisation)
      const plan = planCells(teams, people, organisation.k)
      const sizes = new Map<number, number>()
      for (const cell of plan.cellOf) if (cell >= 0) sizes.set(cell, (sizes.get(cell) ?? 0) + 1)
      for (const size of sizes.values()) assert.ok(size >= organisation.k)
      const within = (home: string | null, team: string): boolean =>
        team === everyone ||
        home === team ||
        (home !== null && within(teams.find((t) => t.id === home)?.parent ?? null, team))
      for (const group of plan.groups) {
        const members = people.flatMap((home, person) => (within(home, group.team) ? [person] : []))
        const inCells = plan.cellOf.flatMap((cell, person) => (group.cells.includes(cell) ? [person] : []))
        assert.deepEqual(inCells, members, group.team)
      }
    }),
    { numRuns: 500 },
  )
})

test('plan of cells: the order of respondents changes nothing', () => {
  fc.assert(
    fc.property(organisations, (organisation) => {
      const { teams, people } = build(organisation)
      const sizesOf = (homes: (string | null)[]) => {
        const plan = planCells(teams, homes, organisation.k)
        return plan.groups.map((group) => [
          group.team,
          group.cells.map((cell) => plan.cellOf.filter((c) => c === cell).length),
        ])
      }
      assert.deepEqual(sizesOf(people.toReversed()), sizesOf(people))
    }),
    { numRuns: 200 },
  )
})
