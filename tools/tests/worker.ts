/**
 * A process that runs files of tests, one after the other, as the runner (tools/run-tests.ts) names them. Each file is a suite:
 * its hooks and applications end with it. What is dear is loaded and started once: the modules, the application and the browser
 * that files share.
 */
import { type AsyncHook, createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { suite } from 'node:test'
import { endAll } from '../../test/support/endings.ts'
import type { Part } from './files.ts'
import { type Report, reports } from './reporter.ts'
import { recordStatements } from './statements.ts'

export type Order = { warmUp: string } | { server: string } | { file: string; part: Part } | { end: true }

export type Outcome = Report & {
  ms: number
  /** Of this process alone: neither the database nor a browser. */
  cpuMs: number
}

/** What node:test's own hook is made of. */
const hooks = Object.getPrototypeOf(createHook({})) as AsyncHook
const { enable } = hooks
/** The hook by which node:test follows each promise of the process, to say which test something belongs to. */
let following: AsyncHook | undefined
const startFollowing = (hook: AsyncHook): AsyncHook => {
  following ??= hook
  return enable.call(hook)
}
hooks.enable = function () {
  return startFollowing(this)
}

/**
 * Tests are made while their file is loaded, and find their suite by that hook. While they run it would cost a tenth of their
 * time, for nothing but the name of the test that did not catch an error: that is told of the file.
 */
async function load(file: string): Promise<void> {
  await import(file)
  following?.disable()
}

const uncaught: unknown[] = []
process.on('uncaughtException', (error) => uncaught.push(error))
process.on('unhandledRejection', (error) => uncaught.push(error))

async function runFile(file: string): Promise<Outcome> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const ended = once(reports, 'report')
  following?.enable()
  void suite(file, () => load(file))
  const [report] = (await ended) as [Report]
  // A test that was made outside of its file's suite runs after the file has ended, and counts for another.
  if (report.file !== file) {
    report.failed++
    report.text += `${file} came to an end as “${report.file}”: does it, or the file before, await a promise of another file at its top?\n`
  }
  await endAll('file').catch((error: Error) => {
    report.failed++
    report.text += `${file} could not be ended: ${error.stack}\n`
  })
  for (const error of uncaught.splice(0)) {
    report.failed++
    report.text += `Not caught in ${file}: ${error instanceof Error ? error.stack : String(error)}\n`
  }
  const { user, system } = process.cpuUsage(cpu)
  return { ...report, ms: performance.now() - began, cpuMs: (user + system) / 1000 }
}

async function obey(order: Order): Promise<void> {
  // What it throws is thrown again, and told, by the file that needs it.
  if ('warmUp' in order) await import(order.warmUp).catch(() => {})
  else if ('server' in order) process.env.SONDE_TEST_SERVER = order.server
  else if ('file' in order) {
    process.env.SONDE_TEST_PART = order.part
    process.send!(await runFile(order.file))
  } else {
    await endAll('process')
    process.exit()
  }
}

if (process.env.SONDE_TEST_STATEMENTS) recordStatements(process.env.SONDE_TEST_STATEMENTS)

let last = Promise.resolve()
process.on('message', (order: Order) => {
  last = last.then(() => obey(order))
})
process.on('disconnect', () => process.exit(1))
