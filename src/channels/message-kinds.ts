/**
 * What messages are about: each kind has its own text. The outbox names it, and `email-rendering.e2e.test.ts` fails for a kind that it
 * does not send and look at.
 */
export const messageKinds = {
  invitation: 'Invitation',
  reminder: 'Reminder',
  test: 'Test of a survey',
  reply: 'Reply to results',
  conversation_message: 'Message about an answer',
  conversation_answer: 'Answer to a message',
  participation_low: 'Low participation',
  participation_extended: 'Survey extended',
  survey_closed: 'Survey closed',
  survey_cancelled: 'Survey cancelled',
  survey_paused: 'Check-in paused',
  survey_ended: 'Check-in ended',
  survey_archived: 'Survey archived',
  survey_deleted: 'Survey deleted',
  survey_skipped: 'Occurrence skipped',
  survey_handed_on: 'Survey handed to somebody else',
  survey_handed_over: 'Survey handed over',
  survey_inherited: 'Survey inherited',
  hold_set: 'Legal hold',
  hold_lifted: 'End of a legal hold',
  user_invitation: 'Invitation to sign in',
  address_confirm: 'New address to confirm',
  address_keep: 'Change of address',
  second_factor_reset: 'Second factor reset',
  audit_digest: 'Digest of the audit log',
  privacy_received: 'Privacy request received',
  privacy_ready: 'Copy of personal data',
  privacy_erased: 'Erasure done',
  privacy_restricted: 'Processing restricted',
  privacy_lifted: 'Restriction lifted',
  privacy_declined: 'Privacy request declined',
  privacy_extended: 'Privacy request delayed',
  organisation_deletion: 'Deletion of the organisation',
  organisation_deletion_soon: 'Deletion of the organisation soon',
  organisation_deletion_kept: 'Deletion cancelled',
} as const satisfies Record<string, string>

export type MessageKind = keyof typeof messageKinds
