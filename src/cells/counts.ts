/** Counts by value, as cells store them. */
export type Counts = Record<string, number>

/** An object without a prototype, because an option can be named like a member of Object. */
const emptyCounts = (): Counts => Object.create(null) as Counts

/** Adds up the counts of each value. A value that nobody gave is left out. */
export function countsOf(entries: Iterable<readonly [value: string, count: number]>): Counts {
  const counts = emptyCounts()
  for (const [value, count] of entries) if (count > 0) counts[value] = (counts[value] ?? 0) + count
  return counts
}
