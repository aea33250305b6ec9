/** The developer pages in a real browser: from the first sign-in to a program that works, and to the end of it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { picture } from '../support/visit.ts'
import { client } from '../support/world.ts'
import { expectRefusals, signIn, startSite, visit } from './visit.ts'

const run = promisify(execFile)

/** What somebody would do with it: paste it into a terminal. */
const inTerminal = async (command: string): Promise<Record<string, unknown>> =>
  JSON.parse((await run('sh', ['-c', command])).stdout) as Record<string, unknown>

const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')

const secretShape = /^sonde_cs_[0-9a-z]{26}_[0-9A-Za-z]{49}$/

const shownSecret = async (page: Page): Promise<string> => {
  const texts = await page.locator('code').allInnerTexts()
  const secret = texts.find((text) => secretShape.test(text))
  assert.ok(secret, 'a secret is shown')
  return secret
}

const { running, api, pages } = await startSite({ at: new Date().toISOString() })
// Pages read as an application does.
await running.db.transaction((tx) => registerOwnPages(tx, pages, new Date()))
const page = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
after(() => page.close({ runBeforeUnload: false }))
beforeEach(() => expectRefusals(page, null))

test('sign in, make an application, paste its calls, rotate its secret, revoke it', async () => {
  expectRefusals(page, /status of 403/)
  await signIn(page, `${pages}/app`)
  await page.getByRole('heading', { level: 1, name: 'This week' }).waitFor()

  await page.getByText('Developers', { exact: true }).click()
  await page.getByRole('link', { name: 'Applications' }).first().click()
  await page.getByRole('heading', { name: 'Create your first application' }).waitFor()
  await page.getByRole('link', { name: 'New application' }).first().click()
  await page.getByLabel('Name').fill('Incident bot')
  // Both radios are at the top of their cards, left of the titles, however long the text below is.
  const kinds = page.getByRole('radio')
  const boxes = await kinds.evaluateAll((cards) =>
    cards.map((card) => {
      const [mark, title] = [card.firstElementChild!, card.querySelector('strong')!]
      const [a, b] = [mark.getBoundingClientRect(), title.getBoundingClientRect()]
      return { top: Math.round(a.top), isBeside: a.right <= b.left && a.top < b.bottom && b.top < a.bottom }
    }),
  )
  assert.equal(boxes.length, 2)
  assert.ok(boxes[0].top === boxes[1].top && boxes.every(({ isBeside }) => isBeside), JSON.stringify(boxes))
  await picture(page, 'application-kinds')
  await page.getByRole('button', { name: 'Continue' }).click()
  const uri = page.getByLabel('Redirect URI 1')
  await uri.fill('http://example.com/callback')
  await page.getByText('Use HTTPS. HTTP is only allowed on').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Continue' }).isDisabled())
  await uri.fill('https://example.com/callback')
  await page.getByRole('button', { name: 'Continue' }).click()
  // By what it allows; how a program calls it is small beside that.
  const [words, code] = await page
    .getByRole('checkbox', { name: 'See teams and their members teams:read' })
    .evaluate((box: HTMLInputElement) => {
      const label = box.labels![0]
      return [label, label.querySelector('code')!].map((part) => parseFloat(getComputedStyle(part).fontSize))
    })
  assert.ok(code < words, `${code} px beside ${words} px`)
  await page.getByRole('button', { name: 'Create application' }).click()

  await page.getByText('You won’t see this secret again').waitFor()
  const first = await shownSecret(page)
  // What confirms that the secret is stored is beside what stores it.
  const [stores, confirms] = await Promise.all(
    ['Download .env', 'I’ve saved it'].map((name) => page.getByRole('button', { name }).boundingBox()),
  )
  assert.ok(Math.abs(stores!.y - confirms!.y) < 8, JSON.stringify({ stores, confirms }))
  await page.getByRole('button', { name: 'Copy get a token (curl)' }).click()
  const tokenCommand = await copied(page)
  await page.getByRole('button', { name: 'Copy list pulses (curl)' }).click()
  assert.deepEqual((await inTerminal(`${tokenCommand}\n${await copied(page)}`)).pulses, [])
  await page.getByRole('button', { name: 'Run: get a token' }).click()
  await page.getByText('"access_token": "sonde_at_').waitFor()
  await page.getByRole('button', { name: 'Copy list pulses (curl)' }).click()
  const callCommand = await copied(page)
  assert.deepEqual((await inTerminal(callCommand)).pulses, [])
  await page.getByText('First call received').waitFor()
  const own = page.getByRole('region', { name: 'Try as yourself' })
  // What Run does and what the command needs, before either.
  await own.getByText(/the call uses your sign-in on these pages and needs no token/).waitFor()
  await own.getByText(/^Opens your browser, .* a folder with Sonde’s source/).waitFor()
  assert.equal(
    await own.getByRole('link', { name: 'About the command line' }).getAttribute('href'),
    '/docs/command-line',
  )
  await own.getByRole('button', { name: 'Run: call as yourself' }).click()
  await own.getByText('"pulses": []').waitFor()
  await picture(page, 'application-created')
  await own.getByRole('button', { name: 'Copy Get a token that acts for you (Shell)' }).click()
  assert.match(await copied(page), /token --as-me --url http:\S+ \\\n {2}--scope "[^"]*pulses:read[^"]*"\)$/)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()

  await page.getByRole('main').getByRole('link', { name: 'Credentials', exact: true }).waitFor()
  const clientId = await page.locator('code', { hasText: /^app_/ }).first().innerText()
  const token = async (secret: string): Promise<number> =>
    (
      await client(api).post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      })
    ).status
  const call = client(api, /sonde_at_\w+/.exec(callCommand)![0])
  assert.equal((await page.content()).includes(first), false, 'the secret is gone from the page')

  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('In one hour').check()
  assert.ok(await dialog.getByRole('button', { name: 'Rotate secret' }).isDisabled())
  await dialog.getByLabel(/^Type/).fill('Incident bot')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('button', { name: 'I’ve saved it' }).waitFor()
  const second = await shownSecret(page)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByText(/in \d+ min/).waitFor()
  assert.deepEqual([await token(first), await token(second)], [200, 200])
  running.clock!.advance(3_600_000)
  assert.deepEqual([await token(first), await token(second)], [401, 200])

  await page.getByRole('main').getByRole('link', { name: 'Usage', exact: true }).click()
  await page.getByRole('heading', { name: /request/ }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('link', { name: 'GET /api/pulses' }).first().click()
  await page.getByRole('dialog').getByText('listPulses').first().waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('main').getByRole('link', { name: 'Credentials', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke application' }).click()
  await page.getByRole('dialog').getByLabel(/^Type/).fill('Incident bot')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke application' }).click()
  // An hour ago is too long. The provider signs people in by the real clock, so ours goes back to it.
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in again' }).waitFor()
  assert.equal(await token(second), 200)
  running.clock!.advance(-3_600_000)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke application' }).click()
  await page.getByText('Revoked', { exact: true }).first().waitFor()
  assert.equal(await token(second), 401)
  assert.equal((await call.get('/api/pulses')).status, 401)
})

test('what somebody else saved meanwhile is not overwritten unseen', async () => {
  expectRefusals(page, /status of 412/)
  await page.goto(`${pages}/developers/applications/new`)
  await page.getByLabel('Name').fill('Shared')
  await page.getByText('Mobile, desktop or browser app').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Redirect URI 1').fill('com.example.app:/callback')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('button', { name: 'Open application' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
  await page.waitForURL(/tab=settings/)
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const [one, name] of [
    [other, 'Theirs'],
    [page, 'Ours'],
  ] as const) {
    await one.getByLabel('Name', { exact: true }).fill(name)
    await one.getByRole('button', { name: 'Save changes' }).click()
    if (name === 'Theirs') await one.getByRole('heading', { level: 1, name }).waitFor()
  }
  await page.getByText('Someone else saved changes in the meantime').waitFor()
  await other.close()
})

test('what is typed while an application is saved stays', async () => {
  await page.reload()
  const going = Promise.withResolvers<void>()
  await page.route(/\/api\/applications\/[^/]+$/, async (route) => {
    if (route.request().method() === 'PATCH') await going.promise
    await route.fallback()
  })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Shared board')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await name.fill('Shared board of all')
  await page.getByRole('button', { name: 'Add redirect URI' }).click()
  await page.getByLabel('Redirect URI 2', { exact: true }).fill('com.example.app:/second')
  going.resolve()
  await page.getByRole('heading', { level: 1, name: 'Shared board', exact: true }).waitFor()
  assert.equal(await name.inputValue(), 'Shared board of all')
  assert.equal(
    await page.getByLabel('Redirect URI 2', { exact: true }).inputValue(),
    'com.example.app:/second',
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shared board of all' }).waitFor()
})

test('a secret that was not stored is not left behind unasked', async () => {
  await page.goto(`${pages}/developers/applications/new`)
  await page.getByLabel('Name').fill('Hasty')
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByText('You won’t see this secret again').waitFor()
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog.dismiss()
    })
  })
  await page.getByRole('link', { name: 'Home' }).click()
  assert.match(await asked, /won’t be shown again/)
  await page.getByText('You won’t see this secret again').waitFor()
})
