/** Codes on paper as an author prints them: once, on slips with nothing else of the page; one is used, and what is left is destroyed. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { noSidewaysScrolling, picture } from '../support/visit.ts'
import { type Client, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const viewport = { width: 1280, height: 900 }
const page = await visit({ locale: 'en-GB', viewport })
after(() => page.context().close())

const people = 12
const dialog = page.getByRole('dialog')

test('slips are printed once, one is used, and the codes of an envelope are destroyed', async () => {
  const { id: team } = await world.team('Press shop', 0)
  const directory = await world.organisation()
  const fitter = { channels: [{ type: 'code' }], team_ids: [team] }
  await Promise.all(
    Array.from({ length: people }, (_, at) =>
      bodyOf(directory.post('/api/members', { name: `Fitter ${at}`, ...fitter }), 201),
    ),
  )
  const draft = pulseDraft([team], { title: 'Safety at the press', channels: ['code'] })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))

  await arriveAs(page, site, `${site.pages}/app/pulses/${id}/live`, admin)
  const codes = page.getByRole('region', { name: 'Codes on paper' })
  await codes.getByText('12 people are asked by a code. The slips are not printed yet.').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `codes-${look}`))
  await page.setViewportSize({ width: 360, height: 740 })
  assert.ok(await noSidewaysScrolling(page))
  await page.setViewportSize(viewport)

  await codes.getByRole('button', { name: 'Print slips…' }).click()
  await dialog.getByText('12 codes are made and shown once.', { exact: false }).waitFor()
  await isWell(page)
  await dialog.getByRole('button', { name: 'Make 12 codes' }).click()
  const sheets = page.getByRole('dialog', { name: 'Your slips' })
  await sheets.getByText('12 slips, for 1 envelope.', { exact: false }).waitFor()
  await sheets.getByRole('radio', { name: 'US letter' }).check()
  await isWell(page)

  await page.emulateMedia({ media: 'print' })
  const slips = page.locator('li:has(svg path)', { hasText: 'For Press shop' })
  assert.equal(await slips.count(), people)
  assert.ok(!(await page.getByRole('heading', { name: 'Codes on paper' }).isVisible()))
  const [code] = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await slips.first().innerText()) ?? []
  assert.ok(code, await slips.first().innerText())
  await picture(page, 'codes-slips')
  await page.emulateMedia({ media: null })
  await bodyOf(world.anyone.post(`/r/${code}`, { answers: [{ question_id: 'calm', value: 3 }] }), 201)

  await sheets.getByRole('button', { name: 'They are printed' }).click()
  await sheets.waitFor({ state: 'detached' })
  await codes.getByText(/^12 codes were printed by/).waitFor()
  assert.equal(await slips.count(), 0)
  await codes.getByRole('button', { name: 'Destroy the codes of Press shop…' }).click()
  await dialog.getByRole('button', { name: 'Destroy codes' }).click()
  await codes.getByText(/^destroyed/).waitFor()
  assert.equal((await world.anyone.get(`/r/${code}`)).status, 404)
  await isWell(page)
})
