/**
 * Which service a command calls, and as whom. The address: `--url`, SONDE_URL, the one that was signed in to last. The token: SONDE_TOKEN,
 * a token of the application of SONDE_CLIENT_ID and SONDE_CLIENT_SECRET, the stored sign-in. A stored token is refreshed a minute before
 * it expires.
 */
import { connect, type Sonde, SondeError } from '../client/client.ts'
import { originOf } from './address.ts'
import { failed, misused, notSignedIn } from './exits.ts'
import { changeHosts, type Login, readHosts } from './hosts.ts'
import { organisationToken, refreshed, type Tokens } from './sign-in.ts'

const reserveMs = 60_000
const requestMs = 60_000

/** Options of every command that calls the service. */
export type Common = { url?: string; json: boolean }

export type Session = { url: string; sonde: Sonde; token(): Promise<string> }

/** @throws Ended  no address is known */
export async function addressOf({ url }: Pick<Common, 'url'>): Promise<string> {
  const known = url ?? process.env.SONDE_URL ?? (await readHosts()).current
  if (!known) throw misused('Say which service: `sonde login ADDRESS` once, or --url, or SONDE_URL.')
  return originOf(known)
}

export const loginOf = (
  { access_token, scope, expires_in, refresh_token }: Tokens,
  clientId: string,
): Login => ({
  client_id: clientId,
  scope,
  access_token,
  expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
  refresh_token,
})

const isFresh = ({ expires_at }: Login): boolean => Date.parse(expires_at) - reserveMs > Date.now()

const signInFirst = (url: string): Error =>
  notSignedIn(`You are not signed in at ${url}. Sign in: sonde login ${url}`)

/** The token of the stored sign-in. @throws Ended  there is none, or it has ended */
export async function storedToken(url: string): Promise<string> {
  const login = (await readHosts()).hosts[url]
  if (!login) throw signInFirst(url)
  if (isFresh(login)) return login.access_token
  return changeHosts(async ({ hosts }) => {
    // Another command may have refreshed it while this one waited for the file.
    const current = hosts[url]
    if (!current) throw signInFirst(url)
    if (isFresh(current)) return current.access_token
    const { client_id: clientId, refresh_token, scope } = current
    if (refresh_token === null)
      throw notSignedIn(`Your sign-in at ${url} has expired. Sign in again: sonde login ${url}`)
    hosts[url] = loginOf(await refreshed(url, clientId, { refresh_token, scope }), clientId)
    return hosts[url].access_token
  })
}

function tokenSource(url: string): () => Promise<string> {
  const { SONDE_TOKEN: given, SONDE_CLIENT_ID: clientId, SONDE_CLIENT_SECRET: secret } = process.env
  if (given) return async () => given
  if (!clientId || !secret) return () => storedToken(url)
  let fetched: Promise<string> | undefined
  return () => (fetched ??= organisationToken(url, clientId, secret).then((tokens) => tokens.access_token))
}

const send =
  (url: string): typeof fetch =>
  async (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('user-agent', 'sonde-cli')
    try {
      return await fetch(address, {
        ...init,
        headers,
        redirect: 'error',
        signal: init?.signal ?? AbortSignal.timeout(requestMs),
      })
    } catch (error) {
      throw failed(`No service answers at ${url}. Is it running, and is the address right?`, error)
    }
  }

/** @throws Ended  no address is known */
export async function sessionOf(common: Pick<Common, 'url'>): Promise<Session> {
  const url = await addressOf(common)
  const token = tokenSource(url)
  return { url, token, sonde: connect(url, { token, fetch: send(url) }) }
}

/**
 * The line that signs in with what a refused command lacks beside what the sign-in has: a new one replaces it.
 * @returns null for any other error, and where the service does not say what is missing
 */
export async function scopeRemedy(error: unknown, common: Pick<Common, 'url'>): Promise<string | null> {
  if (!(error instanceof SondeError) || error.code !== 'insufficient_scope' || error.scope === null)
    return null
  if (process.env.SONDE_TOKEN) return `The token in SONDE_TOKEN lacks ${error.scope}.`
  if (process.env.SONDE_CLIENT_ID && process.env.SONDE_CLIENT_SECRET)
    return `The application of SONDE_CLIENT_ID lacks ${error.scope}: an admin adds it.`
  const url = await addressOf(common)
  const granted = (await readHosts()).hosts[url]?.scope.split(' ') ?? []
  const scopes = [...new Set([...granted, ...error.scope.split(' ')])]
  return `Sign in with ${error.scope} as well: sonde login ${url} --scope "${scopes.join(' ')}"`
}
