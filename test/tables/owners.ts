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

/** Single answers, and what leads to them. */
const answers: Ownership = { owner: 'vault', sealed: true }
/** Figures past the gate. */
const figures: Ownership = { owner: 'confidentiality', sealed: true }

export const tables: Readonly<Record<string, Ownership>> = {
  collection_keys: answers,
  installation: { owner: 'vault' },
  responses: answers,
  receipts: answers,
  receipt_proofs: answers,
  cells: figures,
  released_groups: figures,
  released_breakdowns: figures,
  released_themes: figures,
  live_answers: { ...figures, writers: ['vault'] },
  live_sums: { ...figures, writers: ['vault'] },
  comparisons: figures,
  alerts: figures,
  collections: {
    owner: 'collection',
    writers: ['delivery'],
    readers: [
      'actions',
      'checkins',
      'confidentiality',
      'feed',
      'insights',
      'language-model',
      'privacy',
      'pulses',
      'responses',
      'vault',
    ],
  },
  recipients: {
    owner: 'collection',
    writers: ['vault'],
    readers: ['confidentiality', 'delivery', 'privacy', 'visibility'],
  },
  collection_teams: {
    owner: 'collection',
    readers: ['confidentiality', 'insights', 'responses', 'visibility'],
  },
  seat_ledgers: { owner: 'seats', readers: ['vault'] },
  seat_questions: { owner: 'seats' },
  seat_cells: { owner: 'seats' },
  seats: { owner: 'seats' },
  deliveries: { owner: 'delivery', writers: ['collection'], readers: ['privacy'] },
  reminders: { owner: 'collection' },
  opt_outs: { owner: 'delivery', writers: ['collection'], readers: ['privacy'] },
  suppressions: { owner: 'delivery', writers: ['collection'], readers: ['privacy'] },
  pulses: { owner: 'pulses', readers: ['insights', 'privacy', 'surveys', 'templates', 'visibility'] },
  templates: { owner: 'templates', readers: ['privacy'] },
  check_ins: {
    owner: 'checkins',
    readers: ['insights', 'privacy', 'surveys', 'templates', 'visibility'],
    writers: ['offboarding'],
  },
  check_in_instances: { owner: 'checkins', readers: ['insights', 'surveys', 'visibility'] },
  insights: { owner: 'insights', readers: ['language-model'] },
  actions: { owner: 'actions', readers: ['privacy'] },
  phrasings: { owner: 'language-model' },
  teams: {
    owner: 'directory',
    readers: ['actions', 'collection', 'oauth', 'past-surveys', 'privacy', 'surveys'],
  },
  members: {
    owner: 'directory',
    readers: [
      'actions',
      'authorship',
      'collection',
      'confidentiality',
      'delivery',
      'identity',
      'language-model',
      'notices',
      'past-surveys',
      'privacy',
      'users',
      'vault',
    ],
  },
  address_changes: { owner: 'directory' },
  memberships: { owner: 'directory', readers: ['collection', 'privacy'] },
  absences: { owner: 'directory', readers: ['collection', 'delivery', 'privacy'] },
  users: {
    owner: 'identity',
    readers: [
      'audit-notices',
      'authorship',
      'collection',
      'confidentiality',
      'delivery',
      'directory',
      'notices',
      'oauth',
      'offboarding',
      'past-surveys',
      'privacy',
      'surveys',
      'templates',
      'users',
    ],
  },
  identities: { owner: 'identity', readers: ['privacy', 'users'] },
  issuer_reloads: { owner: 'identity' },
  idp_accounts: { owner: 'identity', readers: ['cli'] },
  idp_keys: { owner: 'identity' },
  idp_authenticators: { owner: 'identity' },
  idp_passkeys: { owner: 'identity' },
  idp_recovery_codes: { owner: 'identity' },
  idp_enrolments: { owner: 'identity' },
  second_factor_notices: { owner: 'users' },
  identity_providers: { owner: 'users', readers: ['identity'] },
  invitations: { owner: 'users', writers: ['directory', 'identity'], readers: ['privacy'] },
  organisation_domains: { owner: 'organisation', readers: ['directory', 'identity'] },
  names: { owner: 'identity' },
  organisations: {
    owner: 'organisation',
    writers: ['identity', 'offboarding'],
    readers: [
      'audit',
      'authorship',
      'cli',
      'collection',
      'confidentiality',
      'db',
      'delivery',
      'directory',
      'language-model',
      'notices',
      'oauth',
      'previews',
      'privacy',
      'retention',
      'users',
      'vault',
    ],
  },
  departures: { owner: 'authorship', writers: ['identity'] },
  applications: {
    owner: 'oauth',
    readers: ['audit-notices', 'cli', 'privacy', 'users', 'webhooks'],
    writers: ['offboarding'],
  },
  application_secrets: { owner: 'oauth' },
  grants: { owner: 'oauth', writers: ['identity'], readers: ['privacy'] },
  authorization_codes: { owner: 'oauth' },
  refresh_families: { owner: 'oauth' },
  refresh_tokens: { owner: 'oauth' },
  access_tokens: { owner: 'oauth', writers: ['db'] },
  api_requests: { owner: 'usage', writers: ['db'], readers: ['privacy'] },
  api_usage: { owner: 'usage' },
  audit_events: { owner: 'audit', readers: ['db', 'privacy'] },
  audit_chains: { owner: 'audit' },
  audit_notices: { owner: 'audit-notices' },
  audit_digests: { owner: 'audit-notices' },
  events: { owner: 'events', readers: ['db', 'webhooks'] },
  event_feeds: { owner: 'events', readers: ['webhooks'] },
  event_feed_private_ends: { owner: 'events' },
  webhooks: { owner: 'webhooks' },
  webhook_deliveries: { owner: 'webhooks' },
  webhook_attempts: { owner: 'webhooks' },
  rate_limits: { owner: 'http' },
  idempotency_keys: { owner: 'http' },
  agent_confirmations: { owner: 'mcp' },
  privacy_requests: { owner: 'privacy' },
  notices: { owner: 'notices' },
  exports: { owner: 'exports' },
  export_schedules: { owner: 'exports' },
  export_pieces: { owner: 'exports' },
  organisation_exports: { owner: 'offboarding' },
  organisation_export_pieces: { owner: 'offboarding' },
  organisation_deletions: { owner: 'offboarding', readers: ['oauth', 'retention'] },
  directory_syncs: { owner: 'scim', readers: ['directory'] },
  directory_sync_tokens: { owner: 'scim' },
  directory_sync_runs: { owner: 'scim' },
  synced_users: { owner: 'scim', readers: ['directory', 'privacy'] },
  synced_groups: { owner: 'scim', readers: ['directory'] },
  synced_memberships: { owner: 'scim' },
  migrations: { owner: 'db' },
}

/**
 * What the test cannot read, as `file expression`: the driver's own plumbing, SQL of the migrations, names that PostgreSQL's
 * catalogue gave for partitions, and who may hold a driver.
 */
export const unreadable: ReadonlySet<string> = new Set([
  'src/db/db.ts text',
  'src/db/db.ts statement',
  'src/db/migrate.ts await sqlOf(file)',
  'src/db/embedded.ts `create database ${client.escapeIdentifier(connection.database)}`',
  'src/db/partitions.ts name',
  // Foreign keys as the catalogue writes them.
  'src/db/distribute.ts leave',
  'src/db/distribute.ts restore',
  // The catalogue's: of every table with rows of organisations.
  'src/db/organisation-rows.ts name',
  'src/db/organisation-rows.ts ownColumn',
  'src/db/shape.ts names.map((name) => `${prefix}"${name}"`).join(\', \')',
  "src/db/listening.ts 'pg'",
  'src/db/listening.ts `listen ${channel}`',
  "src/oauth/clients.ts 'kysely'",
])
