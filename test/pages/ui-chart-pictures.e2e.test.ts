/**
 * Charts of fixed figures look as they did when somebody last looked at them: each against a picture of its own, in both themes, wide and on
 * a phone, from left to right and from right to left. Words are blank, so no picture depends on the fonts of a machine.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { blankWords, coloursOf, difference, looksAsKept } from '../support/compare-pictures.ts'
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

/** CSS Color 4, 9.2: lightness, and how far to red and to yellow, in which equal distances look about equally far apart. */
function oklabOf(rgb: readonly number[]): number[] {
  const [r, g, b] = rgb.map((one) => {
    const share = one / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const apart = (one: readonly number[], other: readonly number[]): number => {
  const [a, b] = [oklabOf(one), oklabOf(other)]
  return Math.hypot(...a.map((part, i) => part - b[i]))
}

/** Differences that are seen side by side begin at about 0.02. */
const neighbourMin = 0.04
const oppositeMin = 0.1

const eyes = ['none', 'protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const

test('answers are told apart by eyes that see fewer colours, or none', async () => {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await openScene(page, `${stage}/charts`)
    await blankWords(page)
    for (const type of eyes) {
      await session.send('Emulation.setEmulatedVisionDeficiency', { type })
      const bar = charts.spread.getByRole('img', { name: /^My workload/ })
      const colours = await coloursOf(page, bar, '[data-tone]')
      assert.equal(colours.length, 5)
      const seen = `${colorScheme}, ${type}: ${colours.join('; ')}`
      for (const [i, colour] of colours.slice(1).entries())
        assert.ok(apart(colour, colours[i]) >= neighbourMin, `${i + 1} and ${i + 2} of 5 in ${seen}`)
      if (type === 'achromatopsia')
        for (const colour of colours) assert.ok(Math.max(...colour) - Math.min(...colour) <= 2, seen)
      // Without any colours, the line in the middle and the shares beside the bar tell the sides apart.
      if (type === 'achromatopsia') continue
      for (const i of [0, 1])
        assert.ok(apart(colours[i], colours[4 - i]) >= oppositeMin, `${i + 1} and ${5 - i} of 5 in ${seen}`)
    }
  }
  await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' })
})

test('where colours may be lost, the strongest answers carry a pattern, and on a screen none does', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await openScene(page, `${stage}/charts`)
  await blankWords(page)
  const bar = charts.spread.getByRole('img', { name: /^My workload/ })
  const patterned = (): Promise<string[]> =>
    bar
      .locator('[data-tone]')
      .evaluateAll((parts: HTMLElement[]) =>
        parts.flatMap((part) =>
          getComputedStyle(part).backgroundImage === 'none' ? [] : [part.dataset.tone!],
        ),
      )
  assert.deepEqual(await patterned(), [])
  for (const [name, media] of [
    ['print', { media: 'print' }],
    ['forced', { media: null, forcedColors: 'active' }],
  ] as const) {
    await page.emulateMedia(media)
    assert.deepEqual(await patterned(), ['-2', '2'], name)
    await looksAsKept(page, bar, kept(`spread-${name}`))
  }
  await page.emulateMedia({ media: null, forcedColors: null })
})
