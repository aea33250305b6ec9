/** What every page has to pass by itself: axe finds nothing. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose findings another colour scheme can change; all others look at the document and its layout. */
const ofColours = ['color-contrast']

/**
 * @property within  a part of the page, by its selector
 * @property without  rules that do not hold for what is no page by itself
 */
type Rules = { only?: 'colours'; within?: string; without?: readonly string[] }

export async function assertAccessible(
  page: Page,
  { only, within, without = [] }: Rules = {},
): Promise<void> {
  // Half way from one colour to another, a button has neither's contrast: what has begun to change is waited for, and nothing begins while
  // axe looks. A transition that another one replaces is cancelled, and its promise rejected. The theme follows the system's colours by a
  // listener, which a browser calls right before it paints: half of the colours would be the old ones until then.
  const isStill = await page.evaluate<boolean>("matchMedia('(prefers-reduced-motion: reduce)').matches")
  if (!isStill) await page.emulateMedia({ reducedMotion: 'reduce' })
  const isLoaded = await page.evaluate<boolean>(`(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const running = () =>
      document.getAnimations().filter((one) =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity)
    for (let some = running(); some.length > 0; some = running())
      await Promise.allSettled(some.map((one) => one.finished))
    return 'axe' in window
  })()`)
  if (!isLoaded) await page.evaluate(`${axe};0`)
  // Without reading all styles again for the one rule that needs them, css-orientation-lock: no style asks how a phone is held
  // (test/pages/bundle.test.ts), and reading them takes long.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(only && { runOnly: ofColours }),
    rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
  }
  const violations = await page.evaluate<string[]>(
    `axe.run(${within ? JSON.stringify(within) : 'document'}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )
  if (!isStill) await page.emulateMedia({ reducedMotion: null })
  assert.deepEqual(violations, [], page.url())
}
