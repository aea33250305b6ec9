/** The page of a receipt with names: one row has their frame, what saves stays visible, and words say what things are for. Times in Arabic name their zone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import {
  noSidewaysScrolling,
  openPulse,
  phone,
  picture,
  type Visitor,
  visit,
} from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
let visitor: Visitor
let urls: string[]
let receipt: string

before(async () => {
  world = await newWorld()
  const more = { confidentiality: { mode: 'attributed' }, closes_at: '2100-01-01T17:00:00Z' }
  urls = (await openPulse(world, more, 2)).urls
  const answers = [{ question_id: 'calm', value: 4 }]
  const { body } = await world.anyone.post(new URL(urls[0]).pathname, { answers })
  receipt = `${world.url}/receipts/${body.receipt}`
  visitor = await visit({ ...phone, reducedMotion: 'reduce', timezoneId: 'Europe/Berlin' }, world)
})
after(() => visitor.close())

const change = (page: Page): Promise<void> =>
  page.evaluate(`document.querySelector('[data-question] input[type=radio]:not(:checked)').click()`)

test('on the page of a receipt only the row that names people has the frame of names, and what saves is visible from the first change on', async () => {
  const { page } = visitor
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${receipt}?lang=en`)
    const widthOf = (what: string) => page.locator(what).evaluate((it) => getComputedStyle(it).borderTopWidth)
    assert.deepEqual([await widthOf('.standing'), await widthOf('.standing > .promised')], ['1px', '2px'])
    for (const language of ['en', 'de', 'ar']) {
      await page.goto(`${receipt}?lang=${language}`)
      assert.equal(
        await page.locator('.actions [type=submit]').isVisible(),
        false,
        'there is nothing to save',
      )
      await change(page)
      const save = (await page.locator('.actions [type=submit]').boundingBox())!
      assert.ok(save.y > 0 && save.y + save.height <= phone.viewport.height, language)
      assert.ok(await noSidewaysScrolling(page))
    }
    await page.goto(`${receipt}?lang=en`)
    await assertAccessible(page)
    await picture(page, `receipt-named-${colorScheme}`)
  }
})

/** The filled buttons beside the private link. */
const filledIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.copy > button:not([hidden], .plain)')].map((it) => it.textContent.trim())`,
  )

test('what is copied and what is shared is the private link, and nothing else', async () => {
  const other = await visit({ ...phone, reducedMotion: 'reduce' }, world)
  const { page } = other
  // This browser has no list of programs to share with, and its clipboard is that of the machine.
  await page.addInitScript(`
    window.taken = []
    const take = (what) => Promise.resolve(void window.taken.push(what))
    navigator.share = take
    if (navigator.clipboard) navigator.clipboard.writeText = take
  `)
  for (const note of ['thanks', 'saved']) {
    await page.goto(`${receipt}?${note}&lang=en`)
    if (note === 'saved') await page.getByText('Your private link', { exact: true }).click()
    // The device's list of ways to share is there: it is the filled button, and the only one.
    assert.deepEqual(await filledIn(page), ['Save or share link'], note)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('button', { name: 'Link copied' }).waitFor()
    await page.getByRole('button', { name: 'Save or share link' }).click()
    assert.deepEqual(await page.evaluate('window.taken'), [receipt, { url: receipt }], note)
    if (note === 'thanks') await picture(page, 'thanks-share')
  }
  await other.close()
})

test('where nothing can be shared, what copies the link is the filled button after sending', async () => {
  const other = await visit({ ...phone }, world)
  await other.page.addInitScript('delete Navigator.prototype.share')
  await other.page.goto(`${receipt}?thanks&lang=en`)
  assert.deepEqual(await filledIn(other.page), ['Copy link'])
  await other.close()
})

test('whoever shares nothing keeps what was on the clipboard, and where nothing can be shared the link is copied', async () => {
  const other = await visit({ ...phone, reducedMotion: 'reduce' }, world)
  const { page } = other
  await page.addInitScript(`
    window.taken = []
    navigator.share = () => Promise.reject(new DOMException('', window.why))
    if (navigator.clipboard) navigator.clipboard.writeText = (text) => Promise.resolve(void window.taken.push(text))
  `)
  await page.goto(`${receipt}?thanks&lang=en`)
  const share = page.getByRole('button', { name: 'Save or share link' })
  for (const [why, taken] of Object.entries({ AbortError: [], NotAllowedError: [receipt] })) {
    await page.evaluate(`window.why = '${why}'`)
    await share.click()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
    assert.deepEqual(await page.evaluate('window.taken'), taken, why)
  }
  await page.getByRole('button', { name: 'Link copied' }).waitFor()
  await other.close()
})

test('where a browser refuses to copy, and without script, the whole private link can be read', async () => {
  for (const javaScriptEnabled of [true, false])
    for (const width of [360, 1280]) {
      const other = await visit({ viewport: { width, height: 740 }, javaScriptEnabled }, world)
      const { page } = other
      await page.goto(`${receipt}?thanks&lang=en`)
      if (javaScriptEnabled) {
        await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())')
        await page.getByRole('button', { name: 'Copy link' }).click()
        await page.getByText('It’s selected.').waitFor()
      }
      const field = page.getByLabel('Private link to your answers')
      const isWhole = await field.evaluate(
        (it) => it.scrollHeight <= it.clientHeight + 1 && it.scrollWidth <= it.clientWidth,
      )
      assert.ok(isWhole, `${width}, script ${javaScriptEnabled}`)
      await picture(page, `thanks-by-hand-${width}-${javaScriptEnabled}`)
      await other.close()
    }
})

test('what has the focus on the page of a receipt is above what saves', async () => {
  const { page } = visitor
  await page.goto(`${receipt}?lang=en`)
  await change(page)
  await page.evaluate('document.activeElement.blur(), scrollTo(0, 0)')
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const below = await page.evaluate<number>(
      `document.activeElement.closest('[data-question]') ? document.activeElement.getBoundingClientRect().bottom - document.querySelector('.actions').getBoundingClientRect().top : 0`,
    )
    assert.ok(below <= 0, `${below} pixels of it are covered`)
  }
})

test('the code beside a promise says what it is for', async () => {
  const { page } = visitor
  await page.goto(`${urls[1]}?lang=en`)
  await page.locator('.promise summary').click()
  const line = page.locator('.promise li', { has: page.locator('code') })
  assert.match(await line.innerText(), /^Code to check later that this promise hasn’t changed: [0-9a-f]{64}$/)
})

test('in Arabic, times name their zone, with script and without', async () => {
  const { page } = visitor
  await page.goto(`${urls[1]}?lang=ar`)
  const time = await page.locator('header time').first().innerText()
  assert.match(time, /توقيت ألمانيا/)
  const html = await (await fetch(`${urls[1]}?lang=ar`, { headers: { accept: 'text/html' } })).text()
  assert.doesNotMatch(html, /غرينتش[+-]/)
})
