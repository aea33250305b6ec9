/**
 * What an integrator could do as well: the API through an application, acting for whoever sits here. The application is
 * these pages' own (first-party, public), and its token comes by the normal way: a code for a challenge, the code and the
 * verifier for a token. Allowing is implied, so nobody is asked and no page is left.
 *
 * The token is in this page's memory. A new one is fetched a minute before it expires, by one flow for all who wait,
 * and again for a call whose token was refused. A refusal here says nothing of the person's session.
 * Sources: RFC 6749 §4.1, RFC 7636.
 */
import { connect, SondeError } from '../client/client.ts'
import { inPerson, queryClient } from './api.ts'
import { meQuery } from './me.ts'
import { pageScopes } from './page-scopes.ts'
import { reach } from './reach.ts'

/** Registered with the application; nothing is served there, as the code is read from the reply. */
const redirectPath = '/app/callback'

const reserveMs = 60_000

type Token = { value: string; endsAt: number }

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const verifierBytes = 32

/** @returns a verifier and its challenge (RFC 7636 §4.1, §4.2) */
async function challenge(): Promise<[verifier: string, challenge: string]> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(verifierBytes)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return [verifier, base64url(new Uint8Array(hash))]
}

/** Without a library: the code comes in a reply to this page's own call, so there is no redirect whose state and issuer would need a check. */
async function fetchToken(): Promise<Token> {
  const [[verifier, code_challenge], me] = await Promise.all([
    challenge(),
    queryClient.ensureQueryData(meQuery),
  ])
  if (me.pages_client_id === null) throw new Error('These pages are not registered as an application')
  const client = { client_id: me.pages_client_id, redirect_uri: location.origin + redirectPath }
  const { code } = await inPerson.call('createCode', {
    body: { ...client, scope: pageScopes.join(' '), code_challenge, code_challenge_method: 'S256' },
  })
  const grant = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier }
  const reply = await reach('/oauth/token', { method: 'POST', body: new URLSearchParams(grant) })
  // What is in between may answer with something else.
  const body = (await reply.json().catch(() => ({}))) as { access_token: string; expires_in: number }
  if (!reply.ok) throw new SondeError(reply.status, body)
  return { value: body.access_token, endsAt: Date.now() + body.expires_in * 1000 }
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
  // What failed is tried again by the next call.
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
  const reply = await reach(address, init)
  if (reply.status !== 401) return reply
  forget(token)
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${await currentToken()}`)
  return reach(address, { ...init, headers })
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
