/** A privacy request in a real browser, from end to end: a person asks, an admin handles it, the person downloads their copy. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { bodyOf } from '../support/clockwork.ts'
import { client, newWorld } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, startSite, visit } from './visit.ts'

const site = await startSite()
const password = 'correct horse battery'

const world = await newWorld({ running: site.running })
await site.running.db.transaction((tx) => registerOwnPages(tx, site.pages, new Date()))
const admin = { email: world.adminEmail, name: 'Ada Lovelace', password }
const person = { email: `grace-${world.adminEmail}`, name: 'Grace Hopper', password }
for (const account of [admin, person]) await createAccount(site.running.db.tx, account, new Date())
const api = await world.user({ id: world.adminId })
await bodyOf(api.post('/api/members', { name: person.name, email: person.email }), 201)

/** Both sign in once: the admin's visit and the person's own. */
const page = await visit({ acceptDownloads: true })
const own = await visit({ acceptDownloads: true, refusals: /status of 403/ })
after(() => Promise.all([page, own].map((one) => one.context().close())))
const requests = `${site.pages}/app/settings/privacy-requests`

/** From the list of all requests to the one that the person has just made. */
async function openLatest(): Promise<void> {
  const { token } = await page.evaluate<{ token: string }>(
    "JSON.parse(sessionStorage.getItem('sonde.session'))",
  )
  const { privacy_requests } = await bodyOf(
    client(site.api, token).get('/api/privacy-requests?state=received'),
  )
  await page.goto(requests)
  await page.locator(`a[href*="${privacy_requests[0].id}"]`).click()
}

test('an admin records, declines and extends requests', async () => {
  await arriveAs(page, site, requests, admin)
  await page.getByText('No privacy requests').waitFor()
  await page.getByRole('button', { name: 'Record request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Member', { exact: true }).first().fill('Grace')
  await dialog.getByLabel(person.name).check()
  await dialog.getByLabel('Erasure').check()
  await isWell(page)
  await dialog.getByRole('button', { name: 'Record request' }).click()
  await page.getByRole('link', { name: person.name }).click()
  await page.getByRole('button', { name: 'Extend deadline' }).click()
  await dialog.getByLabel('Reason').fill('Many systems')
  await dialog.getByRole('button', { name: 'Extend deadline' }).click()
  await page.getByText('Many systems').waitFor()
  await page.getByRole('button', { name: 'Decline request' }).click()
  await dialog.getByLabel('Reason').fill('We cannot tell who you are')
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await page.getByText('Declined', { exact: true }).waitFor()
})

test('a person asks for their data, an admin sends it, and the person downloads it', async () => {
  await arriveAs(own, site, `${site.pages}/app/account`, person)
  await own.getByRole('button', { name: 'Request my data' }).click()
  const dialog = own.getByRole('dialog')
  await dialog.getByLabel(/Message to the admin/).fill('All of it, please')
  await isWell(own)
  await dialog.getByRole('button', { name: 'Request my data' }).click()
  await own.getByText(/Received, answer due/).waitFor()

  await openLatest()
  await page.getByRole('heading', { name: `Copy of data: ${person.name}` }).waitFor()
  await page.getByText('All of it, please').waitFor()
  await page.getByRole('button', { name: 'Start work' }).click()
  await page.getByText('In progress', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send copy' }).click()
  await page.getByRole('dialog').getByText('You can’t see the copy').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Send copy' }).click()
  await page.getByText('Ready to download').waitFor()
  // Without the toast, which other tests look at.
  await page.reload()
  await page.getByText('Ready to download').waitFor()
  await isWell(page)

  await own.reload()
  await own.getByText(/Ready to download, ends/).waitFor()
  const downloading = own.waitForEvent('download')
  await own.getByRole('button', { name: 'Download as JSON' }).click()
  const file = await downloading
  assert.match(file.suggestedFilename(), /^my-data-.*\.json$/)
  const copy = JSON.parse(await readFile(await file.path(), 'utf8'))
  assert.equal(copy.data.profile[0].email, person.email)
})

test('an admin exports the organisation, asks for its deletion and changes their mind', async () => {
  await page.goto(`${site.pages}/app/settings/data`)
  await page.getByRole('button', { name: 'Create export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download export/ }).click()
  assert.match((await downloading).suggestedFilename(), /^organisation-.*\.zip$/)

  const { rows } = await site.running.db.pool.query<{ slug: string }>(
    'select slug from organisations where id = $1',
    [world.organisationId],
  )
  await page.getByRole('button', { name: 'Delete organisation' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete organisation' })
  await dialog.getByLabel(/^Type/).fill('something else')
  assert.ok(await confirm.isDisabled())
  await dialog.getByLabel(/^Type/).fill(rows[0].slug)
  await confirm.click()
  await page.getByText(/will be deleted in 4 weeks/).waitFor()
  // Without the toast, which other tests look at.
  await page.reload()
  await page.getByText(/will be deleted in 4 weeks/).waitFor()
  await isWell(page)
  await page.getByRole('button', { name: 'Cancel deletion' }).click()
  await page.getByRole('button', { name: 'Delete organisation' }).waitFor()
})

test('a person asks to be erased, and an admin carries it out: nothing of them is left to see, and they are out', async () => {
  await own.getByRole('button', { name: 'Request erasure' }).click()
  const asking = own.getByRole('dialog')
  await asking.getByText('This can’t be undone').waitFor()
  await asking.getByRole('button', { name: 'Request erasure' }).click()
  await own.getByText(/Received, answer due/).waitFor()

  await openLatest()
  await page.getByRole('heading', { name: `Erasure: ${person.name}` }).waitFor()
  await page.getByRole('button', { name: 'Start work' }).click()
  await page.getByText('In progress', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Erase person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: `Erase ${person.name}?` }).waitFor()
  await dialog.getByLabel(/^Type/).fill(person.name)
  await isWell(page)
  await dialog.getByRole('button', { name: 'Erase person' }).click()
  await page.getByText('Completed', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('Completed', { exact: true }).waitFor()
  await isWell(page)
  assert.doesNotMatch(await page.locator('main').innerText(), /Grace/)

  const { rows } = await site.running.db.pool.query<{ table: string }>(
    `select 'members' as table from members where organisation_id = $1 and (name like '%Grace%' or email = $2)
     union all
     select 'users' from users where organisation_id = $1 and (name like '%Grace%' or email = $2)`,
    [world.organisationId, person.email],
  )
  assert.deepEqual(rows, [])
  await own.reload()
  await own.getByText('This account is not allowed to do this').waitFor()
})
