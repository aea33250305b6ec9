import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aroundEach, toldWithFewer, toldTogether } from './regions.ts'

/** mulberry32 */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Groups inside one another or apart, everyone first, in an order that reveals nothing else. */
function groupsOver(cells: readonly number[], random: (below: number) => number): number[][] {
  const groups: number[][] = []
  const split = (own: readonly number[]): void => {
    groups.push([...own])
    if (own.length === 1) return
    const cuts = [...new Set([0, ...own.keys().filter(() => random(3) === 0), own.length])].toSorted(
      (a, b) => a - b,
    )
    if (cuts.length === 2) return
    for (const [at, from] of cuts.slice(0, -1).entries())
      if (random(5) > 0) split(own.slice(from, cuts[at + 1]))
  }
  split(cells)
  return groups
}

test('each group has the nearest one around it', () => {
  const groups = [[0, 1, 2, 3], [2], [0, 1], [1], [2, 3], [2, 3]]
  assert.deepEqual(aroundEach(groups.map((cells) => ({ cells }))), [null, 5, 0, 2, 0, 4])
})

test('one or two people outside the only team that is told: the team is not told', () => {
  const around = [null, 0, 0]
  const told = (...people: (number | null)[]) =>
    [
      ...toldTogether(
        around,
        people.map((one) => (one === null ? null : [one])),
        3,
      ),
    ].toSorted()
  assert.deepEqual(told(9, 6, 3), [0, 1, 2])
  assert.deepEqual(told(6, 6, null), [0, 1])
  assert.deepEqual(told(7, 6, null), [0])
  assert.deepEqual(told(9, 6, null), [0, 1])
})

test('of several, those with fewest people stay untold, and as few as possible', () => {
  const around = [null, 0, 0, 0]
  assert.deepEqual([...toldTogether(around, [[12], [7], [4], null], 3)].toSorted(), [0, 1])
})

test('whoever makes the rest large enough stays untold, before others with fewer people', () => {
  const around = [null, 0, 0, 0, 0]
  const parts = [[13, 30], [0, 5], [4, 9], [8, 12], null]
  assert.deepEqual([...toldTogether(around, parts, 3)].toSorted(), [0, 1, 3])
})

test('no sum or difference of what is told is one or two people, whatever is subtracted from what', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomFrom(seed)
    const counts = Array.from({ length: 2 + random(7) }, () => [random(5), random(4)])
    const groups = groupsOver([...counts.keys()], random)
    const sums = groups.map((cells) =>
      [0, 1].map((part) => cells.reduce((sum, cell) => sum + counts[cell][part], 0)),
    )
    const isOwn = (parts: readonly number[]): boolean => parts.every((part) => part === 0 || part >= 3)
    const told = toldTogether(
      aroundEach(groups.map((cells) => ({ cells }))),
      sums.map((parts) => (isOwn(parts) ? parts : null)),
      3,
    )
    for (const place of told) assert.ok(isOwn(sums[place]))
    // Every combination of told groups, each added, subtracted or left out, that is a set of cells.
    const places = [...told].slice(0, 8)
    for (let code = 0; code < 3 ** places.length; code++) {
      const signs = places.map((_, at) => [0, 1, -1][Math.floor(code / 3 ** at) % 3])
      const times = counts.map((_, cell) =>
        places.reduce((sum, place, at) => sum + (groups[place].includes(cell) ? signs[at] : 0), 0),
      )
      if (!times.every((one) => one === 0 || one === 1)) continue
      const parts = [0, 1].map((part: number) =>
        times.reduce((sum: number, one, cell) => sum + one * counts[cell][part], 0),
      )
      assert.ok(isOwn(parts), `seed ${seed}: ${parts.join(' and ')} by subtracting`)
    }
  }
})

test('a count that would leave one or two is told with fewer, of the largest group', () => {
  const around = [null, 0, 0]
  assert.deepEqual(toldWithFewer(around, [9, 6, 3], 3), [9, 6, 3])
  assert.deepEqual(toldWithFewer(around, [17, 11, 5], 3), [17, 9, 5])
  assert.deepEqual(toldWithFewer(around, [8, 7, null], 3), [8, 5, null])
  assert.deepEqual(toldWithFewer(around, [8, 8, null], 3), [8, 8, null])
  assert.deepEqual(toldWithFewer(around, [5, 4, null], 3), [5, null, null])
})

test('what is told with fewer has no small regions, and is at most two fewer', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomFrom(seed)
    const counts = Array.from({ length: 2 + random(9) }, () => random(9))
    const groups = groupsOver([...counts.keys()], random)
    const own = groups.map((cells) => cells.reduce((sum, cell) => sum + counts[cell], 0))
    const around = aroundEach(groups.map((cells) => ({ cells })))
    const told = toldWithFewer(
      around,
      own.map((count) => (count >= 3 ? count : null)),
      3,
    )
    for (const [place, count] of told.entries()) {
      if (count === null) continue
      assert.ok(count >= 3 && count <= own[place] && count >= own[place] - 2, `seed ${seed}`)
      const toldIn = (at: number): number[] =>
        around.flatMap((outer, one) => (outer !== at ? [] : told[one] === null ? toldIn(one) : [one]))
      const inner = toldIn(place)
      const rest = inner.reduce((left, one) => left - told[one]!, count)
      assert.ok(rest === 0 || rest >= 3, `seed ${seed}: ${rest} are left`)
    }
    assert.equal(told[0], own[0] >= 3 ? own[0] : null)
  }
})
