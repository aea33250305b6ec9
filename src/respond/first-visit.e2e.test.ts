/** How much a first visit loads, as the bytes arrive in a browser, and that a page with somebody's draft is not compressed. */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { before, test } from 'node:test'
import { modes } from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import { languages } from '../../locales/catalogue.ts'
import { openPulse, phone, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
let url: string

before(async () => {
  world = await newWorld()
  ;[url] = (await openPulse(world)).urls
})

test('a first visit loads at most 60 KB, page, styles, scripts and the largest logo as they are sent, in every language', async () => {
  const { page, context, close } = await visit(phone, world)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  for (const language of languages) {
    await context.clearCookies()
    await page.goto('about:blank')
    bytes = 0
    await page.goto(`${url}?lang=${language}`, { waitUntil: 'networkidle' })
    // With the largest logo, and what a reply says of it.
    const whole = bytes + limits.logoBytesMax + 500
    assert.ok(bytes > 10_000 && whole <= 60_000, `${language}: ${bytes} bytes`)
  }
  await close()
})

test('nothing moves on a first visit when script comes, on a phone and a wide screen, in every mode', async () => {
  for (const mode of modes) {
    const { urls } = await openPulse(await newWorld({ running: world.running }), {
      confidentiality: { mode },
    })
    for (const width of [360, 1280]) {
      const { page, close } = await visit({ viewport: { width, height: 800 } }, world)
      await page.addInitScript(() => {
        const moved: string[] = []
        Object.assign(window, { moved })
        new PerformanceObserver((list) =>
          moved.push(...list.getEntries().map((entry) => JSON.stringify(entry))),
        ).observe({ type: 'layout-shift', buffered: true })
      })
      // Once the page has been painted without it.
      await page.route('**/respond.js', async (route) => {
        await page.evaluate(
          'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))',
        )
        await route.continue()
      })
      await page.goto(`${urls[0]}?lang=en`, { waitUntil: 'networkidle' })
      await page.locator('.layout:not([hidden])').waitFor()
      await page.evaluate(
        'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))',
      )
      assert.deepEqual(await page.evaluate('moved'), [], `${mode}, ${width}`)
      await close()
    }
  }
})

test('the page is compressed for whoever comes without a cookie, and for nobody with one', async () => {
  const encodingWith = (cookie?: string): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) }
      get(url, { headers }, (response) => {
        response.resume().on('end', () => resolve(response.headers['content-encoding']))
      }).on('error', reject)
    })
  assert.equal(await encodingWith(), 'br')
  assert.equal(await encodingWith('attempt=a-secret-of-this-device'), undefined)
})
