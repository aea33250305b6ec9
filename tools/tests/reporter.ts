/**
 * The reporter of a process that runs many files, each as a suite with the file's name: gathers what happened in a file, and
 * hands it over when the suite has ended. The text is node:test's own `spec`.
 */
import { EventEmitter } from 'node:events'
import type { TestEvent } from 'node:test/reporters'
import { spec } from 'node:test/reporters'

export type Report = {
  file: string
  passed: number
  skipped: number
  failed: number
  /** Why a suite or a test was left out, where that leaves a promise untested on this machine. */
  untested: readonly string[]
  text: string
}

/** `report`, with a Report. */
export const reports = new EventEmitter<{ report: [Report] }>()

const untestedMark = 'NOT TESTED: '

export default async function* gather(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let ofFile: TestEvent[] = []
  for await (const event of events) {
    ofFile.push(event)
    if ((event.type !== 'test:pass' && event.type !== 'test:fail') || event.data.nesting > 0) continue
    reports.emit('report', await reportOf(event.data.name, ofFile))
    ofFile = []
  }
  yield ''
}

async function reportOf(file: string, events: readonly TestEvent[]): Promise<Report> {
  const counts = { passed: 0, skipped: 0, failed: 0 }
  for (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue
    // What is to be done may fail; it is told by the test itself.
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped++
    else if (type === 'test:fail') counts.failed++
    else counts.passed++
  }
  // A file that cannot be loaded has no test that fails.
  const last = events.at(-1)
  if (last?.type === 'test:fail' && counts.failed === 0) counts.failed = 1
  const untested = events.flatMap(({ type, data }) =>
    type === 'test:pass' && typeof data.skip === 'string' && data.skip.startsWith(untestedMark)
      ? [data.skip.slice(untestedMark.length)]
      : [],
  )
  return { file, ...counts, untested, text: await textOf(events) }
}

async function textOf(events: readonly TestEvent[]): Promise<string> {
  const writer = new spec()
  for (const event of events) writer.write(event)
  // Has it list again, with the reasons, what failed.
  writer.end({ type: 'test:summary', data: { file: undefined, success: false } })
  return (await Array.fromAsync(writer as AsyncIterable<unknown>, String)).join('')
}
