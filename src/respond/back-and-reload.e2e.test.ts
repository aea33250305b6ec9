/**
 * Back and Reload on the pages that follow a form, as every browser has them: nothing is sent again, nothing is lost, and no page is one that
 * the browser cannot show. With script and without.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import { newWorld, pulseDraft } from '../../test/support/world.ts'
import { ok } from '../../test/access/call.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { type Opened, openPulse, phone, picture, type Visitor, visit } from '../../test/support/visit.ts'

let world: PeopledWorld
let pulse: Opened
let taken = 0
let scripted: Visitor
let bare: Visitor

const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', required: true },
  { id: 'hours', type: 'number', text: 'Hours?', min: 0, max: 100 },
  { id: 'why', type: 'text', text: 'Why?' },
]

before(async () => {
  world = await newPeopledWorld()
  pulse = await openPulse(world, { questions }, 14)
  scripted = await visit({ ...phone, reducedMotion: 'reduce' }, world)
  bare = await visit({ ...phone, javaScriptEnabled: false }, world)
})
after(async () => {
  // The browser reports pages that are refusals: a code that was mistyped, a form of a code, a receipt of a survey that has closed.
  const isExpected = (error: Error) => {
    assert.doesNotMatch(
      error.message.replaceAll(/status of (409|422)/g, ''),
      /Failed to load[^\n]*status of|Error:|TypeError/,
    )
  }
  await scripted.close().catch(isExpected)
  await bare.close().catch(isExpected)
})

const freshLink = (): string => pulse.urls[taken++]

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()

async function answer(page: Page, url: string): Promise<string> {
  await page.goto(url)
  await page.getByRole('radio', { name: '4', exact: true }).check()
  await page.getByLabel('Why?').fill('Alerts')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.waitForURL(/\/receipts\//)
  return new URL(page.url()).pathname
}

const stored = async (receipt: string): Promise<{ state: string; answers: Record<string, unknown>[] }> =>
  (await world.anyone.get(receipt)).body

/** Past the check in the browser, as where a later version of the page asks for more. */
async function sendUnchecked(page: Page, { name, form }: { name: string; form: string }): Promise<void> {
  const sent = page.waitForNavigation()
  if (page === scripted.page) await page.evaluate(`document.querySelector('${form}').submit()`)
  else await page.getByRole('button', { name }).click()
  await sent
}

for (const [kind, pageOf] of [
  ['with script', () => scripted.page],
  ['without script', () => bare.page],
] as const) {
  test(`whoever withdraws, answers again, goes back and reloads keeps their answers, ${kind}`, async () => {
    const page = pageOf()
    const receipt = await answer(page, freshLink())
    await page.getByText('Withdraw my answers').click()
    await page.getByRole('button', { name: 'Withdraw answers' }).click()
    await heading(page, 'Your answers have been withdrawn')
    await page.reload()
    await heading(page, 'Your answers have been withdrawn')
    assert.equal((await stored(receipt)).state, 'withdrawn')
    // What thanks for them tells that they are gone.
    await page.goBack()
    await heading(page, 'Your answers')
    await page.getByText('Your answers have been withdrawn. You can answer again below.').waitFor()
    await page.goForward()
    await heading(page, 'Your answers have been withdrawn')

    await page.getByRole('link', { name: 'Answer again' }).click()
    await heading(page, 'Your answers')
    await page.getByRole('radio', { name: '2', exact: true }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/\?saved/)
    await page.goBack()
    await page.goBack()
    for (let times = 0; times < 2; times++) {
      await heading(page, 'Your answers')
      await page.getByText('We’ve received your answers.').waitFor()
      assert.ok(await page.getByRole('radio', { name: '2', exact: true }).isChecked())
      await page.reload()
    }
    const { state, answers } = await stored(receipt)
    assert.deepEqual([state, answers], ['submitted', [{ question_id: 'calm', value: 2 }]])
  })

  test(`whoever subscribes again, goes back and reloads stays subscribed, ${kind}`, async () => {
    const page = pageOf()
    const optOuts = async () =>
      (
        await world.running.db.pool.query('select 1 from opt_outs where organisation_id = $1', [
          world.organisationId,
        ])
      ).rowCount
    await page.goto(`${freshLink()}/unsubscribe`)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await heading(page, 'You’re unsubscribed')
    await page.reload()
    await heading(page, 'You’re unsubscribed')
    assert.equal(await optOuts(), 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await heading(page, 'You’re subscribed again')
    await page.reload()
    await heading(page, 'You’re subscribed again')
    await page.goBack()
    await heading(page, 'Unsubscribe from this survey?')
    await page.reload()
    await heading(page, 'Unsubscribe from this survey?')
    assert.equal(await optOuts(), 0)
  })

  test(`a refused form keeps what was typed when it is reloaded, and can be gone back to, ${kind}`, async () => {
    const page = pageOf()
    const url = freshLink()
    await page.goto(url)
    await page.getByLabel('Why?').fill('I forgot the first question')
    await page.getByRole('spinbutton').first().fill('999')
    await sendUnchecked(page, { name: 'Send answers', form: 'form[data-answer]' })
    for (let times = 0; times < 2; times++) {
      assert.match(
        await page.getByRole('alert').first().innerText(),
        /I could work calmly[^]*999 is too high/,
      )
      assert.equal(await page.getByLabel('Why?').inputValue(), 'I forgot the first question')
      assert.equal(await page.getByRole('spinbutton').first().inputValue(), '999')
      assert.equal(page.url(), `${url}?refused`)
      await page.reload()
    }
    await page.getByRole('radio', { name: '4', exact: true }).check()
    await page.getByRole('spinbutton').first().fill('9')
    await page.locator('.actions [type=submit]').first().click()
    await page.waitForURL(/\/receipts\//)
    const receipt = new URL(page.url()).pathname
    // Anonymous: the link looks as it did before, and what was sent is gone from it.
    await page.goBack()
    for (let times = 0; times < 2; times++) {
      await heading(page, 'After the outage')
      assert.equal(await page.getByText('999 is too high').filter({ visible: true }).count(), 0)
      await page.reload()
    }
    assert.equal((await stored(receipt)).answers.length, 3)
  })

  test(`refused changes are kept when the page is reloaded, and can be gone back to, ${kind}`, async () => {
    const page = pageOf()
    const receipt = await answer(page, freshLink())
    await page.goto(world.url + receipt)
    await page.getByLabel('Why?').fill('Half of it')
    await page.getByRole('spinbutton').first().fill('-3')
    await sendUnchecked(page, { name: 'Save changes', form: 'form[action$="/edit"]' })
    for (let times = 0; times < 2; times++) {
      assert.match(await page.getByRole('alert').first().innerText(), /-3 is too low/)
      assert.equal(await page.getByLabel('Why?').inputValue(), 'Half of it')
      await page.reload()
    }
    await page.getByRole('spinbutton').first().fill('3')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/\?saved/)
    await page.goBack()
    await heading(page, 'Your answers')
    await page.reload()
    await heading(page, 'Your answers')
    assert.equal(await page.getByLabel('Why?').inputValue(), 'Half of it')
    assert.deepEqual(
      (await stored(receipt)).answers.map(({ value, text }) => value ?? text),
      [4, 3, 'Half of it'],
    )
  })

  test(`a form of a survey that has closed meanwhile was not sent, and keeps its words for a while, ${kind}`, async () => {
    const page = pageOf()
    const own = await openPulse(await newWorld({ running: world.running }), { questions })
    const receipt = await answer(page, own.urls[0])
    const other = await page.context().newPage()
    await other.goto(`${world.url}${receipt}`)
    await page.goto(own.urls[1])
    await page.getByRole('radio', { name: '4', exact: true }).check()
    await page.getByLabel('Why?').fill('The rota, again')
    assert.equal((await own.author.post(`${own.path}/close`)).status, 200)
    await page.getByRole('button', { name: 'Send answers' }).click()
    for (let times = 0; times < 2; times++) {
      await heading(page, 'Your answers were not sent')
      assert.equal(page.url(), `${own.urls[1]}?unsent`)
      assert.equal(await page.locator('blockquote').innerText(), 'The rota, again')
      await page.getByText('Your ratings and choices weren’t sent either.').waitFor()
      if (kind === 'with script' && times === 0) await assertAccessible(page)
      await picture(page, `unsent-${times}-${kind === 'with script'}`)
      const copy = page.getByRole('button', { name: 'Copy what I wrote' })
      assert.equal(await copy.isVisible(), kind === 'with script')
      if (kind === 'with script') {
        await page.evaluate(
          'navigator.clipboard.writeText = (text) => Promise.resolve(void (window.taken = text))',
        )
        await copy.click()
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        assert.match((await page.evaluate('window.taken')) as string, /^Why\?\n+The rota, again$/)
        await page.reload()
        await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())')
        await copy.click()
        await page.getByText('It’s selected.').waitFor()
        assert.match((await page.evaluate('String(getSelection())')) as string, /Why\?\s+The rota, again/)
      }
      await page.reload()
    }
    // Another device, or whoever comes back by the link itself, has nothing that was to be sent.
    await page.goto(own.urls[1])
    await heading(page, 'This survey has closed')
    await page.context().clearCookies()
    await page.goto(`${own.urls[1]}?unsent`)
    await heading(page, 'Your answers were not sent')
    assert.equal(await page.locator('blockquote').count(), 0)
    // The forms of a receipt, too, whose page then proves that it was counted, or says that the survey has closed.
    await other.getByRole('radio', { name: '2', exact: true }).check()
    await other.getByRole('button', { name: 'Save changes' }).click()
    for (let times = 0; times < 2; times++) {
      await other.getByText('That came too late').waitFor()
      assert.equal(other.url(), `${world.url}${receipt}?unsent`)
      await picture(other, `late-${kind === 'with script'}`)
      await other.reload()
    }
    await other.close()
  })
}

test('by a code, what was typed is kept nowhere, and script makes the page one that can be gone back to', async () => {
  const { page } = scripted
  const author = await world.user({ id: world.adminId })
  const directory = await world.organisation()
  const { id: team } = await world.team('Line 1', 0)
  const fitter = { channels: [{ type: 'code' }], team_ids: [team] }
  for (let at = 0; at < 6; at++) ok(await directory.post('/api/members', { name: `Fitter ${at}`, ...fitter }))
  const { id } = ok(await author.post('/api/pulses', pulseDraft([team], { questions, channels: ['code'] })))
  ok(await author.post(`/api/pulses/${id}/open`))
  const [{ code }] = ok(await world.admin.post(`/api/pulses/${id}/codes`)).pools[0].codes
  await page.context().clearCookies()
  await page.goto(`${world.url}/r/code`)
  await page.getByLabel('Code', { exact: true }).fill('2222-2222-2222')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'After the outage')
  await page.goBack()
  await heading(page, 'Enter your code')
  assert.equal(await page.getByRole('alert').count(), 0)
  await page.goForward()
  await page.getByLabel('Why?').fill('Nobody else reads this')
  await sendUnchecked(page, { name: 'Send answers', form: 'form[data-answer]' })
  await page.getByRole('alert').first().waitFor()
  const kept = (await page.context().cookies()).map(({ name }) => name)
  assert.deepEqual(kept, ['sonde_lang'])
  await picture(page, 'refused-by-code')
  await page.getByRole('radio', { name: '4', exact: true }).check()
  await page.locator('.actions [type=submit]').first().click()
  await page.waitForURL(/\/receipts\//)
  await page.goBack()
  await heading(page, 'After the outage')
  assert.equal(await page.getByLabel('Why?').inputValue(), '')
  await page.reload()
  await heading(page, 'After the outage')
})
