/** `sonde login`, `logout`, `whoami`, `profile` and `token`: where somebody is signed in. */
import type { Command } from 'commander'
import { offlineAccess, type RegisteredScope } from '../contract/scopes.ts'
import { originOf } from './address.ts'
import { callCommand, urlWords } from './calling.ts'
import { misused, notSignedIn } from './exits.ts'
import { changeHosts, hostsFile, readHosts } from './hosts.ts'
import { printFacts, printJson, printTable, tell } from './output.ts'
import { addressOf, type Common, loginOf, sessionOf, storedToken } from './session.ts'
import { commandLineClientId, revoke, signIn } from './sign-in.ts'

/** What commands need: no names, links or audit log, and nobody is erased. */
const everydayScopes: readonly RegisteredScope[] = [
  'pulses:read',
  'pulses:write',
  'checkins:read',
  'checkins:write',
  'teams:read',
  'insights:read',
  'events:read',
  'exports:write',
]

const tokenScope = everydayScopes.join(' ')
const loginScope = `${tokenScope} ${offlineAccess}`

type SignInOptions = { scope?: string; clientId?: string; browser: boolean }

const withSignIn = (command: Command): Command =>
  command
    .option(
      '--client-id <id>',
      'a public application with the redirect URI http://127.0.0.1/callback; by default the one that comes with the service',
    )
    .option('--no-browser', 'print the address only')

async function login(typed: string | undefined, { scope, clientId, browser }: SignInOptions): Promise<void> {
  const url = await addressOf(typed === undefined ? {} : { url: typed })
  const known = (await readHosts()).hosts[url]
  const client = clientId ?? process.env.SONDE_CLIENT_ID ?? known?.client_id ?? commandLineClientId
  const success = 'You are signed in: continue in your terminal.'
  const scopes = { scope: scope ?? loginScope, narrow: scope === undefined }
  const tokens = await signIn({ url, clientId: client, ...scopes, browser, success, tell })
  await changeHosts((hosts) => {
    hosts.hosts[url] = loginOf(tokens, client)
    hosts.current = url
  })
  // The sign-in before this one is no longer needed by anybody.
  if (known?.refresh_token) await revoke(url, known.client_id, known.refresh_token).catch(() => {})
  const me = await (await sessionOf({ url })).sonde.call('getMe')
  tell(`Signed in at ${url} as ${me.user?.name ?? 'an organisation'}, of ${me.organisation?.name ?? '—'}.`)
  if (tokens.refresh_token === null) tell('This sign-in ends after an hour.')
}

async function logout(common: Pick<Common, 'url'>): Promise<void> {
  const url = await addressOf(common)
  const login = await changeHosts((hosts) => {
    const known = hosts.hosts[url]
    delete hosts.hosts[url]
    if (hosts.current === url) hosts.current = Object.keys(hosts.hosts)[0] ?? null
    return known
  })
  if (!login) throw notSignedIn(`You are not signed in at ${url}.`)
  try {
    await revoke(url, login.client_id, login.refresh_token ?? login.access_token)
    tell(`Signed out of ${url}.`)
  } catch {
    tell(
      `The tokens of ${url} are deleted here. The service could not be told: revoke the access under Connections in your account.`,
    )
  }
}

async function whoami(options: Common): Promise<void> {
  const { sonde, url } = await sessionOf(options)
  const me = await sonde.call('getMe')
  if (options.json) return printJson(me)
  printFacts({
    service: url,
    organisation: me.organisation && `${me.organisation.name} (${me.organisation.id})`,
    user: me.user && `${me.user.name} <${me.user.email}> (${me.user.id})`,
    role: me.role,
    application: me.application && `${me.application.name} (${me.application.client_id})`,
    scopes: me.scopes?.join(' '),
  })
}

type TokenOptions = Common & SignInOptions

/** From the stored sign-in; with a scope or an application of one's own, from a new one, which is not stored. */
async function token(options: TokenOptions): Promise<void> {
  const url = await addressOf(options)
  const { scope, clientId, browser, json } = options
  const stored = (await readHosts()).hosts[url]
  if (stored && scope === undefined && clientId === undefined) {
    const value = await storedToken(url)
    const { expires_at, scope: granted } = (await readHosts()).hosts[url] ?? stored
    const seconds = Math.max(0, Math.floor((Date.parse(expires_at) - Date.now()) / 1000))
    return json ? printJson({ access_token: value, scope: granted, expires_in: seconds }) : console.log(value)
  }
  const client = clientId ?? stored?.client_id ?? commandLineClientId
  const success = 'The token is in your terminal.'
  const scopes = { scope: scope ?? tokenScope, narrow: scope === undefined }
  const made = await signIn({ url, clientId: client, ...scopes, browser, success, tell })
  const { access_token, scope: granted, expires_in } = made
  if (json) printJson({ access_token, scope: granted, expires_in })
  else console.log(access_token)
}

export function addAccountCommands(program: Command): void {
  withSignIn(
    program
      .command('login [address]')
      .description('sign in with the browser, and stay signed in')
      .option(
        '--scope <scopes>',
        `what commands may do in your name, separated by spaces; by default ${loginScope}, or what the application has`,
      ),
  ).action(login)
  program
    .command('logout')
    .description('sign out, and revoke the tokens')
    .option('--url <address>', urlWords)
    .action(logout)
  callCommand(program, 'whoami', 'show whom commands act for, and what they may do').action(whoami)
  withSignIn(
    callCommand(program, 'token', 'print a token that acts for you')
      .option('--as-me', 'the only kind of token so far')
      .option('--scope <scopes>', 'separated by spaces: a new token, which is not stored'),
  ).action(token)

  const profile = program.command('profile').description('the services that you are signed in to')
  profile
    .command('list')
    .description('list them')
    .option('--json', 'print one JSON object', false)
    .action(async ({ json }: { json: boolean }) => {
      const { current, hosts } = await readHosts()
      const profiles = Object.entries(hosts).map(
        ([url, { client_id, scope, expires_at, refresh_token }]) => ({
          url,
          current: url === current,
          client_id,
          scope,
          ends_at: refresh_token === null ? expires_at : null,
        }),
      )
      if (json) return printJson({ profiles })
      printTable(profiles, {
        service: (row) => row.url,
        current: (row) => (row.current ? 'yes' : ''),
        scopes: (row) => row.scope,
      })
      if (profiles.length === 0) tell(`No sign-in is stored in ${hostsFile()}.`)
    })
  profile
    .command('use <address>')
    .description('make one of them the service that commands call')
    .action(async (typed: string) => {
      const url = originOf(typed)
      await changeHosts((hosts) => {
        if (!hosts.hosts[url]) throw misused(`You are not signed in at ${url}. Sign in: sonde login ${url}`)
        hosts.current = url
      })
    })
}
