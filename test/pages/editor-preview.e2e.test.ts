/** What the editor shows of surveys that cannot be edited here, and its preview: in languages of respondents, in both themes, with units. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({
  // A frame without permission to run scripts is told so by the browser wherever a test looks into it.
  refusals: /status of 4(12|22)|sandboxed/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
})
after(() => page.context().close())

let team: string

before(async () => {
  team = (await world.team('Sales', 12)).id
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const saved = () => page.getByText('All changes saved').waitFor()
const frame = () => page.frameLocator('iframe')
const idIn = (url: string): string => /\/((?:pls|chk)_\w+)\//.exec(url)![1]

const drafted = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await bodyOf(author.post('/api/pulses', pulseDraft([team], { channels: ['email'], ...more })), 201)).id

const editor = async (id: string): Promise<void> => {
  await page.goto(`${site.pages}/app/pulses/${id}/edit`)
  await isThere(page)
}

test('an open survey is followed or copied where it can no longer be edited', async () => {
  const id = await drafted({ title: 'Going on' })
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  await editor(id)
  await page.getByText('you can extend it, send a reminder or close it', { exact: false }).waitFor()
  await isWell(page)
  const follow = page.getByRole('link', { name: 'Follow live' })
  assert.equal(await follow.getAttribute('href'), `/app/pulses/${id}/live`)
  await button('Make a copy').click()
  await page.getByLabel('Title').waitFor()
  assert.notEqual(idIn(page.url()), id)
})

test('only its author edits a survey; somebody else makes a copy', async () => {
  const other = await world.user()
  const { id } = await bodyOf(other.post('/api/pulses', pulseDraft([team], { title: 'Not mine' })), 201)
  await editor(id)
  await page.getByRole('heading', { name: 'Somebody else is writing this survey' }).waitFor()
  await isWell(page)
  await button('Make a copy').click()
  await page.getByLabel('Title').waitFor()
  assert.notEqual(idIn(page.url()), id)
})

test('the preview speaks the languages of respondents and has its own theme', async () => {
  await editor(await drafted({ title: 'Shown' }))
  await page.getByLabel('Language of the preview').selectOption('de')
  await frame().locator('html[lang=de]').waitFor({ state: 'attached' })
  await page.getByRole('radio', { name: 'Dark' }).check()
  await frame().locator('html[data-theme=dark]').waitFor({ state: 'attached' })
  assert.equal(
    await frame()
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor),
    'rgb(19, 19, 23)',
  )
  await page.getByRole('button', { name: 'E-mail me a test' }).click()
  await page.getByText('A test is on its way to you.').waitFor()
})

test('the unit of a number is in the preview, stays with another type of number, and is translated', async () => {
  const id = await drafted({ title: 'Measured' })
  await editor(id)
  await page.getByLabel('Type of the new question').selectOption('number')
  await button('Add question').click()
  await page.getByRole('textbox', { name: /^Question \d/ }).fill('How long did it take?')
  await page.getByLabel('Unit').fill('hours')
  await frame().getByText('hours', { exact: true }).waitFor()
  await page.getByLabel('Type', { exact: true }).selectOption('slider')
  assert.equal(await page.getByLabel('Unit').inputValue(), 'hours')
  await picture(page, 'drafts-unit')
  await button('Translate').click()
  await page.getByLabel('Language of the new translation').selectOption('de')
  await button('Add translation').click()
  await page.getByLabel('hours', { exact: true }).fill('Stunden')
  await saved()
  await eventually(
    async () => bodyOf(author.get(`/api/pulses/${id}`)),
    ({ questions, translations }) =>
      questions.at(-1).type === 'slider' &&
      questions.at(-1).unit === 'hours' &&
      translations.de?.questions?.[questions.at(-1).id]?.unit === 'Stunden',
  )
})

test('its author gives an open survey more time from its editor, and reads first that this stays', async () => {
  const closes = new Date(Date.now() + 172_800_000).toISOString()
  const id = await drafted({ title: 'More time', closes_at: closes })
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  await editor(id)
  await page.getByText(/It is open until \w+/).waitFor()
  await picture(page, 'editor-extend')
  await button('Extend survey…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Gives all 12 people more time.', { exact: false }).waitFor()
  await dialog.getByText('an extension can’t be undone', { exact: false }).waitFor()
  await isWell(page)
  await picture(page, 'editor-extend-dialog', { isWhole: false })
  await dialog.getByLabel('New closing time').fill('2090-03-01T09:00')
  await dialog.getByRole('button', { name: 'Extend survey' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The survey now closes', { exact: false }).waitFor()
  await page.getByText(/It is open until .*1 Mar/).waitFor()
  const { closes_at: end } = await bodyOf(author.get(`/api/pulses/${id}`))
  assert.equal(new Date(end).getUTCFullYear(), 2090)
  await isWell(page)
})
