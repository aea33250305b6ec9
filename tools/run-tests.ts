/**
 * Runs the tests: `npm test`, or a part of them: `npm test -- src/pulses`, `npm test -- test/access.test.ts`.
 *
 *   --long        what a run without it leaves out: tools/tests/long.ts lists it. A file that is named runs whole
 *   --share N     what a run without it has, all attackers, and all of a sixth of the other files of which that leaves something out, as .ci/run
 *                 does: N % 6 says which
 *   --whole       all of it, for instance before a release
 *   --database    only files whose tests use PostgreSQL, without those of pages: for runs on another version of it
 *   --jobs N      processes at once; by default three for each processor, since tests often wait for a browser or a service, and eight at most
 *   --shuffle N   the files in another order, the same for the same number: no file may depend on another
 *   --late MS     each request of a page to the API, and each form that it sends, waits for up to so long, to find a test that looks before all is there
 *   --costs       lists the slowest files at the end
 *   --statements FOLDER   keeps what the product sends to the database there, for tools/check-statements.ts
 *
 * Each process takes the next file when it has finished one; files that measure come last, by themselves. All share one PostgreSQL server. A whole run writes a line for each file and
 * the output of failures; a partial run writes each test. Ends with exit code 1 when something failed, and also when nothing ran.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isInShare, longestFirst, measures, type Part, runsIn, testFiles } from './tests/files.ts'
import type { Order, Outcome } from './tests/worker.ts'

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    share: { type: 'string' },
    whole: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(8, 3 * availableParallelism())) },
    shuffle: { type: 'string' },
    late: { type: 'string' },
    costs: { type: 'boolean', default: false },
    statements: { type: 'string' },
  },
})
const began = performance.now()
enableCompileCache()

const missing = wanted.filter((place) => !existsSync(place))
if (missing.length > 0) {
  console.error(`There is no ${missing.join(', ')}`)
  process.exit(1)
}
const run: Part = flags.whole ? 'whole' : flags.long ? 'long' : 'short'
if (flags.share !== undefined && !/^\d{1,9}$/.test(flags.share)) {
  console.error('--share takes a whole number')
  process.exit(1)
}
const share = flags.share === undefined ? null : Number(flags.share)
const partOf = (path: string): Part =>
  wanted.includes(path) || (share !== null && isInShare(path, share)) ? 'whole' : run
const found = testFiles(wanted).filter(
  ({ needs }) =>
    !flags.database || ((needs.has('database') || needs.has('embedded')) && !needs.has('browser')),
)
const files = found.filter(({ path }) => runsIn(path, partOf(path)))
/** Files of the other part. */
const leftOut = found.filter((file) => !files.includes(file)).map(({ path }) => path)
if (files.length === 0) {
  const why = leftOut.length > 0 ? `, but by ${flags.long ? 'a run without --long' : '--long'}` : ''
  console.error(`No test file to run in ${wanted.join(', ')}${why}`)
  process.exit(1)
}
const needed = new Set(files.flatMap((file) => [...file.needs]))
const ordered = flags.shuffle === undefined ? longestFirst(files) : shuffled(files, flags.shuffle)
const queue = ordered.filter((file) => !measures(file)).map(({ path }) => path)
/** One after the other, when nothing else runs. */
const alone = ordered.filter(measures).map(({ path }) => path)

// The processes load the application while the database starts and the pages are built.
const workers = Array.from({ length: Math.min(Number(flags.jobs), queue.length) }, startWorker)
const server = needed.has('database') ? await (await import('../test/support/server.ts')).startServer() : null
const outcomes: Outcome[] = []
try {
  if (needed.has('pages')) await (await import('./build-web.ts')).buildWeb()
  // Unpacking it takes all of a processor for some seconds: before the tests, whose services have to answer in time.
  if (needed.has('browser'))
    await (await import('@sparticuz/chromium')).default.executablePath().catch(() => {})
  await Promise.all(workers.map(work))
  queue.push(...alone)
  if (alone.length > 0) await work(startWorker())
} catch (error) {
  // Pages that cannot be built. The processes wait for their first file, and would keep this one alive.
  console.error(error)
  for (const worker of workers) worker.kill()
} finally {
  await server?.stop()
}
tell()

function startWorker(): ChildProcess {
  const worker = fork(resolve(import.meta.dirname, 'tests/worker.ts'), {
    execArgv: [
      ...process.execArgv,
      // Most of what a test makes is gone soon: with little room for new objects, collecting them took a fifteenth of a run.
      '--max-semi-space-size=64',
      `--test-reporter=${resolve(import.meta.dirname, 'tests/reporter.ts')}`,
      '--test-reporter-destination=stdout',
    ],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: getCompileCacheDir(),
      ...(share !== null && { SONDE_TEST_SHARE: String(share) }),
      ...(flags.late && { SONDE_TEST_LATE: flags.late }),
      ...(flags.statements && { SONDE_TEST_STATEMENTS: resolve(flags.statements) }),
    },
  })
  if (needed.has('database')) give(worker, { warmUp: resolve('test/support/start.ts') })
  return worker
}

function give(worker: ChildProcess, order: Order): void {
  worker.send(order)
}

/** Runs files one after the other until none is left; a file that ends its process does not affect the others. */
async function work(worker: ChildProcess): Promise<void> {
  const exit = once(worker, 'exit')
  if (server) give(worker, { server: JSON.stringify(server) })
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    give(worker, { file: resolve(file), part: partOf(file) })
    const outcome = await Promise.race([once(worker, 'message'), exit.then(() => null)])
    if (outcome) {
      note({ ...(outcome[0] as Outcome), file })
      continue
    }
    const text = `${file} ended its process (${worker.signalCode ?? worker.exitCode})\n`
    note({ file, passed: 0, skipped: 0, failed: 1, untested: [], text, ms: 0, cpuMs: 0 })
    return work(startWorker())
  }
  give(worker, { end: true })
  await exit
}

function note(outcome: Outcome): void {
  outcomes.push(outcome)
  const { file, passed, failed, text, ms } = outcome
  if (wanted.length > 0 || failed > 0) process.stdout.write(`\n${file}\n${text}`)
  else console.log(`✔ ${file}  ${passed}  ${seconds(ms)}`)
}

function tell(): void {
  const sum = (of: (one: Outcome) => number): number => outcomes.reduce((all, one) => all + of(one), 0)
  if (flags.costs)
    for (const { file, ms, cpuMs } of outcomes.toSorted((a, b) => b.ms - a.ms))
      console.log(`${seconds(ms).padStart(8)} ${seconds(cpuMs).padStart(8)}  ${file}`)
  const [passed, failed] = [sum((one) => one.passed), sum((one) => one.failed)]
  const broken = outcomes.filter((one) => one.failed > 0)
  // Again below all that passed: anyone who reads the end of a log sees why.
  if (outcomes.length > 1) for (const { file, text } of broken) console.log(`\n${file}\n${reasonsIn(text)}`)
  console.log(
    `\n${passed} passed, ${failed} failed, ${sum((one) => one.skipped)} skipped in ${outcomes.length} files, ${seconds(performance.now() - began)}`,
  )
  // Last, so that nobody takes a green run for more than it is.
  for (const { file, untested } of outcomes)
    for (const reason of untested) console.log(`NOT TESTED in ${file}: ${reason}`)
  if (wanted.length > 0 && leftOut.length > 0)
    console.log(`Left to ${flags.long ? 'a run without --long' : '--long'}: ${leftOut.join(' ')}`)
  const names = broken.map(({ file }) => file).toSorted()
  if (names.length > 0) console.log(`Failed: ${names.join(' ')}`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

/** What the report of a file lists at its end, cut where one test prints a page. */
function reasonsIn(text: string): string {
  return text
    .slice(text.lastIndexOf('✖ failing tests:'))
    .split('\n')
    .filter((line) => !/^ +at .*\(?node:/.test(line))
    .slice(0, 80)
    .join('\n')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** Another order for each number (mulberry32, Fisher and Yates). */
function shuffled<T>(items: readonly T[], seed: string): T[] {
  let state = Number(seed) >>> 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const all = [...items]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other], all[at]]
  }
  return all
}
