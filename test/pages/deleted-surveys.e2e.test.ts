/**
 * What somebody deletes in the pages is found again among the deleted surveys, which say until when it can be restored, and is restored
 * there: with the mouse and by keys alone, as table and as cards, in both themes and both languages.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Locator } from 'playwright-core'
import { bodyOf } from '../support/clockwork.ts'
import { activated, weekly } from '../support/recurring.ts'
import { noSidewaysScrolling, picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

const later = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02', time: '09:00' }
const dialog = page.getByRole('dialog')
const tab = (name: string | RegExp) =>
  page.getByRole('navigation', { name: 'State' }).getByRole('link', { name })
const titles = async (): Promise<string[]> =>
  (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])
const lists = (...wanted: string[]) => eventually(titles, (seen) => isDeepStrictEqual(seen, wanted))
const stateOf = async (path: string): Promise<{ state: string; deleted_at: string | null }> => {
  const { state, deleted_at } = await bodyOf(author.get(path))
  return { state, deleted_at }
}
/** In the zone of the machine, which the browser has too. */
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const inDays = (from: string, days: number): string =>
  day.format(new Date(Date.parse(from) + days * 86_400_000))

let team: string
let retro: string
let weeklyPath: string

before(async () => {
  team = (await world.team('Platform', 8)).id
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], { title: 'Retro' })), 201)
  retro = `/api/pulses/${id}`
  await bodyOf(author.post(`${retro}/open`))
  await bodyOf(author.post(`${retro}/close`))
  const { path } = await activated(author, weekly([team], { title: 'Team weather', recurrence: later }))
  weeklyPath = path
  await bodyOf(author.post(`${path}/end`))
  await arriveAs(page, site, `${site.pages}/app/surveys?tab=deleted`, admin)
})

test('where nothing was deleted, the tab says what would be there and for how long', async () => {
  await page.getByText('Nothing to restore').waitFor()
  await page.getByText(/appear here for 30 days/).waitFor()
  await isWell(page)
  await page.goto(`${site.pages}/app/surveys?tab=closed`)
  await lists('Team weather', 'Retro')
  assert.equal(await tab(/^Deleted/).count(), 0)
})

test('with the mouse: what was deleted is found in its tab, and restored to the archived surveys', async () => {
  for (const title of ['Retro', 'Team weather']) {
    await page.getByRole('button', { name: `Actions: ${title}` }).click()
    await page.getByRole('group').getByRole('button', { name: 'Delete…', exact: true }).click()
    await dialog.getByText(/among the deleted surveys and can restore it for 30 days/).waitFor()
    await dialog.getByRole('button', { name: 'Delete survey' }).click()
    await page.getByText(`“${title}” is deleted`).waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  await tab(/^Deleted/).click()
  await lists('Team weather', 'Retro')
  await tab('Deleted 2').waitFor()
  const { deleted_at: at } = await stateOf(retro)
  assert.ok(at)
  const row = page.locator('[data-row]').filter({ hasText: 'Retro' })
  await row.getByText(inDays(at, 30)).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `deleted-${look}`))
  await row.getByRole('button', { name: 'Restore: Retro' }).click()
  await page.getByText('“Retro” is restored, among the archived surveys').waitFor()
  await lists('Team weather')
  assert.deepEqual(await stateOf(retro), { state: 'archived', deleted_at: null })
  await eventually(
    () => page.evaluate('document.activeElement.tagName'),
    (name) => name === 'H1',
  )
  await tab(/^Archived/).click()
  await lists('Retro')
})

/** Presses Tab until the focus is there. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  const on = target.page()
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await on.keyboard.press('Tab')
  }
  assert.fail(`no way by Tab to ${target}`)
}

test('by keys alone on a phone: a survey is deleted, found and restored, until nothing is left to restore', async () => {
  const phone = await visitAs(page, { locale: 'en-GB', viewport: { width: 360, height: 800 } })
  const press = async (target: Locator): Promise<void> => {
    await tabTo(target)
    await phone.keyboard.press('Enter')
  }
  const button = (name: string) => phone.getByRole('button', { name, exact: true })
  await phone.goto(`${site.pages}/app/surveys?tab=archived`)
  await press(button('Actions: Retro'))
  await press(button('Delete…'))
  await press(button('Delete survey'))
  await phone.getByText('“Retro” is deleted').waitFor()
  const current = phone.getByRole('navigation', { name: 'State' }).getByRole('link', { name: /^Deleted/ })
  await press(current)
  await button('Restore: Retro').waitFor()
  await eventually(() => noSidewaysScrolling(phone), Boolean)
  // Its tab is visible, though five others are before it.
  await eventually(
    async () => (await current.boundingBox())!,
    ({ x, width }) => x >= 0 && x + width <= 360,
  )
  await picture(phone, 'deleted-phone')
  await press(button('Restore: Retro'))
  await button('Restore: Retro').waitFor({ state: 'detached' })
  await press(button('Restore: Team weather'))
  await phone.getByText('Nothing to restore').waitFor()
  await phone.getByText(/^“Team weather” is restored/).waitFor()
  await isWell(phone)
  for (const path of [retro, weeklyPath])
    assert.deepEqual(await stateOf(path), { state: 'archived', deleted_at: null })
  await phone.context().close()
})

test('the deleted surveys speak German to a reader of German', async () => {
  await bodyOf(author.delete(retro), 204)
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 360, height: 800 } })
  await german.goto(`${site.pages}/app/surveys?tab=deleted`)
  await german.getByRole('button', { name: 'Wiederherstellen: Retro' }).waitFor()
  await german.getByText('Aufbewahrt bis').waitFor()
  await isWell(german)
  await picture(german, 'deleted-german')
  await german.setViewportSize({ width: 1280, height: 800 })
  await eventually(() => noSidewaysScrolling(german), Boolean)
  const [card, button] = await Promise.all(
    [german.getByRole('table'), german.getByRole('button', { name: 'Wiederherstellen: Retro' })].map((one) =>
      one.boundingBox(),
    ),
  )
  assert.ok(button!.x + button!.width <= card!.x + card!.width)
  await picture(german, 'deleted-german-wide')
  await german.context().close()
})
