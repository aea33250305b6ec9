import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { operations } from '../../contract/operations.ts'
import { pageScopes } from '../../web/page-scopes.ts'

const root = resolve(import.meta.dirname, '../..')
const call = /\b(?:asUser\.call\(\s*|(?:read|readAll|readPages)\(\s*asUser,\s*)'(\w+)'/g

test('pages ask for the scopes of the operations that they call as an application, and for no other', () => {
  const files = globSync(['web/*.{ts,tsx}', 'web/*/*.{ts,tsx}'], { cwd: root })
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(call)].map(([, id]) => id)))
  assert.ok(ids.size > 0)
  const needs = [...ids].map((id) => [id, operations.find((one) => one.id === id)?.scope ?? []] as const)
  assert.deepEqual(
    needs.filter(([, scopes]) => !scopes.some((scope) => pageScopes.includes(scope))),
    [],
  )
  assert.deepEqual(
    pageScopes.filter((scope) => !needs.some(([, scopes]) => scopes.includes(scope))),
    [],
  )
})
