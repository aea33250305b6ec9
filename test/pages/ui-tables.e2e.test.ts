/** Lists as people meet them: by the room they have, in every state, by keys, with filters in the address and with thousands of rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene, startStage } from '../support/stage.ts'
import { eventually } from '../support/world.ts'
import { isWell, isWellEverywhere, visit } from './visit.ts'

const stage = await startStage()
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })

const open = (search = ''): Promise<void> => openScene(page, `${stage}/tables${search}`)
const rows = page.locator('[data-row]')
const search = page.getByRole('searchbox', { name: 'Search surveys' })
const styleOf = (selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`)
const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')

test('a list is accessible in every state: light and dark, wide and narrow, either way of writing', async () => {
  for (const state of ['', '?state=failed']) {
    await open(state)
    await isWellEverywhere(page)
  }
  for (const state of ['?dir=rtl', '?state=empty', '?q=nothing', '?state=more']) {
    await open(state)
    await isWell(page)
  }
})

test('rows are cards where their own place is narrower than 720 px, and stay rows to a screen reader', async () => {
  await open()
  for (const [width, display] of [
    [1280, 'table'],
    [800, 'table'],
    [780, 'block'],
    [740, 'block'],
    [360, 'block'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await rows.first().waitFor()
    await eventually(
      () => styleOf('table', 'display'),
      (now) => now === display,
    )
    assert.equal(await page.getByRole('rowheader').count(), 6)
    assert.equal(await page.getByRole('columnheader').count(), 7)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('what is on its way is busy, and rows of the filter before are dimmed', async () => {
  await open('?state=loading')
  const table = page.getByRole('table', { name: 'Surveys' })
  await table.waitFor()
  assert.equal(await table.getAttribute('aria-busy'), 'true')
  assert.equal(await rows.count(), 0)
  await open('?state=stale')
  await rows.first().waitFor()
  assert.equal(await table.getAttribute('aria-busy'), 'true')
  assert.equal(await styleOf('tbody', 'opacity'), '0.5')
})

test('the address holds every filter: reload, back and a typed link show the same', async () => {
  await open()
  await search.fill('Survey 2')
  await page.waitForURL('**/tables?q=Survey+2')
  assert.equal(await rows.count(), 1)
  await page.reload()
  await rows.first().waitFor()
  assert.equal(await search.inputValue(), 'Survey 2')
  await page.getByLabel('Team').selectOption('Support')
  await page.getByText('No surveys match').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Survey 2' }).waitFor()
  await page.goForward()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Survey 6' }).waitFor()
  assert.equal(await search.inputValue(), '')
  await page.goBack()
  await page.getByText('No surveys match').waitFor()
  assert.equal(await search.inputValue(), 'Survey 2')
  await open('?open=no&team=Product')
  await rows.first().waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Closed' }).isChecked(), true)
  assert.equal(await page.getByLabel('Team').inputValue(), 'Product')
  await page.getByRole('radio', { name: 'Open', exact: true }).check({ force: true })
  await page.waitForURL(/open=yes/)
})

test('tabs are links of which one is current, and back leaves it', async () => {
  await open('?q=Survey')
  const tabs = page.getByRole('navigation', { name: 'State' })
  const current = (): Promise<string[]> => tabs.locator('[aria-current]').allInnerTexts()
  assert.deepEqual(
    (await current()).map((one) => one.replace(/\s/g, ' ')),
    ['Open 6'],
  )
  await tabs.getByRole('link', { name: 'Mine' }).click()
  await page.waitForURL(/tab=mine/)
  assert.match(page.url(), /q=Survey/)
  assert.deepEqual(
    (await current()).map((one) => one.replace(/\s/g, ' ')),
    ['Mine 2'],
  )
  assert.equal(await rows.count(), 2)
  await page.goBack()
  await page.getByRole('link', { name: 'Survey 6' }).waitFor()
})

test('keys go through rows, and are silent while somebody types', async () => {
  await open()
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  assert.equal(await focused(), 'Survey 2')
  await page.keyboard.press('ArrowDown')
  assert.match(await focused(), /^Survey 3/)
  await page.keyboard.press('k')
  assert.equal(await focused(), 'Survey 2')
  await page.keyboard.press('c')
  await page.getByText('created').waitFor()
  await search.fill('')
  await search.press('j')
  assert.equal(await search.inputValue(), 'j')
})

test('a column sorts, a row’s button is pressed apart from its link, and rows are chosen', async () => {
  await open()
  await page.getByRole('button', { name: 'Score' }).click()
  await page.waitForURL(/sort=down/)
  const heading = page.getByRole('columnheader', { name: 'Score' })
  assert.equal(await heading.getAttribute('aria-sort'), 'descending')
  assert.match(await rows.first().innerText(), /Survey 6/)
  await page.getByRole('button', { name: 'Remind Survey 6' }).click()
  await page.getByText('reminded Survey 6').waitFor()
  await page.getByRole('checkbox', { name: 'Select Survey 6' }).check()
  await page.getByText('6 rows · 1 selected').waitFor()
  const all = page.getByRole('checkbox', { name: 'Select all rows shown' })
  assert.equal(await page.evaluate("document.querySelector('thead input').indeterminate"), true)
  await all.click()
  await page.getByText('6 selected').waitFor()
  await all.click()
  await page.getByText('6 rows', { exact: true }).waitFor()
})

/** From the top of the window to its bottom there are rows, and no empty place. */
async function rowsFillTheWindow(): Promise<void> {
  for (;;) {
    const isFull = await page.evaluate<boolean>(`(() => {
      const rows = [...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect())
      const seen = rows.filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
      const height = seen.reduce((sum, { height }) => sum + height, 0)
      return seen.length > 0 && seen[0].top <= 0 && seen.at(-1).bottom >= innerHeight && height >= innerHeight
    })()`)
    if (isFull) return
    await page.waitForTimeout(50)
  }
}

test('of 5,000 rows those in sight are drawn, wherever one scrolls, and a screen reader is told how many there are', async () => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await open('?state=many')
    const table = page.getByRole('table', { name: 'Surveys' })
    await page.locator('[aria-rowindex="2"]').waitFor()
    assert.equal(await table.getAttribute('aria-rowcount'), '5001')
    for (const part of [0.3, 0.7, 0.5]) {
      await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${part})`)
      await rowsFillTheWindow()
      assert.ok((await rows.count()) < 100)
    }
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.locator('[data-row="survey_4999"]').waitFor()
    await isWell(page)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('the row with the focus stays while one scrolls on, and keys go on from it', async () => {
  await open('?state=many')
  await page.locator('[aria-rowindex="2"]').waitFor()
  for (let i = 0; i < 3; i++) await page.keyboard.press('j')
  await page.evaluate('scrollTo(0, 60_000)')
  await rowsFillTheWindow()
  assert.equal(await focused(), 'Survey 3')
  await page.keyboard.press('k')
  assert.equal(await focused(), 'Survey 2')
})
