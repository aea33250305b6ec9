/** What ARCHITECTURE.md says of the tree, the clock and stopping is so. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite, test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const page = read('ARCHITECTURE.md')

/** The map: what is between the first two fences. */
const [, map] = page.split(/^```$/m)
const partOf = (begin: string, end: string): string =>
  map.slice(map.indexOf(`\n${begin}`), map.indexOf(`\n${end}`))

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => `${name}/`)

/** Not kept: what is installed and what is built. */
const madeFolders = new Set(['node_modules/', 'dist/'])

/** Folders and files that a part of the map names: of a path, the first. */
const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/(?<![\w/.<-])([a-z][a-z-]*(?:\/|\.ts\b))/g)].map(([, name]) => name))

suite('the map', () => {
  const parts = {
    src: partOf('src/', 'client/'),
    web: partOf('web/', 'demo/'),
  }
  const filesOf = {
    src: globSync('src/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => file.slice('src/'.length)),
    web: [] as string[],
  }
  for (const folder of ['src', 'web'] as const)
    test(`names every folder of ${folder}/`, () => {
      const present = [...foldersIn(folder), ...filesOf[folder]].filter((name) => !madeFolders.has(name))
      const named = namesIn(parts[folder])
      assert.deepEqual(
        present.filter((name) => !named.has(name)),
        [],
      )
    })

  test('names every folder of the repository', () => {
    const present = foldersIn('.').filter((name) => !madeFolders.has(name) && name !== 'docs/')
    assert.deepEqual(
      present.filter((name) => !map.includes(`\n${name}`)),
      [],
    )
  })

  test('names nothing that is not there', () => {
    const there = new Set(
      globSync(
        ['*/', '{src,web,test,locales}/*/', 'src/insights/*/', 'src/respond/*/', '{src,bench,client}/*.ts'],
        {
          cwd: root,
        },
      ).map((path) => path.split('/').findLast((part) => part !== '')),
    )
    const named = [...namesIn(map)].map((name) => name.replace(/\/$/, ''))
    assert.deepEqual(
      named.filter((name) => !there.has(name)),
      [],
    )
  })
})

/** Everything else takes the time from whoever calls it. */
const clockReaders = {
  'src/cli/simulate.ts': 'a command that runs once',
  'src/clock.ts': 'the clock of the machine, which app.ts hands to all',
  'src/http/shared-points.ts': 'rate limits, which the database counts by its own milliseconds',
  'src/identity/provider-cache.ts': 'what the embedded provider keeps for its own flows',
  'src/identity/session-tokens.ts': 'where a caller names no time',
}

test('few files read the clock of the machine', () => {
  const readers = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|-for-tests\.ts$/.test(file) && /new Date\(\)|Date\.now\(\)/.test(read(file)),
  )
  assert.deepEqual(readers.toSorted(), Object.keys(clockReaders))
})

test('the steps of stopping end before the process ends itself', () => {
  const steps = `${read('src/app.ts')}${read('src/cli/open.ts')}`
  const fixed = [...steps.matchAll(/withinMs: ([\d_]+)/g)].map(([, ms]) => Number(ms.replaceAll('_', '')))
  assert.match(steps, /withinMs: \(config\.drainSeconds \+ 1\) \* 1_000/)
  const seconds = fixed.reduce((sum, ms) => sum + ms, 0) / 1000 + 1
  const grace = Number(/graceMs = (\d+)_000/.exec(read('src/cli/ending.ts'))?.[1])
  assert.ok(seconds < grace, `${seconds} s of steps, ${grace} s of patience`)
  assert.ok(page.replaceAll('\n', ' ').includes(`add up to ${seconds} seconds`))
  assert.ok(page.includes(`${grace} seconds after that pause the process ends itself`))
})
