/**
 * Home as its readers use it: a lead reads one finding, accepts what is suggested and takes it back; an admin sees everyone and what needs
 * them; whoever only answers reads how many surveys are open for them, and finds results by name.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { messageKeyOf } from '../support/conversations.ts'
import { picture } from '../support/visit.ts'
import { lasting, weeksOf, weeksStart } from '../support/weeks.ts'
import { client, links, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import {
  type Account,
  answerFirst,
  isWell,
  isWellEverywhere,
  password,
  startPeopledSite,
  visit,
  visitAs,
} from './visit.ts'

const now = Date.now()
const { site, world, admin } = await startPeopledSite({ at: weeksStart(now) })
const author = await lasting(world, world.adminId)
const viewport = { width: 1280, height: 800 }
const home = `${site.pages}/app`

const page = await visit({ refusals: /status of 422/, locale: 'en-GB', viewport })
after(() => page.context().close())

/** A member with an account, added by the admin, who may therefore sign in. */
async function addMember(name: string, teamId: string): Promise<Account & { id: string }> {
  const email = `${name.toLowerCase()}-${world.adminEmail}`
  const { id } = await bodyOf(author.post('/api/members', { name, email, team_ids: [teamId] }), 201)
  const account = { email, name, password }
  await createAccount(site.running.db.tx, account, site.running.clock!.now())
  return { ...account, id }
}

let lead: Account
let member: Account & { id: string }

test('before anything was asked an admin reads what comes first, and nothing is missing', async () => {
  await arriveAs(page, site, home, admin)
  await page.getByRole('heading', { name: 'No results yet' }).waitFor()
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor()
  await page.getByText('Nothing needs you right now').waitFor()
  await isWell(page)
})

test('a lead reads one finding of their team with its figures, and what is open', async () => {
  const team = await world.team('Platform', 12)
  const small = await world.team('Night shift', 2, { parent: team.id })
  const ingrid = await addMember('Ingrid', team.id)
  await bodyOf(author.post(`/api/teams/${team.id}/members/${ingrid.id}`, { role: 'lead' }))
  await bodyOf(author.patch(`/api/teams/${small.id}`, { name: 'Night' }))
  lead = ingrid
  member = await addMember('Mads', team.id)
  const sales = await world.team('Sales', 12)
  await weeksOf(world, author, [team, { id: sales.id, calm: sales.members }], now)
  await arriveAs(page, site, home, lead)
  await page.getByRole('heading', { level: 1, name: 'Your team this week' }).waitFor()
  await page.getByText('Platform and its teams').waitFor()
  await page.locator('section:has(#finding)').getByText('Problem', { exact: true }).waitFor()
  // In one short line, with its question and what it rests on below, and without the name of the team, whose page it is.
  await page.getByRole('heading', { name: /^Workload still scores low: 1\.5 of 5$/ }).waitFor()
  await page
    .getByText(
      /^“My work can be done in time”\s*\d+ answers\s*second time in a row\s*likely \d\.\d.to.\d\.\d$/,
    )
    .waitFor()
  // Why: how many who commented name it, as the report states it, and the way to what they wrote.
  await page.getByText(/^\d+% of people who commented mention workload \(\d+ of \d+\)/).waitFor()
  assert.equal(
    await page
      .locator('main')
      .getByText(/Platform: /)
      .count(),
    0,
  )
  for (const name of ['See results', 'Details', 'Read the comments'])
    await page.getByRole('link', { name, exact: true }).waitFor()
  // What lies below comes by itself.
  const scores = page.getByRole('region', { name: 'Scores' })
  await scores.getByRole('heading', { level: 3 }).nth(2).waitFor()
  assert.deepEqual(await scores.getByRole('heading', { level: 3 }).allInnerTexts(), [
    'My work can be done in time',
    'I know what matters',
    'Would you advise a friend to come?',
  ])
  await scores.getByText('No clear change, was 1.5').waitFor()
  // About an anonymous survey that is open, before the first step.
  await page.getByText(/How many have answered is shown after more answers/).waitFor()
  await page
    .getByText(/“How was your week\?” opened for/)
    .getByRole('link', { name: 'How was your week?' })
    .waitFor()
  await isWell(page)
})

const stateOf = async (): Promise<string> =>
  (await bodyOf(author.get('/api/actions?limit=200'))).actions
    .toSorted((a: any, b: any) => b.priority - a.priority)
    .map(({ state }: { state: string }) => state)[0]

test('a suggestion is accepted by keys alone, below the finding that it answers, and taken back where it stands', async () => {
  const finding = page.locator('#finding')
  const answered = await finding.innerText()
  await page.getByRole('button', { name: 'Accept', exact: true }).focus()
  await page.keyboard.press('Enter')
  // Whose it is, and until when, in the same step.
  const form = page.getByRole('dialog', { name: /^Accept: / })
  await form.getByRole('combobox', { name: 'Owner' }).waitFor()
  // Two weeks from now, unless somebody chooses another day.
  assert.match(await form.getByLabel(/^Due/).inputValue(), /^\d{4}-\d\d-\d\d$/)
  await form.getByRole('button', { name: 'Accept', exact: true }).press('Enter')
  await page.getByText(/^Accepted ·\sIngrid ·\sdue .* ·\smeasured by the survey of /).waitFor()
  assert.equal(await page.getByRole('heading', { name: /^Suggested/ }).count(), 0)
  assert.equal(await stateOf(), 'accepted')
  assert.equal(await finding.innerText(), answered)
  await page
    .getByRole('region')
    .filter({ has: page.locator('#suggestion') })
    .getByRole('link', { name: 'Open action' })
    .waitFor()
  await isWell(page)
  await picture(page, 'home-accepted')
  // On the next visit another finding may come first; what was taken on keeps its place, with its day.
  const again = await visitAs(page, { locale: 'en-GB', viewport })
  await again.goto(home)
  const taken = again.getByRole('region').filter({ has: again.locator('#suggestion') })
  assert.notEqual(await again.locator('#finding').innerText(), answered)
  await taken.getByText(/^Accepted ·\sIngrid ·\sdue /).waitFor()
  await taken.getByRole('link', { name: 'Open action' }).waitFor()
  await isWell(again)
  await picture(again, 'home-accepted-before')
  await again.context().close()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  assert.equal(await stateOf(), 'suggested')
})

test('a suggestion is dismissed with a reason where it stands, and the toast takes that back', async () => {
  await page.getByRole('button', { name: 'Dismiss…' }).click()
  const form = page.getByRole('dialog', { name: /^Dismiss “/ })
  await form.getByLabel('Reason').fill('We do this already')
  await form.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByText(/^Dismissed: /).waitFor()
  assert.equal(await stateOf(), 'dismissed')
  // Nothing is suggested about the finding any more: those that follow it in Insights fill the card, a line each, beside what is open.
  const next = page
    .locator('main section, main div')
    .filter({ has: page.getByRole('heading', { name: 'Also found' }) })
  const link = next.last().getByRole('link').first()
  assert.match((await link.getAttribute('href')) ?? '', /\/app\/insights\?insight=ins_/)
  assert.doesNotMatch(await link.innerText(), /\.$/)
  await picture(page, 'home-others')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  assert.equal(await stateOf(), 'suggested')
})

test('how a finding was found begins with this case, and what people write is beside it', async () => {
  await page.getByRole('link', { name: 'Details', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('How this was found', { exact: true }).click()
  await drawer.getByRole('heading', { name: 'In this case' }).waitFor()
  await drawer
    .getByText(
      /still low: 1\.5 of 5, second time in a row.* It is likely between 1\.\d and [12]\.\d, all of it below 3\.$/,
    )
    .waitFor()
  // Of this kind alone, in two sentences: the rest of the method is in the docs.
  await drawer
    .getByText(
      'The average of the answers was compared with the middle of the scale, 3. It is on the bad side, and chance alone would rarely do that: it is called a problem.',
      { exact: true },
    )
    .waitFor()
  assert.equal(await drawer.getByText(/for words, whether more than half/).count(), 0)
  await drawer.getByRole('link', { name: 'How insights are made' }).waitFor()
  const why = drawer
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'What people write' }) })
  await why.getByText(/of people who commented mention workload/).waitFor()
  await isWell(page)
  await why.getByRole('link', { name: 'Read the comments' }).click()
  await page.waitForURL(/\/results\?.*team=tem_.*#comments$/)
  await page.locator('#comments-title:focus').waitFor()
  assert.ok(
    (await page.locator('#comments-title').boundingBox())!.y < page.viewportSize()!.height,
    'in sight',
  )
  await page.goto(home)
  await page.locator('section:has(#finding)').getByText('Problem', { exact: true }).waitFor()
})

test('a team that is too small says so, by the address too, and never shows a figure', async () => {
  await page.getByLabel('Team').selectOption('Night')
  await page.getByText(/too small to be shown on its own/).waitFor()
  await page.getByText('Counted in Platform').waitFor()
  assert.equal(await page.getByRole('region', { name: 'Scores' }).count(), 0)
  await isWell(page)
  await page.reload()
  await page.getByText('Counted in Platform').waitFor()
  await page.goBack()
  await page.locator('section:has(#finding)').getByText('Problem', { exact: true }).waitFor()
})

test('well at every width, in both themes and in German', async () => {
  const german = await visitAs(page, { locale: 'de-DE', viewport: { width: 360, height: 800 } })
  await german.goto(home)
  await german.locator('section:has(#finding)').getByText('Problem', { exact: true }).waitFor()
  await isWell(german)
  await picture(german, 'home-de')
  await page.locator('#scores').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `home-${look}`))
  await german.context().close()
})

test('findings that cannot be read say why, and can be tried again, while the rest of the page stands', async () => {
  const problem = { code: 'invalid', detail: 'Not just now.', request_id: 'req_1' }
  await answerFirst(page, /\/api\/insights\?/, (route) => route.fulfill({ status: 422, json: problem }))
  await page.goto(home)
  await page.getByText('Not just now.').waitFor()
  await page
    .getByRole('region', { name: 'Recent activity' })
    .getByText(/opened for/)
    .first()
    .waitFor()
  await isWell(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('section:has(#finding)').getByText('Problem', { exact: true }).waitFor()
})

let other: Page
after(() => other.context().close())

test('an admin sees everyone, a draft that waits, and what happened', async () => {
  const { teams } = await bodyOf(author.get('/api/teams?q=Platform'))
  await bodyOf(author.post('/api/pulses', pulseDraft([teams[0].id], { title: 'Summer party' })), 201)
  other = await visit({ locale: 'en-GB', viewport })
  await arriveAs(other, site, home, admin)
  const needs = other.getByRole('region', { name: 'Needs you' })
  await needs.getByText(/^A draft of “Summer party”, last changed /).waitFor()
  await other.locator('#finding').waitFor()
  // Of the team that the suggestion below is for, as everyone's figures hide it.
  assert.match(await other.locator('#finding').innerText(), /^Workload still scores low/)
  await other
    .getByRole('region', { name: /^Workload still/ })
    .getByText('Platform', { exact: true })
    .waitFor()
  await other
    .getByText(/suggested for Platform/)
    .first()
    .waitFor()
  await isWell(other)
  await picture(other, 'home-admin')
  // No hole below it: the card of the finding ends no earlier than the one beside it.
  const ends = await other.evaluate<number[]>(
    `[document.querySelector('#finding'), document.querySelector('#open')].map((one) => one.closest('.card').getBoundingClientRect().bottom)`,
  )
  assert.ok(ends[0] >= ends[1] - 1, ends.join())
  // What comes first here comes first in Insights, with the same suggestion.
  const [question = ''] = /“My work can be done in time”/.exec(await other.locator('main').innerText()) ?? []
  assert.notEqual(question, '')
  const [, suggested] = /^Suggested for Platform: (.*)$/m.exec(await other.locator('main').innerText()) ?? []
  await other.getByRole('link', { name: 'All insights' }).click()
  const first = other.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first()
  await first.getByText('Platform', { exact: true }).waitFor()
  assert.ok((await first.getByRole('heading').innerText()).startsWith(question))
  await first.getByRole('link', { name: suggested }).click()
  await other.getByRole('dialog', { name: suggested }).waitFor()
  // The next one with an open suggestion, once that is accepted: here as there.
  const { actions } = await bodyOf(author.get('/api/actions?state=suggested&limit=200'))
  const accepted = actions.toSorted((a: any, b: any) => b.priority - a.priority)[0]
  assert.equal(accepted.title, suggested)
  await bodyOf(author.patch(`/api/actions/${accepted.id}`, { state: 'accepted' }))
  await other.goto(home)
  const led = await other.locator('#finding a').getAttribute('href')
  await other.goto(`${home}/insights`)
  const details = await first.getByRole('link', { name: /^Details/ }).getAttribute('href')
  assert.equal(led, details)
  await bodyOf(author.patch(`/api/actions/${accepted.id}`, { state: 'suggested' }))
  await other.goto(home)
  await needs
    .getByRole('listitem')
    .filter({ hasText: 'Summer party' })
    .getByRole('link', { name: 'Continue draft' })
    .click()
  await other.waitForURL('**/app/pulses/*/edit')
})

test('an admin reads first who awaits a reply and who asks for their data, and each row leads to where it is done', async () => {
  const { id: teamId, members } = await world.team('On call', 6)
  const draft = pulseDraft([teamId], { title: 'Which night?', confidentiality: { mode: 'attributed' } })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const path = `/api/pulses/${id}`
  await bodyOf(author.post(`${path}/open`))
  const [{ url }] = await links(author, path)
  await bodyOf(
    world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
    201,
  )
  const { responses } = await bodyOf(author.get(`${path}/responses`))
  const message = await bodyOf(
    author.post(`${path}/responses/${responses[0].id}/messages`, { text: 'Hi' }),
    201,
  )
  await bodyOf(author.post(`/api/messages/${message.id}/publish`))
  const key = await messageKeyOf(world, responses[0].id)
  await bodyOf(world.anyone.post(`/conversations/${key}`, { text: 'Hello' }), 201)
  await arriveAs(other, site, home, admin)
  const session = JSON.parse(await other.evaluate("sessionStorage.getItem('sonde.session')")).token
  await bodyOf(
    client(world.url, session).post('/api/privacy-requests', { kind: 'access', member_id: members[0] }),
    201,
  )
  await other.reload()
  const rows = other.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
  await rows.first().waitFor()
  const sentences = await rows.locator('span[id]').allInnerTexts()
  assert.match(sentences[0], /^One person awaits your reply in “Which night\?”\.$/)
  assert.match(sentences[1], /asks for a copy of their data\. (30|31|29|28) days are left\.$/)
  assert.match(sentences.at(-1)!, /^A draft of “Summer party”/)
  // The card beside the finding is about what asks most people: this survey is one of the others, and nothing is said again.
  const card = other.getByRole('region').filter({ has: other.locator('#open') })
  await card.getByRole('link', { name: 'Which night?' }).waitFor()
  assert.notEqual(await card.locator('#open').innerText(), 'Which night?')
  assert.equal(await other.getByText('One person awaits your reply').count(), 1)
  await isWell(other)
  await rows.first().getByRole('link', { name: 'Read and reply' }).click()
  await other.waitForURL(`**/app/pulses/${id}/answers?conversation=unanswered`)
  await other.goBack()
  await rows.nth(1).getByRole('link', { name: 'Answer request' }).click()
  await other.waitForURL('**/app/settings/privacy-requests/*')
})

test('whoever only answers reads how many surveys are open for them, finds results by name, and has a short menu', async () => {
  await arriveAs(other, site, home, member)
  const own = other.getByRole('region', { name: /open for you/ })
  await own.waitFor()
  await isWell(other)
  const words = await own.innerText()
  assert.match(words, /^(One survey is|\d+ surveys are) open for you/)
  // By name, with how long it takes, how answers are treated, and until when.
  assert.match(
    words,
    /How was your week\?\s+.* asks ·\s4 questions ·\sabout \d minutes? ·\sanonymous\s+Open until /,
  )
  // It was handed out as a link. What comes by e-mail is sent again.
  const again = own.getByRole('button', { name: /^Send me my links? again$/ })
  await again.click()
  await own
    .getByRole('status')
    .getByText(/^No invitation can be sent again from here/)
    .waitFor()
  const mailed = pulseDraft([], {
    recipients: { member_ids: [member.id] },
    confidentiality: { mode: 'attributed' },
    channels: ['email'],
  })
  const { id } = await bodyOf(author.post('/api/pulses', mailed), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  await site.running.app.due.settle()
  await again.click()
  await own
    .getByRole('status')
    .getByText(/^Your invitation is on its way again/)
    .waitFor()
  await isWell(other)
  await picture(other, 'home-member-link-again')
  await bodyOf(author.post(`/api/pulses/${id}/cancel`))
  await other
    .getByRole('region', { name: 'What changed' })
    .getByText(/^When somebody replies/)
    .waitFor()
  const links = await other.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  assert.deepEqual(
    links.map((text) => text.trim()),
    ['Sonde', 'Home', 'Surveys', 'Insights', 'Docs'],
  )
  await other.getByRole('button', { name: 'More actions' }).waitFor({ state: 'detached' })
  await other.getByRole('region', { name: 'Newest results' }).waitFor()
  await other
    .getByRole('region', { name: 'Newest results' })
    .getByText(/^Nothing has been shared/)
    .waitFor()
  await picture(other, 'home-member')
  await other.goto(`${site.pages}/app/nowhere`)
  await other.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Insights' }).waitFor()
  await other.getByRole('link', { name: 'Go to home' }).click()
  await other.waitForURL(/\/app$/)
  await other.context().close()
})
