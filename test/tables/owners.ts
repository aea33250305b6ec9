/**
 * Who owns which table. The owner reads and writes it; other rooms are listed with what they do, and every one of them is a
 * reason to ask whether the owner should offer a function instead. A sealed table is named by its owner alone: who names it
 * in SQL can read answers, or figures past the gate.
 *
 * `npm run generate` prints this in ARCHITECTURE.md; test/table-owners.test.ts holds the SQL to it, both ways.
 */
export type Ownership = {
  readonly owner: string
  readonly sealed?: true
  /** Rooms that read it and do not write it. */
  readonly readers?: readonly string[]
  readonly writers?: readonly string[]
}

const sealed: Ownership = { owner: 'confidentiality', sealed: true }

export const tables: Readonly<Record<string, Ownership>> = {
  collection_keys: sealed,
  responses: sealed,
  receipts: sealed,
  receipt_proofs: sealed,
  cells: sealed,
  released_groups: sealed,
  released_breakdowns: sealed,
  live_answers: sealed,
  live_sums: sealed,
  comparisons: sealed,
  harm_alerts: sealed,
  collections: {
    owner: 'collection',
    writers: ['confidentiality'],
    readers: ['actions', 'checkins', 'insights', 'language-model', 'pulses', 'responses'],
  },
  recipients: { owner: 'collection', writers: ['confidentiality'], readers: ['checkins', 'pulses'] },
  collection_teams: { owner: 'collection', readers: ['confidentiality', 'insights', 'responses'] },
  deliveries: { owner: 'collection' },
  reminders: { owner: 'collection', readers: ['checkins', 'pulses'] },
  opt_outs: { owner: 'collection' },
  suppressions: { owner: 'collection', writers: ['bounces'] },
  pulses: { owner: 'pulses', readers: ['confidentiality', 'insights', 'responses'] },
  check_ins: { owner: 'checkins', readers: ['confidentiality', 'insights', 'responses'] },
  check_in_instances: { owner: 'checkins', readers: ['confidentiality', 'insights', 'responses'] },
  insights: { owner: 'insights', readers: ['language-model'] },
  actions: { owner: 'actions' },
  phrasings: { owner: 'language-model' },
  teams: { owner: 'teams', readers: ['collection', 'history'] },
  members: {
    owner: 'teams',
    readers: ['actions', 'collection', 'confidentiality', 'history', 'identity', 'language-model', 'people'],
  },
  memberships: { owner: 'teams', readers: ['collection'] },
  absences: { owner: 'teams', readers: ['collection'] },
  users: {
    owner: 'identity',
    writers: ['people'],
    readers: ['collection', 'confidentiality', 'history', 'oauth'],
  },
  identities: { owner: 'identity', readers: ['people'] },
  issuer_reloads: { owner: 'identity' },
  idp_accounts: { owner: 'identity', readers: ['cli'] },
  idp_keys: { owner: 'identity' },
  identity_providers: { owner: 'people', readers: ['identity'] },
  invitations: { owner: 'people' },
  organisations: {
    owner: 'organisation',
    writers: ['identity'],
    readers: ['cli', 'collection', 'confidentiality', 'language-model', 'oauth', 'people', 'teams'],
  },
  applications: { owner: 'oauth', readers: ['cli', 'people'] },
  application_secrets: { owner: 'oauth' },
  grants: { owner: 'oauth' },
  authorization_codes: { owner: 'oauth' },
  refresh_families: { owner: 'oauth' },
  refresh_tokens: { owner: 'oauth' },
  access_tokens: { owner: 'oauth', writers: ['db'] },
  api_requests: { owner: 'requests', writers: ['db'] },
  api_usage: { owner: 'requests' },
  audit_events: { owner: 'audit' },
  events: { owner: 'events' },
  idempotency_keys: { owner: 'http' },
  migrations: { owner: 'db' },
}

/**
 * What the test cannot read, as `file expression`: the driver's own plumbing, SQL of the migrations, names that PostgreSQL's
 * catalogue gave for partitions, and who may hold a driver.
 */
export const unreadable: ReadonlySet<string> = new Set([
  'src/db/db.ts text',
  "src/db/migrate.ts await readFile(new URL(file, folder), 'utf8')",
  'src/db/embedded.ts `create database ${client.escapeIdentifier(connection.database)}`',
  'src/db/partitions.ts name',
  'src/db/shape.ts names.map((name) => `${prefix}"${name}"`).join(\', \')',
  "src/oauth/changes.ts 'pg'",
  "src/oauth/clients.ts 'kysely'",
])
