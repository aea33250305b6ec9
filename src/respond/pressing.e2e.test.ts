/** Buttons, as they are under a pointer and beside what is asked: their words are read, and none lies over an answer. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { ok } from '../../test/access/call.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { everyQuestion, openPulse, visit } from '../../test/support/visit.ts'
import { newWorld, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
/** Each used once: a draft comes back. */
let urls: string[]
/** Of somebody who answers on a device of many. */
let shared: string

before(async () => {
  world = await newPeopledWorld()
  urls = (await openPulse(await newWorld({ running: world.running }), {}, 20)).urls
  const author = await world.user({ id: world.adminId })
  const directory = await world.organisation()
  const { id: team } = await world.team('Line 1', 0)
  for (let at = 0; at < 6; at++)
    ok(
      await directory.post('/api/members', {
        name: `Fitter ${at}`,
        channels: [{ type: 'code' }],
        team_ids: [team],
      }),
    )
  const draft = pulseDraft([team], { channels: ['code'], questions: everyQuestion })
  const { id } = ok(await author.post('/api/pulses', draft))
  ok(await author.post(`/api/pulses/${id}/open`))
  const { pools } = ok(await world.admin.post(`/api/pulses/${id}/codes`))
  shared = `${world.url}/r/${pools[0].codes[0].code}`
})

const question = (page: Page, id: string) => page.locator(`[data-question="${id}"]`)

/** One question at a time, up to one of them, past all that need no answer. */
async function begin(page: Page, id: string, address = `${urls.pop()}?lang=en#one`): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.locator('.single').waitFor()
  await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
  for (let clicks = 0; clicks < 20 && !(await question(page, id).isVisible()); clicks++)
    await page.locator('[data-next]').click()
}

/** The contrast of an element's words with the grounds behind them, with the brightness that a pointer gives it. */
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

/** What stays visible over a part of an order, where somebody who has come to it finds it: no row of it is cut. */
const overOrder = `[...document.querySelectorAll('[data-question=first] :is(li, .rank-status)')].flatMap((row) => {
  const { left, right, top, bottom } = row.getBoundingClientRect()
  return [top + 2, (top + bottom) / 2, bottom - 2].flatMap((y) =>
    [left + 20, (left + right) / 2, right - 20].flatMap((x) => {
      const over = document.elementFromPoint(x, y)
      return over === null || row.contains(over) || over.contains(row) ? [] : [over.className || over.tagName]
    }),
  )
})`

test('one question at a time, no button lies over an order, whatever the window, also on a shared device', async () => {
  for (const [width, height] of [
    [390, 430],
    [844, 390],
    [1024, 768],
    [1280, 800],
  ])
    for (const isShared of [false, true]) {
      const { page, close } = await visit({ viewport: { width, height }, reducedMotion: 'reduce' }, world)
      if (isShared) await page.goto(`${world.url}/r/kiosk`)
      await begin(page, 'first', isShared ? shared : undefined)
      const where = `${width}×${height}${isShared ? ', shared' : ''}`
      assert.deepEqual(await page.evaluate(overOrder), [], where)
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const { bottom } = await page
        .locator('[data-question=first] .rank-status')
        .evaluate((it) => it.getBoundingClientRect())
      const buttons = (await page.locator('.actions').boundingBox())!
      assert.ok(bottom <= buttons.y, `${where}: ${bottom} above ${buttons.y}`)
      await close()
    }
})

test('one question at a time, an order is confirmed in the place of what leads on, by keyboard too, and skipped beside it', async () => {
  const { page, close } = await visit(
    { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' },
    world,
  )
  await begin(page, 'first')
  const [settle, next] = [page.locator('.actions .settle'), page.locator('[data-next]')]
  assert.deepEqual([await settle.innerText(), await next.innerText()], ['Keep this order', 'Skip'])
  const place = await settle.boundingBox()
  await settle.press('Enter')
  assert.equal(await settle.isVisible(), false)
  assert.equal(await next.innerText(), 'Next')
  assert.deepEqual(await next.boundingBox(), place)
  assert.ok(await next.evaluate((it) => it === document.activeElement))
  await page.keyboard.press('Enter')
  await question(page, 'hours').waitFor()
  await begin(page, 'first')
  await next.press('Enter')
  await question(page, 'hours').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await settle.waitFor()
  await close()
})

/** The lines above what is asked, each with its place; below the bar that stays. */
const head = `(() => {
  const bar = document.querySelector('.bar').getBoundingClientRect().bottom
  const question = [...document.querySelectorAll('.question')].find((one) => one.checkVisibility())
  const lines = [
    document.querySelector('.about > summary .brief'),
    document.querySelector('.layout button'),
    question.querySelector('.count .number'),
    question.querySelector('legend, .legend'),
  ]
  return { bar, lines: lines.filter((line) => line?.checkVisibility()).map((line) => {
    const range = document.createRange()
    range.selectNodeContents(line)
    const { top, bottom } = range.getBoundingClientRect()
    return { words: line.innerText, top, bottom }
  }) }
})()`

test('on a panel of a terminal no line above a question is cut by the bar, and who sees the answers stays visible', async () => {
  const { page, close } = await visit(
    { viewport: { width: 800, height: 480 }, reducedMotion: 'reduce' },
    world,
  )
  await page.goto(`${world.url}/r/kiosk`)
  await page.goto(shared)
  await page.locator('.single').waitFor()
  const place = async (what: string) => (await page.locator(what).first().boundingBox())!
  // On the first screen the box touches nothing, and the way to all questions is on the line of the number.
  const [promise, bar] = [await place('.start .short'), await place('progress')]
  assert.ok(promise.y + promise.height + 4 <= bar.y)
  const { lines } = await page.evaluate<any>(head)
  const bottomOf = (words: RegExp) => lines.find((line: any) => words.test(line.words)).bottom
  assert.ok(Math.abs(bottomOf(/^All questions/) - bottomOf(/^Question 1 of/)) <= 2, JSON.stringify(lines))
  await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
  for (let clicks = 0; clicks < 20 && (await page.locator('[data-next]').isVisible()); clicks++) {
    await page.locator('[data-next]').click()
    const shown = await page.evaluate<any>(head)
    assert.ok(shown.lines.length >= 3)
    for (const { words, top } of shown.lines)
      assert.ok(top >= shown.bar, `${words}: ${top} below ${shown.bar}`)
  }
  await close()
})

test('on a screen on a wall or a stand a promise has room around its words, and choices of a few words are beside each other', async () => {
  for (const [width, height] of [
    [1920, 1080],
    [1080, 1920],
  ]) {
    const { page, close } = await visit({ viewport: { width, height }, reducedMotion: 'reduce' }, world)
    await page.goto(`${world.url}/r/kiosk`)
    await page.goto(shared)
    await page.locator('.single').waitFor()
    const [box, sign] = [
      (await page.locator('.start .short').boundingBox())!,
      (await page.locator('.start .short .mode').boundingBox())!,
    ]
    assert.ok(sign.x - box.x >= 28 && sign.y - box.y >= 16 && sign.width >= 30, JSON.stringify([box, sign]))
    await begin(page, 'cause', shared)
    const options = await Promise.all(
      [0, 1].map(async (at) => (await question(page, 'cause').locator('.option').nth(at).boundingBox())!),
    )
    assert.equal(options[0].y, options[1].y)
    assert.ok(options[0].width <= 520)
    await begin(page, 'first', shared)
    const status = (await question(page, 'first').locator('.rank-status').boundingBox())!
    const settle = (await page.locator('.settle').boundingBox())!
    assert.ok(settle.y - status.y - status.height >= 40)
    await close()
  }
})
