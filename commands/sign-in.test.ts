/** `sonde login` and what follows, as they are installed: real processes beside a running service, whose embedded provider signs the person in. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { runCommand, startCommand } from '../test/support/command.ts'
import { inSession, type Person, signInWith } from '../test/support/embedded-sign-in.ts'
import { addressOf, operate } from '../test/support/operate.ts'
import { freshDatabase, keysFolderOf, type Running, startApp } from '../test/support/start.ts'
import { client } from '../test/support/world.ts'
import type { Hosts } from './hosts.ts'

suite('signing in from the command line', () => {
  let running: Running
  let folder: string
  let operator: Record<string, string>
  let ada: Person
  let session: string

  before(async () => {
    const database = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'sonde-sign-in-'))
    operator = {
      DATABASE_URL: addressOf(database),
      SONDE_DATA_DIR: folder,
      SONDE_KEY_STORE: keysFolderOf(database),
      SONDE_LOG_LEVEL: 'silent',
    }
    running = await startApp({ database })
    const words = [
      'bootstrap',
      '--organisation',
      'Acme',
      '--admin',
      'ada@acme.test',
      '--name',
      'Ada',
      '--json',
    ]
    const made = await operate(words, operator)
    assert.equal(made.code, 0, made.err)
    const { sign_in, command_line } = JSON.parse(made.out)
    assert.equal(command_line.client_id, 'sonde_cli')
    ada = sign_in
    session = await signInWith(running.url, ada)
  })

  after(() => rm(folder, { recursive: true, force: true }))

  const env = () => ({ SONDE_CONFIG_DIR: join(folder, 'config') })
  const file = () => join(folder, 'config', 'hosts.json')
  const stored = async (): Promise<Hosts> => JSON.parse(await readFile(file(), 'utf8'))
  const sonde = (...words: string[]) => runCommand(words, { env: env() })

  /** What the consent page does when somebody allows, from the address that the command prints. */
  async function allow(address: string): Promise<string> {
    const { response_type: _, ...body } = Object.fromEntries(new URL(address).searchParams)
    const { status, body: reply } = await inSession(running.url, session).post('/api/oauth/code', body)
    assert.equal(status, 200, JSON.stringify(reply))
    return (await fetch(reply.redirect_to)).text()
  }

  async function login(...words: string[]) {
    const command = startCommand(['login', '--no-browser', ...words], { env: env() })
    const page = await allow(await command.line(/https?:\S+\/oauth\/authorize\S+/))
    return { page, ...(await command.end) }
  }

  test('sign in once, and commands act for the person, also after the token has expired', async () => {
    const { page, code, err } = await login(running.url)
    assert.equal(code, 0, err)
    assert.match(page, /You are signed in/)
    assert.match(err, new RegExp(`Signed in at ${running.url} as Ada, of Acme`))

    const { mode } = await stat(file())
    assert.equal(mode & 0o777, 0o600)
    assert.equal((await stat(join(folder, 'config'))).mode & 0o777, 0o700)

    const me = await sonde('whoami', '--json')
    assert.equal(JSON.parse(me.out).user.email, ada.email)
    const { current, hosts } = await stored()
    assert.equal(current, running.url)
    const first = hosts[running.url]

    // It expired a second ago: of commands at once one refreshes it, and all go on.
    hosts[running.url] = { ...first, expires_at: new Date(Date.now() - 1000).toISOString() }
    await writeFile(file(), JSON.stringify({ current, hosts }))
    const ends = await Promise.all([sonde('token', '--as-me'), sonde('token', '--as-me'), sonde('whoami')])
    assert.deepEqual(
      ends.map((end) => end.code),
      [0, 0, 0],
      JSON.stringify(ends),
    )
    assert.equal(ends[0].out, ends[1].out)
    assert.notEqual(ends[0].out.trim(), first.access_token)
    assert.equal((await client(running.url, ends[0].out.trim()).get('/api/pulses')).status, 200)
    assert.notEqual((await stored()).hosts[running.url].refresh_token, first.refresh_token)
  })

  test('signing out ends the tokens at the service and deletes them here', async () => {
    assert.equal((await login(running.url)).code, 0)
    const { access_token: token } = (await stored()).hosts[running.url]
    const out = await sonde('logout')
    assert.equal(out.code, 0, out.err)
    assert.deepEqual(await stored(), { current: null, hosts: {} })
    assert.equal((await client(running.url, token).get('/api/pulses')).status, 401)
    const again = await sonde('whoami', '--url', running.url)
    assert.deepEqual([again.code, again.out], [4, ''])
    assert.match(again.err, new RegExp(`Sign in: sonde login ${running.url}`))
  })

  test('who signs in again leaves no token of the sign-in before', async () => {
    await login(running.url)
    const before = (await stored()).hosts[running.url].access_token
    await login(running.url)
    assert.equal((await client(running.url, before).get('/api/pulses')).status, 401)
  })

  test('a sign-in that the person has withdrawn at the service asks for a new one', async () => {
    await login(running.url)
    const own = inSession(running.url, session)
    const { body } = await own.get('/api/grants')
    for (const { id } of body.grants) await own.delete(`/api/grants/${id}`)
    const { current, hosts } = await stored()
    hosts[running.url].expires_at = new Date(0).toISOString()
    await writeFile(file(), JSON.stringify({ current, hosts }))
    const { code, err } = await sonde('pulse', 'list')
    assert.equal(code, 4)
    assert.match(err, /Your sign-in at .* has ended\. Sign in again/)
  })

  test('a reply that is not ours, and one without consent, end in no token', async () => {
    const command = startCommand(['login', '--no-browser', running.url], { env: env() })
    const address = new URL(await command.line(/https?:\S+\/oauth\/authorize\S+/))
    const back = new URL(address.searchParams.get('redirect_uri') ?? '')
    const forged = new URLSearchParams({ code: 'sonde_ac_forged', state: 'another', iss: running.url })
    assert.equal((await fetch(`${back}?${forged}`)).status, 404)
    const denied = new URLSearchParams({
      error: 'access_denied',
      state: address.searchParams.get('state') ?? '',
      iss: running.url,
    })
    assert.match(await (await fetch(`${back}?${denied}`)).text(), /Access was refused/)
    const { code, out, err } = await command.end
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /Access was refused/)
  })

  test('a token with other scopes is printed and not stored', async () => {
    await login(running.url)
    const before = await stored()
    const command = startCommand(['token', '--as-me', '--no-browser', '--scope', 'teams:read', '--json'], {
      env: env(),
    })
    await allow(await command.line(/https?:\S+\/oauth\/authorize\S+/))
    const { out, code } = await command.end
    assert.equal(code, 0)
    assert.deepEqual(Object.keys(JSON.parse(out)).toSorted(), ['access_token', 'expires_in', 'scope'])
    assert.equal(JSON.parse(out).scope, 'teams:read')
    assert.deepEqual(await stored(), before)
  })

  test('an application of fewer scopes is asked for those that it has, and one that is named is asked for as it is', async () => {
    const { body } = await inSession(running.url, session).post('/api/applications', {
      name: 'Reader',
      kind: 'public',
      redirect_uris: ['http://127.0.0.1/callback'],
      scopes: ['pulses:read', 'insights:read', 'teams:write', 'offline_access'],
    })
    const { code, err } = await login(running.url, '--client-id', body.client_id)
    assert.equal(code, 0, err)
    const { scope, refresh_token } = (await stored()).hosts[running.url]
    assert.equal(scope, 'pulses:read insights:read offline_access')
    assert.ok(refresh_token)
    const words = [
      'login',
      '--no-browser',
      '--client-id',
      body.client_id,
      '--scope',
      'teams:read',
      running.url,
    ]
    const command = startCommand(words, { env: env() })
    const page = await fetch(await command.line(/https?:\S+\/oauth\/authorize\S+/))
    assert.equal(page.status, 400)
    command.stop()
    await command.end
  })

  test('a command that lacks a scope says the whole line, and that line is enough', async () => {
    await sonde('logout')
    assert.equal((await login(running.url)).code, 0)
    const before = (await stored()).hosts[running.url].scope
    for (const [words, missing] of [
      [['webhook', 'list'], 'webhooks:write'],
      [['export', 'comments', '-o', '-', '--format', 'csv'], 'responses:read'],
    ] as const) {
      const { code, err } = await sonde(...words)
      assert.equal(code, 1)
      const [, address, scope] = /sonde login (\S+) --scope "([^"]+)"/.exec(err) ?? []
      assert.deepEqual([address, scope], [running.url, `${before} ${missing}`], err)
    }
    const scope = `${before} webhooks:write`
    assert.equal((await login(running.url, '--scope', scope)).code, 0)
    const granted = (await stored()).hosts[running.url].scope
    assert.deepEqual(granted.split(' ').toSorted(), scope.split(' ').toSorted())
    const listed = await sonde('webhook', 'list')
    assert.equal(listed.code, 0, listed.err)
    const { access_token } = (await stored()).hosts[running.url]
    const given = await runCommand(['export', 'comments', '-o', '-', '--format', 'csv'], {
      env: { ...env(), SONDE_URL: running.url, SONDE_TOKEN: access_token },
    })
    assert.match(given.err, /The token in SONDE_TOKEN lacks responses:read\./)
  })

  test('an organisation that comes later has a client ID of its own', async () => {
    const words = ['bootstrap', '--organisation', 'Beta', '--admin', 'bo@beta.test', '--another']
    const { out } = await operate(words, operator)
    const [, clientId] = /sonde login ADDRESS --client-id (\S+)/.exec(out) ?? []
    assert.match(clientId, /^app_/)
  })
})
