/**
 * OAuth 2.0: applications, codes, access and refresh tokens, grants, consent. The door of this folder.
 *
 * client-authentication → token-endpoint → (client credentials | codes | refresh) → access-tokens; authorize-page and
 * code-endpoint lead to a code and a grant; what is remembered between requests is in create-oauth.
 */
export { activeApplication, applicationWithScope, programOf } from './applications/application-record.ts'
export {
  createApplicationFor,
  type OperatorDraft,
  getApplication,
  listApplications,
  revokeApplication,
} from './applications/applications.ts'
export { type LeakedSecrets } from './applications/leaks.ts'
export { ownPagesOf, registerOwnPages } from './applications/own-pages.ts'
export { rotateSecret } from './applications/secrets.ts'
export { currentAccess } from './current-access.ts'
export { createOAuth, type OAuth } from './create-oauth.ts'
export { type GrantUse, recordGrantUse } from './grants.ts'
export { oauthTasks } from './tasks.ts'
