/**
 * The settings of an organisation in a real browser: floors, people, invitations, identity providers, alerts, the trail; what
 * is done there, seen from the API as well.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, beforeEach, test } from 'node:test'
import { atEndOf } from '../support/endings.ts'
import { parse } from 'csv-parse/sync'
import { createAccount } from '../../src/identity/identity.ts'
import { startIssuer, testAudience } from '../support/issuer.ts'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { links, newWorld, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { expectRefusals, holdReply, isWellEverywhere, startSite, visit } from './visit.ts'

const site = await startSite({ env: { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' } })
const password = 'correct horse battery'

const world = await newWorld({ running: site.running })
const admin = { email: world.adminEmail, name: 'Ada Lovelace', password }
await createAccount(site.running.db.tx, admin, new Date())

/** The admin signs in once: later stories find what earlier ones have done. */
const page = await visit({ viewport: { width: 1280, height: 800 } })
after(() => page.context().close())
beforeEach(() => expectRefusals(page, null))

const open = (path: string): Promise<unknown> => page.goto(site.pages + path)

const rowOf = (text: string) => page.getByRole('row', { name: text })

test('the trail is filtered by what, by whom and by day, and saved as it is shown', async () => {
  await arriveAs(page, site, `${site.pages}/app/settings/organisation`, admin)
  await page.getByLabel('Name', { exact: true }).fill('=Acme')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('banner').getByText('=Acme').waitFor()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Event', { exact: true }).selectOption('organisation.updated')
  await page.waitForURL(/action=organisation.updated/)
  await page.getByText('1 event', { exact: true }).waitFor()
  await page.getByLabel('Actor').selectOption(world.adminId)
  await page.getByText('1 event', { exact: true }).waitFor()
  const today = new Date()
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  await page.getByLabel('From').fill(day)
  await page.waitForURL(new RegExp(`from=${day}`))
  await page.getByText('1 event', { exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^audit-\d{4}-\d\d-\d\d\.csv$/)
  const rows = parse<Record<string, string>>(await readFile((await download.path())!, 'utf8'), {
    columns: true,
  })
  assert.deepEqual(
    rows.map(({ action, actor, user_id, target }) => ({ action, actor, user_id, target })),
    [
      {
        action: 'organisation.updated',
        actor: 'person',
        user_id: world.adminId,
        target: world.organisationId,
      },
    ],
  )
  await page.getByRole('combobox', { name: 'Object' }).fill('nonsense')
  await page.getByText('Nothing found', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  assert.doesNotMatch(page.url(), /target=/)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByText('No events found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('table').getByText('Signed in for the first time').first().waitFor()
})

/** A closed pulse, one of whose answers speaks of harm. */
async function harmfulPulse(): Promise<void> {
  const team = await world.team('Night shift', 5)
  const author = await world.user()
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([team.id])), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  for (const [i, { url }] of (await links(author, `/api/pulses/${id}`)).entries()) {
    const answers = [
      { question_id: 'calm', value: 3 },
      { question_id: 'why', text: i === 0 ? 'My supervisor harassed me' : 'The rota' },
    ]
    await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
  }
  await bodyOf(author.post(`/api/pulses/${id}/close`))
}

test('an alert says that somebody speaks of harm and nothing else, and who looks after it', async () => {
  await harmfulPulse()
  await open('/app/settings/alerts')
  await page.getByText('speaks of harassment').waitFor()
  assert.equal((await page.content()).includes('supervisor'), false)
  await isWellEverywhere(page)
  await page.getByRole('button', { name: /^Mark as handled/ }).click()
  // The row, and not the note that says so for a moment.
  await page.getByText(/closed .* handled by you/).waitFor()
  await page.getByRole('radio', { name: 'Open' }).click()
  await page.getByText('No alerts have this status').waitFor()
})

test('an admin raises a floor by typing the name, and agrees to no language model where there is none', async () => {
  expectRefusals(page, /status of 422/)
  await open('/app/settings/organisation')
  const named = page.getByLabel('Name', { exact: true })
  const name = await named.inputValue()
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' })
  await parts.getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL('**/app/settings/organisation?tab=privacy')
  const card = page.getByRole('region', { name: 'Minimum group sizes' })
  const field = card.getByLabel('Scores', { exact: true })
  await field.waitFor()
  assert.equal((await card.innerText()).match(/minimum group size/gi)?.length, 1, 'its title alone says it')
  await field.fill('4')
  await page.getByText('Can’t be lower than the current 5').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Raise minimum sizes' }).isDisabled())
  await field.fill('8')
  await page.getByRole('button', { name: 'Raise minimum sizes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Scores: from 5 to 8').waitFor()
  await dialog.getByLabel(/^Type/).fill('Something else')
  assert.ok(await dialog.getByRole('button', { name: 'Raise minimum sizes' }).isDisabled())
  await dialog.getByLabel(/^Type/).fill(name)
  await dialog.getByRole('button', { name: 'Raise minimum sizes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  assert.equal(await field.inputValue(), '8')

  await parts.getByRole('link', { name: 'General' }).click()
  const contact = page.getByRole('form', { name: 'Contacts for respondents' })
  await contact.getByRole('button', { name: 'Add contact' }).click()
  await contact.getByLabel('Who', { exact: true }).fill('Ombudsperson')
  await named.fill('Fjordline')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  const facts = page.getByRole('form', { name: 'Name and place' })
  await facts.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('banner').getByText('Fjordline').waitFor()
  await facts.getByRole('button', { name: 'Save changes', disabled: true }).waitFor()
  const typed = await contact.getByLabel('Who', { exact: true }).inputValue()
  assert.equal(typed, 'Ombudsperson', 'what is typed into one form stays while another is saved')

  await parts.getByRole('link', { name: 'AI and agents' }).click()
  const model = page.getByRole('switch', { name: 'language model' })
  await model.click()
  await dialog.getByRole('button', { name: 'Agree to use' }).click()
  await dialog.getByText('The operator has not set up a language model').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await model.isChecked(), false)
  const translations = page.getByRole('switch', { name: 'Let authors have translations proposed' })
  await translations.click()
  await dialog.getByRole('button', { name: 'Agree to use' }).click()
  await dialog.getByText('The operator has not set up a language model').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await translations.isChecked(), false)

  await parts.getByRole('link', { name: 'Privacy' }).click()
  await page.getByText('Advanced', { exact: true }).click()
  const days = page.getByLabel('Shortest season, in days')
  assert.equal(await days.inputValue(), '', 'the usual number is named, and is no 0')
  await days.fill('400')
  await page.getByText('Enter a whole number up to 366').waitFor()
  await days.fill('180')
  // What was saved before may still be told: the reply is what this one waits for.
  const reply = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save changes' }).click()
  assert.equal((await reply).status(), 200)
  await page.reload()
  await page.getByText('Advanced', { exact: true }).click()
  assert.equal(await days.inputValue(), '180')
})

test('an admin invites, sees it waiting, and takes it back', async () => {
  expectRefusals(page, /status of 4(09|00)/)
  await open('/app/settings/people')
  // What a role may do is a link away; the call behind the page is under it, and no menu holds it alone.
  const guide = page.getByRole('link', { name: 'What may an analyst do?' })
  assert.equal(await guide.getAttribute('href'), '/docs/people-and-roles')
  await page.getByRole('button', { name: 'View as API call' }).click()
  await page.getByRole('dialog', { name: 'View as API call' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('button', { name: 'More actions', exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Invite person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(admin.email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('E-mail').fill('grace@elsewhere.test')
  await dialog.getByLabel('Analyst').check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const row = rowOf('grace@elsewhere.test')
  await row.getByText('Pending').waitFor()
  await row.getByText('Analyst').waitFor()
  await page.getByRole('button', { name: 'Cancel invitation for grace@elsewhere.test' }).click()
  await row.getByText('Cancelled').waitFor()
  // A card keeps no line for buttons that are gone.
  await page.setViewportSize({ width: 360, height: 800 })
  const card = await row.boundingBox()
  const sent = await row.locator('td[data-label=Sent]').boundingBox()
  assert.ok(card!.y + card!.height - (sent!.y + sent!.height) < 20)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('an admin changes a role, takes it back, and disables somebody, whose token is refused from then on', async () => {
  expectRefusals(page, /status of 409/)
  const person = await world.user({ role: 'member' })
  const { name } = (await person.get('/api/me')).body.user
  const roleNow = async () => (await person.get('/api/me')).body.role
  const team = await world.team('Platform', 1)
  const [memberId] = team.members
  const author = await world.user({ id: world.adminId })
  await bodyOf(author.post(`/api/teams/${team.id}/members/${memberId}`, { role: 'lead' }))
  await site.running.db.pool.query('update users set member_id = $1 where id = $2', [memberId, person.userId])
  await open('/app/settings/people')
  await rowOf(name).getByText('Leads Platform').waitFor()
  const roles = page.getByLabel(`Role of ${name}`)
  await roles.selectOption('analyst')
  await page.getByText(`${name} is an analyst now`).waitFor()
  assert.equal(await roleNow(), 'analyst')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(`${name} is a member now`).waitFor()
  assert.equal(await roleNow(), 'member')
  assert.equal(await roles.inputValue(), 'member')

  await roles.selectOption('analyst')
  await page.getByText(`${name} is an analyst now`).waitFor()
  await roles.selectOption('admin')
  await page.getByRole('dialog').getByText('take your own role away').waitFor()
  assert.equal(await roleNow(), 'analyst')
  await page.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click()
  await page.getByText(`${name} is an admin now`).waitFor()
  assert.equal(await roleNow(), 'admin')
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'an earlier change')

  const menu = rowOf(name).getByRole('button', { name: `Actions for ${name}` })
  await menu.click()
  await isWellEverywhere(page, (look) => picture(page, `people-${look}`))
  await page.getByRole('button', { name: 'Disable…' }).click()
  await page.getByRole('dialog').getByText('is signed out immediately').waitFor()
  assert.equal((await person.get('/api/me')).status, 200)
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await rowOf(name).getByText('Disabled').waitFor()
  assert.equal((await person.get('/api/me')).status, 401)
  await page.getByText(`${name} is disabled and signed out`).waitFor()

  await page.getByRole('radio', { name: 'Active' }).click()
  await page.waitForURL(/state=active/)
  await rowOf(name).waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'All' }).click()
  await menu.click()
  await page.getByRole('button', { name: 'Re-enable' }).click()
  await rowOf(name).getByText('Active').waitFor()

  await roles.selectOption('member')
  await page.getByRole('dialog').getByText('stop being an admin').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await page.getByText(`${name} is a member now`).waitFor()
  await page.getByLabel(/^Role of Ada|^Role of admin/).selectOption('member')
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
})

test('a sign-in that belongs to somebody else is refused, and changes nothing', async () => {
  expectRefusals(page, /status of 409/)
  const colleague = { email: `colleague-of-${world.adminEmail}`, name: 'Colleague', password }
  await createAccount(site.running.db.tx, colleague, new Date())
  await (
    await world.user({ id: world.adminId, scopes: ['teams:write'] })
  ).post('/api/members', { name: 'Colleague', email: colleague.email })
  const theirs = await visit({ refusals: /status of 403/ })
  await arriveAs(theirs, site, `${site.pages}/app/account`, colleague)
  await theirs.getByRole('heading', { name: 'Sign-in methods' }).waitFor()
  await theirs.goto(`${site.pages}/app/settings/audit`)
  await theirs.getByText('This page is for admins').waitFor()
  assert.equal(await theirs.getByRole('link', { name: 'Audit log' }).count(), 0)
  await theirs.context().close()

  await open('/app/account')
  await page.getByText('Link another sign-in').click()
  await page.getByRole('button', { name: 'Add another account: Sonde’s built-in sign-in' }).click()
  await page.getByLabel('E-mail').fill(colleague.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('already uses that account').waitFor()
  assert.equal(await page.getByText(', signed in').count(), 1)
})

test('a provider is added, tested, and proved by signing in there beside the session that stays', async () => {
  expectRefusals(page, /status of 4(09|22)/)
  const issuer = await startIssuer()
  atEndOf('file', () => issuer.close())
  await open('/app/settings/identity-providers')
  const first = await page.evaluate<string>("JSON.parse(sessionStorage.getItem('sonde.session')).token")
  await page.getByRole('heading', { name: 'No identity provider yet' }).waitFor()
  await page.getByRole('button', { name: 'Add provider' }).nth(1).click()
  const dialog = page.getByRole('dialog')
  const redirect = `${site.pages}/sign-in/callback/`
  await dialog.getByText(`${redirect}…`, { exact: true }).waitFor()
  const guide = dialog.getByRole('link', { name: 'How to set up an identity provider' })
  assert.equal(await guide.getAttribute('href'), '/docs/identity-providers')
  await dialog.getByLabel('Type').selectOption('OpenID Connect')
  assert.equal(await dialog.getByLabel('Audiences').isVisible(), false)
  await dialog.getByText('Advanced', { exact: false }).click()
  await dialog.getByText('People join when they sign in').waitFor()
  await isWellEverywhere(page)
  await dialog.getByLabel('Name').fill('Acme Login')
  await dialog.getByLabel('Issuer').fill(`${issuer.issuer}/?tenant=1`)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByText('without query').waitFor()
  await dialog.getByLabel('Issuer').fill(issuer.issuer)
  await dialog.getByLabel('Client ID').fill('sonde-pages')
  await dialog.getByLabel('Audiences').fill(testAudience)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByText('Register Sonde with Acme Login').waitFor()
  await isWellEverywhere(page)
  await dialog.getByText(new RegExp(`^${redirect}idp_\\w+$`)).waitFor()
  assert.equal(await dialog.getByLabel('Client ID').inputValue(), 'sonde-pages')
  await dialog.getByRole('button', { name: 'Later' }).click()
  await page.getByText('Not verified').waitFor()
  await page.getByRole('button', { name: 'Test provider' }).click()
  await page.getByText('Keys can be read').waitFor()
  assert.equal(await page.getByLabel('Failed:').count(), 0)

  issuer.persons({ sub: 'ada', email: 'ada@login.test', name: 'Ada' })
  // The worst order on the way back: the list is read before the provider is proved, and its reply is slow.
  const { answered, release } = await holdReply(page, /\/api\/identity-providers(\?|$)/)
  await page.getByRole('button', { name: 'Sign in with Acme Login' }).click()
  await page.getByText('is now active').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await answered
  release()
  assert.equal(await page.evaluate("JSON.parse(sessionStorage.getItem('sonde.session')).token"), first)
  assert.equal(await page.evaluate("sessionStorage.getItem('sonde.second-session')"), null)

  await page.getByRole('button', { name: 'Edit provider' }).click()
  await dialog.getByLabel('Client ID').fill('another')
  await dialog.getByText('until you verify it again').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Account/ }).click()
  const address = page.getByTitle(admin.email, { exact: true })
  assert.ok((await address.boundingBox())!.height <= 20, 'an address is in one line, and whole in its title')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByText('ada@login.test').waitFor()
  await page.getByText('Link another sign-in').click()
  await page.getByRole('button', { name: 'Add another account: Acme Login' }).click()
  await page.getByText('You can now also sign in with Acme Login').waitFor()
  await page.getByRole('button', { name: /^Remove Acme Login/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sign-in method' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('ada@login.test').waitFor({ state: 'detached' })
})
