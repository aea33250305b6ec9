/** The documentation: every guide is listed, every link works, and the quick start runs as written. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { problems } from '../../contract/problems.ts'
import { contents, fileOf } from './contents.ts'
import { type Docs, openDocs } from './docs.ts'
import { guideOf } from './guide.ts'

const root = new URL('../../', import.meta.url)
const docs: Docs = openDocs('https://sonde.example')
const slugs = contents.flatMap(({ guides }) => Object.keys(guides))
const htmlOf = (slug: string): string => String(docs.page(slug))

test('every guide of the repository is listed once', () => {
  const files = globSync('docs/guides/*.md', { cwd: root }).map((file) =>
    file.slice('docs/guides/'.length, -3),
  )
  const inFolder = slugs.filter((slug) => fileOf(slug).startsWith('docs/guides/'))
  assert.deepEqual(inFolder.toSorted(), files.toSorted())
  assert.equal(new Set(slugs).size, slugs.length)
})

test('every guide has its own line that says what can be done after reading it', () => {
  const gains = contents.flatMap(({ guides }) => Object.entries(guides))
  const wrong = gains.filter(([, gain]) => gain.length > 100 || !/^[A-Z][^`*_[\]#:]+\.$/.test(gain))
  assert.deepEqual(wrong, [])
  assert.equal(new Set(gains.map(([, gain]) => gain)).size, slugs.length)
  for (const [slug, gain] of gains) assert.ok(htmlOf('').includes(gain.replaceAll("'", '&#39;')), slug)
})

/** Five lines of the page, and half a one for links that are longer in the source. */
const itemLengthMax = 480

test('an item of a list in a guide is short enough to be read at once', () => {
  // Names of operations, to look one up in.
  const isListOfNames = (item: string): boolean => (item.match(/`/g)?.length ?? 0) > 40
  // The documents in depth argue claim by claim, and are read from end to end.
  const guides = slugs.filter((slug) => fileOf(slug).startsWith('docs/guides/'))
  const long = guides.flatMap((slug) =>
    [
      ...docs
        .markdown(slug)!
        .replaceAll(/^```[^]*?^```/gm, '')
        .matchAll(/^(?:-|\d+\.) (.*(?:\n +[^\s-].*)*)/gm),
    ]
      .map(([, item]) => item.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/\s+/g, ' '))
      .filter((item) => item.length > itemLengthMax && !isListOfNames(item))
      .map((item) => `${slug}: ${item.slice(0, 60)} (${item.length})`),
  )
  assert.deepEqual(long, [])
})

test('the workspace has one name in every guide', () => {
  const others =
    /\bdeveloper (?:site|pages)\b|\bthe pages at\b|\bSonde's own pages\b|\bthe (?:web )?(?:app|console|portal) at \//i
  assert.deepEqual(
    slugs.filter((slug) => others.test(docs.markdown(slug)!)),
    [],
  )
})

test('every link and anchor of the docs works', () => {
  const elsewhere =
    /^(?:https?:|mailto:|\/(?:assets|developers|app|reference|changelog|openapi\.\w+|outbox)?(?:[/#].*)?$|\/openapi)/
  const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const wrong: string[] = []
  for (const slug of ['', 'errors', 'changelog', ...slugs]) {
    const html = slug === 'changelog' ? String(docs.changelog()) : htmlOf(slug)
    for (const [, href] of html.matchAll(/ href="([^"]+)"/g)) {
      if (elsewhere.test(href) || href === '/docs') continue
      const [path, anchor] = href.split('#')
      const target = path === '' ? slug : path.replace(/^\/docs\/?/, '')
      const isMarkdown = target.endsWith('.md') && docs.markdown(target.slice(0, -3)) !== undefined
      const page = isMarkdown ? '' : target === 'changelog' ? html : docs.page(target)
      if (page === undefined || (anchor && !idsOf(String(page)).includes(anchor)))
        wrong.push(`${slug}: ${href}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('every error code has an entry that its type links to', () => {
  const html = htmlOf('errors')
  const missing = Object.keys(problems).filter(
    (code) => !html.includes(`<section class="error" id="${code}">`),
  )
  assert.deepEqual(missing, [])
})

test('the page of changes begins with the main ones, and folds the areas with how many each has', () => {
  const page = String(docs.changelog())
  const [main, ...areas] = page.split('<details class="area">')
  assert.match(main, /<strong>Answer<\/strong>/)
  assert.ok(areas.length > 8)
  for (const area of areas) {
    const [, id, count] = /^<summary><h3 id="([^"]+)">[^<]+<\/h3> <span>(\d+)<\/span><\/summary>/.exec(area)!
    assert.equal(area.split('<li>').length - 1, Number(count), id)
    assert.ok(page.includes(`href="#${id}"`), id)
  }
})

test('a page has one first heading and no duplicate ids', () => {
  for (const slug of ['', 'errors', ...slugs]) {
    const html = htmlOf(slug)
    assert.equal(html.match(/<h1/g)?.length, 1, slug)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      slug,
    )
  }
})

test('HTML in a guide is escaped', () => {
  const { body, title } = guideOf(
    'x',
    '# A `b` <c>\n\n```sh\ncurl "a<b>" # &c\n```\n\n`<script>` and [x](templates.md#a"b)\n',
  )
  const html = String(body)
  assert.equal(title, 'A b <c>')
  assert.ok(!html.includes('<script>'))
  assert.ok(html.includes('&lt;script&gt;'))
  assert.ok(html.includes('href="/docs/templates#a&quot;b"') || html.includes('%22'))
})

test('code blocks in different languages are one example with tabs, and two in the same language are two examples', () => {
  const choices = (source: string): string[] =>
    [...String(guideOf('x', source).body).matchAll(/<label[^>]*>([^<]*)/g)].map(([, label]) => label)
  const block = (language: string): string => `\`\`\`${language}\nx\n\`\`\`\n`
  assert.deepEqual(choices(['sh', 'ts', 'python'].map(block).join('')), ['curl', 'TypeScript', 'Python'])
  assert.deepEqual(choices(block('sh') + block('sh')), [])
  assert.deepEqual(choices(block('sh') + block('json')), [])
  assert.deepEqual(choices(`${block('sh')}Then:\n${block('ts')}`), [])
})

test('examples call the address of this service', () => {
  assert.ok(htmlOf('quick-start').includes('https://sonde.example/oauth/token'))
  assert.ok(!htmlOf('quick-start').includes('localhost:4000'))
  assert.ok(docs.llms().includes('https://sonde.example/docs/quick-start.md'))
})

test('programs get the documentation as Markdown, as one file and as YAML', async () => {
  assert.match(docs.markdown('lists')!, /^# Lists and paging/)
  for (const slug of slugs) assert.ok(docs.llmsFull().includes(docs.markdown(slug)!.trim()), slug)
  assert.deepEqual(
    parse(docs.openapiYaml()),
    JSON.parse(readFileSync(new URL('contract/openapi.json', root), 'utf8')),
  )
})
