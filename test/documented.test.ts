/** What documents name is there: commands with their options, files where they are said to be, the sections of a copy. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import type { Command } from 'commander'
import { eventNouns } from '../contract/event-names.ts'
import { limits } from '../contract/limits.ts'
import { operations } from '../contract/operations.ts'
import { retentionSettings } from '../contract/retention.ts'
import { type Scope, scopeNames, scopes } from '../contract/scopes.ts'
import { commandLine } from '../commands/sonde.ts'
import { catalogue } from '../locales/en.ts'
import { program as operators } from '../src/cli/cli.ts'
import { sections } from '../src/privacy/copy.ts'
import { readPageTexts } from '../tools/page-texts.ts'

const root = resolve(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/*.md', 'docs/guides/*.md', 'package/*.md', 'deploy/**/*.md'], {
  cwd: root,
}).filter((file) => file !== 'CHANGELOG.md')

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
/** What is written as code: in a line, and in blocks, where a line may go on in the next. */
const spansOf = (text: string): string[] =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code)
const linesOf = (text: string): string[] =>
  [...text.matchAll(/^```\w*\n([^]*?)^```/gm)].flatMap(([, code]) =>
    code.replaceAll(/\\\n/g, ' ').split('\n'),
  )

const callOf = /(?:^|[\s(&|;])(sonde-server|sonde)(?: --)? ([a-z][^|;&)<>]*)/g
/** In a checkout the old names of the operator's commands go on working, and one sentence says so. */
const oldNames = new Set(['sonde serve'])
/** Words around the name of the product, and names of other programs' things. */
const notOurs = /helm |mcp add|claude |nodes |systemd/

function faultOf(line: Command, words: readonly string[]): string | undefined {
  let command = line
  let at = 0
  while (command.commands.length > 0 && at < words.length && !words[at].startsWith('-')) {
    const next = command.commands.find((each) => each.name() === words[at])
    if (next === undefined) return `no command ${words[at]}`
    command = next
    at += 1
  }
  const known = new Set([
    '--help',
    '--version',
    ...command.options.flatMap(({ short, long }) => [short, long]),
  ])
  const flag = words.slice(at).find((word) => /^--?[a-z]/.test(word) && !known.has(word.split('=')[0]))
  return flag && `no option ${flag}`
}

test('every command that a document names exists, with its options', () => {
  const lines = { sonde: commandLine(), 'sonde-server': operators }
  let seen = 0
  const faults = documents.flatMap((file) => {
    const text = read(file)
    return [...spansOf(text), ...linesOf(text)]
      .filter((code) => !notOurs.test(code))
      .flatMap((code) => [...code.matchAll(callOf)])
      .map(([, name, rest]) => ({
        name,
        rest: rest
          .replaceAll(/"[^"]*"/g, 'text')
          .replace(/ #.*/, '')
          .trim(),
      }))
      .filter(({ name, rest }) => !oldNames.has(`${name} ${rest}`))
      .flatMap(({ name, rest }) => {
        seen += 1
        const fault = faultOf(name === 'sonde' ? lines.sonde : lines['sonde-server'], rest.split(/\s+/))
        return fault === undefined ? [] : [`${file}: ${name} ${rest}: ${fault}`]
      })
  })
  assert.deepEqual(faults, [])
  assert.ok(seen > 60, String(seen))
})

test('the table of commands names verbs that there are', () => {
  const rows = read('docs/guides/command-line.md').matchAll(
    /^\| `sonde ([a-z-]+) [a-z-]+`((?:, `[a-z-]+`)+) \|/gm,
  )
  const named = [...rows].flatMap(([, noun, verbs]) => spansOf(verbs).map((verb) => `${noun} ${verb}`))
  assert.ok(named.length > 40, String(named.length))
  assert.deepEqual(
    named.filter((words) => faultOf(commandLine(), words.split(' ')) !== undefined),
    [],
  )
})

/** Where a document says that its paths begin. */
const rootsOf = (file: string): string[] =>
  file === 'docs/confidentiality.md'
    ? ['', 'src', 'src/confidentiality']
    : file === 'docs/insights.md'
      ? ['', 'src', 'src/text']
      : ['', dirname(file)]
const pathOf = /^(?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|js|sql|txt|md|json|yaml|svg)$/
/** What callers import from the package, and what other programs have. */
const elsewhere = /^(?:sonde|\.cursor|\.vscode)\//

test('every file that a document names is there', () => {
  let seen = 0
  const missing = documents.flatMap((file) =>
    spansOf(read(file))
      .filter((path) => pathOf.test(path) && !elsewhere.test(path) && !path.startsWith('./'))
      .filter((path) => {
        seen += 1
        return !rootsOf(file).some((folder) => existsSync(join(root, folder, path)))
      })
      .map((path) => `${file}: ${path}`),
  )
  assert.deepEqual(missing, [])
  assert.ok(seen > 100, String(seen))
})

test('every file of confidentiality.md without a folder is in src/confidentiality/', () => {
  const named = spansOf(read('docs/confidentiality.md')).filter((path) => /^[\w.-]+\.ts$/.test(path))
  assert.ok(named.length > 5)
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, 'src/confidentiality', basename(path)))),
    [],
  )
})

test('the guide on privacy names every section of a copy, and how long its lists get', () => {
  const guide = read('docs/guides/privacy.md').replaceAll(/\s+/g, ' ')
  assert.deepEqual(
    sections.map((section) => catalogue.copy[section]).filter((title) => !guide.includes(title)),
    [],
  )
  assert.ok(guide.includes(`newest ${limits.privacyExportRowsMax.toLocaleString('en')} entries`))
})

test('the guide on retention counts what admins set', () => {
  const guide = read('docs/guides/retention.md')
  const settable = new Set([...guide.matchAll(/\| `(\w+_days)`/g)].map(([, name]) => name))
  assert.deepEqual([...settable].toSorted(), Object.keys(retentionSettings).toSorted())
  assert.equal(settable.size, 4)
  assert.ok(guide.includes('Admins set four of them'))
})

test('the guide on events has a row for every noun', () => {
  const rows = read('docs/guides/events.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n')
  assert.deepEqual(
    eventNouns.filter((noun) => !rows.includes(`\`${noun}.`)),
    [],
  )
})

test('what an answer takes is the same figure in every place of scale.md, and so is what is computed from it', () => {
  const scale = read('docs/scale.md')
  const bytes = Number(/\| \*\*all\*\*[^|]*\| \*\*[\d,]+\*\* \| \*\*(\d+)\*\* \|/.exec(scale)?.[1])
  assert.ok(scale.includes(`| ${bytes} bytes with teams of eight people`))
  assert.ok(scale.includes(`| an answer in the long run | ${bytes} bytes`))
  const monday = (2_000_000 * bytes) / 1e9
  const [year, kept] = [52, 104].map((weeks) => Math.round(weeks * monday))
  assert.ok(scale.includes(`${monday.toFixed(1)} GB, ${year} GB, ${kept} GB`))
})

/** Of other programs: their fields, and themselves. */
const namesElsewhere = new Set(['SCIM 2.0', 'Provisioning'])
/** Before words that begin a paragraph, a row or an item of a list, which may be a small heading. */
const isAtStart = /(?:^|\n\s*\n|\n#.*\n|\n\s*(?:[-*]|\d+\.) +|\|\s*)$/

test('a button, a field or a page that a guide names in bold is called so', async () => {
  const nouns = await readPageTexts()
  const tables: Readonly<Record<string, string>>[] = [
    ...Object.values(catalogue),
    ...nouns.map(({ byLanguage }) => byLanguage.en),
  ]
  const texts = new Set(tables.flatMap((table) => Object.values(table).map((text) => text.replace(/…$/, ''))))
  let seen = 0
  const unknown = globSync('docs/guides/*.md', { cwd: root }).flatMap((file) => {
    const guide = read(file).replaceAll(/^```[^]*?^```/gm, '')
    return [...guide.matchAll(/\*\*([A-Z][^*]*)\*\*/g)]
      .filter(({ 1: bold, index }) => bold.endsWith('…') || !isAtStart.test(guide.slice(0, index)))
      .flatMap(([, bold]) => bold.replaceAll(/\s+/g, ' ').split(' → '))
      .filter((name) => {
        seen += 1
        return !texts.has(name.replace(/…$/, '')) && !namesElsewhere.has(name)
      })
      .map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(unknown, [])
  assert.ok(seen > 40, String(seen))
})

/** What people read on the consent page says what the scope opens: more than is said would be taken without their consent. */
test('the words of a scope say that it opens results, insights or actions', () => {
  const opened = (scope: Scope): string[] =>
    operations.filter((operation) => operation.scope?.includes(scope)).map(({ id }) => id)
  for (const scope of scopeNames) {
    const { description } = scopes[scope]
    const ids = opened(scope)
    if (ids.some((id) => /Results$/.test(id))) assert.match(description, /results/, scope)
    if (ids.includes('listInsights')) assert.match(description, /results|insights/, scope)
    if (ids.includes('createAction')) assert.match(description, /make, change and finish actions/, scope)
  }
  assert.ok(opened('checkins:read').includes('getInstanceResults'))
})
