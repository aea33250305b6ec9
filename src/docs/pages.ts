/** The layout of the documentation: contents on the left, text in the middle, the sections of the page on the right. */
import { html, raw } from 'hono/html'
import type { Markup } from '../http/page.ts'
import { siteHead } from '../http/site-head.ts'
import { type Guide, guideOf, type Heading } from './guide.ts'

/** A page in the contents: its address below /docs, its title, and what can be done after reading it. */
export type Leaf = { slug: string; title: string; summary: string }
export type Tree = readonly { title: string; readers: string; leaves: readonly Leaf[] }[]

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
        ${siteHead(slug === null ? 'Changelog' : 'Docs')}
        <div class="columns${slug === '' ? ' start' : ''}">
          ${slug === null ? sectionsOf(headings, 'tree areas') : treeNav(tree, slug)}
          <main id="text" tabindex="-1">
            ${slug === null ? '' : html`<p class="to-contents"><a href="#contents">All pages</a></p>`}
            ${markdown ? html`<p class="page-actions"><button type="button" data-copy-page="${markdown}" hidden>Copy page</button> <a href="${markdown}">Markdown</a></p>` : ''}
            ${
              slug && headings.length > 3
                ? html`<details class="on-this-page">
                    <summary>On this page</summary>
                    ${sectionList(headings)}
                  </details>`
                : ''
            }
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
    ${sectionList(headings)}
  </nav>` as Markup

const sectionList = (headings: readonly Heading[]): Markup =>
  html`<ul>
    ${headings.map((one) => html`<li class="level-${one.level}"><a href="#${one.id}">${one.text}</a></li>`)}
  </ul>` as Markup

/** By what somebody came for: whoever writes no program is first, because the workspace leads here. */
const doors = [
  {
    title: 'In the workspace, without code',
    ways: [
      ['/docs/writing-surveys', 'Write and send a survey'],
      ['/docs/insights#findings', 'Understand findings'],
      ['/docs/people-and-roles', 'See who may read what'],
      ['/docs/your-answers', 'See how answers are protected'],
    ],
  },
  {
    title: 'From a program',
    ways: [
      ['/docs/quick-start', 'Make the first call'],
      ['/docs/first-pulse', 'Send a survey and read its results'],
      ['/reference', 'Browse the reference'],
      ['/docs/agents', 'Connect an AI agent'],
    ],
  },
  {
    title: 'On a server of yours',
    ways: [
      ['/docs/one-machine', 'Install it on one machine'],
      ['/docs/compose', 'Run it with containers'],
      ['/docs/keys-and-backups', 'Back up and restore'],
      ['/docs/hardening', 'Check it before people answer'],
    ],
  },
] as const

export function startPage(tree: Tree): Markup {
  return frame({
    title: 'Documentation',
    description: 'How to send surveys with Sonde from your programs, and read the results.',
    slug: '',
    headings: [],
    tree,
    body: html`<h1>Documentation</h1>
      <p class="lead">
        Sonde asks people and says who will see what. You read back scores, themes and recommended actions, in
        the workspace or in a program of yours.
      </p>
      <div class="doors">
        ${doors.map(
          ({ title, ways }) =>
            html`<section>
              <h2>${title}</h2>
              <ul>
                ${ways.map(([to, label]) => html`<li><a href="${to}">${label}</a></li>`)}
              </ul>
            </section>`,
        )}
      </div>
      ${tree.map(
        (section) =>
          html`<h2>${section.title} <small>${section.readers}</small></h2>
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
