/** Answers on a scale of five, drawn from the shares of the evaluation protocol or from the same, tilted to another mean. */
import type { Random } from '../../src/text/text.ts'

export const shares = [0.05, 0.12, 0.25, 0.38, 0.2]

export const meanOf = (weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (at + 1), 0) /
  weights.reduce((sum, weight) => sum + weight, 0)

/** Exponential tilt to a mean, by halving. */
export function tilted(mean: number): number[] {
  let [low, high] = [-20, 20]
  const at = (tilt: number): number[] => shares.map((share, value) => share * Math.exp(tilt * value))
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (meanOf(at(middle)) < mean) low = middle
    else high = middle
  }
  const weights = at(low)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

export function answer(weights: readonly number[], random: Random): number {
  let left = random()
  const at = weights.findIndex((weight) => (left -= weight) < 0)
  return (at < 0 ? weights.length - 1 : at) + 1
}
