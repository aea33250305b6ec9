/**
 * What tests open and nobody closes for them. A process runs many files (tools/run-tests.ts): an application lives as long as
 * the file that started it, what files share lives as long as the process. node:test's own `after` cannot say either: called
 * in a `before`, it runs when that hook ends; called while a shared module loads, it belongs to whichever file came first.
 */
type End = () => unknown

const ends = { file: [] as End[], process: [] as End[] }

export const atEndOf = (scope: keyof typeof ends, end: End): void => void ends[scope].push(end)

/** @throws the first error, after everything had its turn */
export async function endAll(scope: keyof typeof ends): Promise<void> {
  const results = await Promise.allSettled(ends[scope].splice(0).map(async (end) => end()))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
