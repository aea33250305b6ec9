/** The palette as somebody uses it who looks for something by its name: a survey, a person, a team, a guide; by keys alone, on a phone, and with nothing to see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { phone, picture } from '../support/visit.ts'
import { type Client, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const team = await world.team('Kvasir crew', 5)
const { id: survey } = await bodyOf(
  author.post('/api/pulses', pulseDraft([team.id], { title: 'After the Kvasir storm' })),
  201,
)
const member = await bodyOf(author.get(`/api/members/${team.members[0]}`))

const place = /^Search pages, surveys/

test('a survey, a team, a person and a guide are found by their names and opened', async () => {
  const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(page, site, `${site.pages}/app`, admin)
  const palette = page.getByRole('dialog')
  const look = async (words: string): Promise<void> => {
    await isThere(page)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(place).fill(words)
  }
  await look('kvasir')
  await palette.getByText('After the Kvasir storm').waitFor()
  await palette.getByText('Kvasir crew', { exact: true }).waitFor()
  await isWell(page)
  await picture(page, 'palette', { isWhole: false })
  // The first is chosen, though it came after the words.
  await page.locator('[data-action][data-selected]').getByText('After the Kvasir storm').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/pulses/${survey}/edit`)

  await look('kvasir')
  await palette.getByText('Kvasir crew', { exact: true }).click()
  await page.waitForURL(`**/app/directory?team=${team.id}`)

  await look(member.name)
  await palette.getByText(member.name, { exact: true }).click()
  await page.waitForURL(`**/app/directory?member=${member.id}`)

  await page.goto(`${site.pages}/app`)
  await look('idempotency')
  await palette.getByText('When to retry').click()
  await page.waitForURL(/\/docs\/[a-z-]+/)
  await page.context().close()
})

test('what somebody may not see is not found, on a phone either', async () => {
  const email = `mads-${world.adminEmail}`
  await bodyOf(author.post('/api/members', { name: 'Mads', email, team_ids: [team.id] }), 201)
  const mads = { email, name: 'Mads', password: admin.password }
  await createAccount(site.running.db.tx, mads, new Date())
  const page = await visit({ ...phone, locale: 'en-GB' })
  await arriveAs(page, site, `${site.pages}/app`, mads)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByPlaceholder(place).fill('kvasir storm')
  await page.getByText('No results').waitFor()
  await picture(page, 'palette-nothing', { isWhole: false })
  assert.equal(await page.getByText('After the Kvasir storm').count(), 0)
  await page.context().close()
})
