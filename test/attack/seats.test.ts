/**
 * The attacker who acts, against the memory of collections: an admin who asks one question again and again, and in between leaves people
 * out, adds, removes, moves and erases them and rearranges teams. Without seats the same scripts must win, or the test proves nothing.
 * bench/seats.ts tries 1,000 organisations each.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Script, scripts, turnOver } from './rosters.ts'
import { attackOf, k } from './seasons.ts'
import { attackByAttribute, attackByTwoLedgers } from './two-partitions.ts'

const organisations = process.env.SONDE_LONG ? 1_000 : 40
const seeds = Array.from({ length: organisations }, (_, index) => index + 1)

const broken = (found: readonly { smallest: number }[]): number =>
  found.filter(({ smallest }) => smallest < k).length

suite('no group smaller than k comes out of a season', () => {
  for (const [name, script] of Object.entries(scripts)) {
    test(name, () => {
      const found = seeds.map((seed) => attackOf(seed, script, k))
      assert.equal(broken(found.map(({ withSeats }) => ({ smallest: withSeats }))), 0)
      assert.ok(broken(found.map(({ alone }) => ({ smallest: alone }))) > 0, 'without seats the attack wins')
      assert.ok(found.every(({ figures }) => figures > 0))
    })
  }

  test('figures by an attribute whose values people change', () => {
    const found = seeds.map((seed) => attackByAttribute(seed))
    assert.equal(broken(found.map(({ withSeats }) => ({ smallest: withSeats }))), 0)
    assert.ok(broken(found.map(({ alone }) => ({ smallest: alone }))) > 0)
    assert.ok(
      found.some(({ byAttribute }) => byAttribute > 0),
      'figures by the attribute are shown at all',
    )
  })

  test('questions of two ledgers in one collection', () => {
    const found = seeds.map((seed) => attackByTwoLedgers(seed))
    assert.equal(broken(found.map(({ withSeats }) => ({ smallest: withSeats }))), 0)
    assert.ok(broken(found.map(({ alone }) => ({ smallest: alone }))) > 0)
    assert.ok(
      found.some(({ unions }) => unions > 0),
      'figures of the second question are shown at all',
    )
  })
})

test('a new season reveals nothing beside the recent figures of the old one', () => {
  const script: Script = (company) => (collection) => {
    if (collection > 0) turnOver(company, 0.05)
    return company.roster()
  }
  const smallest = (quiet: number): { smallest: number }[] =>
    seeds.map((seed) => ({
      smallest: attackOf(seed, script, k, { length: 6, quiet }).withSeats,
    }))
  assert.equal(broken(smallest(Infinity)), 0)
  assert.ok(broken(smallest(0)) > 0, 'without quiet cells the attack wins')
})
