/** “g” and a key lead to a page: each key to one. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../..')
const place = /\bplace: \{[^}]*\bkey: '(.)'/g

test('no two pages of the workspace have the same key', () => {
  const keys = globSync('web/*/*-routes.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(place)].map(([, key]) => key),
  )
  assert.ok(keys.length > 20)
  assert.deepEqual(
    keys.filter((key, at) => keys.indexOf(key) !== at),
    [],
  )
})
