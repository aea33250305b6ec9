/**
 * `sonde token --as-me`: a token that acts for the person at this computer, in one step. The browser signs them in and asks for their
 * consent; the code comes back to a port of this machine, with PKCE. Source: RFC 8252 §7.3, RFC 7636.
 *
 * Without `--client-id` it uses an application called "Command line" of the organisation, and registers it first if need be.
 */
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { registeredScopeNames } from '../../contract/scopes.ts'
import { many, type Db, one, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { applications, organisations } from '../db/tables.ts'
import { createApplicationFor } from '../oauth/oauth.ts'
import { Problem } from '../problem.ts'

export type TokenCommand = {
  url: string
  scope: string
  clientId?: string
  organisation?: string
  browser: boolean
}

const applicationName = 'Command line'
/** The port is chosen anew each time. */
const redirectUri = 'http://127.0.0.1/callback'
/** How long somebody may take to sign in and decide. */
const patienceMs = 10 * 60_000

const organisationRow = shapeOf(organisations, ['id', 'name'])

/** @throws not_found  no organisation, or none with that id | invalid_request  several, and none was named */
async function organisationOf(db: Db, named: string | undefined): Promise<string> {
  const all = await many(
    db.tx,
    organisationRow,
    sql`select ${organisationRow.columns} from organisations order by id limit 100`,
  )
  if (named !== undefined) {
    if (all.some(({ id }) => id === named)) return named
    throw new Problem('not_found', { detail: `There is no organisation ${named}` })
  }
  if (all.length === 0)
    throw new Problem('not_found', { detail: 'There is no organisation yet: `sonde bootstrap` makes one' })
  if (all.length > 1) {
    const names = all.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
    throw new Problem('invalid_request', {
      detail: `There are several organisations; name one by --organisation:\n${names}`,
    })
  }
  return all[0].id
}

/** The client id of the application "Command line", which is public: what runs on somebody's computer has no secret. */
export async function commandLineClient(
  db: Db,
  organisation: string | undefined,
  now: Date,
): Promise<string> {
  const organisationId = await organisationOf(db, organisation)
  return db.transaction(async (tx) => {
    const row = shapeOf(applications, ['client_id'])
    const known = await one(
      tx,
      row,
      sql`
        select ${row.columns}
        from applications
        where organisation_id = ${organisationId}
          and name = ${applicationName}
          and kind = 'public'
          and status = 'active'
          and ${redirectUri} = any (redirect_uris)
        limit 1`,
    )
    if (known) return known.client_id
    const draft = {
      name: applicationName,
      kind: 'public' as const,
      redirect_uris: [redirectUri],
      scopes: [...registeredScopeNames],
    }
    return (await createApplicationFor(tx, { organisationId, userId: null }, draft, now)).client_id
  })
}

type Listener = { redirectUri: string; reply: Promise<URL>; close(): void }

/** Waits for the one reply of the browser. */
async function listen(): Promise<Listener> {
  const { promise: reply, resolve, reject } = Promise.withResolvers<URL>()
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri)
    if (url.pathname !== '/callback') {
      response.writeHead(404).end()
      return
    }
    const isRefused = url.searchParams.has('error')
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(
      isRefused
        ? 'Access was refused. You can close this page.\n'
        : 'The token is in your terminal. You can close this page.\n',
    )
    resolve(url)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const timer = setTimeout(() => reject(new Error('Nobody answered within ten minutes.')), patienceMs)
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

export type OwnToken = { access_token: string; scope: string; expires_in: number }

/**
 * @param tell  prints a line that is no result
 * @throws Error  with a sentence: no service at the address, access refused, nobody answered
 */
export async function ownToken(
  { url, scope, browser }: Pick<TokenCommand, 'url' | 'scope' | 'browser'>,
  clientId: string,
  tell: (line: string) => void,
): Promise<OwnToken> {
  const insecure = { [oauth.allowInsecureRequests]: new URL(url).protocol === 'http:' }
  const issuer = new URL(url)
  const discovered = await oauth
    .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    .catch((cause: unknown) => {
      throw new Error(`No service answers at ${url}. Is it running? \`npm start\` prints its address.`, {
        cause,
      })
    })
  const server = await oauth.processDiscoveryResponse(issuer, discovered)
  const client: oauth.Client = { client_id: clientId }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const listener = await listen()
  try {
    const address = new URL(server.authorization_endpoint ?? `${url}/oauth/authorize`)
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: listener.redirectUri,
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }))
      address.searchParams.set(name, value)
    tell(`Sign in and choose Allow in the browser. If none opens, go to\n${address.href}`)
    if (browser) openBrowser(address.href)
    const reply = await listener.reply
    const parameters = oauth.validateAuthResponse(server, client, reply, state)
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      listener.redirectUri,
      verifier,
      insecure,
    )
    const token = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
    return {
      access_token: token.access_token,
      scope: token.scope ?? scope,
      expires_in: token.expires_in ?? 0,
    }
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError)
      throw new Error(
        error.error === 'access_denied'
          ? 'Access was refused.'
          : `${error.error}: ${error.error_description ?? ''}`,
        { cause: error },
      )
    if (error instanceof oauth.ResponseBodyError)
      throw new Error(`${error.error}: ${error.error_description ?? ''}`, { cause: error })
    throw error
  } finally {
    listener.close()
  }
}
