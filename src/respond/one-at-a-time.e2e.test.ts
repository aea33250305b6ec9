/** One question at a time: what is on a screen, by what it is left, and that nothing is sent before the end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { modes } from '../../contract/confidentiality.ts'
import { languages } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { eventually, newWorld, type World } from '../../test/support/world.ts'
import {
  noSidewaysScrolling,
  openPulse,
  phone,
  picture,
  type Visitor,
  visit,
} from '../../test/support/visit.ts'

let world: World
let urls: string[]
let visitor: Visitor
let page: Page

before(async () => {
  world = await newWorld()
  urls = (await openPulse(world, {}, 8)).urls
  visitor = await visit({ ...phone, hasTouch: true, reducedMotion: 'reduce' }, world)
  page = visitor.page
})
after(() => visitor.close())

const send = () => page.getByRole('button', { name: 'Send answers' }).click()
const question = (id: string) => page.locator(`[data-question="${id}"]`)
const answersSent = async (): Promise<{ question_id: string; value?: unknown }[]> => {
  await page.waitForURL(/receipts/)
  return (await world.anyone.get(new URL(page.url()).pathname)).body.answers
}

test('one question at a time: a tap leads on, back is always possible, and sending is at the end', async () => {
  const [url] = urls
  await page.goto(url)
  await page.getByRole('button', { name: 'One question at a time' }).click()
  assert.ok(page.url().endsWith('#one'))
  const visible = (): Promise<string[]> =>
    page.evaluate(
      `[...document.querySelectorAll('[data-question]')].filter((it) => it.checkVisibility()).map((it) => it.dataset.question)`,
    )
  assert.deepEqual(await visible(), ['calm'])
  assert.ok(!(await page.getByRole('button', { name: 'Back' }).isVisible()))
  assert.ok(!(await page.getByRole('button', { name: 'Send answers' }).isVisible()))
  const next = page.locator('[data-next]')
  assert.equal(await next.innerText(), 'Next', 'nobody skips what is required')
  // What is required is asked for at once.
  await next.click()
  await question('calm').getByText('Please answer this question.').waitFor()
  await question('calm').locator('.option').nth(2).tap()
  await question('again').waitFor()
  assert.equal(await page.evaluate('document.activeElement.dataset.question'), 'again', 'it is read')
  await assertAccessible(page)
  assert.ok(await noSidewaysScrolling(page))
  await picture(page, 'one-at-a-time')
  // Heading and promise are one line, which opens; it and the row of progress leave the screen to the question.
  const about = page.locator('.about > summary')
  const row = page.locator('.progress')
  for (const line of [about, row]) assert.ok((await line.boundingBox())!.height <= 48)
  assert.equal(await row.getByText('Question 2 of 13').isVisible(), true)
  assert.ok((await question('again').boundingBox())!.y <= phone.viewport.height * 0.27)
  assert.equal(
    await page.evaluate('document.documentElement.scrollHeight'),
    phone.viewport.height,
    'nothing below the buttons',
  )
  assert.equal(await page.locator('.promise').isVisible(), false)
  await about.click()
  assert.equal(await page.locator('.promise > dl').isVisible(), true)
  await assertAccessible(page)
  await about.click()
  // Keys only pass over choices.
  assert.equal(await next.innerText(), 'Skip')
  await question('again').getByRole('radio').first().focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await next.innerText(), 'Next')
  await next.click()
  await page.getByRole('button', { name: 'Back' }).click()
  assert.deepEqual(await visible(), ['again'])
  await next.click()
  await next.click()
  // A follow-up gets its own screen once it applies.
  await question('told').locator('.option').first().tap()
  await question('who').waitFor()
  assert.deepEqual(await visible(), ['who'])
  await page.getByLabel('Who told you?').fill('The lead')
  await eventually(
    async () => {
      await page.goto('about:blank')
      await page.goto(`${url}#one`)
      return page.getByLabel('Who told you?').inputValue()
    },
    (value) => value === 'The lead',
  )
  assert.deepEqual(await visible(), ['calm'], 'the choice stays')
  for (let clicks = 0; clicks < 20 && (await next.isVisible()); clicks++) await next.click()
  assert.deepEqual(await visible(), ['desk'])
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  assert.deepEqual(
    await visible(),
    ['next', 'noise'],
    'a text that asks nothing is with the question after it',
  )
  await next.click()
  await next.click()
  await send()
  const sent = (await answersSent()).map(({ question_id: id }) => id)
  assert.deepEqual(sent.slice(0, 4), ['calm', 'again', 'told', 'who'])
})

test('one question at a time, a digit chooses and leads on, but is a letter like others in a text', async () => {
  await page.goto(`${urls[1]}#one`)
  await question('calm').focus()
  await page.keyboard.press('4')
  await question('again').waitFor()
  await page.keyboard.press('0')
  await question('mood').waitFor()
  await page.locator('[data-next]').click()
  // The second choice of two.
  await page.keyboard.press('2')
  await question('cause').waitFor()
  await page.locator('[data-next]').click()
  await question('helped').waitFor()
  await page.keyboard.press('3')
  assert.ok(await page.getByRole('checkbox', { name: 'Our tools' }).isChecked())
  await page.locator('[data-next]').click()
  await question('first').waitFor()
  await page.locator('[data-next]').click()
  await question('hours').getByRole('spinbutton').pressSequentially('12')
  assert.equal(await question('hours').getByRole('spinbutton').inputValue(), '12')
  for (let clicks = 0; clicks < 20 && (await page.locator('[data-next]').isVisible()); clicks++)
    await page.locator('[data-next]').click()
  await send()
  const sent = new Map((await answersSent()).map(({ question_id: id, value }) => [id, value]))
  assert.deepEqual([sent.get('calm'), sent.get('again'), sent.get('told')], [4, 0, false])
})

test('one question at a time, an order that nobody has confirmed is skipped by what leads on, and confirmed by the button beside it', async () => {
  const next = page.locator('[data-next]')
  const keep = page.locator('.actions .settle')
  for (const [at, isConfirmed] of [
    [5, true],
    [6, false],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(`${urls[at]}#one`)
    await question('calm').focus()
    await page.keyboard.press('4')
    await question('again').waitFor()
    for (let clicks = 0; clicks < 20 && !(await question('first').isVisible()); clicks++) await next.click()
    assert.equal(await next.innerText(), 'Skip')
    assert.equal(await keep.innerText(), 'Keep this order')
    await assertAccessible(page)
    if (isConfirmed) {
      await keep.click()
      assert.equal(await next.innerText(), 'Next')
    }
    await next.click()
    await question('hours').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    assert.equal(await next.innerText(), isConfirmed ? 'Next' : 'Skip')
    assert.equal(await keep.isVisible(), !isConfirmed)
    await next.click()
    for (let clicks = 0; clicks < 20 && (await next.isVisible()); clicks++) await next.click()
    await send()
    const sent = new Map((await answersSent()).map(({ question_id: id, value }) => [id, value]))
    assert.deepEqual(sent.get('first'), isConfirmed ? ['alerts', 'owners', 'rota'] : undefined)
  }
})

const bar = () => page.locator('progress').evaluate((it) => [(it as { value?: number }).value, it.ariaLabel])

test('one question at a time, progress is where somebody is, and a draft is told where something changed', async () => {
  await page.goto(`${urls[2]}#one`)
  assert.deepEqual(await bar(), [1, 'Question 1 of 13'])
  const saved = page.locator('#save-state').getByText('Draft saved')
  await question('calm').locator('.option').nth(2).focus()
  await page.keyboard.press('Space')
  await saved.waitFor()
  await page.locator('[data-next]').click()
  await question('again').waitFor()
  assert.equal(await saved.count(), 0, 'nothing was answered here')
  await page.locator('[data-next]').click()
  assert.deepEqual(await bar(), [3, 'Question 3 of 13'], 'whoever skips gets on')
  await page.getByRole('button', { name: 'All questions on one page' }).click()
  assert.deepEqual(await bar(), [1, 'Questions answered'])
})

test('one question at a time, keys of digits choose before anything has the focus, and 10 is one answer', async () => {
  await page.goto('about:blank')
  await page.goto(`${urls[3]}#one`)
  const keys = page.locator('.keys')
  assert.equal(await keys.isVisible(), false, 'a phone has no keys')
  assert.ok(!(await page.locator('form[data-answer]').ariaSnapshot()).includes('Digits'))
  await page.keyboard.press('2')
  await question('again').waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('0')
  await question('mood').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  assert.ok(await question('again').getByRole('radio', { name: '10, Extremely likely' }).isChecked())
  // The line that opens and the button are pressed by keys, and take no digits for answers.
  await page.locator('.about > summary').focus()
  await page.keyboard.press('3')
  assert.ok(!(await question('again').getByRole('radio', { name: '3', exact: true }).isChecked()))
  await page.getByRole('button', { name: 'All questions on one page' }).click()
  await question('mood').focus()
  await page.keyboard.press('1')
  assert.equal(await question('mood').locator(':checked').count(), 0, 'on one page a digit is not a shortcut')
})

const small = { viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' as const }

for (const mode of modes)
  test(`one question at a time, the first screen of a small phone has the promise, the question and its button, ${mode}`, async () => {
    const other = await newWorld({ running: world.running })
    const { urls: own } = await openPulse(other, { confidentiality: { mode } })
    const shown = await visit(small, other)
    for (const language of languages) {
      await shown.page.goto('about:blank')
      await shown.page.goto(`${own[0]}?lang=${language}#one`)
      await shown.page.locator('.single').waitFor()
      await picture(shown.page, `one-first-${mode}-${language}`)
      const calm = shown.page.locator('[data-question=calm]')
      const [who, ends, actions] = [
        (await shown.page.locator('.about .who').boundingBox())!,
        (await calm.locator('.ends').boundingBox())!,
        (await shown.page.locator('.actions').boundingBox())!,
      ]
      assert.ok(who.y >= 0 && who.height >= 18, `${language}: who sees it`)
      assert.ok(
        ends.y + ends.height + 20 <= actions.y,
        `${language}: ${ends.y + ends.height} above ${actions.y}`,
      )
      assert.ok(actions.y + actions.height <= 640, `${language}: the button`)
      assert.ok(await noSidewaysScrolling(shown.page), language)
      if (language === 'en' || language === 'ar') await assertAccessible(shown.page)
      // Anyone who has answered before finds it above the promise, and reads which answers count when they open it.
      const already = shown.page.locator('.about > summary .already:visible')
      assert.equal(await already.count(), mode === 'anonymous' ? 1 : 0, `${language}: which answers count`)
      if (mode === 'anonymous') {
        const line = (await already.boundingBox())!
        assert.ok(line.y >= 0 && line.y + line.height <= who.y, `${language}: which answers count, in sight`)
      }
      await shown.page.locator('.about > summary').click()
      assert.ok(await shown.page.locator('.promise > dl').isVisible(), `${language}: the whole promise`)
      const counts = shown.page.locator('details.already > p')
      if (mode === 'anonymous') await counts.waitFor()
      else assert.equal(await counts.count(), 0)
    }
    await shown.close()
  })

test('one question at a time, what has the focus is above the buttons', async () => {
  const shown = await visit(small, world)
  await shown.page.goto(`${urls[4]}#one`)
  await shown.page.keyboard.press('3')
  for (const id of ['again', 'mood', 'told', 'cause', 'helped', 'first']) {
    await shown.page.locator(`[data-question=${id}]`).waitFor()
    if (id !== 'first') await shown.page.locator('[data-next]').click()
  }
  for (let presses = 0; presses < 12; presses++) {
    await shown.page.keyboard.press('Tab')
    const below = await shown.page.evaluate<number>(
      `document.activeElement.closest('[data-question]') ? document.activeElement.getBoundingClientRect().bottom - document.querySelector('.actions').getBoundingClientRect().top : 0`,
    )
    assert.ok(below <= 0, `${below} pixels of it are covered`)
  }
  await shown.close()
})

test('one question at a time, on a wide screen the button is visible under a long list, choices show their keys, and the place is said once', async () => {
  const other = await newWorld({ running: world.running })
  const options = Array.from({ length: 16 }, (_, at) => ({ id: `o${at}`, text: `Choice ${at}` }))
  const questions = [
    { id: 'cause', type: 'single_choice', text: 'What weighed most?', options },
    { id: 'mood', type: 'mood', text: 'How was your week?' },
    { id: 'more', type: 'yes_no', text: 'More?' },
    { id: 'why', type: 'text', text: 'Why?' },
  ]
  const { urls: own } = await openPulse(other, { questions })
  const keyOf = (shown: Page, id: string) =>
    shown
      .locator(`[data-question=${id}] .option`)
      .nth(1)
      .evaluate((it) => getComputedStyle(it, '::after').content)
  for (const [options, isWide] of [
    [{ viewport: { width: 1280, height: 800 } }, true],
    [{ ...small, hasTouch: true, isMobile: true }, false],
  ] as const) {
    const shown = await visit(options, other)
    await shown.page.goto(`${own[0]}#one`)
    const next = shown.page.locator('[data-next]')
    await next.waitFor()
    const { y, height } = (await next.boundingBox())!
    assert.ok(y + height <= options.viewport.height)
    // Where somebody is is in one place: above the question, or in the row of progress.
    const places = shown.page.locator('[data-progress], [data-question=cause] .number')
    const seen = await places.evaluateAll((all) =>
      all
        .filter((it) => {
          const { clipPath, fontSize } = getComputedStyle(it)
          return it.checkVisibility() && clipPath === 'none' && Number.parseFloat(fontSize) > 0
        })
        .map((it) => it.className),
    )
    assert.deepEqual(seen, [isWide ? 'number' : ''])
    for (const id of ['cause', 'mood']) {
      assert.equal((await keyOf(shown.page, id)).includes('counter'), isWide, id)
      if (id === 'cause') await next.click()
    }
    await shown.close()
  }
})
