/** The schedule as it opens: from this week on, with what is open now on the first screen, and months before and after. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
const other = await world.team('Sales', 5)

test('without a month it begins with this week, and what is over is one step back', async () => {
  const now = new Date()
  const { id } = await bodyOf(
    author.post(
      '/api/pulses',
      pulseDraft([other.id], {
        title: 'Right now',
        closes_at: new Date(now.getTime() + 3 * 86_400_000).toISOString(),
      }),
    ),
    201,
  )
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  const here = await visit({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
  })
  const address = `${site.pages}/app/schedule`
  await arriveAs(here, site, address, admin)
  const today = here.locator('[data-day][data-today]')
  const open = today.locator('li', { hasText: 'Right now' })
  await open.waitFor()
  assert.match((await open.textContent()) ?? '', /Open, until \w+,? \d+ \w+, For Sales$/)
  const isOnFirstScreen = async (): Promise<void> => {
    const box = await open.boundingBox()
    assert.ok(box && box.y > 0 && box.y + box.height < 800, JSON.stringify(box))
  }
  await isOnFirstScreen()
  const first = await here.locator('[data-day]').first().getAttribute('data-day')
  const sinceMonday = (now.getTime() - Date.parse(`${first}T00:00:00+01:00`)) / 86_400_000
  assert.ok(sinceMonday >= -0.1 && sinceMonday < 7.1, String(first))
  await isWellEverywhere(here, (look) => picture(here, `schedule-now-${look}`))
  await here.setViewportSize({ width: 360, height: 800 })
  await here.goto(address)
  await open.waitFor()
  await isOnFirstScreen()
  await here.setViewportSize({ width: 1280, height: 800 })
  await here.getByRole('link', { name: /^Earlier: / }).click()
  await here.waitForURL(/month=\d{4}-\d\d/)
  const before = await here.locator('[data-day]').first().getAttribute('data-day')
  assert.ok(before !== null && first !== null && before < first)
  await here.getByRole('link', { name: 'Today' }).click()
  await open.waitFor()
  await here.context().close()
})
