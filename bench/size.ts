/**
 * The size of a benchmark: full, or with `--smoke` the smallest that runs all of its code. A small one shows whether the benchmark works
 * and not how fast anything is, so no bound is checked.
 */
export const isSmoke = process.argv.includes('--smoke')

export const size = <T>(whole: T, smoke: T): T => (isSmoke ? smoke : whole)

/** Exit code 1 where a bound is missed. */
export function judge(isMissed: boolean): void {
  if (isMissed && !isSmoke) process.exitCode = 1
}
