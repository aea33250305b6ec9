/** Organisations, domains and addresses in a real browser: choosing and switching, confirming a domain, confirming an address. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { createApplicationFor } from '../../src/oauth/oauth.ts'
import { assertAccessible } from '../support/accessible.ts'
import { bodyOf } from '../support/clockwork.ts'
import { startDns } from '../support/dns.ts'
import { messagesIn } from '../support/outbox.ts'
import { client, eventually, newWorld } from '../support/world.ts'
import { forget } from './forget.ts'
import { admin, isWell, isWellEverywhere, signIn, startSite, visit } from './visit.ts'

const { zone, address } = await startDns()
const site = await startSite({ env: { SONDE_DNS_SERVERS: address } })
const { db, outbox } = site.running
const password = 'correct horse battery'
const viewport = { width: 1280, height: 800 }
const narrow = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
let serial = 0

const page = await visit({ viewport, refusals: /status of 409/ })
after(() => page.context().close())

/** Somebody whom these organisations' admins have added, with an account at the provider. */
async function expectedIn(worlds: Awaited<ReturnType<typeof newWorld>>[]) {
  const who = { email: `grace${++serial}@both.test`, name: 'Grace Hopper', password }
  await createAccount(db.tx, who, new Date())
  for (const world of worlds) {
    const adder = await world.user({ id: world.adminId })
    await bodyOf(adder.post('/api/members', { name: who.name, email: who.email }), 201)
  }
  return who
}

async function namedWorlds(): Promise<Awaited<ReturnType<typeof newWorld>>[]> {
  const worlds = [await newWorld({ running: site.running }), await newWorld({ running: site.running })]
  const names = ['Fjordline Ferries', 'Nordlicht Verlag und Druckerei GmbH & Co. KG']
  for (const [index, { organisationId }] of worlds.entries())
    await db.pool.query('update organisations set name = $2 where id = $1', [organisationId, names[index]])
  return worlds
}

test('somebody of two organisations chooses one by the keyboard and, on a phone, switches to the other', async () => {
  const worlds = await namedWorlds()
  const who = await expectedIn(worlds)
  await signIn(page, `${site.pages}/app`, who)
  await page.getByText('Which organisation do you want to open?').waitFor()
  const list = page.getByRole('list', { name: 'Which organisation' })
  assert.equal(await list.getByRole('button').count(), 2)
  await list.getByRole('button', { name: 'Fjordline Ferries New: you’re in the directory' }).waitFor()
  await isWellEverywhere(page)

  await page.getByRole('button', { name: 'Nordlicht' }).focus()
  await page.keyboard.press('Shift+Tab')
  assert.match(await page.evaluate('document.activeElement.textContent'), /^Fjordline Ferries/)
  await page.keyboard.press('Enter')
  const menu = page.getByRole('button', { name: 'Organisation: Fjordline Ferries' })
  await menu.waitFor()
  await isWellEverywhere(page)
  await page.setViewportSize(narrow.viewport)

  await menu.click()
  await page
    .getByRole('group', { name: 'Organisation' })
    .getByRole('button', { name: /Nordlicht/ })
    .click()
  await page.getByRole('button', { name: /Organisation: Nordlicht/ }).waitFor()
  await page.setViewportSize(viewport)
  await forget(page, site)
})

test('an admin adds a domain, is told that its record is missing, confirms it and removes it', async () => {
  await signIn(page, `${site.pages}/app/settings/organisation?tab=sign_in`)
  const name = `acme-${++serial}.test`
  await page.getByLabel('Domain', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add domain' }).click()
  const entry = page.getByRole('group', { name })
  await entry.getByText('Not confirmed').waitFor()
  await entry.getByRole('button', { name: `Confirm domain ${name}` }).click()
  await entry.getByText('The record wasn’t found yet').waitFor()
  // Without what was said in passing.
  await page.reload()
  await entry.getByText('Last looked for').waitFor()
  await isWellEverywhere(page)

  const value = await entry.getByText(/^sonde-domain=/).innerText()
  zone.records.set(`_sonde.${name}`, [[value]])
  await entry.getByRole('button', { name: `Confirm domain ${name}` }).click()
  await entry.getByText('Confirmed', { exact: true }).waitFor()
  await page.getByText('Everyone else needs an invitation').waitFor()
  await entry.getByRole('button', { name: `Remove domain ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
  await entry.waitFor({ state: 'detached' })
  await page.getByText('Until you confirm a domain').waitFor()
})

test('the consent page says for which organisation it is, and to somebody of several that the others stay out of reach', async () => {
  const worlds = await namedWorlds()
  const [{ organisationId }] = worlds
  const who = await expectedIn(worlds)
  const redirect = 'https://client.example/callback'
  const draft = { name: 'Retro Buddy', redirect_uris: [redirect], scopes: ['pulses:read' as const] }
  const application = await db.transaction((tx) =>
    createApplicationFor(tx, { organisationId, userId: null }, draft, new Date()),
  )
  const query = new URLSearchParams({ client_id: application.client_id, redirect_uri: redirect, state: 'a' })
  const page = await visit({ ...narrow, refusals: /status of 403/ })
  await page.goto(`${site.pages}/oauth/authorize?${query}`)
  await page.getByText('Organisation', { exact: true }).waitFor()
  assert.equal(await page.getByText('It can’t access your other organisations.').isVisible(), false)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('It can’t access your other organisations.').waitFor()
  await assertAccessible(page)
  await page.context().close()
})

async function mailedTo(to: string): Promise<string> {
  const all = await eventually(
    () => messagesIn(outbox),
    (found) => found.some((letter) => letter.to === to),
  )
  return all.find((letter) => letter.to === to)?.link ?? ''
}

test('a new address waits on the page of people, and its owner confirms it on a page that keeps the token to itself', async () => {
  const world = await newWorld({ running: site.running })
  const own = { ...admin, email: world.adminEmail }
  await createAccount(db.tx, own, new Date())
  const who = await expectedIn([world])
  await forget(page, site)
  await signIn(page, `${site.pages}/app/account`, who)
  const adder = await world.user({ id: world.adminId })
  const { members } = await bodyOf(adder.get(`/api/members?email=${who.email}`))
  const next = `new-${who.email}`
  await bodyOf(adder.patch(`/api/members/${members[0].id}`, { email: next }))

  await forget(page, site)
  await signIn(page, `${site.pages}/app/settings/people`, own)
  await page.getByText(`Waiting for confirmation: ${next}`).waitFor()
  await isWell(page)

  const link = await mailedTo(next)
  const guest = await visit({ ...narrow, refusals: /status of 409/ })
  const asked: string[] = []
  guest.on('request', (request) => asked.push(request.url()))
  for (const [to, button, done] of [
    [link, 'Confirm address', next],
    [await mailedTo(who.email), 'Keep my current address', 'This link no longer works'],
  ]) {
    await guest.goto(to)
    assert.equal(new URL(guest.url()).hash, '')
    await assertAccessible(guest)
    await guest.getByRole('button', { name: button }).click()
    await guest.getByText(done).waitFor()
    assert.ok(asked.every((url) => !url.includes('sonde_e')))
    await guest.reload()
    await guest.getByText('Open the link in your e-mail again.').waitFor()
    // Or the next link would be another place on the same page.
    await guest.goto('about:blank')
  }
  await guest.context().close()
  const { email } = await bodyOf(client(site.running.url, adder.token).get(`/api/members/${members[0].id}`))
  assert.equal(email, next)
})
