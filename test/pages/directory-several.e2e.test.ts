/**
 * An admin changes the teams of several people at once: selected by mouse and by keys, moved, added, removed, and taken back. What stands in
 * the directory afterwards is read by the API.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import {
  answerFirst,
  expectRefusals,
  isWell,
  isWellEverywhere,
  password,
  startPeopledSite,
  visit,
  visitAs,
} from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
const viewport = { width: 1280, height: 800 }
const directory = `${site.pages}/app/directory`
const page = await visit({ locale: 'en-GB', viewport })
after(() => page.context().close())

const addTeam = async (name: string): Promise<string> =>
  (await bodyOf(author.post('/api/teams', { name }), 201)).id
const platform = await addTeam('Platform')
const design = await addTeam('Design')
const legal = await addTeam('Legal')
const nameOfTeam = new Map([
  [platform, 'Platform'],
  [design, 'Design'],
  [legal, 'Legal'],
])

async function add(name: string, teams: readonly string[]): Promise<string> {
  const email = `${name.toLowerCase()}@fjordline.test`
  return (await bodyOf(author.post('/api/members', { name, email, team_ids: teams }), 201)).id
}
const people = new Map<string, string>()
for (const [name, teams] of [
  ['Ada', [platform]],
  ['Barbara', [platform, design]],
  ['Chris', []],
  ['Dana', [design]],
] as const)
  people.set(name, await add(name, teams))
await bodyOf(author.post(`/api/teams/${platform}/members/${people.get('Ada')}`, { role: 'lead' }))

/** Who is in which teams, each with a star where they lead it. */
async function places(): Promise<Record<string, string>> {
  const tree = await bodyOf(author.get('/api/teams/tree'))
  const leads = new Set(
    tree.teams.flatMap((team: { id: string; leads: { member_id: string }[] }) =>
      team.leads.map(({ member_id: id }) => `${team.id} ${id}`),
    ),
  )
  const all: Record<string, string> = {}
  for (const [name, id] of people) {
    const { team_ids: teams } = await bodyOf(author.get(`/api/members/${id}`))
    all[name] = teams
      .map((team: string) => `${nameOfTeam.get(team)}${leads.has(`${team} ${id}`) ? '*' : ''}`)
      .toSorted()
      .join(' ')
  }
  return all
}
const before = { Ada: 'Platform*', Barbara: 'Design Platform', Chris: '', Dana: 'Design' }
const arePlaced = (wanted: Record<string, string>): Promise<unknown> =>
  eventually(places, (now) => JSON.stringify(now) === JSON.stringify(wanted))

const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const bar = page.getByRole('group', { name: 'With the people selected' })
const dialog = page.getByRole('dialog')

test('several people are moved to one team, and taken back with what they led', async () => {
  await arriveAs(page, site, directory, admin)
  await box('Ada').check()
  assert.match(await bar.innerText(), /^1 person selected/)
  // They stay selected while others are looked for.
  await page.getByRole('searchbox').fill('bar')
  await box('Barbara').check()
  await page.getByRole('searchbox').fill('')
  await box('Chris').check()
  assert.match(await bar.innerText(), /^3 people selected/)
  // Nobody leaves a team whose list this is not.
  assert.equal(await bar.getByRole('button', { name: /^Remove/ }).count(), 0)
  await isWellEverywhere(page, (look) => picture(page, `directory-several-${look}`))

  await bar.getByRole('button', { name: 'Move…' }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await dialog.getByText('Choose a team.').waitFor()
  await dialog.getByRole('combobox', { name: 'Team' }).fill('leg')
  await page.getByRole('option', { name: 'Legal' }).click()
  const said = await dialog.innerText()
  for (const part of [
    'Move 3 people to a team',
    '2 leave Platform',
    '1 leaves Design',
    'No longer leads: Ada (Platform)',
  ])
    assert.ok(said.includes(part), `${part} in ${said}`)
  await isWellEverywhere(page, (look) => picture(page, `directory-several-move-${look}`))
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText('3 people moved to Legal').waitFor()
  await arePlaced({ ...before, Ada: 'Legal', Barbara: 'Legal', Chris: 'Legal' })
  await bar.waitFor({ state: 'detached' })
  await picture(page, 'directory-several-moved')

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('All are in the teams that they were in before').waitFor()
  await arePlaced(before)
})

test('several people are suspended, and deactivated out of what they led, and taken back', async () => {
  const statuses = async (): Promise<string> => {
    const all: string[] = []
    for (const id of people.values()) all.push((await bodyOf(author.get(`/api/members/${id}`))).status)
    return all.join(' ')
  }
  const are = (wanted: string): Promise<unknown> => eventually(statuses, (now) => now === wanted)
  const ask = async (act: string): Promise<void> => {
    await bar.getByRole('button', { name: 'More for the people selected' }).click()
    await page.getByRole('button', { name: `${act}…` }).click()
  }
  const undo = page.getByRole('button', { name: 'Undo' })
  await box('Ada').check()
  await box('Barbara').check()
  await bar.getByRole('button', { name: 'More for the people selected' }).click()
  const [menu, barAt] = await Promise.all([
    eventually(
      () => page.getByRole('button', { name: 'Suspend…' }).boundingBox(),
      (at) => (at?.x ?? 0) > 0,
    ),
    bar.boundingBox(),
  ])
  await picture(page, 'directory-several-more')
  assert.ok(menu!.x > barAt!.x, JSON.stringify(menu))
  // Both are active.
  assert.equal(await page.getByRole('button', { name: 'Reactivate…' }).count(), 0)
  await page.getByRole('button', { name: 'Suspend…' }).click()
  await dialog.getByText('Suspend 2 people?').waitFor()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('2 people suspended').waitFor()
  await are('suspended suspended active active')
  await undo.click()
  await page.getByText('Status and teams are as they were before').waitFor()
  await are('active active active active')

  await bodyOf(author.patch(`/api/members/${people.get('Barbara')}`, { status: 'suspended' }))
  await box('Ada').check()
  await box('Barbara').check()
  // Somebody else has just suspended her, and that stays.
  expectRefusals(page, /status of 412/)
  await ask('Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('1 person deactivated. One is as before').waitFor()
  await are('deactivated suspended active active')
  await undo.click()
  await are('active suspended active active')
  await arePlaced(before)

  expectRefusals(page, null)
  await page.reload()
  await box('Ada').check()
  await box('Barbara').check()
  await ask('Deactivate')
  await dialog.getByText('No longer leads: Ada (Platform)').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `directory-several-deactivate-${look}`))
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('2 people deactivated').waitFor()
  await are('deactivated deactivated active active')
  await arePlaced({ ...before, Ada: '', Barbara: '' })
  await undo.click()
  await are('active suspended active active')
  await arePlaced(before)

  await box('Barbara').check()
  await ask('Reactivate')
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('1 person reactivated').waitFor()
  await are('active active active active')
})

test('by keys alone people are added to one more team', async () => {
  await box('Chris').focus()
  await page.keyboard.press('Space')
  await box('Dana').focus()
  await page.keyboard.press('Space')
  await bar.getByRole('button', { name: 'Add to a team…' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('combobox', { name: 'Team' }).waitFor()
  // The dialog begins in its only field.
  await eventually(
    () => dialog.getByRole('combobox').evaluate((it) => it === document.activeElement),
    (isFirst) => isFirst,
  )
  await page.keyboard.type('plat')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('2 people added to Platform').waitFor()
  await arePlaced({ ...before, Chris: 'Platform', Dana: 'Design Platform' })
})

test('in the list of a team all are selected at once and removed from it; who is only shown there by another team stays', async () => {
  await page.goto(`${directory}?team=${platform}`)
  await box('Dana').waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  assert.match(await bar.innerText(), /^4 people selected/)
  await box('Ada').uncheck()
  await bar.getByRole('button', { name: 'Remove from Platform…' }).click()
  await isWell(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('3 people removed from Platform').waitFor()
  await arePlaced({ ...before, Barbara: 'Design' })
  await box('Barbara').waitFor({ state: 'detached' })
})

test('what fails in the middle is said, and tried again it goes on from there', async () => {
  await page.goto(directory)
  await box('Ada').check()
  await box('Dana').check()
  await bar.getByRole('button', { name: 'Move…' }).click()
  await dialog.getByRole('combobox', { name: 'Team' }).fill('leg')
  await page.getByRole('option', { name: 'Legal' }).click()
  expectRefusals(page, /status of 4\d\d/)
  await answerFirst(page, new RegExp(`/api/teams/${legal}/members/${people.get('Dana')}`), (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'conflict',
        status: 409,
        title: 'Conflict',
        detail: 'Somebody else was faster.',
      }),
    }),
  )
  await dialog.getByRole('button', { name: 'Move' }).click()
  await dialog.getByRole('alert').waitFor()
  await arePlaced({ ...before, Ada: 'Legal', Barbara: 'Design' })
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText('2 people moved to Legal').waitFor()
  await arePlaced({ Ada: 'Legal', Barbara: 'Design', Chris: '', Dana: 'Legal' })
  expectRefusals(page, null)
})

test('who may not change the directory has nothing to select, and the page is there in German', async () => {
  const email = `lead-${world.adminEmail}`
  const { id } = await bodyOf(author.post('/api/members', { name: 'Ingrid', email, team_ids: [legal] }), 201)
  await bodyOf(author.post(`/api/teams/${legal}/members/${id}`, { role: 'lead' }))
  await createAccount(site.running.db.tx, { email, name: 'Ingrid', password }, new Date())
  const other = await visit({ locale: 'en-GB', viewport })
  await arriveAs(other, site, directory, { email, name: 'Ingrid', password })
  await other.locator('[data-row]').first().waitFor()
  assert.equal(await other.getByRole('checkbox').count(), 0)
  await other.context().close()

  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 360, height: 800 } })
  await german.goto(directory)
  await german.getByRole('checkbox', { name: 'Ada auswählen' }).check()
  const count = german.getByText('1 Person ausgewählt')
  await count.waitFor()
  // On one line, where what follows takes two.
  const clear = (await german.getByRole('button', { name: 'Aufheben' }).boundingBox())!
  const counted = (await count.boundingBox())!
  assert.ok(Math.abs(clear.y + clear.height / 2 - counted.y - counted.height / 2) < 4, JSON.stringify(clear))
  await isWell(german)
  await picture(german, 'directory-several-de-360')
  await german.context().close()
})
