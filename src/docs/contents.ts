/** The order of the guides in the tree. Each is a file of docs/guides, and its first heading is its title. */
export type Section = { title: string; guides: readonly string[] }

export const contents: readonly Section[] = [
  { title: 'Start here', guides: ['quick-start', 'authentication', 'first-pulse'] },
  {
    title: 'Ask',
    guides: ['templates', 'check-ins', 'before-you-ask', 'channels', 'answering', 'live-state'],
  },
  {
    title: 'Organise',
    guides: ['directory', 'history', 'language-model', 'people-and-roles', 'identity-providers'],
  },
  { title: 'Build well', guides: ['lists', 'idempotency', 'client'] },
]
