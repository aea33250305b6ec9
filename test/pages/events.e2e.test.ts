/** Recent events as somebody looks at them who builds a program: none yet, then by type, with the payload and the lines to copy. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const page = await visit({
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
})
after(() => page.context().close())

const copied = () => page.evaluate<string>('navigator.clipboard.readText()')

test('events are listed newest first, narrowed to a type, opened, and followed by a line that is copied', async () => {
  await arriveAs(page, site, `${site.pages}/developers/events`, admin)
  await page.getByText('No events yet').waitFor()
  await picture(page, 'events-empty')
  const program = await world.organisation(['teams:write'])
  const team = (await program.post('/api/teams', { name: 'Platform' })).body
  await program.post('/api/members', { name: 'Grace', email: 'grace@acme.test' })
  await site.running.app.due.settle()
  await page.reload()
  const rows = page.getByRole('row')
  // It is called by its name; its id is in the payload.
  const created = rows.filter({ hasText: 'team.created' })
  await created.filter({ hasText: 'Platform' }).waitFor()
  assert.equal(await created.filter({ hasText: team.id.slice(-6) }).count(), 0)
  await isWellEverywhere(page, (name) => picture(page, `events-${name}`))
  await page.setViewportSize({ width: 360, height: 740 })
  const { height } = (await created.boundingBox())!
  assert.ok(height < 80, `two lines on a phone, and not ${height} px`)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByLabel('Type').selectOption('member.*')
  await rows.filter({ hasText: 'member.created' }).waitFor()
  await rows.filter({ hasText: 'team.created' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Copy Follow events (curl)' }).click()
  assert.match(await copied(), /^curl 'http.*\/api\/events\?start=recent&types=member\.\*'/)
  await page.getByRole('tab', { name: 'sonde' }).click()
  await page.getByRole('button', { name: 'Copy Follow events (sonde)' }).click()
  assert.equal(await copied(), "sonde listen --forward-to http://localhost:3000/hook --types 'member.*'")

  await page.getByRole('link', { name: 'member.created' }).click()
  const drawer = page.getByRole('dialog', { name: 'Event' })
  await drawer.getByText('"member_id"').waitFor()
  await isWell(page)
  await picture(page, 'events-payload')
  await page.keyboard.press('Escape')
  await page.getByLabel('Type').selectOption('action.*')
  await page.getByText('No recent events of this type').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await rows.filter({ hasText: 'team.created' }).waitFor()
})
