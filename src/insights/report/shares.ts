/**
 * Shares of people who name a driver, held against last time and against all others: exact tests with Newcombe's interval.
 *
 * Fewer than three people who name something are told of nobody. Where the other side has fewer, the test takes two, the most
 * that they can be: what it says is then a function of what everybody knows, and at worst too careful.
 */
import { limits } from '../../../contract/limits.ts'
import { everyone } from '../../cells/cells.ts'
import { type Released } from '../../confidentiality/confidentiality.ts'
import { type Against, type Uncorrected } from './change.ts'
import { cellsOf, type Figures, sum } from '../finding.ts'
import { driversMeasure, type TopicsCell } from '../measures.ts'
import { newcombeDifference, shareTest } from '../../statistics/statistics.ts'
import { wishesMeasure } from '../suggestions.ts'

export type Part = { successes: number; n: number }

/** How a driver's share is called among the changes of a report; `badly`: of people who name it and feel badly. */
export const topicKey = (driver: string): string => `topic:${driver}`
export const badlyKey = (driver: string): string => `${topicKey(driver)}:badly`
export const wishKey = (driver: string): string => `wish:${driver}`

type Counts = { n: number; people: Map<string, number>; badly: Map<string, number> }

function countsOf(released: readonly Released<unknown>[], group: string, measure: string): Counts | null {
  const cells = cellsOf<TopicsCell>(released, group, measure)
  if (!cells) return null
  const counts: Counts = { n: sum(cells.map((cell) => cell.n)), people: new Map(), badly: new Map() }
  const add = (to: Map<string, number>, id: string, count: number): void =>
    void to.set(id, (to.get(id) ?? 0) + count)
  for (const cell of cells) {
    for (const [id, { people, negative }] of Object.entries(cell.topics)) {
      add(counts.people, id, people)
      add(counts.badly, id, negative)
    }
  }
  return counts
}

type Looked = { measure: string; key(driver: string): string; count(counts: Counts): Map<string, number> }

const looks: readonly Looked[] = [
  { measure: driversMeasure, key: topicKey, count: ({ people }) => people },
  { measure: driversMeasure, key: badlyKey, count: ({ badly }) => badly },
  { measure: wishesMeasure, key: wishKey, count: ({ people }) => people },
]

/** Of the drivers that at least three people of the group name now. */
export function shareChanges(figures: Figures, group: string): { subject: string; change: Uncorrected }[] {
  return looks.flatMap(({ measure, key, count }) => {
    const now = countsOf(figures.released, group, measure)
    if (!now) return []
    const before = countsOf(figures.previous, group, measure)
    const parent = figures.parents?.get(group) || null
    const above = parent === null ? null : countsOf(figures.released, parent, measure)
    const all = group === everyone ? null : countsOf(figures.released, everyone, measure)
    return [...count(now)]
      .filter(([, successes]) => successes >= limits.themePeopleMin)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([driver, successes]) => {
        const own = { successes, n: now.n }
        const of = (counts: Counts): Part => ({ successes: count(counts).get(driver) ?? 0, n: counts.n })
        return [
          ...(before ? against('previous', own, of(before)) : []),
          ...(above ? against('parent', own, rest(of(above), own)) : []),
          ...(all ? against('organisation', own, rest(of(all), own)) : []),
        ].map((change) => ({ subject: key(driver), change }))
      })
  })
}

const rest = (all: Part, own: Part): Part => ({
  successes: all.successes - own.successes,
  n: all.n - own.n,
})

function against(to: Against, now: Part, found: Part): Uncorrected[] {
  if (found.n < limits.kCommentMin) return []
  const hidden = found.successes < limits.themePeopleMin
  const other = hidden ? { ...found, successes: limits.themePeopleMin - 1 } : found
  const difference = newcombeDifference(now, other)!
  const test = shareTest(other, now)!
  // Of fewer than three, two is a bound for a rise alone.
  if (hidden && difference.difference <= 0) return []
  return [
    {
      against: to,
      metric: 'share',
      mean: other.successes / other.n,
      n: other.n,
      own: now.successes / now.n,
      ownN: now.n,
      difference: difference.difference,
      interval: difference.interval,
      p: test.p,
      lower: test.lower,
      upper: test.upper,
      method: hidden ? 'permutation of shares (exact), at most 2 before' : 'permutation of shares (exact)',
      made: { test: 'share', now, other },
    },
  ]
}
