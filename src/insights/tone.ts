/**
 * The tone of a topic as it leaves. One or two people of those who name it are never counted, whichever part they are: negative, not negative,
 * or without a tone. What leaves is then made from counts in which two are taken for them, and from no sum of their sentiment, so that nothing
 * that follows tells one from the other.
 */
import { isCountable, isEnough, type ThemeCounts, type Tone } from '../../contract/theme-counts.ts'
import { limits } from '../../contract/limits.ts'
import { type Interval, wilson } from '../statistics/statistics.ts'
import type { TopicsCell, TopicSums } from './text-cells.ts'

const few = limits.themePeopleMin - 1
const isFew = (count: number): boolean => count > 0 && !isEnough(count)

/** What is added to the name of a method whose counts are not exact for that. */
export const roundedForFew = ', rounded where one or two people would stand out'

/** A part of a whole, where one or two people count as two: the same number for all parts that may not be told apart. */
export function withoutFew(part: number, whole: number): number {
  if (isFew(part)) return few
  return isFew(whole - part) ? whole - few : part
}

/** With `rated` said, and `few`. */
export type ToldSums = Required<TopicSums>

/** In tenths: of three people, exact sums are the sum of three scores of known words. */
const coarse = (sum: number): number => Math.round(10 * sum) / 10

/** What a group may say of a topic by itself. Sums that it has returned before stay the same. */
export function told(sums: TopicSums): ToldSums {
  const { people, negative, rated = people } = sums
  if (sums.few !== true && isCountable({ people, negative, rated }))
    return { ...sums, rated, sum: coarse(sums.sum), squares: coarse(sums.squares), few: false }
  return isEnough(withoutFew(rated, people))
    ? { ...untold(people), negative: withoutFew(negative, people), rated: people }
    : untold(people)
}

/**
 * What a group tells whose own parts are counted, but whose count would reveal what is left of a larger group: of the tone a number in threes, which
 * several counts have in common, of at least six of whom at least six are negative.
 */
export function toldInThrees({ people, negative, rated = people }: TopicSums): ToldSums {
  const inThrees = Math.min(3 * Math.round(negative / 3), 3 * Math.floor((people - few - 1) / 3))
  return inThrees > limits.themePeopleMin && hasTone({ rated: withoutFew(rated, people) })
    ? { ...untold(people), negative: inThrees, rated: people }
    : untold(people)
}

/** How many name it, and nothing of their tone. */
export const untold = (people: number): ToldSums => ({
  people,
  negative: 0,
  sum: 0,
  squares: 0,
  rated: 0,
  few: true,
})

/** Counts as they may be told; null where a part of them is one or two people. */
export const toldCounts = ({ negative, rated, few: isUntold }: ToldSums) =>
  isUntold ? { negative: null, rated: null } : { negative, rated }

/** A mean sentiment that is nearer to 0 is neither. */
export const neutralTo = 0.05

/**
 * By people, as sentences count them, since a mean would say “mostly” where a few are very angry. All or none is said only of those who are
 * counted, of three people as of thirty, and “mostly” only where it is certain: otherwise it is mixed. Null where too few have a tone.
 */
export function toneOf(sums: ToldSums): Tone | null {
  const { negative, rated } = sums
  if (!hasTone(sums)) return null
  if (!sums.few && negative === rated) return 'negative'
  if (isMostlyNegative(sums)) return 'mostly_negative'
  const isNobody = !sums.few && negative === 0
  // Anyone who is not negative need not be glad.
  if (!(isNobody || isMostlyOther(sums)) || (sentimentOfTopic(sums) ?? 1) < neutralTo) return 'mixed'
  return isNobody ? 'positive' : 'mostly_positive'
}

/** Of those with a tone, the share who are negative. Tone is an estimate, so that four of seven may as well be three. */
const negativeShare = ({ negative, rated }: ToldSums): Interval => wilson(negative, rated)?.interval ?? [0, 1]

/** More than half of those with a tone, and not by chance: 8 of 10 are not enough, 9 of 11 are. */
export const isMostlyNegative = (sums: ToldSums): boolean => negativeShare(sums)[0] > 1 / 2

const isMostlyOther = (sums: ToldSums): boolean => negativeShare(sums)[1] < 1 / 2

/** More than half of those with a tone. Where these are not counted, at least three: of four, it would be all but one. */
export const isRatherNegative = ({ negative, rated, few: isUntold }: ToldSums): boolean =>
  2 * negative > rated && (!isUntold || isEnough(negative))

/** Whether more than half of those with a tone are negative, or fewer; null where neither may be said. */
export function largerSide(sums: ToldSums): 'negative' | 'other' | null {
  if (!hasTone(sums)) return null
  if (isRatherNegative(sums)) return 'negative'
  return 2 * sums.negative < sums.rated ? 'other' : null
}

/** The mean of those whose tone was estimated; null where they are too few to be a group, or not counted. */
export const sentimentOfTopic = (sums: ToldSums): number | null =>
  !sums.few && hasTone(sums) ? sums.sum / sums.rated : null

/** Whether enough people have a tone, to say it of all. */
export const hasTone = ({ rated }: Pick<ThemeCounts, 'rated'>): boolean => isEnough(rated)

/**
 * A topic as it may be added to those of other instances: with its people, and with their tone only where it is counted, for the other instances
 * tell theirs and what is left of a sum would be this one's.
 */
export const addable = (sums: ToldSums): TopicSums =>
  sums.few ? { ...untold(sums.people), few: false } : sums

/** Cells of one group as one, whoever names a topic. */
export function sumOfTopics(cells: readonly TopicsCell[]): Map<string, TopicSums> {
  const all = new Map<string, Required<TopicSums>>()
  for (const cell of cells) {
    for (const [id, { rated, few = false, ...sums }] of Object.entries(cell.topics)) {
      const known = all.get(id) ?? { people: 0, negative: 0, sum: 0, squares: 0, rated: 0, few: false }
      all.set(id, {
        people: known.people + sums.people,
        negative: known.negative + sums.negative,
        sum: known.sum + sums.sum,
        squares: known.squares + sums.squares,
        rated: known.rated + (rated ?? sums.people),
        few: known.few || few,
      })
    }
  }
  return all
}
