/** Language and time zone of an account in a real browser: chosen, seen on every page and in another browser, and given back. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { picture } from '../support/visit.ts'
import { bodyOf } from '../support/clockwork.ts'
import { client, eventually, pulseDraft } from '../support/world.ts'
import { isWellEverywhere, signIn, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const page = await visit({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', timezoneId: 'Etc/UTC' })
after(() => page.context().close())

const own = async () => {
  const session = await page.evaluate<{ token: string }>(
    "JSON.parse(sessionStorage.getItem('sonde.session'))",
  )
  return (await bodyOf(client(site.api, session.token).get('/api/me'))).user
}

test('somebody chooses language and time zone by the keyboard, and every page and browser follows', async () => {
  await signIn(page, `${site.pages}/app/account`, admin)
  const form = page.getByRole('form', { name: 'Language and time zone' })
  await form.getByText('There it is now').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `account-reading-${look}`))

  const save = form.getByRole('button', { name: 'Save changes', exact: true })
  assert.ok(await save.isDisabled(), 'nothing is changed yet')
  await form.getByLabel('Language', { exact: true }).focus()
  await page.keyboard.type('Deutsch')
  await page.keyboard.press('Tab')
  await form.getByLabel('Time zone', { exact: true }).selectOption('America/New_York')
  await form.getByText(/There it is now .*(EST|EDT|GMT-[45])/).waitFor()
  await form.getByText('Your browser is in').waitFor()
  await save.focus()
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Sprache und Zeitzone' }).waitFor()
  await page.getByText('Sprache und Zeitzone gespeichert').waitFor()
  assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
  const { language, time_zone } = await own()
  assert.deepEqual([language, time_zone], ['de', 'America/New_York'])
  await isWellEverywhere(page, (look) => picture(page, `account-reading-german-${look}`))
})

test('times are shown and asked for in the zone that was chosen', async () => {
  const author = await world.user({ id: world.adminId })
  const team = await world.team('Night shift', 6)
  // Midnight of the next day in London is still the evening in New York.
  const closes = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 15, 3, 30)).toISOString()
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id], { closes_at: closes })), 201)
  await page.goto(`${site.pages}/app/pulses/${id}/edit`)
  const field = page.locator('input[type=datetime-local]').last()
  await eventually(
    () => field.inputValue(),
    (shown) => /-01-14T22:30$/.test(shown),
  )
  await page.getByText('America/New_York').first().waitFor()
  await field.fill(closes.replace(/-01-15T.*/, '-01-20T18:00'))
  await eventually(
    async () => (await bodyOf(author.get(`/api/pulses/${id}`))).closes_at,
    (at) => at.includes('-01-20T23:00'),
  )
})

test('another browser of theirs follows the account, and Automatic gives the choice back', async () => {
  const other = await visitAs(page, { viewport: { width: 360, height: 740 }, locale: 'en-GB' })
  await other.goto(`${site.pages}/app/account`)
  const form = other.getByRole('form', { name: 'Sprache und Zeitzone' })
  await form.getByLabel('Sprache', { exact: true }).selectOption({ label: 'Automatisch' })
  await form.getByLabel('Zeitzone', { exact: true }).selectOption('')
  await form.getByRole('button', { name: 'Änderungen speichern' }).click()
  await other.getByText('Language and time zone saved').waitFor()
  const { language, time_zone } = await own()
  assert.deepEqual([language, time_zone], [null, null])
  // Where a page is open already it changes with the next one that is loaded.
  await page.goto(`${site.pages}/app/account`)
  await page.getByRole('heading', { name: 'Language and time zone' }).waitFor()
  await other.context().close()
})
