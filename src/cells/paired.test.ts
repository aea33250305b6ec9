/**
 * An attacker who knows who answered when, every figure of both instances, how the gate decides and everything else but the
 * answers: they write down all answers that are possible and keep those that lead to what they see.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { signFlipTest } from '../statistics/statistics.ts'
import { bandCounts } from './banding.ts'
import { pairedTests, type QuestionAtInstance, type SignFlip, stepOf } from './paired.ts'
import { everyone, type TeamNode } from './division.ts'

/** The same few differences come again and again among all worlds. */
const flipped = new Map<string, number | null>()

const signFlip: SignFlip = (differences) => {
  const key = differences.join(' ')
  let p = flipped.get(key)
  if (p === undefined) flipped.set(key, (p = signFlipTest(differences, 1)?.p ?? null))
  return p
}

/** Who was asked at an instance and who of them answered; each letter is a person. */
type People = { asked?: string; answered: string }
type World = { before: Map<string, number>; after: Map<string, number> }

const instanceOf = (
  { asked: roster, answered }: People,
  values: ReadonlyMap<string, number>,
  more: Partial<QuestionAtInstance> & { homes?: Record<string, string> } = {},
): QuestionAtInstance => {
  const home = (member: string): string | null => more.homes?.[member] ?? null
  return {
    teams: [],
    shown: new Map([[everyone, answered.length]]),
    asked: new Map([...(roster ?? answered)].map((member) => [member, home(member)])),
    answers: new Map(
      [...answered].map((member) => {
        const value = values.get(member) ?? NaN
        return [member, { home: home(member), value, score: value }]
      }),
    ),
    ...more,
  }
}

function* worldsOf(then: string, now: string, values: readonly number[]): Generator<World> {
  const places = [
    ...[...then].map((member) => ['before', member] as const),
    ...[...now].map((member) => ['after', member] as const),
  ]
  const total = values.length ** places.length
  for (let number = 0; number < total; number++) {
    const world: World = { before: new Map(), after: new Map() }
    let rest = number
    for (const [time, member] of places) {
      world[time].set(member, values[rest % values.length])
      rest = Math.floor(rest / values.length)
    }
    yield world
  }
}

const histograms = new Map<string, string>()

/** What a reader sees of the answers at one time. */
function histogram(given: readonly number[], values: readonly number[]): string {
  const key = `${given.join(' ')} of ${values.join(' ')}`
  let seen = histograms.get(key)
  if (seen === undefined) histograms.set(key, (seen = histogramOf(given, values)))
  return seen
}

const histogramOf = (given: readonly number[], values: readonly number[]): string => {
  const counts: Record<string, number> = {}
  let n = 0
  for (const value of given) {
    counts[value] = (counts[value] ?? 0) + 1
    n++
  }
  const { stored, banded } = bandCounts(counts, n, values.map(String), true)
  return JSON.stringify([values.map((value) => stored[value] ?? 0), banded])
}

/** In how many worlds the attacker knows an answer of somebody for certain. */
function resolved(
  then: People,
  now: People,
  values: readonly number[],
  pOf: (world: World) => number | undefined,
): { certain: number; released: number; worlds: number } {
  const seen = new Map<string, { count: number; hasP: boolean; sets: Map<string, number> }>()
  let worlds = 0
  for (const world of worldsOf(then.answered, now.answered, values)) {
    worlds++
    const p = pOf(world)
    const figures = [
      histogram([...world.before.values()], values),
      histogram([...world.after.values()], values),
      p,
    ].join(' ')
    const known = seen.get(figures) ?? { count: 0, hasP: p !== undefined, sets: new Map() }
    known.count++
    for (const time of ['before', 'after'] as const)
      for (const [member, value] of world[time])
        known.sets.set(time + member, (known.sets.get(time + member) ?? 0) | (1 << value))
    seen.set(figures, known)
  }
  const all = [...seen.values()]
  return {
    worlds,
    certain: all
      .filter(({ sets }) => sets.values().some((set) => (set & (set - 1)) === 0))
      .reduce((sum, { count }) => sum + count, 0),
    released: all.filter((one) => one.hasP).reduce((sum, { count }) => sum + count, 0),
  }
}

const behindGate =
  (then: People, now: People, k: number) =>
  (world: World): number | undefined =>
    pairedTests([instanceOf(then, world.before), instanceOf(now, world.after)], k, signFlip)[0]?.p

/** Without the rule: a p of everybody who answered both. */
const withoutRule = (world: World): number | undefined => {
  const differences = [...world.before].flatMap(([member, before]) => {
    const after = world.after.get(member)
    return after === undefined ? [] : [after - before]
  })
  const p = signFlip(differences)
  return p === null ? undefined : stepOf(p)
}

suite('a p of the same people', () => {
  test('without the rule resolves the one person who joined, and the one who left', () => {
    const values = [1, 2, 3]
    assert.ok(resolved({ answered: 'abcd' }, { answered: 'abcdz' }, values, withoutRule).certain > 0)
    assert.ok(resolved({ answered: 'abcdz' }, { answered: 'abcd' }, values, withoutRule).certain > 0)
    const alone = resolved({ answered: 'abcd' }, { answered: 'abcdz' }, values, () => undefined)
    assert.equal(alone.certain, 0, 'figures of both instances alone resolve nobody')
  })

  const cases: [string, string, string, number, number[]][] = [
    ['the same six on a short scale', 'abcdef', 'abcdef', 4, [1, 2]],
    ['the same four on a longer one', 'abcd', 'abcd', 4, [1, 2, 3, 4]],
    ['six, and four who joined', 'abcdef', 'abcdefwxyz', 4, [1, 2]],
    ['six, and four who left', 'abcdefwxyz', 'abcdef', 4, [1, 2]],
    ['five, and four who joined', 'abcde', 'abcdewxyz', 3, [1, 2]],
    ['one who joined', 'abcde', 'abcdez', 4, [1, 2]],
  ]
  for (const [what, then, now, k, values] of cases) {
    test(`behind the gate resolves nobody: ${what}`, () => {
      const [before, after] = [{ answered: then }, { answered: now }]
      const found = resolved(before, after, values, behindGate(before, after, k))
      assert.equal(found.certain, 0)
    })
  }

  test('behind the gate resolves nobody, and does leave in some worlds: the same five', () => {
    const same = { answered: 'abcde' }
    const { certain, released, worlds } = resolved(same, same, [1, 2, 3], behindGate(same, same, 4))
    assert.equal(certain, 0)
    assert.ok(released > worlds / 10, `${released} of ${worlds}`)
  })
})

const up = (members: string, values: readonly number[]): Map<string, number> =>
  new Map([...members].map((member, index) => [member, values[index % values.length]]))

const [low, high] = [
  [1, 2, 2, 3],
  [4, 3, 5, 5],
]
const ten = 'abcdefghij'
const [before, after] = [
  instanceOf({ answered: ten }, up(ten, low)),
  instanceOf({ answered: ten }, up(ten, high)),
]
const groups = (chain: readonly QuestionAtInstance[], k = 5): string[] =>
  pairedTests(chain, k, signFlip).map(({ team_id }) => team_id)

suite('a p of the same people leaves', () => {
  test('where all of them answered both', () => {
    assert.deepEqual(pairedTests([before, after], 5, signFlip), [{ team_id: everyone, p: 0.002 }])
  })

  test('where five people joined, and not where four did', () => {
    const joined = (more: string): QuestionAtInstance =>
      instanceOf({ answered: ten + more }, new Map([...up(ten, high), ...up(more, [2, 3, 4, 5, 1])]))
    assert.deepEqual(groups([before, joined('vwxyz')]), [everyone])
    assert.deepEqual(groups([before, joined('vwxy')]), [])
    assert.deepEqual(
      groups([joined('vwxyz'), after]),
      [],
      'nor where five left and the rest went up by chance',
    )
  })

  test('not where it would tell that a person who was asked for the first time kept silent', () => {
    assert.deepEqual(groups([before, instanceOf({ asked: `${ten}z`, answered: ten }, up(ten, high))]), [])
    assert.deepEqual(groups([instanceOf({ asked: `${ten}z`, answered: ten }, up(ten, low)), after]), [])
    const silentTwice = (values: number[]) => instanceOf({ asked: `${ten}z`, answered: ten }, up(ten, values))
    assert.deepEqual(groups([silentTwice(low), silentTwice(high)]), [everyone])
  })

  test('not where all, or all but one, moved alike or gave the same answer', () => {
    const moved = up(
      ten,
      low.map((value) => value + 1),
    )
    assert.deepEqual(groups([before, instanceOf({ answered: ten }, moved)]), [])
    moved.set('a', 5)
    assert.deepEqual(groups([before, instanceOf({ answered: ten }, moved)]), [])
    const one = new Map([...ten].map((member) => [member, member === 'a' ? 5 : 4]))
    assert.deepEqual(groups([before, instanceOf({ answered: ten }, one)]), [])
    assert.deepEqual(groups([instanceOf({ answered: ten }, one), after]), [])
  })

  test('not where an answer was erased after it was released', () => {
    assert.deepEqual(groups([{ ...before, shown: new Map([[everyone, 11]]) }, after]), [])
  })

  test('not where the means went the other way than the pairs', () => {
    const left = new Map([...up(ten, low), ...up('vwxyz', [5, 5, 4, 5, 4])])
    const same = up(ten, [1, 3, 2, 3])
    assert.deepEqual(
      groups([instanceOf({ answered: `${ten}vwxyz` }, left), instanceOf({ answered: ten }, same)]),
      [],
    )
  })

  const teams: TeamNode[] = [
    { id: 'north', parent: null },
    { id: 'south', parent: null },
  ]
  const twenty = 'abcdefghijklmnopqrst'
  const housed = (values: readonly number[], south: string): QuestionAtInstance => {
    const homes = Object.fromEntries([...twenty].map((one) => [one, south.includes(one) ? 'south' : 'north']))
    return instanceOf({ answered: twenty }, up(twenty, values), {
      teams,
      homes,
      shown: new Map([
        [everyone, 20],
        ['north', 20 - south.length],
        ['south', south.length],
      ]),
    })
  }

  test('for a team and for everyone, and for neither where one person changed teams', () => {
    assert.deepEqual(groups([housed(low, 'klmnopqrst'), housed(high, 'klmnopqrst')]), [
      everyone,
      'north',
      'south',
    ])
    assert.deepEqual(groups([housed(low, 'klmnopqrst'), housed(high, 'lmnopqrst')]), [])
  })

  test('in a chain of three only while cohorts over all three have enough people', () => {
    const gone = (who: string) => {
      const rest = [...ten].filter((one) => !who.includes(one)).join('')
      return instanceOf({ answered: rest }, up(rest, low))
    }
    assert.deepEqual(groups([gone(''), before, after]), [everyone])
    assert.deepEqual(groups([gone('abcde'), before, after]), [everyone])
    assert.deepEqual(groups([gone('abc'), before, after]), [])
    assert.deepEqual(groups([before, after]), [everyone], 'a chain that starts over')
  })
})
