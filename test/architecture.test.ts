/**
 * How the folders lie: a file imports its own folder, or a lower one through its door, which is the file named like the
 * folder. Levels, the doors of the two folders of tools, and what leads out of them stand here as data.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** From below; those of one level never import one another. */
const levels = [
  ['contract'],
  ['actor', 'clock', 'ids', 'problem', 'config', 'language'],
  ['db', 'text', 'questions', 'log', 'outbound'],
  ['call'],
  ['http', 'events', 'jobs'],
  ['audit', 'imports'],
  ['identity'],
  ['teams', 'oauth'],
  ['confidentiality', 'channels'],
  ['collection'],
  ['actions'],
  [
    'pulses',
    'checkins',
    'insights',
    'respond',
    'responses',
    'bounces',
    'slack',
    'erasure',
    'platform',
    'requests',
  ].concat('alerts', 'templates', 'organisation', 'simulation', 'site', 'docs', 'people'),
  ['history', 'language-model'],
  ['app'],
  ['cli'],
]

/** Folders of tools that have no noun of their own: each of these is a door. */
const tools: Record<string, readonly string[]> = {
  db: ['db', 'shape', 'tables', 'paging', 'partitions', 'migrate', 'embedded'],
  http: ['route', 'server', 'page', 'idempotency', 'rate-limit', 'json-gate', 'live', 'csv'],
}

/** Out of the house: the command line starts the demo. */
const ways = new Set(['src/cli/cli.ts demo/demo.ts'])

const isOfTests = (file: string): boolean => /\.test\.ts$|-for-tests\.ts$/.test(file)

const files = globSync(['src/**/*.ts', 'contract/**/*.ts'], { cwd: root }).filter((file) => !isOfTests(file))

type Import = { from: string; to: string; names: string }

const statement = /\b(?:import|export)\s+([^'"]*?)\s*from\s+'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g

const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(statement)].map(([, names = '', to, alone]) => ({
    from,
    to: to ?? alone,
    names,
  })),
)

const isOurs = ({ to }: Import): boolean => to.startsWith('.')
const target = ({ from, to }: Import): string => posix.join(posix.dirname(from), to)

const folderOf = (file: string): string => (file.startsWith('contract/') ? 'contract' : file.split(/[/.]/)[1])
const levelOf = (folder: string): number => levels.findIndex((level) => level.includes(folder))
const nameOf = (file: string): string => posix.basename(file, '.ts')

function isDoor(file: string, opener: string): boolean {
  const folder = folderOf(file)
  if (folder === 'contract') return true
  // What is bound to the server is bound by app.ts alone.
  if (nameOf(file) === 'routes') return opener === 'src/app.ts'
  return (tools[folder] ?? [folder]).includes(nameOf(file))
}

test('every file stands at a level', () => {
  assert.deepEqual(
    files.filter((file) => levelOf(folderOf(file)) < 0),
    [],
  )
})

test('imports lead down, through doors', () => {
  const wrong = imports.filter(isOurs).filter((one) => {
    const to = target(one)
    if (ways.has(`${one.from} ${to}`)) return false
    if (!files.includes(to)) return true
    const [here, there] = [folderOf(one.from), folderOf(to)]
    return here !== there && !(levelOf(there) < levelOf(here) && isDoor(to, one.from))
  })
  assert.deepEqual(
    wrong.map((one) => `${one.from} → ${target(one)}`),
    [],
  )
})

test('the contract knows nothing but its schema library', () => {
  const outside = imports.filter((one) => one.from.startsWith('contract/') && !isOurs(one))
  assert.deepEqual(new Set(outside.map(({ to }) => to)), new Set(['typebox']))
})

/** What the gate alone keeps. Who names one of these in SQL can read answers, or figures past the gate. */
const guarded = [
  'responses',
  'receipts',
  'receipt_proofs',
  'cells',
  'released_groups',
  'released_breakdowns',
].concat(['live_answers', 'live_sums'], ['comparisons', 'harm_alerts'])

/** How often a file outside of the gate may: each of these counts who has answered, or asks whether somebody has. */
const counting = new Map([
  ['src/collection/store.ts', 2],
  ['src/collection/standing.ts', 1],
  ['src/collection/roster-store.ts', 1],
])

test('answers, receipts and cells are named in SQL by the gate alone', () => {
  const comments = /\/\*[^]*?\*\/|\/\/.*$/gm
  const named = new RegExp(`\\b(?:from|into|update|join|using|table)\\s+(?:${guarded.join('|')})\\b`, 'gi')
  const found = files
    .filter((file) => folderOf(file) !== 'confidentiality')
    .map((file) => {
      const code = readFileSync(join(root, file), 'utf8').replaceAll(comments, '')
      return [file, code.match(named)?.length ?? 0] as const
    })
    .filter(([file, count]) => count !== (counting.get(file) ?? 0))
  assert.deepEqual(found, [])
})

const isOfTypes = ({ names }: Import): boolean =>
  names.startsWith('type ') ||
  (/^\{.*\}$/s.test(names) &&
    names
      .slice(1, -1)
      .split(',')
      .every((name) => /^\s*(type\s|$)/.test(name)))

test('no files import one another in a circle', () => {
  const edges = imports.filter((one) => isOurs(one) && !isOfTypes(one)).map((one) => [one.from, target(one)])
  let left = new Set(files)
  for (let before = -1; before !== left.size;) {
    before = left.size
    const known = left
    left = new Set([...left].filter((file) => edges.some(([from, to]) => from === file && known.has(to))))
  }
  // What leads into a circle is left as well; what is in one is imported by what is left.
  const inCircle = [...left].filter((file) => edges.some(([from, to]) => to === file && left.has(from)))
  assert.deepEqual(inCircle, [])
})
