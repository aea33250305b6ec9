/** The order of the guides in the contents. Each is a file of docs/guides, or listed below; its first heading is its title. */
export type Section = { title: string; guides: readonly string[] }

export const contents: readonly Section[] = [
  { title: 'Start here', guides: ['quick-start', 'first-pulse', 'concepts', 'authentication'] },
  {
    title: 'Ask',
    guides: [
      'writing-surveys',
      'templates',
      'check-ins',
      'before-you-ask',
      'channels',
      'slack',
      'microsoft-teams',
      'paper-and-kiosk',
      'answering',
      'live-state',
      'ending-surveys',
    ],
  },
  {
    title: 'Understand',
    guides: ['insights', 'actions', 'talking-back', 'analysing-text', 'history', 'language-model'],
  },
  {
    title: 'Organise',
    guides: [
      'directory',
      'directory-sync',
      'people-and-roles',
      'who-may-what',
      'identity-providers',
      'privacy',
    ],
  },
  {
    title: 'Operate',
    guides: [
      'one-machine',
      'compose',
      'kubernetes',
      'behind-a-proxy',
      'keys-and-backups',
      'several-nodes',
      'citus',
      'upgrading',
      'monitoring',
      'hardening',
      'audit-log',
      'retention',
      'proving',
    ],
  },
  { title: 'In depth', guides: ['confidentiality', 'how-insights-are-made'] },
  {
    title: 'Build well',
    guides: [
      'command-line',
      'agents',
      'lists',
      'exports',
      'idempotency',
      'events',
      'webhooks',
      'being-told',
      'client',
      'python',
    ],
  },
]

/** Documents outside the folder of the guides. The changelog has a page of its own. */
const inDepth: Readonly<Record<string, string>> = {
  changelog: 'CHANGELOG.md',
  confidentiality: 'docs/confidentiality.md',
  'how-insights-are-made': 'docs/insights.md',
}

/** The file of a guide, from the root of the repository. */
export const fileOf = (slug: string): string => inDepth[slug] ?? `docs/guides/${slug}.md`

/** The guide of a file. */
export const slugOf = (file: string): string =>
  Object.keys(inDepth).find((slug) => inDepth[slug] === file) ?? file.replace(/^docs\/guides\/|\.md$/g, '')
