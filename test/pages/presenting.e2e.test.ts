/** Results as slides, in a real browser: turned by keys, and whole on the screen of a laptop. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { bodyOf } from '../support/clockwork.ts'
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

/** How high a slide is, and the room for it. */
const roomIn = (dialog: Locator): Promise<{ within: number; needed: number }> =>
  dialog.evaluate((one) => {
    const stage = one.querySelector('h2')!.parentElement!.parentElement!
    return { within: stage.clientHeight, needed: stage.scrollHeight }
  })

async function open(): Promise<void> {
  await page.goto(addressOf('?team=everyone'))
  await isThere(page)
}

test('results are presented by keys alone', async () => {
  await open()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Slide 1 of 4').waitFor()
  await dialog.getByText(/^How was your week\? ·\sEveryone/).waitFor()
  await dialog.getByRole('heading', { name: 'Also found' }).waitFor()
  await isWell(page)
  await picture(page, 'results-present-finding-1280-light', { isWhole: false })
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('Slide 2 of 4').waitFor()
  await dialog.getByText('Workload', { exact: true }).waitFor()
  await dialog.getByRole('heading', { name: /^“My workload was manageable”/ }).waitFor()
  await isWell(page)
  await picture(page, 'results-present-1280-light', { isWhole: false })
  await page.keyboard.press('End')
  await dialog.getByText('Slide 4 of 4').waitFor()
  await picture(page, 'results-present-themes-1280-light', { isWhole: false })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // By Tab and Enter to a team.
  await page.getByRole('link', { name: 'Everyone', exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/team=/)
})

test('results are exported beside what presents them, and on a phone from the menu', async () => {
  await open()
  const [exporting, presenting] = [
    page.getByRole('button', { name: 'Export CSV' }),
    page.getByRole('link', { name: 'Present' }),
  ]
  const [one, other] = [await exporting.boundingBox(), await presenting.boundingBox()]
  assert.ok(one && other && one.y === other.y && one.x + one.width < other.x, JSON.stringify({ one, other }))
  const listed = page.getByRole('button', { name: 'Save all as CSV' })
  const menu = page.getByRole('button', { name: 'More actions' })
  await menu.click()
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  assert.equal(await listed.isVisible(), false)
  await page.keyboard.press('Escape')
  await picture(page, 'results-head-1280-light', { isWhole: false })
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await exporting.isVisible(), false)
  await menu.click()
  await listed.waitFor()
  await isWell(page)
  await picture(page, 'results-head-360-light', { isWhole: false })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })
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
  await dialog.getByText('Slide 1 of 4').waitFor()
  for (const slide of [2, 3, 4]) {
    await own.keyboard.press('ArrowRight')
    await dialog.getByText(`Slide ${slide} of 4`).waitFor()
  }
  await own.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await isWell(own)
})

test('a slide is whole on a laptop, and the way to the next one stays visible on a phone', async () => {
  await open()
  for (const size of [
    { width: 1280, height: 720 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size)
    for (const slide of [1, 2, 3, 4]) {
      await page.goto(addressOf(`?team=everyone&slide=${slide}`))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`Slide ${slide} of 4`).waitFor()
      for (const name of ['Previous', 'Next', 'End presentation']) {
        const place = await dialog.getByRole('button', { name }).boundingBox()
        assert.ok(place && place.y >= 0 && place.y + place.height <= size.height, `${name} on ${slide}`)
      }
      if (size.width < 1280) {
        // The title of the survey has the line, beside a cross.
        const lines = await dialog
          .locator('strong')
          .first()
          .evaluate(
            (title) => title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight),
          )
        assert.ok(lines < 2, `${slide}: ${lines}`)
        continue
      }
      const { within, needed } = await roomIn(dialog)
      assert.ok(needed <= within, `slide ${slide} needs ${needed} px and has ${within}`)
    }
  }
})

test('on a phone the first slide is whole, or its edge shows that it goes on', async (t) => {
  const own = await visit({ viewport: { width: 360, height: 800 } })
  t.after(() => own.context().close())
  await arriveAs(own, site, addressOf('?team=everyone&slide=1'), survey.lead)
  const dialog = own.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Also found' }).waitFor()
  const { within, needed } = await roomIn(dialog)
  assert.ok(needed <= within, `needs ${needed} px and has ${within}`)
  await picture(own, 'results-slide-1-360-light', { isWhole: false })
  await own.setViewportSize({ width: 360, height: 560 })
  const small = await roomIn(dialog)
  assert.ok(small.needed > small.within)
  const stage = dialog.locator('[tabindex="0"]')
  assert.match(await stage.evaluate((one) => getComputedStyle(one).backgroundAttachment), /local, scroll/)
  await picture(own, 'results-slide-1-small-360-light', { isWhole: false })
  await stage.evaluate((one) => one.scrollTo(0, one.scrollHeight))
  await picture(own, 'results-slide-1-end-360-light', { isWhole: false })
  await own.emulateMedia({ colorScheme: 'dark' })
  await stage.evaluate((one) => one.scrollTo(0, 0))
  await picture(own, 'results-slide-1-small-360-dark', { isWhole: false })
})

test('slides of a team say how many of it answered, as its page does', async (t) => {
  const own = await visit({ viewport: { width: 1280, height: 720 } })
  t.after(() => own.context().close())
  await arriveAs(own, site, addressOf(`?team=${survey.teams.support.id}`), survey.admin)
  const answered = own.getByRole('main').getByRole('heading', { name: /^\d+ .*of 12 answered$/ })
  const sentence = (await answered.textContent()) ?? ''
  await own.keyboard.press('p')
  const dialog = own.getByRole('dialog')
  await dialog.getByText(/^Slide 1 of/).waitFor()
  await dialog.getByText(sentence).waitFor()
  await picture(own, 'results-slide-team-1280-light', { isWhole: false })
})

/** Nothing that is read is smaller across a room, and nothing is below the edge of the screen. */
async function isReadFromAfar(own: Page): Promise<void> {
  const { within, needed, smallest } = await own.getByRole('dialog').evaluate((one) => {
    const stage = one.querySelector('h2')!.parentElement!.parentElement!
    const texts = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT)
    const sizes: number[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement!
      // A button, and what is said beside it, is for whoever presents.
      if (text.textContent!.trim() !== '' && !parent.closest('div:has(> button), .visually-hidden'))
        sizes.push(Number.parseFloat(getComputedStyle(parent).fontSize))
    }
    return { within: stage.clientHeight, needed: stage.scrollHeight, smallest: Math.min(...sizes) }
  })
  assert.ok(needed <= within, `needs ${needed} px and has ${within}`)
  assert.ok(smallest >= 20, `${smallest} px`)
}

test('the room sees teams once the presenter wants it, and in the end what is done', async (t) => {
  const { author, admin, checkInId } = survey
  const own = await visit({ viewport: { width: 1280, height: 720 } })
  t.after(() => own.context().close())
  await arriveAs(own, site, addressOf('?slide=1'), admin)
  const dialog = own.getByRole('dialog')
  await dialog.getByText('Slide 1 of 4').waitFor()
  // The promise shows managers their own teams alone.
  const teams = dialog.getByRole('list', { name: 'By team' })
  assert.equal(await teams.count(), 0)
  await isReadFromAfar(own)
  await dialog.getByRole('button', { name: 'Show teams' }).click()
  assert.match((await teams.textContent()) ?? '', /Development\d\.\d.*Support\d\.\d/)
  assert.doesNotMatch((await teams.textContent()) ?? '', /Legal/)
  await isReadFromAfar(own)
  await isWell(own)
  await picture(own, 'results-slide-teams-1280-light', { isWhole: false })
  // The button is gone, and the arrow keys go on.
  await own.keyboard.press('ArrowRight')
  await dialog.getByText('Slide 2 of 4').waitFor()
  await own.keyboard.press('ArrowLeft')
  await dialog.getByText('Slide 1 of 4').waitFor()
  const { insights } = await bodyOf(
    author.get(`/api/insights?check_in_id=${checkInId}&kind=level&everyone=true&limit=1`),
  )
  const title = 'Talk about eNPS in the next meeting'
  const made = await bodyOf(author.post('/api/actions', { insight_id: insights[0].id, title }), 201)
  await own.goto(addressOf('?slide=5'))
  await dialog.getByText('Slide 5 of 5').waitFor()
  await dialog.getByRole('heading', { name: 'What we do about it' }).waitFor()
  await dialog.getByText(made.title).waitFor()
  await dialog.getByText(/^Accepted/).waitFor()
  await isReadFromAfar(own)
  await isWell(own)
  for (const { width, height, colorScheme } of [
    { width: 1280, height: 720, colorScheme: 'light' },
    { width: 1920, height: 1080, colorScheme: 'dark' },
  ] as const) {
    await own.setViewportSize({ width, height })
    await own.emulateMedia({ colorScheme })
    for (const slide of [1, 2, 3, 4, 5]) {
      await own.goto(addressOf(`?slide=${slide}`))
      await dialog.getByText(`Slide ${slide} of 5`).waitFor()
      await isReadFromAfar(own)
      await picture(own, `results-slide-${slide}-${width}-${colorScheme}`, { isWhole: false })
    }
  }
})
