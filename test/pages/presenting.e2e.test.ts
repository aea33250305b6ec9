/** Results as slides, in a real browser: turned by keys, and whole on the screen of a laptop. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { newSurvey, startsAt } from './results-survey.ts'
import { isThere, isWell, startSite, visit } from './visit.ts'

const site = await startSite({ at: startsAt })
let survey: Awaited<ReturnType<typeof newSurvey>>
let page: Page

const addressOf = (more: string): string => `${site.pages}/app/check-ins/${survey.checkInId}/results${more}`

before(async () => {
  survey = await newSurvey(site)
  page = await visit({ viewport: { width: 1280, height: 900 } })
  await arriveAs(page, site, addressOf('?team=everyone'), survey.lead)
})
after(() => page.context().close())

async function open(): Promise<void> {
  await page.goto(addressOf('?team=everyone'))
  await isThere(page)
}

test('results are presented by keys alone', async () => {
  await open()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Slide 1 of 5').waitFor()
  await dialog.getByText(/^How was your week\? · Everyone/).waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('Slide 2 of 5').waitFor()
  await dialog.getByRole('heading', { name: 'Also found' }).waitFor()
  await isWell(page)
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('Slide 3 of 5').waitFor()
  await dialog.getByText('Workload', { exact: true }).waitFor()
  await dialog.getByRole('heading', { name: /^“My workload was manageable”/ }).waitFor()
  await isWell(page)
  await picture(page, 'results-present-1280-light')
  await page.keyboard.press('End')
  await dialog.getByText('Slide 5 of 5').waitFor()
  await picture(page, 'results-present-themes-1280-light')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // By Tab and Enter to a team.
  await page.getByRole('link', { name: 'Everyone', exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/team=/)
})

test('slides turn where a browser promises to have scrolled', async (t) => {
  const own = await visit({ viewport: { width: 1280, height: 800 } })
  t.after(() => own.context().close())
  // CSSOM View, "scroll() … returns a Promise": not every browser that we know does so yet.
  await own.addInitScript(`{
    const scrollTo = Element.prototype.scrollTo
    Element.prototype.scrollTo = function (...given) { scrollTo.apply(this, given); return Promise.resolve() }
  }`)
  await arriveAs(own, site, addressOf('?team=everyone'), survey.lead)
  await isThere(own)
  await own.keyboard.press('p')
  const dialog = own.getByRole('dialog')
  await dialog.getByText('Slide 1 of 5').waitFor()
  for (const slide of [2, 3, 4, 5]) {
    await own.keyboard.press('ArrowRight')
    await dialog.getByText(`Slide ${slide} of 5`).waitFor()
  }
  await own.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await isWell(own)
})

test('a slide is whole on a laptop, and the way to the next one stays in sight on a phone', async () => {
  await open()
  for (const size of [
    { width: 1280, height: 720 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size)
    for (const slide of [1, 2, 3, 4, 5]) {
      await page.goto(addressOf(`?team=everyone&slide=${slide}`))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`Slide ${slide} of 5`).waitFor()
      for (const name of ['Previous', 'Next', 'End presentation']) {
        const place = await dialog.getByRole('button', { name }).boundingBox()
        assert.ok(place && place.y >= 0 && place.y + place.height <= size.height, `${name} on ${slide}`)
      }
      if (size.width < 1280) continue
      const { within, needed } = await dialog.evaluate((one) => {
        const stage = one.querySelector('h2')!.parentElement!.parentElement!
        return { within: stage.clientHeight, needed: stage.scrollHeight }
      })
      assert.ok(needed <= within, `slide ${slide} needs ${needed} px and has ${within}`)
    }
  }
})
