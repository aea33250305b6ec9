/** A team of which only a part is shown: what its figure leaves out is the rest of that team by name, on results, in the heat map, in their files and on paper. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Download } from 'playwright-core'
import { bodyOf } from '../support/clockwork.ts'
import { analysed } from '../support/story.ts'
import { picture } from '../support/visit.ts'
import { type Client, links, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, isWellEverywhere, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

const rest = 'Without the rest of Development: too few people. It is counted in Everyone.'
const partial = 'Development (without the rest of Development)'
let pulse: string
let results: string

before(async () => {
  const department = await world.team('Development', 0)
  const apps = await world.team('Apps', 7, { parent: department.id })
  const design = await world.team('Design', 3, { parent: department.id })
  const sales = await world.team('Sales', 9)
  const legal = await world.team('Legal', 4)
  const teams = [department, sales, legal].map(({ id }) => id)
  const questions = [{ id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }]
  const draft = pulseDraft(teams, { confidentiality: { mode: 'confidential' }, questions })
  pulse = (await bodyOf(author.post('/api/pulses', draft), 201)).id
  const path = `/api/pulses/${pulse}`
  await bodyOf(author.post(`${path}/open`))
  const answering = [...apps.members, ...sales.members, ...legal.members, design.members[0]]
  for (const [index, { member_id: id, url }] of (await links(author, path)).entries())
    if (answering.includes(id)) {
      const answers = [{ question_id: 'calm', value: 1 + (index % 5) }]
      await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
    }
  await bodyOf(author.post(`${path}/close`))
  await analysed(author, `${path}/results`)
  results = `/app/pulses/${pulse}/results`
  await arriveAs(page, site, `${site.pages}${results}?team=${department.id}`, admin)
})

const textOf = async (download: Download): Promise<string> => readFile((await download.path())!, 'utf8')

async function savedBy(name: string, menu?: string): Promise<string> {
  if (menu) await page.getByRole('button', { name: menu }).first().click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
  return textOf(await saved)
}

test('results name the rest by its team, on screen, on paper and in the file', async () => {
  await isThere(page)
  await page.getByRole('button', { name: 'I could work calmly' }).first().click()
  await page.getByText(rest).waitFor()
  await page.emulateMedia({ media: 'print' })
  assert.ok(await page.getByText(rest).isVisible())
  await page.emulateMedia({ media: null })
  await isWellEverywhere(page, (look) => picture(page, `rest-results-${look}`))
  const file = await savedBy('Export CSV')
  assert.ok(file.includes(partial), file)
})

test('a question by team says of which team a part is shown', async () => {
  await page.goto(`${site.pages}${results}`)
  await isThere(page)
  await page.getByRole('button', { name: 'I could work calmly' }).first().click()
  const teams = page.getByRole('list', { name: 'Teams' })
  await teams.getByText(partial).waitFor()
  assert.equal(await page.getByText('Without the rest of Everyone', { exact: false }).count(), 0)
})

test('the heat map names it below the grid, in a cell and in its file', async () => {
  await page.goto(`${site.pages}/app/heat-map?survey=${pulse}`)
  await isThere(page)
  await page.getByText(rest).waitFor()
  await isWell(page)
  await picture(page, 'rest-heat-map')
  await page.emulateMedia({ media: 'print' })
  assert.ok(await page.getByText(rest).isVisible())
  await page.emulateMedia({ media: null })
  const file = await savedBy('Save as CSV', 'Save and share')
  assert.ok(file.includes(partial), file)
  const row = page.getByRole('treegrid').getByRole('row', { name: /^Development/ })
  await row.getByRole('gridcell').first().click()
  await page.getByRole('dialog').getByText(rest).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 360, height: 800 } })
  await german.goto(page.url())
  await isThere(german)
  await german
    .getByText('Ohne den Rest von „Development“: zu wenige Personen. Er zählt bei „Alle“ mit.')
    .waitFor()
  await isWell(german)
  await german.context().close()
})
