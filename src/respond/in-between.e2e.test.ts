/** What a respondent's pages say between answering and being done: taking back, sending, a draft that is back, a copy that is refused, and an address that was cut. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { languages } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { comesTrue, openPulse, phone, type Visitor, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
let urls: string[]
const visitors: Visitor[] = []

before(async () => {
  world = await newWorld()
  urls = (await openPulse(world, {}, 12)).urls
  for (const viewport of [phone.viewport, { width: 1280, height: 800 }])
    visitors.push(await visit({ viewport, reducedMotion: 'reduce', hasTouch: viewport.width < 600 }, world))
})
after(async () => {
  for (const visitor of visitors)
    await visitor.close().catch((error: Error) => assert.match(error.message, /404/))
})

let used = 0
const freshLink = () => `${urls[used++]}?lang=en`
const question = (page: Page, id: string) => page.locator(`[data-question=${id}]`)
const boxOf = async (locator: Locator) => (await locator.boundingBox())!
const send = (page: Page) => page.locator('form[data-answer] > .actions > [type=submit]:not([formaction])')

/** One of the choices, or a value. */
async function answer(page: Page, id: string): Promise<void> {
  const all = question(page, id)
  if (id === 'noise') await all.locator('input[type=range]').click()
  else if (id === 'since') await all.getByRole('button', { name: 'Yesterday' }).click()
  else if (id === 'hours') await all.locator('input').fill('9')
  else if (id === 'first') await all.getByRole('button', { name: 'Keep this order' }).click()
  else await all.locator('.option').first().click()
}

const optional = [
  'again',
  'mood',
  'told',
  'cause',
  'helped',
  'first',
  'hours',
  'since',
  'noise',
  'room',
  'desk',
]

test('every answer that nobody has to give is taken back at the end of the row of its number, whatever is asked', async () => {
  for (const { page } of visitors) {
    await page.goto(freshLink())
    for (const id of optional) {
      const clear = question(page, id).locator('button.clear')
      assert.equal(await clear.isVisible(), false, id)
      await answer(page, id)
      await clear.waitFor()
      const colourOf = (it: Locator) => it.evaluate((one) => getComputedStyle(one).color)
      assert.equal(await colourOf(clear), await colourOf(page.locator('.picked').first().locator('..')), id)
      const [button, number] = [await boxOf(clear), await boxOf(question(page, id).locator('.count'))]
      assert.ok(Math.abs(button.x + button.width - 8 - number.x - number.width) <= 1, `${id}: its end`)
      const middle = button.y + button.height / 2 - number.y - number.height / 2
      assert.ok(Math.abs(middle) <= 2, `${id}: ${middle} from the middle of the row`)
      await clear.click()
      await clear.waitFor({ state: 'hidden' })
      assert.equal(await question(page, id).locator(':checked:not(option), .ranked').count(), 0, id)
    }
    await page.getByText('0 of 13 answered').waitFor()
    assert.equal(await question(page, 'since').locator('.day').innerText(), 'Choose a date')
    assert.ok(await question(page, 'noise').locator('.line-hint').isVisible())
    assert.equal(
      await question(page, 'why').locator('button.clear').count(),
      0,
      'words are taken back as words are',
    )
  }
})

test('while it sends, the button says so in its place, nothing moves, and one region tells it', async () => {
  for (const { page } of visitors) {
    await page.goto(freshLink())
    await question(page, 'calm').locator('.option').nth(2).click()
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/save', (route) => held.then(() => route.continue()))
    await send(page).scrollIntoViewIfNeeded()
    const [before, later] = [await boxOf(send(page)), await boxOf(page.locator('.later'))]
    await send(page).click()
    await page.getByRole('button', { name: 'Sending…' }).waitFor()
    assert.equal(await send(page).getAttribute('aria-disabled'), 'true')
    assert.deepEqual(await boxOf(send(page)), before)
    assert.deepEqual(await boxOf(page.locator('.later')), later)
    const regions = page.locator('[role=alert], [role=status]').filter({ hasText: 'Sending…' })
    assert.equal(await regions.count(), 1)
    go()
    await page.waitForURL(/\/receipts\//)
    await page.unroute('**/save')
  }
})

test('a draft that is saved, and one that is back, are told beside the promise, and the latter can be started over', async () => {
  for (const { page } of visitors) {
    const link = freshLink()
    await page.goto(link)
    await page.locator('.layout:not([hidden])').waitFor()
    await question(page, 'calm').locator('.option').nth(2).click()
    await page.getByRole('button', { name: 'Save for later' }).click()
    const isBeside = async () => {
      const notice = await boxOf(page.locator('.status').first())
      const promise = await boxOf(page.locator('.promise'))
      const above = notice.y - promise.y - promise.height
      assert.ok(above >= 12 && above <= 20, `${above} below the promise`)
      const rest = page.locator('.progress > .layout, .question').filter({ visible: true }).first()
      const below = (await boxOf(rest)).y - notice.y - notice.height
      assert.ok(below >= 8 && below <= 24, `${below} above what follows`)
    }
    await page.locator('.status', { hasText: 'Draft saved' }).waitFor()
    await isBeside()
    await page.goto(link)
    await page.locator('.layout:not([hidden])').waitFor()
    await page.locator('.status', { hasText: 'Your answers from last time are back.' }).waitFor()
    await isBeside()
    await assertAccessible(page, { within: '.status' })
    await page.goto('about:blank')
    await page.goto(`${link}#one`)
    await page.locator('.single').waitFor()
    assert.ok(await page.locator('.status.back').isVisible())
    await page.locator('[data-next]').click()
    await question(page, 'again').waitFor()
    assert.equal(await page.locator('.status.back').isVisible(), false, 'it is said once')
    await page.goto('about:blank')
    await page.goto(link)
    await page.locator('.status.back').getByRole('button', { name: 'Start over' }).click()
    await page.locator('.status', { hasText: 'Draft deleted.' }).waitFor()
    assert.equal(await question(page, 'calm').locator(':checked').count(), 0)
  }
})

test('a number that does not fit is told when its field is left, and no answer that is missing is', async () => {
  for (const { page } of visitors) {
    await page.goto(freshLink())
    const hours = question(page, 'hours').locator('input')
    await hours.fill('999')
    assert.equal(await question(page, 'hours').locator('.fault').count(), 0)
    await question(page, 'why').locator('textarea').focus()
    const fault = question(page, 'hours').locator('.fault')
    assert.equal(await fault.innerText(), '999 is too high. Enter a number between 0 and 100.')
    assert.equal(await page.locator('.fault').count(), 1)
    await hours.fill('9')
    await fault.waitFor({ state: 'detached' })
  }
})

test('what withdraws opens in sight, and where a browser refuses to copy, how to copy is said', async () => {
  for (const { page } of visitors) {
    const { pathname } = new URL(freshLink())
    const { body } = await world.anyone.post(pathname, { answers: [{ question_id: 'calm', value: 4 }] })
    const receipt = `${world.url}/receipts/${body.receipt}`
    await page.goto(`${receipt}?lang=en`)
    const withdraw = page.locator('.withdraw summary')
    await withdraw.focus()
    await page.keyboard.press('Enter')
    const { height: window } = page.viewportSize()!
    await comesTrue(
      page,
      `document.querySelector('.withdraw button').getBoundingClientRect().bottom <= ${window}`,
    )
    assert.ok(await withdraw.evaluate((it) => it === document.activeElement))
    for (const row of await page.locator('.standing > *').all())
      assert.ok(Math.abs((await boxOf(row)).height - 57) <= 16, 'rows are about as high as each other')
    await page.goto(`${receipt}?thanks&lang=en`)
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))`)
    await page.getByRole('button', { name: 'Copy link' }).click()
    const said = page.locator('.copy [role=status]')
    await said.filter({ hasText: 'It’s selected.' }).waitFor()
    assert.match(await said.innerText(), /Press (Ctrl\+C|⌘C) to copy it\.|Touch and hold it/)
  }
})

test('an address that was cut, or has more than it had, is told in the reader’s language what can be wrong', async () => {
  const [{ page }] = visitors
  for (const path of ['/r/abc/def', '/receipts/abc/def/ghi', '/conversations/a/b/c', '/replies/a/b']) {
    const asked = await fetch(world.url + path, { headers: { accept: 'application/json' } })
    assert.deepEqual([asked.status, (await asked.json()).code], [404, 'not_found'], path)
    await page.goto(`${world.url}${path}`)
    assert.equal(await page.locator('h1').innerText(), 'This link doesn’t work', path)
    assert.match(
      await page.locator('main').innerText(),
      /some mail programs cut long links[^]*ask whoever sent it to you/,
    )
    assert.equal(await page.locator('main a').count(), 0, 'nothing for somebody else')
  }
  for (const language of languages) {
    await page.goto(`${world.url}/r/abc/def?lang=${language}`)
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    assert.equal(await page.locator('.languages a').count(), languages.length)
  }
  await assertAccessible(page)
})

test('no address of a respondent leads to the page of developers, however it was damaged', async () => {
  const [{ page }] = visitors
  const long = 'a'.repeat(300)
  const rests = [
    '',
    '/',
    '//',
    '/?x',
    '/abc/',
    `/${long}`,
    `/${long}/replies`,
    '/%zz',
    '/abc?x=%zz',
    '/abc/proof',
  ]
  for (const root of ['r', 'receipts', 'conversations', 'replies'])
    for (const rest of rests) {
      const address = `${world.url}/${root}${rest}${rest.includes('?') ? '&' : '?'}lang=de`
      const asked = await fetch(address, { headers: { accept: 'text/html' } })
      const html = await asked.text()
      assert.match(html, /<html lang="de"[^]*<h1>Dieser Link funktioniert nicht<\/h1>/, address)
      assert.equal(asked.status, 404, address)
    }
  const { status, headers } = await fetch(`${world.url}/replies/abc`, { method: 'DELETE' })
  assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'])
  await page.goto(`${world.url}/r/`)
  await assertAccessible(page)
})
