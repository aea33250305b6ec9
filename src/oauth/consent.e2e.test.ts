/** The consent page in a real browser: the developer site and the API are two origins, the application is a third. */
import { after } from 'node:test'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import { newContext } from '../../test/support/browser.ts'
import { freePort } from '../../test/support/free-port.ts'
import { startApp } from '../../test/support/start.ts'
import { client } from '../../test/support/world.ts'
import { bootstrap, createAccount } from '../identity/identity.ts'
import { createApplicationFor } from './applications/applications.ts'
import { changeByHand } from '../../test/support/by-hand.ts'
import { storiesOf } from '../../test/support/parts.ts'

const test = storiesOf('sign in, allow', 'deny tells', 'the page asks again')

const port = await freePort()
const api = `http://localhost:${port}`
const developer = `http://127.0.0.1:${port}`
const { db } = await startApp({
  env: { SONDE_PORT: String(port), SONDE_BASE_URL: api, SONDE_DEVELOPER_URL: developer },
})
const now = new Date()
const [email, password] = ['ada@acme.test', 'correct horse battery']
const { organisation } = await db.transaction((tx) =>
  bootstrap(tx, { organisation: 'Acme', admin: email, name: 'Ada' }, now),
)
await createAccount(db.tx, { email, name: 'Ada Lovelace', password }, now)
await createAccount(db.tx, { email: 'eve@elsewhere.test', name: 'Eve', password }, now)

const site = createServer((_request, response) => response.end('<title>the application</title>')).listen(
  0,
  '127.0.0.1',
)
await new Promise((resolve) => site.once('listening', resolve))
after(() => site.close())
const callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`
const application = await db.transaction((tx) =>
  createApplicationFor(
    tx,
    { organisationId: organisation.id, userId: null },
    { name: 'Retro Buddy', redirect_uris: [callback], scopes: ['pulses:read', 'pulses:write'] },
    now,
  ),
)
const address = (more: Record<string, string> = {}) =>
  `${developer}/oauth/authorize?${new URLSearchParams({ client_id: application.client_id, redirect_uri: callback, state: 'a b', ...more })}`

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.on('pageerror', (error) => assert.fail(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[013]/.test(message.text()))
      assert.fail(`${message.text()} ${message.location().url}`)
  })
  return page
}

async function signIn(page: Page, as = email): Promise<void> {
  await page.getByLabel('E-mail').fill(as)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/oauth\/authorize/)
}

async function isAccessible(page: Page): Promise<void> {
  await assertAccessible(page)
  assert.equal(await page.locator('h1').count(), 1)
  assert.ok(
    await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'),
    'nothing sticks out',
  )
}

/** Turns the clock of the page, which was installed, beyond the moment at which it would go on by itself, and leaves it time to go. */
async function stay(page: Page): Promise<void> {
  await page.clock.fastForward(3_000)
  await page.waitForTimeout(1_000)
}

test('sign in, allow, and the application has a token that acts for the person', async () => {
  const page = await open()
  await page.goto(address())
  assert.ok(await page.getByRole('button', { name: 'Allow' }).isHidden())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  // Stopped, or a slow machine would enable the button before the test looks at it.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await signIn(page)
  assert.match(await page.locator('#account').innerText(), /Ada Lovelace\s+ada@acme\.test/)
  const allow = page.getByRole('button', { name: 'Allow' })
  assert.ok(await allow.isDisabled())
  assert.deepEqual(await page.evaluate('[Object.keys(localStorage), document.cookie]'), [[], ''])
  await page.clock.resume()
  await allow.click()
  await page.waitForURL(`${callback}**`)
  const back = new URL(page.url()).searchParams
  assert.deepEqual([back.get('state'), back.get('iss')], ['a b', api])
  const { body } = await client(api).post('/oauth/token', {
    grant_type: 'authorization_code',
    code: back.get('code'),
    redirect_uri: callback,
    client_id: application.client_id,
    client_secret: application.client_secret,
  })
  assert.equal(body.scope, 'pulses:read pulses:write')
  assert.equal((await client(api, body.access_token).get('/api/pulses')).status, 200)
  await page.context().close()
})

test('deny tells the application, before and after signing in', async () => {
  const page = await open()
  const denied = async () => {
    await page.getByRole('link', { name: 'Deny' }).click()
    await page.waitForURL(`${callback}**`)
    const back = new URL(page.url()).searchParams
    assert.deepEqual(
      [back.get('error'), back.get('state'), back.get('iss'), back.get('code')],
      ['access_denied', 'a b', api, null],
    )
  }
  await page.goto(address())
  await denied()
  await page.goto(address())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await signIn(page)
  await denied()
  await page.context().close()
})

test('somebody of no organisation is told so, and may switch account', async () => {
  const page = await open()
  await page.goto(address())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await signIn(page, 'eve@elsewhere.test')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('alert').filter({ hasText: 'part of the organisation' }).waitFor()
  await page.getByRole('button', { name: 'Not you? Switch account' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await signIn(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${callback}**`)
  await page.context().close()
})

test('a person who allowed it before and signs in on this page is told so, and goes on without a second click', async () => {
  const page = await open()
  await page.clock.install()
  await page.goto(address())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await signIn(page)
  await page.getByText('You allowed this before').waitFor()
  await page.waitForURL(`${callback}**`)
  assert.ok(new URL(page.url()).searchParams.get('code'))

  await page.goto(address())
  assert.ok(await page.getByText('You’ve already answered this request').isVisible())
  await page.locator('#allow:enabled').waitFor()
  await isAccessible(page)
  await stay(page)
  assert.match(page.url(), /oauth\/authorize/, 'no click, no code')
  assert.ok(await page.locator('#remembered').isHidden())
  await page.context().close()
})

test('going on can be stopped, and then the page asks', async () => {
  const page = await open()
  await page.clock.install()
  await page.goto(address())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await signIn(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  await stay(page)
  assert.match(page.url(), /oauth\/authorize/)
  await page.evaluate("document.getElementById('remembered').hidden = false")
  await isAccessible(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${callback}**`)
  await page.context().close()
})

test('the page asks again for more than was allowed before', async () => {
  await changeByHand(
    db,
    { kind: 'application', id: application.id },
    {
      text: 'update applications set scopes = scopes || $1 where id = $2',
      values: [['teams:write', 'offline_access'], application.id],
    },
  )
  const page = await open()
  await page.clock.install()
  await page.goto(address({ scope: 'pulses:read teams:write offline_access' }))
  assert.match(await page.locator('.scopes').innerText(), /Edit teams[^]*can edit[^]*until you withdraw it/)
  assert.match(await page.locator('.facts').innerText(), /up to a year/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await signIn(page)
  await page.locator('#allow:enabled').waitFor()
  await stay(page)
  assert.match(page.url(), /oauth\/authorize/)
  const box = async (id: string) => (await page.locator(id).boundingBox())!
  const [deny, allow] = [await box('#deny'), await box('#allow')]
  assert.deepEqual(
    [Math.round(deny.width), Math.round(deny.height)],
    [Math.round(allow.width), Math.round(allow.height)],
  )
  assert.equal(await page.evaluate('document.activeElement === document.body'), true)
  await page.context().close()
})

test('a sign-in that began elsewhere ends with a way back', async () => {
  const page = await open()
  await page.goto(`${developer}/sign-in/callback?code=x&state=y`)
  await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
  await isAccessible(page)
  await page.context().close()
})

test('every page is accessible, wide and light, narrow and dark', async () => {
  const page = await open()
  const isAccessibleInBoth = async (): Promise<void> => {
    for (const [colorScheme, width] of [
      ['dark', 360],
      ['light', 1024],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await isAccessible(page)
    }
  }
  await page.goto(address())
  await isAccessibleInBoth()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await isAccessibleInBoth()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await isAccessibleInBoth()
  await signIn(page)
  await page.locator('#allow:enabled').waitFor()
  await isAccessibleInBoth()
  await page.locator('#deny').focus()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.id'), 'allow')
  for (const query of [{ client_id: 'unknown' }, { scope: 'unknown' }] as Record<string, string>[]) {
    await page.goto(address(query))
    await isAccessibleInBoth()
  }
  await page.context().close()
})
