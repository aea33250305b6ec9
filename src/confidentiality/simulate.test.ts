/** The simulator: its shares agree with the binomial distribution, are the same each time, and come from the plans of the real close. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { everyone } from '../cells/cells.ts'
import { peopleNeeded, type Play, runsOf, simulator } from './simulate.ts'

const thresholds = { k_score: 5, k_comment: 10, k_rate: 5 }

/** The value, which must be there. */
function found<T>(value: T | undefined): T {
  assert.ok(value !== undefined)
  return value
}

const play = (sizes: Record<string, number>, more: Partial<Play> = {}): Play => ({
  teams: Object.keys(sizes).map((id) => ({ id, parent: null })),
  homes: Object.entries(sizes).map(([team, people]) => ({ team, people })),
  ...thresholds,
  responseRate: 0.7,
  skipRate: 0,
  ...more,
})

function sharesOf(input: Play, runs = runsOf(input)) {
  const { play: playOnce, shares } = simulator(input)
  for (let run = 0; run < runs; run++) playOnce()
  return shares()
}

/** P(at least k of n), exactly enough for a comparison. */
function atLeast(k: number, n: number, p: number): number {
  let sum = 0
  let choose = 1
  for (let i = 0; i <= n; i++) {
    if (i >= k) sum += choose * p ** i * (1 - p) ** (n - i)
    choose = (choose * (n - i)) / (i + 1)
  }
  return sum
}

suite('a simulated collection', () => {
  test('shows a team as often as enough of its people answer', () => {
    for (const people of [5, 6, 8, 10, 14]) {
      const { scores, comments } = found(sharesOf(play({ one: people }), 2_000).get('one'))
      assert.ok(Math.abs(scores - atLeast(5, people, 0.7)) < 0.05, `${people}: ${scores}`)
      assert.ok(Math.abs(comments - atLeast(10, people, 0.7)) < 0.05, `${people}: ${comments}`)
    }
  })

  test('is certain where there is nothing to draw', () => {
    const shares = sharesOf(play({ five: 5, four: 4 }, { responseRate: 1 }))
    // Everyone less the five would be the four.
    assert.deepEqual(shares.get('five'), { scores: 0, comments: 0, response_rate: false })
    assert.deepEqual(shares.get('four'), { scores: 0, comments: 0, response_rate: false })
    assert.deepEqual(shares.get(everyone), { scores: 1, comments: 0, response_rate: true })
    const apart = sharesOf(play({ five: 5, ten: 10 }, { responseRate: 1 }))
    assert.deepEqual(apart.get('five'), { scores: 1, comments: 0, response_rate: true })
    assert.deepEqual(apart.get('ten'), { scores: 1, comments: 0, response_rate: true })
    assert.equal(found(apart.get(everyone)).comments, 1)
  })

  test('without people shows nothing', () => {
    assert.deepEqual(sharesOf(play({})).get(everyone), { scores: 0, comments: 0, response_rate: false })
    assert.equal(found(sharesOf(play({ none: 0 })).get('none')).scores, 0)
  })

  test('hides more with skipped questions, fewer answers and higher thresholds', () => {
    const sizes = { a: 9, b: 12, c: 20 }
    const scores = (more: Partial<Play>) => found(sharesOf(play(sizes, more)).get('a')).scores
    assert.ok(scores({}) > scores({ skipRate: 0.3 }))
    assert.ok(scores({}) > scores({ k_score: 8 }))
    assert.ok(scores({ responseRate: 0.9 }) > scores({ responseRate: 0.5 }))
  })

  test('is the same each time, in whatever order the directory lists teams', () => {
    const given = play({ a: 7, b: 9, c: 11, d: 6 }, { skipRate: 0.05 })
    const turned: Play = {
      ...given,
      teams: given.teams.toReversed(),
      homes: [{ team: 'd', people: 2 }, ...given.homes.slice(0, 3).toReversed(), { team: 'd', people: 4 }],
    }
    const entries = (one: Play) => [...sharesOf(one)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    assert.deepEqual(entries(given), entries(given))
    assert.deepEqual(entries(turned), entries(given))
  })

  test('runs less often the larger it is, a quarter as often at most for 50,000 people in 2,000 teams', () => {
    const large = play(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`team ${i}`, 25])))
    assert.equal(runsOf(play({ one: 100 })), 200)
    const runs = runsOf(large)
    assert.ok(runs >= 10 && runs < 50, String(runs))
    assert.equal(sharesOf(large, runs).size, 2_001)
  })
})

test('peopleNeeded is the smallest number of which enough answer in nine cases of ten', () => {
  for (const [k, share] of [
    [5, 0.7],
    [10, 0.7],
    [5, 0.5],
    [10, 0.2],
    [50, 0.9],
  ] as const) {
    const needed = found(peopleNeeded(k, share, 50_000))
    assert.ok(atLeast(k, needed, share) >= 0.9 && atLeast(k, needed - 1, share) < 0.9, `${k} ${share}`)
  }
  assert.equal(peopleNeeded(5, 1, 50_000), 5)
  assert.equal(peopleNeeded(1_000, 0.01, 50_000), undefined)
  assert.equal(peopleNeeded(1_000, 0.03, 50_000), 34_671)
})
