/** Buttons, as they are under a pointer and beside what is asked: their words are read, and none lies over an answer. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openPulse, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
/** Each used once: a draft comes back. */
let urls: string[]

before(async () => {
  world = await newWorld()
  urls = (await openPulse(world, {}, 16)).urls
})

const question = (page: Page, id: string) => page.locator(`[data-question="${id}"]`)

/** One question at a time, up to one of them, past all that need no answer. */
async function begin(page: Page, id: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${urls.pop()}?lang=en#one`)
  await page.locator('.single').waitFor()
  await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
  for (let clicks = 0; clicks < 20 && !(await question(page, id).isVisible()); clicks++)
    await page.locator('[data-next]').click()
}

/** Of the words of an element on the grounds behind them, with the brightness that a pointer gives it. */
const contrastOf = (element: Locator): Promise<number> =>
  element.evaluate((it) => {
    const { context } = Object.assign(window, {
      context: document.createElement('canvas').getContext('2d', { willReadFrequently: true })!,
    })
    const paint = (colour: string) => {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
    }
    const behind = []
    for (let one: Element | null = it; one; one = one.parentElement)
      behind.push(getComputedStyle(one).backgroundColor)
    paint('Canvas')
    for (const colour of behind.toReversed()) paint(colour)
    const dimmed = Number(/brightness\(([\d.]+)\)/.exec(getComputedStyle(it).filter)?.[1] ?? 1)
    const lightness = () => {
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = (part / 255) * dimmed
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const ground = lightness()
    paint(getComputedStyle(it).color)
    const [dark, light] = [ground, lightness()].toSorted((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  })

/** Every button that can be pressed now. */
async function assertRead(page: Page, where: string): Promise<void> {
  const buttons = await page.locator('button:visible:enabled').all()
  assert.ok(buttons.length > 0)
  for (const button of buttons) {
    // Waits until nothing lies over it.
    await button.hover({ timeout: 5000 })
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    const contrast = await contrastOf(button)
    assert.ok(contrast >= 4.5, `${where}: ${name} has ${contrast.toFixed(2)}`)
  }
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`the words of every button are read with a pointer on it, ${colorScheme}`, async () => {
    const { page, close } = await visit(
      { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', colorScheme },
      world,
    )
    await page.goto(`${urls.pop()}?lang=en`)
    await question(page, 'told').locator('.option').first().click()
    await assertRead(page, 'all questions')
    await begin(page, 'again')
    await assertRead(page, 'one at a time')
    await question(page, 'again').locator('.option').first().click()
    await begin(page, 'first')
    await assertRead(page, 'an order')
    await begin(page, 'desk')
    await assertRead(page, 'the last question')
    await close()
  })
