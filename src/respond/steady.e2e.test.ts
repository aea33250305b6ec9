/** One question at a time, what stays where it is: the promise that opens in its box, and questions that begin where the last one did. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { modes } from '../../contract/confidentiality.ts'
import { languages } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { noSidewaysScrolling, openPulse, type Visitor, visit } from '../../test/support/visit.ts'
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

/** To the question after the first, by a click that is not a tap: a tap would lead on by itself. */
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

test('whoever goes on without an answer that is needed is told where they look: nothing folds, and nothing moves aside', async () => {
  for (const mode of modes)
    for (const { page } of visitors)
      for (const language of ['en', 'ar']) {
        await open(page, `${urls[mode]}?lang=${language}#one`)
        const heading = page.locator('[data-question=calm] legend')
        const before = await boxOf(heading)
        await page.locator('[data-next]').click()
        const fault = page.locator('#calm-fault')
        await fault.waitFor()
        const after = await boxOf(heading)
        const where = `${mode}, ${page.viewportSize()!.width}, ${language}`
        assert.ok(Math.abs(after.y - before.y) < 24, `${where}: from ${before.y} to ${after.y}`)
        assert.equal(after.x, before.x, where)
        const [said, actions] = [await boxOf(fault), await boxOf(page.locator('.actions'))]
        assert.ok(said.y > after.y && said.y + said.height <= actions.y, `${where}: it is in sight`)
        assert.ok(await page.locator('.about.start').isVisible(), `${where}: who asks stays`)
      }
})

test('on the smallest screens what is wrong with the first question is brought into sight', async () => {
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 360, height: 560 },
  ]) {
    const { page, close } = await visit({ viewport, reducedMotion: 'reduce', hasTouch: true }, world)
    await open(page, `${urls.anonymous}?lang=de#one`)
    await page.locator('[data-next]').click()
    const fault = page.locator('#calm-fault')
    await fault.waitFor()
    const [said, actions] = [await boxOf(fault), await boxOf(page.locator('.actions'))]
    assert.ok(said.y >= 0 && said.y + said.height <= actions.y, JSON.stringify([viewport, said, actions]))
    await close()
  }
})

test('on a phone every question after the first begins at the same height, whatever it asks, and what is left is below', async () => {
  for (const viewport of [phone, { width: 360, height: 740 }, { width: 360, height: 640 }])
    for (const language of ['en', 'de', 'ar']) {
      const { page, close } = await visit({ viewport, reducedMotion: 'reduce', hasTouch: true }, world)
      await open(page, `${urls.confidential}?lang=${language}#one`)
      await pastFirst(page)
      const next = page.locator('[data-next]')
      const tops: number[] = []
      for (; ; await next.click()) {
        const text = page.locator('[data-question]:not(.away) :is(legend, .legend, .statement p)').first()
        tops.push(Math.round((await boxOf(text)).y))
        if (!(await next.isVisible())) break
      }
      const where = `${viewport.width}×${viewport.height}, ${language}: ${tops}`
      assert.ok(tops.length >= 11 && Math.max(...tops) - Math.min(...tops) <= 8, where)
      assert.ok(Math.max(...tops) <= 132, where)
      await close()
    }
})

test('on a phone held sideways the first screen has the title, who sees the answers, the question with its answers, and the button', async () => {
  for (const mode of modes)
    for (const [width, height, some] of [
      [844, 390, ['en', 'ar']],
      [740, 360, languages],
    ] as const) {
      const viewport = { width, height }
      const { page, close } = await visit({ viewport, reducedMotion: 'reduce', hasTouch: true }, world)
      for (const language of some) {
        await open(page, `${urls[mode]}?lang=${language}#one`)
        await page.locator('.single').waitFor()
        const places = []
        for (const what of [
          '.about > summary .title',
          '.about > summary .who',
          'progress',
          '[data-question=calm] legend',
          '[data-question=calm] .steps',
          '[data-question=calm] .ends',
          '.actions [data-next]',
        ])
          places.push(await boxOf(page.locator(what)))
        const where = `${mode}, ${viewport.width}, ${language}: ${JSON.stringify(places)}`
        assert.ok(places[0].y >= 0, where)
        for (const [at, { y, height }] of places.entries())
          assert.ok(y + height <= (places[at + 1]?.y ?? viewport.height) + 1, `${where}, ${at}`)
        assert.equal(await page.evaluate('scrollY'), 0)
        assert.ok(await noSidewaysScrolling(page), where)
        if (language === 'en' || language === 'ar') await assertAccessible(page)
      }
      await page.locator('.about > summary').click({ timeout: 5000 })
      assert.ok(await page.locator('.promise').isVisible())
      await close()
    }
})

test('opened above a question, the promise is said once, has room below it, and folds where it was opened', async () => {
  for (const mode of modes)
    for (const { page } of visitors)
      for (const language of ['en', 'ar']) {
        await open(page, `${urls[mode]}?lang=${language}#one`)
        await pastFirst(page)
        const line = page.locator('.about > summary')
        const before = await boxOf(line)
        await line.click()
        const where = `${mode}, ${page.viewportSize()!.width}, ${language}`
        assert.equal((await boxOf(line)).y, before.y, where)
        assert.ok((await boxOf(line.locator('.who'))).width <= 1, `${where}: said once`)
        assert.ok((await line.innerText()).includes(await line.locator('.brief').innerText()), 'and read out')
        assert.equal(await page.locator(':is(.asks, .about > header > p:first-child):visible').count(), 1)
        const promise = await boxOf(page.locator('.promise'))
        const bar = await boxOf(page.locator('progress'))
        const asked = await boxOf(page.locator('[data-question=again] legend'))
        assert.ok(bar.y - promise.y - promise.height >= 16, `${where}: room below it`)
        assert.ok(asked.y - bar.y - bar.height <= 80, `${where}: the question is near`)
        await assertAccessible(page)
        await line.click()
        assert.equal(await page.locator('.promise').isVisible(), false)
      }
})

test('on a tall phone the lines of the first screen have room between them, and all of it is above the button', async () => {
  for (const viewport of [phone, { width: 360, height: 740 }]) {
    const { page, close } = await visit({ viewport, reducedMotion: 'reduce', hasTouch: true }, world)
    for (const mode of modes)
      for (const language of languages) {
        await open(page, `${urls[mode]}?lang=${language}#one`)
        await page.locator('.single').waitFor()
        const lines: { y: number; height: number }[] = []
        for (const what of ['.title', '.lead', '.facts > span:first-child', '.facts > .already', '.short'])
          for (const line of await page.locator(`.about > summary ${what}`).all())
            lines.push(await boxOf(line))
        const where = `${mode}, ${viewport.width}, ${language}`
        const gaps = lines.slice(1).map(({ y }, at) => Math.round(y - lines[at].y - lines[at].height))
        // What fits beside the line before it is there.
        assert.ok(
          gaps.every((gap) => gap >= 4 || gap < -10),
          `${where}: ${gaps}`,
        )
        const needed = await boxOf(page.locator('[data-question=calm] .needed'))
        const text = await page.locator('[data-question=calm] legend').evaluate((it) => {
          const range = document.createRange()
          range.selectNode(it.lastChild!)
          return range.getBoundingClientRect().top
        })
        assert.ok(text - needed.y - needed.height >= 2, `${where}: ${text - needed.y - needed.height}`)
        const [ends, actions] = [
          await boxOf(page.locator('[data-question=calm] .ends')),
          await boxOf(page.locator('.actions')),
        ]
        assert.ok(ends.y + ends.height + 20 <= actions.y, `${where}: above the button`)
      }
    await close()
  }
})

test('while answers are on their way nobody changes them, no line moves, and after a while the page says that it goes on', async () => {
  const { urls: sent } = await openPulse(await newWorld({ running: world.running }))
  for (const [size, { page }] of visitors.entries())
    for (const [at, layout] of ['', '#one'].entries()) {
      await open(page, `${sent[2 * size + at]}?lang=en${layout}`)
      if (layout) await pastFirst(page)
      else await page.locator('[data-question=calm] .option').nth(2).click()
      while (layout && (await page.locator('[data-next]').isVisible()))
        await page.locator('[data-next]').click()
      const id = layout ? 'desk' : 'calm'
      await page.locator(`[data-question=${id}] .option`).nth(1).click()
      await page.locator('#save-state').getByText('Draft saved').waitFor()
      let go = () => {}
      const held = new Promise<void>((resolve) => (go = resolve))
      await page.route('**/save', (route) => held.then(() => route.continue()))
      const button = page.locator('.actions [type=submit]:not(.link)')
      await button.scrollIntoViewIfNeeded()
      const places = async () => [await boxOf(button), await boxOf(page.locator('.later'))]
      const before = await places()
      await button.click()
      await page.locator('#send-state').getByText('Still sending. Keep this page open.').waitFor()
      assert.equal(await button.innerText(), 'Sending…')
      assert.deepEqual(await places(), before)
      assert.ok(await page.locator(`[data-question=${id}]`).evaluate((it) => (it as HTMLElement).inert))
      go()
      await page.waitForURL(/receipts/)
      await page.unroute('**/save')
    }
})
