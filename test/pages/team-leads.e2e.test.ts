/** Who leads a team: named beside the team and in the drawer of a member, and set in both. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite({ at: new Date().toISOString() })
const author = await world.user({ id: world.adminId })
const directory = `${site.pages}/app/directory`
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

const made = async (path: string, body: object): Promise<string> =>
  (await bodyOf(author.post(path, body), 201)).id
const memberOf = (name: string, teamId: string): Promise<string> =>
  made('/api/members', { name, email: `${name.split(' ')[0]}@leads.test`, team_ids: [teamId] })
const teamsOf = async (id: string): Promise<string[]> =>
  (await bodyOf(author.get(`/api/members/${id}`))).team_ids

const sales = await made('/api/teams', { name: 'Sales' })
const design = await made('/api/teams', { name: 'Design' })
const grace = await memberOf('Grace Hopper', sales)
const katherine = await memberOf('Katherine Johnson', design)

const drawer = page.locator('.mantine-Drawer-content')
const button = (name: string) => drawer.getByRole('button', { name, exact: true })

test('who leads a team is named beside the team and in the drawer of a member', async () => {
  const leadsNow = async (): Promise<string[]> =>
    (await bodyOf(author.get('/api/teams/tree'))).teams
      .find(({ id }: { id: string }) => id === sales)
      .leads.map(({ name }: { name: string }) => name)
  await arriveAs(page, site, `${directory}?team=${sales}`, admin)
  await page.getByText('No lead yet').waitFor()
  await page.getByRole('button', { name: 'Add lead' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Sales' })
  const field = editing.getByRole('combobox', { name: 'Leads' })
  await page.locator('input:focus').waitFor()
  assert.ok(
    await field.evaluate((one) => one === one.ownerDocument.activeElement),
    'it asks for a lead first',
  )
  for (const name of ['Grace Hopper', 'Katherine Johnson']) {
    await field.fill(name.slice(0, 6))
    await page.getByRole('option', { name }).click()
  }
  // The list stays open for the next one, until something else has the focus.
  await editing.getByLabel('Name', { exact: true }).focus()
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await isWellEverywhere(page, (look) => picture(page, `team-leads-${look}`))
  await editing.getByRole('button', { name: 'Save' }).click()
  await page.locator('p', { hasText: 'Led by Grace Hopper, Katherine Johnson' }).waitFor()
  assert.deepEqual(await leadsNow(), ['Grace Hopper', 'Katherine Johnson'])
  // Whoever leads a team is in it.
  assert.deepEqual((await teamsOf(katherine)).toSorted(), [design, sales].toSorted())
  await isWellEverywhere(page, (look) => picture(page, `team-led-${look}`))

  await page.goto(`${directory}?member=${grace}`)
  await button('Edit').click()
  await button('Save').waitFor()
  await drawer.getByText('Lead', { exact: true }).waitFor()
  await button('Remove as lead of Sales').click()
  await button('Make lead of Sales').waitFor()
  assert.deepEqual(await leadsNow(), ['Katherine Johnson'])
  assert.deepEqual(await teamsOf(grace), [sales])
  await isWellEverywhere(page, (look) => picture(page, `member-no-lead-${look}`))
  await button('Make lead of Sales').click()
  await button('Remove as lead of Sales').waitFor()
  assert.deepEqual(await leadsNow(), ['Grace Hopper', 'Katherine Johnson'])

  await page.goto(`${directory}?team=${sales}`)
  await page.getByRole('button', { name: 'Edit team' }).click()
  await field.focus()
  await page.keyboard.press('Backspace')
  await editing.getByRole('button', { name: 'Save' }).click()
  await page.locator('p', { hasText: /Led by Grace Hopper$/ }).waitFor()
})
