/** How pages are composed: what folds into one line, what is said once, what grows, and what is in the middle of an empty page. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { openPulse, phone, type Visitor, visit } from '../../test/support/visit.ts'
import { eventually, newWorld, type World } from '../../test/support/world.ts'

let world: World
let urls: string[]
const visitors: Visitor[] = []
const wide = { width: 1280, height: 800 }
const attributed = { confidentiality: { mode: 'attributed' } }

before(async () => {
  world = await newWorld()
  urls = (await openPulse(world, {}, 8)).urls
  for (const viewport of [phone.viewport, wide])
    visitors.push(await visit({ viewport, reducedMotion: 'reduce', hasTouch: viewport.width < 600 }, world))
})
after(async () => {
  for (const visitor of visitors)
    await visitor.close().catch((error: Error) => assert.match(error.message, /404/))
})

const question = (page: Page, id: string) => page.locator(`[data-question=${id}]`)

test('what holds after sending is one line below the button in every language, and opens, with script and without', async () => {
  const bare = await visit({ ...phone, javaScriptEnabled: false }, world)
  for (const { page } of [visitors[0], bare])
    for (const language of languages) {
      await page.goto(`${urls[0]}?lang=${language}`)
      const later = page.locator('.later')
      const line = later.locator('summary')
      assert.equal((await later.boundingBox())!.height, 44, `${language}: one line, as high as a finger`)
      for (const words of await later.locator('p').all()) assert.equal(await words.isVisible(), false)
      await line.click()
      assert.equal(await later.locator('p:visible').count(), 2, 'changes, and drafts')
    }
  await bare.close()
})

test('other words are one line, which grows with them, keeps their name, and leads on by Enter', async () => {
  for (const { page } of visitors) {
    await page.goto(`${urls[1]}?lang=en`)
    await page.getByRole('radio', { name: 'Something else' }).check()
    const own = page.getByLabel('In your own words')
    assert.equal(await own.getAttribute('name'), 'cause.text')
    const before = (await own.boundingBox())!.height
    assert.ok(before <= 52, String(before))
    await own.fill('Nobody said where the logs are. '.repeat(8).trim())
    assert.ok((await own.boundingBox())!.height >= before + 24)
    const words = await own.inputValue()
    await own.press('Enter')
    assert.equal(await own.inputValue(), words, 'no line is begun')
    await assertAccessible(page, { within: '[data-question=cause]' })
  }
})

test('one question at a time, a tap on a choice leads on although other words can be written', async () => {
  const { page } = visitors[0]
  await page.goto('about:blank')
  await page.goto(`${urls[1]}?lang=en#one`)
  await page.keyboard.press('3')
  for (const id of ['again', 'mood', 'told']) {
    await question(page, id).waitFor()
    await page.locator('[data-next]').click()
  }
  await question(page, 'cause').locator('.option').first().tap()
  await question(page, 'helped').waitFor()
})

test('whoever presses below a slider while its number has the focus hits what they see', async () => {
  for (const { page } of visitors) {
    await page.goto(`${urls[2]}?lang=en`)
    const number = question(page, 'noise').getByRole('spinbutton')
    await number.fill('30')
    const star = question(page, 'room').locator('.option').nth(3)
    await star.scrollIntoViewIfNeeded()
    const place = (await star.boundingBox())!
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
    assert.ok(await star.locator('input').isChecked())
    assert.deepEqual(await star.boundingBox(), place)
    assert.equal(await question(page, 'noise').locator('.bubble').innerText(), '30\u00a0dB')
  }
})

test('that a draft is saved is said with a mark, which goes with it, and moves nothing', async () => {
  const { page } = visitors[1]
  await page.goto(`${urls[3]}?lang=en`)
  const place = await page.locator('.later').boundingBox()
  await question(page, 'calm').locator('.option').nth(1).click()
  const state = page.locator('#save-state')
  await state.getByText('Draft saved', { exact: true }).waitFor()
  const mark = () => state.evaluate((it) => getComputedStyle(it, '::before').content)
  assert.equal(await mark(), '""')
  assert.equal((await page.locator('.later').boundingBox())!.height, place!.height)
  assert.deepEqual(await page.locator('.later').boundingBox(), place)
  await page.route('**/save', (route) => route.abort())
  await question(page, 'calm').locator('.option').nth(2).click()
  await state.getByText('Not saved: no connection').waitFor()
  assert.equal(await mark(), 'none')
  // Also at the first question of a long page.
  await page.evaluate('scrollTo(0, 0)')
  const { y, height } = (await state.boundingBox())!
  assert.ok(y > 0 && y + height <= page.viewportSize()!.height, `at ${y}`)
  await page.unroute('**/save')
  await question(page, 'calm').locator('.option').nth(3).click()
  await state.getByText('Draft saved', { exact: true }).waitFor()
})

test('a title in letters that read the other way is on the side of the page, and reads its own way', async () => {
  for (const { page } of visitors) {
    await page.goto(`${urls[0]}?lang=ar`)
    for (const what of ['h1', 'header .lead']) {
      const { align, direction } = await page.locator(what).evaluate((it) => {
        const { textAlign, direction } = getComputedStyle(it)
        return { align: textAlign, direction }
      })
      assert.deepEqual([align, direction], ['right', 'ltr'], what)
    }
  }
})

test('a page with little to say has it in the middle, a little above', async () => {
  for (const { page } of visitors) {
    await page.goto(`${world.url}/r/${'0'.repeat(26)}.${'0'.repeat(40)}`)
    const { y, height } = (await page.locator('.state').boundingBox())!
    const middle = (y + height / 2) / page.viewportSize()!.height
    assert.ok(middle > 0.36 && middle < 0.5, String(middle))
    await assertAccessible(page)
  }
})

test('one question at a time, a question on a wide screen begins at a third of it, and its buttons are near', async () => {
  const { page } = visitors[1]
  await page.goto('about:blank')
  await page.goto(`${urls[4]}?lang=en#one`)
  await page.keyboard.press('3')
  const again = question(page, 'again')
  await again.waitFor()
  const { y } = (await again.locator('.option').first().boundingBox())!
  assert.ok(y > wide.height * 0.33 && y < wide.height * 0.45, String(y))
  const ends = (await again.locator('.ends').boundingBox())!
  const next = (await page.locator('[data-next]').boundingBox())!
  assert.ok(next.y - ends.y - ends.height <= 96, 'with room for what takes the answer away')
})

test('one question at a time, the last screen does not say that Enter skips, which sends nothing there', async () => {
  const { page } = visitors[1]
  await page.goto('about:blank')
  await page.goto(`${urls[5]}?lang=en#one`)
  await page.keyboard.press('3')
  await question(page, 'again').waitFor()
  const next = page.locator('[data-next]')
  const sign = (name: string) => page.locator(name).evaluate((it) => getComputedStyle(it, '::after').content)
  assert.match(await sign('[data-next]'), /↵/)
  for (let clicks = 0; clicks < 20 && (await next.isVisible()); clicks++) await next.click()
  await question(page, 'desk').waitFor()
  assert.equal(await page.locator('.keys').isVisible(), false)
  assert.doesNotMatch(await sign('form[data-answer] .actions [type=submit]:not(.link)'), /↵/)
})

test('where names are seen, the box says in sentences who sees them, in every language, and no name is beside a label', async () => {
  const named = (await openPulse(await newWorld({ running: world.running }), attributed, 6)).urls
  for (const { page } of visitors)
    for (const language of languages) {
      await page.goto('about:blank')
      await page.goto(`${named[0]}?lang=${language}`)
      const sentence = textsOf('promise', language)('headline_attributed', { readers: '' })
      const rows = page.locator('.promise > dl dd')
      const first = await rows.first().innerText()
      for (const word of sentence.split(/[^\p{L}]+/u))
        assert.ok(first.includes(word), `${language}: ${word} in ${first}`)
      assert.match(await rows.last().innerText(), /[.。।]$/u)
      for (const label of await page.locator('.promise > dl dt').all())
        assert.ok((await label.boundingBox())!.width <= 1, language)
      await page.goto('about:blank')
      await page.goto(`${named[0]}?lang=${language}#one`)
      await page.locator('.single').waitFor()
      for (const label of await page.locator('.start .rows > span > span:first-child').all())
        assert.ok(((await label.boundingBox())?.width ?? 0) <= 1, language)
    }
})

test('one question at a time, what the author wrote is seen before the first question, and a press shows all of a long text', async () => {
  const description = 'We want to know what the night was like for you. '.repeat(8).trim()
  const long = (await openPulse(await newWorld({ running: world.running }), { description }, 6)).urls
  // Three lines on a phone, below which no warning takes room.
  const named = { description: description.slice(0, 98), confidentiality: { mode: 'attributed' } }
  const three = (await openPulse(await newWorld({ running: world.running }), named, 6)).urls
  for (const { page } of visitors)
    for (const height of [640, 740, 800, 900]) {
      await page.setViewportSize({ width: page.viewportSize()!.width, height })
      for (const url of [urls[0], three[0], long[0]]) {
        await page.goto('about:blank')
        await page.goto(`${url}?lang=en#one`)
        await page.locator('.single').waitFor()
        const lead = page.locator('.about > summary .lead')
        const { y, height: lines } = (await lead.boundingBox())!
        assert.ok(y > 0 && lines >= 16 && lines <= 96, `${height}: ${lines}`)
        const whole = page.locator('.about > summary .whole')
        const isCut = () => lead.evaluate((it) => it.scrollHeight > it.clientHeight + 1)
        // Script looks once the browser has laid out the page.
        await eventually(
          async () => (await whole.isVisible()) === (await isCut()),
          (isSaid) => isSaid,
        )
        assert.ok((await isCut()) || url !== long[0])
        const saved = await lead.evaluate((it) => ({
          hidden: (it.scrollHeight - it.clientHeight) / parseFloat(getComputedStyle(it).lineHeight),
          isBelow:
            it.nextElementSibling!.getBoundingClientRect().top >= it.getBoundingClientRect().bottom - 1,
        }))
        if ((await isCut()) && saved.isBelow)
          assert.ok(saved.hidden > 1.5, `${height}: what leads to one line more is as high`)
        if (url !== long[0]) continue
        await whole.click()
        assert.equal(await page.locator('.about > header .lead').innerText(), description)
      }
    }
  for (const [at, viewport] of [phone.viewport, wide].entries())
    await visitors[at].page.setViewportSize(viewport)
})

test('one question at a time on a phone, what sends is where what leads on stood, and covers nothing, however much is on the screen', async () => {
  const { page } = visitors[0]
  const { viewport } = phone
  const placeOf = async (button: string) => {
    const { x, y, width, height } = (await page.locator(button).boundingBox())!
    return [x, y, x + width, y + height].map(Math.round)
  }
  for (const height of [viewport.height, 560])
    for (const language of ['en', 'ar']) {
      await page.setViewportSize({ width: viewport.width, height })
      await page.goto('about:blank')
      await page.goto(`${urls[7]}?lang=${language}#one`)
      await question(page, 'calm').locator('input').nth(2).check()
      await page.locator('[data-next]').click()
      await question(page, 'again').waitFor()
      const [back, next] = [await placeOf('[data-back]'), await placeOf('[data-next]')]
      assert.ok(next[3] <= height && next[3] >= height - 24, String(next))
      while (await page.locator('[data-next]').isVisible()) await page.locator('[data-next]').click()
      await question(page, 'desk').waitFor()
      const send = '.actions [type=submit]:not(.link)'
      for (const end of ['0', 'document.body.scrollHeight']) {
        await page.evaluate(`scrollTo(0, ${end})`)
        assert.deepEqual(
          [await placeOf('[data-back]'), await placeOf(send)],
          [back, next],
          `${language} ${end}`,
        )
      }
      const bar = (await page.locator('.actions').boundingBox())!
      const last = (await page.locator('.later summary').boundingBox())!
      assert.ok(last.y + last.height <= bar.y, `${language}: ${last.y + last.height} above ${bar.y}`)
      // What nobody looks for above what sends is in the head, which opens.
      const leave = page.locator('.about footer a').last()
      assert.equal(await leave.isVisible(), false)
      await page.locator('.about > summary').click()
      assert.ok(await leave.isVisible())
      await page.locator('.about > summary').click()
      if (height === viewport.height) await assertAccessible(page)
    }
  await page.setViewportSize(viewport)
})

test('whether somebody has answered already is asked beside the facts, opens by a press over the page, with script and without, and only where links can be used again', async () => {
  const bare = await visit({ ...phone, javaScriptEnabled: false }, world)
  for (const { page } of [...visitors, bare])
    for (const language of ['en', 'de', 'ar']) {
      await page.goto(`${urls[0]}?lang=${language}`)
      const already = page.locator('details.already')
      const [asked, answer] = [already.locator('summary'), already.locator('p')]
      const [line, promise] = [(await asked.boundingBox())!, (await page.locator('.promise').boundingBox())!]
      assert.ok(line.height >= 44)
      assert.ok(line.y + line.height / 2 < promise.y, `${language}: above the promise`)
      assert.equal(await answer.isVisible(), false)
      await asked.click()
      assert.equal(await answer.innerText(), textsOf('answering', language as 'en')('first_counts'))
      assert.deepEqual(await page.locator('.promise').boundingBox(), promise, 'nothing moves')
      if (page !== bare.page) await assertAccessible(page, { within: 'header' })
    }
  await bare.close()
  const named = (await openPulse(await newWorld({ running: world.running }), attributed, 6)).urls
  await visitors[0].page.goto(named[0])
  assert.equal(await visitors[0].page.locator('.already').count(), 0)
})
