/** A member whom directory sync maintains, as an admin sees them in the directory: what is the provider's, and what is ours. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signInWith } from '../support/embedded-sign-in.ts'
import { entraUser, group, made, provider } from '../support/scim.ts'
import { picture } from '../support/visit.ts'
import { client } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, startPeopledSite, visit } from './visit.ts'

const { site, admin } = await startPeopledSite({ at: new Date().toISOString() })
const directory = `${site.pages}/app/directory`
// A name that the provider maintains is refused.
const page = await visit({
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  refusals: /status of 409/,
})
after(() => page.context().close())

/** Named by the member. */
const drawer = page.locator('.mantine-Drawer-content')
const asked = (name: string) => page.getByRole('dialog', { name })
const button = (name: string) => drawer.getByRole('button', { name, exact: true })

test('what directory sync maintains is said to be so, and cannot be changed here', async () => {
  const session = client(site.api, await signInWith(site.api, admin))
  for (const state of ['trial', 'on']) made(await session.patch('/api/directory-sync', { state }))
  const { token } = made(await session.post('/api/directory-sync/tokens', {}))
  const idp = provider(site.api, token)
  const { id } = made(await idp.post('/Users', entraUser('Dorothy')))
  made(await idp.post('/Groups', group('Orchard', { members: [{ value: id }] })))
  await site.running.app.due.settle()
  await arriveAs(page, site, `${directory}?member=${id}`, admin)
  await drawer.getByText('Directory sync maintains some of this').waitFor()
  await button('Edit').click()
  await drawer.getByLabel('Name', { exact: true }).waitFor()
  assert.equal(await drawer.getByLabel('Name', { exact: true }).getAttribute('readonly'), '')
  assert.equal(await drawer.getByLabel('Quiet from').getAttribute('readonly'), null)
  assert.equal(await button('Deactivate…').count(), 0)
  assert.equal(await button('Remove from Orchard').count(), 0)
  await drawer.getByText('By directory sync', { exact: true }).waitFor()
  for (const name of ['title', 'department'])
    assert.equal(await drawer.getByLabel(name, { exact: true }).getAttribute('readonly'), '', name)
  assert.equal(await drawer.getByRole('button', { name: /^Remove the attribute/ }).count(), 0)
  await isWell(page)
  await picture(page, 'member-drawer-synced')
  await drawer.getByLabel('Quiet from').fill('19:00')
  await drawer.getByLabel('Quiet until').fill('06:00')
  // One of ours beside those of the provider.
  await button('Add attribute').click()
  await drawer.getByLabel('Attribute', { exact: true }).fill('shift')
  await drawer.getByLabel('Value', { exact: true }).fill('early')
  await button('Save').click()
  await page.getByText('Member saved').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('treeitem', { name: /^Orchard/ }).click()
  await page.getByRole('button', { name: 'Edit team' }).click()
  await asked('Edit Orchard').getByLabel('Name').fill('Ours')
  await asked('Edit Orchard').getByRole('button', { name: 'Save' }).click()
  await asked('Edit Orchard').getByText('Directory sync maintains this team').waitFor()
})
