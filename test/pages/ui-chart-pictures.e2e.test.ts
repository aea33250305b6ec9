/**
 * Charts of fixed figures look as they did when somebody last looked at them: each against a picture of its own, in both themes, wide and on
 * a phone, from left to right and from right to left. Words are blank, so no picture depends on the fonts of a machine.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { blankWords, difference, looksAsKept } from '../support/compare-pictures.ts'
import { openScene, startStage } from '../support/stage.ts'
import { visit } from './visit.ts'

const stage = await startStage()
const page = await visit({ locale: 'en-GB', bypassCSP: true })
const kept = (name: string): string => join(import.meta.dirname, 'chart-pictures', `${name}.png`)

/** Figures, by what their heading or name begins with. */
const charts = {
  spread: page.getByRole('region', { name: /^Tools rose/ }),
  line: page.getByRole('region', { name: /^Workload fell/ }),
  sparklines: page.getByRole('region', { name: /^Workload is 2\.1/ }),
  rings: page.getByRole('region', { name: 'Responses' }),
  heat: page.getByRole('region', { name: /^Workload divides/ }),
  bars: page.getByRole('region', { name: /^12 of 7,000/ }),
}

const looks = [
  { dir: 'ltr', width: 1280, colorScheme: 'light' },
  { dir: 'rtl', width: 1280, colorScheme: 'dark' },
  { dir: 'ltr', width: 360, colorScheme: 'dark' },
  { dir: 'rtl', width: 360, colorScheme: 'light' },
] as const

for (const { dir, width, colorScheme } of looks)
  test(`charts look as kept: ${colorScheme}, ${width} px, ${dir}`, async () => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await openScene(page, `${stage}/charts?dir=${dir}`)
    await blankWords(page)
    for (const [name, chart] of Object.entries(charts))
      await looksAsKept(page, chart, kept(`${name}-${width}-${colorScheme}-${dir}`))
  })

test('a bar that ends elsewhere is seen, and a word that changes is not', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await openScene(page, `${stage}/charts`)
  await blankWords(page)
  const before = await charts.spread.screenshot({ animations: 'disabled' })
  const [title] = await charts.spread.getByRole('heading', { level: 3 }).all()
  await title.evaluate((heading) => (heading.textContent = heading.textContent!.toUpperCase()))
  assert.equal(await difference(page, before, await charts.spread.screenshot({ animations: 'disabled' })), 0)
  const bar = charts.spread.getByRole('img', { name: /^My workload/ })
  await bar.locator('[data-tone="0"]').evaluate((part: HTMLElement) => (part.style.transform = 'scaleX(0.9)'))
  const changed = await difference(page, before, await charts.spread.screenshot({ animations: 'disabled' }))
  assert.ok(changed > 100 && changed < Infinity, String(changed))
})
