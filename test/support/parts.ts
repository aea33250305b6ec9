/**
 * Files of which `npm test` has a part: of many cases of one kind some, chosen by a rule, or of many stories of one page the main ones. `npm test --
 * --long` runs what is left; a file that is named runs whole, and so does a sixth of the files in .ci/run. The files are listed in tools/tests/long.ts.
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

type Work = (context: TestContext) => void | Promise<void>

/** A test of such a file that is not a case: `npm test` has it. */
export function shortTest(name: string, work: Work): void {
  if (partNow() !== 'long') void test(name, work)
}

/**
 * The tests of a file with many stories of one page. A further story needs nothing that a main one leaves behind.
 * @param main  the first words of the main ones, which `npm test` plays: test/parts.test.ts looks whether there is one of each
 */
export const storiesOf =
  (...main: readonly string[]) =>
  (name: string, work: Work): void => {
    const part = partNow()
    const isMain = main.some((first) => name.startsWith(first))
    if (part === 'whole' || isMain === (part === 'short')) void test(name, work)
  }
