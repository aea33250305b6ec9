/** The plan of cells held against its rule, and against every possible choice in small organisations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../test/support/cpu.ts'
import fc from 'fast-check'
import { everyone, type TeamNode } from './division.ts'
import { type Conditions, planCells, shownTree } from './plan.ts'

const people = (counts: Record<string, number>): string[] =>
  Object.entries(counts).flatMap(([team, count]) => new Array<string>(count).fill(team))

const shownTeams = (teams: TeamNode[], counts: Record<string, number>, k = 5): string[] =>
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
  ['fewer than k people in all show nothing', flat, { a: 2, b: 1, c: 1 }, []],
  ['exactly k people spread thinly show only everyone', flat, { a: 2, b: 2, c: 1 }, ['']],
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

const tree = (parents: Record<string, string | null>): TeamNode[] =>
  Object.entries(parents).map(([id, parent]) => ({ id, parent }))

cases.push(
  [
    'of two teams that cannot both be shown, the one with more people is',
    tree({ a: null, b: null, c: null }),
    { a: 6, b: 7, c: 2 },
    ['', 'b'],
  ],
  [
    'of two equal teams the first by id is shown',
    tree({ b: null, a: null, c: null }),
    { a: 6, b: 6, c: 2 },
    ['', 'a'],
  ],
  [
    'two children are more than their parent',
    tree({ p: null, a: 'p', b: 'p', q: null }),
    { p: 2, a: 5, b: 5, q: 3 },
    ['', 'a', 'b'],
  ],
  [
    'a team and the only one below it that has people are both shown',
    tree({ p: null, a: 'p', b: 'p' }),
    { p: 0, a: 5, b: 0 },
    ['', 'a', 'p'],
  ],
)

for (const [promise, teams, counts, expected] of cases) {
  test(`plan of cells: ${promise}`, () => assert.deepEqual(shownTeams(teams, counts), expected))
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

const smallOrganisations = fc.record({
  parents: fc.array(fc.nat(), { maxLength: 8 }),
  homes: fc.array(fc.integer({ min: -1, max: 7 }), { maxLength: 24 }),
  silent: fc.array(fc.integer({ min: -1, max: 7 }), { maxLength: 3 }),
  k: fc.integer({ min: 2, max: 5 }),
})

/** Every choice of teams, held against the rule as it is written, and the best by comparing them one by one. */
function bestOfAll(
  teams: TeamNode[],
  homes: (string | null)[],
  k: number,
  { asked = [], required = new Set() }: Conditions = {},
): string[] {
  if (homes.length < k) return []
  const parentOf = new Map(teams.map((team) => [team.id, team.parent]))
  const chain = (home: string | null): string[] =>
    home === null ? [] : [home, ...chain(parentOf.get(home) ?? null)]
  const peopleIn = (team: string): number => homes.filter((home) => chain(home).includes(team)).length
  const atomOf = (home: string | null, choice: ReadonlySet<string>): string =>
    chain(home).find((team) => choice.has(team)) ?? everyone
  const allowed = (choice: ReadonlySet<string>): boolean => {
    const atoms = new Map<string, number>()
    for (const home of asked) atoms.set(atomOf(home, choice), 0)
    for (const home of homes) {
      const atom = atomOf(home, choice)
      atoms.set(atom, (atoms.get(atom) ?? 0) + 1)
    }
    return [...atoms.values()].every((count) => count >= k) && [...required].every((team) => choice.has(team))
  }
  const sum = (choice: readonly string[], of: (team: string) => number): number =>
    choice.reduce((all, team) => all + of(team), 0)
  const isBetter = (a: string[], b: string[]): boolean => {
    const [people, depths] = [
      sum(a, peopleIn) - sum(b, peopleIn),
      sum(b, (team) => chain(team).length) - sum(a, (team) => chain(team).length),
    ]
    const first = [...a, ...b].toSorted().find((team) => a.includes(team) !== b.includes(team))
    return (
      (a.length - b.length || people || depths || (first !== undefined && a.includes(first) ? 1 : -1)) > 0
    )
  }
  const ids = teams.map((team) => team.id).filter((team) => peopleIn(team) > 0)
  let best: string[] | undefined
  for (let bits = 0; bits < 2 ** ids.length; bits++) {
    const choice = ids.filter((_id, at) => bits & (1 << at))
    if (allowed(new Set(choice)) && (best === undefined || isBetter(choice, best))) best = choice
  }
  return best === undefined ? [] : [everyone, ...best.toSorted()]
}

const groupsOf = (teams: TeamNode[], homes: (string | null)[], k: number, frame?: Conditions): string[] =>
  planCells(teams, homes, k, frame).groups.map((group) => group.team)

test('plan of cells: it is the best of all allowed choices, whoever was asked', () => {
  fc.assert(
    fc.property(smallOrganisations, ({ silent, ...organisation }) => {
      const { teams, people } = build(organisation)
      const { k } = organisation
      assert.deepEqual(groupsOf(teams, people, k), bestOfAll(teams, people, k))
      const asked = build({ ...organisation, homes: [...organisation.homes, ...silent] }).people
      assert.deepEqual(groupsOf(teams, people, k, { asked }), bestOfAll(teams, people, k, { asked }))
    }),
    { numRuns: 4000 },
  )
})

test('plan of cells: a plan that must show the teams of another is the best of those, and cuts no cell of it', () => {
  fc.assert(
    fc.property(smallOrganisations, ({ silent, ...organisation }) => {
      const { teams, people } = build(organisation)
      const asked = build({ ...organisation, homes: [...organisation.homes, ...silent] }).people
      const { k } = organisation
      const base = planCells(teams, people, k, { asked })
      const required = new Set(base.groups.map((group) => group.team).filter((team) => team !== everyone))
      const finer = planCells(teams, asked, k, { required })
      assert.deepEqual(
        finer.groups.map((group) => group.team),
        bestOfAll(teams, asked, k, { required }),
      )
      const above = new Map<number, number>()
      for (const [person, cell] of base.cellOf.entries()) {
        const own = finer.cellOf[person]
        if (cell >= 0) assert.equal(above.get(own) ?? cell, cell)
        above.set(own, cell)
      }
    }),
    { numRuns: 1000 },
  )
})

test('plan of cells: a plan inside another is made of whole cells of it, whoever answers', () => {
  fc.assert(
    fc.property(smallOrganisations, fc.array(fc.boolean()), fc.nat(4), (organisation, answers, more) => {
      const { teams, people } = build(organisation)
      const base = planCells(teams, people, organisation.k)
      const inside = shownTree(teams, new Set(base.groups.map((group) => group.team)))
      const nodes = people.map((home) => inside.nodeOf(home))
      if (base.nodes.length > 0)
        assert.deepEqual(
          nodes,
          base.cellOf.map((cell) => base.nodes[cell] || null),
        )
      const respondents = nodes.flatMap((node, person) =>
        (answers[person] ?? true) ? [{ node, person }] : [],
      )
      const plan = planCells(
        inside.teams,
        respondents.map(({ node }) => node),
        organisation.k + more,
        { asked: nodes },
      )
      const cellAt = new Map<number, number>()
      for (const [at, { person }] of respondents.entries()) {
        const cell = base.cellOf[person]
        assert.equal(cellAt.get(cell) ?? plan.cellOf[at], plan.cellOf[at])
        cellAt.set(cell, plan.cellOf[at])
      }
      const shownBelow = new Set(base.groups.map((group) => group.team))
      for (const { team } of plan.groups) assert.ok(team === everyone || shownBelow.has(team))
    }),
    { numRuns: 2000 },
  )
})

test('plan of cells: the silence of a few is hidden, even where all other atoms are large enough', () => {
  const teams = tree({ p: null, a: 'p', b: 'p', q: null })
  const homes = people({ a: 8, q: 8 })
  assert.deepEqual(groupsOf(teams, homes, 5), ['', 'a', 'p', 'q'])
  // Three people of b did not answer: p and a together would tell so of each.
  assert.deepEqual(groupsOf(teams, homes, 5, { asked: [...homes, 'b', 'b', 'b'] }), ['', 'p', 'q'])
})

test('plan of cells: the order of teams changes nothing, and a plan made twice is the same', () => {
  fc.assert(
    fc.property(organisations, fc.integer(), (organisation, seed) => {
      const { teams, people } = build(organisation)
      const shuffled = teams.toSorted(
        (a, b) => ((a.id.charCodeAt(2) * seed) % 7) - ((b.id.charCodeAt(2) * seed) % 7),
      )
      assert.deepEqual(planCells(shuffled, people, organisation.k), planCells(teams, people, organisation.k))
    }),
    { numRuns: 300 },
  )
})

/** Teams of about 8, each with a manager in the team above, in so many levels as that takes. */
function largeOrganisation(count: number) {
  const teams = Array.from({ length: count }, (_, at) => ({
    id: `tem_${at}`,
    parent: at === 0 ? null : `tem_${Math.floor((at - 1) / 6)}`,
  }))
  return { teams, homes: Array.from({ length: 10_000 }, (_, at) => `tem_${(at * 7919) % count}`) }
}

test('plan of cells: 10,000 people in 1,200 teams take no time to speak of, whatever k is', () => {
  const { teams, homes } = largeOrganisation(1200)
  for (const k of [5, 10, 50]) {
    const took = cpuMsOf(() => assert.ok(planCells(teams, homes, k).groups.length > 1))
    // bench/pure.ts measures it: a few milliseconds. Comparing each with each takes minutes.
    assert.ok(took < 5_000, `${took} ms of the processor for k ${k}`)
  }
})

test('plan of cells: a chain of 20,000 teams does not overflow the stack, and a ring of teams counts as everyone', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => ({
    id: `t${at}`,
    parent: at === 0 ? null : `t${at - 1}`,
  }))
  const plan = planCells(chain.slice(0, 3000), new Array<string>(7).fill('t2999'), 5)
  assert.equal(plan.groups.length, 3001)
  const ring = tree({ a: 'b', b: 'a' })
  assert.deepEqual(planCells(ring, people({ a: 3, b: 4 }), 5).groups, [{ team: '', cells: [0] }])
  assert.equal(shownTree(chain, new Set(['t19999'])).nodeOf('t19999'), 't19999')
})
