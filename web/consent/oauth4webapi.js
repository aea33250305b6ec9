/**
 * The part of oauth4webapi that signing in and the pages' own token need: 5.8 KB of its 100. The bundle has this in place of
 * /assets/oauth4webapi.js (tools/build-web.ts), which pages made on the server fetch whole.
 */
export {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'
