/** Answers counted by their value. */

/** Values with the number of answers that gave them, ascending, each value once. */
export type Histogram = readonly { value: number; count: number }[]

/**
 * So many of the answers as a share of all, each value in its proportion: what is left of a sample of which a part may not be evidence.
 * @param share  above 0, at most 1
 */
export function thinned(histogram: Histogram, share: number): Histogram {
  const n = histogram.reduce((all, { count }) => all + count, 0)
  const kept = Math.max(1, Math.round(n * share))
  if (kept >= n) return histogram
  const parts = histogram.map(({ value, count }) => {
    const exact = (count * kept) / n
    return { value, count: Math.floor(exact), rest: exact - Math.floor(exact) }
  })
  // Largest remainders first, so that the counts add up.
  let missing = kept - parts.reduce((all, { count }) => all + count, 0)
  for (const part of parts.toSorted((a, b) => b.rest - a.rest || a.value - b.value)) {
    if (missing === 0) break
    part.count++
    missing--
  }
  return parts.filter(({ count }) => count > 0).map(({ value, count }) => ({ value, count }))
}
