import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { operations } from '../../contract/operations.ts'
import { rowOperations } from '../../contract/exports.ts'
import { offeredDatasets, offeredNames } from '../../web/exports/offered-datasets.ts'
import { pageScopes } from '../../web/page-scopes.ts'

const root = resolve(import.meta.dirname, '../..')
const call = /\b(?:asUser\.call\(\s*|(?:read|readAll|readPages)\(\s*asUser,\s*)'(\w+)'/g

test('pages ask for the scopes of the operations that they call as an application, and for no other', () => {
  const files = globSync(['web/*.{ts,tsx}', 'web/*/*.{ts,tsx}'], { cwd: root })
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const ids = new Set<string>(texts.flatMap((text) => [...text.matchAll(call)].map(([, id]) => id)))
  assert.ok(ids.size > 0)
  // An export takes the scope of its rows as well.
  for (const dataset of offeredNames) ids.add(rowOperations[dataset].id)
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

test('pages name the scope that the rows of a dataset take', () => {
  for (const dataset of offeredNames)
    assert.deepEqual(offeredDatasets[dataset], rowOperations[dataset].scope, dataset)
})
