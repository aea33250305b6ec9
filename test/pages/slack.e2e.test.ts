/** Slack workspaces as an admin connects them: declined, connected by way of a double of Slack, paused, disconnected. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSlack } from '../support/receiver.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const slack = await startSlack()
const { site, admin } = await startPeopledSite({ env: slack.appEnv })
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a workspace is connected by its admin, shown while it is paused, and disconnected', async () => {
  await arriveAs(page, site, `${site.pages}/app/settings/slack`, admin)
  await page.getByText('No workspace is connected').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `slack-empty-${look}`))

  // The double agrees at once, and sends the browser back.
  await button('Connect Slack').click()
  await page.getByRole('heading', { name: 'Slack has agreed' }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the code is not left in the address')
  await isWellEverywhere(page, (look) => picture(page, `slack-back-${look}`))
  await button('Connect workspace').click()
  const workspace = page.getByRole('region', { name: 'Workspace T0ACME' })
  await workspace.getByText('Connected', { exact: true }).first().waitFor()
  await workspace.getByText('T0ACME/U024BE7LH').waitFor()

  await site.running.db.pool.query(
    `update slack_workspaces set sealed_token = null, paused_because = 'uninstalled', paused_at = now()`,
  )
  await page.reload()
  await workspace.getByText('The app was removed in Slack').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `slack-paused-${look}`))

  await button('Disconnect Workspace T0ACME').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No workspace is connected').waitFor()

  await page.goto(`${site.pages}/slack/oauth/callback?error=access_denied&state=x`)
  await page.getByText('Slack didn’t allow the app').waitFor()
})
