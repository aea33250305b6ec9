/**
 * The directory as its readers use it: an admin goes through the tree by mouse and by keys, and a lead sees their people and nobody else.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import {
  type Account,
  answerFirst,
  isThere,
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
const page = await visit({ refusals: /status of 5\d\d/, locale: 'en-GB', viewport })
after(() => page.context().close())

const tree = page.getByRole('tree', { name: 'Teams' })
const item = (name: string | RegExp) => tree.getByRole('treeitem', { name })
/** What is seen of each, without what is only read out. */
const labels = (from: Page): Promise<string[]> =>
  from.getByRole('treeitem').evaluateAll((all) =>
    all.map((one) =>
      [...one.querySelectorAll('span:not(.visually-hidden)')]
        .flatMap((span) => (span.childElementCount === 0 ? (span.textContent ?? []) : []))
        .filter((text) => text !== '')
        .join(' '),
    ),
  )
const rows = page.locator('[data-row]')
const names = (): Promise<string[]> => rows.locator('strong').allInnerTexts()
const shows = (count: number): Promise<number> =>
  eventually(
    () => rows.count(),
    (seen) => seen === count,
  )

/** A member with an account, added by the admin, who may therefore sign in. */
async function addMember(name: string, fields: Record<string, unknown>): Promise<Account & { id: string }> {
  const email = `${name.split(' ')[0].toLowerCase()}-${world.adminEmail}`
  const { id } = await bodyOf(author.post('/api/members', { name, email, ...fields }), 201)
  await createAccount(site.running.db.tx, { email, name, password }, new Date())
  return { email, name, password, id }
}

const addTeam = async (name: string, parent?: string): Promise<string> =>
  (await bodyOf(author.post('/api/teams', { name, ...(parent && { parent_team_id: parent }) }), 201)).id

test('before anybody is there the page says how people come', async () => {
  await arriveAs(page, site, directory, admin)
  await page.getByRole('heading', { name: 'No members yet' }).waitFor()
  await isWell(page)
})

let engineering: string
let platform: string
let lead: Account & { id: string }

test('teams stand as a tree with their sizes, and one that is too small is named with what becomes of its answers', async () => {
  engineering = await addTeam('Engineering')
  platform = await addTeam('Platform', engineering)
  const design = await addTeam('Design', engineering)
  const legal = await addTeam('Legal')
  lead = await addMember('Ingrid Solberg', {
    team_ids: [platform],
    locale: 'nb-NO',
    time_zone: 'Europe/Oslo',
    channels: [{ type: 'slack', address: 'U024BE7LH', preferred: true }],
  })
  await bodyOf(author.post(`/api/teams/${platform}/members/${lead.id}`, { role: 'lead' }))
  const people = (team: string, ...all: string[]) =>
    world.people(
      team,
      all.map((name) => ({ name, email: `${name.toLowerCase().replaceAll(' ', '.')}@fjordline.test` })),
    )
  await people(platform, 'Ada Lovelace', 'Grace Hopper', 'Barbara Liskov', 'Radia Perlman', 'Frances Allen')
  await people(design, 'Paul Rand', 'Ray Eames')
  await people(legal, 'Ruth Ginsburg', 'Thurgood Marshall', 'Sandra Day')
  await world.people(legal, [{ name: 'Nobody Reachable', email: null }])

  await page.reload()
  await item(/^Everyone 12 people/).waitFor()
  await shows(12)
  assert.deepEqual(await labels(page), ['Everyone 12', 'Engineering 8', 'Design 2', 'Platform 6', 'Legal 4'])
  // A sign beside their names, which is read out; what follows from it is said once, below.
  for (const name of ['Design', 'Legal'])
    await page.getByRole('treeitem', { name: new RegExp(`^${name}.*Too small to show alone`) }).waitFor()
  assert.equal(await page.getByRole('treeitem', { name: /Too small/ }).count(), 2)
  const warning = page.getByRole('note')
  assert.match(await warning.innerText(), /2 teams have fewer than 5 people/)
  // Names are never broken, whatever else is told.
  const heights = await rows.locator('strong').evaluateAll((all) => all.map((it) => it.clientHeight))
  assert.ok(Math.max(...heights) < 30, String(heights))
  await isWellEverywhere(page, (look) => picture(page, `directory-${look}`))

  await warning.getByRole('link', { name: 'Design' }).click()
  await shows(2)
  assert.match(await warning.innerText(), /Design has 2 people.*counts? in Engineering\./s)
  // The way to it is open.
  assert.equal(await item(/^Design/).getAttribute('aria-selected'), 'true')
  await item(/^Legal/).click()
  await shows(4)
  assert.match(await warning.innerText(), /Its answers count in the results of everyone/)
  await page.getByText('No channel').waitFor()
  await page.goBack()
  await shows(2)
})

test('a team lists all under it, and the address keeps team, search and status', async () => {
  await item(/^Engineering/).click()
  await shows(8)
  assert.match(page.url(), new RegExp(`team=${engineering}`))
  await page.getByRole('searchbox').fill('ingrid')
  await shows(1)
  assert.deepEqual(await names(), ['Ingrid Solberg'])
  const says = async (...all: string[]): Promise<boolean[]> => {
    const row = await rows.first().innerText()
    return all.map((said) => row.includes(said))
  }
  assert.deepEqual(await says('Slack', 'E-mail', 'Platform', 'Norwegian'), [true, true, true, false])
  // Where the table has room for it.
  const viewport = page.viewportSize()!
  await page.setViewportSize({ ...viewport, width: 1600 })
  await picture(page, 'directory-1600')
  assert.deepEqual(await says('Norwegian', 'Europe/Oslo'), [true, true])
  await page.setViewportSize(viewport)
  await page.reload()
  await shows(1)
  await page.getByRole('searchbox').fill('nobody of that name')
  await page.getByText('No members found').waitFor()
  await isWell(page)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await shows(12)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('deactivated')
  await page.getByText('No members found').waitFor()
  assert.match(page.url(), /status=deactivated/)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await shows(12)
})

test('a team says of which team it is part and who leads it, and its lead is marked in the list', async () => {
  await item(/^Platform/).click()
  await shows(6)
  // That others are small is no matter of this one.
  assert.equal(await page.getByRole('note').count(), 0)
  const head = page.locator('p', { hasText: 'Led by' })
  await head.getByRole('link', { name: 'Engineering' }).waitFor()
  assert.match(await head.innerText(), /Part of Engineering.*6 people.*Led by Ingrid Solberg/s)
  assert.deepEqual(
    await rows
      .filter({ has: page.getByText('Lead', { exact: true }) })
      .locator('strong')
      .allInnerTexts(),
    ['Ingrid Solberg'],
  )
  await isWellEverywhere(page, (look) => picture(page, `directory-team-${look}`))
  await head.getByRole('link', { name: 'Engineering' }).click()
  await shows(8)
  // Nobody leads Engineering itself, so nobody is marked in it.
  assert.equal(await page.getByText('Led by').count(), 0)
  await item(/^Everyone/).click()
  await shows(12)
})

test('headings sort the list, and the address keeps the order', async () => {
  await page.goto(directory)
  await shows(12)
  const headingOf = (name: string) => page.getByRole('columnheader', { name: new RegExp(`\\b${name}`) })
  const by = (name: string) => headingOf(name).getByRole('button', { name })
  const addresses = (): Promise<string[]> =>
    rows.evaluateAll((all) => all.map((row) => row.querySelector('td:not(:has(input))')!.textContent))
  let column = 'Name'
  const sorted = async (direction: string, first: string): Promise<void> => {
    await rows.first().getByText(first).first().waitFor()
    assert.equal(await headingOf(column).getAttribute('aria-sort'), direction)
    const other = column === 'Name' ? 'E-mail' : 'Name'
    assert.equal(await headingOf(other).getAttribute('aria-sort'), 'none')
  }
  await sorted('ascending', 'Ada Lovelace')
  const byName = await names()
  assert.deepEqual(byName, byName.toSorted())
  await picture(page, 'directory-sorted-1280')
  await by('Name').press('Enter')
  await sorted('descending', 'Thurgood Marshall')
  assert.deepEqual(await names(), byName.toReversed())
  assert.match(page.url(), /sort=-name/)
  await page.reload()
  await sorted('descending', 'Thurgood Marshall')
  await by('E-mail').click()
  column = 'E-mail'
  await sorted('ascending', 'Ada Lovelace')
  const [last] = (await addresses()).slice(-1)
  assert.equal(last, 'No e-mail address')
  assert.deepEqual((await addresses()).slice(0, -1), (await addresses()).slice(0, -1).toSorted())
  await by('E-mail').click()
  await sorted('descending', 'Nobody Reachable')
  await isWellEverywhere(page, (look) => picture(page, `directory-by-email-${look}`))
  // A filter keeps the order, and clearing it does, too.
  await page.getByRole('searchbox').fill('ra')
  await shows(7)
  assert.deepEqual(await addresses(), (await addresses()).toSorted().toReversed())
  await page.getByRole('searchbox').fill('')
  await shows(12)
  await by('E-mail').click()
  column = 'Name'
  await sorted('ascending', 'Ada Lovelace')
  assert.deepEqual(await names(), byName)
  assert.equal(new URL(page.url()).search, '')
  // Where rows are cards, the same buttons are above them.
  await page.setViewportSize({ width: 360, height: 800 })
  await by('Name').click()
  await sorted('descending', 'Thurgood Marshall')
  await page.setViewportSize(viewport)
})

test('who is in no team is at the end of the tree', async () => {
  const { id } = await bodyOf(author.post('/api/members', { name: 'Solo Traveller' }), 201)
  await page.goto(directory)
  await shows(13)
  assert.equal((await labels(page)).at(-1), 'In no team 1')
  await item(/^In no team 1 person/).click()
  await shows(1)
  assert.deepEqual(await names(), ['Solo Traveller'])
  assert.match(page.url(), /team=none/)
  await page.reload()
  await shows(1)
  const chosen = item(/^In no team/)
  assert.equal(await chosen.getAttribute('aria-selected'), 'true')
  assert.equal(await chosen.getAttribute('aria-posinset'), '3')
  assert.equal(await item(/^Legal/).getAttribute('aria-setsize'), '3')
  await picture(page, 'directory-no-team-1280')
  await bodyOf(author.post(`/api/teams/${engineering}/members/${id}`, {}))
  await page.reload()
  await page.getByText('No members found').waitFor()
  await bodyOf(author.delete(`/api/members/${id}`), 204)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await shows(12)
  assert.equal(await item(/^In no team/).count(), 0)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('erased')
  await page.getByText('No members found').waitFor()
})

test('keys alone lead through the tree', async () => {
  await page.goto(directory)
  await shows(12)
  const focused = (): Promise<string> =>
    page.evaluate('/^\\D+?(?=\\d)/.exec(document.activeElement.textContent)[0]')
  await item(/^Everyone/).focus()
  const press = async (key: string, leadsTo: string): Promise<void> => {
    await page.keyboard.press(key)
    assert.equal(await focused(), leadsTo, key)
  }
  await press('ArrowDown', 'Engineering')
  assert.equal(await item(/^Engineering/).getAttribute('aria-expanded'), 'true')
  await press('ArrowLeft', 'Engineering')
  assert.equal(await item(/^Engineering/).getAttribute('aria-expanded'), 'false')
  await press('ArrowRight', 'Engineering')
  assert.equal(await item(/^Engineering/).getAttribute('aria-expanded'), 'true')
  await press('ArrowRight', 'Design')
  await press('ArrowDown', 'Platform')
  assert.equal(await item(/^Platform/).getAttribute('aria-level'), '3')
  await press('ArrowLeft', 'Engineering')
  await press('End', 'Legal')
  await press('Home', 'Everyone')
  await press('ArrowDown', 'Engineering')
  await press('ArrowLeft', 'Engineering')
  assert.equal(await item(/^Engineering/).getAttribute('aria-expanded'), 'false')
  await press('ArrowLeft', 'Everyone')
  await press('End', 'Legal')
  await page.keyboard.press('Enter')
  await shows(4)
  assert.equal(await focused(), 'Legal')
  // One place of the tree takes the focus by Tab.
  assert.equal(await tree.locator('[tabindex="0"]').count(), 1)
  // Letters lead to names, on from the item and round, and only to those that are open.
  await press('e', 'Everyone')
  await press('e', 'Engineering')
  await press('e', 'Everyone')
  await press('p', 'Everyone')
  await press('Home', 'Everyone')
  await press('l', 'Legal')
  await press('*', 'Legal')
  assert.equal(await item(/^Engineering/).getAttribute('aria-expanded'), 'true')
  await press('p', 'Platform')
  // Whatever the page does by them elsewhere.
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await shows(4)
  await page.getByRole('link', { name: 'Ruth Ginsburg' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.waitForURL((url) => url.search === '')
  await shows(12)
})

test('on a phone the tree opens by a button, and closes when a team is chosen', async () => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Everyone', exact: true }).click()
  await item(/^Legal/).waitFor()
  await isWell(page)
  await picture(page, 'directory-tree-360')
  await item(/^Legal/).click()
  await tree.waitFor({ state: 'hidden' })
  const opener = page.getByRole('button', { name: 'Legal', exact: true })
  await opener.waitFor()
  assert.equal(await opener.evaluate((button) => button === document.activeElement), true)
  await shows(4)
  await page.setViewportSize(viewport)
})

test('what cannot be read is said, and read again', async () => {
  await answerFirst(page, /\/api\/teams\/tree/, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(directory)
  await shows(12)
  const again = page.getByRole('button', { name: 'Try again' })
  // A failure of the service is tried again by itself first.
  await Promise.race([again.waitFor(), item(/^Legal/).waitFor()])
  if (await again.isVisible()) await again.click()
  await item(/^Legal/).waitFor()
})

test('a lead sees their team and its people, and nobody else', async () => {
  const other = await visit({ locale: 'en-GB', viewport })
  await arriveAs(other, site, directory, lead)
  await other.getByRole('treeitem', { name: /^Platform 6 people/ }).waitFor()
  await isThere(other)
  assert.deepEqual(await labels(other), ['Everyone you see 6', 'Platform 6'])
  assert.deepEqual((await other.locator('[data-row] strong').allInnerTexts()).toSorted(), [
    'Ada Lovelace',
    'Barbara Liskov',
    'Frances Allen',
    'Grace Hopper',
    'Ingrid Solberg',
    'Radia Perlman',
  ])
  assert.equal(await other.getByRole('combobox', { name: 'Status' }).count(), 0)
  await isWellEverywhere(other)
  // Another team's address shows nothing of it.
  await other.goto(`${directory}?q=Ruth`)
  await other.getByText('No members found').waitFor()
  await other.context().close()
})

test('a member who leads nobody finds themselves alone', async () => {
  const ray = await addMember('Ray Ohms', { team_ids: [platform] })
  const other = await visit({ locale: 'en-GB', viewport })
  await arriveAs(other, site, directory, ray)
  await other.locator('[data-row]').first().waitFor()
  assert.deepEqual(await other.locator('[data-row] strong').allInnerTexts(), ['Ray Ohms'])
  await other.context().close()
})

test('the page is there in German', async () => {
  const german = await visitAs(page, { locale: 'de-DE', viewport })
  await german.goto(directory)
  await german.getByRole('heading', { level: 1, name: 'Verzeichnis' }).waitFor()
  await german.getByRole('treeitem', { name: /^Legal.*Allein zu klein/ }).waitFor()
  await isWell(german)
  await german.context().close()
})
