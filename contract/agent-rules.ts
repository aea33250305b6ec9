/**
 * Which agents people may connect by themselves: programs that an address describes (client ID metadata documents). Without schemas, because
 * pages load this file too.
 */
import type { RegisteredScope } from './scopes.ts'

/** off: none. listed: of hosts that the service or an admin lists. any: of every host. */
export const agentRules = ['off', 'listed', 'any'] as const

export type AgentRule = (typeof agentRules)[number]

/** A host as an admin may name it: in lower case, without port. */
export const agentHostPattern =
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$'

/** The hosts of programs that many people use. */
export const listedAgentHosts: readonly string[] = ['claude.ai', 'chatgpt.com', 'vscode.dev', 'cursor.com']

/** All that such an agent can be allowed: what tools take, and to stay connected. */
export const agentScopes: readonly RegisteredScope[] = [
  'pulses:read',
  'pulses:write',
  'teams:read',
  'checkins:read',
  'checkins:write',
  'responses:read',
  'insights:read',
  'insights:write',
  'events:read',
  'offline_access',
]

/** What one gets that asks for nothing by name: reading, without comments. */
export const agentScopesDefault: readonly RegisteredScope[] = [
  'pulses:read',
  'teams:read',
  'insights:read',
  'offline_access',
]
