/**
 * A histogram of durations. Each step is a quarter of a doubling (1.19 times) wider than the one before, from a quarter of a
 * millisecond to 16 seconds; longer ones count in the last step. Histograms of processes, days and operations add up, and a
 * percentile of them is wrong by less than a tenth. Pure.
 */
const stepsADoubling = 4
const firstMs = 0.25

export const steps = 16 * stepsADoubling + 1

export const stepOf = (ms: number): number =>
  Math.min(steps - 1, Math.max(0, Math.ceil(Math.log2(ms / firstMs) * stepsADoubling)))

export const noLatency = (): number[] => Array<number>(steps).fill(0)

export function sumOf(all: readonly (readonly number[])[]): number[] {
  const sum = noLatency()
  for (const one of all) for (let i = 0; i < steps; i++) sum[i] += one[i] ?? 0
  return sum
}

/** The middle of its step, in milliseconds; null when nothing was counted. */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((all, one) => all + one, 0)
  if (total === 0) return null
  let seen = 0
  const step = counts.findIndex((count) => (seen += count) >= total * share)
  const ms = firstMs * 2 ** ((step - 0.5) / stepsADoubling)
  return Number(ms.toPrecision(3))
}
