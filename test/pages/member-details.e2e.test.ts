/** What else the drawer of a member has: attributes, the ID of a personnel system, how they sign in; statuses that two admins change; and erasing. */
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
const asked = (name: string) => page.getByRole('dialog', { name })
const button = (name: string) => drawer.getByRole('button', { name, exact: true })
const attributes = drawer.getByRole('group', { name: 'Attributes' })
const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent')
const memberNow = async (id: string): Promise<any> => bodyOf(author.get(`/api/members/${id}`))
const change = (id: string, fields: object) => bodyOf(author.patch(`/api/members/${id}`, fields))

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

const { id: harbour } = await bodyOf(author.post('/api/teams', { name: 'Harbour' }), 201)
const { id: lighthouse } = await bodyOf(author.post('/api/teams', { name: 'Lighthouse' }), 201)
const ada = await addMember('Ada Byron', {
  external_id: 'hr-1',
  team_ids: [harbour],
  attributes: { site: 'North', level: '3' },
})

test('keys alone add, change and remove attributes, and what is wrong is said at its field', async () => {
  await arriveAs(page, site, `${directory}?member=${ada.id}`, admin)
  await button('Edit').click()
  await button('Save').waitFor()
  assert.equal(await drawer.getByLabel('ID in the HR system').inputValue(), 'hr-1')
  await attributes.getByLabel('site', { exact: true }).fill('South')
  await button('Add attribute').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('2nd')
  await attributes.getByText('begin with a letter').waitFor()
  assert.ok(await button('Save').isDisabled())
  await isWellEverywhere(page, (look) => picture(page, `member-attributes-${look}`))
  await attributes.getByLabel('Attribute', { exact: true }).fill('level')
  await attributes.getByText('There is one with this name').waitFor()
  await attributes.getByLabel('Attribute', { exact: true }).fill('tenure')
  await page.keyboard.press('Tab')
  await page.keyboard.type('5 years')
  await button('Remove the attribute level').focus()
  await page.keyboard.press('Enter')
  await eventually(focused, (text) => text === 'Add attribute')
  await drawer.getByLabel('ID in the HR system').fill('hr-2')
  await page.keyboard.press('Enter')
  await page.getByText('Member saved').waitFor()
  const saved = await memberNow(ada.id)
  assert.deepEqual([saved.external_id, saved.attributes], ['hr-2', { site: 'South', tenure: '5 years' }])
  assert.ok(await button('Save').isDisabled())
  await open(ada.id)
  assert.equal(await attributes.getByLabel('tenure', { exact: true }).inputValue(), '5 years')
})

test('an ID that another member has is refused at its field', async () => {
  await addMember('Grace Hopper', { external_id: 'hr-9' })
  await open(ada.id)
  expectRefusals(page, /status of 409/)
  await drawer.getByLabel('ID in the HR system').fill('hr-9')
  await button('Save').click()
  await drawer.getByText('Another member has this external_id').waitFor()
  await isWell(page)
})

test('two attributes that two admins change are both kept, and the same one is asked about', async () => {
  expectRefusals(page, /status of 412/)
  await change(ada.id, { attributes: { site: 'South', tenure: '5 years' } })
  await open(ada.id)
  await attributes.getByLabel('tenure', { exact: true }).fill('6 years')
  await change(ada.id, { attributes: { site: 'West', tenure: '5 years', grade: 'A' } })
  await button('Save').click()
  await eventually(
    () => memberNow(ada.id),
    ({ attributes: now }) => JSON.stringify(now) === '{"site":"West","grade":"A","tenure":"6 years"}',
  )
  await attributes.getByLabel('grade', { exact: true }).waitFor()
  await attributes.getByLabel('site', { exact: true }).fill('East')
  await change(ada.id, { attributes: { site: 'Centre', tenure: '6 years', grade: 'A' } })
  await button('Save').click()
  const conflict = asked('Changed by someone else')
  await conflict.getByRole('rowheader', { name: 'Attribute site' }).waitFor()
  await isWell(page)
  await picture(page, 'member-attributes-conflict')
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await eventually(
    () => memberNow(ada.id),
    ({ attributes: now }) => now.site === 'East',
  )
})

test('a status is changed over other changes, and where another admin changed it too, the person decides', async () => {
  expectRefusals(page, /status of 412/)
  await open(ada.id)
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await change(ada.id, { time_zone: 'Europe/Oslo' })
  await button('Suspend…').click()
  await asked('Suspend Ada Byron?').getByRole('button', { name: 'Suspend' }).click()
  assert.match((await sent).headers()['if-match'] ?? 'none', /\d/)
  await drawer.getByText('Suspended', { exact: true }).waitFor()
  const now = await memberNow(ada.id)
  assert.deepEqual([now.status, now.time_zone], ['suspended', 'Europe/Oslo'])

  await button('Deactivate…').waitFor()
  await change(ada.id, { status: 'active' })
  await button('Deactivate…').click()
  await asked('Deactivate Ada Byron?').getByRole('button', { name: 'Deactivate' }).click()
  const conflict = asked('Changed by someone else')
  await conflict.getByRole('cell', { name: 'Active' }).waitFor()
  await isWell(page)
  await picture(page, 'member-status-conflict')
  await conflict.getByRole('button', { name: 'Take their version' }).click()
  await conflict.waitFor({ state: 'detached' })
  assert.equal((await memberNow(ada.id)).status, 'active')
  await button('Suspend…').click()
  await asked('Suspend Ada Byron?').waitFor()
  await change(ada.id, { status: 'deactivated' })
  await asked('Suspend Ada Byron?').getByRole('button', { name: 'Suspend' }).click()
  await conflict.getByRole('cell', { name: 'Deactivated' }).waitFor()
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await eventually(
    () => memberNow(ada.id),
    ({ status }) => status === 'suspended',
  )
  // Somebody else did the same already.
  await change(ada.id, { status: 'active', team_ids: undefined })
  await open(ada.id)
  await change(ada.id, { status: 'suspended' })
  await button('Suspend…').click()
  await asked('Suspend Ada Byron?').getByRole('button', { name: 'Suspend' }).click()
  await asked('Suspend Ada Byron?').waitFor({ state: 'detached' })
  await drawer.getByText('Suspended', { exact: true }).waitFor()
  await change(ada.id, { status: 'active' })
})

test('how somebody signs in is there, with their role, and leads to where it is changed', async () => {
  const expected = await addMember('Linus Expected')
  await open(expected.id)
  const signIn = drawer.getByRole('region', { name: 'Sign-in' })
  await signIn.getByText('Hasn’t signed in yet').waitFor()

  await createAccount(site.running.db.tx, expected, clock.now())
  await bodyOf(client(site.api, await signInWith(site.api, expected)).get('/api/me'))
  await open(expected.id)
  await signIn.getByText('Member', { exact: true }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `member-sign-in-${look}`))
  await change(expected.id, { status: 'deactivated' })
  await open(expected.id)
  await signIn.getByText('Disabled').waitFor()
  await signIn.getByRole('link', { name: 'Change the role under Users' }).click()
  await page.getByRole('row').filter({ hasText: expected.email }).waitFor()

  // An address of a program makes nobody a user.
  const program = await world.organisation(['teams:read', 'teams:write'])
  const { id } = await bodyOf(program.post('/api/members', { name: 'Edsger Made' }), 201)
  await open(id)
  await signIn.getByText('to sign in they need an invitation').waitFor()
  await signIn.getByRole('link', { name: 'Invite under Users' }).waitFor()
})

test('a lead reads attributes and ID, and is told that there are teams that they do not see, never which', async () => {
  const lead = await addMember('Ingrid Solberg', { team_ids: [harbour] })
  await bodyOf(author.post(`/api/teams/${harbour}/members/${lead.id}`, { role: 'lead' }))
  for (const team of [harbour, lighthouse])
    await bodyOf(author.post(`/api/teams/${team}/members/${ada.id}`, {}))
  await change(ada.id, { leaves_on: '2040-01-31', attributes: { Language: 'Norse', site: 'East' } })
  await createAccount(site.running.db.tx, lead, clock.now())
  await bodyOf(client(site.api, await signInWith(site.api, lead)).get('/api/me'))
  const other = await visit({ locale: 'en-GB', viewport })
  // An admin's own questions are not even asked.
  const admins: string[] = []
  other.on('request', (request) => {
    if (/\/api\/(people|audit)/.test(request.url())) admins.push(request.url())
  })
  await arriveAs(other, site, `${directory}?member=${ada.id}`, lead)
  const there = other.locator('.mantine-Drawer-content')
  await there.getByText('One team isn’t shown to you.').waitFor()
  await there.getByRole('region', { name: 'Attributes' }).getByText('Norse').waitFor()
  await there.getByText('hr-2').waitFor()
  const words = await there.innerText()
  assert.doesNotMatch(words, /Lighthouse|2040|Sign-in|Last day/)
  assert.equal(await there.getByRole('textbox').count(), 0)
  assert.deepEqual(admins, [])
  await isWellEverywhere(other, (look) => picture(other, `member-read-whole-${look}`))
  await other.context().close()
})

test('the fields are there in German', async () => {
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 360, height: 740 } })
  await german.goto(`${directory}?member=${ada.id}`)
  const there = german.getByRole('dialog')
  await there.getByRole('button', { name: 'Bearbeiten' }).click()
  await there.getByRole('button', { name: 'Attribut hinzufügen' }).click()
  await there.getByLabel('ID im Personalsystem').waitFor()
  await there.getByRole('region', { name: 'Anmeldung' }).waitFor()
  await isWell(german)
  await picture(german, 'member-attributes-german')
  await german.context().close()
})

test('erasing says what goes and what stays, wants a recent sign-in, and carries out what the person asked for', async () => {
  const gone = await addMember('Gail Gone', { team_ids: [harbour] })
  await open(gone.id)
  const session = client(site.api, await signInWith(site.api, admin))
  const waiting = await bodyOf(
    session.post('/api/privacy-requests', { kind: 'erasure', member_id: gone.id }),
    201,
  )
  clock.advance(3_600_000)
  await button('Erase data…').click()
  const dialog = asked('Erase the data of Gail Gone?')
  await dialog.getByText('Anonymous answers: nothing in them leads to a person').waitFor()
  // Before anything is typed.
  await dialog.getByRole('button', { name: 'Sign in again' }).waitFor()
  await isWellEverywhere(page, (look) => picture(page, `member-erase-${look}`))
  // The provider signs people in by the real clock, so ours goes back to it.
  clock.advance(-3_600_000)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button('Erase data…').click()
  await dialog.getByRole('button', { name: 'Sign in again' }).waitFor({ state: 'detached' })
  assert.ok(await dialog.getByRole('button', { name: 'Erase data' }).isDisabled())
  await dialog.getByLabel(/^Type/).fill('Gail Gone')
  await dialog.getByRole('button', { name: 'Erase data' }).click()
  await drawer.getByText('Only an ID is left').waitFor()
  assert.equal((await memberNow(gone.id)).status, 'erased')
  assert.equal(await button('Save').count(), 0)
  const request = await bodyOf(session.get(`/api/privacy-requests/${waiting.id}`))
  assert.equal(request.state, 'completed')

  const second = await addMember('Leo Gone')
  await open(second.id)
  await button('Erase data…').click()
  await asked('Erase the data of Leo Gone?').getByLabel(/^Type/).fill('Leo Gone')
  await asked('Erase the data of Leo Gone?').getByRole('button', { name: 'Erase data' }).click()
  await drawer.getByText('Only an ID is left').waitFor()
})
