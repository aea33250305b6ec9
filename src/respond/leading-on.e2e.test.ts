/** One question at a time: what leads on has one place and one size, says what it does, and Enter does the same. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { languages } from '../../locales/catalogue.ts'
import { openPulse, phone, picture, type Visitor, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
/** Each used once: a draft comes back. */
let urls: string[]
let narrow: Visitor
let wide: Visitor

before(async () => {
  world = await newWorld()
  urls = (await openPulse(world, {}, 48)).urls
  narrow = await visit({ ...phone, hasTouch: true, reducedMotion: 'reduce' }, world)
  wide = await visit({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }, world)
})
after(async () => {
  await narrow.close()
  await wide.close()
})

const question = (page: Page, id: string) => page.locator(`[data-question="${id}"]`)

/** Leads to a question by the button, past all that need no answer. */
async function begin(page: Page, id: string, language = 'en'): Promise<void> {
  const url = urls.pop()!
  await page.goto('about:blank')
  await page.goto(`${url}?lang=${language}#one`)
  await page.locator('.single').waitFor()
  await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
  for (let clicks = 0; clicks < 20 && !(await question(page, id).isVisible()); clicks++)
    await page.locator('[data-next]').click()
}

test('one question at a time, “Skip” is where “Next” will, as large, and nothing moves when somebody answers', async () => {
  for (const { page } of [narrow, wide])
    for (const language of ['en', 'de', 'ar']) {
      for (const [id, answer] of [
        ['again', 'input[value="3"]'],
        ['noise', 'input[type=range]'],
      ] as const) {
        await begin(page, id, language)
        const next = page.locator('[data-next]')
        const [place, words] = [await next.boundingBox(), await next.innerText()]
        assert.match((await next.getAttribute('class'))!, /plain/, 'outlined')
        // As by keys: after the press on “Next”, a choice would count as a tap, which leads on by itself.
        await page.keyboard.press('Shift')
        await page.evaluate(`document.querySelector('[data-question=${id}] ${answer}').click()`)
        assert.doesNotMatch((await next.getAttribute('class'))!, /plain/, 'filled')
        assert.notEqual(await next.innerText(), words)
        assert.deepEqual(await next.boundingBox(), place, `${language}, ${id}`)
        // Nor when the draft has saved itself, which takes a while.
        await page.locator('#save-state:not(:empty)').waitFor({ state: 'attached' })
        assert.deepEqual(await next.boundingBox(), place, `${language}, ${id}, saved`)
      }
    }
})

/** One of the choices of the question that is shown, its order as it is, or a few words where it needs some. */
const answerShown = `(() => {
  const question = [...document.querySelectorAll('.question')].find((one) => one.checkVisibility())
  question?.querySelector('input[type=radio], button.keep')?.click()
  const area = question?.querySelector('textarea, input[type=text]:not([hidden])')
  if (!area) return
  area.value = 'My lead'
  area.dispatchEvent(new Event('input', { bubbles: true }))
})()`

/** How many lines of the question that is shown the button that takes its answer away covers; null: it is not there. */
const covered = (page: Page): Promise<number | null> =>
  page.evaluate(`(() => {
    const question = [...document.querySelectorAll('.question')].find((one) => one.checkVisibility())
    const button = question?.querySelector('button.clear')
    if (!button?.checkVisibility({ visibilityProperty: true })) return null
    const range = document.createRange()
    const place = button.getBoundingClientRect()
    const meets = (line) =>
      line.left < place.right && line.right > place.left && line.top < place.bottom && line.bottom > place.top
    const shown = (element) =>
      element.matches('.faces > *')
        ? [...element.children].filter((one) => getComputedStyle(one).clipPath === 'none')
        : [element]
    return [...question.querySelectorAll('legend, .option, .ends, li')].flatMap(shown).reduce((sum, element) => {
      range.selectNodeContents(element)
      return sum + [...range.getClientRects()].filter(meets).length
    }, 0)
  })()`)

test('one question at a time, what takes an answer away covers no words, however long the question is', async () => {
  for (const { page } of [narrow, wide])
    for (const language of ['en', 'de', 'ar']) {
      await begin(page, 'again', language)
      let seen = 0
      for (let screens = 0; screens < 20; screens++) {
        await page.keyboard.press('Shift')
        await page.evaluate(answerShown)
        const lines = await covered(page)
        if (lines !== null) seen++
        assert.equal(
          lines ?? 0,
          0,
          `${language}, ${await page.locator('.question:visible').first().innerText()}`,
        )
        if (!(await page.locator('[data-next]').isVisible())) break
        await page.locator('[data-next]').click()
      }
      assert.ok(seen >= 4, `${seen} questions whose answer can be taken away`)
    }
})

test('one question at a time, the row of buttons on a phone is one button high in every language, also under an order', async () => {
  const { page } = narrow
  for (const language of languages) {
    await begin(page, 'first', language)
    const { height } = (await page.locator('[data-next]').boundingBox())!
    assert.ok(height < 56, `${language}: one line`)
    assert.ok((await page.locator('.actions').boundingBox())!.height <= height + 21, language)
    // What confirms it has the room between Back and what skips it, and covers nothing.
    const [back, settle, skip] = await Promise.all(
      ['[data-back]', '.settle', '[data-next]'].map(
        async (one) => (await page.locator(`.actions ${one}`).boundingBox())!,
      ),
    )
    for (const one of [back, settle, skip]) assert.ok(one.height >= 44 && one.width >= 44, language)
    const inOrder = language === 'ar' ? [skip, settle, back] : [back, settle, skip]
    for (const [at, one] of inOrder.entries())
      assert.ok(one.x + one.width <= (inOrder[at + 1]?.x ?? phone.viewport.width), language)
    assert.ok(settle.width > back.width + skip.width || settle.width >= 140, `${language}: ${settle.width}`)
    assert.equal(await question(page, 'first').locator('.keep').isVisible(), false, 'one button says so')
  }
  await picture(page, 'order-phone')
})

test('one question at a time, Enter confirms an order that needs an answer, as the button that has its sign says', async () => {
  const { page } = wide
  const options = ['a', 'b', 'c'].map((id) => ({ id, text: `Item ${id}` }))
  const other = await newWorld({ running: world.running })
  const { urls: own } = await openPulse(other, {
    questions: [
      { id: 'first', type: 'ranking', text: 'What first?', options, required: true },
      ...['hours', 'more', 'rest'].map((id) => ({ id, type: 'text', text: `And ${id}?` })),
    ],
  })
  await page.goto(`${own[0]}#one`)
  const next = page.locator('[data-next]')
  assert.equal(await next.innerText(), 'Keep this order')
  assert.match(await next.evaluate((it) => getComputedStyle(it, '::after').content), /↵/)
  assert.equal(await page.locator('.keys').isVisible(), false, 'the sign says it')
  assert.equal(await question(page, 'first').locator('.keep').isVisible(), false, 'one button says so')
  await picture(page, 'order-wide')
  const before = (await next.boundingBox())!
  await page.keyboard.press('Enter')
  await question(page, 'hours').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  assert.equal(await next.innerText(), 'Next', 'it was confirmed')
  assert.equal((await next.boundingBox())!.width, before.width)
  // What can be skipped is skipped by Enter, which its button alone says.
  await begin(page, 'again')
  assert.equal(await next.innerText(), 'Skip')
  assert.doesNotMatch(await page.locator('.keys').innerText(), /Enter|skip/)
  assert.match(await next.evaluate((it) => getComputedStyle(it, '::after').content), /↵/)
})

test('an item of a ranking that has three lines has 10 pixels above and below them', async () => {
  const other = await newWorld({ running: world.running })
  const text = 'Fewer notifications that nobody acts on, and clear ownership of the rest of them'
  const options = ['a', 'b'].map((id) => ({ id, text }))
  const { urls: own } = await openPulse(other, {
    questions: [{ id: 'first', type: 'ranking', text: 'What first?', options }],
  })
  const { page } = narrow
  await page.goto(own[0])
  const row = page.locator('.ranking.movable li').first()
  const [box, words] = await row.evaluate((it) => {
    const range = document.createRange()
    range.selectNodeContents(it.querySelector('.what')!)
    return [it.getBoundingClientRect(), range.getBoundingClientRect()].map(({ top, bottom }) => [top, bottom])
  })
  assert.ok(words[1] - words[0] > 55, 'three lines')
  assert.ok(words[0] - box[0] >= 10 && box[1] - words[1] >= 10, `${words} in ${box}`)
})

test('one question at a time, a slider has no value before somebody chose one, points of one size, its middle, and then a large value', async () => {
  for (const { page } of [narrow, wide]) {
    await begin(page, 'noise')
    const slider = question(page, 'noise').locator('.slider')
    const line = slider.locator('input[type=range]')
    assert.equal(await line.evaluate((it) => getComputedStyle(it).backgroundImage), 'none', 'no larger ends')
    assert.equal(await slider.locator('.bubble').isVisible(), false)
    const [middle, box] = [(await slider.locator('.middle').boundingBox())!, (await line.boundingBox())!]
    assert.equal(await slider.locator('.middle').innerText(), '50\u00a0dB')
    assert.ok(Math.abs(middle.x + middle.width / 2 - box.x - box.width / 2) < 2, 'under the middle')
    await line.press('End')
    const value = slider.locator('.bubble')
    assert.equal(await value.innerText(), '100\u00a0dB')
    assert.ok(Number.parseFloat(await value.evaluate((it) => getComputedStyle(it).fontSize)) >= 22)
  }
})

test('one question at a time, on a wide screen the place is above all that belongs to a question, a text before it, too', async () => {
  const { page } = wide
  await begin(page, 'noise')
  const text = page.locator('.statement:not(.away)')
  const place = await text.evaluate((it) => {
    const { content, position, bottom } = getComputedStyle(it, '::before')
    return { content, position, bottom }
  })
  // Whether an answer is needed is said of the question, and not of a text.
  assert.match(place.content, /Question \d+ of 13"/)
  const shown = await question(page, 'noise')
    .locator('.number')
    .evaluate((it) => getComputedStyle(it).clipPath)
  assert.notEqual(shown, 'none', 'said once')
  const box = (await text.boundingBox())!
  const between = (await question(page, 'noise').boundingBox())!.y - box.y - box.height
  assert.ok(between >= 24, `${between}`)
  assert.equal(place.position, 'absolute')
  assert.equal(place.bottom, `${(await text.boundingBox())!.height}px`)
  await picture(page, 'slider-wide')
})

test('a slider of more than eleven points is a plain line, one of eleven has them, and both are filled up to the value alone', async () => {
  const asked = { type: 'slider', text: 'How much?', min: 0, max: 100, unit: '%' }
  const { urls: own } = await openPulse(await newWorld({ running: world.running }), {
    questions: [
      { ...asked, id: 'fine', step: 5 },
      { ...asked, id: 'coarse', step: 10 },
    ],
  })
  const { page } = narrow
  await page.goto(own[0])
  for (const [id, isPlain] of [
    ['fine', true],
    ['coarse', false],
  ] as const) {
    const slider = question(page, id).locator('.slider')
    assert.equal(await slider.locator('.middle').innerText(), '50%')
    await slider.locator('input[type=range]').evaluate((it: any) => {
      it.value = '60'
      it.dispatchEvent(new Event('input', { bubbles: true }))
    })
    const [line, filled] = await slider.locator('.line').evaluate((it) =>
      ['::before', '::after'].map((part) => {
        const { backgroundImage, clipPath } = getComputedStyle(it, part)
        return { background: backgroundImage, clip: clipPath }
      }),
    )
    assert.equal(line.background.includes('radial-gradient'), !isPlain, id)
    assert.notEqual(line.background, filled.background, `${id}: what is chosen looks another way`)
    assert.match(filled.clip, /^inset/)
  }
  await picture(page, 'sliders')
})

test('one question at a time, whoever chooses other words and writes none does not skip, and is told what is missing until it is there', async () => {
  for (const { page } of [narrow, wide]) {
    await begin(page, 'cause')
    const [next, cause] = [page.locator('[data-next]'), question(page, 'cause')]
    await page.getByRole('radio', { name: 'Something else' }).check()
    assert.equal(await next.innerText(), 'Next')
    assert.doesNotMatch((await page.locator('.keys').textContent())!, /skip/)
    await next.click()
    const fault = cause.getByText('Write a word or two, or choose another answer.', { exact: true })
    await fault.waitFor()
    await page.getByLabel('In your own words').fill('The room')
    assert.equal(await fault.isVisible(), false)
    await next.click()
    await question(page, 'helped').waitFor()
    // Nobody has to answer it: it can be taken away, and skipped.
    await page.getByRole('button', { name: 'Back' }).click()
    await cause.getByRole('button', { name: /^Clear: / }).click()
    assert.equal(await next.innerText(), 'Skip')
    await next.click()
    await question(page, 'helped').waitFor()
  }
})

test('one question at a time on a phone, how many are chosen is said above the choices, and what takes them away stands below them and covers no word', async () => {
  const { page } = narrow
  for (const language of languages) {
    await begin(page, 'helped', language)
    const helped = question(page, 'helped')
    for (const at of [0, 1]) await helped.locator('.option').nth(at).click()
    const [told, clear] = [helped.locator('.picked'), helped.locator('button.clear')]
    const [row, button] = [(await told.boundingBox())!, (await clear.boundingBox())!]
    const [first, last] = [helped.locator('.option').first(), helped.locator('.option').last()]
    const [choice, end] = [(await first.boundingBox())!, (await last.boundingBox())!]
    assert.ok(row.y + row.height <= choice.y, `${language}: above the choices`)
    assert.ok(button.y >= end.y + end.height, `${language}: below the choices`)
    const words = await told.evaluate((it) => {
      const range = document.createRange()
      range.selectNodeContents(it)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    })
    assert.ok(
      row.y + row.height <= button.y || words.right <= button.x || words.left >= button.x + button.width,
      `${language}: no word is covered: ${JSON.stringify([words, button])}`,
    )
  }
})
