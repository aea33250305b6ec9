/** What pages are built into: chunks that come when they are needed, and nothing that belongs to the server. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'
import { buildWeb, stylesWithCode } from '../../tools/build-web.ts'
import { readPageTexts } from '../../tools/page-texts.ts'

const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'web/dist')

type Chunk = { file: string }
let manifest: Record<string, Chunk>

before(async () => {
  await buildWeb()
  manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
})

test('no schema of the contract and no part of the server is in the bundle', () => {
  const scripts = globSync('*.js', { cwd: dist })
  const found = scripts.filter((name) =>
    /typebox|TypeGuard|'~kind'|"~kind"|`~kind`|kysely|fastify|node:crypto/i.test(
      readFileSync(join(dist, name), 'utf8'),
    ),
  )
  assert.deepEqual(found, [])
})

test('texts are a chunk for each noun and language, with nothing of another and nothing to parse', async () => {
  const textOf = (key: string): string => readFileSync(join(dist, manifest[key].file), 'utf8')
  for (const { file, byLanguage } of await readPageTexts()) {
    const keyOf = (language: string): string => `${file.slice('web/'.length)}?${language}`
    for (const [language, texts] of Object.entries(byLanguage)) {
      const chunk = textOf(keyOf(language))
      // A piece of one where all hold a value.
      const longest = Object.values(texts)
        .filter((text) => !/\{\w+,/.test(text))
        .flatMap((text) => text.split(/\{\w+\}/))
        .reduce((a, b) => (b.length > a.length ? b : a))
      assert.ok(chunk.includes(longest), keyOf(language))
      assert.ok(!/\{\w+(\}|, )/.test(chunk), keyOf(language))
      for (const other of Object.keys(byLanguage).filter((one) => one !== language))
        assert.ok(!textOf(keyOf(other)).includes(longest), keyOf(other))
    }
  }
})

test('the styles of every component of Mantine that is imported are there', () => {
  const styles = readFileSync(join(root, 'web/ui/mantine.css'), 'utf8')
  const missing = globSync('web/**/*.tsx', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
      .flatMap(([, list]) => list.split(',').map((name) => name.trim()))
      .filter((name) => existsSync(join(root, `node_modules/@mantine/core/styles/${name}.css`)))
      .filter((name) => !stylesWithCode.some((one) => one === name))
      .filter((name) => ![styles, text].some((one) => one.includes(`/${name}.css'`)))
  })
  assert.deepEqual(missing, [])
})

test('no style asks how a phone is held: nothing is locked to one way', () => {
  const asking = globSync('web/**/*.css', { cwd: root }).filter((file) =>
    /orientation\s*:/.test(
      readFileSync(join(root, file), 'utf8').replaceAll(/text-orientation|-orientation:/g, ''),
    ),
  )
  assert.deepEqual(asking, [])
})

test('a second build of the same sources does nothing', async () => {
  assert.equal(await buildWeb(), false)
})
