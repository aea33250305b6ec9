/**
 * The documentation as this service shows it: guides, errors, reference, changelog, and the same for programs that read.
 * Everything is made once, when it is first asked for, from files of the repository and from the contract.
 */
import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { type Markup } from '../http/page.ts'
import { contents } from './contents.ts'
import { type Guide, readGuide } from './guide.ts'
import { changelogPage, errorsPage, guidePage, startPage, type Tree } from './pages.ts'

/** One place that the search of the docs finds. */
export type Place = { title: string; page: string; href: string; text: string }

export type Docs = {
  page(slug: string): Markup | undefined
  /** A guide as Markdown, for whoever copies it or reads it as a program. */
  markdown(slug: string): string | undefined
  places(): readonly Place[]
  changelog(): Markup
  llms(): string
  llmsFull(): string
  openapiYaml(): string
}

const repository = new URL('../../', import.meta.url)

/** @param baseUrl  the address that examples call */
export function openDocs(baseUrl: string): Docs {
  const guides = new Map(
    contents.flatMap(({ guides: slugs }) => slugs.map((slug) => [slug, readGuide(slug, baseUrl)] as const)),
  )
  const tree = treeOf(guides)
  const pages = new Map<string, Markup>()
  const kept = (slug: string, make: () => Markup): Markup => {
    const page = pages.get(slug) ?? make()
    pages.set(slug, page)
    return page
  }
  return {
    page(slug) {
      if (slug === '') return kept(slug, () => startPage(tree))
      if (slug === 'errors') return kept(slug, () => errorsPage(tree))
      const guide = guides.get(slug)
      return guide && kept(slug, () => guidePage(guide, tree))
    },
    markdown: (slug) => guides.get(slug)?.source,
    places: () => [...guides.values()].flatMap(placesOf),
    changelog: () =>
      kept('changelog', () => changelogPage(readFileSync(new URL('CHANGELOG.md', repository), 'utf8'), tree)),
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
  summary: 'Every code of a refusal, why it comes and what to do about it.',
}

const treeOf = (guides: ReadonlyMap<string, Guide>): Tree =>
  contents.map(({ title, guides: slugs }, index) => ({
    title,
    leaves: [
      ...slugs
        .map((slug) => guides.get(slug)!)
        .map(({ slug, title: name, summary }) => ({
          slug,
          title: name,
          summary,
        })),
      ...(index === contents.length - 1 ? [errorsLeaf] : []),
    ],
  }))

const placesOf = ({ slug, title, summary, headings, source }: Guide): Place[] => [
  { title, page: title, href: `/docs/${slug}`, text: summary },
  ...headings.map(({ id, text }) => ({
    title: text,
    page: title,
    href: `/docs/${slug}#${id}`,
    text: below(source, text),
  })),
]

/** The words under a heading, so that a search finds what it does not say itself. */
function below(source: string, heading: string): string {
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

/** The index that programs look for (llmstxt.org). */
const llmsOf = (tree: Tree, baseUrl: string): string =>
  [
    '# Sonde',
    '',
    '> Lets software ask people: programs create pulses and check-ins by an OAuth 2.0 protected HTTP API, members answer on a page that says who will see what, programs read back insights. Answers leave only through one release gate.',
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
    `- [Errors](${baseUrl}/docs/errors): every code and what to do about it`,
    `- [Everything in one file](${baseUrl}/llms-full.txt)`,
    '',
  ].join('\n')
