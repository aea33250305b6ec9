/**
 * Tests that try many cases of one kind. `npm test` runs some of them, chosen by a rule, and everything else in the file; `npm test -- --long`
 * runs the cases that are left; .ci/run, and a file that is named, run all. The files are listed in tools/tests/long.ts.
 */
import { test, type TestContext } from 'node:test'
import type { Part } from '../../tools/tests/files.ts'

/** The runner says it for each file. */
export const partNow = (): Part => (process.env.SONDE_TEST_PART ?? 'whole') as Part

/** The cases of this part. @param isShort  whether `npm test` has it: no other case may decide */
export function casesOf<T>(cases: readonly T[], isShort: (one: T, at: number) => boolean): T[] {
  const part = partNow()
  return cases.filter((one, at) => part === 'whole' || isShort(one, at) === (part === 'short'))
}

/** A test of such a file that is no case: `npm test` has it. */
export function shortTest(name: string, work: (context: TestContext) => void | Promise<void>): void {
  if (partNow() !== 'long') void test(name, work)
}
