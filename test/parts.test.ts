/** What `npm test` leaves out runs in `npm test -- --long`, and a sixth of it in each .ci/run: no test is in none of them. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, test } from 'node:test'
import { isInShare, runsIn, shares, testFiles } from '../tools/tests/files.ts'
import { long, parted } from '../tools/tests/long.ts'
import { casesOf } from './support/parts.ts'

const root = resolve(import.meta.dirname, '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const before = process.env.SONDE_TEST_PART
afterEach(() => {
  if (before === undefined) delete process.env.SONDE_TEST_PART
  else process.env.SONDE_TEST_PART = before
})

test('every file of tests runs in one of the two parts, and those with many cases in both', () => {
  for (const { path } of testFiles([])) {
    const count = [runsIn(path, 'short'), runsIn(path, 'long')].filter(Boolean).length
    assert.equal(count, parted.includes(path) ? 2 : 1, path)
    assert.ok(runsIn(path, 'whole'), path)
  }
})

test('.ci/run has what `npm test` has, all attackers and one share of the rest, and six shares are all of it', () => {
  assert.match(textOf('.ci/run'), /^npm test -- --share "\$share" /m)
  const attackers: readonly string[] = long.attackers
  const isLeftOut = ({ path }: { path: string }): boolean => !runsIn(path, 'short') || parted.includes(path)
  for (const file of testFiles([])) {
    const sharesOfIt = Array.from({ length: shares }, (_, at) => at + 8).filter((at) =>
      isInShare(file.path, at),
    )
    const times = attackers.includes(file.path) ? shares : isLeftOut(file) ? 1 : 0
    assert.equal(sharesOfIt.length, times, file.path)
  }
  const sizes = Array.from(
    { length: shares },
    (_, at) => testFiles([]).filter(({ path }) => isInShare(path, at)).length,
  )
  assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, sizes.join(' '))
})

test('every file that is listed is there, once', () => {
  const listed = [...Object.values(long).flat(), ...parted]
  assert.deepEqual(
    listed.filter((path) => !existsSync(join(root, path))),
    [],
  )
  assert.deepEqual(listed.toSorted(), [...new Set(listed)].toSorted())
})

test('no file leaves cases out that is not listed', () => {
  const divided = globSync('{client,commands,src,test,bench,demo,web}/**/*.test.ts', { cwd: root }).filter(
    (path) => /\bfrom '[^']*support\/parts\.ts'/.test(textOf(path)),
  )
  assert.deepEqual(divided.toSorted(), [...parted, 'test/parts.test.ts'].toSorted())
})

test('each main story that a file names is there', () => {
  for (const path of parted) {
    const text = textOf(path)
    const main = /storiesOf\(([^)]*)\)/.exec(text)?.[1] ?? ''
    for (const [, first] of main.matchAll(/'([^']+)'/g))
      assert.match(text, new RegExp(`^ *test\\(\\s*['\`]${RegExp.escape(first)}`, 'm'), `${path}: ${first}`)
  }
})

test('the cases of both parts are all cases, and each of them in one', () => {
  const cases = ['a', 'b', 'c', 'd', 'e']
  const inPart = (part: string): string[] => {
    process.env.SONDE_TEST_PART = part
    return casesOf(cases, (_one, at) => at % 2 === 0)
  }
  assert.deepEqual(inPart('short'), ['a', 'c', 'e'])
  assert.deepEqual(inPart('long'), ['b', 'd'])
  assert.deepEqual(inPart('whole'), cases)
})
