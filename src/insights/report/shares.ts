/**
 * Shares of people who name a driver, compared with last time and with all others: exact tests with Newcombe's interval.
 *
 * Counts below three are never shown. Where the other side has such a count, the test takes two, the most that it can be: its
 * result then depends on released figures alone, and errs on the careful side. Negative mentions are compared only where those who name the
 * driver otherwise are nobody or three as well: of the people who name it, the share would tell how many they are.
 */
import type { Against, Uncorrected } from './difference.ts'
import type { TopicsCell } from '../text-cells.ts'
import { limits } from '../../../contract/limits.ts'
import { isCountable, isEnough } from '../../../contract/theme-counts.ts'
import { everyone } from '../../cells/cells.ts'
import type { Released } from '../../confidentiality/confidentiality.ts'
import { cellsOf, type Figures, sum } from '../finding.ts'
import { asksMeasure, driversMeasure } from '../measures.ts'
import { fewTakenAsTwo, withoutFew } from '../tone.ts'
import { halfTest, newcombeDifference, shareTest } from '../../statistics/statistics.ts'

/** `others`: of the people who name the driver, those who are not counted. */
type Part = { successes: number; n: number; others: number }

/** Keys of a driver's shares among the changes of a report: people who name it, name it negatively, or suggest something. */
export const topicKey = (driver: string): string => `topic:${driver}`
export const negativeKey = (driver: string): string => `${topicKey(driver)}:negative`
export const suggestionKey = (driver: string): string => `suggestion:${driver}`
/** Whether those who name it do so negatively. */
export const toneKey = (driver: string): string => `${topicKey(driver)}:tone`

type Counts = { n: number; people: Map<string, number>; negative: Map<string, number> }

function countsOf(released: readonly Released<unknown>[], group: string, measure: string): Counts | null {
  const cells = cellsOf<TopicsCell>(released, group, measure)
  if (!cells) return null
  const counts: Counts = { n: sum(cells.map((cell) => cell.n)), people: new Map(), negative: new Map() }
  const add = (to: Map<string, number>, id: string, count: number): void =>
    void to.set(id, (to.get(id) ?? 0) + count)
  for (const cell of cells) {
    for (const [id, { people, negative }] of Object.entries(cell.topics)) {
      add(counts.people, id, people)
      add(counts.negative, id, negative)
    }
  }
  return counts
}

type ShareMeasure = {
  measure: string
  key(driver: string): string
  count(counts: Counts): Map<string, number>
}

const shareMeasures: readonly ShareMeasure[] = [
  { measure: driversMeasure, key: topicKey, count: ({ people }) => people },
  { measure: driversMeasure, key: negativeKey, count: ({ negative }) => negative },
  { measure: asksMeasure, key: suggestionKey, count: ({ people }) => people },
]

/** Of the drivers that at least three people of the group name now. */
export const shareChanges = (figures: Figures, group: string): { subject: string; change: Uncorrected }[] => [
  ...comparedShares(figures, group),
  ...tones(figures, group),
]

/** The share of negative mentions among all of a driver, against a half. */
function tones({ released }: Figures, group: string): { subject: string; change: Uncorrected }[] {
  const now = countsOf(released, group, driversMeasure)
  if (!now) return []
  return [...now.people].flatMap(([driver, people]) => {
    const negative = now.negative.get(driver) ?? 0
    const made = { successes: withoutFew(negative, people), n: people }
    const test = people >= limits.themePeopleMin ? halfTest(made) : null
    if (!test) return []
    const { difference, p, lower, upper } = test
    const change: Uncorrected = {
      against: 'half',
      metric: 'share',
      mean: 0.5,
      n: people,
      own: made.successes / people,
      ownN: people,
      difference,
      interval: null,
      p,
      lower,
      upper,
      method: `sign test (exact)${isCountable({ people, negative, rated: people }) ? '' : fewTakenAsTwo}`,
      made: { test: 'half', now: made },
    }
    return [{ subject: toneKey(driver), change }]
  })
}

/** Of the people behind a tone; one or two are taken as two, and not counted in words. */
export function negativeIn({ made, ownN: people }: Uncorrected): { negative: number; isCounted: boolean } {
  const negative = made.test === 'half' ? made.now.successes : 0
  return { negative, isCounted: isCountable({ people, negative, rated: people }) }
}

function comparedShares(figures: Figures, group: string): { subject: string; change: Uncorrected }[] {
  return shareMeasures.flatMap(({ measure, key, count }) => {
    const now = countsOf(figures.released, group, measure)
    if (!now) return []
    const before = countsOf(figures.previous, group, measure)
    const parent = figures.parents?.get(group) || null
    const above = parent === null ? null : countsOf(figures.released, parent, measure)
    const all = group === everyone ? null : countsOf(figures.released, everyone, measure)
    return [...count(now)]
      .filter(([, successes]) => successes >= limits.themePeopleMin)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([driver]) => {
        const of = (counts: Counts): Part => partOf(counts, driver, count)
        const own = of(now)
        return [
          ...(before ? against('previous', own, of(before)) : []),
          ...(above ? against('parent', own, rest(of(above), own)) : []),
          ...(all ? against('organisation', own, rest(of(all), own)) : []),
        ].map((change) => ({ subject: key(driver), change }))
      })
  })
}

function partOf(counts: Counts, driver: string, count: ShareMeasure['count']): Part {
  const successes = count(counts).get(driver) ?? 0
  return { successes, n: counts.n, others: (counts.people.get(driver) ?? 0) - successes }
}

const rest = (all: Part, own: Part): Part => ({
  successes: all.successes - own.successes,
  n: all.n - own.n,
  others: all.others - own.others,
})

/** One or two others would stand out beside a number that is told; with fewer than three who are counted, two are taken for these. */
const singlesOut = ({ successes, others }: Part): boolean =>
  isEnough(successes) && others > 0 && !isEnough(others)

const fractionOf = ({ successes, n }: Part) => ({ successes, n })

function against(to: Against, now: Part, found: Part): Uncorrected[] {
  if (found.n < limits.kCommentMin || singlesOut(now) || singlesOut(found)) return []
  const hidden = !isEnough(found.successes)
  const other = hidden ? { ...found, successes: limits.themePeopleMin - 1 } : found
  const difference = newcombeDifference(now, other)
  const test = shareTest(other, now)
  if (!difference || !test) return []
  // Two in place of fewer than three is a bound for a rise, not for a fall.
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
      made: { test: 'share', now: fractionOf(now), other: fractionOf(other) },
    },
  ]
}
