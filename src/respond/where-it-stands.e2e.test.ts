/** Where things are on the answer page: at rest, once they are answered, and when a key or a link leads to them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import { noSidewaysScrolling, openPulse, phone, type Visitor, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
let url: string
/** Of another person. */
let untouched: string
/** Written in Arabic. */
let arabic: string
const visitors: Visitor[] = []
const widths = [phone.viewport, { width: 1280, height: 800 }]

before(async () => {
  world = await newWorld()
  ;[url, untouched] = (await openPulse(world)).urls
  arabic = (await openPulse(await newWorld({ running: world.running }), { language: 'ar' })).urls[0]
  for (const viewport of widths)
    visitors.push(await visit({ viewport, reducedMotion: 'reduce', hasTouch: viewport.width < 600 }, world))
})
after(async () => {
  for (const visitor of visitors) await visitor.close()
})

const questionOf = (page: Page, id: string) => page.locator(`[data-question=${id}]`)
const viewportOf = (page: Page) => page.viewportSize()!
const boxOf = async (what: Locator) => (await what.boundingBox())!

/** Whether hiding the thumb changes what is seen: no style of it can be read. */
async function hasThumb(page: Page, line: Locator): Promise<boolean> {
  const before = await line.screenshot()
  await page.evaluate(() => {
    const hidden = new CSSStyleSheet()
    hidden.replaceSync('::-webkit-slider-thumb { visibility: hidden !important }')
    document.adoptedStyleSheets = [hidden]
  })
  const after = await line.screenshot()
  await page.evaluate('document.adoptedStyleSheets = []')
  return !before.equals(after)
}

test('a slider without an answer has a line of points, a hint above it, and no thumb, no number and no room for one; with one it has a thumb with its value, and for a key the number', async () => {
  for (const { page } of visitors)
    for (const language of ['en', 'ar']) {
      await page.goto(`${language === 'ar' ? arabic : url}?lang=${language}`)
      const slider = questionOf(page, 'noise')
      const [line, hint] = [slider.locator('input[type=range]'), slider.locator('.line-hint')]
      const number = slider.getByRole('spinbutton')
      const isSeen = () =>
        number.evaluate((it) => getComputedStyle(it.closest('.value')!).clipPath === 'none')
      assert.equal(await isSeen(), false)
      assert.equal(await hasThumb(page, line), false)
      assert.ok(await hint.isVisible())
      const [card, ends] = [await boxOf(slider), await boxOf(slider.locator('.ends'))]
      assert.ok(
        card.y + card.height - ends.y - ends.height <= 28,
        'nothing but the edge of the card below the line',
      )
      const [track, pill] = [await boxOf(line), await boxOf(hint)]
      const heading = await boxOf(questionOf(page, 'noise').locator('.legend').first())
      const gap = pill.y - heading.y - heading.height
      assert.ok(gap <= 20, `${gap} px below what it is about, as other hints`)
      // It covers no step, and so points at none.
      assert.ok(pill.y + pill.height <= track.y + 1, 'above the line')
      await assertAccessible(page, { within: '[data-question=noise]' })
      // A press in the middle is an answer.
      if (viewportOf(page).width < 600) await line.tap()
      else await line.click()
      assert.equal(await slider.getByRole('spinbutton').inputValue(), '50')
      assert.equal(await hint.isVisible(), false)
      assert.deepEqual([await hasThumb(page, line), await isSeen()], [true, false], 'the value is said once')
      assert.match(await slider.locator('.bubble').innerText(), /^50/)
      await number.focus()
      assert.equal(await isSeen(), true)
      await line.press('End')
      assert.equal(await slider.getByRole('spinbutton').inputValue(), '100')
      await line.press('Home')
      assert.equal(await slider.getByRole('spinbutton').inputValue(), '0')
      // From right to left, the arrow to the left leads to more.
      await line.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
      assert.equal(await slider.getByRole('spinbutton').inputValue(), '10')
      assert.ok(await noSidewaysScrolling(page))
    }
})

test('a slider without an answer fills no point under a pointer, which darkens its line, or with the focus, which has a ring', async () => {
  const { page } = visitors[1]
  await page.goto(`${untouched}?lang=en`)
  const line = questionOf(page, 'noise').locator('.line')
  const look = () =>
    line.evaluate((it) => {
      const style = getComputedStyle(it, '::before')
      const [inside, rail] = ['--inside', '--rail'].map((name) => style.getPropertyValue(name))
      return { inside, rail, outline: getComputedStyle(it.querySelector('input')!).outlineStyle }
    })
  const before = await look()
  await line.locator('input').hover()
  const hovered = await look()
  assert.notEqual(hovered.rail, before.rail)
  assert.equal(hovered.inside, before.inside, 'filled, it would look like an answer')
  await page.mouse.move(0, 0)
  await page.keyboard.press('Shift')
  await line.locator('input').focus()
  const focused = await look()
  assert.equal(focused.outline, 'solid')
  assert.deepEqual({ ...focused, outline: before.outline }, before)
  assert.ok(await line.locator('.line-hint').isVisible())
})

test('where the focus is has one ring, rounded, which cuts no words', async () => {
  for (const { page } of visitors) {
    await page.goto(`${untouched}?lang=en`)
    for (const name of ['.promise summary', '[data-question=room] .comment > summary']) {
      await page.keyboard.press('Shift')
      const summary = page.locator(name)
      await summary.focus()
      const { ring, words, radius } = await summary.evaluate((it) => {
        const { outlineOffset, outlineStyle, borderRadius } = getComputedStyle(it)
        const range = document.createRange()
        range.selectNodeContents(it)
        const [box, text] = [it.getBoundingClientRect(), range.getBoundingClientRect()]
        // The inner edge of the ring.
        const off = parseFloat(outlineOffset)
        const ring = outlineStyle === 'none' ? null : { left: box.left - off, top: box.top - off }
        return { ring, words: { left: text.left, top: text.top }, radius: parseFloat(borderRadius) }
      })
      assert.ok(ring && radius >= 6, `${name}: ${radius}`)
      assert.ok(words.left - ring.left >= 2, `${name}: ${JSON.stringify([words, ring])}`)
    }
    const box = questionOf(page, 'helped').locator('input').first()
    await box.focus()
    const outlineOf = (it: Locator) => it.evaluate((one) => getComputedStyle(one).outlineStyle)
    assert.equal(await outlineOf(box), 'none')
    assert.equal(await outlineOf(questionOf(page, 'helped').locator('.option').first()), 'solid')
  }
})

test('the ends of a slider stand under the ends of its line with their unit, its hint is a few words, and who has it read hears its steps', async () => {
  for (const { page } of visitors) {
    await page.goto(`${untouched}?lang=en`)
    const slider = questionOf(page, 'noise')
    const line = await boxOf(slider.locator('input[type=range]'))
    const ends = slider.locator('.ends span')
    const [first, last] = [await boxOf(ends.first()), await boxOf(ends.last())]
    // From the outer edge of the first point, half of one beside the middle of the thumb, to that of the last.
    assert.ok(Math.abs(first.x - (line.x + 14 - 7)) < 2)
    assert.ok(Math.abs(last.x + last.width - (line.x + line.width - 14 + 7)) < 2)
    assert.equal(await ends.first().evaluate((it) => getComputedStyle(it).fontSize), '14px')
    assert.deepEqual(await slider.locator('.ends b').allInnerTexts(), [
      '0\u00a0dB',
      '50\u00a0dB',
      '100\u00a0dB',
    ])
    assert.equal(await slider.locator('.line-hint').textContent(), 'Choose a point on the line')
    assert.equal(
      await slider.getByRole('slider').getAttribute('aria-valuetext'),
      'Not answered yet. Choose a point on the line, in steps of 10.',
    )
  }
})

test('every question after the first begins at the same height below the row of progress, one at a time', async () => {
  for (const { page } of visitors) {
    await page.goto('about:blank')
    await page.goto(`${url}?lang=en#one`)
    await page.locator('.single').waitFor()
    const heights = []
    for (let screen = 0; screen < 11; screen++) {
      const row = await boxOf(page.locator('.progress'))
      const text = page.locator('[data-question]:not(.away) :is(legend, .legend, .statement p)').first()
      const top = await text.evaluate((it) => {
        const range = document.createRange()
        range.selectNode(it.lastChild!)
        return range.getBoundingClientRect().top
      })
      // On a phone the promise has the room above the first.
      if (viewportOf(page).width >= 600 || screen > 0) heights.push(Math.round(top - row.y - row.height))
      if (screen === 0)
        await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
      await page.locator('[data-next]').click()
    }
    // Smaller letters of a text that asks nothing begin a little lower in their line.
    assert.ok(Math.max(...heights) - Math.min(...heights) <= 4, heights.join())
  }
})

test('a key that leads back to a control shows the text of its question, and so does a link to it', async () => {
  for (const { page } of visitors) {
    await page.goto('about:blank')
    await page.goto(`${url}?lang=en`)
    await page.locator('.layout:not([hidden])').waitFor()
    const isTextInSight = (id: string) =>
      questionOf(page, id).evaluate((it) => {
        const rows = Math.max(
          ...[...document.querySelectorAll('.progress, .seen')]
            .filter((one) => getComputedStyle(one).position === 'sticky')
            .map((one) => one.getBoundingClientRect().bottom),
        )
        return it.querySelector('legend, .legend')!.getBoundingClientRect().top >= rows
      })
    await questionOf(page, 'desk').locator('input').last().focus()
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Shift+Tab')
      const id = await page.evaluate(`document.activeElement.closest('.question')?.dataset.question`)
      assert.ok(await isTextInSight(id as string), String(id))
    }
    for (const id of ['first', 'noise']) {
      await page.goto(`${url}?lang=en#q-${id}`)
      await questionOf(page, id).evaluate((it) => it.scrollIntoView())
      await page.locator('.seen:not([hidden])').waitFor()
      assert.ok(await isTextInSight(id), id)
      // Nothing of what is before it is cut by the rows.
      const above = await questionOf(page, id).evaluate((it) => {
        const row = document.querySelector('.seen')!.getBoundingClientRect().bottom
        const before = document.createRange()
        before.selectNodeContents(it.previousElementSibling!)
        return before.getBoundingClientRect().bottom - row
      })
      assert.ok(above <= 0, `${id}: ${above}`)
    }
  }
})

test('what moves an item of a ranking looks like a button, and is as large as a finger', async () => {
  for (const { page } of visitors) {
    await page.goto('about:blank')
    await page.goto(`${url}?lang=en`)
    for (const one of await questionOf(page, 'first').locator('.move, .grip:visible').all()) {
      const { width, height } = await boxOf(one)
      assert.ok(width >= 44 && height >= 44, `${width} ${height}`)
      const border = await one.evaluate((it) => getComputedStyle(it).borderTopColor)
      assert.doesNotMatch(border, /rgba\(0, 0, 0, 0\)|transparent/)
    }
  }
})

test('Arabic texts beside questions are at least 15 pixels high, but the labels under faces', async () => {
  for (const { page } of visitors) {
    await page.goto(`${url}?lang=ar`)
    const small = await page.evaluate(`[...document.querySelectorAll('main *')]
      .filter((it) => it.checkVisibility() && !it.closest('.faces') && [...it.childNodes].some((one) => one.nodeType === 3 && one.data.trim()))
      .filter((it) => parseFloat(getComputedStyle(it).fontSize) < 15)
      .map((it) => it.className + ' ' + it.textContent.trim())`)
    assert.deepEqual(small, [])
  }
})

test('one at a time, a question is as large in Arabic as in English', async () => {
  for (const { page } of visitors) {
    const sizes = []
    for (const language of ['en', 'ar']) {
      await page.goto('about:blank')
      await page.goto(`${url}?lang=${language}#one`)
      await page.locator('.single').waitFor()
      sizes.push(
        await page
          .locator('.single legend')
          .first()
          .evaluate((it) => getComputedStyle(it).fontSize),
      )
    }
    assert.equal(sizes[0], sizes[1])
  }
})

test('a scale in two rows is one scale: its steps are as wide in both, and stand below each other', async () => {
  const [{ page }] = visitors
  for (const language of ['en', 'ar']) {
    await page.goto(`${language === 'ar' ? arabic : url}?lang=${language}`)
    const all = questionOf(page, 'again').locator('.option')
    const boxes = await all.evaluateAll((tiles) =>
      tiles.map((it) => {
        const { top, left, width } = it.getBoundingClientRect()
        return { top, left: Math.round(left), width: Math.round(width * 10) }
      }),
    )
    const [first, second] = [...new Set(boxes.map(({ top }) => top))].map((row) =>
      boxes.filter(({ top }) => top === row),
    )
    assert.deepEqual([first.length, second.length], [6, 5])
    assert.equal(new Set(boxes.map(({ width }) => width)).size, 1, language)
    assert.deepEqual(
      second.map(({ left }) => left),
      first.slice(0, 5).map(({ left }) => left),
      language,
    )
    // The first row is as wide as the question.
    const { x, width } = await boxOf(questionOf(page, 'again').locator('.steps'))
    const ends = first.flatMap(({ left, width: wide }) => [left, Math.round(left + wide / 10)])
    assert.ok(Math.abs(Math.min(...ends) - x) < 2 && Math.abs(Math.max(...ends) - x - width) < 2, language)
  }
})

test('a day is asked for and said in the words of the page, and its field is seen by whoever types in it', async () => {
  for (const { page } of visitors)
    for (const language of ['en', 'ar']) {
      await page.goto(`${language === 'ar' ? arabic : url}?lang=${language}`)
      const question = questionOf(page, 'since')
      const [input, words] = [question.locator('input'), question.locator('.day')]
      const none = language === 'ar' ? 'اختر تاريخًا' : 'Choose a date'
      assert.equal(await words.innerText(), none)
      await input.focus()
      assert.ok(await words.isVisible(), 'nobody has typed')
      const [day, before] = await question.locator('.days button').all()
      await before.click()
      const value = await page.evaluate<string>(
        `(() => { const day = new Date(); day.setDate(day.getDate() - 1); return day.toLocaleDateString('sv') })()`,
      )
      assert.equal(await input.inputValue(), value)
      assert.equal(await before.getAttribute('aria-pressed'), 'true')
      assert.equal(await day.getAttribute('aria-pressed'), 'false')
      assert.notEqual(await words.innerText(), none)
      await assertAccessible(page, { within: '[data-question=since]' })
      await input.press('ArrowUp')
      assert.equal(await words.isVisible(), false, 'somebody types')
      await input.blur()
      assert.ok(await words.isVisible())
    }
})

test('on a wide screen the questions begin in the upper half, and what leads to one at a time is above them', async () => {
  const { page } = visitors.find((one) => viewportOf(one.page).width >= 600)!
  // As somebody finds it who has answered nothing yet: a draft that is back says so above the questions.
  await page.goto(`${untouched}?lang=en`)
  const toggle = page.locator('.layout button')
  const facts = page.locator('header .facts')
  await facts.locator('.layout:not([hidden])').waitFor()
  const promise = await boxOf(page.locator('.promise'))
  const first = await boxOf(page.locator('.question').first())
  assert.ok(first.y <= viewportOf(page).height / 2, String(first.y))
  // The line with what is answered lies behind the box, and comes when that scrolls away.
  const row = page.locator('.seen')
  const waiting = await boxOf(row)
  assert.ok(waiting.y > promise.y && waiting.y + waiting.height <= promise.y + promise.height)
  await page.evaluate(`scrollTo(0, ${promise.y + promise.height})`)
  const isOnTop = await row.evaluate((it) => {
    const { left, top } = it.getBoundingClientRect()
    return it.contains(document.elementFromPoint(left + 20, top + 20))
  })
  assert.ok(isOnTop)
  await page.evaluate('scrollTo(0, 0)')
  assert.ok((await boxOf(toggle)).height >= 44)
  await toggle.focus()
  await page.keyboard.press('Enter')
  await page.locator('.progress .layout').waitFor()
  assert.ok(await toggle.evaluate((it) => it === document.activeElement))
  await page.keyboard.press('Enter')
  await facts.locator('.layout').waitFor()
  assert.ok(await toggle.evaluate((it) => it === document.activeElement))
})
