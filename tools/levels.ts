/**
 * The rooms of src/, and the folders beside it that it uses, by level, the lowest first. A room imports lower ones, never one of its own level. test/architecture.test.ts checks
 * every import against this table; tools/generate-tables.ts prints it.
 */
export type Level = {
  readonly rooms: readonly string[]
  /** What a room of this level knows, for a reader. */
  readonly knows: string
}

export const levels: readonly Level[] = [
  { rooms: ['contract', 'in-turns', 'random-bytes', 'signing'], knows: 'nothing of ours' },
  {
    rooms: ['client', 'locales'],
    knows: 'the contract; the API over HTTP, and the texts of every language',
  },
  { rooms: ['commands'], knows: 'the client' },
  {
    rooms: [
      'actor',
      'caught',
      'clock',
      'closing',
      'collection-ref',
      'config',
      'ids',
      'language',
      'limiter',
      'problem',
      'qr-code',
      'trace',
    ],
    knows: 'the contract',
  },
  {
    rooms: ['db', 'key-store', 'log', 'outbound', 'questions', 'sealing', 'text'],
    knows: 'files, sockets, SQL, words; no noun of the product',
  },
  { rooms: ['roster-rows'], knows: 'the rows of who was asked, for every room that looks for them' },
  {
    rooms: ['authority', 'call', 'cells', 'statistics', 'visibility'],
    knows: 'callers, rules and who sees what; figures without input or output',
  },
  { rooms: ['http', 'jobs'], knows: 'requests and work, whatever they are about' },
  { rooms: ['events'], knows: 'what happened, and in which order' },
  { rooms: ['audit', 'imports'], knows: 'who did what; the rows of a file' },
  { rooms: ['identity'], knows: 'organisations and users' },
  {
    rooms: ['directory', 'oauth', 'seats'],
    knows: 'members and teams; applications and tokens; where people count for a season',
  },
  { rooms: ['channels', 'vault'], knows: 'letters and addresses; single answers and keys' },
  { rooms: ['confidentiality', 'notices'], knows: 'answers and cells; letters of the service itself' },
  { rooms: ['collection'], knows: 'members and their roster; not who ordered it' },
  {
    rooms: ['authorship', 'delivery', 'microsoft-tenants', 'slack-workspaces'],
    knows: 'who runs a survey; recipients and channels; workspaces of Slack and tenants of Microsoft',
  },
  {
    rooms: ['actions', 'replies', 'templates'],
    knows: 'what is to be done, and what is said to it, not how it was found; what surveys begin as',
  },
  {
    rooms: [
      'audit-notices',
      'checkins',
      'docs',
      'erasure',
      'feed',
      'health',
      'insights',
      'organisation',
      'pulses',
      'respond',
      'responses',
      'retention',
      'scim',
      'site',
      'surveys',
      'usage',
      'users',
    ],
    knows: 'the engine; not one another',
  },
  {
    rooms: [
      'follow-ups',
      'language-model',
      'occurrences',
      'past-surveys',
      'previews',
      'privacy',
      'simulation',
      'webhooks',
    ],
    knows: 'check-ins and insights, to bring in, to phrase, to show and to try; what is held about a person',
  },
  {
    rooms: ['analysis', 'exports', 'mcp', 'offboarding'],
    knows:
      'findings, actions and words, to make and delete them together; exports and tools over several rooms; the end of an organisation',
  },
  { rooms: ['operations'], knows: 'every room that serves operations; holds no rule' },
  { rooms: ['parts'], knows: 'what features are made of; holds no rule' },
  { rooms: ['due-tasks'], knows: 'every room with work that the clock asks for; holds no rule' },
  { rooms: ['app'], knows: 'everything; holds no rule' },
  { rooms: ['cli'], knows: 'the app' },
]

/** The rooms that may import the vault: the gate, those that take answers or make links, and the command that attacks it. */
export const vaultImporters: readonly string[] = [
  'confidentiality',
  'collection',
  'delivery',
  'respond',
  // which keep their keys
  'parts',
  'cli',
  'health',
]
