/** The order of the guides in the tree. Each is a file of docs/guides, or named below, and its first heading is its title. */
export type Section = { title: string; guides: readonly string[] }

export const contents: readonly Section[] = [
  { title: 'Start here', guides: ['quick-start', 'authentication', 'first-pulse'] },
  {
    title: 'Ask',
    guides: ['templates', 'check-ins', 'before-you-ask', 'channels', 'answering', 'live-state'],
  },
  { title: 'Understand', guides: ['insights', 'actions', 'analysing-text', 'history', 'language-model'] },
  { title: 'Organise', guides: ['directory', 'people-and-roles', 'identity-providers'] },
  { title: 'In depth', guides: ['confidentiality', 'how-insights-are-made'] },
  { title: 'Build well', guides: ['lists', 'idempotency', 'being-told', 'client'] },
]

/** Documents that are more than a guide stand beside the guides' folder. */
const deeper: Readonly<Record<string, string>> = {
  confidentiality: 'docs/confidentiality.md',
  'how-insights-are-made': 'docs/insights.md',
}

/** From the root of the repository. */
export const fileOf = (slug: string): string => deeper[slug] ?? `docs/guides/${slug}.md`

/** Which page a file is. */
export const slugOf = (file: string): string =>
  Object.keys(deeper).find((slug) => deeper[slug] === file) ?? file.replace(/^docs\/guides\/|\.md$/g, '')
