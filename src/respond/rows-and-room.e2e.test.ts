/** Where parts of the answer page stand: what opens covers no promise, rows begin where their question does, and what belongs together has room around it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { languages } from '../../locales/catalogue.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import { png } from '../../test/support/pictures.ts'
import {
  everyQuestion,
  noSidewaysScrolling,
  openPulse,
  type Visitor,
  visit,
} from '../../test/support/visit.ts'
import { eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

const long = 'Außerordentlich beeinträchtigend für alle, die hier arbeiten'
const rows = ['One', 'Another'].map((text) => ({ id: text.toLowerCase(), text }))
const slider = { type: 'slider', min: 0, max: 100, step: 10, unit: 'dB' }
const questions = [
  ...everyQuestion,
  { id: 'five', type: 'matrix', text: 'And these?', max: 5, labels: ['Badly', 'Well'], rows },
  { ...slider, id: 'loud', text: 'How loud is it now?', labels: ['Silent', long] },
]
const phone = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }
const modes = ['anonymous', 'confidential', 'attributed'] as const

let world: World
const urls = {} as Record<(typeof modes)[number], string[]>
const visitors: Visitor[] = []

before(async () => {
  world = await newWorld()
  const author = await world.user()
  const team = await world.team('Platform', 6)
  for (const mode of modes) {
    const more = { questions, confidentiality: { mode }, description: 'A minute is enough.' }
    const { body } = await author.post('/api/pulses', pulseDraft([team.id], more))
    assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
    urls[mode] = (await links(author, `/api/pulses/${body.id}`)).map(({ url }) => url)
  }
  await world.running.db.pool.query('update collections set recent_members = 0')
  for (const viewport of [phone, wide])
    visitors.push(await visit({ viewport, reducedMotion: 'reduce', hasTouch: viewport === phone }, world))
})
after(async () => {
  for (const visitor of visitors)
    await visitor.close().catch((error: Error) => assert.match(error.message, /404|422|503/))
})

const boxOf = async (what: Locator) => (await what.boundingBox())!
const question = (page: Page, id: string): Locator => page.locator(`[data-question=${id}]`)
const isNear = (one: number, other: number, what: string): void =>
  assert.ok(Math.abs(one - other) <= 1, `${what}: ${one} and ${other}`)

test('which answers count, and how to change them, is said above its question, over no promise, and within the column', async () => {
  for (const { page } of visitors)
    for (const language of ['en', 'de', 'ar']) {
      await page.goto(`${urls.anonymous[0]}?lang=${language}`)
      await page.locator('details.already > summary').click()
      const [said, asked, promise, column] = await Promise.all(
        ['details.already > p', 'details.already > summary', '.promise', 'form[data-answer]'].map((what) =>
          boxOf(page.locator(what)),
        ),
      )
      const where = `${language}: ${JSON.stringify([said, asked, promise, column])}`
      assert.ok(said.y + said.height <= asked.y + asked.height / 2 && asked.y < promise.y, where)
      assert.ok(said.y >= 0, where)
      assert.ok(said.x >= column.x - 1 && said.x + said.width <= column.x + column.width + 1, where)
      if (page.viewportSize()!.width === wide.width && language !== 'ar')
        isNear(said.x + said.width, column.x + column.width, 'its end')
    }
})
