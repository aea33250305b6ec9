/** Pools of codes: at least k people each, of whole places, as low as possible. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Placed, poolsOf } from './pools.ts'

const k = 5

/** Development (A, B) and Legal, which has no team above. */
const teams = [
  { id: 'development', parent: null },
  { id: 'a', parent: 'development' },
  { id: 'b', parent: 'development' },
  { id: 'legal', parent: null },
]

type Crowd = { team: string | null; cell: number; mailed: number; coded: number }

function crowded(crowds: readonly Crowd[]) {
  const coded = new Set<string>()
  const people: Placed[] = crowds.flatMap(({ team, cell, mailed, coded: count }) =>
    Array.from({ length: mailed + count }, (_, at) => {
      const memberId = `${team} ${cell} ${at}`
      if (at < count) coded.add(memberId)
      return { memberId, team, cell }
    }),
  )
  return { people, ...poolsOf(people, teams, coded, k) }
}

const shape = ({ pools }: ReturnType<typeof crowded>) => pools.map(({ team, people }) => [team, people])

test('a team with enough people has its own pool, and nobody moves', () => {
  const one = crowded([
    { team: 'a', cell: 0, mailed: 3, coded: 6 },
    { team: 'b', cell: 1, mailed: 8, coded: 0 },
  ])
  assert.deepEqual(one.pools, [{ team: 'a', cell: 0, people: 6 }])
  assert.deepEqual(one.recipients, one.people)
  assert.deepEqual([one.incomplete, [...one.moved]], [[], []])
})

test('teams with fewer are put together in the team above them, with everybody in them', () => {
  const one = crowded([
    { team: 'a', cell: 0, mailed: 6, coded: 2 },
    { team: 'b', cell: 1, mailed: 6, coded: 3 },
    { team: 'legal', cell: 2, mailed: 6, coded: 0 },
  ])
  assert.deepEqual(one.pools, [{ team: 'development', cell: 0, people: 5 }])
  assert.ok(one.recipients.slice(0, 17).every(({ team, cell }) => team === 'development' && cell === 0))
  assert.deepEqual(one.recipients.slice(17), one.people.slice(17))
  assert.deepEqual(one.incomplete.toSorted(), ['a', 'b'])
  assert.deepEqual(
    one.moved,
    new Map([
      ['a', new Set(['development'])],
      ['b', new Set(['development'])],
    ]),
  )
})

test('a team that nobody can be put together with takes the smallest pool along, to everyone', () => {
  const one = crowded([
    { team: 'a', cell: 0, mailed: 0, coded: 9 },
    { team: 'b', cell: 1, mailed: 0, coded: 6 },
    { team: 'legal', cell: 2, mailed: 7, coded: 1 },
  ])
  assert.deepEqual(
    shape(one).toSorted(),
    [
      ['a', 9],
      [null, 7],
    ].toSorted(),
  )
  assert.deepEqual(one.incomplete.toSorted(), ['b', 'development', 'legal'])
})

test('two cells of one team are one pool where one of them has too few', () => {
  const one = crowded([
    { team: 'a', cell: 3, mailed: 4, coded: 1 },
    { team: 'a', cell: 4, mailed: 0, coded: 6 },
  ])
  assert.deepEqual(one.pools, [{ team: 'a', cell: 3, people: 7 }])
  assert.deepEqual(one.incomplete, [])
})

test('where fewer than k people in all would be asked by a code, nobody is, and nobody moves', () => {
  const one = crowded([
    { team: 'a', cell: 0, mailed: 6, coded: 2 },
    { team: 'legal', cell: 2, mailed: 6, coded: 2 },
  ])
  assert.deepEqual([one.pools, one.byCode.size, one.recipients], [[], 0, one.people])
})

test('in random organisations each pool has k people or more, and no place is divided', () => {
  for (let run = 0; run < 300; run++) {
    const one = crowded(
      ['a', 'a', 'b', 'development', 'legal', null].map((team, cell) => ({
        team,
        cell,
        mailed: (run * (cell + 3)) % 7,
        coded: (run * (2 * cell + 1) + cell) % 9,
      })),
    )
    assert.ok(one.pools.every(({ people }) => people >= k))
    assert.equal(
      one.pools.reduce((sum, { people }) => sum + people, 0),
      one.byCode.size,
    )
    const placesOf = new Map<string, Set<string>>()
    one.people.forEach(({ team, cell }, at) => {
      const now = `${one.recipients[at].team} ${one.recipients[at].cell}`
      placesOf.set(`${team} ${cell}`, (placesOf.get(`${team} ${cell}`) ?? new Set()).add(now))
    })
    assert.ok([...placesOf.values()].every(({ size }) => size === 1))
    for (const { memberId, team, cell } of one.recipients)
      if (one.byCode.has(memberId))
        assert.ok(one.pools.some((pool) => pool.team === team && pool.cell === cell))
  }
})
