/** The names of events, and the scopes that they take. Without schemas, because pages load this file too; what each says is in events.ts. */
import type { Scope } from './scopes.ts'

export const eventTypeNames = [
  'pulse.created',
  'pulse.scheduled',
  'pulse.unscheduled',
  'pulse.opened',
  'pulse.reminded',
  'pulse.extended',
  'pulse.closing_soon',
  'pulse.closed',
  'pulse.cancelled',
  'pulse.archived',
  'pulse.unarchived',
  'pulse.deleted',
  'pulse.restored',
  'check_in.created',
  'check_in.activated',
  'check_in.paused',
  'check_in.resumed',
  'check_in.ended',
  'check_in.archived',
  'check_in.unarchived',
  'check_in_instance.scheduled',
  'check_in_instance.opened',
  'check_in_instance.reminded',
  'check_in_instance.extended',
  'check_in_instance.closing_soon',
  'check_in_instance.closed',
  'check_in_instance.skipped',
  'check_in_instance.cancelled',
  'check_in_instance.imported',
  'check_in.deleted',
  'check_in.restored',
  'data.deleted',
  'hold.set',
  'hold.lifted',
  'insight.ready',
  'insight.superseded',
  'response_rate.threshold_crossed',
  'action.suggested',
  'action.accepted',
  'action.started',
  'action.completed',
  'action.dismissed',
  'action.deleted',
  'reply.published',
  'reply.withdrawn',
  'team.created',
  'team.updated',
  'team.archived',
  'member.created',
  'member.updated',
  'member.deactivated',
  'member.erased',
  'directory.imported',
  'application.created',
  'application.secret_rotated',
  'application.revoked',
  'application.secret_revoked',
  'application.secret_guessed',
  'application.refresh_token_reused',
  'application.credential_leaked',
  'webhook.disabled',
  'export.ready',
  'grant.withdrawn',
  'audit.recorded',
] as const

export type EventType = (typeof eventTypeNames)[number]

const checkInScopes = ['checkins:read', 'checkins:write', 'pulses:read'] as const
const pulseScopes = ['pulses:read', 'pulses:write'] as const
const insightScopes = ['insights:read', 'insights:write'] as const
const teamScopes = ['teams:read', 'teams:write'] as const

/** Any one of these, beside the scope of the feed, opens the events of a noun; none: no other. */
export const eventScopes = {
  pulse: pulseScopes,
  check_in: checkInScopes,
  check_in_instance: checkInScopes,
  data: ['pulses:read'],
  hold: ['pulses:read'],
  insight: insightScopes,
  response_rate: insightScopes,
  action: insightScopes,
  reply: insightScopes,
  team: teamScopes,
  member: teamScopes,
  directory: teamScopes,
  application: [],
  webhook: [],
  export: ['exports:write'],
  grant: [],
  audit: ['audit:read'],
} as const satisfies Record<string, readonly Scope[]>

export type EventNoun = keyof typeof eventScopes

export const eventNouns = Object.keys(eventScopes) as EventNoun[]

/** The noun of a type, or of a pattern as `pulse.*`. */
export const nounOf = (name: string): string => name.split('.', 1)[0]

/** The types that a pattern names; none: it names nothing. */
export const typesNamedBy = (pattern: string): EventType[] =>
  eventTypeNames.filter((name) => name === pattern || `${nounOf(name)}.*` === pattern)
