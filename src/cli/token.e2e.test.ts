/** `sonde token --as-me`, as it is installed, beside a running service: somebody signs in with a real browser and the token acts for them. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newContext } from '../../test/support/browser.ts'
import { freshDatabase, keysFolderOf, type Running, startApp } from '../../test/support/start.ts'
import { client } from '../../test/support/world.ts'
import { bootstrap, createAccount } from '../identity/identity.ts'

const command = fileURLToPath(new URL('../../bin/sonde', import.meta.url))
const [email, password] = ['ada@acme.test', 'correct horse battery']

suite('a token of one’s own from the command line', () => {
  let running: Running
  let folder: string
  let environment: Record<string, string | undefined>

  before(async () => {
    const database = await freshDatabase()
    running = await startApp({ database })
    folder = await mkdtemp(join(tmpdir(), 'sonde-token-'))
    const { host, port, user, password: secret, database: name, connectionString } = database
    const parameters = new URLSearchParams({ host: String(host), port: String(port), user: String(user) })
    if (typeof secret === 'string') parameters.set('password', secret)
    environment = {
      PATH: process.env.PATH,
      DATABASE_URL: connectionString ?? `postgres:///${name}?${parameters}`,
      SONDE_DATA_DIR: folder,
      SONDE_KEY_STORE: keysFolderOf(database),
      SONDE_LOG_LEVEL: 'silent',
    }
    const now = new Date()
    await running.db.transaction((tx) =>
      bootstrap(tx, { organisation: 'Acme', admin: email, name: 'Ada' }, now),
    )
    await createAccount(running.db.tx, { email, name: 'Ada Lovelace', password }, now)
  })

  after(() => rm(folder, { recursive: true, force: true }))

  const start = (
    ...words: string[]
  ): { child: ChildProcess; out: Promise<string>; address: Promise<string>; code: Promise<number> } => {
    const child = spawn(
      process.execPath,
      [command, 'token', '--as-me', '--no-browser', '--url', running.url, ...words],
      { env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const { promise: address, resolve } = Promise.withResolvers<string>()
    let told = ''
    child.stderr.on('data', (piece: Buffer) => {
      told += String(piece)
      const [found] = /https?:\S+\/oauth\/authorize\S+/.exec(told) ?? []
      if (found) resolve(found)
    })
    const code = new Promise<number>((ended) => child.once('exit', (status) => ended(status ?? 1)))
    void code.then(() => resolve(told))
    return { child, out: text(child.stdout), address, code }
  }

  async function signedIn(address: string) {
    const context = await newContext()
    const page = await context.newPage()
    await page.goto(address)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/oauth\/authorize/)
    return page
  }

  test('sign in, allow, and the terminal has a token that acts for the person; one application serves every time', async () => {
    for (const scope of ['pulses:read pulses:write', 'pulses:read']) {
      const { out, address, code } = start('--scope', scope, '--json')
      const page = await signedIn(await address)
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByText('The token is in your terminal').waitFor()
      assert.equal(await code, 0)
      const token = JSON.parse(await out)
      assert.deepEqual(new Set(token.scope.split(' ')), new Set(scope.split(' ')))
      const { status } = await client(running.url, token.access_token).get('/api/pulses')
      assert.equal(status, 200)
    }
    const { rows } = await running.db.pool.query(
      `select name, kind from applications where name = 'Command line'`,
    )
    assert.deepEqual(rows, [{ name: 'Command line', kind: 'public' }])
  })

  test('an application that the command registers, in the one organisation there is, signs its person in', async () => {
    const server = fileURLToPath(new URL('../../bin/sonde-server', import.meta.url))
    const words =
      'application create --name Trial --public --redirect-uri http://127.0.0.1/callback --scope links:read --json'
    const { stdout } = await promisify(execFile)(process.execPath, [server, ...words.split(' ')], {
      env: environment,
    })
    const { client_id } = JSON.parse(stdout)
    const { out, address, code } = start('--client-id', client_id, '--scope', 'links:read', '--json')
    const page = await signedIn(await address)
    await page.getByRole('button', { name: 'Allow' }).click()
    assert.equal(await code, 0)
    assert.equal(JSON.parse(await out).scope, 'links:read')
  })

  test('who denies gets a sentence and no token', async () => {
    const { out, address, code } = start('--scope', 'teams:read')
    const page = await signedIn(await address)
    await page.getByRole('link', { name: 'Deny' }).click()
    await page.getByText('Access was refused').waitFor()
    assert.equal(await code, 1)
    assert.equal(await out, '')
  })

  test('without a service at the address it says so', async () => {
    const { address, code } = start('--url', 'http://127.0.0.1:9')
    assert.match(await address, /No service answers at http:\/\/127\.0\.0\.1:9/)
    assert.equal(await code, 1)
  })
})
