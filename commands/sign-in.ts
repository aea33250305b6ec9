/**
 * Signing in: the browser signs the person in and asks for their consent, and the code comes back to a port of this machine, with PKCE.
 * There is no way with a code to type in or to paste: those are what phishing asks for. Then tokens are refreshed, and ended.
 * Sources: RFC 8252 §7.3, RFC 7636, RFC 9207, RFC 7009.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { offlineAccess } from '../contract/scopes.ts'
import { failed, notSignedIn } from './exits.ts'

/** How long somebody may take to sign in and decide. */
const patienceMs = 10 * 60_000
const pageMs = 10_000

/** The client ID of the application that comes with an installation. */
export const commandLineClientId = 'sonde_cli'

/** The port is chosen again each time; the service compares loopback addresses without it. */
export const loopbackRedirectUri = 'http://127.0.0.1/callback'

export type Tokens = {
  access_token: string
  scope: string
  expires_in: number
  refresh_token: string | null
}

type Service = {
  server: oauth.AuthorizationServer
  insecure: { [oauth.allowInsecureRequests]: boolean }
}

async function discover(url: string): Promise<Service> {
  const issuer = new URL(url)
  const insecure = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }
  const discovered = await oauth
    .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    .catch((cause: unknown) => {
      throw failed(`No service answers at ${url}. Is it running, and is the address right?`, cause)
    })
  const server = await oauth.processDiscoveryResponse(issuer, discovered).catch((cause: unknown) => {
    throw failed(`What answers at ${url} is not Sonde, or calls itself by another address.`, cause)
  })
  return { server, insecure }
}

type Listener = { redirectUri: string; reply: Promise<URL>; close(): void }

/** Waits for the reply of the browser: the one with our state, so that no other page of it can end the wait. */
async function listen(state: string, success: string): Promise<Listener> {
  const { promise: reply, resolve, reject } = Promise.withResolvers<URL>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', loopbackRedirectUri)
    if (url.pathname !== '/callback' || url.searchParams.get('state') !== state) {
      response.writeHead(404).end()
      return
    }
    const isRefused = url.searchParams.has('error')
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    response.end(`${isRefused ? 'Access was refused.' : success} You can close this page.\n`)
    resolve(url)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const timer = setTimeout(() => reject(failed('Nobody answered within ten minutes.')), patienceMs)
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    reply,
    close: () => {
      clearTimeout(timer)
      server.close()
    },
  }
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Where no browser can be opened, the printed address is enough. */
function openBrowser(address: string): void {
  const [program, ...words] = openers[process.platform] ?? []
  if (program === undefined) return
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

export type SignIn = {
  url: string
  clientId: string
  scope: string
  /** Leaves out of `scope` what the application is not registered for. */
  narrow?: boolean
  /** Whether a browser is opened; the address is printed in any case. */
  browser: boolean
  /** What the browser says at the end, as a sentence. */
  success: string
  /** Prints a line that is not a result. */
  tell(line: string): void
}

/** @throws Ended  with a sentence: no service at the address, access refused, nobody answered */
export async function signIn(wanted: SignIn): Promise<Tokens> {
  const { url, clientId, narrow = false, browser, success, tell } = wanted
  const { server, insecure } = await discover(url)
  const client: oauth.Client = { client_id: clientId }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const listener = await listen(state, success)
  try {
    const address = new URL(server.authorization_endpoint ?? `${url}/oauth/authorize`)
    const request = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: listener.redirectUri,
      scope: wanted.scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    address.search = new URLSearchParams(request).toString()
    const scope = narrow ? await offeredScope(address) : wanted.scope
    address.searchParams.set('scope', scope)
    tell(`Sign in and choose Allow in the browser. If none opens, go to\n${address.href}`)
    if (browser) openBrowser(address.href)
    const parameters = oauth.validateAuthResponse(server, client, await listener.reply, state)
    const reply = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      listener.redirectUri,
      verifier,
      insecure,
    )
    return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, reply), scope)
  } catch (error) {
    throw inWords(error)
  } finally {
    listener.close()
  }
}

/** Whether the consent page takes a request. Where the terminal cannot reach the page, the browser will tell. */
async function isOffered(address: URL): Promise<boolean> {
  const reply = await fetch(address, { signal: AbortSignal.timeout(pageMs) }).catch(() => null)
  await reply?.body?.cancel()
  return reply?.status !== 400
}

/**
 * The scopes of a request that the application has. The consent page refuses a request with any other, and drops offline_access by itself.
 * Where it refuses each of them, something else is wrong, and the browser will say what.
 */
async function offeredScope(address: URL): Promise<string> {
  const requested = address.searchParams.get('scope') ?? ''
  if (await isOffered(address)) return requested
  const names = requested.split(' ')
  const offered = await Promise.all(
    names.map((name) => {
      const single = new URL(address)
      single.searchParams.set('scope', name)
      return isOffered(single)
    }),
  )
  const left = names.filter((name, i) => name === offlineAccess || offered[i])
  return left.some((name) => name !== offlineAccess) ? left.join(' ') : requested
}

const tokensOf = (reply: oauth.TokenEndpointResponse, requested: string): Tokens => ({
  access_token: reply.access_token,
  scope: reply.scope ?? requested,
  expires_in: reply.expires_in ?? 0,
  refresh_token: reply.refresh_token ?? null,
})

function inWords(error: unknown): unknown {
  if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
    return failed('Access was refused.', error)
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return failed(`${error.error_description ?? 'The service refused'} (${error.error})`, error)
  return error
}

/** The application is unknown, revoked, or its secret is wrong: a 401 may come with a challenge instead of a body that is read. */
const refusesClient = (error: unknown): boolean =>
  error instanceof oauth.WWWAuthenticateChallengeError ||
  (error instanceof oauth.ResponseBodyError && error.error === 'invalid_client')

/** @throws Ended  the sign-in has ended, or the service does not answer */
export async function refreshed(
  url: string,
  clientId: string,
  { refresh_token, scope }: { refresh_token: string; scope: string },
): Promise<Tokens> {
  const { server, insecure } = await discover(url)
  const client: oauth.Client = { client_id: clientId }
  try {
    const reply = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh_token, insecure)
    return tokensOf(await oauth.processRefreshTokenResponse(server, client, reply), scope)
  } catch (error) {
    const isOver = error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
    if (isOver || refusesClient(error))
      throw notSignedIn(`Your sign-in at ${url} has ended. Sign in again: sonde login ${url}`)
    throw inWords(error)
  }
}

/** Ends a token, with all that came from the same sign-in if it refreshes. */
export async function revoke(url: string, clientId: string, token: string): Promise<void> {
  const { server, insecure } = await discover(url)
  const reply = await oauth.revocationRequest(server, { client_id: clientId }, oauth.None(), token, insecure)
  await oauth.processRevocationResponse(reply)
}

/** A token of an organisation, for programs. @throws Ended  the service refused */
export async function organisationToken(url: string, clientId: string, secret: string): Promise<Tokens> {
  const { server, insecure } = await discover(url)
  const client: oauth.Client = { client_id: clientId }
  try {
    const reply = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(secret),
      {},
      insecure,
    )
    return tokensOf(await oauth.processClientCredentialsResponse(server, client, reply), '')
  } catch (error) {
    if (refusesClient(error))
      throw notSignedIn('The service refused SONDE_CLIENT_ID with SONDE_CLIENT_SECRET.')
    throw inWords(error)
  }
}
