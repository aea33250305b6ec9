/** What statements take, told to the trace of the request that waits for them (src/trace.ts). Without a collector nothing is measured. */
import type { LogEvent } from 'kysely'
import { isRecording, recordStatement, spansAreKept } from '../trace.ts'

/** For Kysely, which tells of each statement once it has ended. */
export const statementLog = (): ((event: LogEvent) => void) | undefined =>
  spansAreKept()
    ? ({ level, query, queryDurationMillis: ms }) => {
        if (isRecording()) recordStatement(query['sql'], ms, level === 'error')
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
    recordStatement(text, performance.now() - start, hasFailed)
  }
}
