/**
 * The tone of a topic as it leaves. One or two people of those who name it are never counted, whichever part they are: negative, not negative,
 * or without a tone. Words, tests and actions then take two for them, so that nothing that follows tells one from the other.
 */
import { isCountable, isEnough, type ThemeCounts, type Tone } from '../../contract/theme-counts.ts'
import { limits } from '../../contract/limits.ts'
import type { TopicSums } from './text-cells.ts'

const few = limits.themePeopleMin - 1
const isFew = (count: number): boolean => count > 0 && !isEnough(count)

/** What is added to the name of a method whose counts are of `withoutFew`. */
export const fewTakenAsTwo = ', one or two people taken as two'

/** A part of a whole, where one or two people count as two: the same number for all parts that may not be told apart. */
export function withoutFew(part: number, whole: number): number {
  if (isFew(part)) return few
  return isFew(whole - part) ? whole - few : part
}

/** Counts as they may be told; null where a part of them is one or two people. */
export const toldCounts = (counts: ThemeCounts): { negative: number | null; rated: number | null } =>
  isCountable(counts) ? { negative: counts.negative, rated: counts.rated } : { negative: null, rated: null }

/** More negative people than this, of those whose tone was estimated, and no topic is called positive. */
const mixedFrom = 1 / 3
/** A mean sentiment that is nearer to 0 is neither. */
const neutralTo = 0.05

/**
 * By people, as sentences count them, since a mean would say “mostly” where a few are very angry. All or none is said only of those who are
 * counted. Null where too few have a tone.
 */
export function toneOf(sums: Required<TopicSums>): Tone | null {
  const { people, negative, rated } = sums
  const sentiment = sentimentOfTopic(sums)
  if (sentiment === null) return null
  if (!isCountable(sums)) {
    if (isMostlyNegative(sums)) return 'mostly_negative'
    const isMixed = withoutFew(negative, people) > mixedFrom * people || sentiment < neutralTo
    return isMixed ? 'mixed' : 'mostly_positive'
  }
  if (negative === rated) return 'negative'
  if (isMostlyNegative(sums)) return 'mostly_negative'
  if (negative > mixedFrom * rated || sentiment < neutralTo) return 'mixed'
  return negative === 0 ? 'positive' : 'mostly_positive'
}

/** More than half of those with a tone. Where these are not counted, of all: of four with one who differs, “most” would be said of nothing else. */
export function isMostlyNegative(sums: ThemeCounts): boolean {
  const { people, negative, rated } = sums
  if (isCountable(sums)) return 2 * negative > rated
  const atLeast = withoutFew(negative, people)
  return isEnough(atLeast) && 2 * atLeast > people
}

/** The mean of those whose tone was estimated; null where they are too few to be a group. */
export const sentimentOfTopic = (sums: Required<TopicSums>): number | null =>
  hasTone(sums) ? sums.sum / sums.rated : null

/** Whether enough people have a tone, to say it of all. */
export const hasTone = ({ people, rated }: Pick<ThemeCounts, 'people' | 'rated'>): boolean =>
  isEnough(withoutFew(rated, people))

/**
 * A topic as it may be added to those of other instances: with its people, and with their tone only where it may be counted, for the other
 * instances tell theirs and what is left of a sum would be this one's.
 */
export function addable(sums: TopicSums): Required<TopicSums> {
  const { people, rated = people } = sums
  return isCountable({ ...sums, rated })
    ? { ...sums, rated }
    : { people, negative: 0, sum: 0, squares: 0, rated: 0 }
}
