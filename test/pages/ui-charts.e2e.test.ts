/** Charts as people meet them: seen in both themes, on a phone, from right to left; read by keys and by a screen reader; taken along. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openScene, startStage } from '../support/stage.ts'
import { isWell, isWellEverywhere, visit } from './visit.ts'

const stage = await startStage()
const page = await visit({
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})

const open = (search = ''): Promise<void> => openScene(page, `${stage}/charts${search}`)
const box = async (one: Locator) => (await one.boundingBox())!
const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')

const questions = page.getByRole('region', { name: /^Tools rose/ })
const workload = page.getByRole('region', { name: /^Workload fell/ })

test('charts are accessible, and a bar lies so that half of the middle answer is on each side, either way of writing', async () => {
  for (const dir of ['rtl', 'ltr']) {
    await open(`?dir=${dir}`)
    await (dir === 'ltr' ? isWellEverywhere(page) : isWell(page))
    const bar = page.getByRole('img', { name: /^My workload was manageable/ })
    const [line, low, middle] = await Promise.all([
      box(bar),
      box(bar.locator('[data-tone="-2"]')),
      box(bar.locator('[data-tone="0"]')),
    ])
    assert.ok(Math.abs(line.x + line.width / 2 - (middle.x + middle.width / 2)) < 2, dir)
    assert.equal(low.x < middle.x, dir === 'ltr', 'low answers are where reading starts')
  }
})

test('a bar and an interval say their figures', async () => {
  await page
    .getByRole('img', {
      name: 'My tools let me do good work: 5% unfavourable, 23% in the middle, 72% favourable. 1: 0, 2: 3, 3: 13, 4: 26, 5: 15.',
    })
    .waitFor()
  await page.getByRole('img', { name: 'Mean 3.9, likely 3.7 to 4.2, was 3.2' }).waitFor()
  await page
    .getByRole('img', { name: 'Four steps: 32% unfavourable, 68% favourable. 1: 5, 2: 9, 3: 20, 4: 10.' })
    .waitFor()
})

test('what confidentiality keeps back is said in words, and never as a figure', async () => {
  const hidden = questions.getByText('Not shown on its own: too few people.')
  await hidden.waitFor()
  assert.doesNotMatch(await hidden.innerText(), /\d/)
  for (const one of [
    page.getByRole('row', { name: /^Legal/ }),
    page.getByText('Count shown after more answers'),
    page.getByRole('img', { name: 'Count shown after more answers' }),
  ])
    assert.doesNotMatch(await one.innerText(), /\d/)
})

test('the same figures are a table, where what is hidden says so', async () => {
  await questions.getByRole('button', { name: 'Show as table' }).click()
  await questions.getByRole('row', { name: 'My tools let me do good work 3.9 57' }).waitFor()
  await questions.getByRole('cell', { name: /too few people/ }).waitFor()
  assert.equal(await questions.getByRole('img').count(), 0)
  await isWell(page)
  await questions.getByRole('button', { name: 'Show as chart' }).click()
  await questions.getByRole('img').first().waitFor()
})

async function saved(item: string): Promise<Buffer> {
  await questions.getByRole('button', { name: 'Save and share' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    questions.getByRole('button', { name: item }).click(),
  ])
  return readFile(await file.path())
}

test('saved as CSV it starts no formula', async () => {
  const lines = (await saved('Save as CSV')).toString().split('\r\n')
  assert.equal(lines[0], '\ufeff"Question","Mean","Answers"')
  assert.equal(lines[3], '"My tools let me do good work",3.9,57')
  assert.equal(lines[6], '"\'=HYPERLINK(""https://example.com"")",-3,')
})

test('saved as a picture it shows the chart in its colours, without its buttons', async () => {
  for (const [colorScheme, card, middle] of [
    ['light', '255,255,255', '215,215,223'],
    ['dark', '26,26,31', '74,74,87'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await open()
    const picture = await saved('Save as picture')
    const colours = await page.evaluate<string[]>(`(async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${picture.toString('base64')}'
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const seen = new Set()
      for (let i = 0; i < data.length; i += 4) seen.add(data.slice(i, i + 3).join())
      return [data.slice(0, 3).join(), ...seen]
    })()`)
    assert.equal(colours[0], card)
    assert.ok(colours.includes(middle), colorScheme)
  }
  await page.emulateMedia({ colorScheme: 'light' })
})

test('a link leads to the chart, and print leaves the rest of the page out', async () => {
  await open()
  const more = workload.getByRole('button', { name: 'Save and share' })
  await more.click()
  await workload.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${stage}/charts#workload`)
  await page.evaluate('globalThis.print = () => {}')
  await more.click()
  await workload.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  assert.equal(await questions.isVisible(), false)
  assert.equal(await workload.getByRole('heading').isVisible(), true)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  assert.equal(await questions.isVisible(), true)
  await page.emulateMedia({ media: null })
})

test('a line is read by keys, point by point, and stops at a gap', async () => {
  await open()
  const slider = workload.getByRole('slider', { name: 'Workload by week' })
  await slider.focus()
  await page.keyboard.press('Home')
  assert.equal(await slider.getAttribute('aria-valuetext'), '31 Aug: 3.9 ·\u00a03.4 to 4.5 ·\u00a014 answers')
  await page.keyboard.press('ArrowRight')
  await workload.getByText('7 Sept: 3.8 · 3.3 to 4.4 · 14 answers').waitFor()
  await page.keyboard.press('End')
  assert.match((await slider.getAttribute('aria-valuetext'))!, /^16 Nov: 2\.1/)
  // The week of the holidays is not a point, and no line leads over it.
  assert.equal(await slider.getAttribute('max'), '10')
  assert.equal(await workload.locator('svg path[class*="_line_"]').count(), 2)
  await workload.getByText('22 Sept to 4 Oct: Autumn holidays').waitFor()
})

test('one cell of a heat map takes the focus, arrows move it, and it opens what it stands for', async () => {
  for (const [dir, onwards, back] of [
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ]) {
    await open(`?dir=${dir}`)
    const grid = page.getByRole('treegrid', { name: 'Teams by driver' })
    assert.equal(await grid.locator('[tabindex="0"]').count(), 1)
    await grid.locator('[tabindex="0"]').focus()
    assert.equal(await focused(), '3.1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    assert.match(await focused(), /^2\.1.*clearly below/)
    await page.keyboard.press('Enter')
    await page.getByText('platform, Workload').waitFor()
    assert.equal(await grid.getByRole('gridcell', { selected: true }).count(), 1)
    await page.keyboard.press(onwards)
    assert.equal(await focused(), '4.1')
    await page.keyboard.press(back)
    await page.keyboard.press('End')
    assert.match(await focused(), /−64/)
    await page.keyboard.press('Control+End')
    assert.match(await focused(), /too few people/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    assert.equal(await focused(), 'Support')
    await page.keyboard.press('Control+Home')
    assert.equal(await focused(), 'Everyone')
    await page.keyboard.press('ArrowDown')
    const row = grid.getByRole('row', { name: /^Engineering/ })
    assert.equal(await row.getAttribute('aria-expanded'), 'true')
    await page.keyboard.press(' ')
    assert.equal(await row.getAttribute('aria-expanded'), 'false')
    assert.equal(await grid.getByRole('row', { name: /^Platform/ }).count(), 0)
    assert.equal(await grid.locator('[tabindex="0"]').count(), 1)
  }
})

test('the first column and the first row of a heat map stay visible', async () => {
  await page.setViewportSize({ width: 360, height: 420 })
  await open()
  const grid = page.getByRole('treegrid')
  const place = grid.locator('xpath=..')
  await grid.scrollIntoViewIfNeeded()
  await page.evaluate("document.querySelector('[role=treegrid]').parentElement.scrollBy(200, 80)")
  const [frame, name, head] = await Promise.all([
    box(place),
    box(grid.getByRole('rowheader', { name: 'Support' })),
    box(grid.getByRole('columnheader', { name: 'Tools' })),
  ])
  assert.ok(Math.abs(name.x - frame.x) < 4)
  assert.ok(Math.abs(head.y - frame.y) < 4)
  await page.setViewportSize({ width: 1280, height: 900 })
})
