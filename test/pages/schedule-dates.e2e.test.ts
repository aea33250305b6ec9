/** Dates of a check-in that have no occurrence yet, on the schedule: skipped, restored, and brought back to where they were moved. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { bodyOf } from '../support/clockwork.ts'
import { activated, weekly } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 1000 } })
after(() => page.context().close())

// March 2090 is far ahead: nothing opens while the test runs. Its first Friday is the third.
const month = '2090-03'
const at = (day: number): string => `${month}-${String(day).padStart(2, '0')}`
const schedule = `${site.pages}/app/schedule?month=${month}`

const team = await world.team('Sales', 5)
const { path: stand } = await activated(
  author,
  weekly([team.id], {
    title: 'Stand-up',
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=FR', starts_on: at(3), time: '09:00' },
  }),
)
const dialog = page.getByRole('dialog')

test('a later date is skipped on its day and restored, by the keyboard, and comes back to where it was moved', async () => {
  await arriveAs(page, site, `${schedule}&day=${at(17)}`, admin)
  const exdates = async (): Promise<string[]> => (await bodyOf(author.get(stand))).recurrence.exdates
  const moves = async (): Promise<unknown[]> => (await bodyOf(author.get(stand))).recurrence.moved_dates
  const settles = (wanted: string[]) => eventually(exdates, (seen) => isDeepStrictEqual(seen, wanted))
  await dialog.getByRole('button', { name: 'Skip: Stand-up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Stand-up is skipped on Friday 17 March').waitFor()
  await settles([at(17)])
  await dialog.getByText('this date was skipped by hand').waitFor()
  await eventually(
    () => page.evaluate<string>('document.activeElement.textContent'),
    (text) => text.startsWith('Friday 17'),
  )
  await isWellEverywhere(page, (look) => picture(page, `schedule-skipped-${look}`))
  await page.reload()
  await dialog.getByRole('button', { name: 'Restore: Stand-up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Stand-up is asked on Friday 17 March again').waitFor()
  await settles([])
  await dialog.getByRole('button', { name: 'Skip: Stand-up' }).waitFor()

  // One that was moved comes back to its new day when the skip is taken back.
  const { recurrence, version } = await bodyOf(author.get(stand))
  const moved = { ...recurrence, moved_dates: [{ from: at(24), to: at(23) }] }
  await bodyOf(author.patch(stand, { recurrence: moved }, { 'if-match': `"${version}"` }))
  await page.goto(`${schedule}&day=${at(23)}`)
  await dialog.getByRole('button', { name: 'Skip: Stand-up' }).click()
  await settles([at(24)])
  assert.deepEqual(await moves(), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await settles([])
  assert.deepEqual(await moves(), [{ from: at(24), to: at(23) }])
})

test('a draft of somebody else that asks nobody yet is in no day, unless drafts are looked for', async () => {
  const colleague = await world.user({ role: 'admin' })
  const draft = (title: string) =>
    weekly([], { title, recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: at(6), time: '09:00' } })
  await bodyOf(colleague.post('/api/check-ins', draft('Begun elsewhere')), 201)
  await bodyOf(author.post('/api/check-ins', draft('Begun here')), 201)
  const entry = (title: string) => page.locator(`[data-day="${at(13)}"] li`, { hasText: title })
  await page.goto(schedule)
  await entry('Begun here').waitFor()
  assert.equal(await page.getByText('Begun elsewhere').count(), 0)
  await page.getByLabel('State').selectOption('draft')
  await entry('Begun elsewhere').waitFor()
})
