/**
 * Rows take their types from a shape (src/db/shape.ts), and tests check every result against it. Nothing checks a type that is written by
 * hand (`sql<Row>`, `query<Row>`).
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** Reads before there is a schema; is generic in the row; names the pattern itself. */
const exempt = new Set(['src/db/migrate.ts', 'src/db/db.ts', 'test/shapes.test.ts'])

const byHand = /\b(?:one|many|only|sql)<|\.query</
/** Tests may query past the product's functions: they assert what they expect of a row. */
const byHandInTests = /\b(?:one|many|only|sql)</

const files = globSync('{src,test,bench,demo}/**/*.ts', { cwd: root }).filter((file) => !exempt.has(file))
const isOfTests = (file: string): boolean => !file.startsWith('src/') || /test(s)?\.ts$/.test(file)

test('no type of a row is written by hand', () => {
  const found = files.filter((file) =>
    (isOfTests(file) ? byHandInTests : byHand).test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(found, [])
})
