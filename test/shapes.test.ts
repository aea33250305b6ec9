/**
 * Rows take their types from a shape (src/db/shape.ts), which is held against every result in the tests. A type that a statement
 * is given by hand (`sql<Row>`, `query<Row>`) is checked by nobody.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** Folders that still give rows their types by hand. */
const unconverted: readonly string[] = ['test']

/** Reads before there is a schema; defines what is generic in the row; finds itself. */
const exempt = new Set(['src/db/migrate.ts', 'src/db/db.ts', 'test/shapes.test.ts'])

const byHand = /\b(?:one|many|only|sql)<|\.query</
/** Tests may query past the product's functions: what they expect of a row they assert. */
const byHandInTests = /\b(?:one|many|only|sql)</

const files = globSync('{src,test,bench,demo}/**/*.ts', { cwd: root }).filter((file) => !exempt.has(file))
const isOfTests = (file: string): boolean => !file.startsWith('src/') || /test(s)?\.ts$/.test(file)
const folderOf = (file: string): string => file.split('/', file.startsWith('src/') ? 2 : 1).join('/')

test('no row is given its type by hand', () => {
  const found = files
    .filter((file) => (isOfTests(file) ? byHandInTests : byHand).test(readFileSync(join(root, file), 'utf8')))
    .map(folderOf)
  assert.deepEqual([...new Set(found)].toSorted(), unconverted.toSorted())
})
