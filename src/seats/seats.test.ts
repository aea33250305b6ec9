import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  advance,
  attend,
  commonUnions,
  crossWithValues,
  groupsAsked,
  type Ledger,
  nextSeason,
  openLedger,
  quietCells,
  type Roster,
} from './seats.ts'
import { refined, strangers } from './season.ts'

const k = 5

const teams = [
  { id: 'dev', parent: null },
  { id: 'apps', parent: 'dev' },
  { id: 'web', parent: 'dev' },
  { id: 'sales', parent: null },
]

/** `{ apps: 6 }` is six people of apps: apps1 … apps6. */
function peopleIn(counts: Record<string, number>): Map<string, string> {
  return new Map(
    Object.entries(counts).flatMap(([team, count]) =>
      Array.from({ length: count }, (_, at): [string, string] => [`${team}${at + 1}`, team]),
    ),
  )
}

const rosterOf = (homes: ReadonlyMap<string, string>): Roster => ({ teams, homes })
const without = (homes: ReadonlyMap<string, string>, ...gone: string[]): Map<string, string> =>
  new Map([...homes].filter(([member]) => !gone.includes(member)))
const nodesOf = ({ cells }: Pick<Ledger, 'cells'>): string[] => cells.map(({ node }) => node).toSorted()

const start = peopleIn({ apps: 7, web: 8, sales: 6 })
const opened = openLedger(rosterOf(start), k)

suite('a season', () => {
  test('begins with everybody in the cell of participation', () => {
    assert.deepEqual(nodesOf(opened), ['apps', 'sales', 'web'])
    assert.deepEqual(openLedger(rosterOf(peopleIn({ sales: 4 })), k).cells, [])
  })

  test('keeps people in their cell wherever they move', () => {
    const moved = new Map(start).set('apps1', 'sales')
    const { cells, division } = advance(opened, rosterOf(moved), k, false)
    assert.deepEqual(
      cells.find(({ node }) => node === 'apps')?.seats,
      opened.cells.find(({ node }) => node === 'apps')?.seats,
    )
    assert.ok(division?.shown.has('apps'))
  })

  test('seats newcomers when there are k of one team, or else of the team above', () => {
    const four = new Map([...start, ...peopleIn({ web: 12 })].filter(([member]) => member !== 'web12'))
    const waiting = advance(opened, rosterOf(without(four, 'web9')), k, false)
    assert.deepEqual(waiting.waiting, ['web10', 'web11'])
    assert.equal(waiting.cells.length, 3)
    const five = new Map([...start, ...peopleIn({ web: 11, apps: 9 })])
    const seated = advance(opened, rosterOf(five), k, false)
    assert.deepEqual(seated.waiting, [])
    assert.deepEqual(
      seated.cells.flatMap(({ node, seats }) => (node === 'dev' ? seats.toSorted() : [])),
      ['apps8', 'apps9', 'web10', 'web11', 'web9'],
    )
  })

  test('splits a team that is divided, and nothing into parts of fewer than k', () => {
    const large = peopleIn({ sales: 11 })
    const ledger = openLedger(rosterOf(large), k)
    const parted = new Map([...large].map(([member, team], at) => [member, at < 5 ? 'web' : team]))
    assert.deepEqual(nodesOf(advance(ledger, rosterOf(parted), k, false).ledger), ['sales', 'web'])
    const fewer = new Map([...large].map(([member, team], at) => [member, at < 4 ? 'web' : team]))
    assert.deepEqual(nodesOf(advance(ledger, rosterOf(fewer), k, false).ledger), ['sales'])
  })

  test('lets a cell follow most of its people', () => {
    const moved = new Map([...start].map(([member, team]) => [member, team === 'sales' ? 'web' : team]))
    assert.deepEqual(nodesOf(advance(opened, rosterOf(moved), k, false).ledger), ['apps', 'web', 'web'])
    const apart = new Map(
      [...moved].map(([member, team], at) => [member, team === 'web' && at % 2 ? 'apps' : team]),
    )
    assert.ok(advance(opened, rosterOf(apart), k, false).cells.some(({ node }) => node === 'dev'))
  })

  test('lets a cell sit out while one of its seats is empty, and no longer', () => {
    const left = advance(opened, rosterOf(without(start, 'sales1')), k, false)
    assert.deepEqual(nodesOf(left), ['apps', 'web'])
    assert.deepEqual(nodesOf(advance(left.ledger, rosterOf(start), k, false)), ['apps', 'sales', 'web'])
  })

  test('does not depend on the order of its input', () => {
    const roster = rosterOf(new Map([...start, ...peopleIn({ web: 11, apps: 9 })]))
    const turned: Roster = { teams: teams.toReversed(), homes: new Map([...roster.homes].toReversed()) }
    const seatsOf = (given: Roster) =>
      advance(openLedger(given, k), given, k, false)
        .cells.map(({ node, seats }) => [node, seats.toSorted()])
        .toSorted()
    assert.deepEqual(seatsOf(roster), seatsOf(turned))
  })
})

suite('a new season', () => {
  test('is quiet where few people came, or few are left over', () => {
    const later = new Map([...without(start, 'apps1'), ['sales7', 'sales']])
    const fresh = openLedger(rosterOf(later), k)
    assert.deepEqual(
      fresh.cells
        .filter(({ number }) => quietCells(opened, fresh, k).has(number))
        .map(({ node }) => node)
        .toSorted(),
      ['apps', 'sales'],
    )
  })

  test('is quiet everywhere after an import in which nobody knows who answered', () => {
    const cells = opened.cells.map((cell) => ({ ...cell, group: strangers }))
    assert.equal(quietCells({ ...opened, cells }, opened, k).size, opened.cells.length)
    assert.equal(quietCells(opened, opened, k).size, 0)
  })

  test('is compared with all imports before it', () => {
    const other = openLedger(rosterOf(without(peopleIn({ apps: 7, web: 8, sales: 6, dev: 5 }), 'web8')), k)
    const parts = refined(opened, other).cells.map(({ seats }) => seats.toSorted().join(' '))
    assert.ok(
      parts.includes('web8') && parts.includes('web1 web2 web3 web4 web5 web6 web7'),
      parts.join('; '),
    )
    assert.ok(parts.includes('dev1 dev2 dev3 dev4 dev5'))
    assert.equal(parts.join(' ').split(' ').length, start.size + 5)
  })

  test('seats nobody and splits nothing until it is quiet no more', () => {
    const ledger = nextSeason(rosterOf(start), k, opened)
    assert.equal(ledger.quiet.size, 0)
    const more = rosterOf(new Map([...start, ...peopleIn({ web: 13 })]))
    assert.equal(advance(ledger, more, k, true).ledger.cells.length, 3)
    assert.equal(advance(ledger, more, k, false).ledger.cells.length, 4)
  })

  test('keeps quiet cells out of every figure', () => {
    const later = rosterOf(new Map([...without(start, 'apps1'), ['sales7', 'sales']]))
    const ledger = nextSeason(later, k, opened)
    assert.deepEqual(nodesOf(attend(ledger, later, k)), ['web'])
    assert.deepEqual(nodesOf(advance(ledger, later, k, false)), ['apps', 'sales', 'web'])
  })
})

suite('two partitions', () => {
  test('cells of two ledgers with the same people are joined, and others left out', () => {
    const roster = rosterOf(start)
    const other = openLedger(
      {
        teams: [{ id: 'dev', parent: null }, teams[3]],
        homes: new Map([...start].map(([member, team]) => [member, team === 'sales' ? team : 'dev'])),
      },
      k,
    )
    const unions = commonUnions(attend(opened, roster, k), attend(other, roster, k))
    assert.deepEqual(unions.map(({ ours }) => nodesOf({ cells: ours })).toSorted(), [
      ['apps', 'web'],
      ['sales'],
    ])
    const left = openLedger(rosterOf(without(start, 'web1')), k)
    assert.deepEqual(
      commonUnions(attend(opened, roster, k), attend(left, roster, k))
        .map(({ ours }) => nodesOf({ cells: ours }))
        .toSorted(),
      [['apps'], ['sales']],
    )
  })

  test('crossings have k seats, or the attribute is not shown', () => {
    const sites = new Map(
      [...start].map(([member, team]): [string, string] => [member, team === 'sales' ? 'south' : 'north']),
    )
    const crossed = crossWithValues(opened, sites, k)
    assert.deepEqual(
      crossed?.groups.map(({ values }) => values),
      [['north'], ['south']],
    )
    assert.ok(crossed.ledger.cells.every(({ seats }) => seats.length >= k))
    const roster = rosterOf(start)
    assert.equal(groupsAsked(attend(crossed.ledger, roster, k), roster, k)?.size, 2)
    assert.equal(crossWithValues(opened, new Map(sites).set('sales1', 'north'), k), null)
  })
})
