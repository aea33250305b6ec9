/**
 * Signs in like a browser: OpenID Connect code flow with PKCE at the provider that the service names. It follows redirects, keeps cookies,
 * and fills in the sign-in form with e-mail and password.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type AuthorizationServer,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'

export type Account = { email: string; password: string }

type Provider = AuthorizationServer & {
  client_id: string
  authorization_endpoint: string
  scope: string
  resource: string | null
}

const redirectsMax = 10

/** @returns a session token of this person for the service at `url` */
export async function signIn(url: string, account: Account): Promise<string> {
  const provider = (await (await fetch(`${url}/sign-in/provider`)).json()) as Provider
  const client = { client_id: provider.client_id }
  const [verifier, state] = [generateRandomCodeVerifier(), generateRandomState()]
  const callback = `${url}/sign-in/callback`
  const authorization = new URL(provider.authorization_endpoint)
  authorization.search = new URLSearchParams({
    response_type: 'code',
    ...client,
    redirect_uri: callback,
    scope: provider.scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.resource && { resource: provider.resource }),
  }).toString()

  const browser = browserOf(callback)
  const form = await browser(authorization)
  const answered = await browser(form, new URLSearchParams(account))
  const reply = await authorizationCodeGrantRequest(
    provider,
    client,
    None(),
    validateAuthResponse(provider, client, answered, state),
    callback,
    verifier,
    {
      [allowInsecureRequests]: authorization.protocol === 'http:',
      additionalParameters: provider.resource ? { resource: provider.resource } : {},
    },
  )
  return (await processAuthorizationCodeResponse(provider, client, reply)).access_token
}

/** Opens an address, or sends it a form, and follows redirects. @returns the last page, or the callback */
function browserOf(callback: string) {
  const cookies = new Map<string, string>()
  return async (start: URL, form?: URLSearchParams): Promise<URL> => {
    let at = start
    let body = form
    for (let step = 0; step < redirectsMax; step++) {
      const reply = await fetch(at, {
        redirect: 'manual',
        method: body ? 'POST' : 'GET',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { body }),
      })
      for (const cookie of reply.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      await reply.body?.cancel()
      const location = reply.headers.get('location')
      if (reply.status >= 400) throw new Error(`Signing in failed: ${at.pathname} answered ${reply.status}`)
      if (location === null) return at
      at = new URL(location, at)
      if (at.href.startsWith(callback)) return at
      body = undefined
    }
    throw new Error('Signing in goes round in circles')
  }
}
