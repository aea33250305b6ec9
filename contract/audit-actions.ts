/** What the audit trail can say, without its schemas: pages read it too. */

/** The catalogue: whatever is written down is one of these. */
export const auditActions = {
  'application.created': 'an application was registered',
  'application.updated': 'an application was changed',
  'application.secret_rotated': 'an application got a new secret',
  'application.revoked': 'an application and its tokens were revoked',
  'application.secret_revoked': 'a secret was revoked as compromised, and what was minted with it ended',
  'application.secret_guessed': 'many wrong secrets were tried for an application within an hour',
  'application.allowed': 'a person allowed an application to act for him',
  'authorization_code.replayed': 'a code was shown twice, and the tokens that it gave were ended',
  'refresh_token.reused':
    'a refresh token was shown again after its successor, and all that came of it was ended',
  'credential.leaked': 'a credential was reported as seen in public, and ended',
  'grant.withdrawn': 'a person withdrew what he had allowed an application, and its tokens ended',
  'directory.imported': 'an import changed teams or members',
  'language_model.asked':
    'comments of a collection that everyone may read were sent to the language model that was agreed to',
  'history.imported': 'a past survey was brought in as an instance of a check-in',
  'member.erased': 'what was known of a member was erased',
  'person.joined': 'somebody became a user of the organisation',
  'person.updated': 'role or state of a user was changed',
  'person.left': 'the identity provider says that a user no longer belongs to the organisation',
  'identity.added': 'a user added a way to sign in',
  'identity.removed': 'a user took away a way to sign in',
  'invitation.created': 'somebody was invited',
  'invitation.resent': 'an invitation was sent again',
  'invitation.revoked': 'an invitation was taken back',
  'identity_provider.created': 'an identity provider was added',
  'identity_provider.updated': 'an identity provider was changed',
  'identity_provider.proved': 'an admin has signed in by an identity provider, which counts from then on',
  'identity_provider.reloaded': 'keys of an identity provider were thrown away and read anew',
  'identity_provider.deleted': 'an identity provider was taken away',
  'organisation.updated': 'name, zone, locale or floors of the organisation were changed',
  'alert.read': 'alerts of harm were read; once a day for each reader',
  'alert.acknowledged': 'an admin said that he looks after an alert of harm',
  'figures.released': 'a collection closed or was analysed, and figures of it can be read from here on',
  'figures.read': 'released figures of a collection were read; once a day for each reader and operation',
  'responses.read_by_name':
    'answers of an attributed collection were read by name; once a day for each reader',
  'audit.read': 'the audit trail was read; once a day for each reader',
} as const

export type AuditAction = keyof typeof auditActions
