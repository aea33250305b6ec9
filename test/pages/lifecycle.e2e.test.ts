/**
 * What somebody does with a survey after it was written, in the pages alone: pauses, resumes and ends a check-in; what each dialog says is
 * what the service then does, and anyone who may not do it is offered nothing.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, password, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({
  refusals: /status of 4(04|09|12)/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
})
after(() => page.context().close())

const later = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02', time: '09:00' }
const lea = { email: 'lea@lifecycle.test', name: 'Lea Brandt', password }

let team: string

before(async () => {
  team = (await world.team('Platform', 8)).id
  await bodyOf(author.post('/api/members', { name: lea.name, email: lea.email }), 201)
  await createAccount(site.running.db.tx, lea, new Date())
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

const dialog = page.getByRole('dialog')
const menu = page.getByRole('button', { name: 'More actions' })
const line = (name: string) => page.getByRole('group').getByRole('button', { name, exact: true })
const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()

/** The lines of a menu that is opened here. */
async function linesOf(opener = menu): Promise<string[]> {
  await opener.click()
  const group = page.locator('[popover]:popover-open')
  await group.waitFor()
  const lines = await group.getByRole('button').allInnerTexts()
  await page.keyboard.press('Escape')
  return lines
}

async function ask(name: string): Promise<void> {
  await menu.click()
  await line(name).click()
  await dialog.waitFor()
}

const checkIn = (more: Record<string, unknown> = {}) =>
  activated(author, weekly([team], { recurrence: later, ...more }))
const stateOf = async (path: string): Promise<string> => (await bodyOf(author.get(path))).state
const becomes = (path: string, state: string) =>
  eventually(
    () => stateOf(path),
    (seen) => seen === state,
  )

const openPulse = async (more: Record<string, unknown>): Promise<{ id: string; path: string }> => {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team], more)), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return { id, path: `/api/pulses/${id}` }
}

test('a check-in is paused from its page, says so, and goes on by the button that it waits with', async () => {
  const { id, path } = await checkIn({ title: 'How was your week?' })
  await page.goto(`${site.pages}/app/check-ins/${id}/results`)
  await page.getByRole('heading', { name: 'How was your week?' }).waitFor()
  await ask('Pause check-in…')
  await dialog.getByText('An occurrence that is open goes on').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `lifecycle-pause-${look}`))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => menu.evaluate((one) => one === document.activeElement), Boolean)
  assert.equal(await stateOf(path), 'active')
  await ask('Pause check-in…')
  await confirm('Pause check-in')
  await page.getByText('“How was your week?” is paused').waitFor()
  await becomes(path, 'paused')
  await page.getByText('Paused', { exact: true }).waitFor()
  assert.deepEqual(
    (await linesOf()).filter((one) => one.includes('check-in')),
    ['Resume check-in…', 'End check-in…'],
  )
  await isWellEverywhere(page, (look) => picture(page, `lifecycle-paused-${look}`))
  await page.getByRole('main').getByRole('button', { name: 'Resume check-in…', exact: true }).click()
  await confirm('Resume check-in')
  await becomes(path, 'active')
  await page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' })
})

test('what was paused is taken back by the toast', async () => {
  const { id, path } = await checkIn({ title: 'Retro' })
  await page.goto(`${site.pages}/app/check-ins/${id}/live`)
  await ask('Pause check-in…')
  await confirm('Pause check-in')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  await becomes(path, 'active')
})

test('a check-in ends for good: its open occurrence goes on, the planned one is cancelled', async () => {
  const { path } = await checkIn({ title: 'Sprint review' })
  const [first] = await instancesOf(author, path)
  await bodyOf(author.post(`/api/check-in-instances/${first.id}/open`))
  await page.goto(`${site.pages}/app/surveys?q=Sprint`)
  await page.getByRole('button', { name: 'Actions: Sprint review' }).click()
  await line('End check-in…').click()
  await dialog.getByText('This can’t be undone.').waitFor()
  await isWell(page)
  await confirm('End check-in')
  await becomes(path, 'ended')
  await page.getByText('“Sprint review” has ended').waitFor()
  assert.deepEqual((await instancesOf(author, path)).map(({ state }) => state).toSorted(), [
    'cancelled',
    'open',
  ])
})

test('somebody without authority is offered none of it, and refused by the service', async () => {
  const { id, path } = await checkIn({ title: 'Team weather' })
  const other = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(other, site, `${site.pages}/app/check-ins/${id}/results`, lea)
  await other.getByRole('heading', { name: 'Nothing asked yet' }).waitFor()
  await isWell(other)
  assert.equal(await other.getByRole('button', { name: 'More actions' }).count(), 0)
  await other.context().close()
  const member = await world.user({ role: 'analyst' })
  for (const verb of ['pause', 'end', 'archive', 'restore'])
    assert.equal((await member.post(`${path}/${verb}`)).status, 403, verb)
})

test('an admin hands a check-in over, and a member who runs it pauses it from its results', async () => {
  const { id, path } = await checkIn({ title: 'Mood of the week' })
  await page.goto(`${site.pages}/app/check-ins/${id}/results`)
  await ask('Hand over…')
  await isWellEverywhere(page, (look) => picture(page, `lifecycle-transfer-${look}`))
  await dialog.getByRole('combobox', { name: 'New author' }).fill('Lea')
  await page.getByRole('option', { name: lea.name }).click()
  await confirm('Hand over')
  await page.getByText(`“Mood of the week” is now ${lea.name}’s`).waitFor()
  const other = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(other, site, `${site.pages}/app/check-ins/${id}/results`, lea)
  await other.getByRole('button', { name: 'More actions' }).click()
  await other.getByRole('group').getByRole('button', { name: 'Pause check-in…' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Pause check-in', exact: true }).click()
  await other.getByText('“Mood of the week” is paused').waitFor()
  await other.context().close()
  assert.equal(await stateOf(path), 'paused')
})

test('a member hands over what they run to somebody whose address they know, and runs it no more', async () => {
  const { rows } = await site.running.db.pool.query(
    'select id from users where organisation_id = $1 and email = $2',
    [world.organisationId, lea.email],
  )
  const { id, path } = await checkIn({ title: 'Coffee or tea' })
  await bodyOf(author.post(`${path}/transfer`, { user_id: rows[0].id }))
  const other = await visit({ locale: 'en-GB', viewport: { width: 360, height: 800 } })
  await arriveAs(other, site, `${site.pages}/app/check-ins/${id}/results`, lea)
  await other.getByRole('button', { name: 'More actions' }).click()
  await other.getByRole('group').getByRole('button', { name: 'Hand over…' }).click()
  const person = other.getByRole('combobox', { name: 'New author' })
  await person.fill('Grace')
  await other.getByText('Nobody found. Type the whole e-mail address').waitFor()
  await isWell(other)
  await picture(other, 'lifecycle-transfer-member')
  await person.fill(admin.email)
  await other.getByRole('option').click()
  await other.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true }).click()
  await other.getByText(/“Coffee or tea” is now .*’s/).waitFor()
  await other.getByRole('button', { name: 'More actions' }).waitFor({ state: 'detached' })
  await other.context().close()
  assert.equal((await bodyOf(author.get(path))).author_user_id, world.adminId)
})

test('an admin stops what somebody else runs with a reason, and is told what only its author can take back', async () => {
  const colleague = await world.user({ role: 'analyst' })
  const { id, path } = await activated(
    colleague,
    weekly([team], { title: 'Standup mood', recurrence: later }),
  )
  await page.goto(`${site.pages}/app/check-ins/${id}/results`)
  await ask('Pause check-in…')
  await dialog.getByText('Only its author can resume it.').waitFor()
  await dialog.getByLabel('Reason').fill(' ')
  await confirm('Pause check-in')
  await dialog.getByText('Say why').waitFor()
  await dialog.getByLabel('Reason').fill('The team is at its offsite')
  await confirm('Pause check-in')
  await page.getByText('“Standup mood” is paused').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  assert.equal(await stateOf(path), 'paused')
  assert.equal(await page.getByRole('button', { name: /^Resume/ }).count(), 0)
})

test('what somebody else changed meanwhile is said before anything is done', async () => {
  const { id, path } = await checkIn({ title: 'Coffee survey' })
  await page.goto(`${site.pages}/app/check-ins/${id}/results`)
  await ask('Pause check-in…')
  await bodyOf(author.patch(path, { title: 'Tea survey' }))
  await confirm('Pause check-in')
  await dialog.getByText('Somebody has changed this survey in the meantime.').waitFor()
  assert.equal(await stateOf(path), 'active')
  await isWell(page)
  await confirm('Pause check-in')
  await becomes(path, 'paused')
})

test('the dialogs speak German to a reader of German', async () => {
  const { id, path } = await openPulse({ title: 'Umzug' })
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 360, height: 800 } })
  await german.goto(`${site.pages}/app/pulses/${id}/results`)
  await german.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await german.getByRole('group').getByRole('button', { name: 'Umfrage abbrechen…' }).click()
  await german.getByRole('dialog').getByText('Bisherige Antworten werden gelöscht').waitFor()
  await german.getByRole('button', { name: 'Nicht abbrechen' }).waitFor()
  await isWell(german)
  await picture(german, 'lifecycle-german-360')
  await german.context().close()
  assert.equal(await stateOf(path), 'open')
})
