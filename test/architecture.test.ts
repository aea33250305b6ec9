/**
 * The layers of the code: a file imports its own folder, or a lower one through its door, which is the file named like the folder. The
 * levels (tools/levels.ts), the doors of folders of tools and the exceptions are data.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { suite, test } from 'node:test'
import { levels, vaultImporters } from '../tools/levels.ts'
import { circlesIn, importsOf, isOurs, targetOf } from './support/imports.ts'

const root = resolve(import.meta.dirname, '..')

/** Folders of tools, without their own noun, and the texts: each of these files is a door. */
const tools: Record<string, readonly string[]> = {
  db: [
    'db',
    'shape',
    'tables',
    'paging',
    'listening',
    'access-changes',
    'claiming',
    'prefixes',
    'forms',
    'distribute',
    'partitions',
    'migrate',
    'pooler',
    'replica',
    'embedded',
    'libpq',
    'base-backup',
    'restored-cluster',
    'server-version',
    'old-rows',
    'organisation-rows',
    'reach',
    'groups',
    'together',
  ],
  locales: ['catalogue', 'format', 'made-once', 'en', 'statements'],
  // The package for callers exports both.
  client: ['client', 'webhooks'],
  // The operator's command signs in as the caller's does.
  commands: ['sign-in'],
  http: [
    'route',
    'server',
    'drain',
    'page',
    'encoding',
    'idempotency',
    'rate-limit',
    'oauth-callback',
    'shared-points',
    'network',
    'hosts',
    'json-gate',
    'live',
    'csv',
    'asking',
    'files',
    'problem-body',
    'site-head',
  ],
}

/** The only import out of src: the command line starts the demo. */
const exceptions = new Set(['src/cli/cli.ts demo/demo.ts'])

const isOfTests = (file: string): boolean => /\.test\.ts$|-for-tests\.ts$/.test(file)

const files = globSync(['{src,contract,client,commands,locales}/**/*.ts'], { cwd: root }).filter(
  (file) => !isOfTests(file),
)

const sources = files.map((file) => importsOf(file, readFileSync(join(root, file), 'utf8')))
const imports = sources.flatMap((source) => source.imports)

/** Folders beside src/. */
const beside = ['contract', 'client', 'commands', 'locales']

const folderOf = (file: string): string =>
  beside.find((folder) => file.startsWith(`${folder}/`)) ?? file.split(/[/.]/)[1]
const levelOf = (folder: string): number => levels.findIndex(({ rooms }) => rooms.includes(folder))
const nameOf = (file: string): string => posix.basename(file, '.ts')

function isDoor(file: string, opener: string): boolean {
  const folder = folderOf(file)
  if (folder === 'contract') return true
  // Only these two bind routes to the server: operations, and the pages beside them.
  if (nameOf(file) === 'routes') return opener === 'src/operations.ts' || opener === 'src/app.ts'
  return (tools[folder] ?? [folder]).includes(nameOf(file))
}

test('every file has a level', () => {
  assert.deepEqual(
    files.filter((file) => levelOf(folderOf(file)) < 0),
    [],
  )
})

test('imports lead to lower levels, through doors', () => {
  const wrong = imports.filter(isOurs).filter((one) => {
    const to = targetOf(one)
    if (exceptions.has(`${one.from} ${to}`)) return false
    if (to.endsWith('.json')) return folderOf(one.from) !== folderOf(to)
    if (!files.includes(to)) return true
    const [here, there] = [folderOf(one.from), folderOf(to)]
    return here !== there && !(levelOf(there) < levelOf(here) && isDoor(to, one.from))
  })
  assert.deepEqual(
    wrong.map((one) => `${one.from} → ${targetOf(one)}`),
    [],
  )
})

test('the contract imports only its schema library', () => {
  const outside = imports.filter((one) => one.from.startsWith('contract/') && !isOurs(one))
  assert.deepEqual(new Set(outside.map(({ to }) => to)), new Set(['typebox']))
})

test('the command line of callers loads no schemas: it would start in twice the time', () => {
  const reached = new Set(['commands/sonde.ts'])
  // By the command that needs them, when it runs.
  const later = ['contract/exports.ts']
  const packages = new Set<string>()
  for (const file of reached)
    for (const one of imports.filter(({ from, of }) => from === file && of === 'values')) {
      const to = isOurs(one) ? targetOf(one) : one.to
      if (!isOurs(one)) packages.add(to)
      else if (!later.includes(to)) reached.add(to)
    }
  assert.deepEqual([...packages].filter((name) => !name.startsWith('node:')).toSorted(), [
    'commander',
    'oauth4webapi',
  ])
})

test('only the gate and the rooms that take answers or make links import the vault', () => {
  const importers = imports
    .filter((one) => isOurs(one) && folderOf(targetOf(one)) === 'vault')
    .map(({ from }) => folderOf(from))
  assert.deepEqual([...new Set(importers)].toSorted(), [...vaultImporters, 'vault'].toSorted())
})

/** The catalogue loads languages, the detector of languages a package by its path, models of operators packages that may be missing; copies of replies are code made from names of the contract. */
const exempt = [
  'locales/catalogue.ts loads what it does not state: `./${language}.ts`',
  'src/text/languages/language-of.ts loads what it does not state: eldFile',
  'src/text/local-model/local-model.ts loads what it does not state: name',
  'src/http/reply-shape.ts runs a text: Function',
]

test('a file states everything that it loads', () => {
  assert.deepEqual(sources.flatMap(({ faults }) => faults).toSorted(), exempt.toSorted())
})

suite('an import is found', () => {
  const spellings = {
    'as a statement': "import { a } from '../text/text.ts'",
    'for its effect': "import '../text/text.ts'",
    'as a re-export': "export * from '../text/text.ts'",
    'under a name': "export * as text from '../text/text.ts'",
    'in brackets': "await import('../text/text.ts')",
    'in a template': 'await import(`../text/text.ts`)',
    'in a template over two lines': 'await import(\n  `../text/text.ts`,\n)',
    'as a require': "require('../text/text.ts')",
    'as a require that is made': 'createRequire(import.meta.url)(`../text/text.ts`)',
    'as a worker': "new Worker(new URL('../text/text.ts', import.meta.url))",
  }
  for (const [how, code] of Object.entries(spellings))
    test(how, () =>
      assert.deepEqual(
        importsOf('src/db/db.ts', code).imports.map((one) => targetOf(one)),
        ['src/text/text.ts'],
      ),
    )

  const computed = {
    'a template with a hole': 'await import(`../${folder}/text.ts`)',
    'a name in a constant': 'await import(name)',
    'two halves': "await import('../text' + '/text.ts')",
    'a computed require': 'require(name)',
    'a computed require that is made': 'createRequire(import.meta.url)(name)',
    'a computed worker': 'new Worker(name)',
    'code in a text': "eval('1')",
    'the loader of the process': "process.getBuiltinModule('fs')",
  }
  for (const [how, code] of Object.entries(computed))
    test(`or fails: ${how}`, () => assert.notDeepEqual(importsOf('src/db/db.ts', code).faults, []))
})

test('no files of the server import one another in a circle, types included', () => {
  assert.deepEqual(circlesIn(imports.filter(({ of }) => of !== 'thread')), [])
})

const pages = globSync(['web/*.{ts,tsx}', 'web/*/*.{ts,tsx}', 'client/*.ts'], { cwd: root }).filter(
  (file) => !isOfTests(file) && !file.startsWith('web/dist'),
)
const pageImports = pages.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')).imports)

test('no files of the pages import one another in a circle, types included', () => {
  assert.ok(pages.length > 90)
  assert.deepEqual(circlesIn(pageImports), [])
})

test('pages import the client, the contract and the texts, and nothing of the server', () => {
  const outside = pageImports
    .filter(isOurs)
    .map(targetOf)
    .filter((file) => /^(src|test|tools)\//.test(file))
  assert.deepEqual([...new Set(outside)], [])
})

test('web/ui/ imports no page and not the shell', () => {
  const wrong = pageImports
    .filter(({ from }) => from.startsWith('web/ui/'))
    .filter((one) => isOurs(one) && /^web\/(?!ui\/)[^/]+\//.test(targetOf(one)))
  assert.deepEqual(
    wrong.map((one) => `${one.from} → ${targetOf(one)}`),
    [],
  )
})

test('who may see a survey is stated in one file', () => {
  const states = /is_public\s+or\b|is_public\s*\|\||visibility\s*(?:=|===)\s*'(?:public|private)'\s+or\b/
  const places = files.filter(
    (file) => file.startsWith('src/') && states.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(places, ['src/visibility.ts'])
})
