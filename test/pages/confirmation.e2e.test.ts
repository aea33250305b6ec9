/** Somebody confirms what an agent wants to do, in a real browser: they see whom it reaches, confirm one plan, and in German decline another that they had confirmed. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { agentOf } from '../support/agent.ts'
import { bodyOf } from '../support/clockwork.ts'
import { pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const page = await visit({ viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

test('a plan is confirmed on the page and carried out by the agent’s next call; another is declined', async () => {
  const author = await world.user({ id: world.adminId })
  const token = await world.token({ userId: world.adminId, scopes: ['pulses:write'] })
  const agent = await agentOf(site.api, token)
  const team = await world.team('Platform', 6)
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { channels: ['email'] })), 201)
  const call = () => agent.call('ask_people', { pulse_id: id })

  const { url } = await call()
  assert.ok(url.startsWith(`${site.pages}/app/confirmations/`))
  await arriveAs(page, site, url, admin)
  await page.getByRole('heading', { name: 'Open a survey' }).waitFor()
  const facts = page.getByRole('region', { name: 'Confirmation' })
  for (const fact of [
    'After the outage',
    '6 people',
    'Platform',
    'e-mail',
    'Anonymous',
    '7 days after it opens',
  ])
    await facts.getByText(fact, { exact: true }).waitFor()
  await isWellEverywhere(page, async (name) => {
    if (process.env.SONDE_SCREENSHOTS)
      await page.screenshot({
        path: `${process.env.SONDE_SCREENSHOTS}/confirmation-${name}.png`,
        fullPage: true,
      })
  })
  await facts.getByRole('button', { name: 'Confirm', exact: true }).press('Enter')
  await page.getByText('Confirmed. Go back to Test within ten minutes').waitFor()
  assert.equal((await call()).status, 'done')
  await page.reload()
  await page.getByText('Done. This confirmation is used up.').waitFor()

  const closing = { collection: id, change: 'close' }
  const asked = await agent.call('change_window', closing)
  const german = await visitAs(page, { locale: 'de-DE' })
  await german.goto(asked.url)
  await german.getByRole('heading', { name: 'Umfrage beenden' }).waitFor()
  await german.getByRole('button', { name: 'Bestätigen' }).click()
  await german.getByText('Bestätigt. Gehen Sie innerhalb von zehn Minuten zurück zu Test').waitFor()
  await german.getByRole('button', { name: 'Ablehnen' }).click()
  await german.getByText('Abgelehnt. Test kann das nicht tun').waitFor()
  assert.equal((await agent.call('change_window', closing)).refused.code, 'confirmation_declined')
  assert.equal((await bodyOf(author.get(`/api/pulses/${id}`))).state, 'open')

  const later = await bodyOf(author.post('/api/pulses', pulseDraft([team.id])), 201)
  const opensAt = new Date(Date.now() + 86_400_000).toISOString()
  const scheduling = await agent.call('ask_people', { pulse_id: later.id, opens_at: opensAt })
  await german.goto(scheduling.url)
  await german.getByText('6 Personen nach heutigem Stand', { exact: true }).waitFor()
  await german.getByText('Gefragt wird, wer beim Öffnen zu diesen Teams gehört.').waitFor()
  await german.getByText('Ohne Ihren Namen gespeichert').waitFor()
  await german.context().close()

  await page.goto(`${site.pages}/app/settings/organisation?tab=agents`)
  await page.getByLabel('Only in Sonde, after a recent sign-in').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
  await agent.close()
})
