/** One question at a time on a phone: what stands above the button that sends, and what is there before an answer can be cleared. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { everyQuestion, openPulse, type Visitor, visit } from '../../test/support/visit.ts'
import { startApp } from '../../test/support/start.ts'
import { newWorld, type World } from '../../test/support/world.ts'

let world: World
let visitor: Visitor
let page: Page

before(async () => {
  world = await newWorld({ running: await startApp() })
  visitor = await visit(
    {
      viewport: { width: 360, height: 640 },
      locale: 'en',
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    },
    world,
  )
  page = visitor.page
})
after(() => visitor.close())

const question = (id: string) => page.locator(`[data-question=${id}]`)
const next = () => page.locator('[data-next]')

/** By a click that is no tap, which would lead on by itself. */
async function choose(selector: string): Promise<void> {
  await page.keyboard.press('Shift')
  await page.evaluate((of) => document.querySelector<HTMLElement>(of)!.click(), selector)
}

async function goTo(address: string, id: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${address}#one`)
  await page.locator('.single').waitFor()
  if (await question('calm').isVisible()) await choose('[data-question=calm] input[value="4"]')
  for (let clicks = 0; clicks < 20 && !(await question(id).isVisible()); clicks++) await next().click()
  assert.ok(await question(id).isVisible(), id)
}

/** Where everything of the question stands that is seen, and what leads on. */
const places = (id: string): Promise<string[]> =>
  page.evaluate((of) => {
    const shown = [
      ...document.querySelectorAll(
        `[data-question=${of}] :is(legend, .option, .ends, .comment, li, input), .actions`,
      ),
    ]
    return shown
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return `${one.tagName} ${one.className} ${[left, top, width, height].map(Math.round).join(' ')}`
      })
  }, id)

test('nothing moves when an answer can be cleared, and what clears it stands beneath the answers, at the end of the row that opens their comment', async () => {
  const questions = everyQuestion.filter(({ id }) =>
    ['calm', 'again', 'mood', 'told', 'helped', 'room', 'desk'].includes(id),
  )
  const { urls } = await openPulse(world, { questions })
  for (const id of ['again', 'mood', 'told', 'helped', 'room', 'desk']) {
    await goTo(urls[0], id)
    const clear = question(id).locator('button.clear')
    const empty = await places(id)
    assert.equal(await clear.isVisible(), false, id)
    await choose(`[data-question=${id}] input`)
    await clear.waitFor()
    const given = await places(id)
    assert.deepEqual(given, empty, id)
    const button = (await clear.boundingBox())!
    assert.ok(button.height >= 44, id)
    for (const answer of await question(id).locator('.option').all()) {
      const { y, height } = (await answer.boundingBox())!
      assert.ok(y + height <= button.y, `${id}: below the answers`)
    }
    const comment = await question(id)
      .locator('.comment')
      .boundingBox({ timeout: 100 })
      .catch(() => null)
    if (comment) {
      assert.ok(Math.abs(button.y - comment.y) <= 1, `${id}: in the row of the comment`)
      const opens = (await question(id).locator('.comment > summary').boundingBox())!
      assert.ok(opens.x + opens.width <= button.x, `${id}: beside what opens it`)
      const ends = (await question(id).locator('.ends').boundingBox())!
      assert.ok(comment.y - ends.y - ends.height <= 8, `${id}: no row is kept above the comment`)
    }
    await clear.click()
    await clear.waitFor({ state: 'hidden' })
    assert.deepEqual(await places(id), empty, id)
  }
})

const text = [
  ...everyQuestion.filter(({ id }) => ['calm', 'again', 'mood'].includes(id)),
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

/** What may stand between the last answer and the button that sends. */
const parts =
  '.reads, .unquoted, .left, #save-state, .by-name, .counts, .later, footer, main > form:not([data-answer])'

for (const mode of ['anonymous', 'confidential', 'attributed'])
  test(`at most three things stand above what sends, and what hides words is a short line: ${mode}`, async () => {
    const other = await newWorld({ running: world.running })
    const { urls } = await openPulse(other, { questions: text, confidentiality: { mode } })
    for (const [at, language] of ['en', 'de', 'ar'].entries()) {
      await goTo(`${urls[at]}?lang=${language}`, 'why')
      await question('why').locator('textarea').fill('Too many alerts at once.')
      await page.locator('#save-state.saved').waitFor({ state: 'attached' })
      const shown = await page.evaluate(
        (of) =>
          [...document.querySelectorAll(of)]
            .filter(
              (one) =>
                one.checkVisibility() &&
                one.textContent.trim() !== '' &&
                one.getBoundingClientRect().height > 1,
            )
            .map((one) => one.className || one.tagName),
        parts,
      )
      assert.deepEqual(shown, ['reads', 'unquoted', 'later'], language)
      // Who reads what is written is named where names are seen.
      if (mode === 'attributed') assert.match(await question('why').locator('.reads').innerText(), /User/)
      const words = question('why').locator('.unquoted > span')
      const lines = await words.evaluate((it) =>
        Math.round(it.getBoundingClientRect().height / parseFloat(getComputedStyle(it).lineHeight)),
      )
      assert.ok(lines <= (mode === 'attributed' || language === 'de' ? 2 : 1), `${language}: ${lines} lines`)
      assert.equal(await words.locator('small').isVisible(), false)
      await question('why').locator('.unquoted input').check()
      assert.ok(await words.locator('small').isVisible(), 'what it does is said once it is ticked')
      const leave = page.locator('footer a').last()
      assert.equal(await leave.isVisible(), false)
      await page.locator('.about > summary').click()
      assert.ok(await leave.isVisible(), 'in the head')
      // On one page it stands at the end, as without script.
      await page.locator('.layout button').click()
      await page.locator('main > footer').waitFor()
    }
  })
