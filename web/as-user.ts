/**
 * What an integrator could do as well: the API through an application, acting for whoever sits here. The application is
 * these pages' own (first-party, public), and its token comes by the normal way: a code for a challenge, the code and the
 * verifier for a token. Allowing is implied, so nobody is asked and no page is left.
 *
 * The token stands in this page's memory. A new one is fetched a minute before it ends, by one flow for all who wait.
 * Sources: RFC 6749 §4.1, RFC 7636, RFC 9207.
 */
import { connect } from '../client/client.ts'
import { inPerson, queries } from './api.ts'
import { meQuery } from './me.ts'
import { apiUrl } from './place.ts'

/** Registered with the application; nothing is served there, as the code is read from the reply. */
export const redirectPath = '/app/callback'

const reserveMs = 60_000

type Token = { value: string; endsAt: number }

async function fetchToken(): Promise<Token> {
  const [oauth, me] = await Promise.all([import('/assets/oauth4webapi.js'), queries.ensureQueryData(meQuery)])
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
      // No more than pages read so far.
      scope: 'pulses:read',
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

let kept: { token: Promise<string>; endsAt: number } | undefined

function currentToken(): Promise<string> {
  if (kept && kept.endsAt > Date.now() + reserveMs) return kept.token
  const fetched = fetchToken()
  const mine = {
    endsAt: Number.POSITIVE_INFINITY,
    token: fetched.then(({ value, endsAt }) => {
      mine.endsAt = endsAt
      return value
    }),
  }
  // What failed is tried anew by the next call.
  fetched.catch(() => kept === mine && (kept = undefined))
  kept = mine
  return mine.token
}

/** The API as an application has it, for this person: pulses, check-ins, teams, insights. */
export const asUser = connect('', { token: currentToken })
