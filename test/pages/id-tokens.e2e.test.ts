/** A provider whose ID tokens say who signed in: added and proved by an admin, then the way in of somebody new. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { atEndOf } from '../support/endings.ts'
import { startIssuer } from '../support/issuer.ts'
import { picture } from '../support/visit.ts'
import { newWorld } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { expectRefusals, isWell, isWellEverywhere, startSite, visit } from './visit.ts'

const site = await startSite({ env: { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' } })
const password = 'correct horse battery'
const world = await newWorld({ running: site.running })
const admin = { email: world.adminEmail, name: 'Ada Lovelace', password }
await createAccount(site.running.db.tx, admin, new Date())

const issuer = await startIssuer()
atEndOf('file', () => issuer.close())
const page = await visit({ viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

/** What the second part of a token states. */
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()) as Record<string, unknown>

test('Okta needs its issuer and our client alone, and is active once an admin has signed in with it', async () => {
  await arriveAs(page, site, `${site.pages}/app/settings/identity-providers`, admin)
  await page.getByRole('button', { name: 'Add provider' }).first().click()
  const dialog = page.getByRole('dialog')
  for (const [maker, issuerLike] of [
    ['Microsoft Entra ID', /^https:\/\/login\.microsoftonline\.com\//],
    ['Okta', /okta\.com/],
  ] as const) {
    await dialog.getByLabel('Type').selectOption(maker)
    assert.match((await dialog.getByLabel('Issuer').getAttribute('placeholder'))!, issuerLike)
    await dialog.getByText('Advanced: membership').waitFor()
    assert.equal(await dialog.getByLabel('Audiences').count(), 0)
  }
  // What Google has the same for everybody is there with it, and goes with it.
  await dialog.getByLabel('Type').selectOption('Google Workspace')
  assert.equal(await dialog.getByLabel('Issuer').inputValue(), 'https://accounts.google.com')
  assert.equal(await dialog.getByLabel('Membership claim').inputValue(), 'hd')
  await isWellEverywhere(page, (look) => picture(page, `google-provider-${look}`))
  await dialog.getByLabel('Type').selectOption('Okta')
  assert.equal(await dialog.getByLabel('Issuer').inputValue(), '')
  assert.equal(await dialog.getByLabel('Membership claim').inputValue(), '')
  await dialog.getByLabel('Name').fill('Acme Okta')
  await dialog.getByLabel('Issuer').fill(issuer.issuer)
  assert.equal(await dialog.getByRole('button', { name: 'Add provider' }).isDisabled(), true)
  await dialog.getByLabel('Client ID').fill('sonde-pages')
  await dialog.getByRole('switch', { name: 'People join when they sign in' }).check()
  await isWellEverywhere(page)
  await picture(page, 'id-token-provider')
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByText('Register Sonde with Acme Okta').waitFor()
  await dialog.getByRole('button', { name: 'Later' }).click()

  expectRefusals(page, /status of 422/)
  issuer.persons({ sub: '00u1', ver: 2 })
  await page.getByRole('button', { name: 'Sign in with Acme Okta' }).click()
  const refused = page.getByText('isn’t one of this type')
  await refused.waitFor()
  assert.match(await refused.innerText(), /Nothing was changed\. Check its type\. Found: ver: 2/)
  await picture(page, 'id-token-refused')

  issuer.persons({ sub: '00u1', ver: 1, email: 'ada@login.test', name: 'Ada' })
  await page.getByRole('button', { name: 'Sign in with Acme Okta' }).click()
  await page.getByText('is now active').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await isWell(page)
})

test('a client with a secret: the code is exchanged by the service, and the secret is not shown again', async () => {
  issuer.secretly('the secret', 'client_secret_basic')
  await page.goto(`${site.pages}/app/settings/identity-providers`)
  const dialog = page.getByRole('dialog')
  const enter = async (secret: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit provider' }).click()
    await dialog.getByLabel('Client secret').fill(secret)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await enter('the secret')
  await page.getByRole('button', { name: 'Edit provider' }).click()
  assert.equal(await dialog.getByLabel('Client secret').inputValue(), '')
  await dialog.getByPlaceholder('Saved. Enter another to replace it.').waitFor()
  await isWellEverywhere(page)
  await dialog.getByRole('button', { name: 'Remove the secret' }).click()
  await dialog.getByText('The secret is removed when you save.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Active', { exact: true }).waitFor()
})

test('somebody new joins by signing in with it, and their session is the ID token', async () => {
  issuer.persons({ sub: '00u2', ver: 1, email: 'grace@login.test', name: 'Grace Hopper' })
  const { rows } = await site.running.db.pool.query<{ slug: string }>(
    'select slug from organisations where id = $1',
    [world.organisationId],
  )
  const theirs = await visit()
  await theirs.goto(`${site.pages}/app/signed-out`)
  await theirs.getByLabel('Does your organisation use its own sign-in?').fill(rows[0].slug)
  await theirs.getByRole('button', { name: 'Find sign-in' }).click()
  await theirs.getByRole('button', { name: 'Sign in with Acme Okta' }).click()
  await theirs.getByRole('banner').waitFor()
  const session = await theirs.evaluate<{ token: string; endsAt: number }>(
    "JSON.parse(sessionStorage.getItem('sonde.session'))",
  )
  const claims = claimsOf(session.token)
  assert.deepEqual([claims.aud, claims.sub], ['sonde-pages', '00u2'])
  assert.equal(session.endsAt, (claims.exp as number) * 1000)
  await theirs.context().close()
})
