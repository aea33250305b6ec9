/**
 * Renders a guide, a Markdown file of docs/guides, as a page. Headings get anchors, links between files become links between
 * pages, code is highlighted on the server, and examples call the address of this service.
 */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import http from 'highlight.js/lib/languages/http'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import { Marked } from 'marked'
import { html, raw } from 'hono/html'
import type { Markup } from '../http/page.ts'
import { fileOf, slugOf } from './contents.ts'

for (const [name, language] of Object.entries({ bash, http, json, typescript }))
  hljs.registerLanguage(name, language)
hljs.registerAliases(['sh', 'shell'], { languageName: 'bash' })
hljs.registerAliases(['ts', 'js'], { languageName: 'typescript' })

export type Heading = { id: string; level: number; text: string }

export type Guide = {
  slug: string
  title: string
  /** The title up to its first comma or colon, for the contents. */
  name: string
  /** The first sentence of the guide. */
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
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text)
        headings.push({ id, level: depth, text: plain(text) })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${depth > 1 ? ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>` : ''}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(pageOf(href, fileOf(slug)))}">${this.parser.parseInline(tokens)}</a>`
      },
      code: ({ text, lang }) => codeBlock(text, lang ?? ''),
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
    name: (title?.text ?? slug).split(/[:,]/, 1)[0],
    summary: summaryOf(source),
    source,
    headings: headings.slice(1),
    body,
  }
}

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

function summaryOf(source: string): string {
  const paragraph = source
    .split(/\n{2,}/)
    .map((part) => part.replace(/\n```[^]*$/, '').trim())
    .find((part) => part !== '' && !/^(?:#|```|\||-|\d+\.)/.test(part))
  const words = plain(paragraph ?? '').replaceAll(/\s+/g, ' ')
  return words.match(/^.{1,240}?[.!?](?=\s|$)/)?.[0] ?? words.slice(0, 240)
}

/** Turns a link to a file of the repository, `templates.md#scale`, into a link to its page. */
function pageOf(href: string, file: string): string {
  const [path, anchor] = href.split('#', 2)
  if (!path.endsWith('.md') || path.includes(':')) return href
  return `/docs/${slugOf(posix.join(posix.dirname(file), path))}${anchor === undefined ? '' : `#${anchor}`}`
}

export function codeBlock(text: string, language: string): string {
  const known = hljs.getLanguage(language) !== undefined
  const coloured = known ? hljs.highlight(text, { language }).value : escaped(text)
  return `<div class="code"><pre tabindex="0"><code>${coloured}</code></pre></div>\n`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
