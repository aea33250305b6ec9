/** Where links of results lead: to a question with what its colours mean, to the comments, and from the main finding on. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arriveAs } from './arrive.ts'
import { newSurvey, startsAt } from './results-survey.ts'
import { startSite, visit } from './visit.ts'

const site = await startSite({ at: startsAt })
let survey: Awaited<ReturnType<typeof newSurvey>>
let page: Page

const addressOf = (more: string): string => `${site.pages}/app/check-ins/${survey.checkInId}/results${more}`

before(async () => {
  survey = await newSurvey(site)
  page = await visit({ viewport: { width: 1280, height: 900 } })
  await arriveAs(page, site, addressOf('?team=everyone'), survey.lead)
})
after(() => page.context().close())

test('a link to a question lands where its colours are explained, and one to the comments at their title', async () => {
  await page.goto(addressOf('?team=everyone#question-tools'))
  await page.reload()
  await page.locator('#question-tools').getByRole('button', { name: 'Show as table' }).waitFor()
  // With what its colours mean, below the header of the page; and so does one to the comments with their title.
  const header = (await page.getByRole('banner').boundingBox())!
  const below = header.y + header.height
  const sides = await page
    .getByRole('region', { name: 'All questions' })
    .getByText('Favourable', { exact: true })
    .first()
    .boundingBox()
  assert.ok(sides && sides.y >= below, `${sides?.y} and ${below}`)
  await page.goto(addressOf('?team=everyone#comments'))
  await page.reload()
  await page.locator('#comments-title:focus').waitFor()
  const title = await page.locator('#comments-title').boundingBox()
  assert.ok(title && title.y >= below, `${title?.y} and ${below}`)
})

test('an opened question shows what its row does not', async () => {
  await page.goto(addressOf(`?team=${survey.teams.platform.id}#question-tools`))
  await page.reload()
  const tools = page.locator('#question-tools section').first()
  // What the row does not say: how it went from date to date, and how many chose each answer, instead of the same once more.
  await tools.getByRole('heading', { name: 'Over time' }).waitFor()
  const counts = tools
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'How many chose each answer' }) })
  assert.equal(await counts.getByRole('term').count(), 5)
  assert.match(await counts.innerText(), /5\s+\d+ \(\d+%\)$/)
  assert.equal(await tools.getByText('Since last time', { exact: true }).count(), 0)
})

test('the main finding leads on to how it was found, and so does each of the others', async () => {
  await page.goto(addressOf('?team=everyone'))
  const main = page.getByRole('region', { name: 'Main finding' })
  await main.getByRole('link', { name: 'Details', exact: true }).waitFor()
  assert.ok((await main.locator('a[href*="/app/insights?insight=ins_"]').count()) > 1)
  await main.getByRole('link', { name: 'Details', exact: true }).click()
  await page.waitForURL(/\/app\/insights\?insight=ins_/)
  await page.getByRole('dialog').getByText('How this was found', { exact: true }).waitFor()
})
