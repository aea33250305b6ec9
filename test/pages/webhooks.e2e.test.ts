/** Webhooks as an admin keeps them: from the first address to events that arrive, through a receiver that fails, to the end of it. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { answering, newReceiver, type Received } from '../support/webhook-receiver.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite({ env: { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' } })
const receiver = await newReceiver()
const page = await visit({
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  // A refused address, and one of a webhook that is gone.
  refusals: /status of (404|422)/,
})
after(() => page.context().close())

/** As a receiver computes it. */
function signatureBy(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

const secretNow = (): Promise<string> => page.locator('code', { hasText: /^whsec_/ }).innerText()
const settle = () => site.running.app.due.settle()
const rowOf = (state: string) => page.getByRole('row').filter({ hasText: state })

test('an address is added, tested, fails, is mended by a retry and a replay, paused, given a new secret, and deleted', async () => {
  await arriveAs(page, site, `${site.pages}/developers/webhooks/new`, admin)
  const create = page.getByRole('button', { name: 'Create webhook' })
  assert.ok(await create.isDisabled(), 'an address and an event are missing')
  await picture(page, 'webhook-new')
  await page.getByLabel('Address').fill(`${site.api}/hook`)
  await page.getByLabel('Teams').check()
  await page.getByText(/isn’t registered for/).waitFor({ state: 'detached' })
  await create.click()
  await page.getByText('not one of Sonde’s own').waitFor()
  await page.getByLabel('Address').fill(receiver.url)
  await create.click()
  await page.getByText('You won’t see this secret again.').waitFor()
  const first = await secretNow()
  await picture(page, 'webhook-secret')
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('Your receiver took the test event.').waitFor()
  assert.equal(receiver.received[0].headers['webhook-signature'], signatureBy(first, receiver.received[0]))
  await page.getByRole('button', { name: 'I’ve saved it' }).click()

  await page.getByText('No deliveries yet').waitFor()
  assert.equal((await page.content()).includes(first), false, 'the secret is gone from the page')
  receiver.behave = answering(500)
  await world.team('Platform', 1)
  await settle()
  await page.getByLabel('Waiting').check()
  await rowOf('Waiting').first().getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: 'Delivery' })
  // On a busy machine it may have been tried again already.
  await drawer.getByText('Your receiver failed. Its log says why.').first().waitFor()
  await drawer.getByText('answer 500').first().waitFor()
  await drawer.getByText('"team_id"').first().waitFor()
  await isWell(page)
  await picture(page, 'webhook-delivery')
  receiver.behave = answering(204)
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The event is being sent again').waitFor()
  await settle()
  await page.keyboard.press('Escape')
  await page.getByLabel('Delivered').check()
  await rowOf('Delivered').first().waitFor()
  await picture(page, 'webhook-deliveries')
  await page.getByLabel('Failed').check()
  await page.getByText('No deliveries in this state').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()

  const before = receiver.received.length
  await page.getByRole('button', { name: 'Replay events' }).click()
  const replay = page.getByRole('dialog')
  await replay.getByLabel('All events').check()
  const since = replay.getByLabel('Since')
  const before24Hours = await since.inputValue()
  await since.fill('2999-01-01T00:00')
  await replay.getByText('Choose a time that has passed.').waitFor()
  await since.fill(before24Hours)
  await replay.getByRole('button', { name: 'Replay events' }).click()
  await replay.waitFor({ state: 'hidden' })
  await settle()
  assert.ok(receiver.received.length > before, 'known events arrive again')

  await page.getByRole('button', { name: 'Pause webhook' }).click()
  await page.getByText('Nothing is sent while the webhook is paused').waitFor()
  await page.getByRole('button', { name: 'Enable webhook' }).click()
  await page.getByRole('button', { name: 'Pause webhook' }).waitFor()

  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByText('Signature check', { exact: true }).click()
  await page.getByText("from 'standardwebhooks'").waitFor()
  await isWellEverywhere(page, (name) => picture(page, `webhook-settings-${name}`))
  // What is typed while the form is saved stays, and so does what is typed while the secret of the same webhook is rotated.
  const description = page.getByLabel('Description')
  const going = Promise.withResolvers<void>()
  await page.route(/\/api\/webhooks\/[^/]+$/, async (route) => {
    if (route.request().method() === 'PATCH') await going.promise
    await route.fallback()
  })
  await description.fill('Of the warehouse')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await description.fill('Of the warehouse, and of payroll')
  going.resolve()
  await page.getByRole('main').getByText('Of the warehouse', { exact: true }).waitFor()
  assert.equal(await description.inputValue(), 'Of the warehouse, and of payroll')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText('You won’t see this secret again.').waitFor()
  assert.notEqual(await secretNow(), first)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByText('Events are signed with the old and the new secret').waitFor()
  assert.equal(await description.inputValue(), 'Of the warehouse, and of payroll')

  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('dialog').getByLabel(/^Type/).fill('127.0.0.1')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByText('Create your first webhook').waitFor()
})
