/** The processor time of work in this thread: unlike wall-clock time, the same on a busy machine as on a quiet one. */

export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Some kernels count processor time in ticks of 4 ms: short work is repeated until it takes many of them. */
const measuredMs = 60

function cpuMsOfOne(work: () => unknown): number {
  let runs = 0
  let spent = 0
  const before = process.threadCpuUsage()
  while (spent < measuredMs) {
    work()
    runs++
    const { user, system } = process.threadCpuUsage(before)
    spent = (user + system) / 1000
  }
  return spent / runs
}

const rounds = 3
const attempts = 4

/** Growth below this counts as proportional, with room for noise. */
export const proportionalMax = 9

/**
 * How much more work costs when there is four times as much of it: about 4 times, and 16 times if it is quadratic. Some rounds include
 * compilation or garbage collection. For the smaller work, the minimum of some runs counts, since too high a cost of it would hide growth; a
 * growth that is too high is measured again, since quadratic work is quadratic every time.
 */
export function growthOf(work: (size: number) => unknown, size: number): number {
  const costOf = (of: number): number => cpuMsOfOne(() => work(of))
  let growth = Infinity
  for (let attempt = 0; attempt < attempts && growth >= proportionalMax; attempt++) {
    const least = Math.min(...Array.from({ length: rounds }, () => costOf(size)))
    growth = Math.min(growth, costOf(4 * size) / least)
  }
  return growth
}

/**
 * Far more than anything takes on the slowest machine: a test that takes longer hangs. bench/ measures speed.
 */
export const hangMs = 120_000
