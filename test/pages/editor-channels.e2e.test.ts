/** What an editor offers to send by, and a draft that was begun and not meant. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({ refusals: /sandboxed/, locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())

let team: string
before(async () => {
  team = (await world.team('Legal', 6)).id
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')

test('a channel that reaches nobody is not offered, and one that was chosen is named before anybody is asked', async () => {
  const more = { title: 'By text', channels: ['email', 'sms'] }
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], more)), 201)
  await page.goto(`${site.pages}/app/pulses/${id}/edit`)
  await isThere(page)
  await button('Edit sending').click()
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await page.getByText('The operator has to set this up').first().waitFor()
  assert.deepEqual(
    [await box('E-mail').isEnabled(), await box('Slack').count(), await box('SMS').isEnabled()],
    [true, 0, true],
  )
  // Those that nobody can choose are one line, and the others are in columns.
  const line = page.getByRole('paragraph').filter({ hasText: /^The operator has to set these up: / })
  assert.match(await line.innerText(), /: Slack, Microsoft Teams, .* ·\u00a0What the operator does$/)
  const guide = page.getByRole('link', { name: 'What the operator does' }).last()
  assert.equal(await guide.getAttribute('href'), '/docs/channels')
  const across = async (name: string) => (await box(name).boundingBox())!
  const [mail, sms] = [await across('E-mail'), await across('SMS')]
  assert.ok(Math.abs(mail.y - sms.y) < 1 && sms.x > mail.x + 200, JSON.stringify({ mail, sms }))
  assert.equal(await page.getByRole('link', { name: 'Connect', exact: true }).count(), 0)
  await isWellEverywhere(page, (look) => picture(page, `drafts-channels-${look}`))
  await button('Review and open…').click()
  await dialog().getByText('Sent by: E-mail and SMS.').waitFor()
  await dialog().getByText('Not set up: SMS. Nobody is reached by it.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await box('SMS').uncheck()
  assert.equal(await box('SMS').isDisabled(), true)
})

test('a draft that a template began is deleted where it is asked about, with the ways on in sight on a small phone', async () => {
  await page.goto(`${site.pages}/app/surveys/new`)
  await page.setViewportSize({ width: 360, height: 560 })
  await button('Use template: Confidential weekly check-in').click()
  await dialog().getByRole('radio', { name: 'Anonymous' }).waitFor()
  const seen = dialog().getByRole('button', { name: 'Go on to the draft' })
  const ends = async (one: typeof seen) => {
    const { y, height } = (await one.boundingBox())!
    return y + height
  }
  assert.ok((await ends(seen)) <= (await ends(dialog())), `the button ends at ${await ends(seen)}`)
  await picture(page, 'drafts-begin-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog().getByRole('button', { name: 'Delete draft' }).click()
  await page.waitForURL(/\/app\/surveys\/new$/)
  const { check_ins: all } = await bodyOf(author.get('/api/check-ins?limit=200'))
  assert.ok(!all.some(({ title }: { title: string }) => title === 'Confidential weekly check-in'))
})

test('a survey is extended once if few have answered, as its author sets', async () => {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], { title: 'Quiet' })), 201)
  await page.goto(`${site.pages}/app/pulses/${id}/edit`)
  const box = page.getByRole('checkbox', { name: /^When few have answered by the end/ })
  await button('Edit sending').click()
  await box.check()
  await page.getByLabel('Response rate below (%)').fill('60')
  await page.getByLabel('Extend by').selectOption('2 days')
  await eventually(
    async () => (await bodyOf(author.get(`/api/pulses/${id}`))).low_participation,
    (kept) => kept?.below === 0.6 && kept.extend_by === 'P2D',
  )
  await isWellEverywhere(page, (look) => picture(page, `drafts-low-${look}`))
  await page.reload()
  await page.getByText(/^Sent by: .+ ·\sWhen few have answered by the end/).waitFor()
  await button('Edit sending').click()
  await page.getByLabel('Extend by').waitFor()
  await box.uncheck()
  await eventually(
    async () => (await bodyOf(author.get(`/api/pulses/${id}`))).low_participation,
    (kept) => kept === null,
  )
})
