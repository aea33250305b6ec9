/** Microsoft tenants as an admin connects them: cancelled, connected by way of a double of Microsoft, paused, disconnected. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { startMicrosoft, usualTenant } from '../support/microsoft.ts'
import { picture } from '../support/visit.ts'
import { unzip } from '../support/zip.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const microsoft = await startMicrosoft()
const { site, admin } = await startPeopledSite({ env: microsoft.env })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a tenant is connected by its administrator, shown while it is paused, and disconnected', async () => {
  await arriveAs(page, site, `${site.pages}/app/settings/microsoft-teams`, admin)
  await page.getByText('No tenant is connected').waitFor()
  await isWellEverywhere(page)
  await picture(page, 'microsoft-teams-empty')
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download app (.zip)').click()])
  assert.equal(download.suggestedFilename(), 'sonde-teams-app.zip')
  assert.deepEqual(Object.keys(unzip(await readFile((await download.path())!))).toSorted(), [
    'color.png',
    'manifest.json',
    'outline.png',
  ])

  // The double signs in at once, and sends the browser back.
  await button('Connect Microsoft Teams').click()
  await page.getByRole('heading', { name: 'Microsoft has signed you in' }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the code is not left in the address')
  await isWellEverywhere(page)
  await picture(page, 'microsoft-teams-back')
  await button('Connect tenant').click()
  const tenant = page.getByRole('region', { name: 'acme.test' })
  await tenant.getByText('Connected', { exact: true }).first().waitFor()
  await tenant.getByText(usualTenant).waitFor()

  await site.running.db.pool.query(
    `update microsoft_tenants set paused_because = 'app_blocked', paused_at = now()`,
  )
  await page.reload()
  await tenant.getByText('The app was blocked in Teams').waitFor()
  await isWellEverywhere(page)
  await picture(page, 'microsoft-teams-paused')

  const entryOf = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
  await entryOf(/^Microsoft Teams Ask people in/)
    .getByText('Needs attention')
    .waitFor()
  await entryOf('Slack').getByText('The operator has to set this up').waitFor()
  for (const channel of ['SMS', 'Microsoft Teams by webhook', 'Chat']) {
    await entryOf(channel).getByText('The operator has to set this up').waitFor()
    assert.equal(await entryOf(channel).getAttribute('href'), '/docs/channels')
  }
  await isWellEverywhere(page, (look) => picture(page, `integrations-${look}`))
  await site.running.db.pool.query(`update microsoft_tenants set paused_because = null, paused_at = null`)
  await page.reload()
  await entryOf(/^Microsoft Teams Ask people in/)
    .getByText('Connected')
    .waitFor()
  await entryOf(/^Microsoft Teams Ask people in/).click()
  await tenant.waitFor()

  await button('Disconnect acme.test').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No tenant is connected').waitFor()

  await page.goto(`${site.pages}/teams/oauth/callback?error=access_denied&state=x`)
  await page.getByText('The sign-in at Microsoft was cancelled').waitFor()
})

test('where the operator has set up no app, nothing is offered that cannot work, and what they must do is a link', async () => {
  await page.goto(`${site.pages}/app/settings/slack`)
  await page.getByRole('heading', { name: 'The operator has to set this up' }).waitFor()
  await page.getByText('has not set up an app at Slack').waitFor()
  assert.equal(await button('Connect Slack').count(), 0)
  const guide = page.getByRole('link', { name: 'What the operator must do' })
  assert.equal(await guide.getAttribute('href'), '/docs/slack')
  await isWellEverywhere(page, (look) => picture(page, `slack-not-available-${look}`))
})

test('pages of one family are as wide as one another', async () => {
  const widths: string[] = []
  for (const part of [
    'integrations',
    'slack',
    'identity-providers',
    'directory-sync',
    'holidays',
    'alerts',
  ]) {
    await page.goto(`${site.pages}/app/settings/${part}`)
    await isThere(page)
    const box = await page
      .getByRole('main')
      .getByRole('heading', { level: 1 })
      .locator('xpath=ancestor::header')
      .boundingBox()
    widths.push(`${box!.x} ${box!.width}`)
  }
  assert.equal(new Set(widths).size, 1, widths.join(', '))
})
