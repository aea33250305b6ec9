/** What reaches other people: its licences allow it, and the bill of materials names all of it. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sbom } from '../tools/build-sbom.ts'
import { foldersOfPages, nameOf, packagesOfPages, packagesOfService, readLock } from '../tools/shipped.ts'

const lock = readLock()
const shipped = [...new Set([...packagesOfService(lock), ...foldersOfPages(lock)])]

/** None of them asks more than to be named, whoever passes it on. */
const licences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
])

test('every package that is shipped has a licence that allows it', () => {
  const others = shipped.filter((folder) => !licences.has(lock.packages[folder].license ?? ''))
  assert.deepEqual(others, [])
})

suite('what pages contain', () => {
  test('is what web/ imports, and what that needs', () => {
    const names = foldersOfPages(lock).map(nameOf)
    for (const name of [
      'react',
      'react-dom',
      'scheduler',
      '@mantine/core',
      '@floating-ui/dom',
      '@tanstack/query-core',
      'intl-messageformat',
    ])
      assert.ok(names.includes(name), name)
    assert.deepEqual(
      names.filter((name) => /^(vite|typescript|playwright-core|axe-core|fast-check|oxlint)$/.test(name)),
      [],
    )
    assert.deepEqual(
      packagesOfPages().filter((name) => lock.packages[`node_modules/${name}`] === undefined),
      [],
    )
  })

  test('is in the bill of materials with versions and hashes, beside the packages of the service and no others', () => {
    const { metadata, components } = JSON.parse(sbom())
    assert.equal(metadata.component.name, 'sonde')
    const listed = new Map<string, any>(components.map((one: any) => [decodeURIComponent(one.purl), one]))
    for (const folder of shipped) {
      const { version } = lock.packages[folder]
      const one = listed.get(`pkg:npm/${nameOf(folder)}@${version}`)
      assert.ok(one, `${nameOf(folder)} ${version}`)
      assert.equal(one.hashes[0].alg, 'SHA-512')
    }
    const known = new Set(
      shipped.map((folder) => `pkg:npm/${nameOf(folder)}@${lock.packages[folder].version}`),
    )
    const more = [...listed.keys()].filter((purl) => !known.has(purl) && !purl.includes('/@types/'))
    assert.deepEqual(more, [])
  })
})
