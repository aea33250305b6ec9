/**
 * Every refusal of /api/* and of the answering endpoints: its HTTP status and the sentence a caller reads.
 * The code is also the `error` member and the last part of `type` (RFC 9457). Refusals of a wrong state
 * stand with the moves in states.ts.
 */
import { transitionRefusals } from './states.ts'

export const problems = {
  invalid_request: { status: 400, title: 'The request is malformed' },
  invalid_cursor: { status: 400, title: 'The cursor is not one of this list' },
  unauthorized: { status: 401, title: 'An access token is required' },
  invalid_token: { status: 401, title: 'The token is invalid, expired or revoked' },
  user_identity_required: { status: 403, title: 'This operation requires a user-delegated token' },
  insufficient_scope: { status: 403, title: 'The token lacks a scope that this operation needs' },
  access_denied: { status: 403, title: 'This account may not do this here' },
  fresh_sign_in_required: { status: 403, title: 'Sign in again to do this' },
  email_not_verified: { status: 403, title: 'The identity provider does not vouch for your address' },
  admin_required: { status: 403, title: 'This operation is for admins of the organisation' },
  not_the_author: { status: 403, title: 'Only its author may do this' },
  not_in_audience: { status: 403, title: 'These answers were promised to other readers' },
  invalid_client: { status: 400, title: 'The application is unknown or revoked' },
  redirect_uri_mismatch: { status: 400, title: 'redirect_uri does not equal a registered value' },
  invalid_scope: { status: 400, title: 'A requested scope is not registered for this application' },
  consent_required: { status: 403, title: 'The person has to allow this first' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, title: 'This address does not know this method' },
  conflict: { status: 409, title: 'Another record already uses this value' },
  team_cycle: { status: 422, title: 'A team cannot be its own ancestor' },
  organisation_required: { status: 409, title: 'This account belongs to several organisations; name one' },
  last_way_in: { status: 409, title: 'Nobody could sign in afterwards' },
  last_admin: { status: 409, title: 'The organisation would be left without an admin' },
  identity_taken: { status: 409, title: 'This sign-in belongs to somebody else here' },
  already_member: { status: 409, title: 'This person is in the organisation already' },
  invitation_expired: { status: 409, title: 'This invitation has expired' },
  invitation_used: { status: 409, title: 'This invitation has been used' },
  invitation_revoked: { status: 409, title: 'This invitation was taken back' },
  too_many_secrets: { status: 409, title: 'Two secrets are alive already' },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  already_answered: { status: 409, title: 'This link has been used' },
  reminded_recently: { status: 409, title: 'People were reminded just now, or often enough' },
  not_open_yet: { status: 409, title: 'This link opens later' },
  collection_closed: { status: 409, title: 'The collection no longer takes answers' },
  names_not_promised: {
    status: 409,
    title: 'Answers of this collection were promised not to be read one by one',
  },
  precondition_failed: { status: 412, title: 'The resource has changed since you read it' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  import_refused: { status: 422, title: 'Some rows cannot be imported; nothing was changed' },
  unprocessable: { status: 422, title: 'The request is well-formed but cannot be carried out' },
  no_recipients: { status: 422, title: 'There is nobody to ask' },
  invalid_answers: { status: 422, title: 'Some answers do not fit their questions' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used with another body' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service cannot answer just now' },
  ...transitionRefusals,
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems
