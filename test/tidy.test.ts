/** Style rules that a program can check. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

const linesMax = 400

/** Tables of data, longer than any code may be. */
const tables =
  /^src\/(db\/tables|insights\/recommend\/action-catalogue)\.ts$|^web\/.*-texts\.ts$|^locales\/[a-z]{2}\.ts$/

const isOurs = (file: string): boolean =>
  !/(^|\/)(node_modules|\.git|\.sonde|dist|generated)(\/|$)/.test(file)

const code = globSync('**/*.{ts,js,tsx,css,sql}', { cwd: root, exclude: (path) => !isOurs(path) })
const words = globSync(['*.md', 'docs/**/*.md', 'bin/*', '*.json'], { cwd: root }).filter(isOurs)

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

const found = (files: readonly string[], wrong: (text: string) => boolean): string[] =>
  files.filter((file) => wrong(textOf(file)))

test(`no file of code is longer than ${linesMax} lines`, () => {
  const sources = code.filter((file) => /\.(ts|js|tsx)$/.test(file) && !tables.test(file))
  assert.deepEqual(
    found(sources, (text) => text.split('\n').length - 1 > linesMax),
    [],
  )
})

test('each migration and each decision has its own number', () => {
  for (const place of ['migrations/[0-9]*.sql', 'docs/decisions/[0-9]*.md']) {
    const numbers = globSync(place, { cwd: root }).map((file) => basename(file).slice(0, 4))
    assert.ok(numbers.length > 30)
    assert.deepEqual(numbers.toSorted(), [...new Set(numbers)].toSorted())
  }
})

const entryLengthMax = 320

test('a change is one short line under its area, and sends nobody to a note that they cannot read', () => {
  const [, ...areas] = textOf('CHANGELOG.md').split(/^### /m)
  assert.ok(areas.length > 8)
  for (const area of areas) {
    const [name, ...lines] = area.split('\n').filter(Boolean)
    const wrong = lines.filter(
      (line) =>
        !line.startsWith('## ') &&
        (!/^- \*\*[^*]+\*\*.*\.$/.test(line) || line.length > entryLengthMax || /\bnotes? \d/.test(line)),
    )
    assert.deepEqual(wrong, [], `CHANGELOG.md, ${name}: see “Add a change” in CONTRIBUTING.md`)
  }
})

test('every file of code opens with a comment that says what it is', () => {
  const sources = code.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  assert.deepEqual(
    found(sources, (text) => !/^(#!.*\n)?\/\*\*/.test(text)),
    [],
  )
})

test('an effect gives React nothing, or how to undo it: no value of the one call that it makes', () => {
  const components = code.filter((file) => file.endsWith('.tsx'))
  assert.ok(components.length > 200)
  assert.deepEqual(
    found(components, (text) => /use(Layout)?Effect\(\(\) =>\s*[^\s{(]/.test(text)),
    [],
  )
})

// Lists of facts are .facts-line (web/ui/tokens.css). A title of a document and what is copied do not break.
test('a dot between facts of the workspace stays with the fact that follows it', () => {
  const pages = code.filter((file) => /^web\/(?!respond|docs).*\.(ts|tsx|css)$/.test(file))
  const wrong = pages.flatMap((file) =>
    textOf(file)
      .replaceAll(/\/\*[^]*?\*\/|^ *\/\/.*$/gm, '')
      .split('\n')
      .filter((line) => /· |·(?:<\/?>|'$|'[;,)])/.test(line) && !/<title>|const facts = \[team/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  assert.deepEqual(wrong, [])
})

test('no file has a catch-all name such as utils or helpers', () => {
  const drawer = /^(utils?|helpers?|common|types?|managers?|services?|misc|lib)$/
  assert.deepEqual(
    code.filter((file) =>
      basename(file)
        .split(/[.-]/)
        .some((part) => drawer.test(part)),
    ),
    [],
  )
})

test('no file holds an open task or refers to anything outside the project', () => {
  // Put together here, so that this file does not find itself.
  const marks = [
    ['TO', 'DO'],
    ['FIX', 'ME'],
    ['X', 'XX'],
  ].map((parts) => parts.join(''))
  const places = [
    ['/wo', 'rk/'],
    ['shared/', 'design'],
    ['shared/', 'spec'],
    ['shared/', 'data'],
  ].map((parts) => parts.join(''))
  const all = [...code, ...words]
  assert.deepEqual(
    found(all, (text) => marks.some((mark) => new RegExp(`\\b${mark}\\b`).test(text))),
    [],
  )
  assert.deepEqual(
    found(all, (text) => places.some((place) => text.includes(place))),
    [],
  )
})
