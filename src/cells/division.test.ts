/** Divisions, checked against their rules, and against every possible one in small organisations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cpuMsOf } from '../../test/support/cpu.ts'
import { chanceOfFewer } from './chance.ts'
import {
  answeredRange,
  countedAnswers,
  type Division,
  everyone,
  partialGroups,
  planFigures,
  planParticipation,
  sumByCell,
  type TeamNode,
} from './division.ts'

const k = 5

const tree = (parents: Record<string, string | null>): TeamNode[] =>
  Object.entries(parents).map(([id, parent]) => ({ id, parent }))

const countsOf = (counts: Record<string, number>) => new Map(Object.entries(counts))

const shownIn = (division: Division | null): string[] => [...(division?.shown ?? [])].toSorted()

const flat = tree({ a: null, b: null, c: null })
const nested = tree({ p: null, a: 'p', b: 'p', q: null })

const participations: [string, TeamNode[], Record<string, number>, string[]][] = [
  ['teams of at least k are shown', flat, { a: 5, b: 7, c: 9 }, ['', 'a', 'b', 'c']],
  ['a small team and the smallest sibling are a cell together', flat, { a: 5, b: 2, c: 9 }, ['', 'c']],
  ['two small teams are a cell together', flat, { a: 3, b: 2, c: 9 }, ['', 'c']],
  ['fewer than k people show nothing', flat, { a: 2, b: 1, c: 1 }, []],
  ['k people in small teams show everyone alone', flat, { a: 2, b: 2, c: 1 }, ['']],
  ['a team without people is not shown', flat, { a: 5, c: 5 }, ['', 'a', 'c']],
  ['small teams count in the team above', nested, { a: 3, b: 3, q: 9 }, ['', 'p', 'q']],
  ['of two teams of the same size, the first by id is shown', flat, { a: 6, b: 6, c: 2 }, ['', 'a']],
  [
    'people outside every known team count in everyone',
    flat,
    { a: 6, '': 2, elsewhere: 3, c: 6 },
    ['', 'a', 'c'],
  ],
  ['a ring of teams counts as everyone', tree({ a: 'b', b: 'a' }), { a: 3, b: 4 }, ['']],
]

for (const [promise, teams, asked, expected] of participations) {
  test(`participation: ${promise}`, () =>
    assert.deepEqual(shownIn(planParticipation(teams, countsOf(asked), k)), expected))
}

/** Teams of a random tree, with how many people each has. */
const organisations = fc
  .array(fc.record({ parent: fc.nat(), people: fc.integer({ min: 0, max: 9 }) }), { maxLength: 7 })
  .map((rows) => {
    const teams = rows.map(({ parent }, at): TeamNode => {
      const above = parent % (at + 1)
      return { id: `t${at}`, parent: above === 0 ? null : `t${above - 1}` }
    })
    return { teams, asked: new Map(rows.map(({ people }, at) => [`t${at}`, people])) }
  })

/** For each person who was asked, whether they answered: a number for each team, drawn from what it has. */
const withAnswers = organisations.chain(({ teams, asked }) =>
  fc.tuple(...[...asked.values()].map((people) => fc.integer({ min: 0, max: people }))).map((numbers) => ({
    teams,
    asked,
    answered: new Map([...asked.keys()].map((id, at) => [id, numbers[at]])),
  })),
)

/** Every set of teams, as a division. */
function* allDivisions(teams: readonly TeamNode[]): Generator<Division> {
  const parentOf = new Map(teams.map(({ id, parent }) => [id, parent]))
  for (let set = 0; set < 1 << teams.length; set++) {
    const shown = new Set([everyone, ...teams.flatMap(({ id }, at) => ((set >> at) & 1 ? [id] : []))])
    const cell = (id: string | null): string =>
      id === null ? everyone : shown.has(id) ? id : cell(parentOf.get(id) ?? null)
    yield { shown, cellOf: new Map([everyone, ...parentOf.keys()].map((id) => [id, cell(id || null)])) }
  }
}

const sumBelow = (teams: readonly TeamNode[], counts: ReadonlyMap<string, number>, id: string): number =>
  teams
    .filter((team) => team.parent === id)
    .reduce((sum, team) => sum + sumBelow(teams, counts, team.id), counts.get(id) ?? 0)

const isAllowed = (division: Division, counts: ReadonlyMap<string, number>): boolean =>
  sumByCell(division, counts)
    .values()
    .every((people) => people === 0 || people >= k)

test('participation: no allowed division is worth more, and the chosen one is allowed', () => {
  fc.assert(
    fc.property(organisations, ({ teams, asked }) => {
      const worthOf = (division: Division): number => {
        const inCell = sumByCell(division, asked)
        return teams.reduce((worth, { id }) => {
          if (!division.shown.has(id)) return worth
          const people = sumBelow(teams, asked, id)
          const chance = Math.round(1e6 * (1 - chanceOfFewer(k, people, 0.7)))
          return worth + 50_000 + ((inCell.get(id) ?? 0) === 0 ? 850_000 : chance)
        }, 0)
      }
      const allowed = [...allDivisions(teams)].filter(
        (division) =>
          isAllowed(division, asked) &&
          [...division.shown].every((id) =>
            id === everyone
              ? [...asked.values()].reduce((sum, people) => sum + people, 0) >= k
              : sumBelow(teams, asked, id) > 0,
          ),
      )
      const chosen = planParticipation(teams, asked, k)
      if (!chosen) return assert.equal(allowed.length, 0)
      assert.ok(isAllowed(chosen, asked))
      assert.equal(worthOf(chosen), Math.max(...allowed.map(worthOf)))
    }),
    { numRuns: 400 },
  )
})

test('figures: cells are unions of participation cells, and no allowed division is worth more', () => {
  fc.assert(
    fc.property(withAnswers, ({ teams, asked, answered }) => {
      const participation = planParticipation(teams, asked, k)
      if (!participation) return
      const counted = sumByCell(participation, answered)
      const total = [...counted.values()].reduce((sum, people) => sum + people, 0)
      const worthOf = (division: Division): [number, number] => [
        2 * (division.shown.size - 1) + partialGroups(teams, division).size,
        teams.reduce((sum, { id }) => sum + (division.shown.has(id) ? sumBelow(teams, counted, id) : 0), 0),
      ]
      const allowed = [...allDivisions(teams)].filter(
        (division) =>
          division.shown.isSubsetOf(participation.shown) &&
          isAllowed(division, counted) &&
          [...division.shown].every((id) => id === everyone || sumBelow(teams, counted, id) > 0),
      )
      const chosen = planFigures(teams, participation, answered, k)
      if (!chosen) return assert.ok(total < k)
      assert.ok(isAllowed(chosen, counted))
      assert.ok(chosen.shown.isSubsetOf(participation.shown))
      const [best] = allowed.map(worthOf).toSorted((a, b) => b[0] - a[0] || b[1] - a[1])
      assert.deepEqual(worthOf(chosen), best)
    }),
    { numRuns: 400 },
  )
})

test('two people of one participation cell exchange their answers, and every division stays the same', () => {
  fc.assert(
    fc.property(withAnswers, fc.nat(), ({ teams, asked, answered }, pick) => {
      const participation = planParticipation(teams, asked, k)
      if (!participation) return
      const exchanges = teams.flatMap(({ id: from }) =>
        teams.flatMap(({ id: to }) =>
          from !== to &&
          participation.cellOf.get(from) === participation.cellOf.get(to) &&
          (answered.get(from) ?? 0) > 0 &&
          (answered.get(to) ?? 0) < (asked.get(to) ?? 0)
            ? [{ from, to }]
            : [],
        ),
      )
      if (exchanges.length === 0) return
      const { from, to } = exchanges[pick % exchanges.length]
      const other = new Map(answered)
      other.set(from, (answered.get(from) ?? 0) - 1)
      other.set(to, (answered.get(to) ?? 0) + 1)
      assert.deepEqual(
        planFigures(teams, participation, other, k),
        planFigures(teams, participation, answered, k),
      )
    }),
    { numRuns: 1000 },
  )
})

test('the order of teams and of counts changes nothing', () => {
  fc.assert(
    fc.property(withAnswers, ({ teams, asked, answered }) => {
      const backwards = teams.toReversed()
      const participation = planParticipation(teams, asked, k)
      const same = planParticipation(backwards, new Map([...asked].toReversed()), k)
      assert.deepEqual(same, participation)
      if (participation)
        assert.deepEqual(
          planFigures(backwards, participation, new Map([...answered].toReversed()), k),
          planFigures(teams, participation, answered, k),
        )
    }),
  )
})

test('a lone answer is not counted, and of all answers one is not, except in a cell of exactly k', () => {
  const counted = (asked: number): number[] =>
    Array.from({ length: asked + 1 }, (_, answered) => countedAnswers(answered, asked, k))
  assert.deepEqual(counted(7), [0, 0, 2, 3, 4, 5, 6, 6])
  assert.deepEqual(counted(5), [0, 0, 2, 3, 4, 5])
  for (const asked of [5, 6, 12]) {
    for (let answered = 0; answered <= asked; answered++) {
      const { min, max } = answeredRange(countedAnswers(answered, asked, k), asked, k)
      assert.ok(min <= answered && answered <= max)
    }
  }
  assert.deepEqual(answeredRange(0, 6, k), { min: 0, max: 1 })
  assert.deepEqual(answeredRange(7, 8, k), { min: 7, max: 8 })
  assert.deepEqual(answeredRange(5, 5, k), { min: 5, max: 5 })
})

test('a hidden team that contains shown ones is the sum of the highest of them', () => {
  const teams = tree({ p: null, a: 'p', a1: 'a', b: 'p', c: 'p', c1: 'c' })
  const division = { shown: new Set(['', 'a', 'a1', 'c1']), cellOf: new Map<string, string>() }
  assert.deepEqual(
    partialGroups(teams, division),
    new Map([
      ['c', ['c1']],
      ['p', ['a', 'c1']],
    ]),
  )
})

test('1,200 teams of 10,000 people take hardly any time, and a chain of 3,000 does not overflow the stack', () => {
  const teams = Array.from({ length: 1200 }, (_, at) => ({
    id: `tem_${at}`,
    parent: at === 0 ? null : `tem_${Math.floor((at - 1) / 6)}`,
  }))
  const asked = new Map(teams.map(({ id }, at) => [id, 4 + (at % 9)]))
  for (const least of [5, 10, 50]) {
    // bench/pure.ts measures it: some milliseconds. Comparing every team with every other one takes minutes.
    assert.ok(cpuMsOf(() => assert.ok(planParticipation(teams, asked, least))) < 5000)
  }
  const chain = Array.from({ length: 3000 }, (_, at) => ({
    id: `t${at}`,
    parent: at === 0 ? null : `t${at - 1}`,
  }))
  assert.equal(planParticipation(chain, countsOf({ t2999: 7 }), k)?.shown.size, 3001)
})
