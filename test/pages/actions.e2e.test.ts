/** The board of actions as a lead uses it: suggestions become work, by mouse and by keys, and the next survey says what came of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Route } from 'playwright-core'
import { createAccount } from '../../src/identity/identity.ts'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { type Client, eventually, links, newWorld, type World } from '../support/world.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import {
  answerFirst,
  expectRefusals,
  isThere,
  isWell,
  isWellEverywhere,
  startSite,
  visit,
  visitAs,
} from './visit.ts'

const site = await startSite()
const board = `${site.pages}/app/actions`
const password = 'correct horse battery'
const viewport = { width: 1280, height: 900 }

/** One visit for all: what somebody does finds the page as they left it. */
const page = await visit({ locale: 'en-GB', viewport })
after(() => page.context().close())
beforeEach(() => expectRefusals(page, null))

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
  // One person of each never answers: of a team in which all do, one answer is left out at random.
  teams = [await world.team('Platform', 13), await world.team('Support', 13)]
  leadEmail = 'lea@actions.test'
  const lea = await bodyOf(admin.post('/api/members', { name: 'Lea Brandt', email: leadEmail }), 201)
  await bodyOf(admin.post(`/api/teams/${teams[0].id}/members/${lea.id}`, { role: 'manager' }))
  await createAccount(site.running.db.tx, { email: leadEmail, name: 'Lea Brandt', password }, new Date())
})

const column = (name: string) => page.getByRole('list', { name })

/** The same is suggested to everyone as well. */
const cardIn = (name: string, driver: string) =>
  column(name)
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

async function open(address = board): Promise<void> {
  await page.goto(address)
  await isThere(page)
}

test('before any survey the board says what makes actions appear', async () => {
  await arriveAs(page, site, board, { email: leadEmail, name: 'Lea Brandt', password })
  await page.getByRole('heading', { name: 'No actions yet' }).waitFor()
  await isWell(page)
  await picture(page, 'actions-empty')
  checkIn = await activated(author, {
    ...weekly(teams.map(({ id }) => id)),
    questions,
    title: 'How was your week?',
  })
  await runInstance({ scores: high, why: fine })
  await runInstance({ scores: low, why: crash })
})

test('a lead accepts by mouse, takes it back, and gives the action an owner and a day', async () => {
  await open()
  const { title, first_step, measure } = await actionOf('workload')
  await cardIn('Suggested', 'Workload').waitFor()
  await picture(page, 'actions-suggested')
  await page.getByRole('button', { name: `Accept: ${title} (Platform)` }).click()
  const form = page.getByRole('dialog', { name: `Accept: ${title}` })
  await form.getByText(first_step).waitFor()
  assert.equal(await form.getByRole('combobox', { name: 'Owner' }).inputValue(), 'Lea Brandt')
  await form.getByLabel('Due (optional)').fill('2026-02-06')
  await isWell(page)
  await picture(page, 'actions-accept')
  await form.getByRole('button', { name: 'Accept', exact: true }).click()
  await cardIn('Accepted', 'Workload').getByText('Lea Brandt').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await isStored('workload', 'suggested')
  const { owner_name, due_on } = await actionOf('workload')
  assert.deepEqual([owner_name, due_on], [null, null])
  await cardIn('Suggested', 'Workload').getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: title })
  const outcome = drawer.getByRole('heading', { name: 'What came of it' })
  await drawer.getByText(measure).waitFor()
  assert.equal(await outcome.count(), 0)
  await drawer.getByText('Lead of Platform').waitFor()
  assert.equal(await drawer.getByRole('button', { name: 'Save' }).count(), 0)
  await drawer.getByLabel('Note').fill('Typed before it was accepted')
  await drawer.getByRole('button', { name: 'Save' }).waitFor()
  await drawer.getByRole('button', { name: 'Accept', exact: true }).click()
  await outcome.waitFor()
  await drawer.getByRole('button', { name: 'Back to suggestions' }).waitFor()
  const accepted = await actionOf('workload')
  assert.deepEqual([accepted.state, accepted.note], ['accepted', 'Typed before it was accepted'])
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
  const card = cardIn('Accepted', 'Workload')
  await card.getByText('Lea Brandt').waitFor()
  await card.getByText('Fri 9 Jan, late').waitFor()
  const saved = await actionOf('workload')
  assert.deepEqual(
    [saved.state, saved.due_on, saved.note],
    ['accepted', '2026-01-09', 'In the retro on Monday'],
  )
})

/** How much a colour differs from another in lightness, as WCAG computes it: 1 is not at all. */
function contrastOf(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => {
    const [r, g, blue] = colour.match(/\d+/g)!.map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05
  })
  return Math.max(a, b) / Math.min(a, b)
}

test('in dark what is meant to be pressed stands out from its card', async () => {
  await open()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  for (const button of [
    page.getByRole('button', { name: /^Accept: / }).first(),
    cardIn('Accepted', 'Workload').getByRole('button', { name: /^Start/ }),
  ]) {
    const [own, behind] = await button.evaluate((one) => {
      const card = one.closest('li')!
      return [one, card].map((part) => getComputedStyle(part).backgroundColor)
    })
    assert.ok(contrastOf(own, behind) >= 1.5, `${own} on ${behind}`)
  }
  await isWell(page)
  await picture(page, 'actions-dark', { isWhole: false })
  await page.emulateMedia({ colorScheme: 'light' })
})

test('keys alone dismiss with a reason, and take it back', async () => {
  const { title } = await actionOf('tools')
  // Beside what is accepted, in plain text, and not behind a menu.
  await page.getByRole('button', { name: `Accept: ${title} (Platform)` }).focus()
  await page.keyboard.press('Tab')
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: `Dismiss…: ${title} (Platform)` }))
    .waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.getByText('Say why, in a few words.').waitFor()
  await isWell(page)
  await picture(page, 'actions-dismiss')
  await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor()
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
  await column('Dismissed').getByText('New laptops come in May').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `actions-shown-${look}`))
  assert.match(page.url(), /dismissed=shown/)
  await page.keyboard.press('z')
  await cardIn('Suggested', 'Tools and workplace').waitFor()
  await isStored('tools', 'suggested')
})

test('filters are in the address, and one that leaves nothing says so', async () => {
  // What waits for a decision is open, with what it answers; how it begins is one press away. It can be folded into one line.
  await open()
  await cardIn('Accepted', 'Workload').waitFor()
  const { first_step } = await actionOf('tools')
  const suggestion = cardIn('Suggested', 'Tools and workplace')
  await suggestion.getByText(/people mention tools and workplace|“.*” (is|may be) low/).waitFor()
  await suggestion.getByRole('link').click()
  await page.getByRole('dialog').getByText(first_step).waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Hide suggestions' }).click()
  await page.getByRole('link', { name: /^Suggested \d/ }).waitFor()
  assert.equal(await cardIn('Suggested', 'Tools and workplace').count(), 0)
  await page.getByRole('link', { name: /^Suggested \d/ }).click()
  await cardIn('Suggested', 'Tools and workplace').waitFor()
  assert.match(page.url(), /suggested=shown/)
  await open(`${board}?suggested=shown&driver=workload`)
  await cardIn('Accepted', 'Workload').waitFor()
  assert.equal(await cardIn('Suggested', 'Tools and workplace').count(), 0)
  await page.getByLabel('Driver').selectOption('Pay and benefits')
  await page.getByRole('heading', { name: 'No such actions' }).waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await cardIn('Suggested', 'Tools and workplace').waitFor()
  await page.getByLabel('Mine').check()
  await cardIn('Suggested', 'Tools and workplace').waitFor({ state: 'detached' })
  await cardIn('Accepted', 'Workload').waitFor()
  assert.match(page.url(), /owner=me/)
  await page.reload()
  await cardIn('Accepted', 'Workload').waitFor()
  await page.getByLabel('Team').selectOption('Platform')
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('team='))
})

test('what somebody else saved in the meantime is shown beside what was typed', async () => {
  expectRefusals(page, /status of 412/)
  const action = await actionOf('workload')
  await open(`${board}?action=${action.id}`)
  const drawer = page.getByRole('dialog', { name: action.title })
  await drawer.getByLabel('Note').fill('Mine')
  await bodyOf(author.patch(`/api/actions/${action.id}`, { note: 'Theirs' }))
  await drawer.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed by someone else' })
  await conflict.getByRole('cell', { name: 'Theirs' }).waitFor()
  await isWell(page)
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await page.getByText('Action saved').waitFor()
  assert.equal((await actionOf('workload')).note, 'Mine')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('a move that came too late is explained, and the card goes where it is', async () => {
  expectRefusals(page, /status of 412/)
  const action = await actionOf('workload')
  await cardIn('Accepted', 'Workload').waitFor()
  // Between the page's reading and its request, whenever it last read.
  const change = async (route: Route): Promise<void> => {
    await bodyOf(author.patch(`/api/actions/${action.id}`, { state: 'in_progress' }))
    await route.continue()
  }
  await answerFirst(page, new RegExp(`/api/actions/${action.id}$`), change, 'PATCH')
  await page.getByRole('button', { name: `More: ${action.title} (Platform)` }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByText('Someone else changed this action in the meantime').waitFor()
  await cardIn('In progress', 'Workload').waitFor()
  await page.getByRole('button', { name: `Complete: ${action.title} (Platform)` }).click()
  await cardIn('Done', 'Workload').waitFor()
  await page.getByText('is in Done').waitFor({ state: 'attached' })
  await page.keyboard.press('z')
  await cardIn('In progress', 'Workload').waitFor()
  await isStored('workload', 'in_progress')
})

test('the next survey says what came of it', async () => {
  await runInstance({ scores: high, why: fine })
  const action = await actionOf('workload')
  assert.equal(action.effect.verdict, 'better')
  await open()
  const card = cardIn('In progress', 'Workload')
  await card.getByText('Clearly better').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `actions-board-${look}`))
  await card.getByRole('link', { name: action.title }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'What came of it' }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `actions-drawer-${look}`))
})

test('in German, first step and measure too', async () => {
  const { id, title } = await actionOf('workload')
  const german = await bodyOf(author.get(`/api/actions/${id}?language=de`))
  assert.notEqual(german.title, title)
  const reader = await visitAs(page, { locale: 'de-DE', viewport })
  await reader.goto(`${board}?action=${id}`)
  await reader.getByRole('dialog').getByText(german.first_step).waitFor()
  await reader.getByRole('dialog').getByText(german.measure).waitFor()
  await picture(reader, 'actions-german-drawer')
  await reader.keyboard.press('Escape')
  await reader.getByRole('heading', { name: 'In Arbeit 1' }).waitFor()
  await isWell(reader)
  await picture(reader, 'actions-german')
  await reader.context().close()
})

test('who leads no team is offered no action of their own, and a lead is', async () => {
  const mo = { email: 'mo@actions.test', name: 'Mo' }
  await bodyOf(author.post('/api/members', mo), 201)
  await createAccount(site.running.db.tx, { email: 'mo@actions.test', name: 'Mo', password }, new Date())
  for (const [email, name, count] of [
    [mo.email, mo.name, 0],
    [leadEmail, 'Lea Brandt', 1],
  ] as const) {
    const reader = await visit({ locale: 'en-GB', viewport })
    await arriveAs(reader, site, board, { email, name, password })
    await isThere(reader)
    const button = reader.getByRole('button', { name: 'New action' })
    if (count > 0) await button.waitFor()
    assert.equal(await button.count(), count, email)
    await reader.context().close()
  }
})

test('a read that is refused or fails says so', async () => {
  expectRefusals(page, /status of (403|500)/)
  for (const [status, heading] of [
    [500, 'Couldn’t load this'],
    [403, 'You can’t see actions'],
  ] as const) {
    await page.route('**/api/actions?*', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status, code: 'x', title: 'No' }),
      }),
    )
    await page.goto(board)
    await page.getByRole('heading', { name: heading }).waitFor()
    await isWell(page)
    await page.unroute('**/api/actions?*')
  }
})
