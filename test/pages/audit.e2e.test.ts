/** The page of the audit log: the state of its chain, and which events admins are told of. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { scopeNames } from '../../contract/scopes.ts'
import { byPerson, recordAudit } from '../../src/audit/audit.ts'
import { run, sql, transaction } from '../../src/db/db.ts'
import { createAccount } from '../../src/identity/identity.ts'
import { newId } from '../../src/ids.ts'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { picture } from '../support/visit.ts'
import { newWorld } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startSite, visit } from './visit.ts'

const site = await startSite({ at: '2026-11-23T09:00:00Z' })

const world = await newWorld({ running: site.running })
const admin = { email: world.adminEmail, name: 'Ada Lovelace', password: 'correct horse battery' }
await createAccount(site.running.db.tx, admin, new Date())
const manager = await world.user({ role: 'member' })
await run(world.running.db.tx, sql`update users set name = 'Mary Somerville' where id = ${manager.userId}`)
const platform = await world.team('Platform', 4)
await transaction(site.running.db.tx, async (tx) => {
  const entry = { organisationId: world.organisationId, actor: byPerson(world.adminId), at: new Date() }
  await recordAudit(tx, {
    ...entry,
    action: 'recipients.added_lately',
    target: platform.id,
    detail: { asked: 66, added_lately: 66, by_this_application: 0, alert: true },
  })
  await recordAudit(tx, {
    ...entry,
    action: 'team.managers_changed',
    target: platform.id,
    detail: { added: [manager.userId], removed: [] },
  })
  await recordAudit(tx, {
    ...entry,
    action: 'application.updated',
    target: world.adminId,
    detail: { name: 'Reports', scopes: { from: ['teams:read'], to: [...scopeNames] }, all: [...scopeNames] },
  })
})
await site.running.app.due.settle()

const page = await visit()
after(() => page.context().close())

test('an admin sees that the log is verified', async () => {
  await arriveAs(page, site, `${site.pages}/app/settings/audit`, admin)
  await page.getByText('Verified', { exact: true }).waitFor()
  await page.getByText('How it is verified').click()
  await page.getByText(/^[0-9a-f]{64}$/).waitFor()
  await isWell(page)
})

test('the log opens on changes; an admin also looks at who viewed it, and opens an event', async () => {
  const rows = page.getByRole('row')
  await page.getByText('Who viewed results or this log is recorded too.').waitFor()
  await rows.nth(1).waitFor()
  assert.equal(await rows.filter({ hasText: 'Audit log viewed' }).count(), 0)
  await page.getByRole('radio', { name: 'Changes and views' }).check()
  await rows.filter({ hasText: 'Audit log viewed' }).first().waitFor()
  await page.getByRole('link', { name: 'Audit log viewed' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Event' })
  await drawer.getByText('Directly').waitFor()
  await drawer.getByText('listAuditEvents').waitFor()
  await isWell(page)
  await picture(page, 'audit-event')
  await page.keyboard.press('Escape')
  assert.match(page.url(), /readings=shown/)
  await page.getByRole('radio', { name: 'Changes', exact: true }).check()
  await rows.filter({ hasText: 'Audit log viewed' }).first().waitFor({ state: 'detached' })
  await isWellEverywhere(page, (name) => picture(page, `audit-${name}`))
})

test('details are sentences and facts with names, what is empty is left out, and what is long opens', async () => {
  const rows = page.getByRole('row')
  const added = rows.filter({ hasText: 'Recently added recipients' })
  await page
    .getByText(
      '66 of 66 people who were asked had been added to the directory shortly before. Admins got an alert',
    )
    .waitFor()
  assert.equal(await added.getByText('alert:').count(), 0)
  const leads = rows.filter({ hasText: 'Added: Mary Somerville' })
  await leads.waitFor()
  assert.doesNotMatch(await leads.innerText(), /[Rr]emoved/)
  await leads.getByRole('link', { name: 'Managers of Platform changed' }).waitFor()
  // No row says what only a program reads.
  for (const row of await rows.allInnerTexts()) assert.doesNotMatch(row, /:read|[a-z]{3}_…/)
  const scopes = rows.filter({ hasText: 'Application “Reports” changed' })
  await scopes.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Event' })
  await drawer.getByText(`${scopeNames.length} entries`).click()
  await drawer.getByText(scopeNames.join(', '), { exact: true }).waitFor()
  const labels = await drawer.locator('dt').allInnerTexts()
  assert.equal(new Set(labels).size, labels.length, labels.join())
  await isWellEverywhere(page, (name) => picture(page, `audit-details-${name}`))
  await page.keyboard.press('Escape')
})

test('events of one kind, one after another, are a row that opens', async () => {
  const head = page.getByRole('button', { name: 'Member added · 4 times' })
  const members = page.getByRole('link', { name: /^Person Platform \d added to the directory$/ })
  await head.waitFor()
  assert.equal(await members.count(), 0)
  await head.focus()
  await page.keyboard.press('Enter')
  await members.nth(3).waitFor()
  assert.equal(await head.getAttribute('aria-expanded'), 'true')
  await isWell(page)
  await head.click()
  await members.first().waitFor({ state: 'detached' })
})

test('on a phone the log begins on the first screen, with filters folded, and an end of a period never stands alone', async () => {
  await page.setViewportSize({ width: 360, height: 800 })
  const first = page.getByRole('row').nth(1)
  const box = await first.boundingBox()
  assert.ok(box && box.y < 700, JSON.stringify(box))
  await page.getByRole('button', { name: 'Filter' }).click()
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [from, to] = [
      await page.getByLabel('From', { exact: true }).boundingBox(),
      await page.getByLabel('To', { exact: true }).boundingBox(),
    ]
    assert.equal(from?.y, to?.y, `at ${width} px`)
  }
})

test('an object is searched by its name, and everything of it is listed', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const object = page.getByRole('combobox', { name: 'Object' })
  await object.fill('platf')
  // The browser's own list, which a test can't press: what it writes is written.
  await page.locator('datalist option[value="Platform"]').waitFor({ state: 'attached' })
  await object.fill('Platform')
  await page.waitForURL(new RegExp(`target=${platform.id}`))
  await page.getByRole('link', { name: 'Managers of Platform changed' }).waitFor()
  await page.getByRole('link', { name: 'Application “Reports” changed' }).waitFor({ state: 'detached' })
  assert.equal(await object.inputValue(), 'Platform')
  await isWellEverywhere(page, (name) => picture(page, `audit-object-${name}`))
  // From an event, too, without its ID being known.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Managers of Platform changed' }).click()
  await page.getByRole('link', { name: 'All events of this object' }).click()
  await page.waitForURL(new RegExp(`target=${platform.id}`))
  await page.getByRole('button', { name: 'Clear filters' }).click()
})

test('it says when the log is verified next', async () => {
  await page.getByText(/^Next check: .*2026.* or soon after: it repeats once a day$/).waitFor()
})

test('an admin chooses events and admins to be told', async () => {
  await page.getByText(/kinds of events, to every admin/).waitFor()
  await page.getByRole('button', { name: 'Choose notices' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Personal survey links read').check()
  await dialog.getByLabel('Member’s data erased').uncheck()
  assert.ok(await dialog.getByLabel('E-mail notices changed (always)').isDisabled())
  await dialog.getByLabel('Only these admins').check()
  assert.ok(await dialog.getByRole('button', { name: 'Save changes' }).isDisabled())
  const { rows: people } = await world.running.db.pool.query<{ name: string }>(
    'select name from users where id = $1',
    [world.adminId],
  )
  await dialog.getByRole('checkbox', { name: people[0].name, exact: true }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/kinds of events, to 1 admin/).waitFor()
  const { rows } = await world.running.db.pool.query(
    'select actions, recipients from audit_notices where organisation_id = $1',
    [world.organisationId],
  )
  assert.deepEqual(rows[0].recipients, [world.adminId])
  assert.ok(rows[0].actions.includes('links.read') && !rows[0].actions.includes('member.erased'))
})

test('everybody and every team on the page is named, however many there are besides', async () => {
  const large = await newWorld({ running: site.running })
  const { organisationId } = large
  const crowd = await large.team('Crowd', 204)
  const more = 204
  const idsOf = (kind: 'team' | 'user') => Array.from({ length: more }, () => newId(kind))
  const [teams, users] = [idsOf('team'), idsOf('user')]
  await large.running.db.pool.query(
    `insert into teams (organisation_id, id, name, created_at, updated_at)
     select $1, id, 'Team ' || nr, $3, $3 from unnest($2::text[]) with ordinality as one (id, nr)`,
    [organisationId, teams, new Date()],
  )
  await large.running.db.pool.query(
    `insert into users (organisation_id, id, name, email, role, created_at, updated_at)
     select $1, id, 'User ' || lpad(nr::text, 3, '0'), id || '@example.com', 'member', $3, $3
     from unnest($2::text[]) with ordinality as one (id, nr)`,
    [organisationId, users, new Date()],
  )
  await transaction(site.running.db.tx, async (tx) => {
    const entry = { organisationId, actor: byPerson(users[202]), at: new Date() }
    await recordAudit(tx, { ...entry, action: 'member.updated', target: crowd.members[203], detail: {} })
    await recordAudit(tx, {
      ...entry,
      action: 'team.managers_changed',
      target: teams[201],
      detail: { added: [users[203]], removed: [users[201]] },
    })
    await recordAudit(tx, {
      ...entry,
      action: 'team.members_removed',
      target: teams[202],
      detail: { members: crowd.members.toReversed() },
    })
  })
  await transaction(site.running.db.tx, (tx) => registerOwnPages(tx, site.pages, new Date()))
  const who = { email: large.adminEmail, name: 'Grace Hopper', password: admin.password }
  await createAccount(site.running.db.tx, who, new Date())
  const log = await visit()
  await arriveAs(log, site, `${site.pages}/app/settings/audit`, who)
  const rows = log.getByRole('row')
  const person = (nr: number) => log.getByRole('link', { name: new RegExp(`Person Crowd ${nr}( |$)`) })
  await person(204).waitFor()
  const managers = rows.filter({ hasText: 'Team 202' })
  await managers.getByText('Added: User 204 · Removed: User 202').waitFor()
  await managers.getByText('User 203').waitFor()
  const removed = rows.filter({ hasText: 'Team 203' })
  await removed.getByText('Person Crowd 204, Person Crowd 203, Person Crowd 202 and 201 more').waitFor()
  await isWell(log)
  // All of them are named once somebody opens the event.
  await removed.getByRole('link').first().click()
  const drawer = log.getByRole('dialog', { name: 'Event' })
  await drawer.getByText('204 entries').click()
  await drawer.getByText(/^Person Crowd 204, .*, Person Crowd 104, .*, Person Crowd 1$/).waitFor()
  await log.keyboard.press('Escape')
  // Whom the list is filtered by is named there, too.
  await managers.getByRole('link', { name: 'User 203' }).click()
  await log.getByRole('option', { name: 'User 203', selected: true }).waitFor({ state: 'attached' })
  await isWell(log)
  await log.context().close()
})

test('after a change in the database an admin sees that the log is not verified', async () => {
  await run(
    world.running.db.tx,
    sql`update audit_events set detail = '{}' where organisation_id = ${world.organisationId} and position = 1`,
  )
  site.running.clock?.advance(2 * 86_400_000)
  await site.running.app.due.settle()
  await page.reload()
  await page.getByText('Changed outside Sonde', { exact: true }).first().waitFor()
  await page.getByRole('alert').waitFor()
})
