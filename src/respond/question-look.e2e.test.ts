/** What a question looks like, whatever it asks: room around it, rows of icons and steps, what a pointer shows, a comment, and the keys and buttons of one at a time. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { languages } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { openPulse, phone, picture, type Visitor, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
/** Each used once: a draft comes back. */
let urls: string[]
let narrow: Visitor
let wide: Visitor

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `o${at}`, text: `Choice ${at}` }))
const ends = ['Poor', 'Great']
const questions = [
  { id: 'calm', type: 'scale', text: 'Calm?', labels: ends, required: true, allow_comment: true },
  { id: 'again', type: 'enps', text: 'Would you recommend us?' },
  { id: 'first', type: 'ranking', text: 'What first?', options: optionsOf(3) },
  { id: 'one', type: 'single_choice', text: 'Which one?', options: optionsOf(14) },
  { id: 'some', type: 'multi_choice', text: 'Which?', options: optionsOf(3), max_picks: 1 },
  { id: 'between', type: 'statement', text: 'Now the room.\nThe one where you usually sit.' },
  { id: 'mood', type: 'mood', text: 'And your week?', allow_comment: true },
  { id: 'ten', type: 'icons', icon: 'heart', count: 10, text: 'Hearts?', labels: ends },
  { id: 'seven', type: 'icons', count: 7, text: 'Stars?', labels: ends },
  { id: 'five', type: 'icons', text: 'Five?', labels: ends, allow_comment: true },
  { id: 'why', type: 'text', text: 'Why?' },
]

before(async () => {
  world = await newWorld()
  const confidentiality = { mode: 'confidential' }
  urls = (await openPulse(world, { questions, confidentiality }, 20)).urls
  narrow = await visit({ ...phone, reducedMotion: 'reduce', hasTouch: true }, world)
  wide = await visit({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }, world)
})
after(async () => {
  await narrow.close()
  await wide.close()
})

const question = (page: Page, id: string) => page.locator(`[data-question=${id}]`)
const boxOf = async (it: Locator) => (await it.boundingBox())!

/** One question at a time, up to one of them, past all that need no answer. */
async function begin(page: Page, id: string, language = 'en'): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${urls.pop()}?lang=${language}#one`)
  await page.locator('.single').waitFor()
  await page.evaluate(`document.querySelector('[data-question=calm] input[value="4"]').click()`)
  for (let clicks = 0; clicks < 20 && !(await question(page, id).isVisible()); clicks++)
    await page.locator('[data-next]').click()
}

/** How far what an item shows is from the upper and from the lower edge of its card. */
const paddings = `[...document.querySelectorAll('.question')].map((card) => {
  const { top, bottom } = card.getBoundingClientRect()
  const boxes = [...card.children]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).position !== 'absolute')
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
  return {
    id: card.dataset.question,
    above: Math.round(Math.min(...boxes.map((box) => box.top)) - top),
    below: Math.round(bottom - Math.max(...boxes.map((box) => box.bottom))),
  }
})`

test('every card has as much room below as above, also below a text and a comment', async () => {
  for (const { page } of [narrow, wide]) {
    await page.goto(`${urls[0]}?lang=en`)
    for (const isOpen of [false, true]) {
      if (isOpen) for (const line of await page.locator('.comment > summary').all()) await line.click()
      for (const { id, above, below } of await page.evaluate<any[]>(paddings))
        assert.equal(below, above, `${id}, ${isOpen}`)
    }
  }
})

test('how much room is left is said right under a text, at its end, and above what hides it', async () => {
  for (const { page } of [narrow, wide]) {
    await page.goto(`${urls[0]}?lang=en`)
    const text = question(page, 'why').locator('textarea')
    const max = Number(await text.getAttribute('maxlength'))
    await text.fill('a'.repeat(max - 20))
    const left = question(page, 'why').getByText('20 characters left')
    const [field, line, hides] = [
      await boxOf(text),
      await boxOf(left),
      await boxOf(question(page, 'why').locator('.unquoted')),
    ]
    assert.ok(Math.abs(line.x + line.width - field.x - field.width) <= 2)
    assert.ok(line.y >= field.y + field.height && line.y + line.height <= hides.y)
    await text.fill('')
  }
})

test('a comment on a rating is a line that opens, with its field, with script and without, and is open where one is written', async () => {
  const bare = await visit({ ...phone, javaScriptEnabled: false }, world)
  const url = urls.pop()!
  for (const [at, { page }] of [bare, narrow, wide].entries()) {
    await page.goto(`${at === 0 ? url : urls[0]}?lang=en`)
    const field = page.locator('[name="calm.comment"]')
    const line = question(page, 'calm').locator('.comment > summary')
    assert.equal(await field.isVisible(), false)
    const { height } = await boxOf(line)
    assert.ok(height >= 24 && (at === 0 || height >= 44), String(height))
    await line.click()
    assert.ok(await field.isVisible())
    assert.equal(await page.getByLabel('Comment (optional)').first().getAttribute('name'), 'calm.comment')
    if (at > 0) await page.locator('[name="calm.comment"]:focus').waitFor()
    if (at > 0) await assertAccessible(page, { within: '[data-question=calm]' })
    await field.fill('It is loud.')
    if (at === 0) {
      await page.getByRole('button', { name: 'Save for later' }).click()
      await page.goto(`${url}?lang=en`)
      assert.equal(await field.inputValue(), 'It is loud.')
      assert.ok(await field.isVisible(), 'what was written is in sight')
      assert.equal(await page.locator('[name="mood.comment"]').isVisible(), false)
    }
  }
  await bare.close()
})

test('icons are one row where there is room, and on a phone two that are as long or nearly', async () => {
  const rowsOf = (page: Page, id: string) =>
    question(page, id)
      .locator('.option')
      .evaluateAll((all) => {
        const tops = all.map((one) => Math.round(one.getBoundingClientRect().top))
        return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length)
      })
  for (const [{ page }, ten, seven] of [
    [narrow, [5, 5], [4, 3]],
    [wide, [10], [7]],
  ] as const)
    for (const layout of ['', '#one']) {
      if (layout) await begin(page, 'ten')
      else await page.goto(`${urls[0]}?lang=en`)
      assert.deepEqual(await rowsOf(page, 'ten'), ten)
      // The words of the ends stand where the first and the last of a row do.
      const [last, end] = [
        await boxOf(question(page, 'ten').locator('.option').last()),
        await boxOf(question(page, 'ten').locator('.ends')),
      ]
      assert.ok(Math.abs(last.x + last.width - end.x - end.width) <= 8, `${last.x} ${end.x}`)
      if (layout) await page.locator('[data-next]').click()
      assert.deepEqual(await rowsOf(page, 'seven'), seven)
    }
})

test('a pointer shows what a press would choose: icons up to it, a tint on a choice, and nothing where none can be chosen', async () => {
  const { page } = wide
  await page.goto(`${urls[0]}?lang=en`)
  const fills = () =>
    question(page, 'five')
      .locator('.option svg')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill))
  await question(page, 'five').locator('.option').nth(2).hover()
  const [first, , third, fourth] = await fills()
  assert.equal(first, third)
  assert.match(first, /0\.35\)$/)
  assert.equal(fourth, 'none')
  const looksOf = (it: Locator) =>
    it.evaluate((one) => {
      const { backgroundImage, borderTopColor } = getComputedStyle(one)
      return { backgroundImage, borderTopColor }
    })
  const [choice, other, none] = [0, 1, 2].map((at) => question(page, 'some').locator('.option').nth(at))
  const plain = await looksOf(choice)
  await choice.hover()
  const pointed = await looksOf(choice)
  assert.notDeepEqual(pointed.backgroundImage, plain.backgroundImage)
  await choice.click()
  const disabled = await looksOf(none)
  await other.hover()
  assert.deepEqual(await looksOf(other), disabled)
})

test('of eleven steps in two rows on a phone, what the last one means ends below it', async () => {
  const { page } = narrow
  for (const language of ['en', 'ar'])
    for (const layout of ['', '#one']) {
      if (layout) await begin(page, 'again', language)
      else await page.goto(`${urls[0]}?lang=${language}`)
      const last = await boxOf(question(page, 'again').locator('.option').last())
      const words = await question(page, 'again')
        .locator('.ends > span')
        .last()
        .evaluate((it) => {
          const range = document.createRange()
          range.selectNodeContents(it)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        })
      assert.ok(
        words.right <= last.x + last.width + 1 && words.right > last.x,
        `${language}: ${JSON.stringify([words, last])}`,
      )
    }
})

test('one question at a time, the number stands clear of its question, and on a phone that an answer is needed right above that', async () => {
  await begin(wide.page, 'again')
  const gap = await question(wide.page, 'again')
    .locator('legend')
    .evaluate((it) => {
      const range = document.createRange()
      const bottom =
        (range.selectNodeContents(it.querySelector('.number')!), range.getBoundingClientRect().bottom)
      range.selectNode(it.lastChild!)
      return range.getBoundingClientRect().top - bottom
    })
  assert.ok(gap >= 8, String(gap))
  const { page } = narrow
  for (const language of languages) {
    await page.goto('about:blank')
    await page.goto(`${urls[0]}?lang=${language}#one`)
    await page.locator('.single').waitFor()
    const needed = await boxOf(question(page, 'calm').locator('.needed'))
    const row = await boxOf(page.locator('[data-progress]'))
    const bar = await boxOf(page.locator('progress'))
    assert.ok(row.y - bar.y - bar.height >= 6, `${language}: clear of the bar`)
    const lines = await page
      .locator('[data-progress]')
      .evaluate((it) => it.getBoundingClientRect().height / parseFloat(getComputedStyle(it).lineHeight))
    assert.ok(lines < 1.5, `${language}: one line`)
    const [place, asked] = [
      await boxOf(page.locator('.progress')),
      await boxOf(question(page, 'calm').locator('legend')),
    ]
    assert.ok(needed.y >= row.y + row.height && needed.height >= 12, `${language}: seen below the row`)
    const above = asked.y - needed.y - needed.height
    assert.ok(above >= -6 && above <= 6, `${language}: ${above} above its question`)
    const line = await boxOf(question(page, 'calm').locator('.count'))
    assert.ok(line.y >= place.y + place.height, `${language}: nothing lies over it`)
    const toggle = await boxOf(page.locator('.layout button'))
    assert.ok(place.height <= Math.max(44, toggle.height), `${language}: ${place.height}`)
    assert.ok(asked.y - place.y - place.height <= 22, `${language}: no room is kept for it`)
    await assertAccessible(page, { within: '.progress' })
  }
})

test('a text that asks nothing is a heading and a text below it, in both layouts', async () => {
  for (const { page } of [narrow, wide])
    for (const layout of ['', '#one']) {
      if (layout) await begin(page, 'mood')
      else await page.goto(`${urls[0]}?lang=en`)
      const looks = await question(page, 'between')
        .locator('p')
        .evaluateAll((all) =>
          all.map((one) => {
            const { fontSize, fontWeight, color } = getComputedStyle(one)
            return { words: one.textContent, fontSize, fontWeight, color }
          }),
        )
      assert.deepEqual(
        looks.map(({ words, fontSize, fontWeight }) => [words, fontSize, fontWeight]),
        [
          ['Now the room.', '18px', '600'],
          ['The one where you usually sit.', '16px', '400'],
        ],
      )
      assert.equal(looks[0].color, looks[1].color)
    }
})

test('rows of an order have the borders that all choices have', async () => {
  for (const { page } of [narrow, wide]) {
    await page.goto(`${urls[0]}?lang=en`)
    const colourOf = (it: Locator) => it.evaluate((one) => getComputedStyle(one).borderTopColor)
    assert.equal(
      await colourOf(question(page, 'first').locator('li').first()),
      await colourOf(question(page, 'one').locator('.option').last()),
    )
  }
})

test('one question at a time, Enter after a number that moved on skips nothing, and the page says that it moves on', async () => {
  const { page } = wide
  await page.clock.install()
  await begin(page, 'again')
  const keys = page.locator('.keys')
  assert.match(await keys.innerText(), /^Press a number to choose and move on\. For 10, press 1, then 0\.$/)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('7')
  await page.clock.runFor(300)
  await question(page, 'first').waitFor()
  await page.keyboard.press('Enter')
  assert.ok(await question(page, 'first').isVisible())
  assert.equal(await question(page, 'first').locator('.ranked').count(), 0, 'nor is an order confirmed by it')
  await page.clock.resume()
})

test('one question at a time, Enter confirms an order that is in sight, as the button beside it says, and stays there', async () => {
  const { page } = wide
  await begin(page, 'first')
  const [settle, next] = [page.locator('.settle'), page.locator('[data-next]')]
  assert.equal(await page.locator('.keys').isVisible(), false, 'no digit confirms it')
  const sign = (it: Locator) =>
    it.evaluate((one) => {
      const { content, display } = getComputedStyle(one, '::after')
      return { content, display }
    })
  assert.match((await sign(settle)).content, /↵/)
  assert.doesNotMatch((await sign(next)).content, /↵/, 'said once')
  // The line under a word does not go on below the sign.
  assert.equal((await sign(settle)).display, 'inline-block')
  await picture(page, 'order-by-enter')
  await page.waitForTimeout(800)
  await page.keyboard.press('Enter')
  await question(page, 'first').locator('.ranked').waitFor()
  assert.ok(await question(page, 'first').isVisible(), 'its numbers are seen')
  assert.equal(await next.innerText(), 'Next')
  assert.match((await sign(next)).content, /↵/)
  await page.keyboard.press('Enter')
  await question(page, 'one').waitFor()
  // A digit on a question with a comment moves nowhere, and the page says so.
  await begin(page, 'mood')
  assert.match(await page.locator('.keys').innerText(), /^Press a number to choose\.$/)
})

test('one question at a time on a phone, what leads back stays as it is under an order, and no question arrives scrolled', async () => {
  const { page } = narrow
  for (const language of ['en', 'de', 'ar']) {
    await begin(page, 'again', language)
    const [back, next] = [page.locator('[data-back]'), page.locator('[data-next]')]
    const [place, words] = [await boxOf(back), await back.innerText()]
    await next.click()
    await page.locator('.settle').waitFor()
    assert.deepEqual(await boxOf(back), place, language)
    // What skips ends where the row does.
    const over = await next.evaluate((it) => {
      const range = document.createRange()
      range.selectNodeContents(it)
      const [text, card] = [range, document.querySelector('.question:not(.away)')!].map((one) =>
        one.getBoundingClientRect(),
      )
      return Math.max(text.right - card.right, card.left - text.left)
    })
    assert.ok(over <= 1, `${language}: ${over} px beyond its edge`)
    assert.equal(await back.innerText(), words)
    await next.click()
    await question(page, 'one').waitFor()
    assert.equal(await page.evaluate('scrollY'), 0, `${language}: a long list begins at its top`)
    assert.ok(await page.locator('.about > summary').isVisible(), 'with who sees the answers')
  }
})
