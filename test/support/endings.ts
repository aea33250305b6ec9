/**
 * Closes what tests open, the last that was opened first: a page before the service that it asks. A process runs many files (tools/run-tests.ts): an application lives as long as the file that started it, and
 * what files share lives as long as the process. node:test's `after` can do neither: in a `before`, it runs when that hook ends; while a
 * shared module loads, it belongs to the file that came first.
 */
type End = () => unknown

const ends = { file: [] as End[], process: [] as End[] }

export const atEndOf = (scope: keyof typeof ends, end: End): void => void ends[scope].push(end)

/** @throws the first error, after everything was closed */
export async function endAll(scope: keyof typeof ends): Promise<void> {
  const errors: unknown[] = []
  for (let end = ends[scope].pop(); end !== undefined; end = ends[scope].pop())
    try {
      await end()
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}
