/**
 * Tests that try many cases of one kind. `npm test` runs some of them, chosen by a rule, and everything else in the file; `npm test -- --long`
 * runs the cases that are left; a file that is named runs all, and so does a sixth of the files in .ci/run. The files are listed in tools/tests/long.ts.
 */
import { test, type TestContext } from 'node:test'
import type { Part } from '../../tools/tests/files.ts'

/** The runner says it for each file. */
export const partNow = (): Part => (process.env.SONDE_TEST_PART ?? 'whole') as Part

/** Which share of what is long this run has (`--share`): where things take turns, the next share begins with the next one. */
export const shareNow = (): number => Number(process.env.SONDE_TEST_SHARE ?? 0)

/** The cases of this part. @param isShort  whether `npm test` has it: no other case may decide */
export function casesOf<T>(cases: readonly T[], isShort: (one: T, at: number) => boolean): T[] {
  const part = partNow()
  return cases.filter((one, at) => part === 'whole' || isShort(one, at) === (part === 'short'))
}

/** A test of such a file that is not a case: `npm test` has it. */
export function shortTest(name: string, work: (context: TestContext) => void | Promise<void>): void {
  if (partNow() !== 'long') void test(name, work)
}
