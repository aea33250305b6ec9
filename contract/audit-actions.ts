/** The actions of the audit log, without its schemas: pages read them too. */

/** The catalogue: every audit event is one of these. */
export const auditActions = {
  'application.created': 'an application was registered',
  'application.updated': 'an application was changed',
  'application.secret_rotated': 'an application got a new secret',
  'application.revoked': 'an application and its tokens were revoked',
  'application.secret_revoked': 'a secret was revoked as compromised, with the tokens issued for it',
  'application.secret_guessed': 'many wrong secrets were tried for an application within an hour',
  'application.allowed': 'a person authorised an application to act for them',
  'authorization_code.replayed': 'an authorisation code was used twice, and its tokens were revoked',
  'refresh_token.reused':
    'a refresh token was used again after its successor, and all tokens of its family were revoked',
  'credential.leaked': 'a credential was reported as leaked, and revoked',
  'grant.withdrawn': 'a person withdrew an application’s authorisation, and its tokens were revoked',
  'directory.imported': 'an import changed teams or members',
  'language_model.asked':
    'released comments of a collection were sent to the language model that the organisation agreed to',
  'history.imported': 'a past survey was imported as an instance of a check-in',
  'member.erased': 'a member was erased',
  'person.joined': 'somebody became a user of the organisation',
  'person.updated': 'the role or status of a user was changed',
  'person.left': 'the identity provider says that a user no longer belongs to the organisation',
  'identity.added': 'a user added a way to sign in',
  'identity.removed': 'a user removed a way to sign in',
  'invitation.created': 'somebody was invited',
  'invitation.resent': 'an invitation was sent again',
  'invitation.revoked': 'an invitation was cancelled',
  'identity_provider.created': 'an identity provider was added',
  'identity_provider.updated': 'an identity provider was changed',
  'identity_provider.proved': 'an admin signed in with an identity provider, which is active from then on',
  'identity_provider.reloaded': 'the cached keys of an identity provider were discarded and fetched again',
  'identity_provider.deleted': 'an identity provider was deleted',
  'organisation.updated': 'name, time zone, locale or minimum group sizes of the organisation were changed',
  'alert.read': 'alerts of harm were read; recorded once a day for each reader',
  'alert.acknowledged': 'an admin acknowledged an alert of harm',
  'figures.released': 'a collection closed or was analysed, and its figures were released',
  'figures.read':
    'released figures of a collection were read; recorded once a day for each reader and operation',
  'responses.read_by_name':
    'answers of an attributed collection were read by name; recorded once a day for each reader',
  'audit.read': 'the audit log was read; recorded once a day for each reader',
} as const

export type AuditAction = keyof typeof auditActions
