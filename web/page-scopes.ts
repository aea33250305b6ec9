/**
 * What pages may do through their own application (web/as-user.ts): no more than they use. A test compares this list with the
 * operations that pages call.
 */
import type { Scope } from '../contract/scopes.ts'

export const pageScopes: readonly Scope[] = [
  'pulses:read',
  'pulses:write',
  'checkins:write',
  'teams:read',
  'teams:write',
  'insights:read',
  'insights:write',
  'replies:write',
  'responses:read',
  'responses:write',
  'exports:write',
  'webhooks:write',
  'events:read',
]
