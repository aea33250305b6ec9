/** One question at a time, what stays where it is: the promise that opens in its box, and questions that begin where the last one did. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { modes } from '../../contract/confidentiality.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { openPulse, type Visitor, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
/** By mode, where nobody asked is new. */
const urls: Record<string, string> = {}
const visitors: Visitor[] = []
const phone = { width: 390, height: 844 }
const wide = { width: 1280, height: 800 }

before(async () => {
  world = await newWorld()
  for (const mode of modes) {
    const { urls: own } = await openPulse(await newWorld({ running: world.running }), {
      confidentiality: { mode },
    })
    urls[mode] = own[0]
  }
  await world.running.db.pool.query('update collections set recent_members = 0')
  for (const viewport of [phone, wide])
    visitors.push(await visit({ viewport, reducedMotion: 'reduce', hasTouch: viewport === phone }, world))
})
after(async () => {
  for (const visitor of visitors) await visitor.close()
})

/** Without what an earlier test has answered there. */
async function open(page: Page, address: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(address)
}

/** To the question after the first, by a click that is no tap: a tap would lead on by itself. */
async function pastFirst(page: Page): Promise<void> {
  await page.locator('.single').waitFor()
  await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
  await page.locator('[data-next]').click()
  await page.locator('[data-question=again]').waitFor()
}

const boxOf = async (it: Locator) => (await it.boundingBox())!

for (const mode of modes)
  test(`what opens the whole promise lies in its box, in both layouts and on both sizes, ${mode}`, async () => {
    for (const { page } of visitors)
      for (const language of ['en', 'de', 'ar'])
        for (const layout of ['', '#one']) {
          const where = `${page.viewportSize()!.width}, ${language}, ${layout}`
          await open(page, `${urls[mode]}?lang=${language}${layout}`)
          if (layout) {
            await pastFirst(page)
            await page.locator('.about > summary').click()
          }
          const line = page.locator('.promise > details > summary')
          for (const isOpen of [false, true]) {
            if (isOpen) await line.click()
            const [outer, inner] = [await boxOf(page.locator('.promise')), await boxOf(line)]
            assert.ok(
              inner.y >= outer.y &&
                inner.y + inner.height <= outer.y + outer.height &&
                inner.x >= outer.x &&
                inner.x + inner.width <= outer.x + outer.width,
              `${where}: ${JSON.stringify([inner, outer])}`,
            )
          }
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme })
            await assertAccessible(page, { only: 'colours', within: '.promise' })
          }
        }
  })
