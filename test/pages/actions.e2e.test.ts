/** The board of actions as a lead uses it: suggestions become work, by mouse and by keys, and the next survey says what came of it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Page } from 'playwright-core'
import { createAccount } from '../../src/identity/identity.ts'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { type Client, eventually, links, newWorld, type World } from '../support/world.ts'
import { picture } from '../support/visit.ts'
import { isThere, isWell, isWellInBothThemes, signIn, startSite, visit } from './visit.ts'

const site = await startSite()
const board = `${site.pages}/app/actions`
const password = 'correct horse battery'
const [wide, narrow] = [1280, 360].map((width) => ({ width, height: 900 }))

let world: World
let author: Client
let checkIn: { id: string; path: string }
let teams: { id: string; members: string[] }[]
let leadEmail: string

const questions = [
  { id: 'load', type: 'scale', text: 'My work can be done in time', driver: 'workload' },
  { id: 'tools', type: 'scale', text: 'My tools work', driver: 'tools' },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

const high = [4, 5, 4, 5, 5, 4, 3, 5, 4, 5, 4, 5]
const low = [1, 2, 1, 3, 2, 1, 1, 2, 3, 2, 1, 2]
const fine = 'It was fine.'
const crash = 'We need better tools: laptops that crash every day, and the software is terrible.'

/** Platform answers as said, Support is well. */
async function runInstance({ scores, why }: { scores: readonly number[]; why: string }): Promise<void> {
  const waiting = (await instancesOf(author, checkIn.path)).find(({ state }) => state === 'scheduled')
  const place = `/api/check-in-instances/${waiting.id}`
  await bodyOf(author.post(`${place}/open`))
  const urls = new Map((await links(author, place)).map(({ member_id, url }) => [member_id, url]))
  for (const [of, { members }] of teams.entries())
    for (const [at, member] of members.slice(0, high.length).entries()) {
      const [value, text] = of === 0 ? [scores[at], why] : [high[at], fine]
      const answers = [
        { question_id: 'load', value },
        { question_id: 'tools', value },
        { question_id: 'why', text: `${text} ${'x'.repeat(at % 3)}` },
      ]
      await bodyOf(world.anyone.post(new URL(urls.get(member)!).pathname, { answers }), 201)
    }
  await bodyOf(author.post(`${place}/close`))
  await eventually(
    () => author.get(`${place}/results`),
    ({ body }) => body.results_status === 'available',
  )
}

before(async () => {
  world = await newWorld({ running: site.running })
  const admin = await world.user({ role: 'admin' })
  author = admin
  await site.running.db.transaction((tx) => registerOwnPages(tx, site.pages, new Date()))
  // One person of each never answers: of a team in which all do, one answer is left out by lot.
  teams = [await world.team('Platform', 13), await world.team('Support', 13)]
  leadEmail = 'lea@actions.test'
  const lea = await bodyOf(admin.post('/api/members', { name: 'Lea Brandt', email: leadEmail }), 201)
  await bodyOf(admin.post(`/api/teams/${teams[0].id}/members/${lea.id}`, { role: 'manager' }))
  await createAccount(site.running.db.tx, { email: leadEmail, name: 'Lea Brandt', password }, new Date())
})

const column = (page: Page, name: string) => page.getByRole('list', { name })

/** The same is suggested to everyone as well. */
const cardIn = (page: Page, name: string, driver: string) =>
  column(page, name)
    .getByRole('listitem')
    .filter({ hasText: `Platform · ${driver}` })

const actionOf = async (driver: string): Promise<any> =>
  (await bodyOf(author.get(`/api/actions?driver=${driver}&team_id=${teams[0].id}`))).actions[0]

/** A card is where it was put before the server has it. */
const isStored = (driver: string, state: string) =>
  eventually(
    () => actionOf(driver),
    (action) => action.state === state,
  )

async function lead(options: Parameters<typeof visit>[0] = {}, address = board): Promise<Page> {
  const page = await visit({ locale: 'en-GB', viewport: wide, ...options })
  await signIn(page, address, { email: leadEmail, name: 'Lea Brandt', password })
  await isThere(page)
  return page
}

test('before any survey the board says what makes actions appear', async () => {
  const page = await lead()
  await page.getByRole('heading', { name: 'No actions yet' }).waitFor()
  await isWell(page)
  await picture(page, 'actions-empty')
  await page.context().close()
  checkIn = await activated(author, {
    ...weekly(teams.map(({ id }) => id)),
    questions,
    title: 'How was your week?',
  })
  await runInstance({ scores: high, why: fine })
  await runInstance({ scores: low, why: crash })
})

test('a lead accepts by mouse, takes it back, and gives the action an owner and a day', async () => {
  const page = await lead()
  const { title, first_step, measure } = await actionOf('workload')
  await cardIn(page, 'Suggested', 'Workload').waitFor()
  await picture(page, 'actions-suggested')
  await page.getByRole('button', { name: `Accept: ${title} (Platform)` }).click()
  await cardIn(page, 'Accepted', 'Workload').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await cardIn(page, 'Suggested', 'Workload').waitFor()
  await page.getByRole('button', { name: `Accept: ${title} (Platform)` }).click()
  await cardIn(page, 'Accepted', 'Workload').getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: 'Action' })
  await drawer.getByText(first_step).waitFor()
  await drawer.getByText(measure).waitFor()
  assert.match(page.url(), /action=act_/)
  await drawer.getByRole('button', { name: 'Assign to me' }).click()
  await drawer.getByLabel('Due').fill('2026-01-09')
  await drawer.getByLabel('Note').fill('In the retro on Monday')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Action saved').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  const card = cardIn(page, 'Accepted', 'Workload')
  await card.getByText('Lea Brandt').waitFor()
  await card.getByText('Fri 9 Jan, late').waitFor()
  const saved = await actionOf('workload')
  assert.deepEqual(
    [saved.state, saved.due_on, saved.note],
    ['accepted', '2026-01-09', 'In the retro on Monday'],
  )
  await page.context().close()
})

test('keys alone dismiss with a reason, and take it back', async () => {
  const page = await lead()
  const { title } = await actionOf('tools')
  await page.getByRole('button', { name: `Dismiss…: ${title} (Platform)` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.getByText('Say why, in a few words.').waitFor()
  await isWell(page)
  await picture(page, 'actions-dismiss')
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('New laptops come in May')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const fold = page.getByRole('link', { name: /^Dismissed 1/ })
  await fold.waitFor()
  assert.equal((await actionOf('tools')).reason, 'New laptops come in May')
  await page.getByText('is in Dismissed').waitFor({ state: 'attached' })
  await fold.press('Enter')
  await column(page, 'Dismissed').getByText('New laptops come in May').waitFor()
  assert.match(page.url(), /dismissed=shown/)
  await page.keyboard.press('z')
  await cardIn(page, 'Suggested', 'Tools and workplace').waitFor()
  await isStored('tools', 'suggested')
  await page.context().close()
})

test('filters stand in the address, and one that leaves nothing says so', async () => {
  const page = await lead({}, `${board}?driver=workload`)
  await cardIn(page, 'Accepted', 'Workload').waitFor()
  assert.equal(await cardIn(page, 'Suggested', 'Tools and workplace').count(), 0)
  await page.getByLabel('Driver').selectOption('Pay and benefits')
  await page.getByRole('heading', { name: 'No such actions' }).waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await cardIn(page, 'Suggested', 'Tools and workplace').waitFor()
  await page.getByLabel('Mine').check()
  await cardIn(page, 'Suggested', 'Tools and workplace').waitFor({ state: 'detached' })
  await cardIn(page, 'Accepted', 'Workload').waitFor()
  assert.match(page.url(), /owner=me/)
  await page.reload()
  await cardIn(page, 'Accepted', 'Workload').waitFor()
  await page.getByLabel('Team').selectOption('Platform')
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('team='))
  await page.context().close()
})

test('what somebody else saved in the meantime is shown beside what was typed', async () => {
  const action = await actionOf('workload')
  const page = await lead({ refusals: /412/ }, `${board}?action=${action.id}`)
  const drawer = page.getByRole('dialog', { name: 'Action' })
  await drawer.getByLabel('Note').fill('Mine')
  await bodyOf(author.patch(`/api/actions/${action.id}`, { note: 'Theirs' }))
  await drawer.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed by someone else' })
  await conflict.getByRole('cell', { name: 'Theirs' }).waitFor()
  await isWell(page)
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await page.getByText('Action saved').waitFor()
  assert.equal((await actionOf('workload')).note, 'Mine')
  await page.context().close()
})

test('a move that came too late is explained, and the card goes where it is', async () => {
  const action = await actionOf('workload')
  const page = await lead({ refusals: /412/ })
  await cardIn(page, 'Accepted', 'Workload').waitFor()
  await bodyOf(author.patch(`/api/actions/${action.id}`, { state: 'in_progress' }))
  await page.getByRole('button', { name: `Complete: ${action.title} (Platform)` }).click()
  await page.getByText('Someone else changed this action in the meantime').waitFor()
  await cardIn(page, 'In progress', 'Workload').waitFor()
  await page.getByRole('button', { name: `Complete: ${action.title} (Platform)` }).click()
  await cardIn(page, 'Done', 'Workload').waitFor()
  await page.getByText('is in Done').waitFor({ state: 'attached' })
  await page.keyboard.press('z')
  await cardIn(page, 'In progress', 'Workload').waitFor()
  await isStored('workload', 'in_progress')
  await page.context().close()
})

test('the next survey says what came of it', async () => {
  await runInstance({ scores: high, why: fine })
  const action = await actionOf('workload')
  assert.equal(action.effect.verdict, 'better')
  const page = await lead()
  const card = cardIn(page, 'In progress', 'Workload')
  await card.getByText('Clearly better').waitFor()
  await card.getByRole('link', { name: action.title }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'What came of it' }).waitFor()
  await page.context().close()
})

test('the board is accessible: light and dark, wide and narrow, with its drawer', async () => {
  const { id } = await actionOf('workload')
  const page = await lead()
  for (const [name, search] of [
    ['board', ''],
    ['shown', '?dismissed=shown'],
    ['drawer', `?action=${id}`],
  ]) {
    await page.goto(board + search)
    if (name === 'drawer') await page.getByRole('dialog').getByLabel('Note').waitFor()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      await isWellInBothThemes(page, (theme) => picture(page, `actions-${name}-${theme}-${viewport.width}`))
    }
  }
  await page.context().close()
})

test('in German, first step and measure too', async () => {
  const { id, title } = await actionOf('workload')
  const german = await bodyOf(author.get(`/api/actions/${id}?language=de`))
  assert.notEqual(german.title, title)
  const page = await visit({ locale: 'de-DE', viewport: wide })
  await page.goto(`${board}?action=${id}`)
  await page.waitForURL(/\/idp\/sign-in\//)
  await page.locator('input[type=email], input[name=email]').first().fill(leadEmail)
  await page.locator('input[type=password]').first().fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText(german.first_step).waitFor()
  await page.getByRole('dialog').getByText(german.measure).waitFor()
  await isWell(page)
  await picture(page, 'actions-german-drawer')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'In Arbeit 1' }).waitFor()
  await isWell(page)
  await picture(page, 'actions-german')
  await page.context().close()
})

for (const [status, heading] of [
  [500, 'Couldn’t load this'],
  [403, 'You can’t see actions'],
] as const)
  test(`a read that ends with ${status} says so`, async () => {
    const page = await lead({ refusals: new RegExp(String(status)) })
    await page.route('**/api/actions?*', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status, code: 'x', title: 'No' }),
      }),
    )
    await page.reload()
    await page.getByRole('heading', { name: heading }).waitFor()
    await isWell(page)
    await page.context().close()
  })
