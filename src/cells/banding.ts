/**
 * Banding: what is stored of a cell in which all, or all but one, gave the same answer.
 *
 * A cell hides who said what among at least k people; it hides nothing where all of them said the same. So both cases are
 * stored alike, and truthfully to within one answer: n − 1 gave the value, one gave its neighbour. Whether it was n or n − 1,
 * and what the one said, stands in no row, so no sum or difference of figures brings it back. Figures say `banded`.
 *
 * Of numbers no value is stored, only a sum: n times the value that all, or all but one, gave; and where the question has
 * both bounds, kept a whole range away from n·min and n·max, so that any single answer may have been any number between them.
 * A value that nobody gave is told, banded or not: it says of nobody what he said.
 */

export type Banded<T> = { stored: T; banded: boolean }

type Counts = Record<string, number>

/** Where a value has neighbours, the next one towards the middle; the middle itself has the next above. */
const towardsMiddle = (at: number, count: number): number => (at <= (count - 1) / 2 ? at + 1 : at - 1)

/**
 * One value a person.
 * @param values  all that may be given, in their order
 * @param ordered  whether the next value is a neighbour; else it is the first other one
 */
export function bandCounts(
  counts: Counts,
  n: number,
  values: readonly string[],
  ordered: boolean,
): Banded<Counts> {
  const common = values.find((value) => (counts[value] ?? 0) >= n - 1)
  if (common === undefined || values.length < 2 || n < 2) return { stored: counts, banded: false }
  const at = values.indexOf(common)
  const neighbour = values[ordered ? towardsMiddle(at, values.length) : at === 0 ? 1 : 0]
  return {
    stored: countsOf([
      [common, n - 1],
      [neighbour, 1],
    ]),
    banded: true,
  }
}

/**
 * Several values a person: each that all, or all but one, picked is stored as n − 1. Picks that are then fewer than n people
 * can have made tell by themselves that it was n: the first other values get one each, in turn, until they are enough.
 * @param least  how many each person picks at least
 */
export function bandPicks(
  counts: Counts,
  n: number,
  values: readonly string[],
  least: number,
): Banded<Counts> {
  const common = new Set(values.filter((value) => (counts[value] ?? 0) >= n - 1))
  if (common.size === 0 || common.size === values.length || n < 2) {
    return common.size === values.length && n >= 2
      ? { stored: countsOf(values.map((value) => [value, n - 1])), banded: true }
      : { stored: counts, banded: false }
  }
  const stored = countsOf(values.map((value) => [value, common.has(value) ? n - 1 : (counts[value] ?? 0)]))
  const others = values.filter((value) => !common.has(value))
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
  // All but one are the same exactly if they are so without the smallest or without the largest.
  const common = sorted[0] === sorted[n - 2] ? sorted[0] : sorted[1] === sorted[n - 1] ? sorted[1] : undefined
  const wanted = common === undefined ? sum : n * common
  if (min === undefined || max === undefined) return { stored: wanted, banded: common !== undefined }
  const range = max - min
  const stored = Math.min(Math.max(wanted, n * min + range), n * max - range)
  return { stored, banded: common !== undefined || stored !== sum }
}

/** Without a prototype: an option may be called like a member of Object. */
function countsOf(entries: readonly (readonly [string, number])[]): Counts {
  const counts = Object.create(null) as Counts
  for (const [value, count] of entries) if (count > 0) counts[value] = count
  return counts
}
