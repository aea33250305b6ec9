/**
 * The documentation that the service shows: guides, errors and changelog, as pages and as text for programs. It is rendered
 * from files of the repository and from the contract, at the first request, and cached.
 */
import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import type { Markup } from '../http/page.ts'
import { contents } from './contents.ts'
import { type Guide, readGuide } from './guide.ts'
import { errorsPage } from './errors-page.ts'
import { changelogPage, guidePage, startPage, type Tree } from './pages.ts'

/** An entry of the search index: a page or a section. */
export type SearchEntry = { title: string; page: string; href: string; text: string }

export type Docs = {
  page(slug: string): Markup | undefined
  /** A guide as Markdown, to copy or to read by a program. */
  markdown(slug: string): string | undefined
  searchEntries(): readonly SearchEntry[]
  changelog(): Markup
  llms(): string
  llmsFull(): string
  openapiYaml(): string
}

const repository = new URL('../../', import.meta.url)

/** @param baseUrl  the address that examples call */
export function openDocs(baseUrl: string): Docs {
  const guides = new Map(
    contents.flatMap(({ guides: gains }) =>
      Object.keys(gains).map((slug) => [slug, readGuide(slug, baseUrl)] as const),
    ),
  )
  const tree = treeOf(guides)
  const pages = new Map<string, Markup>()
  const cached = (slug: string, render: () => Markup): Markup => {
    const page = pages.get(slug) ?? render()
    pages.set(slug, page)
    return page
  }
  return {
    page(slug) {
      if (slug === '') return cached(slug, () => startPage(tree))
      if (slug === 'errors') return cached(slug, () => errorsPage(tree))
      const guide = guides.get(slug)
      return guide && cached(slug, () => guidePage(guide, tree))
    },
    markdown: (slug) => guides.get(slug)?.source,
    searchEntries: () => [...guides.values()].flatMap(searchEntriesOf),
    changelog: () =>
      cached('changelog', () =>
        changelogPage(readFileSync(new URL('CHANGELOG.md', repository), 'utf8'), tree),
      ),
    llms: () => llmsOf(tree, baseUrl),
    llmsFull: () => [...guides.values()].map(({ source }) => source.trim()).join('\n\n---\n\n') + '\n',
    openapiYaml: () =>
      stringify(JSON.parse(readFileSync(new URL('contract/openapi.json', repository), 'utf8')), {
        lineWidth: 0,
        aliasDuplicateObjects: false,
      }),
  }
}

const errorsLeaf = {
  slug: 'errors',
  title: 'Errors',
  summary: 'Find an error code, why it happens and what to do about it.',
}

const treeOf = (guides: ReadonlyMap<string, Guide>): Tree =>
  contents.map(({ title, readers, guides: gains }) => ({
    title,
    readers,
    leaves: [
      ...Object.keys(gains)
        .flatMap((slug) => guides.get(slug) ?? [])
        .map(({ slug, name, summary }) => ({ slug, title: name, summary })),
      ...(title === 'Develop' ? [errorsLeaf] : []),
    ],
  }))

const searchEntriesOf = ({ slug, title, summary, headings, source }: Guide): SearchEntry[] => [
  { title, page: title, href: `/docs/${slug}`, text: summary },
  ...headings.map(({ id, text }) => ({
    title: text,
    page: title,
    href: `/docs/${slug}#${id}`,
    text: textUnder(source, text),
  })),
]

/** The text under a heading, so that the search finds words that the heading does not contain. */
function textUnder(source: string, heading: string): string {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => /^#{2,}\s/.test(line) && line.replaceAll('`', '').endsWith(heading))
  const end = lines.findIndex((line, index) => index > at && /^#{1,6}\s/.test(line))
  return lines
    .slice(at + 1, end < 0 ? undefined : end)
    .join(' ')
    .replaceAll(/[`*|#]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 400)
}

/** The index for programs (llmstxt.org). */
const llmsOf = (tree: Tree, baseUrl: string): string =>
  [
    '# Sonde',
    '',
    '> Sonde lets software ask people. Programs create pulses and check-ins through an HTTP API protected by OAuth 2.0, people answer on a page that says who will see what, and programs read back insights. Results are released only for groups, never for single people.',
    '',
    ...tree.flatMap(({ title, leaves }) => [
      `## ${title}`,
      '',
      ...leaves
        .filter(({ slug }) => slug !== errorsLeaf.slug)
        .map((leaf) => `- [${leaf.title}](${baseUrl}/docs/${leaf.slug}.md): ${leaf.summary}`),
      '',
    ]),
    '## Reference',
    '',
    `- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation, also as [YAML](${baseUrl}/openapi.yaml)`,
    `- [Errors](${baseUrl}/docs/errors): every error code and how to fix it`,
    `- [Everything in one file](${baseUrl}/llms-full.txt)`,
    '',
  ].join('\n')
