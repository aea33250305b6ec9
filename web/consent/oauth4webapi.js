/**
 * The part of oauth4webapi for signing in: 5.8 KB of its 100. The bundle includes this instead of
 * /assets/oauth4webapi.js (tools/build-web.ts), which pages made on the server load whole.
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
