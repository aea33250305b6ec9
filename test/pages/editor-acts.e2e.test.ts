/** What can be done with a survey from its editor, and from the page that is in place of it: by the menu of the page, with what it does said first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { type Client, eventually, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const page = await visit({
  // What somebody else changed meanwhile, as pausing is, is read before it is saved on top.
  refusals: /status of 412/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
})
after(() => page.context().close())

const later = { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2090-01-02', time: '09:00' }
const dialog = page.getByRole('dialog')
const menu = page.getByRole('button', { name: 'More actions' })
const line = (name: string) => page.getByRole('group').getByRole('button', { name, exact: true })
const stateOf = async (path: string): Promise<string> => (await bodyOf(author.get(path))).state
const becomes = (path: string, state: string) =>
  eventually(
    () => stateOf(path),
    (seen) => seen === state,
  )

async function linesOf(): Promise<string[]> {
  await menu.click()
  const group = page.locator('[popover]:popover-open')
  await group.waitFor()
  await group.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  const lines = await group.getByRole('button').allInnerTexts()
  await page.keyboard.press('Escape')
  return lines.filter((one) => one.endsWith('…'))
}

async function doIt(act: string, action: string): Promise<void> {
  await menu.click()
  await line(act).click()
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

let team: string

before(async () => {
  team = (await world.team('Platform', 8)).id
  await arriveAs(page, site, `${site.pages}/app/surveys`, admin)
})

test('a check-in is paused and resumed from its editor, and what was typed meanwhile is saved on top of it', async () => {
  const { id, path } = await activated(author, weekly([team], { title: 'Team weather', recurrence: later }))
  await page.goto(`${site.pages}/app/check-ins/${id}/edit`)
  await page.getByLabel('Title').waitFor()
  assert.deepEqual(await linesOf(), ['Save as template…', 'Pause check-in…', 'Hand over…', 'End check-in…'])
  await isWellEverywhere(page, (look) => picture(page, `editor-menu-${look}`))
  await page.getByLabel('Title', { exact: true }).fill('Weather of the week')
  // What would take the editor away waits until what was typed is saved.
  assert.deepEqual(await linesOf(), ['Save as template…', 'Pause check-in…'])
  await doIt('Pause check-in…', 'Pause check-in')
  await becomes(path, 'paused')
  await page.getByText('Paused', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), 'Weather of the week')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await eventually(
    async () => (await bodyOf(author.get(path))).title,
    (title) => title === 'Weather of the week',
  )
  await doIt('Resume check-in…', 'Resume check-in')
  await becomes(path, 'active')
  await isWell(page)
})

test('the page of a pulse that waits to open opens it now, or cancels it', async () => {
  const scheduled = async (title: string): Promise<string> => {
    const { id } = await bodyOf(
      author.post('/api/pulses', pulseDraft([team], { title, opens_at: '2090-01-02T09:00:00Z' })),
      201,
    )
    await bodyOf(author.post(`/api/pulses/${id}/schedule`))
    return id
  }
  const first = await scheduled('Offsite')
  await page.goto(`${site.pages}/app/pulses/${first}/edit`)
  await page.getByRole('button', { name: 'Back to draft', exact: true }).waitFor()
  assert.deepEqual(await linesOf(), ['Open now…', 'Hand over…', 'Cancel pulse…'])
  await isWellEverywhere(page, (look) => picture(page, `scheduled-menu-${look}`))
  await doIt('Open now…', 'Open now')
  await page.getByText('This survey has been opened').waitFor()
  await becomes(`/api/pulses/${first}`, 'open')

  const second = await scheduled('Kitchen')
  await page.goto(`${site.pages}/app/pulses/${second}/edit`)
  await page.getByRole('button', { name: 'Back to draft', exact: true }).waitFor()
  await menu.click()
  await line('Cancel pulse…').click()
  await dialog.getByText('It does not open, and nobody is invited.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel survey', exact: true }).click()
  await page.getByText('This survey was cancelled').waitFor()
  await becomes(`/api/pulses/${second}`, 'cancelled')
  await isWell(page)
  assert.deepEqual(await linesOf(), ['Hand over…', 'Archive…', 'Delete…'])
})

test('an admin who opens the editor of somebody else’s survey can stop it there, and nothing else', async () => {
  const colleague = await world.user({ role: 'analyst' })
  const { id, path } = await activated(colleague, weekly([team], { title: 'Standup', recurrence: later }))
  await page.goto(`${site.pages}/app/check-ins/${id}/edit`)
  await page.getByText('Somebody else is writing this survey').waitFor()
  assert.deepEqual(await linesOf(), ['Pause check-in…', 'Hand over…', 'End check-in…'])
  await menu.click()
  await line('Pause check-in…').click()
  await dialog.getByLabel('Reason').fill('The team is away')
  await dialog.getByRole('button', { name: 'Pause check-in', exact: true }).click()
  await becomes(path, 'paused')
})

test('everyone is chosen with people in no team, who are counted beside the teams and can be left out', async () => {
  const alone: string[] = []
  for (const name of ['Ada Holm', 'Nils Berg'])
    alone.push((await bodyOf(author.post('/api/members', { name, email: `${name[0]}@example.org` }), 201)).id)
  const { id: legal } = await world.team('Legal', 6)
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([legal])), 201)
  await page.goto(`${site.pages}/app/pulses/${id}/edit`)
  const { people_count: everyone, without_team_count: count } = await bodyOf(author.get('/api/teams/tree'))
  const inNoTeam = page.getByRole('checkbox', { name: `+ ${count} people in no team` })
  assert.equal(await inNoTeam.isChecked(), false)
  // What is complete has a tick from the start, and each mark has a word.
  const sections = page.getByRole('navigation', { name: 'Parts of the survey' })
  await sections.getByRole('link', { name: 'Audience: complete' }).waitFor()
  assert.equal(await sections.locator('[data-is]:not([data-is=done])').count(), 0)
  await page.getByRole('button', { name: `Everyone (${everyone})` }).click()
  await page.getByText(`${everyone} people · `).waitFor()
  const { teams } = await bodyOf(author.get('/api/teams'))
  const { recipients } = await eventually(
    () => bodyOf(author.get(`/api/pulses/${id}`)),
    (survey) => survey.recipients.team_ids.length === teams.length,
  )
  assert.deepEqual(recipients.team_ids.toSorted(), teams.map((team: { id: string }) => team.id).toSorted())
  for (const one of alone) assert.ok(recipients.member_ids.includes(one))
  await eventually(
    () => inNoTeam.isChecked(),
    (isChecked) => isChecked,
  )
  // They are said once, beside the teams.
  assert.equal(await page.getByText(/people by name/).count(), 0)
  await isWellEverywhere(page, (look) => picture(page, `editor-everyone-${look}`))
  await inNoTeam.uncheck()
  await page.getByText(`${everyone - count} people · `).waitFor()
  await eventually(
    async () => (await bodyOf(author.get(`/api/pulses/${id}`))).recipients.member_ids,
    (left) => left.length === 0,
  )
})

test('until the first count is there, an ellipsis stands for it', async () => {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([], { title: 'First count' })), 201)
  const counts: string[] = []
  await page.exposeFunction('isCounted', (text: string) => void counts.push(text))
  await page.goto(`${site.pages}/app/pulses/${id}/edit`)
  const sections = page.getByRole('navigation', { name: 'Parts of the survey' })
  await sections.getByRole('link', { name: 'Audience: Choose teams' }).waitFor()
  await page.evaluate(
    `new MutationObserver(() => isCounted(document.querySelector('[data-foot] p').textContent))
      .observe(document.querySelector('[data-foot]'), { subtree: true, childList: true, characterData: true })`,
  )
  await page.getByRole('button', { name: /^Everyone/ }).click()
  const { people_count: everyone } = await bodyOf(author.get('/api/teams/tree'))
  await page.getByText(`${everyone} people · `).waitFor()
  assert.ok(
    counts.some((text) => text.startsWith('…')),
    counts.join('\n'),
  )
  assert.ok(!counts.some((text) => text.startsWith('0 people')), counts.join('\n'))
})

test('the date of a check-in that is open now gets more time from the editor of the check-in', async () => {
  const { id, path } = await activated(author, weekly([team], { title: 'Open today', recurrence: later }))
  await page.goto(`${site.pages}/app/check-ins/${id}/edit`)
  await page.getByText('This check-in is running.', { exact: false }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Extend survey…' }).count(), 0, 'nothing is open')
  const [{ id: occurrence }] = await instancesOf(author, path)
  await bodyOf(author.post(`/api/check-in-instances/${occurrence}/open`))
  await page.reload()
  await page.getByText(/^The date of .* is open until/).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `check-in-editor-extend-${look}`))
  await page.getByRole('button', { name: 'Extend survey…' }).click()
  await dialog.getByLabel('New closing time').fill('2090-03-01T09:00')
  await dialog.getByRole('button', { name: 'Extend survey' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/is open until .*1 Mar/).waitFor()
  const { closes_at: end } = await bodyOf(author.get(`/api/check-in-instances/${occurrence}`))
  assert.equal(new Date(end).getUTCFullYear(), 2090)
})
