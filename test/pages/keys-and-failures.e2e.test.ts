/**
 * Exports, events, webhooks, holidays and templates without a mouse, from the first Tab to the work that is done; and each of them when its
 * first read fails: it says why, names the request, and is tried again by the keyboard.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Route } from 'playwright-core'
import { newReceiver } from '../support/webhook-receiver.ts'
import { eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite({ env: { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' } })
const receiver = await newReceiver()
const page = await visit({
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  refusals: /status of 422/,
})
after(() => page.context().close())

const tabsMax = 120

/** By Tab alone, as somebody without a mouse gets there. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${target} is not reached by Tab`)
}

const press = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(target)
  await page.keyboard.press(key)
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test('by keys alone a file is exported', async () => {
  await world.team('Platform', 1)
  await arriveAs(page, site, `${site.pages}/app/exports`, admin)
  await press(button('New export').first())
  const dialog = page.getByRole('dialog')
  const teams = dialog.getByLabel('Teams')
  await teams.waitFor()
  const checked = dialog.getByRole('radio', { checked: true })
  await tabTo((await checked.count()) > 0 ? checked.first() : dialog.getByRole('radio').first())
  for (let steps = 0; steps < 20 && !(await teams.isChecked()); steps++)
    await page.keyboard.press('ArrowDown')
  assert.ok(await teams.isChecked())
  await press(dialog.getByRole('button', { name: 'Start export' }))
  await page.getByText('Ready', { exact: true }).waitFor()
})

test('by keys alone days of one’s own become a calendar', async () => {
  await page.goto(`${site.pages}/app/settings/holidays`)
  await press(button('Add your own days'))
  const dialog = page.getByRole('dialog')
  await tabTo(dialog.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Works')
  const day = dialog.getByRole('group', { name: 'Day 1' })
  await tabTo(day.getByLabel('Date'))
  // The same whichever of day and month comes first.
  await page.keyboard.type('12122026')
  await tabTo(day.getByLabel('Name of the day'))
  await page.keyboard.type('Works party')
  await press(dialog.getByRole('button', { name: 'Add', exact: true }))
  await page.getByRole('region', { name: 'Works' }).getByText('1 day', { exact: false }).waitFor()
})

test('by keys alone a template becomes a draft', async () => {
  await page.goto(`${site.pages}/app/templates`)
  await press(page.getByRole('link', { name: 'Weekly check-in', exact: true }))
  await page.waitForURL('**/app/templates/weekly_check_in')
  await press(button('Use template'))
  await press(button('Go on to the draft'))
  await page.waitForURL('**/app/check-ins/*/edit')
  await isThere(page)
})

test('by keys alone a webhook is created', async () => {
  await page.goto(`${site.pages}/developers/webhooks/new`)
  await tabTo(page.getByLabel('Address'))
  await page.keyboard.type(receiver.url)
  await press(page.getByLabel('Teams'), 'Space')
  await press(button('Create webhook'))
  await page.getByText('You won’t see this secret again.').waitFor()
  await press(button('I’ve saved it'))
  await page.getByText('No deliveries yet').waitFor()
})

test('by keys alone an event is opened, and Escape leads back to its row', async () => {
  await site.running.app.due.settle()
  await page.goto(`${site.pages}/developers/events`)
  const event = page.getByRole('link', { name: 'team.created' }).first()
  await press(event)
  await page.getByRole('dialog', { name: 'Event' }).getByText('"team_id"').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Event' }).waitFor({ state: 'detached' })
  // The focus goes back once the drawer has gone.
  await eventually(() => event.evaluate((element) => element === document.activeElement), Boolean)
})

test('the side menu of a low window shows where one is, at the first load and after each step, and the page itself stays at its top', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const current = page.getByRole('navigation', { name: 'Main' }).locator('li > [aria-current=page]')
  const isInSight = async (name: string, low = 800): Promise<void> => {
    await current.getByText(name, { exact: true }).waitFor()
    await eventually(
      async () => (await current.boundingBox()) ?? { y: -1, height: 0 },
      ({ y, height }) => y >= 0 && y + height <= low,
    )
    assert.equal(await page.evaluate('scrollY'), 0)
  }
  await page.goto(`${site.pages}/developers/events`)
  await isThere(page)
  await isInSight('Events')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL('**/app')
  await isInSight('Home')
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await page.waitForURL('**/developers/webhooks')
  await isInSight('Webhooks')
  await page.goBack()
  await isInSight('Home')
  // Lower still, where the pages of settings are out of sight, too.
  await page.setViewportSize({ width: 1280, height: 560 })
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await page.waitForURL('**/app/settings/audit')
  await isInSight('Audit log', 560)
  await page.reload()
  await isInSight('Audit log', 560)
  await page.setViewportSize({ width: 1280, height: 900 })
})

const reads: [path: string, read: RegExp, content: Locator][] = [
  ['/app/exports', /\/api\/exports(\?|$)/, page.getByText('Ready', { exact: true })],
  ['/developers/events', /\/api\/events(\?|$)/, page.getByRole('link', { name: 'team.created' })],
  ['/developers/webhooks', /\/api\/webhooks(\?|$)/, page.getByText(receiver.url)],
  ['/app/settings/holidays', /\/api\/holiday-calendars(\?|$)/, page.getByText('Works')],
  ['/app/templates', /\/api\/templates(\?|$)/, page.getByText('Weekly check-in', { exact: true })],
]

for (const [path, read, content] of reads)
  test(`${path}: a first read that fails says why, and is tried again by the keyboard`, async () => {
    const json = { code: 'invalid', detail: 'Not just now.', request_id: 'req_1' }
    // Until the key is pressed: a page that looks again by itself would be there before it.
    let isFailing = true
    await page.route(read, (route) => (isFailing ? route.fulfill({ status: 422, json }) : route.fallback()))
    await page.goto(site.pages + path)
    const alert = page.getByRole('alert').filter({ hasText: 'Not just now.' })
    await alert.getByText('req_1').waitFor()
    await isWell(page)
    await tabTo(alert.getByRole('button', { name: 'Try again' }))
    isFailing = false
    await page.keyboard.press('Enter')
    await content.first().waitFor()
    await alert.waitFor({ state: 'detached' })
    await page.unroute(read)
  })

type Fault = [what: string, answer: (route: Route) => Promise<void>, sentence: string, button: string]

const faults: Fault[] = [
  [
    'a request that gets no answer is a matter of the connection',
    (route) => route.abort(),
    'Can’t reach Sonde. Check your connection and try again.',
    'Try again',
  ],
  [
    'an answer of a proxy is named by its status, and not by its page',
    (route) => route.fulfill({ status: 414, contentType: 'text/html', body: '<h1>Too long</h1>' }),
    'The server answered with error 414. Try again in a moment.',
    'Try again',
  ],
  [
    'a fault of the page is not put down to the connection, and the page is loaded again',
    (route) => route.fulfill({ json: { holiday_calendars: [null], next_cursor: null } }),
    'Something failed on this page. Reload it and try again.',
    'Reload page',
  ],
]

for (const [what, answer, sentence, name] of faults)
  test(what, async () => {
    const other = await visitAs(page, { locale: 'en-GB' })
    // The browser reports what is refused here, and React what falls over.
    other.removeAllListeners('console')
    other.removeAllListeners('pageerror')
    const read = /\/api\/holiday-calendars(\?|$)/
    await other.route(read, answer)
    await other.goto(`${site.pages}/app/settings/holidays`)
    const alert = other.getByRole('alert').filter({ hasText: sentence })
    await alert.waitFor()
    await other.unroute(read)
    await alert.getByRole('button', { name }).click()
    await other.getByText('Works').first().waitFor()
    await other.context().close()
  })
