/** The schedule as an author of check-ins uses it: months, filters, moving an occurrence by mouse, keys and dialog, a conflict, and a list on a phone. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { expectRefusals, isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
await site.running.db.pool.query("update organisations set time_zone = 'Europe/Berlin' where id = $1", [
  world.organisationId,
])
const page = await visit({
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  viewport: { width: 1280, height: 1000 },
})
after(() => page.context().close())

// March 2090 is far ahead: nothing opens while the test runs. Its first day is a Wednesday.
const month = '2090-03'
const at = (day: number): string => `${month}-${String(day).padStart(2, '0')}`
const schedule = `${site.pages}/app/schedule?month=${month}`

const team = await world.team('Platform', 5)
const other = await world.team('Sales', 5)
const mondays = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: at(6), time: '09:00' }
const { path } = await activated(author, weekly([team.id], { title: 'Weekly', recurrence: mondays }))
const sales = await activated(
  author,
  weekly([other.id], { title: 'Sales daily', recurrence: { ...mondays, rrule: 'FREQ=WEEKLY;BYDAY=TU' } }),
)
const times = { opens_at: `${at(14)}T08:00:00Z`, closes_at: `${at(16)}T16:00:00Z` }
await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { title: 'After the release', ...times })), 201)
await bodyOf(
  author.post('/api/holiday-calendars', { name: 'Off', days: [{ date: at(20), name: 'Founders’ Day' }] }),
  201,
)

const grid = page.getByRole('grid')
const cell = (day: number) => page.locator(`[data-day="${at(day)}"]`)
/** On the day on which it opens. */
const entry = (day: number, title: string) => cell(day).locator('li:not([data-running])', { hasText: title })
/** Open since an earlier day. */
const running = (day: number, title: string) => cell(day).locator('li[data-running]', { hasText: title })
/** Where a bar of another survey lies over a day, there is its date. */
const byDate = { targetPosition: { x: 14, y: 12 } }
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** It is shown before the service has answered. */
async function assertMoved(...expected: string[]): Promise<void> {
  await assertMovedOf(path, expected)
}
async function assertMovedOf(of: string, expected: string[]): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (isDeepStrictEqual(await movedDates(of), expected)) return
    await page.waitForTimeout(100)
  }
  assert.deepEqual(await movedDates(of), expected)
}
const movedDates = async (of: string): Promise<string[]> =>
  (await bodyOf(author.get(of))).recurrence.moved_dates.map(
    ({ from, to }: { from: string; to: string }) => `${from.slice(8)} ${to.slice(8)}`,
  )

test('a month shows check-ins, pulses with opening and closing, holidays and clock changes', async () => {
  await arriveAs(page, site, schedule, admin)
  await page.getByRole('heading', { name: 'March 2090' }).waitFor()
  await entry(6, 'Weekly').waitFor()
  await entry(14, 'After the release').waitFor()
  // One bar across its three days, which says for whom it is and until when, and so do its other days to whoever cannot see it.
  const bar = await entry(14, 'After the release').boundingBox()
  const [first, last] = [await cell(14).boundingBox(), await cell(16).boundingBox()]
  assert.ok(bar && first && last && bar.x > first.x && bar.x + bar.width > last.x + last.width / 2)
  assert.ok(bar.x + bar.width <= last.x + last.width)
  assert.match(
    (await running(16, 'After the release').textContent()) ?? '',
    /^After the release.*Draft, open since Tue,? 14 Mar, until Thu,? 16 Mar, For Platform$/,
  )
  assert.match(
    (await entry(14, 'After the release').textContent()) ?? '',
    /until Thu,? 16 Mar, For Platform$/,
  )
  await running(15, 'After the release').waitFor()
  await cell(20).getByText('Founders’ Day').waitFor()
  await cell(26).getByText('Clocks go forward').waitFor()
  await page.getByText('in Europe/Berlin time.').waitFor()
  // At 09:00 in Berlin before and after the change.
  for (const day of [20, 27]) await entry(day, 'Weekly').getByText('09:00').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `schedule-${look}`))
})

test('filters and months are in the address', async () => {
  await page.getByLabel('Team').selectOption({ label: 'Sales' })
  await entry(6, 'Weekly').waitFor({ state: 'detached' })
  await entry(7, 'Sales daily').waitFor()
  await page.getByLabel('State').selectOption('closed')
  await page.getByText('Nothing in this month matches').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await entry(6, 'Weekly').waitFor()
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.getByRole('heading', { name: 'April 2090' }).waitFor()
  assert.ok(page.url().includes('month=2090-04'))
  await page.goBack()
  await page.getByRole('heading', { name: 'March 2090' }).waitFor()
})

test('an occurrence is dragged to another day, taken back, and moved by keys', async () => {
  await entry(13, 'Weekly').dragTo(cell(15), byDate)
  await entry(15, 'Weekly').waitFor()
  await page.getByText('Weekly moves to Wednesday 15 March').waitFor()
  await assertMoved('13 15')
  await button('Undo').click()
  await entry(13, 'Weekly').waitFor()
  await assertMoved()

  await cell(13).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await entry(13, 'Weekly').waitFor()
  await page.keyboard.press('m')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await entry(16, 'Weekly').waitFor()
  await page.getByText('Weekly moves to Thursday 16 March').waitFor()
  await assertMoved('13 16')
})

test('a day opens by Enter, and the dialog says what a move does and refuses what cannot be', async () => {
  await cell(27).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'Monday 27 March' }).waitFor()
  await dialog.getByText('For Platform', { exact: true }).waitFor()
  await isWell(page)
  await picture(page, 'schedule-day')
  await dialog.getByRole('button', { name: 'Move Weekly …' }).click()
  const day = page.getByLabel('New day')
  await day.fill(at(20))
  await page.getByText('It has to stay between the occurrences before and after it.').waitFor()
  await day.fill(at(29))
  await picture(page, 'schedule-move')
  await isWell(page)
  await button('Move').click()
  await entry(29, 'Weekly').waitFor()
  await assertMoved('13 16', '27 29')
})

/** The lines of the menu of a survey in the day that is open. */
async function actsOn(day: number, title: string): Promise<string[]> {
  await page.goto(`${schedule}&day=${at(day)}`)
  const menu = dialog.getByRole('button', { name: `Actions: ${title}` })
  await dialog.getByText(title).first().waitFor()
  if ((await menu.count()) === 0) return []
  await menu.click()
  const group = page.locator('[popover]:popover-open')
  await group.waitFor()
  return group.getByRole('button').allInnerTexts()
}

const act = (name: string) => page.locator('[popover]:popover-open').getByRole('button', { name })

test('the next occurrence is skipped on its day, after a look at what that does', async () => {
  const { path: retro } = await activated(
    author,
    weekly([other.id], {
      title: 'Retro',
      recurrence: { ...mondays, rrule: 'FREQ=WEEKLY;BYDAY=WE', starts_on: at(8) },
    }),
  )
  assert.deepEqual(await actsOn(15, 'Retro'), [], 'its second date has no occurrence yet')
  assert.deepEqual(await actsOn(8, 'Retro'), [
    'Open this occurrence now…',
    'Skip this occurrence…',
    'Cancel this occurrence…',
  ])
  await isWellEverywhere(page, (look) => picture(page, `schedule-acts-${look}`))
  // Escape closes the menu alone, and then the dialog alone: the day stays.
  await page.keyboard.press('Escape')
  await page.locator('[popover]:popover-open').waitFor({ state: 'detached' })
  const menu = dialog.getByRole('button', { name: 'Actions: Retro' })
  await menu.click()
  await act('Skip this occurrence…').click()
  const question = page.getByRole('dialog', { name: 'Skip this occurrence of “Retro”?' })
  await question.waitFor()
  await picture(page, 'schedule-skip')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await dialog.getByRole('heading', { name: 'Wednesday 8 March' }).waitFor()

  await menu.click()
  await act('Skip this occurrence…').click()
  await question.getByLabel('Reason (optional)').fill('The team is at its offsite')
  await question.getByRole('button', { name: 'Skip occurrence' }).click()
  await page.getByText('This occurrence of “Retro” is skipped').waitFor()
  await dialog.locator('li', { hasText: 'Retro' }).getByText('Skipped', { exact: true }).first().waitFor()
  await menu.waitFor({ state: 'detached' })
  // What it stood in is gone: the focus stays in the day.
  await eventually(
    () => page.evaluate<string>('document.activeElement.textContent'),
    (text) => text.startsWith('Wednesday 8'),
  )
  assert.deepEqual(
    (await instancesOf(author, retro))
      .map(({ state, local_date, reason }) => [state, local_date, reason])
      .toSorted(),
    [
      ['scheduled', at(15), null],
      ['skipped', at(8), 'The team is at its offsite'],
    ],
  )
})

test('the next occurrence is opened from its day, and cancelled there', async () => {
  await actsOn(15, 'Retro')
  await act('Open this occurrence now…').click()
  await page
    .getByRole('dialog', { name: /^Open “Retro” now/ })
    .getByRole('button', { name: 'Open now' })
    .click()
  await page.getByText('“Retro” is open').waitFor()
  const { path: sprint } = await activated(
    author,
    weekly([other.id], {
      title: 'Sprint',
      recurrence: { ...mondays, rrule: 'FREQ=WEEKLY;BYDAY=WE', starts_on: at(1) },
    }),
  )
  await actsOn(1, 'Sprint')
  await act('Cancel this occurrence…').click()
  await page
    .getByRole('dialog', { name: /^Cancel this/ })
    .getByRole('button', { name: 'Cancel occurrence' })
    .click()
  await dialog.locator('li', { hasText: 'Sprint' }).getByText('Cancelled', { exact: true }).waitFor()
  assert.deepEqual((await instancesOf(author, sprint)).map(({ state }) => state).toSorted(), [
    'cancelled',
    'scheduled',
  ])
})

test('a pulse that waits to open is cancelled on its day; a draft has nothing to cancel', async () => {
  assert.deepEqual(await actsOn(14, 'After the release'), [])
  const { id } = await bodyOf(
    author.post('/api/pulses', pulseDraft([team.id], { title: 'Move-in', opens_at: `${at(21)}T08:00:00Z` })),
    201,
  )
  await bodyOf(author.post(`/api/pulses/${id}/schedule`))
  assert.deepEqual(await actsOn(21, 'Move-in'), ['Open now…', 'Back to draft…', 'Cancel pulse…'])
  await act('Cancel pulse…').click()
  await page
    .getByRole('dialog', { name: /^Cancel “Move-in”/ })
    .getByRole('button', { name: 'Cancel survey' })
    .click()
  await page.getByText('“Move-in” is cancelled').waitFor()
  await dialog.locator('li', { hasText: 'Move-in' }).getByText('Cancelled', { exact: true }).first().waitFor()
  assert.equal((await bodyOf(author.get(`/api/pulses/${id}`))).state, 'cancelled')
  await page.goto(schedule)
})

test('a team that is asked more than twice in a week is named', async () => {
  await activated(
    author,
    weekly([team.id], {
      title: 'Sprint end',
      recurrence: { ...mondays, rrule: 'FREQ=WEEKLY;BYDAY=TH,FR', starts_on: at(9) },
    }),
  )
  await page.goto(schedule)
  await page
    .getByText(/Platform is asked 3 times in the week of 6 March: “Weekly” and “Sprint end”\./)
    .waitFor()
  await isWellEverywhere(page, (look) => picture(page, `schedule-warning-${look}`))
})

test('what somebody else changed meanwhile is shown beside what was moved', async () => {
  await entry(20, 'Weekly').waitFor()
  await bodyOf(author.patch(path, { description: 'Changed elsewhere' }))
  expectRefusals(page, /412/)
  await entry(20, 'Weekly').dragTo(cell(22), byDate)
  await page.getByText('Monday 20 March').last().waitFor()
  await isWell(page)
  await button('Save my version').click()
  await entry(22, 'Weekly').waitFor()
  expectRefusals(page, null)
  await assertMoved('13 16', '27 29', '20 22')
})

test('two moves of one check-in, the second before the first is saved, are both saved', async () => {
  const isOver = Promise.withResolvers<void>()
  await page.route(`**${sales.path}`, async (route) => {
    if (route.request().method() === 'PATCH') await isOver.promise
    await route.continue()
  })
  // Both weeks in sight: a page that scrolls under a pressed pointer ends the drag.
  await page.evaluate('scrollTo(0, 400)')
  await entry(7, 'Sales daily').dragTo(cell(10), byDate)
  await entry(10, 'Sales daily').waitFor()
  await entry(14, 'Sales daily').dragTo(cell(15), byDate)
  await entry(15, 'Sales daily').waitFor()
  isOver.resolve()
  await assertMovedOf(sales.path, ['07 10', '14 15'])
  await page.unroute(`**${sales.path}`)
  await entry(10, 'Sales daily').waitFor()
  await entry(15, 'Sales daily').waitFor()
})

test('what asks each person on a day of their own is named, without a day', async () => {
  await activated(author, {
    title: 'First weeks',
    questions: [{ id: 'calm', type: 'scale', text: 'How were your first weeks?', min: 1, max: 5 }],
    recipients: { team_ids: [team.id] },
    confidentiality: { mode: 'confidential' },
    channels: ['link'],
    lifecycle: { date: 'joined_on', days: 14, period: 'quarter' },
  })
  await page.goto(schedule)
  const line = page.getByText(
    'each person is asked on a day of their own, which is not shown: “First weeks”.',
  )
  await line.waitFor()
  await page.getByLabel('Team').selectOption({ label: 'Sales' })
  await line.waitFor({ state: 'detached' })
  await page.getByLabel('Team').selectOption({ label: 'All teams' })
  await line.waitFor()
  await isWell(page)
})

test('on a phone it is a list of days', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  // No day has been pressed yet: an empty one is where Tab leads.
  await page.goto(schedule)
  await entry(6, 'Weekly').waitFor()
  assert.equal(await cell(4).isVisible(), false)
  assert.equal(await cell(7).isVisible(), false)
  assert.match(await entry(6, 'Weekly').innerText(), /until Wed,? 8 Mar ·\sFor Platform/)
  const box = await grid.boundingBox()
  assert.ok(box && box.width <= 360)
  await picture(page, 'schedule-360')
  // Anyone who carries a survey by keys reaches empty days, too.
  await cell(6).focus()
  await page.keyboard.press('m')
  await cell(4).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  assert.equal(await cell(14).evaluate((day) => day === document.activeElement), true)
  await picture(page, 'schedule-360-carrying')
  await page.keyboard.press('Escape')
  await cell(4).waitFor({ state: 'hidden' })
  await cell(14).click()
  await dialog.getByText('After the release').first().waitFor()
})

test('in German, what is longer finds its room', async () => {
  const german = await visit({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 1000 },
  })
  await arriveAs(german, site, schedule, admin)
  await german.getByRole('heading', { name: 'März 2090' }).waitFor()
  const day = german.locator(`[data-day="${at(16)}"]`)
  await day.locator('li[data-running]', { hasText: 'After the release' }).waitFor()
  await isWellEverywhere(german, (look) => picture(german, `schedule-german-${look}`))
  await day.click()
  await german.getByRole('heading', { name: 'Donnerstag, 16. März' }).waitFor()
  await picture(german, 'schedule-german-day')
  await isWell(german)
  await german.getByRole('button', { name: 'Weekly verschieben …' }).click()
  await german.getByLabel('Neuer Tag').fill(at(20))
  await german.getByText('Der Termin muss zwischen dem vorigen und dem nächsten bleiben').waitFor()
  await picture(german, 'schedule-german-move')
  await isWell(german)
  await german.context().close()
})

test('the editor of a check-in lists what was moved, and moves it back', async () => {
  const editor = await visit({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 1000 },
  })
  await assertMoved('13 16', '27 29', '20 22')
  await arriveAs(editor, site, `${site.pages}/app/check-ins/${path.split('/').at(-1)}/edit`, admin)
  await editor.getByRole('heading', { name: 'Moved' }).waitFor()
  await editor.getByText('Mon, 20 Mar 2090, moved to Wed, 22 Mar 2090').waitFor()
  // For the next dates, too: nobody put a holiday there.
  await editor.getByText('moved from Mon, 13 Mar 2090', { exact: true }).waitFor()
  await isWellEverywhere(editor, (look) => picture(editor, `editor-moved-${look}`))
  await editor.getByRole('button', { name: 'Move back Mon, 20 Mar 2090' }).click()
  await editor.getByText('Mon, 20 Mar 2090, moved to').waitFor({ state: 'detached' })
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await assertMoved('13 16', '27 29')
  await editor.context().close()
})
