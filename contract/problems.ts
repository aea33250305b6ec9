/**
 * Every error of /api/* and of the answering endpoints: its HTTP status and the title that a caller reads. The code is also
 * the `error` member and the last part of `type` (RFC 9457). Errors for a wrong state are in states.ts, with the transitions.
 */
import { transitionRefusals } from './states.ts'

export const problems = {
  invalid_request: { status: 400, title: 'The request is malformed' },
  invalid_cursor: { status: 400, title: 'The cursor does not belong to this list' },
  unauthorized: { status: 401, title: 'An access token is required' },
  invalid_token: { status: 401, title: 'The token is invalid, expired or revoked' },
  user_identity_required: { status: 403, title: 'This operation requires a user-delegated token' },
  insufficient_scope: { status: 403, title: 'The token lacks a scope that this operation requires' },
  access_denied: { status: 403, title: 'This account is not allowed to do this' },
  fresh_sign_in_required: { status: 403, title: 'A recent sign-in is required' },
  email_not_verified: { status: 403, title: 'The identity provider has not verified your e-mail address' },
  admin_required: { status: 403, title: 'Only admins of the organisation may do this' },
  not_the_author: { status: 403, title: 'Only the author may do this' },
  not_in_audience: { status: 403, title: 'You are not in the audience of these answers' },
  invalid_client: { status: 400, title: 'The application is unknown or revoked' },
  redirect_uri_mismatch: { status: 400, title: 'The redirect_uri is not registered for this application' },
  invalid_scope: { status: 400, title: 'A requested scope is not registered for this application' },
  consent_required: { status: 403, title: 'The user has not consented yet' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed here' },
  conflict: { status: 409, title: 'This value is already in use' },
  team_cycle: { status: 422, title: 'A team cannot be its own ancestor' },
  organisation_required: { status: 409, title: 'This account belongs to several organisations; choose one' },
  last_way_in: { status: 409, title: 'This would remove the last way to sign in' },
  last_admin: { status: 409, title: 'This would leave the organisation without an admin' },
  identity_taken: { status: 409, title: 'This sign-in belongs to another user of the organisation' },
  already_member: { status: 409, title: 'This person is already in the organisation' },
  invitation_expired: { status: 409, title: 'This invitation has expired' },
  invitation_used: { status: 409, title: 'This invitation has already been accepted' },
  invitation_revoked: { status: 409, title: 'This invitation was cancelled' },
  too_many_secrets: { status: 409, title: 'The application already has two active secrets' },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  already_answered: { status: 409, title: 'This link has already been used' },
  reminded_recently: { status: 409, title: 'A reminder was sent too recently, or the limit is reached' },
  not_open_yet: { status: 409, title: 'This survey has not opened yet' },
  collection_closed: { status: 409, title: 'This survey is closed' },
  links_not_listed: {
    status: 403,
    title: 'Personal links of this survey are not listed',
  },
  names_not_promised: {
    status: 409,
    title: 'These answers cannot be read by name',
  },
  precondition_failed: { status: 412, title: 'The resource has changed since you read it' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  import_refused: { status: 422, title: 'Some rows are invalid; nothing was imported' },
  unprocessable: { status: 422, title: 'The request is well-formed but cannot be carried out' },
  no_recipients: { status: 422, title: 'There are no recipients' },
  roster_too_small: {
    status: 422,
    title: 'Fewer people would be asked than the smallest group that is shown',
  },
  exclusion_too_small: { status: 422, title: 'Too few people of a group would be left out' },
  invalid_answers: { status: 422, title: 'Some answers are not valid' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used with a different body' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is temporarily unavailable' },
  ...transitionRefusals,
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems
