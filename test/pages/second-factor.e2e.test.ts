/** The second factor and signing in again, in a real browser: an app, a passkey of Chromium's virtual authenticator, recovery codes. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { codeAt, secretOn } from '../support/embedded-sign-in.ts'
import { newWorld } from '../support/world.ts'
import { readQrCode } from '../support/qr.ts'
import { forget } from './forget.ts'
import { expectRefusals, isWell, signIn, startSite, visit } from './visit.ts'

const site = await startSite({ at: new Date().toISOString() })
const { clock } = site.running
const account = `${site.pages}/app/account`

async function newAdmin() {
  const world = await newWorld({ running: site.running })
  const admin = { email: world.adminEmail, name: 'Ada Lovelace', password: 'correct horse battery' }
  await createAccount(site.running.db.tx, admin, clock!.now())
  return { world, admin }
}

const { admin, world } = await newAdmin()

/** One visit for all: what one story leaves behind, the next begins with. */
const page = await visit()
after(() => page.context().close())
beforeEach(() => expectRefusals(page, null))
const dialog = page.getByRole('dialog')

async function enterPassword({ email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Offered where a sign-in was too long ago; the address is the same afterwards. */
async function signInAgain(there: string): Promise<void> {
  await page.getByText('You signed in more than 10 minutes ago').waitFor()
  await isWell(page)
  clock!.set(new Date())
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await enterPassword(admin)
  await page.waitForURL(there)
}

/** A step later than any code before. */
const nextCode = (secret: string): string => {
  clock!.advance(30_000)
  return codeAt(secret, clock!.now())
}

test('what cannot be undone asks for a new sign-in, and the dialog is open again afterwards', async () => {
  expectRefusals(page, /status of 403/)
  await signIn(page, `${site.pages}/developers`, admin)
  const session = await page.evaluate<{ token: string }>(
    `JSON.parse(sessionStorage.getItem('sonde.session'))`,
  )
  const reply = await fetch(`${site.api}/api/applications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Dashboard', scopes: ['teams:read'] }),
  })
  const { id } = (await reply.json()) as { id: string }
  const address = `${site.pages}/developers/applications/${id}`
  await page.goto(`${address}?tab=credentials`)
  const there = page.url()
  await page.getByRole('button', { name: 'Revoke application' }).click()
  clock!.advance(11 * 60_000)
  await dialog.getByLabel(/^Type/).fill('Dashboard')
  await dialog.getByRole('button', { name: 'Revoke application' }).click()
  await signInAgain(there)
  await dialog.getByLabel(/^Type/).fill('Dashboard')
  await dialog.getByRole('button', { name: 'Revoke application' }).click()
  await page.getByText('Revoked').first().waitFor()
})

test('what was chosen for agents is still there after the new sign-in that letting more in takes', async () => {
  expectRefusals(page, /status of 403/)
  const settings = `${site.pages}/app/settings/organisation?tab=agents`
  await page.goto(settings)
  const hosts = page.getByLabel('More sites, separated by commas')
  await hosts.fill('-.example')
  await page.getByText('Enter names of sites').waitFor()
  await hosts.fill('agents.example')
  await page.getByRole('button', { name: 'Save changes' }).click()
  clock!.advance(11 * 60_000)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await signInAgain(settings)
  assert.equal(await hosts.inputValue(), 'agents.example')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.reload()
  assert.equal(await hosts.inputValue(), 'agents.example')
  assert.equal(await page.evaluate(`sessionStorage.getItem('sonde.left-draft')`), null)
})

test('an admin who signed in long ago signs in again for an application, and finds what they had typed', async () => {
  expectRefusals(page, /status of 403/)
  const form = `${site.pages}/developers/applications/new`
  await page.goto(form)
  await page.getByLabel('Name').fill('Night shift')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  clock!.advance(11 * 60_000)
  await page.getByRole('button', { name: 'Create application' }).click()
  await signInAgain(form)
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByRole('heading', { name: 'Night shift' }).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Credentials', exact: true }).click()
  const credentials = page.url()
  clock!.advance(11 * 60_000)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await dialog.getByLabel(/^Type/).fill('Night shift')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await signInAgain(credentials)
  await dialog.getByLabel(/^Type/).fill('Night shift')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()

  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
  await page.waitForURL(/tab=settings/)
  const settings = page.url()
  await page.getByLabel('Name').fill('Day shift')
  await page.getByRole('checkbox', { name: /teams:write/ }).check()
  clock!.advance(11 * 60_000)
  await page.getByRole('button', { name: 'Save' }).click()
  await signInAgain(settings)
  assert.equal(await page.getByLabel('Name').inputValue(), 'Day shift')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Day shift' }).waitFor()
})

test('an admin who signed in long ago signs in again to make another admin, and to export or delete the organisation', async () => {
  expectRefusals(page, /status of 403/)
  const { name } = (await (await world.user()).get('/api/me')).body.user
  const people = `${site.pages}/app/settings/people`
  await page.goto(people)
  clock!.advance(11 * 60_000)
  await page.getByLabel(`Role of ${name}`).selectOption('admin')
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  await signInAgain(people)
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  await page.getByText(`${name} is an admin now`).waitFor()

  const data = `${site.pages}/app/settings/data`
  await page.goto(data)
  clock!.advance(11 * 60_000)
  await page.getByRole('button', { name: 'Create export' }).click()
  await signInAgain(data)
  await page.getByRole('button', { name: 'Delete organisation' }).click()
  clock!.advance(11 * 60_000)
  const { slug } = (await (await world.user()).get('/api/me')).body.organisation
  await dialog.getByLabel(/^Type/).fill(slug)
  await dialog.getByRole('button', { name: 'Delete organisation' }).click()
  await signInAgain(data)
  await dialog.getByLabel(/^Type/).fill(slug)
  await dialog.getByRole('button', { name: 'Delete organisation' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('a passkey is added, signs in without a password, and no longer once it is removed', async () => {
  expectRefusals(page, /status of 400/)
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(account)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('Work laptop').waitFor()
  await isWell(page)

  await forget(page, site)
  await page.goto(account)
  await page.waitForURL(/\/idp\/sign-in\//)
  await isWell(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(account)
  await page.getByText('Work laptop').waitFor()

  await forget(page, site)
  await page.goto(account)
  await page.waitForURL(/\/idp\/sign-in\//)
  await enterPassword(admin)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.waitForURL(account)
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('You have no second factor yet.').waitFor()

  await forget(page, site)
  await page.goto(account)
  await page.waitForURL(/\/idp\/sign-in\//)
  await enterPassword(admin)
  await page.waitForURL(account)
  await browser.send('WebAuthn.disable')
})

test('an app is set up on the account page, and asked for at the next sign-in, at 360 px as well', async () => {
  expectRefusals(page, /status of 4(00|22)/)
  await page.getByText('You have no second factor yet.').waitFor()
  await isWell(page)
  await page.getByRole('button', { name: 'Set up app' }).click()
  await dialog.getByRole('button', { name: 'Set up app' }).click()
  const qr = dialog.getByRole('img', { name: 'QR code' })
  await qr.waitFor()
  const secret = (await dialog.locator('code').textContent())!
  const scanned = new URL(await readQrCode(qr))
  assert.deepEqual([scanned.protocol, scanned.searchParams.get('secret')], ['otpauth:', secret])
  await dialog.getByLabel('Six-digit code').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm code' }).click()
  await dialog.getByText('This code is not right').waitFor()
  await dialog.getByLabel('Six-digit code').fill(nextCode(secret))
  await dialog.getByRole('button', { name: 'Confirm code' }).click()
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  const codes = await dialog.locator('li code').allTextContents()
  assert.equal(codes.length, 10)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('10 left').waitFor()

  await forget(page, site)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(account)
  await page.waitForURL(/\/idp\/sign-in\//)
  await enterPassword(admin)
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await isWell(page)
  await page.getByLabel('Six-digit code').fill(nextCode(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(account)
  await page.getByText('10 left').waitFor()
  await isWell(page)

  await forget(page, site)
  await page.goto(account)
  await page.waitForURL(/\/idp\/sign-in\//)
  await enterPassword(admin)
  await page.getByText('Lost your device?').click()
  await page.getByLabel('Recovery code').fill(codes[0].toUpperCase())
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await page.waitForURL(account)
  await page.getByText('9 left').waitFor()
})

test('an admin who requires a second factor sets one up at once, and comes back to where they were', async () => {
  expectRefusals(page, /status of 40[03]/)
  const { admin: other } = await newAdmin()
  const settings = `${site.pages}/app/settings/organisation?tab=sign_in`
  await forget(page, site)
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, settings, other)
  await page.getByLabel('Required for admins').check()
  await page
    .getByRole('region', { name: 'Second factor' })
    .getByRole('button', { name: 'Save changes' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/\/idp\/sign-in\//)
  await enterPassword(other)
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await isWell(page)
  await page.getByLabel('Six-digit code').fill(nextCode(secretOn(await page.content())))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await isWell(page)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.waitForURL(settings)
  assert.ok(await page.getByLabel('Required for admins').isChecked())
})
