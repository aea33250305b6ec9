/**
 * A process that runs files of tests, one after the other, as the runner (tools/run-tests.ts) names them. Each file is a suite:
 * its hooks and applications end with it. What is dear is loaded and started once: the modules, the application and the browser
 * that files share.
 */
import { once } from 'node:events'
import { suite } from 'node:test'
import { endAll } from '../../test/support/endings.ts'
import { type Report, reports } from './reporter.ts'

export type Order = { warmUp: string } | { server: string } | { file: string } | { end: true }

export type Outcome = Report & {
  ms: number
  /** Of this process alone: neither the database nor a browser. */
  cpuMs: number
}

async function runFile(file: string): Promise<Outcome> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const ended = once(reports, 'report')
  void suite(file, async () => void (await import(file)))
  const [report] = (await ended) as [Report]
  await endAll('file').catch((error: Error) => {
    report.failed++
    report.text += `${file} could not be ended: ${error.stack}\n`
  })
  const { user, system } = process.cpuUsage(cpu)
  return { ...report, ms: performance.now() - began, cpuMs: (user + system) / 1000 }
}

async function obey(order: Order): Promise<void> {
  // What it throws is thrown again, and told, by the file that needs it.
  if ('warmUp' in order) await import(order.warmUp).catch(() => {})
  else if ('server' in order) process.env.SONDE_TEST_SERVER = order.server
  else if ('file' in order) process.send!(await runFile(order.file))
  else {
    await endAll('process')
    process.exit()
  }
}

let last = Promise.resolve()
process.on('message', (order: Order) => {
  last = last.then(() => obey(order))
})
process.on('disconnect', () => process.exit(1))
