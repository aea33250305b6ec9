/** What to do about a refusal. The sentence says why it happens and what mends it; how it looks stands in contract/problems.ts. */
import { type ProblemCode } from '../../contract/problems.ts'

export const remedies: Partial<Record<ProblemCode, string>> = {
  invalid_request:
    'Read `errors`: each entry names the member by a JSON pointer and says what is wrong with it. Unknown members are refused too, so a misspelt one is never silently lost.',
  invalid_cursor:
    'A cursor belongs to the list and the filters that gave it. Start again without `cursor`, and change filters only there.',
  unauthorized: 'Send `Authorization: Bearer …`. Tokens in the query string are not read.',
  invalid_token:
    'Access tokens end after an hour, at once when they, their application, the grant or the person is withdrawn. Fetch a new one; a repeated 401 with a new token means that the application itself has been revoked.',
  user_identity_required:
    'A token of client credentials acts for the organisation. This needs a person: let somebody sign in by the authorization code flow.',
  insufficient_scope:
    'The `WWW-Authenticate` header names the scopes that are missing. Register them with the application, then fetch a new token; people are asked for their consent again.',
  access_denied:
    'The account is known, but not in this organisation, or it has been disabled. An admin sees it under People.',
  admin_required: 'Ask an admin of the organisation, or to be made one.',
  not_found:
    'Also what you may not see is not found. Check the organisation that the token belongs to, and the visibility of the pulse.',
  method_not_allowed: 'The `Allow` header lists what this address knows.',
  conflict: 'Read `errors` for the member whose value is taken.',
  organisation_required: 'Name the organisation in the `Sonde-Organisation` header.',
  fresh_sign_in_required:
    'Changing how one signs in needs a sign-in of the last 15 minutes, of each token that is shown. Sign in again and repeat the call.',
  email_not_verified:
    'The session token must hold `email_verified: true`, the boolean. Verify the address at the identity provider, or have it send the claim.',
  last_way_in: 'Add another way to sign in first (POST /api/me/identities).',
  last_admin: 'Make somebody else an admin who has signed in before; somebody who never came does not count.',
  identity_taken: 'One sign-in is one person in an organisation. Its owner can take it away himself.',
  already_member: 'Change the role of the user instead (PATCH /api/people/{id}).',
  invitation_expired: 'Ask an admin to send it again.',
  invitation_used: 'An invitation works once. Whoever has accepted it signs in as usual.',
  invitation_revoked: 'Ask an admin for another one.',
  too_many_secrets: 'Two secrets may overlap, not three. Let the older one end, or revoke it.',
  idempotency_in_progress: 'Wait for `Retry-After` and send the same request again.',
  idempotency_key_reused:
    'The key belongs to another body. Make a new key for each thing that should happen once.',
  precondition_failed:
    'Somebody else was faster. Read the resource again, apply your change to what it is now, and send the new `ETag`.',
  payload_too_large: 'Bodies may have 1 MiB; imports may be streamed as CSV or NDJSON.',
  unsupported_media_type: 'Send `Content-Type: application/json`, uncompressed.',
  rate_limited:
    'Wait as long as `Retry-After` says. The `RateLimit` header of every reply tells how much is left.',
  internal_error:
    'Try again; what has an `Idempotency-Key` is safe to repeat. Tell the operator the `request_id` if it lasts.',
  unavailable: 'Try again after `Retry-After`. Nothing was changed.',
  invalid_answers: 'Read `errors`: each entry points at the answer and says what its question takes.',
  already_answered:
    'A link takes one answer. It can be changed with its receipt for as long as the collection is open.',
  collection_closed: 'Answers can no longer be given, changed or withdrawn.',
  no_recipients:
    'The recipients name nobody who is active, present and has not opted out. Look at the members of the teams.',
}
