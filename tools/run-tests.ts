/**
 * Runs the tests: `npm test`, or a part of them: `npm test -- src/pulses`, `npm test -- test/access.test.ts`.
 *
 * All files share one process, and so one PostgreSQL; they run one after the other. Ends with exit code 1 when something
 * failed, and also when nothing ran.
 */
import { globSync, statSync } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const everything = ['client', 'src', 'test', 'bench', 'demo']

const filesOf = (place: string): string[] =>
  statSync(place).isDirectory() ? globSync(`${place}/**/*.test.ts`) : globSync(place)

const files = (wanted.length > 0 ? wanted : everything).flatMap(filesOf).toSorted()
if (files.length === 0) {
  console.error(`No test file in ${wanted.join(', ')}`)
  process.exit(1)
}

let failed = 0
let passed = 0
run({ files, isolation: 'none', concurrency: false })
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
