/** The editor by keyboard and on a phone: from a field to the review, past the preview, and what a date is where people are. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { weekly } from '../support/recurring.ts'
import { type Client, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

const dialog = page.getByRole('dialog')
let team: string

before(async () => {
  team = (await world.team('Platform', 8)).id
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

const focused = () => page.evaluate(() => document.activeElement?.textContent)

test('Ctrl+Enter reviews a draft from where its author types, and the list of keys says so', async () => {
  const { id } = await bodyOf(author.post('/api/check-ins', weekly([team])), 201)
  await page.goto(`${site.pages}/app/check-ins/${id}/edit`)
  const review = page.getByRole('button', { name: 'Review and start…' })
  await review.waitFor()
  assert.equal(await review.getAttribute('title'), 'Ctrl+Enter')
  await page.getByLabel('Title', { exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // What had the focus has it again; there, a key is a letter of the title.
  await page.locator('input:focus').waitFor()
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('?')
  await dialog.getByText('Review and start…').waitFor()
  await dialog.getByText('Ctrl Enter').waitFor()
  await isWell(page)
  await page.keyboard.press('Escape')
  const pulse = await bodyOf(author.post('/api/pulses', pulseDraft([team])), 201)
  await page.goto(`${site.pages}/app/pulses/${pulse.id}/edit`)
  await page.getByRole('button', { name: 'Review and open…' }).waitFor()
  await page.getByLabel('Title', { exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
})

test('one link leads past the preview, and a phone has room for more than the bar', async () => {
  const skip = page.getByRole('button', { name: 'Skip the preview' })
  await skip.focus()
  await isWellEverywhere(page)
  await page.keyboard.press('Enter')
  assert.equal(await focused(), 'Review and open…')
  await page.setViewportSize({ width: 360, height: 740 })
  const bar = await page.locator('[data-foot]').boundingBox()
  assert.ok(bar && bar.height <= 96, String(bar?.height))
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a date that is a public holiday in the country of the check-in says so, and is left out beside it', async () => {
  const today = Temporal.Now.plainDateISO('UTC')
  const newYear = Temporal.PlainDate.from({ year: today.year + 1, month: 1, day: 1 })
  const day = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][newYear.dayOfWeek - 1]
  const recurrence = { rrule: `FREQ=WEEKLY;BYDAY=${day}`, starts_on: newYear.toString(), time: '09:00' }
  const { id } = await bodyOf(
    author.post('/api/check-ins', weekly([team], { recurrence, time_zone: 'Europe/Oslo' })),
    201,
  )
  await page.goto(`${site.pages}/app/check-ins/${id}/edit`)
  await page.getByRole('heading', { name: 'Next dates' }).scrollIntoViewIfNeeded()
  const first = page.getByRole('listitem').filter({ hasText: 'Public holiday in Norway' })
  await first.waitFor()
  assert.equal(await first.count(), 1)
  await first.getByRole('button', { name: /^Leave out/ }).click()
  await first.waitFor({ state: 'detached' })
  await isWell(page)
})
