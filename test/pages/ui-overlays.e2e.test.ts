/** What opens over a page: by address, by keys, and with the focus back where it came from. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openScene, startStage } from '../support/stage.ts'
import { assertAccessible } from '../support/accessible.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { isWellEverywhere, visit } from './visit.ts'

const stage = await startStage()
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })

const open = (search = ''): Promise<void> => openScene(page, `${stage}/overlays${search}`)
const drawer = page.getByRole('dialog', { name: 'Person' })
const slide = page.getByRole('dialog').getByRole('heading', { level: 2 })
const gone = (): Promise<unknown> => page.getByRole('dialog').waitFor({ state: 'detached' })
const hasFocus = (name: string): Promise<unknown> =>
  page.locator('a:focus', { hasText: new RegExp(`^${name}$`) }).waitFor()

test('drawer, slides and conflict are accessible: light and dark, wide and narrow, either way of writing', async () => {
  const look = async (name: string, dir: string): Promise<void> => {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      ...(dir === 'ltr' ? [[360, 'dark'] as const] : []),
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page)
      await picture(page, `${name}-${dir}-${width}-${colorScheme}`)
    }
  }
  for (const dir of ['rtl', 'ltr']) {
    await open(`?person=Ada&dir=${dir}`)
    await page.getByText('All about Ada').waitFor()
    await look('drawer', dir)
    await open(`?slide=1&dir=${dir}`)
    await slide.waitFor()
    await look('slide', dir)
  }
  await open()
  await page.getByRole('button', { name: 'Save title' }).click()
  await page.getByText('Changed by someone else').waitFor()
  await isWellEverywhere(page)
})

test('a drawer is open while the address names its object, and the focus goes back to its row', async () => {
  await open()
  await page.getByRole('link', { name: 'Grace' }).click()
  await page.waitForURL(/person=Grace/)
  await drawer.getByText('All about Grace').waitFor()
  await page.keyboard.press('Escape')
  await gone()
  assert.doesNotMatch(page.url(), /person/)
  await hasFocus('Grace')
  await page.getByRole('link', { name: 'Ada' }).click()
  await drawer.waitFor()
  await page.goBack()
  await gone()
  await open('?person=Edsger')
  await drawer.getByText('All about Edsger').waitFor()
  await page.keyboard.press('Escape')
  await gone()
  await hasFocus('Edsger')
})

test('slides follow the keys, the address follows the slides, and Escape ends', async () => {
  for (const [dir, onwards, back] of [
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ]) {
    await open(`?dir=${dir}`)
    await page.getByRole('link', { name: 'Present' }).click()
    await page.getByRole('dialog', { name: 'My workload was manageable' }).waitFor()
    await page.getByText('Slide 1 of 3').waitFor()
    await page.keyboard.press(onwards)
    await page.waitForURL(/slide=2/)
    await page.keyboard.press('End')
    await page.getByRole('heading', { name: 'Good work was noticed' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Next' }).isDisabled(), true)
    await page.keyboard.press(onwards)
    await page.keyboard.press(back)
    await page.getByRole('heading', { name: 'My tools let me do good work' }).waitFor()
    await page.reload()
    await page.getByText('Slide 2 of 3').waitFor()
    await page.keyboard.press('Home')
    await page.getByText('Slide 1 of 3').waitFor()
    await page.keyboard.press('Escape')
    await gone()
    assert.doesNotMatch(page.url(), /slide/)
  }
})

test('what opened a dialog has the focus again when it closes', async () => {
  await open()
  const opener = page.getByRole('button', { name: 'Save title' })
  const has = (what: Locator) =>
    eventually(() => what.evaluate((one) => one === one.ownerDocument.activeElement), Boolean)
  for (const opens of [
    () => opener.click(),
    async () => {
      await opener.focus()
      await page.keyboard.press('Enter')
    },
  ])
    for (const closes of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
    ]) {
      await opens()
      await page.getByRole('dialog').locator(':focus').waitFor()
      await closes()
      await gone()
      await has(opener)
    }
})

test('a number that is not a slide opens none, and one past the end the last', async () => {
  await open('?slide=none')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await open('?slide=99')
  await page.getByText('Slide 3 of 3').waitFor()
})

test('a presentation fills the screen when that is asked for', async () => {
  await open('?slide=1')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.locator('dialog > :fullscreen').waitFor()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.locator('dialog > :not(:fullscreen)').waitFor()
})

test('two versions stand side by side, and either can stay', async () => {
  await open()
  for (const [button, outcome] of [
    ['Save my version', 'kept mine'],
    ['Take their version', 'took theirs'],
  ]) {
    await page.getByRole('button', { name: 'Save title' }).click()
    await page.getByRole('row', { name: 'Title First month Welcome' }).waitFor()
    await page.getByRole('button', { name: button }).click()
    await page.getByText(outcome).waitFor()
    await gone()
  }
})

test('a part whose texts come late is drawn once they are there, without a fault of a script', async () => {
  await open()
  await page.getByRole('button', { name: 'Show late texts' }).click()
  await page.getByRole('button', { name: 'Dismiss (0)' }).click()
  await page.getByRole('button', { name: 'Dismiss (1)' }).waitFor()
})
