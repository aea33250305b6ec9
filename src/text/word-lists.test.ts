import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { driverIds } from '../../contract/drivers.ts'
import { pairsOf, parseWordLists, ratingsOf, wordList, wordSections } from './word-lists.ts'

const folder = join(import.meta.dirname, 'data')
const files = globSync('**/*', { cwd: folder, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))

test('every data file says what it holds and where it is from, an entry a line', () => {
  assert.ok(files.length >= 30)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    assert.ok(parseWordLists(text).size > 0, file)
    assert.match(text, /^(# .{1,130}\n)+\n/, file)
    assert.match(text, /own list|own words|Own list|Hutto/, file)
    assert.ok(text.endsWith('\n') && !text.includes('\r') && !text.endsWith('\n\n'), file)
    assert.equal(text, text.normalize('NFC'), file)
  }
})

test('every data file is read by the code', () => {
  const code = globSync('{*,languages/*}.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const unread = files
    .map((file) => file.slice(folder.length + 1))
    .filter((file) => !file.startsWith('drivers/') && !code.includes(`'${file}'`))
    .filter((file) => !file.includes('/') || !code.includes(`/${basename(file)}\``)) // a folder for each language
  assert.deepEqual(unread, [])
})

test('every driver has a file, and every file a driver', () => {
  const names = files.flatMap((file) => /\/data\/drivers\/(.+)\.txt$/.exec(file)?.[1] ?? [])
  assert.deepEqual(names.toSorted(), driverIds.toSorted())
})

test('a file of sections has its header, its sections and their entries', () => {
  assert.deepEqual(
    [...parseWordLists('# Made up.\n# Own list.\n\n[one]\na b\nc\td\n\n[two]\na b\n')],
    [
      ['one', ['a b', 'c\td']],
      ['two', ['a b']],
    ],
  )
  assert.deepEqual([...parseWordLists('# Made up.\na\nb\n')], [['', ['a', 'b']]])
})

const broken: [string, string, RegExp][] = [
  ['no header', 'a\nb\n', /header/],
  ['nothing at all', '', /header/],
  ['a header alone', '# Made up.\n', /without entries/],
  ['an empty section', '# Made up.\n[one]\n[two]\na\n', /without entries/],
  ['an entry twice', '# Made up.\na\nb\na\n', /line 4/],
  ['two values of one word', '# Made up.\na\t1\na\t2\n', /line 3/],
  ['a space behind an entry', '# Made up.\na \n', /line 2/],
  ['a comment among entries', '# Made up.\na\n# b\n', /line 3/],
  ['a section twice', '# Made up.\n[one]\na\n[one]\nb\n', /line 4/],
  ['entries before the first section', '# Made up.\na\n[one]\nb\n', /line 3/],
]
for (const [what, text, message] of broken)
  test(`a word list is refused for ${what}`, () => assert.throws(() => parseWordLists(text), message))

test('columns and ratings are checked', () => {
  assert.deepEqual(pairsOf(['a\tb']), [['a', 'b']])
  assert.deepEqual(ratingsOf(['too many\t-1.3', '🙂\t1.5']), [
    ['too many', -1.3],
    ['🙂', 1.5],
  ])
  for (const entry of ['a', 'a\t', 'a\tb\tc']) assert.throws(() => pairsOf([entry]), /two columns/)
  for (const entry of ['a\tgood', 'a\t5', 'a\t-4.1']) assert.throws(() => ratingsOf([entry]), /-4 to 4/)
})

test('a file is refused that is missing, or has other sections than the code expects', () => {
  assert.throws(() => wordList('no-such-list.txt'), /ENOENT/)
  assert.throws(() => wordList('harm.txt'), /without sections/)
  assert.throws(() => wordSections('harm.txt', ['harassment', 'slight']), /were expected/)
})

test('word lists are read when first needed and not before', () => {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const read = fs.readFileSync
    const files = []
    fs.readFileSync = (...args) => (files.push(String(args[0])), read(...args))
    syncBuiltinESMExports()
    const text = await import(${JSON.stringify(new URL('./text.ts', import.meta.url).href)})
    const lists = () => files.filter((file) => file.includes('/text/data/')).length
    const before = lists()
    text.harmKindsOf('Great team')
    const one = lists()
    text.harmKindsOf('Great team')
    console.log(before, one, lists())`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.match(stdout, /^0 ([1-9]\d*) \1\n$/)
})
