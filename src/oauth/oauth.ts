/**
 * OAuth 2.0: applications, codes, access tokens, consent. The door of this folder.
 *
 * client-authentication → token-endpoint → (client credentials | codes) → access-tokens; authorize-page and
 * code-endpoint lead to a code; what is remembered between requests is in create-oauth.
 */
export { createApplicationFor, revokeApplication, rotateSecret } from './applications.ts'
export { createOAuth, type OAuth } from './create-oauth.ts'
export { oauthRoutes } from './routes.ts'
export { sweep } from './sweep.ts'
