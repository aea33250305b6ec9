/** Directory sync as an admin connects it: a trial and its preview, turned on, stopped by the brake, released, and turned off. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { entraUser, group, made, patchOf, provider, syncedPeople } from '../support/scim.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite({ at: new Date().toISOString() })
const clock = site.running.clock!
const page = await visit({
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  // Continuing asks for a recent sign-in, and then for everything that is planned.
  refusals: /status of (403|422)/,
})
after(() => page.context().close())

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
const tab = (name: string) => page.getByRole('link', { name, exact: true }).click()
const settle = () => site.running.app.due.settle()
/** What came in since, at once and not when the page asks next. */
const look = async (): Promise<void> => {
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('a provider is connected, previewed, turned on, stopped, released and turned off', async () => {
  const team = await world.team('Engineering', 1)
  await arriveAs(page, site, `${site.pages}/app/settings/directory-sync`, admin)
  await page.getByText('Directory sync is off').waitFor()
  await picture(page, 'directory-sync-off')
  await button('Try without changes').click()
  await confirm('Try without changes')
  await page.getByText('Trial', { exact: true }).waitFor()

  await page.getByText('“Tenant URL”').waitFor()
  assert.equal(await page.getByText(`${site.api}/scim/v2`).count(), 1)
  await page.getByRole('link', { name: 'Okta' }).click()
  await page.getByText('“SCIM connector base URL”').waitFor()
  await page.getByText('No token yet').waitFor()
  await button('Create token').click()
  await confirm('Create token')
  await page.getByText('You won’t see this token again.').waitFor()
  await isWell(page)
  const token = await dialog.locator('code').innerText()
  await confirm('I’ve saved it')
  await page.getByText(/^Valid until/).waitFor()
  assert.equal((await page.content()).includes(token), false, 'the token is gone from the page')
  await button('Create token').click()
  await confirm('Create token')
  await confirm('I’ve saved it')
  await page.getByText('Two tokens are valid').waitFor()
  assert.ok(await button('Create token').isDisabled())
  // The one that nobody has entered anywhere.
  await button('Revoke token').last().click()
  await confirm('Revoke token')
  await page.getByText('To rotate it').waitFor()
  await page.getByLabel('Create new teams under').selectOption('Engineering')
  await button('Save changes').click()
  await page.getByText('Saved', { exact: true }).waitFor()

  await tab('Planned changes')
  await page.getByText('No planned changes').waitFor()
  const idp = provider(site.api, token)
  const ada = made(await idp.post('/Users', entraUser('Ada'))).id
  made(await idp.post('/Groups', group('Sales', { members: [{ value: ada }] })))
  await look()
  await page.getByText('2 changes').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Ada Example' })
  await row.getByText('Added').waitFor()
  await row.getByText('E-mail: ada@contoso.example').waitFor()
  await isWellEverywhere(page, (name) => picture(page, `directory-sync-changes-${name}`))
  await page.getByLabel('Teams', { exact: true }).check()
  await page.getByText('1 person joins').waitFor()
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Written').selectOption('Failed')
  await page.getByText('No planned changes match').waitFor()

  await tab('Overview')
  await page.getByText('Members to add').waitFor()
  await picture(page, 'directory-sync-overview')
  await button('Turn on sync').click()
  await picture(page, 'directory-sync-turn-on')
  await confirm('Turn on sync')
  await page.getByText('On', { exact: true }).waitFor()
  await settle()
  await look()
  await page.getByText('Nothing: the directory is as the provider has it.').waitFor()
  const api = await world.organisation(['teams:read'])
  const { teams } = made(await api.get('/api/teams'))
  assert.equal(teams.find(({ name }: any) => name === 'Sales').parent_team_id, team.id)

  // The brake counts what comes after that.
  clock.advance(1_000)
  const people = await syncedPeople({ running: site.running, organisationId: world.organisationId }, 24)
  for (const id of people.slice(0, 21))
    made(await idp.patch(`/Users/${id}`, patchOf({ op: 'replace', value: { active: false } })))
  await look()
  await page.getByText('The safety brake stopped directory sync').waitFor()
  await page.getByText('More than 20 stop the sync').waitFor()
  await isWellEverywhere(page, (name) => picture(page, `directory-sync-held-${name}`))
  await page.getByRole('link', { name: 'See 1 member to be deactivated' }).click()
  await page.getByText('1 change', { exact: true }).waitFor()
  await tab('Overview')
  clock.advance(3_600_000)
  await button('Continue sync').click()
  await dialog.getByLabel(/^Type/).fill('1')
  // Two more came in: what the admin has not seen is not confirmed.
  for (const id of people.slice(21, 23))
    made(await idp.patch(`/Users/${id}`, patchOf({ op: 'replace', value: { active: false } })))
  await confirm('Continue sync')
  await dialog.getByRole('button', { name: 'Sign in again' }).waitFor()
  // The provider signs people in by the real clock, so ours goes back to it.
  clock.advance(-3_600_000)
  await confirm('Cancel')
  await look()
  await button('Continue sync').click()
  await dialog.getByLabel(/^Type/).fill('3')
  await confirm('Continue sync')
  await page.getByText('On', { exact: true }).waitFor()
  await settle()

  await tab('History')
  await page.getByText('Stopped: nothing written').waitFor()
  await page.getByText('1 team added').first().waitFor()
  await isWell(page)
  await picture(page, 'directory-sync-history')
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 1280, height: 900 } })
  await german.goto(`${site.pages}/app/settings/directory-sync`)
  await german.getByRole('heading', { name: 'Anbieter verbinden' }).waitFor()
  await picture(german, 'directory-sync-german')
  await german.context().close()

  await tab('Overview')
  await button('Turn off sync').click()
  await confirm('Turn off sync')
  await page.getByText('Directory sync is off').first().waitFor()
  assert.equal((await idp.get('/Users')).status, 401)
})
