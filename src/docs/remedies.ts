/** How to fix each error: why it happens and what to do. Status and title are in contract/problems.ts. */
import type { ProblemCode } from '../../contract/problems.ts'

export const remedies: Partial<Record<ProblemCode, string>> = {
  invalid_request:
    'Read `errors`: each entry points at a member with a JSON pointer and says what is wrong with it. Unknown members are refused too, so that a misspelt name is never ignored.',
  invalid_cursor:
    'A cursor is valid only for the list and filters that returned it. Start again without `cursor` when you change the filters.',
  webhook_not_verified:
    'Send a test with `POST /api/webhooks/{id}/test`. Once your address has answered it with 2xx, the webhook is active.',
  webhook_disabled:
    '`disabled_reason` says why. Mend the receiver, enable the webhook, and replay what it missed. One whose application was revoked stays disabled.',
  address_refused:
    'The address must be a public https address on port 443 or 8443, without a name or password, and not of this service. Operators may allow private networks.',
  cursor_expired:
    'Events are kept for as many days as the organisation sets, 90 by default. Read what you need from the lists, then start again without `cursor`, or with `start=newest`.',
  unauthorized: 'Send `Authorization: Bearer …`. Tokens in the query string are ignored.',
  invalid_token:
    'Access tokens expire after one hour, and are revoked together with their application, grant or user. Request a new token. If the new one also gets 401, the application itself has been revoked. Some operations need the session token of a signed-in user instead of an access token; the reference says which.',
  user_identity_required:
    'A client-credentials token acts for the organisation. This operation needs a user: use the authorization code flow.',
  insufficient_scope:
    'The `WWW-Authenticate` header lists the missing scopes. Add them to the application, then request a new token; users are asked for consent again.',
  access_denied:
    'The account is not a user of this organisation, or it has been disabled. Admins can check this under People.',
  role_required: 'Ask somebody with one of the roles that the detail names, or an admin for another role.',
  not_found:
    'You also get 404 for things you aren’t allowed to see. Check which organisation the token belongs to, and whether the pulse is private.',
  method_not_allowed: 'The `Allow` header lists the methods of this address.',
  request_timeout:
    'Header fields must arrive within 10 seconds, and the whole request within 30. Send the request again, over a new connection.',
  conflict: 'Read `errors` to see which value is already in use.',
  organisation_required: 'Send the ID of the organisation in the `Sonde-Organisation` header.',
  fresh_sign_in_required:
    'Changing your ways to sign in requires a sign-in within the last 15 minutes, for every token in the request. Sign in again and repeat the call.',
  email_not_verified:
    'The session token must contain `email_verified: true` as a boolean. Verify the address at the identity provider, or configure it to send the claim.',
  last_way_in: 'Add another way to sign in first (POST /api/me/identities).',
  last_admin: 'Make another user an admin first. Only admins who have signed in at least once count.',
  identity_taken:
    'Within an organisation a sign-in belongs to one user. That user can remove it from their account.',
  already_member: 'Change the role of the user instead (PATCH /api/people/{id}).',
  address_change_ended: 'Ask an admin to change the address again; a new link is mailed then.',
  domain_unconfirmed:
    'Add the TXT record of the domain to your DNS, wait until it is visible, then confirm again.',
  invitation_expired: 'Ask an admin to resend the invitation.',
  invitation_used: 'An invitation works once. If you have accepted it, sign in as usual.',
  invitation_revoked: 'Ask an admin for a new invitation.',
  privacy_request_open:
    'Handle or cancel the open request of this kind first; GET /api/privacy-requests finds it by its member.',
  privacy_request_state:
    'The reply has the current `state`. Read the request again: somebody else may have handled it.',
  already_extended: 'A deadline can be extended once. Answer the request, or decline it with a reason.',
  export_running:
    'Wait until the export that is under way has ended; GET /api/organisation/exports tells its progress.',
  too_many_exports: 'Wait until one of them has ended, or cancel one.',
  export_expired: 'Ask for the export again: files are kept for 24 hours.',
  range_not_satisfiable: 'Ask for bytes within the length that `Content-Range` names.',
  export_not_ready:
    'Read `state` until it is `ready`. A file that has expired is gone: create another export.',
  deletion_requested: 'GET /api/organisation/deletion says when it is due. Cancel it to begin anew.',
  deletion_under_way: 'Its waiting time is over. Nothing can be restored.',
  too_many_secrets:
    'An application can have two active secrets. Wait until the older one expires, or revoke it.',
  idempotency_in_progress: 'Wait as long as `Retry-After` says, then send the same request again.',
  idempotency_key_reused:
    'The key was used with a different body. Generate a new key for each operation that should happen once.',
  precondition_failed:
    'Somebody else changed the resource. Read it again, apply your change to the current version, and send its `ETag`.',
  payload_too_large: 'A body can have up to 1 MiB. Imports can be streamed as CSV or NDJSON.',
  unsupported_media_type: 'Send `Content-Type: application/json`, uncompressed.',
  rate_limited:
    'Wait as long as `Retry-After` says. The `RateLimit` header of every reply shows how many requests remain.',
  header_fields_too_large:
    'The address and all header fields together can have 16 KiB. Cookies and tokens of other services are the usual reason.',
  internal_error:
    'Try again; requests with an `Idempotency-Key` are safe to repeat. If the error persists, send the operator the `request_id`.',
  unavailable: 'Try again after `Retry-After`. Nothing was changed.',
  invalid_answers: 'Read `errors`: each entry points at an answer and says what its question accepts.',
  already_answered:
    'A link accepts one set of answers. It can be changed with its receipt until the survey closes.',
  collection_closed: 'Answers can no longer be submitted, changed or withdrawn.',
  no_recipients:
    'Everyone selected is inactive, absent or unsubscribed, or the teams are empty. Check the members of the teams.',
  roster_too_small:
    'Nothing is ever shown of fewer people than the minimum group size. Ask more people, or use attributed mode, in which each answer is shown with its name.',
  exclusion_too_small:
    'Figures that differ by a few people would reveal their answers, so the group they belong to could not be shown. Ask everyone in it, or leave out at least as many people as the minimum group size.',
}
