/** One question at a time on a phone: how much of the promise stands above the first question. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { outageSurvey, outageTranslations } from '../../test/support/outage-survey.ts'
import { type Visitor, visit } from '../../test/support/visit.ts'
import { startApp } from '../../test/support/start.ts'
import { eventually, links, newWorld, pulseDraft } from '../../test/support/world.ts'

const modes = {
  anonymous: ['Your name', 'Results', 'Shown to'],
  attributed: ['With your name', 'Without your name'],
}
const urls = new Map<string, string>()
let visitor: Visitor
let page: Page

before(async () => {
  const running = await startApp({ at: '2026-11-13T08:00:00Z' })
  const world = await newWorld({ running })
  const team = await world.team('Warehouse', 12)
  // Nobody is new any more.
  running.clock!.advance(15 * 86_400_000)
  const author = await world.user()
  for (const mode of Object.keys(modes)) {
    const draft = {
      ...pulseDraft([team.id]),
      ...outageSurvey,
      translations: outageTranslations,
      confidentiality: { mode },
    }
    const { body } = await author.post('/api/pulses', draft)
    const path = `/api/pulses/${body.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200)
    urls.set(mode, (await links(author, path))[0].url)
  }
  const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true } as const
  visitor = await visit({ ...phone, locale: 'en', reducedMotion: 'reduce' }, world)
  page = visitor.page
})
after(() => visitor.close())

const top = async (): Promise<number> => (await page.locator('[data-question=calm]').boundingBox())!.y

const rows = () => page.locator('.start .rows > span')
const hasRows = () => rows().first().locator('> span').last().isVisible()

async function begin(mode: string, language: string, height: number): Promise<void> {
  await page.setViewportSize({ width: 360, height })
  await page.goto('about:blank')
  await page.goto(`${urls.get(mode)}?lang=${language}#one`)
  await page.locator('.single').waitFor()
  // What opens the words of its author comes with the first layout.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

for (const [mode, labels] of Object.entries(modes)) {
  test(`the rows of the promise stand above the first question where that begins in the upper half of a phone: ${mode}`, async () => {
    await begin(mode, 'en', 1200)
    assert.deepEqual(await rows().locator('> span:first-child').allInnerTexts(), labels)
    assert.ok(await hasRows())
    assert.ok((await top()) <= 600)
  })

  test(`where they would push it into the lower half the headline stands alone, and a press has the rest: ${mode}`, async () => {
    for (const language of ['en', 'de', 'ar'])
      for (const height of [760, 800, 850]) {
        await begin(mode, language, height)
        const about = `${language}, ${height}`
        const y = await top()
        if (await hasRows()) {
          assert.ok(y <= height / 2, about)
          continue
        }
        const wouldBe = await page.evaluate(`(() => {
          const about = document.querySelector('.about')
          about.classList.remove('low')
          const { top } = document.querySelector('[data-question=calm]').getBoundingClientRect()
          about.classList.add('low')
          return top
        })()`)
        assert.ok((wouldBe as number) > height / 2 && y < (wouldBe as number), about)
        const ends = (await page.locator('[data-question=calm] .ends').boundingBox())!
        const actions = (await page.locator('.actions').boundingBox())!
        assert.ok(ends.y + ends.height <= actions.y && actions.y + actions.height <= height, about)
        // Who sees the answers stands there in any case.
        assert.ok(
          await page.locator(mode === 'attributed' ? '.start .sees' : '.start .whole-line').isVisible(),
        )
        await page.locator('.about > summary').click()
        assert.ok(await page.locator('.promise dd').first().isVisible(), about)
        await page.locator('.about > summary').click()
        await eventually(top, (now) => now === y)
      }
  })
}

test('a keyboard, or a bar that goes as somebody scrolls, moves nothing; a phone that is turned is looked at anew', async () => {
  await begin('anonymous', 'de', 1200)
  assert.ok(await hasRows())
  await page.setViewportSize({ width: 360, height: 900 })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  assert.ok(await hasRows())
  await page.setViewportSize({ width: 361, height: 900 })
  await eventually(hasRows, (are) => !are)
})
