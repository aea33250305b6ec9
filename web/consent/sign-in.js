/**
 * Signing in at the identity provider: OpenID Connect, code flow with PKCE. The session token stands in sessionStorage
 * of this tab and nowhere else, and is sent to our API only.
 */
const sessionKey = 'sonde.session'
const stepKey = 'sonde.sign-in'
const callbackPath = '/sign-in/callback'

/** A token that dies on the way is worth nothing. */
const reserveMs = 10_000

const read = (key) => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @returns {{ token: string, endsAt: number, email: string | null, name: string | null } | null} */
export function currentSession() {
  const session = read(sessionKey)
  return session && session.endsAt > Date.now() + reserveMs ? session : null
}

export const forgetSession = () => sessionStorage.removeItem(sessionKey)

async function provider() {
  const response = await fetch('/sign-in/provider')
  const body = await response.json()
  if (!response.ok) throw new Error(body.detail)
  return body
}

/**
 * Leaves for the provider and comes back to this very address.
 * @param {{ switchAccount?: boolean }} [options]
 */
export async function signIn({ switchAccount = false } = {}) {
  const [oauth, idp] = await Promise.all([import('/assets/oauth4webapi.js'), provider()])
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(idp.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: idp.client_id,
    redirect_uri: location.origin + callbackPath,
    scope: idp.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // RFC 8707 calls it resource, Auth0 audience.
    ...(idp.resource && { resource: idp.resource, audience: idp.resource }),
    ...(switchAccount && { prompt: 'login' }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  forgetSession()
  sessionStorage.setItem(
    stepKey,
    JSON.stringify({ verifier, state, back: location.pathname + location.search }),
  )
  location.assign(url)
}

/** @returns {string} where the sign-in under way began, as an address of this site */
export const startedAt = () => location.origin + (read(stepKey)?.back ?? '/')

/**
 * Ends a sign-in on the callback page.
 */
export async function finishSignIn() {
  const step = read(stepKey)
  sessionStorage.removeItem(stepKey)
  if (!step) throw new Error('This sign-in began in another tab, or is over.')
  const [oauth, idp] = await Promise.all([import('/assets/oauth4webapi.js'), provider()])
  const client = { client_id: idp.client_id }
  const callback = oauth.validateAuthResponse(idp, client, new URL(location.href), step.state)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(idp.token_endpoint).hostname)
  const response = await oauth.authorizationCodeGrantRequest(
    idp,
    client,
    oauth.None(),
    callback,
    location.origin + callbackPath,
    step.verifier,
    {
      [oauth.allowInsecureRequests]: loopback,
      additionalParameters: idp.resource ? { resource: idp.resource } : {},
    },
  )
  const tokens = await oauth.processAuthorizationCodeResponse(idp, client, response)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  const session = {
    token: tokens.access_token,
    endsAt: Date.now() + (tokens.expires_in ?? 300) * 1000,
    email: claims?.email ?? null,
    name: claims?.name ?? null,
  }
  sessionStorage.setItem(sessionKey, JSON.stringify(session))
}
