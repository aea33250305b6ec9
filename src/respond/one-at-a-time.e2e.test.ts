/** One question at a time: what is on a screen, by what it is left, and that nothing is sent before the end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
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
  urls = (await openPulse(world)).urls
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
  assert.equal(await row.getByText('1 of 13 answered').isVisible(), true)
  assert.ok((await question('again').boundingBox())!.y <= 130)
  assert.equal(
    await page.evaluate('document.documentElement.scrollHeight'),
    phone.viewport.height,
    'nothing below the buttons',
  )
  assert.equal(await page.locator('.promise').isVisible(), false)
  await about.click()
  assert.equal(await page.locator('.promise dl').isVisible(), true)
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
  // A follow-up gets a screen of its own once it applies.
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
