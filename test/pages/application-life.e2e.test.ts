/**
 * An application's life as people see it, in one browser: somebody denies it and allows it, is remembered, finds what it made
 * on Home, takes the access back and is asked again; an admin ends a secret that leaked; the documentation knows which one it is.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createApplicationFor, registerOwnPages } from '../../src/oauth/oauth.ts'
import { bodyOf } from '../support/clockwork.ts'
import { client, pulseDraft } from '../support/world.ts'
import { signIn, startSite, visit } from './visit.ts'

const { running, api, pages, organisationId } = await startSite()
const program = createServer((_request, response) => response.end('<title>the program</title>'))
await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
after(() => program.close())
const callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`

const name = 'Retro Buddy'
const application = await running.db.transaction(async (tx) => {
  await registerOwnPages(tx, pages, new Date())
  return createApplicationFor(
    tx,
    { organisationId, userId: null },
    {
      name,
      redirect_uris: [callback],
      scopes: ['pulses:read', 'pulses:write', 'teams:read', 'teams:write'],
    },
    new Date(),
  )
})
const credentials = { client_id: application.client_id, client_secret: application.client_secret }
const asking = (state: string): string =>
  `${pages}/oauth/authorize?${new URLSearchParams({ client_id: application.client_id, redirect_uri: callback, state })}`

/** Refusals: what the consent page asks for, unseen, of somebody who has allowed nothing. */
const first = await visit({ refusals: /status of 40[03]/ })
after(() => first.context().close())

/** A page of its own, so without a session; the provider still knows who sits here. */
async function open(address: string): Promise<Page> {
  const page = await first.context().newPage()
  await page.goto(address)
  return page
}

async function backAt(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${callback}**`)
  return new URL(page.url()).searchParams
}

const tokenFor = async (code: string | null) =>
  (
    await bodyOf(
      client(api).post('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        ...credentials,
      }),
    )
  ).access_token as string

test('deny gives nothing; allow gives a token, and Home shows what was made by it', async () => {
  await signIn(first, `${pages}/app`)
  await first.getByText('No results yet').waitFor()
  await first.goto(asking('first'))
  await first.getByRole('link', { name: 'Deny' }).click()
  const denied = await backAt(first)
  assert.deepEqual([denied.get('error'), denied.get('code')], ['access_denied', null])

  await first.goto(asking('second'))
  await first.getByRole('button', { name: 'Allow' }).click()
  const person = client(api, await tokenFor((await backAt(first)).get('code')))
  const { id } = await bodyOf(person.post('/api/teams', { name: 'Platform' }), 201)
  await bodyOf(person.post('/api/pulses', pulseDraft([id], { title: 'After the <outage>' })), 201)

  await first.goto(`${pages}/app`)
  const needs = first.getByRole('region', { name: 'Needs you' })
  await needs.getByText('A draft of “After the <outage>”, last changed').waitFor()
})

test('the second time the page says so and goes on; withdrawn, it asks again, and the token is dead', async () => {
  const remembered = await open(asking('third'))
  await remembered.getByRole('button', { name: 'Sign in' }).click()
  await remembered.getByText('You allowed this before').waitFor()
  const token = await tokenFor((await backAt(remembered)).get('code'))
  assert.equal((await client(api, token).get('/api/pulses')).status, 200)

  await first.getByRole('button', { name: /^Account/ }).click()
  await first.getByRole('button', { name: 'Connections' }).click()
  await first.getByRole('button', { name: `Withdraw access for ${name}` }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Withdraw access' }).click()
  await first.getByText('No connected applications').waitFor()
  assert.equal((await client(api, token).get('/api/pulses')).status, 401)

  const asked = await open(asking('fourth'))
  const [answer] = await Promise.all([
    asked.waitForResponse((reply) => reply.url().endsWith('/api/oauth/code')),
    asked.getByRole('button', { name: 'Sign in' }).click(),
  ])
  assert.ok(answer.status() >= 400, `nothing is remembered: ${answer.status()}`)
  await asked.locator('#allow:enabled').waitFor()
  assert.ok(await asked.getByText('You allowed this before').isHidden())
})

test('a secret that leaked ends at once, with the tokens that were made by it', async () => {
  const granted = await bodyOf(
    client(api).post('/oauth/token', { grant_type: 'client_credentials', ...credentials }),
  )
  await first.goto(`${pages}/developers/applications/${application.id}`)
  await first.getByRole('button', { name: 'Revoke secret' }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByLabel(/^Type/).fill('Retro')
  assert.ok(await dialog.getByRole('button', { name: 'Revoke secret' }).isDisabled())
  await dialog.getByLabel(/^Type/).fill(name)
  await dialog.getByRole('button', { name: 'Revoke secret' }).click()
  await first.getByText('Secret revoked. Its tokens no longer work.').waitFor()
  await first.getByRole('button', { name: 'Revoke secret' }).waitFor({ state: 'detached' })
  assert.equal((await client(api, granted.access_token).get('/api/teams')).status, 401)
  const refused = await client(api).post('/oauth/token', { grant_type: 'client_credentials', ...credentials })
  assert.equal(refused.body.error, 'invalid_client')
})

test('the documentation is filled in with the application last looked at, without a secret, until one signs out', async () => {
  const kept = () => first.evaluate<string | null>("localStorage.getItem('sonde.application')")
  assert.deepEqual(JSON.parse((await kept())!), { client_id: application.client_id, name })
  const docs = await open(`${pages}/docs/authentication`)
  await docs.getByText(`Examples are filled in with your application ${name}.`).waitFor()
  assert.ok((await docs.locator('.code code').allInnerTexts()).join('').includes(application.client_id))

  await first.getByRole('button', { name: /^Account/ }).click()
  await first.getByRole('button', { name: 'Sign out' }).click()
  await first.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  assert.equal(await kept(), null)
})
