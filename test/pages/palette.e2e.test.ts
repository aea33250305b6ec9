/**
 * The palette as somebody uses it who looks for something by its name: a survey, a person, a team, a guide; by keys alone, on a phone, and with nothing to
 * see; and the side menu beside it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { phone, picture } from '../support/visit.ts'
import { type Client, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const team = await world.team('Kvasir crew', 5)
const { id: survey } = await bodyOf(
  author.post('/api/pulses', pulseDraft([team.id], { title: 'After the Kvasir storm' })),
  201,
)
const member = await bodyOf(author.get(`/api/members/${team.members[0]}`))

const place = /^Search pages, surveys/

test('a survey, a team, a person and a guide are found by their names and opened', async () => {
  const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(page, site, `${site.pages}/app`, admin)
  const palette = page.getByRole('dialog')
  const look = async (words: string): Promise<void> => {
    await isThere(page)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(place).fill(words)
  }
  await look('kvasir')
  await palette.getByText('After the Kvasir storm').waitFor()
  await palette.getByText('Kvasir crew', { exact: true }).waitFor()
  await isWell(page)
  await picture(page, 'palette', { isWhole: false })
  // The first is chosen, though it came after the words.
  await page.locator('[data-action][data-selected]').getByText('After the Kvasir storm').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/pulses/${survey}/edit`)

  await look('kvasir')
  await palette.getByText('Kvasir crew', { exact: true }).click()
  await page.waitForURL(`**/app/directory?team=${team.id}`)

  // A driver by its name leads to what was found about it, and to the teams beside one another.
  await look('workload')
  await palette.getByText('Workload: insights').waitFor()
  await picture(page, 'palette-driver', { isWhole: false })
  // Each hit says by its name what it is, and no second line says it again.
  const lines = (await palette.locator('[data-action]').allInnerTexts()).map((one) => one.split('\n'))
  const names = lines.map(([name]) => name)
  assert.equal(new Set(names).size, names.length, names.join('\n'))
  for (const [name, second] of lines) assert.notEqual(name, second)
  await palette.getByText('Workload: teams in the heat map').click()
  await page.waitForURL('**/app/heat-map?sort=workload')
  await look('kvasir')
  await palette.getByText('Trends of Kvasir crew').click()
  await page.waitForURL(`**/app/trends?team=${team.id}`)

  await look(member.name)
  await palette.getByText(member.name, { exact: true }).click()
  await page.waitForURL(`**/app/directory?member=${member.id}`)

  await page.goto(`${site.pages}/app`)
  await look('idempotency')
  await palette.getByText('When to retry').click()
  await page.waitForURL(/\/docs\/[a-z-]+/)
  await page.context().close()
})

test('a survey is found by the words of a question, which are under its title, and its results open at them', async () => {
  const asking = (words: string) => ({
    questions: [
      { id: 'first', type: 'yes_no', text: 'Did you sail today?' },
      { id: 'oars', type: 'scale', text: words },
    ],
    topic: 'Boats',
  })
  const finished = pulseDraft([team.id], { title: 'Harbour', ...asking('The oars are in good order') })
  const { id } = await bodyOf(author.post('/api/pulses', finished), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  await bodyOf(author.post(`/api/pulses/${id}/close`))
  const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(page, site, `${site.pages}/app`, admin)
  await isThere(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(place).fill('oars are in')
  const palette = page.getByRole('dialog', { name: 'Search' })
  const found = palette.locator('[data-action][data-selected]').filter({ hasText: 'Harbour' })
  await found.getByText('The oars are in good order', { exact: true }).waitFor()
  assert.equal(await found.getByText('Boats').count(), 0)
  await isWell(page)
  await picture(page, 'palette-question', { isWhole: false })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/pulses/${id}/results#question-oars`)
  // The list of surveys says, too, why it shows one.
  await page.goto(`${site.pages}/app/surveys?tab=closed&q=oars%20are`)
  await page.getByText('Asks “The oars are in good order”').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `surveys-by-question-${look}`, { isWhole: false }))
  await page.context().close()
})

test('what is typed before the palette is there is in its field, and Escape meanwhile opens nothing', async () => {
  const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await arriveAs(page, site, `${site.pages}/app`, admin)
  await isThere(page)
  const code = /\.js$/
  await page.route(code, async (route) => {
    await released
    await route.continue()
  })
  const at = page.url()
  const asked = page.waitForRequest(code)
  await page.keyboard.press('Control+k')
  await asked
  // The letters alone would lead to another page.
  await page.keyboard.type('gp')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kvaz')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('s')
  assert.equal(await page.getByRole('dialog').count(), 0)
  release()
  await page.getByPlaceholder(place).waitFor()
  await page.keyboard.type('ir')
  await page.getByRole('dialog').getByText('After the Kvasir storm').waitFor()
  assert.equal(await page.getByPlaceholder(place).inputValue(), 'kvasir')
  assert.equal(page.url(), at)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('storm')
  await page.getByRole('dialog').getByText('After the Kvasir storm').waitFor()
  assert.equal(await page.getByPlaceholder(place).inputValue(), 'storm')
})

test('a team whose name begins so comes before a page that has the letters in a word; recent pages come first', async () => {
  const { id } = await world.team('Plating', 3)
  const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(page, site, `${site.pages}/app/directory`, admin)
  await page.getByRole('heading', { name: 'Directory', level: 1 }).waitFor()
  await page.goto(`${site.pages}/app/surveys`)
  await isThere(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  const first = palette.locator('[data-action]').first()
  assert.match(await first.innerText(), /^Directory/)
  assert.equal((await palette.boundingBox())?.height, 560)
  await isWell(page)
  await picture(page, 'palette-recent', { isWhole: false })
  await page.getByPlaceholder(place).fill('plat')
  await page.locator('[data-action][data-selected]').getByText('Plating', { exact: true }).waitFor()
  await palette.getByText('New template', { exact: true }).waitFor()
  await picture(page, 'palette-beginnings', { isWhole: false })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/directory?team=${id}`)
  await page.context().close()
})

test('what an admin may begin is begun from the palette, which is as high whatever it finds', async () => {
  const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(page, site, `${site.pages}/app`, admin)
  await isThere(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  for (const name of ['New survey', 'New template', 'New export', 'Invite a person', 'New webhook'])
    await palette.getByText(name, { exact: true }).waitFor()
  const field = page.getByPlaceholder(place)
  const height = async () => (await palette.boundingBox())?.height
  const before = await height()
  await field.fill('kvasir')
  const found = palette.locator('[data-action][data-selected]').filter({ hasText: 'After the Kvasir storm' })
  await found.waitFor()
  assert.equal(await height(), before)
  const mark = found.locator('mark')
  assert.equal(
    await mark.evaluate((it) => getComputedStyle(it).color === getComputedStyle(it.parentElement!).color),
    true,
  )
  assert.equal(await mark.evaluate((it) => getComputedStyle(it).backgroundColor), 'rgba(0, 0, 0, 0)')
  await picture(page, 'palette-marked', { isWhole: false })
  await page.emulateMedia({ colorScheme: 'dark' })
  await isWell(page)
  await picture(page, 'palette-marked-dark', { isWhole: false })
  await field.fill('kvasir st')
  await found.waitFor()
  assert.equal(await palette.getByText('No results').count(), 0)
  await field.fill('zzzz')
  await palette.getByText('No results').waitFor()
  assert.equal(await height(), before)
  await isWell(page)
  await picture(page, 'palette-no-results', { isWhole: false })
  // And leads on.
  await palette.getByRole('link', { name: 'All surveys with “zzzz”' }).click()
  await page.waitForURL('**/app/surveys?q=zzzz')
  await palette.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')

  await field.fill('invite')
  await palette.getByText('Invite a person', { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('E-mail').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForURL(/\/app\/settings\/people$/)

  await page.keyboard.press('Control+k')
  await field.fill('new export')
  await palette.getByText('New export', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start export' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/app\/exports$/)
  await page.context().close()
})

test('where there is no page somebody reads what they asked for, and searches, goes back or on', async () => {
  const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(page, site, `${site.pages}/app`, admin)
  await page.goto(`${site.pages}/app/survey`)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  const main = page.getByRole('main')
  await main.getByText('/app/survey', { exact: true }).waitFor()
  await main.getByRole('link', { name: 'Surveys' }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `not-found-${look}`, { isWhole: false }))
  await main.getByRole('button', { name: 'Search for it' }).click()
  await page.getByPlaceholder(place).waitFor()
  await page.keyboard.press('Escape')
  await page.getByPlaceholder(place).waitFor({ state: 'detached' })
  await main.getByRole('link', { name: 'Surveys' }).click()
  await page.waitForURL('**/app/surveys')
  await page.goBack()
  await main.getByRole('button', { name: 'Search for it' }).waitFor()
  await main.getByRole('link', { name: 'Go to home' }).click()
  await page.waitForURL(/\/app$/)
  await page.context().close()
})

test('what is gone and what is hidden are the same to read, with the same ways on', async () => {
  const other = await world.user()
  const hidden = await bodyOf(
    other.post('/api/pulses', pulseDraft([team.id], { title: 'Theirs alone', visibility: 'private' })),
    201,
  )
  const page = await visit({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    refusals: /status of 404/,
  })
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
  const read = async (id: string): Promise<string> => {
    await page.goto(`${site.pages}/app/pulses/${id}/edit`)
    await page.getByRole('alert').getByRole('heading', { name: 'Not found' }).waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Surveys' }).waitFor()
    return (await page.getByRole('main').innerText()).replaceAll(id, 'ID')
  }
  const words = await read(hidden.id)
  await isWellEverywhere(page, (look) => picture(page, `gone-${look}`, { isWhole: false }))
  assert.equal(await read('pls_01m8p4q626f689bb7htpmm4nch'), words)
  assert.match(words, /\/app\/pulses\/ID\/edit/)
  assert.equal(/Theirs alone/.test(words), false)
  await page.getByRole('alert').getByRole('button', { name: 'Search for it' }).click()
  await page.getByPlaceholder(place).waitFor()
  await page.context().close()
})

test('what somebody may not see is not found, on a phone either', async () => {
  const email = `mads-${world.adminEmail}`
  await bodyOf(author.post('/api/members', { name: 'Mads', email, team_ids: [team.id] }), 201)
  const alone = pulseDraft([team.id], {
    title: 'Before the Sleipnir race',
    visibility: 'private',
    questions: [{ id: 'saddle', type: 'yes_no', text: 'Does the saddle fit?' }],
  })
  await bodyOf(author.post('/api/pulses', alone), 201)
  const found = await bodyOf(author.get('/api/surveys?q=sleipnir%20race'))
  assert.equal(found.surveys.length, 1, 'its author finds it')
  const asked = await bodyOf(author.get('/api/surveys?q=saddle%20fit'))
  assert.equal(asked.surveys.length, 1, 'its author finds it by its question')
  const mads = { email, name: 'Mads', password: admin.password }
  await createAccount(site.running.db.tx, mads, new Date())
  const page = await visit({ ...phone, locale: 'en-GB' })
  await arriveAs(page, site, `${site.pages}/app`, mads)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('New survey', { exact: true }).waitFor()
  for (const name of ['Invite a person', 'New webhook', 'New export'])
    assert.equal(await page.getByText(name, { exact: true }).count(), 0, name)
  await page.getByPlaceholder(place).fill('sleipnir race')
  await page.getByText('No results').waitFor()
  await page.getByPlaceholder(place).fill('saddle fit')
  await page.getByText('All surveys with “saddle fit”').waitFor()
  await picture(page, 'palette-nothing', { isWhole: false })
  assert.equal(await page.getByText('Before the Sleipnir race').count(), 0)
  await page.context().close()
})

test('on each page of one survey the side menu shows Surveys as the place, and has room beside it or is behind a button', async () => {
  const page = await visit({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    refusals: /status of 4/,
  })
  await arriveAs(page, site, `${site.pages}/app`, admin)
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const at of ['edit', 'live', 'results', 'answers']) {
    await page.goto(`${site.pages}/app/pulses/${survey}/${at}`)
    await menu.locator('li > [data-above]').getByText('Surveys', { exact: true }).waitFor()
  }
  await page.setViewportSize({ width: 1024, height: 800 })
  await menu.waitFor()
  await page.setViewportSize({ width: 1023, height: 800 })
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Schedule' }).waitFor()
  await page.context().close()
})
