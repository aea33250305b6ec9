/** A search of surveys that finds nothing in one tab says which tab has it, and leads there. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { type Client, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

test('where a tab has no match, the tabs that have one are links', async () => {
  const { id: team } = await world.team('Platform', 8)
  await bodyOf(author.post('/api/pulses', pulseDraft([team], { title: 'Offsite' })), 201)
  await arriveAs(page, site, `${site.pages}/app/surveys?q=off`, admin)
  await page.getByText('Found in other tabs: Drafts (1)').waitFor()
  await isWellEverywhere(page)
  await page.getByRole('link', { name: 'Drafts (1)' }).click()
  await page.getByText('1 survey', { exact: true }).waitFor()
  assert.equal(new URL(page.url()).search, '?q=off&tab=draft')
  await page.goto(`${site.pages}/app/surveys?q=nowhere`)
  await page.getByText('No surveys found').waitFor()
  assert.equal(await page.getByText('Found in other tabs').count(), 0)
})
