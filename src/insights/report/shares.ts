/**
 * Shares of people who name a driver, compared with last time and with all others: exact tests with Newcombe's interval.
 *
 * Counts below three are never shown. Where the other side has such a count, the test takes two, the most that it can be: its
 * result then depends on released figures alone, and errs on the careful side. Negative mentions are compared only where those who name the
 * driver otherwise are nobody or three as well: of the people who name it, the share would reveal how many they are.
 */
import type { Against, Uncorrected } from './difference.ts'
import type { TopicsCell } from '../text-cells.ts'
import { limits } from '../../../contract/limits.ts'
import { isCountable, isEnough } from '../../../contract/theme-counts.ts'
import { everyone } from '../../cells/cells.ts'
import type { Released } from '../../confidentiality/confidentiality.ts'
import { cellsOf, type Figures, sum } from '../finding.ts'
import { asksMeasure, driversMeasure } from '../measures.ts'
import { roundedForFew, sumOfTopics, told, type ToldSums } from '../tone.ts'
import { halfTest, newcombeDifference, shareTest } from '../../statistics/statistics.ts'

/** `others`: of the people who name the driver, those who are not counted. `isExact`: or two are taken for one or two. */
type Part = { successes: number; n: number; others: number; isExact: boolean }

/** Keys of a driver's shares among the changes of a report: people who name it, name it negatively, or suggest something. */
export const topicKey = (driver: string): string => `topic:${driver}`
export const negativeKey = (driver: string): string => `${topicKey(driver)}:negative`
export const suggestionKey = (driver: string): string => `suggestion:${driver}`
/** Whether those who name it do so negatively. */
export const toneKey = (driver: string): string => `${topicKey(driver)}:tone`

/** What a group tells of drivers; of one that it hides because of others nothing (measures/topics.ts). */
type Counts = { n: number; topics: ReadonlyMap<string, ToldSums> }

function countsOf(released: readonly Released<unknown>[], group: string, measure: string): Counts | null {
  const cells = cellsOf<TopicsCell>(released, group, measure)
  if (!cells) return null
  const topics = [...sumOfTopics(cells)]
    // One or two people count as nobody; what is hidden (of nobody, and few) is known to be neither.
    .filter(([, { people, few }]) => isEnough(people) || (few && people === 0))
    .map(([id, sums]) => [id, told(sums)] as const)
  return { n: sum(cells.map((cell) => cell.n)), topics: new Map(topics) }
}

type ShareMeasure = {
  measure: string
  key(driver: string): string
  /** Of the people who name it, those who are counted; null where they are not told. */
  count(sums: ToldSums): number | null
}

const everybody = ({ people, few }: ToldSums): number | null => (few && people === 0 ? null : people)

const shareMeasures: readonly ShareMeasure[] = [
  { measure: driversMeasure, key: topicKey, count: everybody },
  {
    measure: driversMeasure,
    key: negativeKey,
    count: ({ negative, rated }) => (rated === 0 ? null : negative),
  },
  { measure: asksMeasure, key: suggestionKey, count: everybody },
]

/** Of the drivers that at least three people of the group name now; one after another, so that other work can run in between. */
export function* shareChanges(figures: Figures, group: string): Generator<ShareChange, void> {
  yield* comparedShares(figures, group)
  yield* tones(figures, group)
}

type ShareChange = { subject: string; change: Uncorrected }

/** The share of negative mentions among all of a driver, against a half. */
function tones({ released }: Figures, group: string): ShareChange[] {
  const now = countsOf(released, group, driversMeasure)
  if (!now) return []
  return [...now.topics].flatMap(([driver, { people, negative, few, rated }]) => {
    const made = { successes: negative, n: people }
    const test = isEnough(rated) ? halfTest(made) : null
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
      method: `sign test (exact)${few ? roundedForFew : ''}`,
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

function* comparedShares(figures: Figures, group: string): Generator<ShareChange, void> {
  for (const { measure, key, count } of shareMeasures) {
    const now = countsOf(figures.released, group, measure)
    if (!now) continue
    const before = countsOf(figures.previous, group, measure)
    const parent = figures.parents?.get(group) || null
    const above = parent === null ? null : countsOf(figures.released, parent, measure)
    const all = group === everyone ? null : countsOf(figures.released, everyone, measure)
    for (const driver of [...now.topics.keys()].toSorted()) {
      const of = (counts: Counts | null): Part | null => counts && partOf(counts, driver, count)
      const own = of(now)
      if (!own || !isEnough(own.successes)) continue
      const changes = [
        ...against('previous', own, of(before)),
        ...against('parent', own, rest(of(above), own)),
        ...against('organisation', own, rest(of(all), own)),
      ]
      for (const change of changes) yield { subject: key(driver), change }
    }
  }
}

/** Nobody names a driver that is not among the topics, or one or two people do. */
function partOf({ n, topics }: Counts, driver: string, count: ShareMeasure['count']): Part | null {
  const sums = topics.get(driver)
  if (!sums) return { successes: 0, n, others: 0, isExact: true }
  const successes = count(sums)
  return successes === null
    ? null
    : { successes, n, others: sums.people - successes, isExact: !sums.few || successes === sums.people }
}

/** null where one of both is not counted: then neither is what is left. */
const rest = (all: Part | null, own: Part): Part | null =>
  all && all.isExact && own.isExact && all.successes >= own.successes
    ? {
        successes: all.successes - own.successes,
        n: all.n - own.n,
        others: all.others - own.others,
        isExact: true,
      }
    : null

/** One or two others would stand out beside a number that is told; with fewer than three who are counted, two are taken for these. */
const singlesOut = ({ successes, others }: Part): boolean =>
  isEnough(successes) && others > 0 && !isEnough(others)

const fractionOf = ({ successes, n }: Part) => ({ successes, n })

function against(to: Against, now: Part, found: Part | null): Uncorrected[] {
  if (!found || found.n < limits.kCommentMin || singlesOut(now) || singlesOut(found)) return []
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
