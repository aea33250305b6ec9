/**
 * Runs the tests: `npm test`, or a part of them: `npm test -- src/pulses`, `npm test -- test/access.test.ts`.
 *
 *   --database    only files whose tests talk to PostgreSQL, without those of pages: what another version of it could change
 *   --jobs N      as many processes at once; a whole run takes two, a part of it one
 *
 * The files of a process share one PostgreSQL and run one after the other. Ends with exit code 1 when something failed, and
 * also when nothing ran.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'boolean', default: false },
    jobs: { type: 'string' },
    share: { type: 'string' },
  },
})
const everything = ['client', 'src', 'test', 'bench', 'demo', 'web']

const filesOf = (place: string): string[] =>
  statSync(place).isDirectory() ? globSync(`${place}/**/*.test.ts`) : globSync(place)

const imported = /\bfrom\s+'(\.[^']+)'/g

/** Whether what a file imports, at any distance, is one of these. */
function reaches(file: string, ends: ReadonlySet<string>, seen = new Set<string>()): boolean {
  if (ends.has(file)) return true
  if (seen.has(file) || !file.endsWith('.ts')) return false
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(imported)].some(([, to]) =>
    reaches(relative('.', join(dirname(file), to)), ends, seen),
  )
}

const database = new Set(['test/support/start.ts', 'src/db/embedded.ts'])
const browser = new Set(['test/support/browser.ts'])
const isOfDatabase = (file: string): boolean => reaches(file, database) && !reaches(file, browser)

/** A byte of a test costs the more, the more of the house it starts: a guess that lets all parts end at about the same time. */
const costOf = (file: string): number =>
  statSync(file).size *
  (everyOperation.has(file) ? 20 : reaches(file, browser) ? 6 : reaches(file, database) ? 2 : 1)
const everyOperation = new Set(['test/access.test.ts', 'test/input.test.ts', 'test/generated-input.test.ts'])

/** Parts of about the same cost, the same ones each time. */
function shareOf(files: readonly string[], share: string): string[] {
  const [at, of] = share.split('/').map(Number)
  const shares = Array.from({ length: of }, () => ({ cost: 0, files: [] as string[] }))
  const costs = new Map(files.map((file) => [file, costOf(file)]))
  for (const file of files.toSorted((a, b) => costs.get(b)! - costs.get(a)! || (a < b ? -1 : 1))) {
    const least = shares.reduce((a, b) => (b.cost < a.cost ? b : a))
    least.cost += costs.get(file)!
    least.files.push(file)
  }
  return shares[at - 1].files.toSorted()
}

const files = (wanted.length > 0 ? wanted : everything)
  .flatMap(filesOf)
  .filter((file) => !flags.database || isOfDatabase(file))
  .toSorted()
if (files.length === 0) {
  console.error(`No test file in ${wanted.join(', ')}`)
  process.exit(1)
}

const jobs = Number(flags.jobs ?? (wanted.length > 0 ? 1 : 2))
if (jobs > 1 && !flags.share) await inProcesses()
else inThisProcess(flags.share ? shareOf(files, flags.share) : files)

/** The first one writes as it goes, the others when they are through. */
async function inProcesses(): Promise<void> {
  const codes = await Promise.all(
    Array.from({ length: jobs }, async (_, index) => {
      const child = spawn(
        process.execPath,
        [import.meta.filename, ...process.argv.slice(2), '--share', `${index + 1}/${jobs}`],
        { stdio: ['ignore', index === 0 ? 'inherit' : 'pipe', 'inherit'] },
      )
      const said: Buffer[] = []
      child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
      const code = await new Promise<number>((done) => child.on('close', (exit) => done(exit ?? 1)))
      return { code, said }
    }),
  )
  for (const { said } of codes) process.stdout.write(Buffer.concat(said))
  process.exitCode = codes.some(({ code }) => code !== 0) ? 1 : 0
}

function inThisProcess(these: string[]): void {
  let failed = 0
  let passed = 0
  run({ files: these, isolation: 'none', concurrency: false })
    .on('test:fail', ({ details }) => {
      if (details.type !== 'suite') failed++
    })
    .on('test:pass', ({ details, skip, todo }) => {
      if (details.type !== 'suite' && !skip && !todo) passed++
    })
    .on('test:summary', () => {
      process.exitCode = failed > 0 || passed === 0 ? 1 : 0
    })
    .compose(spec)
    .pipe(process.stdout)
}
