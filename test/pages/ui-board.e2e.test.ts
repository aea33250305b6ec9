/** A board by its buttons: a card goes to the next column, the focus goes with it, and a screen reader hears where it is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScene, startStage } from '../support/stage.ts'
import { picture } from '../support/visit.ts'
import { isWell, isWellEverywhere, visit } from './visit.ts'

const stage = await startStage()
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })

const columnOf = (name: string) => page.getByRole('list', { name })

test('a board is accessible: light and dark, wide and narrow, either way of writing', async () => {
  await openScene(page, `${stage}/boards?dir=rtl`)
  await isWell(page)
  await picture(page, 'board-rtl')
  await openScene(page, `${stage}/boards`)
  await isWellEverywhere(page, (look) => picture(page, `board-${look}`))
})

test('a card is moved by keys, and takes the focus along', async () => {
  const proposed = columnOf('Proposed')
  await proposed.getByRole('button', { name: 'Move Share on-call nights to Started' }).focus()
  await page.keyboard.press('Enter')
  await columnOf('Started').getByText('Share on-call nights').waitFor()
  await page.getByText('Share on-call nights is in Started').waitFor({ state: 'attached' })
  assert.match(await page.evaluate('document.activeElement.textContent'), /^Share on-call nights/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await proposed.getByText('Share on-call nights').waitFor()
})

test('a card that may go nowhere has no buttons, and an empty column says so', async () => {
  await columnOf('Done').getByText('Shorter stand-ups').waitFor()
  assert.equal(await columnOf('Done').getByRole('button').count(), 0)
  await page.getByText('Nothing here').waitFor()
})
