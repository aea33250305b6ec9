/**
 * Renders a guide, a Markdown file of docs/guides, as a page. Headings get anchors, links between files become links between
 * pages, code is highlighted on the server, and examples call the address of this service. The same example in several languages, block
 * after block, becomes one with a choice; a drawing beside the guide becomes part of the page.
 */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import typescript from 'highlight.js/lib/languages/typescript'
import { Marked, type Token, type Tokens } from 'marked'
import { html, raw } from 'hono/html'
import type { Markup } from '../http/page.ts'
import { fileOf, gainOf, slugOf } from './contents.ts'

for (const [name, language] of Object.entries({ bash, go, http, java, json, php, python, ruby, typescript }))
  hljs.registerLanguage(name, language)
hljs.registerAliases(['sh', 'shell'], { languageName: 'bash' })
hljs.registerAliases(['ts', 'js'], { languageName: 'typescript' })

/** What readers of an example can choose, by the language of its block. */
const choices: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  ruby: 'Ruby',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
}

export type Heading = { id: string; level: number; text: string }

export type Guide = {
  slug: string
  title: string
  /** The title up to a colon, for the contents. */
  name: string
  /** What somebody can do who has read it. */
  summary: string
  source: string
  headings: readonly Heading[]
  body: Markup
}

/** The address in the examples of the repository: the default of a first start. */
const exampleAddress = /(?:http:\/\/)?localhost:4000/g

export function readGuide(slug: string, baseUrl: string): Guide {
  const file = new URL(`../../${fileOf(slug)}`, import.meta.url)
  return guideOf(slug, readFileSync(file, 'utf8').replaceAll(exampleAddress, baseUrl))
}

export function guideOf(slug: string, source: string): Guide {
  const headings: Heading[] = []
  let tables = 0
  let examples = 0
  const marked = new Marked({
    extensions: [
      {
        name: 'example',
        renderer: ({ blocks }) => exampleOf(blocks as Tokens.Code[], ++examples),
      },
    ],
    hooks: { processAllTokens: withChoices },
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text)
        headings.push({ id, level: depth, text: plain(text) })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${depth > 1 ? ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>` : ''}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(pageOf(href, fileOf(slug)))}">${this.parser.parseInline(tokens)}</a>`
      },
      code: ({ text, lang }) => (lang === 'output' ? outputOf(text) : codeBlock(text, lang ?? '')),
      image: ({ href, text }) =>
        `<figure class="drawing" role="img" tabindex="0" aria-label="${escaped(text)}">${drawingOf(posix.join(posix.dirname(fileOf(slug)), href))}</figure>`,
      // A wide table scrolls on its own, also by keyboard.
      table(token) {
        const row = (cells: typeof token.header, tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => cellOf(this.parser.parseInline(cell.tokens), tag)).join('')}</tr>`
        return `<div class="wide" tabindex="0" role="region" aria-label="Table ${++tables}"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`
      },
    },
  })
  const body = html`${raw(marked.parse(source, { async: false }))}` as Markup
  const [title] = headings
  return {
    slug,
    title: title?.text ?? slug,
    name: (title?.text ?? slug).split(':', 1)[0],
    summary: gainOf(slug),
    source,
    headings: headings.slice(1),
    body,
  }
}

const isCode = (token: Token | undefined): token is Tokens.Code => token?.type === 'code'

/** Blocks that follow one another, each in another language that readers choose between, become one token. */
function withChoices(tokens: Token[]): Token[] {
  const made: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const blocks: Tokens.Code[] = []
    let next = at
    for (; isCode(tokens[next]) && isChoiceBeside(blocks, tokens[next] as Tokens.Code); next++)
      blocks.push(tokens[next] as Tokens.Code)
    if (blocks.length < 2) made.push(tokens[at])
    else {
      made.push({ type: 'example', raw: blocks.map(({ raw }) => raw).join(''), blocks })
      at = next - 1
    }
  }
  return made
}

const isChoiceBeside = (blocks: readonly Tokens.Code[], { lang = '' }: Tokens.Code): boolean =>
  choices[lang] !== undefined && blocks.every((block) => block.lang !== lang)

/** Radio buttons and their blocks, which need no script; one that the reader has chosen elsewhere is chosen by the page's. */
function exampleOf(blocks: readonly Tokens.Code[], number: number): string {
  const choice = ({ lang = '' }: Tokens.Code, at: number): string =>
    `<input type="radio" name="example-${number}" id="example-${number}-${lang}" value="${choices[lang]}"${at === 0 ? ' checked' : ''}><label for="example-${number}-${lang}">${choices[lang]}</label>`
  return `<fieldset class="example"><legend class="unseen">Language of example ${number}</legend>${blocks.map(choice).join('')}${blocks.map(({ text, lang = '' }) => codeBlock(text, lang)).join('')}</fieldset>\n`
}

/** What a program prints is read, not copied. */
const outputOf = (text: string): string =>
  `<figure class="output"><figcaption>Output</figcaption><pre tabindex="0">${escaped(text)}</pre></figure>\n`

/** The drawing of a file, in the colours of the page, which its own styles stand for elsewhere. */
const drawingOf = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(/<style>[^]*?<\/style>\s*/, '')

/** An empty cell in the head of a table is not a heading. */
const cellOf = (inner: string, tag: 'th' | 'td'): string =>
  tag === 'th' && inner === '' ? '<td></td>' : `<${tag}>${inner}</${tag}>`

const anchorOf = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/** The Markdown of a heading or a paragraph as plain text. */
const plain = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]|(?<!\w)_|_(?!\w)/g, '')

/** Turns a link to a file of the repository, `templates.md#scale`, into a link to its page. */
function pageOf(href: string, file: string): string {
  const [path, anchor] = href.split('#', 2)
  if (!path.endsWith('.md') || path.includes(':')) return href
  return `/docs/${slugOf(posix.join(posix.dirname(file), path))}${anchor === undefined ? '' : `#${anchor}`}`
}

/** A bar with the language, where a script puts the button that copies, so that it lies over no code. */
function codeBlock(text: string, language: string): string {
  const known = hljs.getLanguage(language)
  const coloured = known ? hljs.highlight(text, { language }).value : escaped(text)
  return `<div class="code"><div class="bar"><span>${names[language] ?? language}</span></div><pre tabindex="0"><code>${coloured}</code></pre></div>\n`
}

/** What a block is called above it. */
const names: Readonly<Record<string, string>> = {
  ...choices,
  sh: 'Shell',
  bash: 'Shell',
  json: 'JSON',
  http: 'HTTP',
  yaml: 'YAML',
  ini: 'Settings',
  sql: 'SQL',
  xml: 'XML',
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
