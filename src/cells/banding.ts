/**
 * Banding: what is stored of a cell in which all, or all but one, gave the same answer.
 *
 * A cell hides who gave which answer among at least k people. Where all gave the same answer it hides nothing. So both cases are
 * stored in one form, exact to within one answer: n − 1 gave the value, one gave its neighbour. Whether it was n or n − 1, and
 * what the other one answered, is stored nowhere, so no sum or difference of figures can reveal it. Figures say `banded`.
 *
 * For numbers only a sum is stored: n times the value that all, or all but one, gave. If the question has both bounds, the sum
 * stays a whole range away from n·min and n·max, so that any single answer can have been any number between them.
 * Figures may show that nobody gave a value, banded or not: that reveals nobody’s answer.
 */
import { type Counts, countsOf } from './counts.ts'

export type Banded<T> = { stored: T; banded: boolean }

/** The neighbour of a value is the next one towards the middle; the neighbour of the middle is the next above. */
const towardsMiddle = (at: number, count: number): number => (at <= (count - 1) / 2 ? at + 1 : at - 1)

/**
 * For questions with one value per person.
 * @param values   all that may be given, in their order
 * @param ordered  whether the next value is a neighbour; otherwise the neighbour is the first other one
 */
export function bandCounts(
  counts: Counts,
  n: number,
  values: readonly string[],
  ordered: boolean,
): Banded<Counts> {
  const at = values.findIndex((value) => (counts[value] ?? 0) >= n - 1)
  if (at < 0 || values.length < 2 || n < 2) return { stored: counts, banded: false }
  const neighbour = ordered ? towardsMiddle(at, values.length) : at === 0 ? 1 : 0
  const stored = countsOf([
    [values[at], n - 1],
    [values[neighbour], 1],
  ])
  return { stored, banded: true }
}

/**
 * For questions with several values per person: a value that all, or all but one, picked is stored as n − 1. If fewer picks are left
 * than n people must have made, that alone would reveal n: the other values get one pick each, in turn, until there are enough.
 * @param least  how many values each person picks at least
 */
export function bandPicks(
  counts: Counts,
  n: number,
  values: readonly string[],
  least: number,
): Banded<Counts> {
  const common = new Set(values.filter((value) => (counts[value] ?? 0) >= n - 1))
  if (common.size === 0 || n < 2) return { stored: counts, banded: false }
  const stored = countsOf(values.map((value) => [value, common.has(value) ? n - 1 : (counts[value] ?? 0)]))
  const others = values.filter((value) => !common.has(value))
  if (others.length === 0) return { stored, banded: true }
  let missing = n * least - Object.values(stored).reduce((sum, count) => sum + count, 0)
  for (let at = 0; missing > 0; at = (at + 1) % others.length, missing--)
    stored[others[at]] = (stored[others[at]] ?? 0) + 1
  return { stored, banded: true }
}

/** @returns the sum to store of these numbers */
export function bandSum(
  numbers: readonly number[],
  { min, max }: { min?: number; max?: number },
): Banded<number> {
  const n = numbers.length
  const sorted = numbers.toSorted((a, b) => a - b)
  const sum = sorted.reduce((total, number) => total + number, 0)
  if (n < 2) return { stored: sum, banded: false }
  // All but one are equal exactly if all are equal without the smallest or without the largest.
  const common = sorted[0] === sorted[n - 2] ? sorted[0] : sorted[1] === sorted[n - 1] ? sorted[1] : undefined
  const wanted = common === undefined ? sum : n * common
  if (min === undefined || max === undefined) return { stored: wanted, banded: common !== undefined }
  const range = max - min
  const stored = Math.min(Math.max(wanted, n * min + range), n * max - range)
  return { stored, banded: common !== undefined || stored !== sum }
}
