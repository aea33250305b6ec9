/** A member as an admin changes them: in the drawer, by mouse and by keys; what others may see of it; and teams, from the tree. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { signInWith } from '../support/embedded-sign-in.ts'
import { picture } from '../support/visit.ts'
import { client, eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import {
  type Account,
  answerFirst,
  expectRefusals,
  isWell,
  isWellEverywhere,
  password,
  startPeopledSite,
  visit,
  visitAs,
} from './visit.ts'

const { site, world, admin } = await startPeopledSite({ at: new Date().toISOString() })
const clock = site.running.clock!
const author = await world.user({ id: world.adminId })
const viewport = { width: 1280, height: 900 }
const directory = `${site.pages}/app/directory`
const page = await visit({ locale: 'en-GB', viewport })
after(() => page.context().close())
beforeEach(() => expectRefusals(page, null))

/** Named by the member. */
const drawer = page.locator('.mantine-Drawer-content')
const asked = (name: string | RegExp) => page.getByRole('dialog', { name })
const button = (name: string) => drawer.getByRole('button', { name, exact: true })
const teams = () =>
  drawer
    .getByRole('region', { name: /^Teams of / })
    .getByRole('listitem')
    .locator('> span:first-child')
const memberNow = async (id: string): Promise<any> => bodyOf(author.get(`/api/members/${id}`))
const addTeam = async (name: string, parent?: string): Promise<string> =>
  (await bodyOf(author.post('/api/teams', { name, ...(parent && { parent_team_id: parent }) }), 201)).id

async function addMember(
  name: string,
  fields: Record<string, unknown> = {},
): Promise<Account & { id: string }> {
  const email = `${name.split(' ')[0].toLowerCase()}-${world.adminEmail}`
  const { id } = await bodyOf(author.post('/api/members', { name, email, ...fields }), 201)
  return { email, name, password, id }
}

async function open(id: string): Promise<void> {
  await page.goto(`${directory}?member=${id}`)
  await button('Edit').click()
  await button('Save').waitFor()
}

const platform = await addTeam('Platform')
const design = await addTeam('Design')
const ada = await addMember('Ada Byron', { team_ids: [platform] })
const boss = await addMember('Katherine Johnson', { team_ids: [design] })

test('a member opens from their row, is changed, and what is wrong is said at its field', async () => {
  await arriveAs(page, site, directory, admin)
  await page.getByRole('link', { name: 'Ada Byron' }).click()
  await page.getByRole('dialog', { name: 'Ada Byron' }).waitFor()
  assert.match(page.url(), new RegExp(`member=${ada.id}`))
  assert.deepEqual(await teams().allInnerTexts(), ['Platform'])
  // To be read first.
  assert.equal(await drawer.getByRole('textbox').count(), 0)
  await isWellEverywhere(page, (look) => picture(page, `member-read-${look}`))
  await button('Edit').click()
  await button('Save').waitFor()
  assert.ok(await button('Save').isDisabled())
  await isWellEverywhere(page, (look) => picture(page, `member-drawer-${look}`))

  await drawer.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await drawer.getByLabel('Language').selectOption('de')
  await drawer.getByLabel('Time zone').selectOption('Europe/Berlin')
  await drawer.getByLabel('Quiet from').fill('20:00')
  await drawer.getByLabel('Quiet until').fill('07:30')
  await drawer.getByText('Channels').first().click()
  await drawer.getByLabel('Slack').fill('no id')
  expectRefusals(page, /status of 422/)
  await button('Save').click()
  await drawer.getByText(/^The address of slack must be/).waitFor()
  await drawer.getByLabel('Slack').fill('U024BE7LH')
  await drawer.getByLabel('SMS').fill('0170 1234567')
  await button('Save').click()
  await drawer.getByText(/^The address of sms must be a telephone number with \+/).waitFor()
  await drawer.getByLabel('SMS').fill('+49 (0)170 1234567')
  await drawer.getByLabel('Preferred channel').selectOption('Slack')
  await drawer.getByLabel('Manager', { exact: true }).fill('Kath')
  await page.getByRole('option', { name: /^Katherine Johnson/ }).click()
  await button('Save').click()
  await page.getByText('Member saved').waitFor()
  const now = await memberNow(ada.id)
  assert.deepEqual(
    [now.name, now.locale, now.time_zone, now.quiet_hours, now.channels, now.manager_member_id],
    [
      'Ada Lovelace',
      'de',
      'Europe/Berlin',
      { start: '20:00', end: '07:30' },
      [
        { type: 'slack', address: 'U024BE7LH', preferred: true },
        { type: 'sms', address: '+491701234567' },
      ],
      boss.id,
    ],
  )
  await page.getByRole('link', { name: 'Ada Lovelace', includeHidden: true }).waitFor()
  const changes = drawer.getByRole('region', { name: 'Recent changes' }).getByRole('listitem')
  const last = changes.filter({ hasText: /^Member changed/ }).first()
  // Who did it through what is one clause, and when stays on one line.
  await last.getByText(/^Grace Hopper, through the application “/).waitFor()
  const wraps = await last
    .locator('> :last-child')
    .evaluate((age) => age.ownerDocument.defaultView!.getComputedStyle(age).whiteSpace)
  assert.equal(wraps, 'nowrap')
  assert.ok(await button('Save').isDisabled())
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
})

test('keys alone open a member, change them and close the drawer, and the focus is where it was', async () => {
  const link = page.getByRole('link', { name: 'Ada Lovelace' })
  await link.focus()
  await page.keyboard.press('Enter')
  await button('Edit').focus()
  await page.keyboard.press('Enter')
  await drawer.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' King')
  await page.keyboard.press('Enter')
  await eventually(
    () => memberNow(ada.id),
    ({ name }) => name === 'Ada Lovelace King',
  )
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await eventually(
    () => page.evaluate<string>('document.activeElement.textContent'),
    (text) => text === 'Ada Lovelace King',
  )
})

test('what somebody else changed elsewhere is kept, and the same field is asked about', async () => {
  expectRefusals(page, /status of 412/)
  await open(ada.id)
  await drawer.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await bodyOf(author.patch(`/api/members/${ada.id}`, { time_zone: 'Europe/Oslo' }))
  const { promise: typed, resolve: go } = Promise.withResolvers<void>()
  await page.route(/\/api\/members\?/, (route) => typed.then(() => route.continue()))
  await button('Save').click()
  await eventually(
    () => memberNow(ada.id),
    ({ name, time_zone: zone }) => name === 'Ada Lovelace' && zone === 'Europe/Oslo',
  )
  await eventually(
    () => drawer.getByLabel('Time zone').inputValue(),
    (zone) => zone === 'Europe/Oslo',
  )

  // What is typed before the lists have been read again stays.
  await drawer.getByLabel('Name', { exact: true }).fill('Mine')
  await drawer.getByLabel('Language').selectOption('nl')
  go()
  await page.getByText('Member saved').waitFor()
  assert.equal(await drawer.getByLabel('Name', { exact: true }).inputValue(), 'Mine')
  await bodyOf(author.patch(`/api/members/${ada.id}`, { name: 'Theirs' }))
  await button('Save').click()
  const conflict = asked('Changed by someone else')
  await conflict.getByRole('cell', { name: 'Theirs' }).waitFor()
  assert.equal(await conflict.getByRole('rowheader').count(), 1)
  await isWell(page)
  await picture(page, 'member-drawer-conflict')
  await conflict.getByRole('button', { name: 'Take their version' }).click()
  await conflict.waitFor({ state: 'detached' })
  assert.equal(await drawer.getByLabel('Name', { exact: true }).inputValue(), 'Theirs')
  assert.equal(await drawer.getByLabel('Language').inputValue(), 'nl')
  await drawer.getByLabel('Name', { exact: true }).fill('Mine')
  await bodyOf(author.patch(`/api/members/${ada.id}`, { name: 'Theirs again' }))
  await button('Save').click()
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await conflict.waitFor({ state: 'detached' })
  await eventually(
    () => memberNow(ada.id),
    ({ name, locale }) => name === 'Mine' && locale === 'nl',
  )
})

test('teams are joined and left, and absences added, deleted and brought back', async () => {
  await open(ada.id)
  await drawer.getByLabel('Add to a team').fill('des')
  await page.getByRole('option', { name: 'Design' }).click()
  await eventually(
    () => teams().allInnerTexts(),
    (names) => names.join() === 'Design,Platform',
  )
  await button('Remove from Platform').click()
  await asked(/^Remove Mine from Platform/)
    .getByText(/no longer see its results/)
    .waitFor()
  await asked(/^Remove Mine from Platform/)
    .getByRole('button', { name: 'Remove from team' })
    .click()
  await eventually(
    () => teams().allInnerTexts(),
    (names) => names.join() === 'Design',
  )
  assert.deepEqual((await memberNow(ada.id)).team_ids, [design])

  const absences = drawer.getByRole('region', { name: 'Absences' })
  await absences.getByText('No absences from today on').waitFor()
  await absences.getByLabel('First day away').fill('2040-07-14')
  await absences.getByLabel('Last day away').fill('2040-07-01')
  expectRefusals(page, /status of 422/)
  await button('Add absence').click()
  await absences.locator('[role=alert], .mantine-InputWrapper-error').first().waitFor()
  await absences.getByLabel('Last day away').fill('2040-07-28')
  await button('Add absence').click()
  await absences.getByText('14 July 2040 – 28 July 2040', { exact: true }).waitFor()
  await absences.getByRole('button', { name: /^Delete absence/ }).click()
  await absences.getByText('No absences from today on').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(
    () => memberNow(ada.id),
    ({ absences: [one] }) => one?.from === '2040-07-14' && one?.to === '2040-07-28',
  )
})

test('a member is suspended, active again, deactivated and active again, each with its effects', async () => {
  await open(ada.id)
  const status = async (now: string): Promise<void> => {
    await eventually(
      () => memberNow(ada.id),
      (member) => member.status === now,
    )
  }
  await button('Suspend…').click()
  await asked('Suspend Mine?')
    .getByText(/no surveys and no messages/)
    .waitFor()
  await asked('Suspend Mine?').getByRole('button', { name: 'Suspend' }).click()
  await status('suspended')
  await button('Reactivate').click()
  await status('active')
  await button('Deactivate…').click()
  await asked('Deactivate Mine?')
    .getByText(/They leave every team/)
    .waitFor()
  await asked('Deactivate Mine?').getByRole('button', { name: 'Deactivate' }).click()
  await status('deactivated')
  await drawer.getByText('Reactivated members have no teams').waitFor()
  assert.equal(await drawer.getByLabel('Add to a team').count(), 0)
  await button('Reactivate').click()
  await status('active')
  await drawer.getByLabel('Add to a team').waitFor()
  assert.deepEqual(await teams().allInnerTexts(), [])
})

test('a member is added by keys, one address twice is refused at its field, and the new one is open', async () => {
  await page.goto(`${directory}?team=${design}`)
  await page.getByRole('button', { name: 'Add member' }).focus()
  await page.keyboard.press('Enter')
  const dialog = asked('Add member')
  await dialog.getByLabel('Name').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `member-new-${look}`))
  await dialog.getByLabel('Name').focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Edsger Dijkstra')
  await page.keyboard.press('Tab')
  await page.keyboard.type(boss.email)
  expectRefusals(page, /status of 409/)
  await page.keyboard.press('Enter')
  await dialog.getByText('Another member has this email').waitFor()
  const email = `edsger-${world.adminEmail}`
  await dialog.getByLabel('E-mail address').fill(email)
  await page.keyboard.press('Enter')
  await drawer.getByRole('heading', { name: 'Edsger Dijkstra' }).waitFor()
  const id = new URL(page.url()).searchParams.get('member')!
  const now = await memberNow(id)
  assert.deepEqual([now.name, now.email, now.team_ids], ['Edsger Dijkstra', email, [design]])
})

test('teams are added, renamed, moved and archived, with the effects said before', async () => {
  await page.goto(directory)
  const tree = page.getByRole('tree', { name: 'Teams' })
  await page.getByRole('button', { name: 'Add team' }).click()
  const adding = asked('Add team')
  await adding.getByLabel('Name').fill('Engineering')
  await adding.getByRole('button', { name: 'Add team' }).click()
  await page.waitForURL(/team=tem_/)
  const engineering = new URL(page.url()).searchParams.get('team')!
  await tree.getByRole('treeitem', { name: /^Engineering/, selected: true }).waitFor()
  // A team that is added while another is chosen begins under that one.
  await page.getByRole('button', { name: 'Add team' }).click()
  await adding.getByLabel('Name').fill('Tools')
  assert.equal(await adding.getByLabel('Part of', { exact: true }).inputValue(), 'Engineering')
  await adding.getByRole('button', { name: 'Add team' }).click()
  await tree.getByRole('treeitem', { name: /^Tools/, selected: true }).waitFor()

  await page.getByRole('button', { name: 'Edit team' }).click()
  const editing = asked('Edit Tools')
  await editing.getByLabel('Name').fill('Developer tools')
  await editing.getByLabel('Part of', { exact: true }).fill('plat')
  await page.getByRole('option', { name: 'Platform' }).click()
  const tools = new URL(page.url()).searchParams.get('team')!
  expectRefusals(page, /status of 412/)
  await bodyOf(author.patch(`/api/teams/${tools}`, { name: 'Instruments' }))
  await editing.getByRole('button', { name: 'Save' }).click()
  await asked('Changed by someone else').getByRole('cell', { name: 'Instruments' }).waitFor()
  await asked('Changed by someone else').getByRole('button', { name: 'Save my version' }).click()
  await tree.getByRole('treeitem', { name: /^Developer tools/ }).waitFor()
  const saved = await bodyOf(author.get(`/api/teams/${tools}`))
  assert.deepEqual([saved.name, saved.parent_team_id], ['Developer tools', platform])

  await tree.getByRole('treeitem', { name: /^Platform/ }).click()
  await page.getByRole('button', { name: 'More for Platform' }).click()
  await page.getByRole('button', { name: 'Archive team' }).click()
  const archiving = asked('Archive Platform?')
  await archiving.getByText(/The team under it stays as it is/).waitFor()
  await archiving.locator('button:focus', { hasText: 'Cancel' }).waitFor()
  // What opened it is a line of a menu, which is gone: its button has the focus.
  await page.keyboard.press('Enter')
  await archiving.waitFor({ state: 'detached' })
  await page.locator('button:focus', { hasText: 'More for Platform' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Archive team' }).click()
  await isWell(page)
  await picture(page, 'team-archive')
  await archiving.getByRole('button', { name: 'Archive team' }).click()
  await tree.getByRole('treeitem', { name: /^Platform/ }).waitFor({ state: 'detached' })
  await page.waitForURL((url) => !url.search.includes('team='))
  assert.equal(await tree.getByRole('treeitem', { name: /^Developer tools/ }).getAttribute('aria-level'), '2')
  assert.equal((await bodyOf(author.get(`/api/teams/${engineering}`))).status, 'active')
})

test('an analyst and a lead read what they may, change nothing, and find no others', async () => {
  const lead = await addMember('Ingrid Solberg', { team_ids: [design] })
  await bodyOf(author.post(`/api/teams/${design}/members/${lead.id}`, { role: 'lead' }))
  const analyst = await addMember('Florence Nightingale')
  for (const one of [lead, analyst]) await createAccount(site.running.db.tx, one, clock.now())
  const { pool } = site.running.db
  for (const { who, sees, role } of [
    { who: analyst, sees: [ada.id, boss.id], role: 'analyst' },
    { who: lead, sees: [boss.id], role: null },
  ]) {
    const token = await signInWith(site.api, who)
    await bodyOf(client(site.api, token).get('/api/me'))
    if (role) await pool.query('update users set role = $1 where member_id = $2', [role, who.id])
    const other = await visit({ locale: 'en-GB', viewport, refusals: /status of 404/ })
    await arriveAs(other, site, `${directory}?member=${sees[0]}`, who)
    const there = other.locator('.mantine-Drawer-content')
    for (const [at, id] of sees.entries()) {
      if (at > 0) await other.goto(`${directory}?member=${id}`)
      await there.getByText('Quiet hours').waitFor()
    }
    assert.deepEqual(await there.getByRole('button').allInnerTexts(), [''], 'nothing but to close it')
    assert.equal(await there.getByRole('textbox').count(), 0)
    await isWellEverywhere(other, (look) => picture(other, `member-read-${role ?? 'lead'}-${look}`))
    await other.goto(`${directory}?member=${role ? `mem_${'0'.repeat(26)}` : ada.id}`)
    await other.getByRole('heading', { name: 'No such member' }).waitFor()
    assert.equal(await other.getByRole('button', { name: /^(Add|Edit|Archive)/ }).count(), 0)
    await other.context().close()
  }
})

test('what cannot be read is said, and read again; and the drawer is there in German', async () => {
  expectRefusals(page, /status of 5\d\d/)
  await answerFirst(page, /\/api\/members\/mem_/, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`${directory}?member=${boss.id}`)
  const again = drawer.getByRole('button', { name: 'Try again' })
  // A failure of the service is tried again by itself first.
  await Promise.race([again.waitFor(), button('Edit').waitFor()])
  if (await again.isVisible()) await again.click()
  await button('Edit').waitFor()
  const german = await visitAs(page, { locale: 'de-DE', viewport })
  await german.goto(`${directory}?member=${boss.id}`)
  await german.getByRole('dialog').getByRole('button', { name: 'Bearbeiten' }).click()
  await german.getByRole('dialog').getByRole('button', { name: 'Speichern' }).waitFor()
  await isWell(german)
  await picture(german, 'member-drawer-german')
  await german.context().close()
})
