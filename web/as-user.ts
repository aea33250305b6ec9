/**
 * What an integrator could do as well: the API through an application, acting for whoever sits here. The application is
 * these pages' own (first-party, public), and its token comes by the normal way: a code for a challenge, the code and the
 * verifier for a token. Allowing is implied, so nobody is asked and no page is left.
 *
 * The token stands in this page's memory. A new one is fetched a minute before it expires, by one flow for all who wait,
 * and once more for a call whose token was refused. A refusal here says nothing of the person's session.
 * Sources: RFC 6749 §4.1, RFC 7636, RFC 9207.
 */
import { connect } from '../client/client.ts'
import { inPerson, queryClient } from './api.ts'
import { meQuery } from './me.ts'
import { pageScopes } from './page-scopes.ts'
import { apiUrl } from './place.ts'

/** Registered with the application; nothing is served there, as the code is read from the reply. */
const redirectPath = '/app/callback'

const reserveMs = 60_000

type Token = { value: string; endsAt: number }

async function fetchToken(): Promise<Token> {
  const [oauth, me] = await Promise.all([
    import('/assets/oauth4webapi.js'),
    queryClient.ensureQueryData(meQuery),
  ])
  if (me.pages_client_id === null) throw new Error('These pages are not registered as an application')
  const client = { client_id: me.pages_client_id }
  const server = { issuer: apiUrl, token_endpoint: `${location.origin}/oauth/token` }
  const redirectUri = location.origin + redirectPath
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const { redirect_to: reply } = await inPerson.call('createCode', {
    body: {
      ...client,
      redirect_uri: redirectUri,
      scope: pageScopes.join(' '),
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    },
  })
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    oauth.validateAuthResponse(server, client, new URL(reply), state),
    redirectUri,
    verifier,
    // Over http only where this very page is: on loopback.
    { [oauth.allowInsecureRequests]: location.protocol === 'http:' },
  )
  const token = await oauth.processAuthorizationCodeResponse(server, client, response)
  return { value: token.access_token, endsAt: Date.now() + (token.expires_in ?? 0) * 1000 }
}

type CurrentToken = { value: Promise<string>; endsAt: number }

let current: CurrentToken | undefined

function startToken(): CurrentToken {
  const fetched = fetchToken()
  const token = {
    endsAt: Number.POSITIVE_INFINITY,
    value: fetched.then(({ value, endsAt }) => {
      token.endsAt = endsAt
      return value
    }),
  }
  // What failed is tried anew by the next call.
  fetched.catch(() => forget(token))
  return token
}

/** Unless another call has replaced it already. */
function forget(token: CurrentToken | undefined): void {
  if (current === token) current = undefined
}

function currentToken(): Promise<string> {
  if (!current || current.endsAt <= Date.now() + reserveMs) current = startToken()
  return current.value
}

const fetchAsUser: typeof fetch = async (address, init) => {
  const token = current
  const reply = await fetch(address, init)
  if (reply.status !== 401) return reply
  forget(token)
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${await currentToken()}`)
  return fetch(address, { ...init, headers })
}

/** For what the client does not do: to read a reply as it comes, or to send a file. The reply may be a refusal. */
export const fetchAsThisUser = async (
  address: string,
  init: RequestInit,
  headers: object,
): Promise<Response> =>
  fetchAsUser(address, { ...init, headers: { ...headers, authorization: `Bearer ${await currentToken()}` } })

/** The API as an application has it, for this person: pulses, check-ins, teams, insights. */
export const asUser = connect('', { token: currentToken, fetch: fetchAsUser })
