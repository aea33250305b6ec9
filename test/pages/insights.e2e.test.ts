/** The feed of insights as an analyst reads it: week by week, filtered by the address, each finding with how it was found. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { lasting, weeksOf, weeksStart } from '../support/weeks.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, isWellEverywhere, startPeopledSite, visit, visitAs } from './visit.ts'

const now = Date.now()
const { site, world, admin } = await startPeopledSite({ at: weeksStart(now) })
const author = await lasting(world, world.adminId)
const viewport = { width: 1280, height: 800 }
const feed = `${site.pages}/app/insights`

const page = await visit({ refusals: /status of 422/, locale: 'en-GB', viewport })
after(() => page.context().close())

const cards = page.getByRole('main').getByRole('listitem')

test('before a survey has closed the page says when insights come', async () => {
  await arriveAs(page, site, feed, admin)
  await page.getByRole('heading', { name: 'No insights yet' }).waitFor()
  await isWell(page)
})

test('findings stand by week, the newest first, each with what it rests on; what is unclear is quiet', async () => {
  const team = await world.team('Platform', 13)
  const sales = await world.team('Sales', 12)
  await weeksOf(world, author, [team, { id: sales.id, calm: sales.members }], now)
  await page.reload()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const found = attention
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^“My work can be done in time” is still low/ }) })
    .filter({ hasText: 'Platform' })
  await found.getByText('Platform', { exact: true }).waitFor()
  // Of whom and of which survey it is, the figure, the sentence, what it is measured against and how many answered: each once.
  assert.match(
    await found.innerText(),
    /Problem\s+Platform ·\sHow was your week\?\s+(\d+\s\w+|\w+\s\d+)\s+1\.5\s+“My work.*\n+\d+ answers ·\s3 is the middle of the scale/,
  )
  const first = attention.getByRole('listitem').first()
  await first.getByRole('link', { name: /^See results/ }).waitFor()
  await page.getByText('All findings').click()
  await page
    .getByRole('heading', { level: 2, name: /^Surveys closed in the week of/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.locator('details li').nth(20).waitFor()
  await page.getByLabel('Kind').selectOption('Problems and strengths')
  const quiet = page.locator('[data-quiet]').first()
  await quiet.getByText('Nothing clear').waitFor()
  await isWell(page)
})

test('the address holds the filters: reload and back show the same', async () => {
  await page.goto(feed)
  await page.getByLabel('Team').selectOption('Platform')
  await page.getByLabel('Kind').selectOption('Problems and strengths')
  const finding = page.getByRole('heading', { name: /^“My work can be done in time” is still low/ }).first()
  await page.waitForURL(/team=tem_.*kind=level/)
  await finding.waitFor()
  await page.reload()
  await finding.waitFor()
  assert.equal(await page.getByText('people asked').count(), 0)
  await page.getByLabel('Kind').selectOption('Changes')
  await page
    .getByRole('heading', { name: /below everyone else/ })
    .first()
    .waitFor()
  await page.goBack()
  await finding.waitFor()
})

test('a driver in the address leaves its findings alone, in the newest week and in all', async () => {
  await page.goto(feed)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByRole('listitem').first().waitFor()
  await page.getByLabel('Driver').selectOption('Clarity')
  await page.waitForURL(/driver=clarity/)
  await page.getByText('Nothing stands out as a problem.').waitFor()
  await page.goBack()
  await attention
    .getByRole('heading', { name: /My work can be done in time/ })
    .first()
    .waitFor()
  await page.goto(`${feed}?driver=workload&kind=level`)
  await cards.first().waitFor()
  const shown = (await cards.getByRole('heading').allInnerTexts()).filter((text) => text !== '')
  assert.ok(
    shown.every((text) => /My work can be done in time|workload/.test(text)),
    shown.join(),
  )
  const { insights } = await bodyOf(author.get('/api/insights?driver=workload&limit=200'))
  assert.deepEqual([...new Set(insights.map(({ subject }: { subject: string }) => subject))], ['workload'])
  assert.equal((await author.get('/api/insights?driver=luck')).status, 400)
  await page.goto(`${feed}?driver=recognition&kind=level`)
  await page.getByText('No insights found').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await attention.getByRole('listitem').first().waitFor()
})

test('a card shows its line and how sure its figure is, and is copied with its source, by the keyboard', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(feed)
  const card = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^“My work can be done in time” is still low/ }) })
    .first()
  await card.getByText(/^likely \d\.\d\sto\s\d\.\d$/).waitFor()
  await card.locator('svg path').first().waitFor({ state: 'attached' })
  await card.getByRole('button', { name: /^Copy: / }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Copied, with its source').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(
    copied,
    /My work can be done in time” is still low[^]*\d+ answers[^]*Source: How was your week\?/,
  )
  const address = /http\S+$/.exec(copied)?.[0] ?? ''
  assert.match(address, /\/app\/check-ins\/chk_\w+\/results\?occurrence=cki_\w+&team=tem_/)
  await isWellEverywhere(page, (look) => picture(page, `insights-${look}`))
})

test('pins and what is suggested are asked for beside each other', async () => {
  const ofPins = /pinned=true/
  const suggested = page.waitForRequest(/\/api\/actions\?/)
  await page.route(ofPins, async (route) => {
    await suggested
    await route.continue()
  })
  await page.goto(feed)
  await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first().waitFor()
  await page.unroute(ofPins)
})

test('what is suggested is accepted on its card, which stays where it is, and can be taken back', async () => {
  await page.goto(feed)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const card = attention.getByRole('listitem').first()
  const heading = await card.getByRole('heading').textContent()
  await card.getByRole('button', { name: /^Accept: / }).click()
  const form = page.getByRole('dialog', { name: /^Accept: / })
  await form.getByText(/^First step:/).waitFor()
  await form.getByLabel('Due (optional)').fill('2027-01-08')
  await isWell(page)
  await form.getByRole('button', { name: 'Accept', exact: true }).click()
  await card.getByRole('button', { name: 'Undo' }).waitFor()
  const accepted = (await bodyOf(author.get('/api/actions?state=accepted&limit=10'))).actions
  assert.deepEqual([...new Set(accepted.map(({ due_on }: { due_on: string }) => due_on))], ['2027-01-08'])
  await card.getByText('Accepted:').waitFor()
  assert.equal(await card.getByRole('heading').textContent(), heading)
  await card.getByRole('button', { name: 'Undo' }).click()
  await card.getByRole('button', { name: /^Accept: / }).waitFor()
  const suggested = (await bodyOf(author.get('/api/actions?state=suggested&limit=200'))).actions
  assert.deepEqual([...new Set(suggested.map(({ due_on }: { due_on: string | null }) => due_on))], [null])
})

test('what is suggested is dismissed on its card with a reason, by the keyboard, and can be taken back', async () => {
  await page.goto(feed)
  const card = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()
  const dismiss = card.getByRole('button', { name: /^Dismiss: / })
  await dismiss.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: /^Dismiss / })
  await form.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await form.getByText('Say why', { exact: false }).first().waitFor()
  await form.getByLabel('Reason').fill('We did that last month')
  await isWell(page)
  await form.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const dismissedNow = async () =>
    (await bodyOf(author.get('/api/actions?state=dismissed&limit=10'))).actions as { reason: string }[]
  const [first] = await dismissedNow()
  assert.equal(first.reason, 'We did that last month')
  await dismiss.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await dismiss.waitFor()
  assert.deepEqual(await dismissedNow(), [])
})

test('problems come first, a suggestion stands once, and a whole card leads to its results', async () => {
  await page.goto(feed)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByRole('listitem').first().waitFor()
  const kinds = (await attention.getByRole('listitem').allInnerTexts()).map((text) =>
    text.startsWith('Problem'),
  )
  assert.deepEqual(
    kinds,
    kinds.toSorted((a, b) => Number(b) - Number(a)),
  )
  const titles = await attention
    .getByRole('button', { name: /^Accept: / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
  assert.deepEqual(titles, [...new Set(titles)])
  // Beside the words, where there is nothing else to press.
  await attention
    .getByRole('listitem')
    .first()
    .click({ position: { x: 8, y: 8 } })
  await page.waitForURL(/\/results\?.*#question-/)
  await page.goBack()
})

test('what needs attention and has no suggestion says so, and becomes an action where it is', async () => {
  await page.goto(feed)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const card = attention.getByRole('listitem').filter({ hasText: 'No suggestion yet' }).first()
  assert.equal(await card.getByText(/^(Suggested|Accepted):/).count(), 0)
  await card.getByRole('button', { name: 'Make it an action' }).click()
  const form = page.getByRole('dialog', { name: 'Make it an action' })
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'hidden' })
})

test('cards that are beside each other end at one line, and none is alone in half of a line', async () => {
  await page.goto(feed)
  await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first().waitFor()
  const lines = await page.evaluate<
    number[][][]
  >(`[...document.querySelectorAll('ul:has(> li.card)')].map((list) => {
    const boxes = [...list.children].map((one) => one.getBoundingClientRect())
    const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))]
    const whole = Math.round(list.getBoundingClientRect().width)
    return tops.map((at) => {
      const line = boxes.filter(({ top }) => Math.round(top) === at)
      return [new Set(line.map(({ bottom }) => Math.round(bottom))).size, line.length === 1 ? whole - Math.round(line[0].width) : 0]
    })
  })`)
  assert.ok(lines.flat().length > 1)
  for (const line of lines.flat()) assert.deepEqual(line, [1, 0])
})

test('a new action is made on the board, for one of the newest findings', async () => {
  await page.goto(new URL('actions', feed).href)
  await page.getByRole('button', { name: 'New action' }).click()
  const form = page.getByRole('dialog', { name: 'New action' })
  const choice = form.getByLabel('Which finding does it answer?')
  // What needs attention first.
  assert.match(await choice.locator('option').first().innerText(), /: “.*” is /)
  await choice.selectOption({ index: 1 })
  await form.getByLabel('What is to be done?').fill('Walk to lunch together')
  await isWell(page)
  await picture(page, 'action-new-1280-light')
  await form.getByRole('button', { name: 'Make action' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Walk to lunch together' }).waitFor()
  const { actions } = await bodyOf(author.get('/api/actions?state=accepted&limit=50'))
  const made = actions.find(({ title }: { title: string }) => title === 'Walk to lunch together')
  assert.match(made.insight_id, /^ins_/)
})

test('a finding becomes an action in one’s own words, and says so', async () => {
  await page.goto(feed)
  const finding = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()
  await finding.getByRole('link', { name: /^Details/ }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: /^(Make it an|Another) action/ }).click()
  const form = page.getByRole('dialog', { name: 'Make it an action' })
  await form.getByRole('button', { name: 'Make action' }).click()
  await form.getByText('Say what is to be done, in a few words.').waitFor()
  await form.getByLabel('What is to be done?').fill('Meet on Mondays only')
  await form.getByLabel('First step (optional)').fill('Ask who needs Tuesdays')
  await isWell(page)
  await form.getByRole('button', { name: 'Make action' }).click()
  await form.waitFor({ state: 'hidden' })
  await drawer.getByRole('link', { name: 'Meet on Mondays only' }).click()
  await page
    .getByText(/^Made by .+, from a finding$/)
    .first()
    .waitFor()
  const action = page.getByRole('dialog', { name: 'Meet on Mondays only' })
  await action.getByText('Ask who needs Tuesdays').waitFor()
  await isWell(page)

  // A toast stays as long as somebody points at it.
  await page.mouse.move(0, 0)
  await action.getByRole('button', { name: 'Change words…' }).click()
  const words = page.getByRole('dialog', { name: 'Change the words of this action' })
  await words.getByLabel('What is to be done?').fill(' ')
  await words.getByRole('button', { name: 'Save' }).click()
  await words.getByText('Say what is to be done, in a few words.').waitFor()
  await words.getByLabel('What is to be done?').fill('No meetings on Fridays')
  await isWell(page)
  await words.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('dialog', { name: 'No meetings on Fridays', exact: true })
  await renamed.getByRole('button', { name: 'Delete…' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete “No meetings on Fridays”?' })
  await isWell(page)
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click()
  await renamed.waitFor({ state: 'hidden' })
  await page.getByText('Action deleted').waitFor()
  assert.equal(await page.getByText('No meetings on Fridays').count(), 0)
  await page.goto(feed)
})

test('a finding is pinned by mouse and keyboard, stays at the top for oneself, and leaves by the same button', async () => {
  await page.goto(feed)
  const pinned = page.getByRole('region', { name: 'Pinned', exact: true })
  const card = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').nth(1)
  await card.waitFor()
  assert.equal(await pinned.count(), 0, 'nothing is said where nothing is pinned')
  const heading = await card.getByRole('heading').innerText()
  const pin = card.getByRole('button', { name: /^Pin: / })
  assert.equal(await pin.getAttribute('aria-pressed'), 'false')
  await pin.click()
  await pinned.getByRole('heading', { name: heading }).waitFor()
  await card.getByRole('button', { name: /^Pin: /, pressed: true }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `insights-pinned-${look}`))
  await page.reload()
  await pinned.getByRole('heading', { name: heading }).waitFor()
  const one = (await bodyOf(author.get('/api/insights?pinned=true'))).insights
  assert.equal(one.length, 1)
  assert.deepEqual((await bodyOf((await world.user()).get('/api/insights?pinned=true'))).insights, [])

  await pinned.getByRole('button', { name: /^Pin: / }).focus()
  await page.keyboard.press('Space')
  await pinned.getByText('Nothing is pinned any more.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Pinned')
  await isWell(page)
  await page.reload()
  await card.waitFor()
  assert.equal(await pinned.count(), 0)
})

test('by keys alone a finding says how it was found, and Escape leads back', async () => {
  const link = page.getByRole('link', { name: /Details.*My work can be done in time.* is still low/ }).first()
  await link.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /My work can be done in time.* is still low/ })
  await drawer.getByText('Clearly below the middle of the scale (3)').waitFor()
  const method = drawer.getByRole('heading', { name: 'What it does not show' })
  await method.waitFor({ state: 'hidden' })
  await drawer.getByText('How this was found', { exact: true }).click()
  await method.waitFor()
  assert.match(page.url(), /insight=ins_/)
  await isWell(page)
  await picture(page, 'insights-drawer')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  assert.doesNotMatch(page.url(), /insight=/)
})

test('a theme shows what people wrote, where that may be shown', async () => {
  await page.goto(`${feed}?kind=comments`)
  await page
    .getByRole('link', { name: /Details.*mention workload/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('heading', { name: 'In their words' }).waitFor()
  await page.keyboard.press('Escape')
})

test('well at every width, in both themes and in German', async () => {
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 360, height: 800 } })
  for (const reader of [page, german]) {
    await reader.goto(feed)
    await isThere(reader)
    await reader.locator('main li').first().waitFor()
  }
  await isWellEverywhere(page, (look) => picture(page, `insights-${look}`))
  await isWell(german)
  await picture(german, 'insights-de')
  await german.getByRole('region', { name: 'Braucht Aufmerksamkeit' }).waitFor()
  await german
    .locator('main li')
    .filter({ hasText: 'My work can be done in time' })
    .locator('a[href*="insight="]')
    .first()
    .click()
  await german.getByRole('dialog').getByText('Wie das gefunden wurde', { exact: true }).click()
  await german.getByText(/^Der Durchschnitt der Antworten wurde mit der Mitte der Skala verglichen/).waitFor()
  await isWell(german)
  await picture(german, 'insights-method-de')
  await german.context().close()
})

test('a feed that cannot be read says why, and can be tried again', async () => {
  const problem = { code: 'invalid', detail: 'Not just now.', request_id: 'req_1' }
  // Until it is tried again: what was refused before the page stands is read again when it does.
  let isRefused = true
  await page.route(/\/api\/insights\?/, (route) =>
    isRefused ? route.fulfill({ status: 422, json: problem }) : route.fallback(),
  )
  await page.goto(feed)
  await page.getByText('Not just now.').waitFor()
  await isWell(page)
  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await cards.first().waitFor()
})
