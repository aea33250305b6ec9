/** Pages show no text of their own: what people read is in the catalogue, in every language of the workspace. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readPageTexts } from '../tools/page-texts.ts'
import { visibleTextsOf } from './support/visible-texts.ts'

const root = resolve(import.meta.dirname, '..')

/** The same in every language: names of products, examples of code, headers, and what style sheets read. */
const untranslated = new Set([
  'Sonde',
  'TypeScript',
  'Python',
  'Shell',
  'Go',
  'OpenID Connect',
  'Auth0',
  'Clerk',
  'Keycloak',
  'WorkOS',
  'Supabase',
  'Microsoft Entra ID',
  'Google Workspace',
  'Okta',
  'Ctrl',
  'Control+Enter',
  'Meta+Enter',
  'Bearer …',
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  '1px solid var(--line)',
])
const exampleOfCode =
  /^(-[Hd] |curl |const |await |body: |console\.|import (?:\{|json\b)|export TOKEN=|from \w+ import |event = |(webhook, )?err |\$\w+ = |["']authorization: )/

/** What files of others say: it is compared or saved, and not shown. */
const ofFiles = new Set(['web/directory-import/targets.ts', 'web/directory-import/example-file.ts'])

const sources = globSync(['web/*.{ts,tsx}', 'web/*/*.{ts,tsx}'], { cwd: root }).filter(
  (file) => !file.endsWith('-texts.ts') && !ofFiles.has(file),
)

/** Their keys are codes of the contract, and no page states them. */
const byCode = new Set(['driver', 'event', 'problem', 'scope', 'sentence'])

test('no page shows a text that is not in the catalogue', () => {
  assert.ok(sources.length > 50)
  const found = sources.flatMap((file) =>
    visibleTextsOf(file, readFileSync(join(root, file), 'utf8'))
      .filter((text) => !untranslated.has(text) && !exampleOfCode.test(text))
      .map((text) => `${file}: ${text}`),
  )
  assert.deepEqual(found, [])
})

test('a text is found however it is written', () => {
  const code = `export const Page = () => (
    <Card className="card pad" title="active" hint={isOpen ? 'Not yet' : undefined} to="/app">
      Some text {count} <b aria-label={\`Remove \${name} here\`}>more</b>
    </Card>
  )`
  assert.deepEqual(visibleTextsOf('page.tsx', code).toSorted(), [
    'Not yet',
    'Remove … here',
    'Some text',
    'active',
    'more',
  ])
})

test('every text of the catalogue is shown by a page', async () => {
  const code = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const prefixes = [...code.matchAll(/\x60(\w*)\$\{\w[\w.? ']*\}(\w*)\x60/g)].map(
    ([, before, after]) => new RegExp(`^${before}\\w+${after}$`),
  )
  const unused = (await readPageTexts())
    .filter(({ noun }) => !byCode.has(noun))
    .flatMap(({ file, byLanguage }) =>
      Object.keys(byLanguage.en)
        .filter((key) => !code.includes(`'${key}'`) && !prefixes.some((prefix) => prefix.test(key)))
        .map((key) => `${file}: ${key}`),
    )
  assert.deepEqual(unused, [])
})
