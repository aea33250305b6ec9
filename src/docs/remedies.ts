/** How to fix each error: why it happens and what to do. Status and title are in contract/problems.ts. */
import { limits } from '../../contract/limits.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { type Refusal, transitionRefusals, transitions } from '../../contract/refusals.ts'

/** Which transitions the error refuses, and from which states they start. */
function stateRemedy(code: string): string {
  const refused = transitions
    .flatMap((table) => Object.entries(table))
    .filter(([, { refusal }]) => refusal === code)
    .map(([name, { from }]) => `\`${name}\` starts from ${from.map((state) => `\`${state}\``).join(' or ')}`)
  return `The reply has the current \`state\`. ${refused.join('; ')}.`
}

const stateRemedies = Object.fromEntries(
  Object.keys(transitionRefusals).map((code) => [code, stateRemedy(code)]),
) as Record<Refusal, string>

export const remedies: Record<ProblemCode, string> = {
  invalid_request:
    'Read `errors`: each entry points at a member with a JSON pointer and says what is wrong with it. Unknown members are refused too, so that a misspelt name is never ignored.',
  invalid_cursor:
    'A cursor is valid only for the list and filters that returned it. Start again without `cursor` when you change the filters.',
  webhook_not_verified:
    'Send a test with `POST /api/webhooks/{id}/test`. Once your address has answered it with 2xx, the webhook is active.',
  webhook_disabled:
    '`disabled_reason` says why. Fix the receiver, enable the webhook, and replay what it missed. One whose application was revoked stays disabled.',
  address_refused:
    'The address must be a public https address on port 443 or 8443, without a name or password, and not an address of this service. Operators can allow private networks.',
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
    'The account is not a user of this organisation, or it has been disabled. Admins can check this under Users.',
  role_required: 'Ask somebody with one of the roles that the detail names, or an admin for another role.',
  not_the_author:
    'Ask the author, whom the survey names, to do it or to hand the survey over. Admins can stop somebody else’s survey if they give a reason.',
  reason_required: 'Send `reason` in the body. The author reads it, and it is recorded in the audit log.',
  results_not_shared:
    'The promise names who reads the results (`confidentiality.results_audience`). It cannot change once the survey is open. If you took over a survey, results of anything that opened before stay with its earlier author.',
  not_the_lead:
    'Ask a lead of the team that the finding is about, or an admin. For findings about everyone, the author of the survey can do it, too. Analysts and the owner of an action can also work on that action.',
  recipients_out_of_reach:
    'Choose teams that you belong to or manage, with those below them. Analysts and admins can ask anyone.',
  not_in_audience:
    'The promise names the readers of named answers, and nobody else reads them. It cannot change once the survey is open.',
  invalid_client:
    'Check `client_id`. An application that was revoked cannot be restored; create another one.',
  redirect_uri_mismatch:
    'Send one of the addresses that the application has registered, character for character, or register this one.',
  invalid_scope: 'Request only scopes that the application has, or add this one to the application first.',
  agent_not_allowed: 'Admins choose under Settings which agents people may connect.',
  consent_required: 'Show the consent page, then repeat the call with what the person chose.',
  not_found:
    'You also get 404 for things you aren’t allowed to see. Check which organisation the token belongs to, and whether the pulse is private.',
  method_not_allowed: 'The `Allow` header lists the methods of this address.',
  request_timeout:
    'Header fields must arrive within 10 seconds, and the whole request within 30. Send the request again, over a new connection.',
  conflict:
    '`detail` says what is in the way, such as a value that another record already has. `errors`, where it is given, points at the member.',
  import_running: 'Wait until the running import has ended, then send the file again.',
  confirmation_required:
    'Show the person the plan, and call the tool again once they have confirmed it on the page or in the program.',
  confirmation_expired: 'Call the tool again: it asks for a new confirmation.',
  confirmation_declined: 'Do not ask again unless the person wants it.',
  confirmation_decided: 'A confirmation is decided once. Call the tool again for another one.',
  plan_changed:
    'The recipients, dates or questions have changed since the person read the plan. Call the tool again, and show them the new plan.',
  managed_by_directory:
    'Change it at the identity provider, and directory sync brings the change here. An admin can also turn directory sync off.',
  team_cycle: 'Choose a `parent_team_id` that is neither the team itself nor one of the teams below it.',
  microsoft_teams_not_set_up: 'Ask the operator to set it up: the guide on Microsoft Teams says how.',
  slack_not_set_up: 'Ask the operator to set it up: the guide on Slack says how.',
  language_model_not_set_up:
    'The operator sets `SONDE_LANGUAGE_MODEL_URL` and `SONDE_LANGUAGE_MODEL`: the guide on the language model says how. Translations can be typed without one.',
  translation_not_agreed:
    'An admin agrees under Settings, or with `PATCH /api/organisation` and `translation_model`. The agreement is for one host: after a change of the model it is needed again.',
  nothing_to_translate: 'Send `all: true` to get proposals for texts that are already translated, too.',
  language_model_failed:
    '`detail` says what was wrong. Nothing was changed: try again, or type the translation. If it keeps failing, tell the operator.',
  directory_sync_state: 'The reply has the current `state`, and `detail` says what is not possible from it.',
  too_many_tokens: 'Revoke the older token first.',
  organisation_required: 'Send the ID of the organisation in the `Sonde-Organisation` header.',
  fresh_sign_in_required: `This action needs a sign-in from the last ${limits.freshSignInSeconds / 60} minutes. Sign in again and repeat the call. An application that acts for a person sends them through \`/oauth/authorize\` again, with \`max_age=${limits.freshSignInSeconds}\`.`,
  second_factor_required:
    'Sign in again: the sign-in helps you set up a second factor. Admins choose under Settings who needs one.',
  email_not_verified:
    'The session token must contain `email_verified: true` as a boolean. Verify the address at the identity provider, or configure it to send the claim.',
  last_way_in: 'Add another way to sign in first (POST /api/me/identities).',
  last_admin: 'Make another user an admin first. Only admins who have signed in at least once count.',
  identity_taken:
    'In an organisation, a sign-in belongs to one user. That user can remove it from their account.',
  already_member: 'Change the role of the user instead (PATCH /api/people/{id}).',
  address_change_ended: 'Ask an admin to change the address again: that sends a new link.',
  domain_unconfirmed:
    'Add the TXT record of the domain to your DNS, wait until it is visible, then confirm again.',
  invitation_expired: 'Ask an admin to resend the invitation.',
  invitation_used: 'An invitation works once. If you have accepted it, sign in as usual.',
  invitation_revoked: 'Ask an admin for a new invitation.',
  holiday_calendar_in_use:
    '`detail` says how many check-ins use it. Choose other calendars for them, or delete it with `detach=true`, which takes it out of all of them.',
  reminded_recently: '`detail` says how long to wait between reminders, and how many are allowed.',
  links_not_listed:
    '`detail` says who may list the links. The promise names the application that delivers them, and cannot change once the survey is open.',
  codes_issued:
    'Codes are printed once and not stored, so they cannot be shown again. If they were lost, destroy them and ask these people in another survey.',
  code_saves_nothing: 'Submit the answers with `POST /r/{token}`; nothing is stored before that.',
  names_not_promised:
    'Only attributed surveys have named answers. Read the results of this one instead: figures about groups.',
  not_released:
    'Read the insights again: the answers behind this finding may have been withdrawn or deleted.',
  too_many_actions: `This finding has ${limits.ownActionsMax} actions that are not dismissed, or ${limits.ownActionsKeptMax} in all. Change, dismiss or delete one of them, or make an action for another finding.`,
  too_many_replies: `A finding takes up to ${limits.repliesPerInsightMax} replies, including withdrawn ones. Edit or discard a draft instead.`,
  too_many_messages: 'Continue outside of the service, or with the next survey.',
  legal_hold: 'Close the survey instead, which keeps the answers, or ask an admin to lift the hold.',
  answers_deleted:
    'The organisation sets how long answers are kept. The results stay; single answers cannot be restored.',
  import_refused:
    'Read `errors`: each entry names the line or row and says what is wrong with it. Correct the file and send all of it again.',
  unprocessable:
    '`detail` and `errors` say what prevents it. The same request fails again until that has changed.',
  not_open_yet: 'The reply of `GET /r/{token}` says when the survey opens.',
  privacy_request_open:
    'Handle or cancel the open request of this kind first; GET /api/privacy-requests finds it by its member.',
  privacy_request_state:
    'The reply has the current `state`. Read the request again: somebody else may have handled it.',
  already_extended: 'A deadline can be extended once. Answer the request, or decline it with a reason.',
  export_running:
    'Wait until the running export has ended; GET /api/organisation/exports shows its progress.',
  too_many_exports: 'Wait until one of them has ended, or cancel one.',
  export_expired:
    'Request the export again. Files are kept for 24 hours, for people who may still read everything in them.',
  range_not_satisfiable: 'Ask for bytes within the length that `Content-Range` names.',
  export_not_ready:
    'Read `state` until it is `ready`. A file that has expired is gone: create another export.',
  deletion_requested: 'GET /api/organisation/deletion says when it is due. Cancel it to start over.',
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
    'The address and all header fields together can have 16 KiB. The usual reason is cookies and tokens of other services.',
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
    'Results of fewer people than the minimum group size are never shown. Ask more people, or use attributed mode, in which each answer is shown with its name.',
  exclusion_too_small:
    'Figures that differ by a few people would reveal their answers, so their group could not be shown. Ask everyone in it, or leave out at least as many people as the minimum group size.',
  ...stateRemedies,
}
