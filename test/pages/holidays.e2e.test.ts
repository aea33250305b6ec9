/** Holiday calendars as an admin keeps them, and as an author of a check-in chooses them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { weekly } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')

test('public holidays and own days are added, changed and deleted', async () => {
  await arriveAs(page, site, `${site.pages}/app/settings/holidays`, admin)
  await page.getByText('No calendars yet').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Holidays', exact: true }).waitFor()
  await isWellEverywhere(page)

  await button('Add public holidays').click()
  const year = new Date().getUTCFullYear()
  const months = dialog.getByRole('group', { name: 'The next 12 months' })
  await months.getByRole('listitem').first().waitFor()
  await months
    .getByText(String(year + 1))
    .first()
    .waitFor()
  await dialog.getByLabel('Country').selectOption('DE')
  await dialog.getByLabel('Region').selectOption('BY')
  await dialog.getByText('Epiphany').waitFor()
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Germany: Bayern')
  await isWellEverywhere(page)
  await picture(page, 'holidays-public')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const bavaria = page.getByRole('region', { name: 'Germany: Bayern' })
  await bavaria.getByText('Days of').click()
  await bavaria.getByText('Epiphany').waitFor()
  await isWellEverywhere(page)

  await button('Add your own days').click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Works')
  const first = dialog.getByRole('group', { name: 'Day 1' })
  await first.getByLabel('Date').fill('2026-12-24')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Every day needs a date and a name.').waitFor()
  await first.getByLabel('Name of the day').fill('Christmas Eve')
  await isWellEverywhere(page)
  await picture(page, 'holidays-own')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const works = page.getByRole('region', { name: 'Works' })
  await works.getByText('1 day', { exact: false }).waitFor()

  await button('Change Works').click()
  await dialog.getByRole('button', { name: 'Add day' }).click()
  const second = dialog.getByRole('group', { name: 'Day 2' })
  await second.getByLabel('Date').fill('2026-12-31')
  await second.getByLabel('Name of the day').fill('New Year’s Eve')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await works.getByText('2 days', { exact: false }).waitFor()
  await picture(page, 'holidays')

  await button('Delete Works').click()
  await dialog.getByText('No check-in uses it.').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await works.waitFor({ state: 'detached' })
})

test('a check-in chooses a calendar, and its dates show what is moved, skipped and why', async () => {
  const team = await world.team('Holiday makers', 5)
  const inAWeek = Temporal.Now.plainDateISO('UTC').add({ days: 7 })
  const monday = inAWeek.add({ days: (8 - inAWeek.dayOfWeek) % 7 }).toString()
  const days = [{ date: monday, name: 'Anniversary' }]
  await bodyOf(author.post('/api/holiday-calendars', { name: 'Works', days }), 201)
  const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: monday, time: '09:00' }
  const draft = await bodyOf(author.post('/api/check-ins', weekly([team.id], { recurrence })), 201)
  await page.goto(`${site.pages}/app/check-ins/${draft.id}/edit`)
  await button('Edit schedule').click()
  await button('Holidays …').click()
  await page.getByRole('checkbox', { name: 'Works' }).check()
  await page.getByText('Nobody is asked: Anniversary').waitFor()
  await page.getByLabel('On a holiday').selectOption('next_working_day')
  await page.getByText(/moved from .*: Anniversary/).waitFor()
  await page.getByText('All changes saved').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `holidays-editor-${look}`))
  const { holiday_calendar_ids: ids, on_holiday: how } = (
    await bodyOf(author.get(`/api/check-ins/${draft.id}`))
  ).recurrence
  assert.deepEqual([ids.length, how], [1, 'next_working_day'])
})
