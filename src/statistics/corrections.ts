/** Several tests at once: p-values corrected for their number, and combined into one. */

/**
 * How a p was corrected: `adjusted` = min(1, p · tests / (rank · share)), where p is that of the test with this rank among the
 * tests of its family, and `share` the part of the report's 5 % that the family may spend. Where p combines several tests, `within`
 * is the p of this one corrected over them, and `adjusted` at least that.
 */
export type Correction = {
  p: number
  rank: number
  tests: number
  share: number
  within: number
  adjusted: number
}

export const adjustedBy = ({ p, rank, tests, share, within }: Omit<Correction, 'adjusted'>): number =>
  Math.max(within, Math.min(1, (p * tests) / (rank * share)))

/**
 * p-values corrected for the number of tests in a family, in the order given; at 0.05 at most 5 % of
 * the differences called changes are expected to be none. Source: Benjamini and Hochberg 1995, JRSS B 57(1).
 * @param share  of the 5 %, where several families of a report share it
 */
export function corrections(ps: readonly number[], share = 1): Correction[] {
  const tests = ps.length
  const order = [...ps.keys()].toSorted((i, j) => ps[j] - ps[i])
  const found = new Array<Correction>(tests)
  let least: Correction | undefined
  order.forEach((i, fromTop) => {
    const rank = tests - fromTop
    const made = { p: ps[i], rank, tests, share, within: 0 }
    const adjusted = adjustedBy(made)
    if (!least || adjusted < least.adjusted) least = { ...made, adjusted }
    found[i] = least
  })
  return found
}

export const benjaminiHochberg = (ps: readonly number[]): number[] =>
  corrections(ps).map(({ adjusted }) => adjusted)

/** One p for several tests of the same hypothesis; valid for independent and for positively dependent tests. Source: Simes 1986. */
export const simes = (ps: readonly number[]): number =>
  ps.toSorted((a, b) => a - b).reduce((least, p, i) => Math.min(least, (p * ps.length) / (i + 1)), 1)
