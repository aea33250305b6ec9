/** What statements take, told to the trace of the request that waits for them (src/trace.ts). Without a collector nothing is measured. */
import type { LogEvent } from 'kysely'
import { isRecording, recordStatement, spansAreKept } from '../trace.ts'
import * as tables from './tables.ts'

const tableNames = new Set(
  Object.keys(tables).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
)

/** The first word of a statement, and the first table that it reads or writes: “select teams”. Nothing of the rest, not even columns. */
export function summaryOf(text: string): string {
  const [verb = 'statement'] = /\w+/.exec(text) ?? []
  const named = [...text.matchAll(/\b(?:from|into|update|join)\s+([a-z_]+)/gi)].map(([, name]) => name)
  return [verb.toLowerCase(), named.find((name) => tableNames.has(name))].filter(Boolean).join(' ')
}

/** For Kysely, which tells of each statement once it has ended. */
export const statementLog = (): ((event: LogEvent) => void) | undefined =>
  spansAreKept()
    ? ({ level, query, queryDurationMillis: ms }) => {
        // By its key, as the tests of owners take `sql` for the tag alone.
        if (isRecording()) recordStatement(summaryOf(query['sql']), ms, level === 'error')
      }
    : undefined

/** @returns what the statement with this text returns */
export async function timed<T>(text: string, send: () => Promise<T>): Promise<T> {
  if (!isRecording()) return send()
  const start = performance.now()
  let hasFailed = true
  try {
    const result = await send()
    hasFailed = false
    return result
  } finally {
    recordStatement(summaryOf(text), performance.now() - start, hasFailed)
  }
}
