/**
 * What an application may ask for. `organisation: false` marks scopes that never work without a person
 * (client credentials get them neither granted nor honoured).
 */
export const scopes = {
  'pulses:read': { says: 'See pulses and their results', organisation: true, writes: false },
  'pulses:write': { says: 'Create pulses and send them in your name', organisation: false, writes: true },
  'teams:read': { says: 'See teams and their members', organisation: true, writes: false },
  'teams:write': { says: 'Edit teams, members and survey recipients', organisation: true, writes: true },
  'checkins:read': { says: 'See check-ins and their response rates', organisation: true, writes: false },
  'checkins:write': { says: 'Create and run check-ins', organisation: true, writes: true },
  'responses:read': {
    says: 'Read team results, and named answers shared with you',
    organisation: true,
    writes: false,
  },
  'insights:read': { says: 'Read team insights', organisation: true, writes: false },
  'insights:write': { says: 'Accept and finish recommended actions', organisation: false, writes: true },
} as const satisfies Record<string, { says: string; organisation: boolean; writes: boolean }>

export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as Scope[]

/**
 * Opens nothing by itself: an application that is registered for it, and asks for it by name, gets refresh tokens beside a
 * person's access token. Nobody gets it who does not ask.
 */
export const offlineAccess = 'offline_access'

export const offlineAccessSays = 'Keep this access while you are away, until you withdraw it'

/** What an application may be registered for. */
export type RegisteredScope = Scope | typeof offlineAccess

export const registeredScopeNames: readonly RegisteredScope[] = [...scopeNames, offlineAccess]
