/**
 * Signing in at an identity provider, the one of the service or an organisation's: OpenID Connect, code flow with PKCE.
 * Tokens are stored in this tab's sessionStorage alone, and are sent to our API only.
 *
 * To add a way to sign in, or to prove a provider, a person signs in a second time. Their session stays as it is, and the result is
 * stored as the second session until it is used.
 */
const sessionKey = 'sonde.session'
const secondKey = 'sonde.second-session'
const stepKey = 'sonde.sign-in'
/** The provider of this tab's session, to sign in there again. */
const providerKey = 'sonde.provider'

/** As limits.freshSignInSeconds, within which the API does what cannot be undone. */
const recentSeconds = 600

/** A token that expires on the way is useless. */
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

/** @returns {{ token: string, endsAt: number, provider: string | null } | null} a second sign-in that has not been used yet */
export function secondSession() {
  const session = read(secondKey)
  return session && session.endsAt > Date.now() + reserveMs ? session : null
}

export const forgetSecondSession = () => sessionStorage.removeItem(secondKey)

/** @param {string | null} id  null: the provider of the service */
async function describe(id) {
  const response = await fetch(id ? `/sign-in/provider?id=${encodeURIComponent(id)}` : '/sign-in/provider')
  const body = await response.json()
  if (!response.ok) {
    // A provider that was removed is not tried again.
    if (response.status === 404) sessionStorage.removeItem(providerKey)
    throw new Error(body.detail ?? body.title)
  }
  return body
}

/**
 * Redirects to the provider, which leads back to this address.
 * @param {{ switchAccount?: boolean, provider?: string | null, beside?: boolean, again?: boolean }} [options]  provider: an
 * organisation's by its id, null for the service's own; beside: a second sign-in, which asks for the password and leaves the first
 * alone; again: at the same provider, which asks for the password although it knows the person
 */
export async function signIn({ switchAccount = false, provider, beside = false, again = false } = {}) {
  const providerId =
    provider === undefined && !switchAccount ? sessionStorage.getItem(providerKey) : (provider ?? null)
  const [oauth, idp] = await Promise.all([import('/assets/oauth4webapi.js'), describe(providerId)])
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(idp.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: idp.client_id,
    redirect_uri: location.origin + idp.redirect_path,
    scope: idp.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // RFC 8707 calls it resource, Auth0 audience.
    ...(idp.resource && { resource: idp.resource, audience: idp.resource }),
    // OpenID Connect Core §3.1.2.1: a provider that is asked for max_age states when the person signed in.
    ...((switchAccount || beside || again) && { prompt: 'login' }),
    ...(again && { max_age: String(recentSeconds) }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (beside) forgetSecondSession()
  else forgetSession()
  const back = location.pathname + location.search
  sessionStorage.setItem(stepKey, JSON.stringify({ verifier, state, back, provider: providerId, beside }))
  location.assign(url)
}

/** @returns {string} the address of this site where the current sign-in began */
export const signInOrigin = () => location.origin + (read(stepKey)?.back ?? '/')

/** Pages show it in the reader's language, by its code. */
const failure = (code, message) => Object.assign(new Error(message), { code })

/** Completes a sign-in on the callback page. */
export async function finishSignIn() {
  const step = read(stepKey)
  sessionStorage.removeItem(stepKey)
  if (!step) throw failure('other_tab', 'This sign-in started in another tab or has expired.')
  const [oauth, idp] = await Promise.all([import('/assets/oauth4webapi.js'), describe(step.provider ?? null)])
  if (location.pathname !== idp.redirect_path)
    throw failure('other_provider', 'This answer is from another identity provider.')
  const client = { client_id: idp.client_id }
  const callback = oauth.validateAuthResponse(idp, client, new URL(location.href), step.state)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(idp.token_endpoint).hostname)
  const response = await oauth.authorizationCodeGrantRequest(
    idp,
    client,
    oauth.None(),
    callback,
    location.origin + idp.redirect_path,
    step.verifier,
    {
      [oauth.allowInsecureRequests]: loopback,
      additionalParameters: idp.resource ? { resource: idp.resource } : {},
    },
  )
  const byIdToken = idp.session_token === 'id_token'
  const tokens = await oauth.processAuthorizationCodeResponse(idp, client, response, {
    requireIdToken: byIdToken,
  })
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  // An ID token ends when it says so itself; `expires_in` is of the access token (RFC 6749 §5.1).
  const tokenPart = byIdToken
    ? { token: tokens.id_token, endsAt: claims.exp * 1000 }
    : { token: tokens.access_token, endsAt: Date.now() + (tokens.expires_in ?? 300) * 1000 }
  if (step.beside)
    return sessionStorage.setItem(
      secondKey,
      JSON.stringify({ ...tokenPart, provider: step.provider ?? null }),
    )
  const session = { ...tokenPart, email: claims?.email ?? null, name: claims?.name ?? null }
  sessionStorage.setItem(sessionKey, JSON.stringify(session))
  if (step.provider) sessionStorage.setItem(providerKey, step.provider)
  else sessionStorage.removeItem(providerKey)
}
