/** A matrix where there is room: the names of its columns once, rows that differ by lines alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPulse, phone, picture, visit } from '../../test/support/visit.ts'
import { newWorld } from '../../test/support/world.ts'

const large = { viewport: { width: 1280, height: 800 } }

test('where there is room, a matrix says the ends of its scale once, and hits are as wide as a column', async () => {
  const world = await newWorld()
  const { urls } = await openPulse(world)
  const wide = await visit(large, world)
  await wide.page.goto(urls[0])
  const desk = wide.page.locator('[data-question=desk]')
  assert.equal(await desk.getByText('Badly').filter({ visible: true }).count(), 1)
  const [low, first] = [
    (await desk.getByText('Badly').filter({ visible: true }).boundingBox())!,
    (await desk.locator('.option').first().boundingBox())!,
  ]
  assert.ok(Math.abs(low.x - first.x) < 2 && low.y < first.y, 'above its own end')
  assert.ok(first.height >= 48 && first.width >= 44)
  // What is chosen differs from the rest by its ground, so no row has one.
  const grounds = await desk
    .locator('.row')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor))
  assert.equal(new Set(grounds).size, 1, `${grounds}`)
  await wide.close()
  const small = await visit(phone, world)
  await small.page.goto(urls[1])
  const badly = small.page.locator('[data-question=desk]').getByText('Badly').filter({ visible: true })
  assert.equal(await badly.count(), 2, 'on a phone under each')
  await small.close()
})

test('a matrix with a label for each step is as wide as its question', async () => {
  const labels = ['Very badly', 'Badly', 'So so', 'Well', 'Very well']
  const rows = ['One', 'Another'].map((text) => ({ id: text.toLowerCase(), text }))
  const each = { id: 'each', type: 'matrix', text: 'How well do these work?', labels, rows }
  const world = await newWorld()
  const { urls } = await openPulse(world, { questions: [each] })
  const wide = await visit(large, world)
  await wide.page.goto(urls[0])
  const [whole, matrix] = [
    (await wide.page.locator('[data-question=each]').boundingBox())!,
    (await wide.page.locator('.matrix').boundingBox())!,
  ]
  assert.ok(matrix.width > whole.width * 0.9, `${matrix.width} of ${whole.width}`)
  const well = (await wide.page.getByText('Well', { exact: true }).filter({ visible: true }).boundingBox())!
  const four = (await wide.page.locator('.row .option').nth(3).boundingBox())!
  assert.ok(Math.abs(well.x + well.width / 2 - four.x - four.width / 2) < 2, 'above its own column')
  await wide.close()
})

test('no word of a matrix is broken: names of rows take the room, and labels too long for their columns are told above', async () => {
  const labels = ['Sehr unzufrieden', 'Unzufrieden', 'Weder noch', 'Zufrieden', 'Sehr zufrieden']
  const rows = ['Kommunikation innerhalb des Teams', 'Weiterbildungsmöglichkeiten'].map((text, at) => ({
    id: `r${at}`,
    text,
  }))
  const asked = { id: 'long', type: 'matrix', text: 'Wie zufrieden sind Sie damit?', labels, rows }
  const statement = {
    id: 'before',
    type: 'statement',
    text: 'Die letzten vier Wochen\nEs gibt nichts Richtiges.',
  }
  const world = await newWorld()
  const { urls } = await openPulse(world, { questions: [statement, asked], language: 'de' })
  for (const [at, options] of [large, phone].entries()) {
    const { page, close } = await visit(options, world)
    await page.goto(`${urls[at]}?lang=de`)
    const question = page.locator('[data-question=long]')
    const shown = question.locator('.columns:visible span, .what')
    for (const words of await shown.all()) {
      const isWhole = await words.evaluate((it) => {
        const one = document.createRange()
        const text = it.firstChild!
        return text.textContent!.split(/(?<=\s)/).every((word, place, all) => {
          const from = all.slice(0, place).join('').length
          one.setStart(text, from)
          one.setEnd(text, from + word.trimEnd().length)
          return one.getClientRects().length === 1
        })
      })
      assert.ok(isWhole, await words.innerText())
    }
    const key = question.locator('.key')
    assert.match(await key.innerText(), /^1 Sehr unzufrieden ·\s+2 Unzufrieden ·/)
    const pairs = await key.locator('span').evaluateAll((all) => all.map((it) => it.getClientRects().length))
    assert.deepEqual(pairs, [1, 1, 1, 1, 1], 'a number and its word on one line')
    await picture(page, `matrix-words-${at}`)
    // What is sent shows a text as the question page does.
    await page.locator('.row .option').first().click()
    await page.locator('.row').nth(1).locator('.option').first().click()
    await page.getByRole('button', { name: 'Antworten senden' }).click()
    await page.waitForURL(/receipts/)
    await page.goto(page.url().replace(/[?].*/, ''))
    const lines = page.locator('.statement p')
    const [first, second] = [(await lines.nth(0).boundingBox())!, (await lines.nth(1).boundingBox())!]
    assert.ok(Math.abs(first.x - second.x) < 1)
    const align = await lines
      .nth(1)
      .evaluate((it) => [getComputedStyle(it).display, getComputedStyle(it).textAlign])
    assert.deepEqual(align, ['block', 'start'])
    await close()
  }
})
