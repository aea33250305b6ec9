/**
 * The scopes that an application may request, in the words of the consent page. `organisation: false` marks scopes that
 * require a user: client credentials are never granted them. `person: false` marks those that no person can give.
 */
export const scopes = {
  'pulses:read': {
    description: 'See pulses and check-ins, with their results',
    organisation: true,
    writes: false,
  },
  'pulses:write': {
    description: 'Create pulses, send them in your name, and see their results',
    organisation: false,
    writes: true,
  },
  'teams:read': { description: 'See teams and their members', organisation: true, writes: false },
  'teams:write': {
    description: 'Edit teams, members and survey recipients',
    organisation: true,
    writes: true,
  },
  'directory:admin': { description: 'Erase members for good', organisation: true, writes: true },
  'checkins:read': {
    description: 'See check-ins, with their results',
    organisation: true,
    writes: false,
  },
  'checkins:write': {
    description: 'Create and run check-ins, and see their results',
    organisation: true,
    writes: true,
  },
  'responses:read': {
    description: 'Read team results, and named answers shared with you',
    organisation: true,
    writes: false,
  },
  'responses:write': {
    description: 'Write to people in your name, about named answers shared with you',
    organisation: false,
    writes: true,
  },
  'links:read': {
    description: 'Read people’s personal survey links, to deliver them',
    organisation: true,
    writes: false,
  },
  'insights:read': { description: 'Read team insights', organisation: true, writes: false },
  'insights:write': {
    description: 'Read team insights, and make, change and finish actions',
    organisation: false,
    writes: true,
  },
  'replies:write': {
    description: 'Reply to findings in your name, to all recipients',
    organisation: false,
    writes: true,
  },
  'events:read': {
    description: 'Follow events about what the app may see',
    organisation: true,
    writes: false,
  },
  'exports:write': {
    description: 'Export what the app may read, as files',
    organisation: true,
    writes: true,
  },
  'webhooks:write': {
    description: 'Send events about what the app may see to its own addresses',
    organisation: true,
    writes: true,
  },
  'audit:read': {
    description: 'Read the audit log: who did what in your organisation',
    organisation: true,
    writes: false,
  },
  'directory:sync': {
    description: 'Keep members and teams up to date by directory sync (SCIM)',
    organisation: true,
    person: false,
    writes: true,
  },
} as const satisfies Record<
  string,
  { description: string; organisation: boolean; person?: false; writes: boolean }
>

export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as Scope[]

/** Whether an application that acts for a person may have it. */
export const worksForPeople = (scope: Scope): boolean => !('person' in scopes[scope])

/** All that a person can allow an application. */
export const personScopes = scopeNames.filter(worksForPeople)

/** Scopes whose grant is recorded in the audit log by itself, because they open what no page shows to everybody. */
export const sensitiveScopes: readonly string[] = [
  'links:read',
  'audit:read',
  'directory:admin',
  'directory:sync',
] satisfies Scope[]

/** What the pages of this service may be allowed. They deliver no links, erase nobody, and show the audit log in person. */
export const firstPartyScopes = scopeNames.filter((name) => !sensitiveScopes.includes(name))

/** Granted only to who requests it by name: a token for everything registered is without it. */
export const requestedByName: readonly string[] = [
  'audit:read',
  'directory:admin',
  'directory:sync',
] satisfies Scope[]

/**
 * Grants no access on its own. An application that is registered for it and requests it by name gets refresh tokens beside
 * a user's access tokens. It is never granted by default.
 */
export const offlineAccess = 'offline_access'

export const offlineAccessDescription = 'Keep this access while you are away, until you withdraw it'

/** The scopes that an application may register. */
export type RegisteredScope = Scope | typeof offlineAccess

export const registeredScopeNames: readonly RegisteredScope[] = [...scopeNames, offlineAccess]
