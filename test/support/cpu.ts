/** What work costs this thread's processor: other than a clock on the wall, the same on a busy machine as on a quiet one. */

export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const rounds = 5
const attempts = 4

/** Less than this is in proportion, with room for what is not even. */
export const proportionalMax = 9

/**
 * How many times as much work costs when there is four times as much of it: about 4, and 16 if it were quadratic. The least of
 * some rounds, since some pay for compilation or for what others left in memory; where that is still too much, measured anew:
 * what is quadratic is so every time. Half a millisecond is what the processor's own clock may be off.
 */
export function growthOf(work: (size: number) => unknown, size: number): number {
  const least = (of: number): number =>
    Math.min(...Array.from({ length: rounds }, () => cpuMsOf(() => work(of))))
  let growth = Infinity
  for (let attempt = 0; attempt < attempts && growth >= proportionalMax; attempt++)
    growth = Math.min(growth, least(4 * size) / (least(size) + 0.5))
  return growth
}

/**
 * Far beyond what anything takes on the slowest machine: whoever is later hangs. How fast things are is measured in bench/.
 */
export const hangMs = 60_000
