/**
 * The QR codes that people are shown after answering, read from the pixels: the address of one's own answers, on a page and on the paper of a device that
 * many share. Those of slips are in pages/codes.e2e.test.ts.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ok } from './access/call.ts'
import { newPeopledWorld, type PeopledWorld } from './support/people.ts'
import { readQrCode } from './support/qr.ts'
import { openPulse, visit } from './support/visit.ts'
import { pulseDraft } from './support/world.ts'

let world: PeopledWorld
const viewport = { width: 1280, height: 900 }

before(async () => {
  world = await newPeopledWorld()
})

const isOfReceipt = /^\/receipts\/[0-9a-z]{26}\.[0-9a-f]{64}$/

/** What somebody finds who scans it with their own device. */
async function assertLeadsTo(address: string, text: string): Promise<void> {
  const { origin, pathname, search } = new URL(address)
  assert.deepEqual([origin, search], [world.url, ''])
  assert.match(pathname, isOfReceipt)
  const { answers } = ok(await world.anyone.get(pathname))
  assert.equal(answers[0].text, text)
}

const only = [{ id: 'what', type: 'text', text: 'What should change first?' }]

test('the QR code beside a private link is that link', async () => {
  const { urls } = await openPulse(world, { questions: only })
  const { page, close } = await visit({ viewport }, world)
  await page.goto(urls[0])
  await page.getByLabel('What should change first?').fill('The lifts')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.waitForURL(/receipts/)
  const address = await readQrCode(page.getByRole('img', { name: 'Address of your answers as a QR code' }))
  assert.equal(address, await page.getByLabel('Private link to your answers').inputValue())
  await assertLeadsTo(address, 'The lifts')
  await close()
})

test('the QR code that a shared device prints leads to what was just answered', async () => {
  const author = await world.user({ id: world.adminId })
  const directory = await world.organisation()
  const { id: team } = await world.team('Line 1', 0)
  const fitter = { channels: [{ type: 'code' }], team_ids: [team] }
  for (let at = 0; at < 5; at++) ok(await directory.post('/api/members', { name: `Fitter ${at}`, ...fitter }))
  const draft = pulseDraft([team], { channels: ['code'], questions: only })
  const { id } = ok(await author.post('/api/pulses', draft))
  ok(await author.post(`/api/pulses/${id}/open`))
  const { codes } = ok(await world.admin.post(`/api/pulses/${id}/codes`)).pools[0]
  const { page, close } = await visit({ viewport, reducedMotion: 'reduce' }, world)
  for (const [at, text] of ['The lifts', 'The light'].entries()) {
    await page.goto(`${world.url}/r/kiosk`)
    await page.getByLabel('Code', { exact: true }).fill(codes[at].code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('What should change first?').fill(text)
    await page.getByRole('button', { name: 'Send answers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const address = await readQrCode(page.getByRole('img', { name: 'Address of your answers as a QR code' }))
    assert.ok((await page.locator('.receipt code').innerText()).includes(new URL(address).pathname))
    await assertLeadsTo(address, text)
    await page.emulateMedia({ media: null })
  }
  await close()
})
