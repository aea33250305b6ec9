/**
 * What somebody puts aside in the pages, to the end: archives and takes it out again, deletes and undoes that, deletes a draft, cancels what
 * is open; each by what the page offers alone, and then looked at through the API.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { bodyOf } from '../support/clockwork.ts'
import { activated, weekly } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, links, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({
  refusals: /status of 404/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
})
after(() => page.context().close())

const later = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02', time: '09:00' }
const dialog = page.getByRole('dialog')
const line = (name: string) => page.getByRole('group').getByRole('button', { name, exact: true })
const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
const becomes = (path: string, ...wanted: [state: string, isDeleted?: boolean]) =>
  eventually(
    async () => {
      const { state, deleted_at: at } = await bodyOf(author.get(path))
      return [state, at !== null]
    },
    (seen) => isDeepStrictEqual(seen, [wanted[0], wanted[1] ?? false]),
  )

let team: string

before(async () => {
  team = (await world.team('Platform', 8)).id
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

async function openPulse(title: string, api = author): Promise<string> {
  const { id } = await bodyOf(api.post('/api/pulses', pulseDraft([team], { title })), 201)
  await bodyOf(api.post(`/api/pulses/${id}/open`))
  return `/api/pulses/${id}`
}

async function closedPulse(title: string, api = author): Promise<string> {
  const path = await openPulse(title, api)
  await bodyOf(api.post(`${path}/close`))
  return path
}

async function askInList(tab: string, title: string, act: string): Promise<void> {
  await page.goto(`${site.pages}/app/surveys?tab=${tab}`)
  await page.getByRole('button', { name: `Actions: ${title}` }).click()
  await line(act).click()
  await dialog.waitFor()
}

test('a survey is archived from the list, and the toast takes it back', async () => {
  const path = await closedPulse('Offsite')
  await askInList('closed', 'Offsite', 'Archive…')
  await dialog.getByText('You can take it out of the archive at any time.').waitFor()
  assert.equal(await dialog.getByText('undone').count(), 0)
  await isWellEverywhere(page, (look) => picture(page, `archive-${look}`))
  await confirm('Archive survey')
  await page.getByText('“Offsite” is archived').waitFor()
  await becomes(path, 'archived')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  await becomes(path, 'closed')
  await page.getByRole('button', { name: 'Actions: Offsite' }).waitFor()
})

test('what was archived long ago is taken out by the menu of its results, and by keys', async () => {
  const { id, path } = await activated(author, weekly([team], { title: 'Team weather', recurrence: later }))
  for (const verb of ['end', 'archive']) await bodyOf(author.post(`${path}/${verb}`))
  await page.goto(`${site.pages}/app/check-ins/${id}/results`)
  await page.getByText('Archived', { exact: true }).waitFor()
  const menu = page.getByRole('button', { name: 'More actions' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await line('Take out of the archive').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `archived-menu-${look}`))
  await line('Take out of the archive').focus()
  await page.keyboard.press('Enter')
  await page.getByText('“Team weather” is no longer archived').waitFor()
  await becomes(path, 'ended')
  await page.getByText('Archived', { exact: true }).waitFor({ state: 'detached' })
  await eventually(() => menu.evaluate((one) => one === document.activeElement), Boolean)
})

test('undoing a deletion brings a survey back to where it was', async () => {
  const path = await closedPulse('Retro')
  await askInList('closed', 'Retro', 'Delete…')
  await confirm('Delete survey')
  await page.getByText('“Retro” is deleted').waitFor()
  await becomes(path, 'archived', true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  await becomes(path, 'closed')
})

test('an admin who archives somebody else’s survey is told that only its author can take it out', async () => {
  const colleague = await world.user({ role: 'analyst' })
  const path = await closedPulse('Not mine', colleague)
  await askInList('closed', 'Not mine', 'Archive…')
  await dialog.getByText('Only its author can take it out of the archive.').waitFor()
  await dialog.getByLabel('Reason').fill('The project is over')
  await confirm('Archive survey')
  await page.getByText('“Not mine” is archived').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  await becomes(path, 'archived')
  await page.goto(`${site.pages}/app/surveys?tab=archived`)
  await page.getByRole('button', { name: 'Actions: Not mine' }).click()
  await line('Delete…').waitFor()
  assert.equal(await line('Take out of the archive').count(), 0)
  await page.keyboard.press('Escape')
  assert.equal((await colleague.post(`${path}/unarchive`)).status, 200)
})

test('a draft is deleted for good from the list', async () => {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], { title: 'First try' })), 201)
  await askInList('draft', 'First try', 'Delete…')
  await dialog.getByText('It is deleted for good.').waitFor()
  await isWell(page)
  await confirm('Delete draft')
  await page.getByText('“First try” is deleted').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  await page.getByText('No drafts').waitFor()
  assert.equal((await author.get(`/api/pulses/${id}`)).status, 404)
  await page.goto(`${site.pages}/app/surveys?tab=deleted`)
  await page.getByText('Nothing to restore').waitFor()
})

test('an open survey is cancelled: its answers are gone, nobody can answer any more, and its page says so', async () => {
  const path = await openPulse('Moving house')
  const [first, second] = (await links(author, path)).map(({ url }) => new URL(url).pathname)
  const answers = { answers: [{ question_id: 'calm', value: 4 }] }
  await bodyOf(world.anyone.post(first, answers), 201)
  await askInList('open', 'Moving house', 'Cancel pulse…')
  await dialog.getByText('Answers so far are deleted, and there will be no results.').waitFor()
  await dialog.getByRole('button', { name: 'Don’t cancel' }).waitFor()
  await confirm('Cancel survey')
  await page.getByText('“Moving house” is cancelled').waitFor()
  await becomes(path, 'cancelled')
  assert.equal((await world.anyone.post(second, answers)).status, 404)
  await page.goto(`${site.pages}/app/surveys?tab=closed`)
  await page.locator('[data-row]').filter({ hasText: 'Moving house' }).getByText('Cancelled').waitFor()
  await isWell(page)
})
