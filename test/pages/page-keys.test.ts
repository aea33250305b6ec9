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

test('the key of a page for everyday work is a letter of its name, the first of it where no other has that', () => {
  const english = readFileSync(join(root, 'web/shell/shell-texts.ts'), 'utf8')
  const pages = globSync('web/*/*-routes.ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /\bplace: \{\s*group: 'product',\s*label: '(\w+)'([^}]*)\bkey: '([a-z])'([^}]*)/g,
      ),
    ]
      // Of the menu of one's own account: it opens by a click.
      .filter(([, , before, , after]) => !/\bunder:/.test(before + after))
      .map(([, label, , key]) => ({
        key,
        name: new RegExp(`\\b${label}: '([^']+)'`).exec(english)![1].toLowerCase(),
      })),
  )
  assert.ok(pages.length >= 9)
  const firsts = new Set(pages.filter(({ key, name }) => name[0] === key).map(({ key }) => key))
  const odd = pages.filter(
    ({ key, name }) => !name.includes(key) || !(name[0] === key || firsts.has(name[0])),
  )
  assert.deepEqual(odd, [])
})
