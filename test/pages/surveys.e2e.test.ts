/**
 * The list of surveys as somebody uses it who asks people: finds one, follows the answers, filters and sends the address on; by mouse and by
 * keys alone, as table and as cards, in both themes and both languages.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { noSidewaysScrolling, picture } from '../support/visit.ts'
import { type Client, eventually, links, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { answerFirst, isThere, isWell, isWellEverywhere, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({
  refusals: /status of 4(12|22)/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
})
after(() => page.context().close())

const rows = page.locator('[data-row]')
const search = page.getByRole('searchbox')
const tab = (name: string | RegExp) =>
  page.getByRole('navigation', { name: 'State' }).getByRole('link', { name })
const tabs = (): Promise<string[]> =>
  page.getByRole('navigation', { name: 'State' }).getByRole('link').allInnerTexts()
/** Their numbers are read apart from the list, so they may come after it. */
const tabsCount = (
  ...counts: [open: number, scheduled: number, drafts: number, closed: number, mine: number]
) => {
  const wanted = ['Open', 'Scheduled', 'Drafts', 'Closed', 'Mine'].map((name, at) => `${name}\n${counts[at]}`)
  return eventually(tabs, (seen) => isDeepStrictEqual(seen, wanted))
}
const shown = (): Promise<string[]> => page.getByRole('rowheader').allInnerTexts()
const titles = async (): Promise<string[]> => (await shown()).map((text) => text.split('\n')[0])

let team: string

const open = async (draft: Record<string, unknown>): Promise<string> => {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], draft)), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return id
}

const answer = async (id: string, from: number, to: number): Promise<void> => {
  for (const { url } of (await links(author, `/api/pulses/${id}`)).slice(from, to))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
      201,
    )
}

test('without surveys the page says what will be here and how it comes', async () => {
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
  await page.getByRole('heading', { name: 'No surveys yet' }).waitFor()
  await page.getByRole('link', { name: 'All templates and empty surveys' }).waitFor()
  await page.getByRole('link', { name: 'Read how programs create surveys' }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `surveys-first-${look}`))
  await tab(/Mine/).click()
  await page.getByRole('heading', { name: 'No surveys yet' }).waitFor()
})

test('a first survey begins with one of three templates, by keys alone', async () => {
  const templates = page.getByRole('listitem').getByRole('button', { name: /questions/ })
  await templates.nth(2).waitFor()
  assert.equal(await templates.count(), 3)
  await templates.filter({ hasText: 'Weekly check-in' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/check-ins/*/edit?begins=yes')
  const { check_ins: made } = await bodyOf(author.get('/api/check-ins'))
  assert.deepEqual(
    made.map(({ state }: { state: string }) => state),
    ['draft'],
  )
  await page.goto(`${site.pages}/app/surveys`)
  await isThere(page)
  const gone = await author.delete(`/api/check-ins/${made[0].id}`)
  assert.equal(gone.status, 204)
})

let named: string
let draft: string

test('open surveys show whom they ask, until when, and how many have answered in the steps that confidentiality allows', async () => {
  team = (await world.team('Platform', 8)).id
  named = await open({
    title: 'Offsite 2024',
    confidentiality: { mode: 'attributed' },
    visibility: 'private',
  })
  await answer(named, 0, 3)
  // Closes on a day that is not a number of answers: as it is read below, no 0 and no 4 is in the row.
  await answer(await open({ title: 'After the outage', closes_at: '2100-01-15T12:00:00Z' }), 0, 4)
  draft = (await bodyOf(author.post('/api/pulses', pulseDraft([team], { title: 'Onboarding week' })), 201)).id
  const closed = await open({ title: 'Summer party', confidentiality: { mode: 'attributed' } })
  await answer(closed, 0, 7)
  await bodyOf(author.post(`/api/pulses/${closed}/close`))
  const starts = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02', time: '09:00' }
  await activated(author, weekly([team], { title: 'How was your week?', recurrence: starts }))

  await page.goto(`${site.pages}/app/surveys`)
  await page.getByText('3 of 8').waitFor()
  assert.deepEqual(await titles(), ['After the outage', 'Offsite 2024'])
  await tabsCount(2, 1, 1, 1, 5)
  const confidential = rows.filter({ hasText: 'After the outage' })
  await confidential.getByText('No count before 5 answers').waitFor()
  assert.equal(
    await confidential.getByRole('link').count(),
    1,
    'what says why there is no count is nothing to press',
  )
  assert.doesNotMatch(await confidential.innerText(), /\b[04]\b/)
  await rows
    .filter({ hasText: 'Offsite' })
    .getByRole('img', { name: /^Private/ })
    .waitFor()
  await rows.first().getByText('Platform').waitFor()
  await rows.first().getByText('You').waitFor()
  await isWell(page)
})

test('a row leads to what comes in while its survey is open, a draft to its editor', async () => {
  const link = page.getByRole('link', { name: 'Offsite 2024', exact: true })
  assert.equal(await link.getAttribute('href'), `/app/pulses/${named}/live`)
  await tab(/Drafts/).click()
  await page.getByText('Onboarding week', { exact: true }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Answered' }).count(), 0)
  assert.deepEqual(
    await rows.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href'))),
    [`/app/pulses/${draft}/edit`],
  )
  await tab(/Closed/).click()
  await page.getByText('7 of 8').waitFor()
  assert.match(
    (await page.getByRole('link', { name: 'Summer party', exact: true }).getAttribute('href')) ?? '',
    /\/results$/,
  )
  await tab(/Scheduled/).click()
  await page.getByText('How was your week?', { exact: true }).waitFor()
  await page.getByText(/2 Jan/).waitFor()
})

test('an answer that arrives while the list is looked at is counted without a reload', async () => {
  const watching = await visitAs(page, { locale: 'en-GB' })
  await watching.clock.install()
  await watching.goto(`${site.pages}/app/surveys`)
  await watching.getByText('3 of 8').waitFor()
  await answer(named, 3, 4)
  await watching.clock.runFor(15_000)
  await watching.getByText('4 of 8').waitFor()
  await watching.context().close()
})

test('the address holds every filter: reload, back and a sent link show the same', async () => {
  await page.goto(`${site.pages}/app/surveys`)
  await page.getByText('2 surveys').waitFor()
  await search.fill('2024')
  await page.waitForURL('**/app/surveys?q=2024')
  await page.getByText('1 survey', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 survey', { exact: true }).waitFor()
  assert.equal(await search.inputValue(), '2024')
  await page.getByRole('radio', { name: 'Check-ins' }).check()
  await page.getByText('No surveys found').waitFor()
  await tabsCount(0, 0, 0, 0, 0)
  await page.getByText('Found among pulses: Open (1)').waitFor()
  await isWellEverywhere(page)
  await page.goBack()
  await page.getByText('1 survey', { exact: true }).waitFor()
  await page.goto(`${site.pages}/app/surveys?tab=draft&mine=yes&kind=check_in&q=week`)
  await page.getByText('No surveys found').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.getByText('Onboarding week', { exact: true }).waitFor()
  assert.equal(new URL(page.url()).search, '?tab=draft')
})

test('Mine lists what its reader wrote, whatever became of it, and each row says where it is', async () => {
  const other = await world.user()
  const { id: others } = await bodyOf(
    other.post('/api/pulses', pulseDraft([team], { title: 'Of somebody else' })),
    201,
  )
  await page.goto(`${site.pages}/app/surveys?tab=mine`)
  await page.getByText('5 surveys').waitFor()
  assert.deepEqual((await titles()).toSorted(), [
    'After the outage',
    'How was your week?',
    'Offsite 2024',
    'Onboarding week',
    'Summer party',
  ])
  for (const [title, state, when] of [
    ['After the outage', 'Open', /Closes .*15 Jan/],
    ['How was your week?', 'Scheduled', /Opens .*2 Jan/],
    ['Onboarding week', 'Draft', /Edited/],
    ['Summer party', 'Closed', /Closed .*\d/],
  ] as const) {
    const row = rows.filter({ hasText: title })
    await row.getByText(state, { exact: true }).waitFor()
    await row.getByText(when).last().waitFor()
  }
  assert.equal(await page.getByRole('radiogroup', { name: 'Author' }).count(), 0)
  assert.equal((await other.delete(`/api/pulses/${others}`)).status, 204)
  await isWellEverywhere(page, (look) => picture(page, `surveys-mine-${look}`))
})

test('filters saved under a name lead back to the same list, by keys alone, and a view can be deleted and taken back', async () => {
  const views = page.getByRole('button', { name: /Views/ })
  await page.goto(`${site.pages}/app/surveys`)
  await page.getByText('2 surveys').waitFor()
  await views.click()
  await page.getByText('Choose a tab or a filter').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${site.pages}/app/surveys?tab=mine&kind=pulse`)
  await page.getByText('4 surveys').waitFor()
  await views.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of this view').focus()
  await page.keyboard.type('My pulses')
  await page.keyboard.press('Enter')
  await page.getByText('Saved “My pulses”').waitFor()
  await page.getByRole('button', { name: 'Views My pulses' }).waitFor()

  await page.goto(`${site.pages}/app/surveys`)
  await page.getByText('2 surveys').waitFor()
  await views.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'My pulses' }).focus()
  await isWell(page)
  await picture(page, 'surveys-views')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/surveys?tab=mine&kind=pulse')
  await page.getByText('4 surveys').waitFor()

  await views.click()
  await page.getByRole('button', { name: 'Delete view: My pulses' }).click()
  await page.getByText('Deleted “My pulses”').waitFor()
  await page.getByRole('button', { name: 'Views My pulses' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Views My pulses' }).waitFor()
})

test('the chosen tab stays visible on a phone that is turned', async () => {
  const inSight = (): Promise<boolean> =>
    tab(/Mine/).evaluate((link) => {
      const [around, box] = [link.closest('ul')!.getBoundingClientRect(), link.getBoundingClientRect()]
      return box.left >= around.left && box.right <= around.right
    })
  await page.setViewportSize({ width: 800, height: 360 })
  await page.goto(`${site.pages}/app/surveys?tab=mine`)
  await page.getByText('5 surveys').waitFor()
  assert.ok(await inSight())
  await page.setViewportSize({ width: 320, height: 700 })
  await eventually(inSight, Boolean)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('keys alone: go to surveys, row by row, open, search', async () => {
  await page.goto(`${site.pages}/app/account`)
  await isThere(page)
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Offsite 2024')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/pulses/${named}/live`)
  await page.goBack()
  await rows.first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('outage')
  await page.getByText('1 survey', { exact: true }).waitFor()
})

test('rows become cards by the room that they have, well at every width in both themes', async () => {
  await page.goto(`${site.pages}/app/surveys`)
  await page.getByText('4 of 8').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `surveys-${look}`))
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    assert.equal(await page.getByRole('rowheader').count(), 2)
    await eventually(() => noSidewaysScrolling(page), Boolean)
  }
})

test('when a survey closes does not reach into the name of its author, however its reader writes times', async () => {
  const american = await visitAs(page, { locale: 'en-US', viewport: { width: 1280, height: 800 } })
  await american.goto(`${site.pages}/app/surveys`)
  const cells = american.locator('[data-row]').first().locator('td')
  await cells.first().waitFor()
  const [when, author] = await Promise.all([
    cells.nth(2).evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect().right
    }),
    cells.nth(3).evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect().left
    }),
  ])
  assert.ok(author - when >= 8, `${author - when}`)
  await american.context().close()
})

test('a list that cannot be read says why, names the request, and can be tried again', async () => {
  const problem = { code: 'invalid', detail: 'Not just now.', request_id: 'req_1' }
  await answerFirst(page, /\/api\/surveys\?/, (route) => route.fulfill({ status: 422, json: problem }))
  await page.goto(`${site.pages}/app/surveys?tab=closed`)
  await page.getByText('Not just now.').waitFor()
  await page.getByText('req_1').waitFor()
  await isWell(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Summer party', { exact: true }).waitFor()
})

test('the last date of a check-in that goes on is among what has closed', async () => {
  const { check_ins: checkIns } = await bodyOf(author.get('/api/check-ins'))
  const path = `/api/check-ins/${checkIns[0].id}`
  const [next] = await instancesOf(author, path)
  await bodyOf(author.post(`/api/check-in-instances/${next.id}/open`))
  await bodyOf(author.post(`/api/check-in-instances/${next.id}/close`))
  await page.goto(`${site.pages}/app/surveys?tab=closed`)
  const goingOn = rows.filter({ hasText: 'repeats' })
  await goingOn.getByRole('link', { name: 'See results: How was your week?' }).waitFor()
  assert.deepEqual(await titles(), ['How was your week?', 'Summer party'])
  await goingOn.getByRole('button', { name: 'Actions: How was your week?' }).click()
  assert.deepEqual(
    await page
      .getByRole('group', { name: /^Actions/ })
      .getByRole('button')
      .allInnerTexts(),
    ['Edit', 'See results', 'Pause check-in…', 'Hand over…', 'End check-in…'],
  )
  await page.keyboard.press('Escape')
  await isWell(page)
  await page.goto(`${site.pages}/app/surveys?tab=closed&kind=pulse`)
  await page.getByText('Summer party', { exact: true }).waitFor()
  assert.equal(await goingOn.count(), 0)
})

test('a tab counts every row that it lists, also last dates of check-ins that go on', async () => {
  await page.goto(`${site.pages}/app/surveys?tab=closed`)
  await page.getByText('2 surveys').waitFor()
  await tabsCount(2, 1, 1, 2, 5)
})

test('the name of a check-in between two dates leads to its results, and Edit in its menu to its editor', async () => {
  await page.goto(`${site.pages}/app/surveys?tab=scheduled`)
  await page.getByRole('link', { name: 'How was your week?', exact: true }).click()
  await page.waitForURL('**/results')
  await page.goBack()
  await page.getByRole('button', { name: 'Actions: How was your week?' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.waitForURL('**/edit')
})

test('a row has one count that leads on; its menu has every way, and answers by name for whoever reads them', async () => {
  await page.goto(`${site.pages}/app/surveys`)
  await page.getByRole('link', { name: '4 of 8 Follow live: Offsite 2024' }).waitFor()
  assert.equal(await rows.filter({ hasText: 'Offsite' }).getByRole('link').count(), 2)
  const menuOf = async (title: string) => {
    await page.getByRole('button', { name: `Actions: ${title}` }).click()
    return page.getByRole('group', { name: `Actions: ${title}` }).getByRole('button')
  }
  const anonymous = await menuOf('After the outage')
  await anonymous.first().waitFor()
  assert.ok(!(await anonymous.allInnerTexts()).includes('Answers by name'))
  await page.keyboard.press('Escape')
  await (await menuOf('Offsite 2024')).filter({ hasText: 'Answers by name' }).click()
  await page.waitForURL(`**/app/pulses/${named}/answers`)
})

test('the page speaks German to a reader of German', async () => {
  const german = await visitAs(page, { locale: 'de-DE' })
  await german.goto(`${site.pages}/app/surveys`)
  await german.getByRole('heading', { level: 1, name: 'Umfragen' }).waitFor()
  await german.getByText('4 von 8').waitFor()
  await german.getByText('Keine Anzahl vor 5 Antworten').waitFor()
  await isWell(german)
  await picture(german, 'surveys-de')
  await german.context().close()
})

test('a closed survey whose count is not exact says so in the list, and in recent activity with the same words', async () => {
  const closed = await open({ title: 'Town hall' })
  await answer(closed, 0, 8)
  await bodyOf(author.post(`/api/pulses/${closed}/close`))
  const { response_summary: summary } = await bodyOf(author.get(`/api/pulses/${closed}`))
  assert.deepEqual([summary.responded, summary.responded_max], [7, 8])
  await page.goto(`${site.pages}/app/surveys?tab=closed`)
  await rows.filter({ hasText: 'Town hall' }).getByText('7 or 8 of 8').waitFor()
  await page.goto(`${site.pages}/app`)
  await page.getByText('“Town hall” closed: 7 or 8 of 8 answered').waitFor()
})
