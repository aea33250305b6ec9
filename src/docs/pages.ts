/** The layout of the documentation: contents on the left, text in the middle, the sections of the page on the right. */
import { STATUS_CODES } from 'node:http'
import { html, raw } from 'hono/html'
import { type ProblemCode, problems } from '../../contract/problems.ts'
import { type Operation, refusalsOf } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { Markup } from '../http/page.ts'
import { type Guide, guideOf, type Heading } from './guide.ts'
import { remedies } from './remedies.ts'

/** A page in the contents: its address below /docs, its title and its summary. */
export type Leaf = { slug: string; title: string; summary: string }
export type Tree = readonly { title: string; leaves: readonly Leaf[] }[]

type Frame = {
  title: string
  description: string
  /** The page in the contents; null for pages that are not part of them. */
  slug: string | null
  headings: readonly Heading[]
  tree: Tree
  body: Markup
  /** The address of the page as Markdown, if there is one. */
  markdown?: string
}

export function frame({ title, description, slug, headings, tree, body, markdown }: Frame): Markup {
  const leaves = tree.flatMap((section) => section.leaves)
  const at = leaves.findIndex((leaf) => leaf.slug === slug)
  const [before, after] = at < 0 ? [undefined, undefined] : [leaves[at - 1], leaves[at + 1]]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <title>${title} · Sonde</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="stylesheet" href="/assets/docs.css" />
        ${markdown ? html`<link rel="alternate" type="text/markdown" href="${markdown}" />` : ''}
        <script src="/assets/docs-theme.js"></script>
        <script type="module" src="/assets/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#text">Skip to content</a>
        ${head(slug === null ? 'Changelog' : 'Docs')}
        <div class="columns">
          ${slug === null ? sectionsOf(headings, 'tree areas') : treeNav(tree, slug)}
          <main id="text" tabindex="-1">
            ${slug === null ? '' : html`<p class="to-contents"><a href="#contents">All pages</a></p>`}
            ${markdown ? html`<p class="page-actions"><button type="button" data-copy-page="${markdown}" hidden>Copy page</button> <a href="${markdown}">Markdown</a></p>` : ''}
            ${body}
            ${
              before || after
                ? html`<nav class="neighbours" aria-label="Previous and next page">
                    ${before ? html`<a rel="prev" href="/docs/${before.slug}"><span>Previous</span> ${before.title}</a>` : html`<span></span>`}
                    ${after ? html`<a rel="next" href="/docs/${after.slug}"><span>Next</span> ${after.title}</a>` : ''}
                  </nav>`
                : ''
            }
          </main>
          <aside class="sections">
            ${slug !== null && headings.length > 1 ? sectionsOf(headings, '') : ''}
          </aside>
        </div>
      </body>
    </html>` as Markup
}

const treeNav = (tree: Tree, slug: string): Markup =>
  html`<nav class="tree" id="contents" aria-label="Documentation">
    ${tree.map(
      (section) =>
        html`<h2>${section.title}</h2>
          <ul>
            ${section.leaves.map(
              (leaf) =>
                html`<li>
                  <a href="/docs/${leaf.slug}" ${leaf.slug === slug ? html`aria-current="page"` : ''}
                    >${leaf.title}</a
                  >
                </li>`,
            )}
          </ul>`,
    )}
  </nav>` as Markup

const sectionsOf = (headings: readonly Heading[], place: string): Markup =>
  html`<nav class="${place}" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${headings.map((one) => html`<li class="level-${one.level}"><a href="#${one.id}">${one.text}</a></li>`)}
    </ul>
  </nav>` as Markup

const places = [
  ['/docs', 'Docs'],
  ['/reference', 'Reference'],
  ['/changelog', 'Changelog'],
  ['/developers', 'Dashboard'],
] as const

/** @param at  the name of the current section */
export const head = (at: string): Markup =>
  html`<header class="top">
    <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="24" height="24" /> Sonde</a>
    <nav aria-label="Site">
      <ul>
        ${places.map(
          ([href, name]) =>
            html`<li>
              <a href="${href}" ${name === at ? html`aria-current="true"` : ''}>${name}</a>
            </li>`,
        )}
      </ul>
    </nav>
    <search class="find" hidden>
      <input
        type="search"
        placeholder="Search the docs  /"
        aria-label="Search the docs"
        autocomplete="off"
        role="combobox"
        aria-expanded="false"
        aria-controls="found"
        aria-autocomplete="list"
      />
      <ul id="found" role="listbox" aria-label="Results" hidden></ul>
    </search>
    <button type="button" class="theme" aria-label="Switch between light and dark" hidden></button>
  </header>` as Markup

export function startPage(tree: Tree): Markup {
  return frame({
    title: 'Documentation',
    description: 'How to send surveys with Sonde from your programs, and read the results.',
    slug: '',
    headings: [],
    tree,
    body: html`<h1>Documentation</h1>
      <p class="lead">
        Sonde lets software ask people. Your programs create pulses and check-ins, people answer on a page
        that says who will see what, and your programs read back scores, themes and recommended actions.
      </p>
      <p>
        <a class="button" href="/docs/quick-start">Make the first call</a>
        <a class="button quiet" href="/reference">Browse the reference</a>
      </p>
      ${tree.map(
        (section) =>
          html`<h2>${section.title}</h2>
            <ul class="cards">
              ${section.leaves.map(
                (leaf) =>
                  html`<li>
                    <a href="/docs/${leaf.slug}"
                      ><strong>${leaf.title}</strong><span>${leaf.summary}</span></a
                    >
                  </li>`,
              )}
            </ul>`,
      )}` as Markup,
  })
}

export const guidePage = (guide: Guide, tree: Tree): Markup =>
  frame({
    title: guide.title,
    description: guide.summary,
    slug: guide.slug,
    headings: guide.headings.filter(({ level }) => level <= 3),
    tree,
    body: guide.body,
    markdown: `/docs/${guide.slug}.md`,
  })

export const changelogPage = (source: string, tree: Tree): Markup => {
  const { title, headings, body } = guideOf('changelog', source)
  return frame({
    title,
    description: 'What callers, admins and operators notice, by area.',
    slug: null,
    headings,
    tree,
    body: withFoldedAreas(String(body)),
  })
}

/** The areas of a version are folded: all of them together are too long to look through. */
const withFoldedAreas = (body: string): Markup =>
  html`${raw(
    body
      .split(/(?=<h[23] )/)
      .map((part) => {
        const [, heading, rest] = /^(<h3 [^>]*>.*?) <a class="anchor"[^]*?<\/h3>([^]*)$/.exec(part) ?? []
        if (heading === undefined) return part
        const count = rest.split('<li>').length - 1
        return `<details class="area"><summary>${heading}</h3> <span>${count}</span></summary>${rest}</details>`
      })
      .join(''),
  )}` as Markup

/** Errors by status, each with how to fix it and the operations that return it. */
export function errorsPage(tree: Tree): Markup {
  const codes = Object.keys(problems) as ProblemCode[]
  const groups = [...Map.groupBy(codes, (code) => problems[code].status)].toSorted(([a], [b]) => a - b)
  return frame({
    title: 'Errors',
    description: 'Every error code, why it happens and how to fix it.',
    slug: 'errors',
    headings: groups.map(([status]) => ({
      id: `status-${status}`,
      level: 2,
      text: `${status} ${STATUS_CODES[status]}`,
    })),
    tree,
    body: html`<h1>Errors</h1>
      <p class="lead">
        Errors of <code>/api/*</code> are <code>application/problem+json</code> (RFC 9457). Handle
        <code>code</code> in your program: it never changes. <code>error</code> has the same value, for OAuth
        clients. <code>detail</code> explains the error to people, <code>errors</code> points at the invalid
        members, <code>request_id</code> lets an operator find the request, and <code>type</code> links to the
        entry on this page.
      </p>
      <p>
        Errors of <code>/oauth/*</code> follow RFC 6749 §5.2: <code>{"error", "error_description"}</code>. Do
        not repeat a request after a 4xx, except 409 <code>idempotency_in_progress</code> and 429. Repeat it
        after a 5xx, with the same <code>Idempotency-Key</code>.
      </p>
      ${groups.map(
        ([status, group]) =>
          html`<h2 id="status-${status}">${status} ${STATUS_CODES[status]}</h2>
            ${group.map((code) => errorEntry(code))}`,
      )}` as Markup,
  })
}

function errorEntry(code: ProblemCode): Markup {
  const returnedBy = operationsReturning(code)
  return html`<section class="error" id="${code}">
    <h3><code>${code}</code> <a class="anchor" href="#${code}" aria-label="Link to this error">#</a></h3>
    <p>${problems[code].title}. ${remedies[code] ? codeIn(remedies[code]) : ''}</p>
    ${
      returnedBy.length > 0
        ? html`<details>
            <summary>
              ${returnedBy.length === 1 ? 'Returned by one operation' : `Returned by ${returnedBy.length} operations`}
            </summary>
            <ul>
              ${returnedBy.map(
                (one) =>
                  html`<li>
                    <a href="${referenceOf(one)}"><code>${one.method} ${one.path}</code></a>
                  </li>`,
              )}
            </ul>
          </details>`
        : ''
    }
  </section>` as Markup
}

const operationsReturning = (code: ProblemCode): Operation[] =>
  operations.filter((operation) => refusalsOf(operation).includes(code))

/** The address of an operation in the reference. */
export const referenceOf = ({ tag, method, path }: Operation): string =>
  `/reference#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`

const codeIn = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`) as Markup)
