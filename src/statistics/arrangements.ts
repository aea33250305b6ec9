/**
 * Exact permutation distributions, which replace random draws where they are cheap. For two groups: in how many ways `size` of the
 * pooled answers can be chosen, by the sum that they have. For paired differences: which share of all choices of signs leads to
 * each sum. A p from them has no sampling error.
 *
 * They are computed by dynamic programming over the distinct values and not over people, because people with the same value are
 * interchangeable. So on a short scale two groups of 40 cost less than ten thousand random draws.
 */
import type { Histogram } from './histogram.ts'

/** Steps for each answer chosen; beyond it, drawing 9,999 times is cheaper. */
const workMax = 30_000
/** C(1000, 500) still fits a double; of many more people it would not. */
const peopleMax = 1_000

/** @returns null where it would be too much work, or the answers share no grid */
export function sumsOfChoices(pooled: Histogram, size: number): Map<number, number> | null {
  const people = pooled.reduce((n, { count }) => n + count, 0)
  const grid = gridOf(pooled.map(({ value }) => value))
  if (people > peopleMax || !grid) return null
  const { base, step, levels } = grid
  const width = size * Math.max(...levels) + 1
  const work = pooled.reduce((sum, { count }) => sum + (Math.min(count, size) + 1) * (size + 1) * width, 0)
  if (work > workMax * size) return null

  // ways[taken * width + steps above the base], one level of the scale after another
  let ways = new Float64Array((size + 1) * width)
  ways[0] = 1
  pooled.forEach(({ count }, at) => {
    const next = new Float64Array(ways.length)
    let choices = 1
    for (let taken = 0; taken <= Math.min(count, size); taken++) {
      if (taken > 0) choices = (choices * (count - taken + 1)) / taken
      const up = taken * levels[at]
      for (let before = 0; before + taken <= size; before++) {
        const [from, to] = [before * width, (before + taken) * width + up]
        for (let steps = 0; steps + up < width; steps++) {
          const waysSoFar = ways[from + steps]
          if (waysSoFar > 0) next[to + steps] += waysSoFar * choices
        }
      }
    }
    ways = next
  })
  const sums = new Map<number, number>()
  for (let steps = 0; steps < width; steps++) {
    const waysToSum = ways[size * width + steps]
    if (waysToSum > 0) sums.set(size * base + steps * step, waysToSum)
  }
  return sums
}

const signsWorkMax = 3_000_000

/** Every sum that the differences can have with either sign, with its share of all signs. @returns null as above */
export function sumsOfSigns(differences: readonly number[]): Map<number, number> | null {
  const grid = gridOf([...new Set([0, ...differences.map(Math.abs)])].toSorted((a, b) => a - b))
  if (!grid) return null
  const levelOf = (difference: number): number => Math.round(Math.abs(difference) / grid.step)
  const most = differences.reduce((sum, each) => sum + levelOf(each), 0)
  const width = 2 * most + 1
  if (differences.length * width > signsWorkMax) return null
  let [shares, next] = [new Float64Array(width), new Float64Array(width)]
  shares[most] = 1
  // Sums so far are at most `reach` steps from the middle.
  let reach = 0
  for (const difference of differences) {
    const level = levelOf(difference)
    const farther = reach + level
    next.fill(0, most - farther, most + farther + 1)
    for (let at = most - reach; at <= most + reach; at++) {
      if (shares[at] === 0) continue
      next[at + level] += shares[at] / 2
      next[at - level] += shares[at] / 2
    }
    ;[shares, next] = [next, shares]
    reach = farther
  }
  const sums = new Map<number, number>()
  shares.forEach((share, at) => {
    if (share > 0) sums.set((at - most) * grid.step, share)
  })
  return sums
}

const steps = [1, 0.5, 0.1] as const

/** The values as whole steps above the lowest. */
function gridOf(values: readonly number[]): { base: number; step: number; levels: number[] } | null {
  const base = values[0] ?? 0
  for (const step of steps) {
    const levels = values.map((value) => (value - base) / step)
    if (levels.every((level) => Math.abs(level - Math.round(level)) < 1e-6))
      return { base, step, levels: levels.map(Math.round) }
  }
  return null
}
