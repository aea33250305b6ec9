/**
 * Answers by name in the workspace: those whom the promise names list them, read one person's and write to them; whoever it does not name
 * reads who does, whatever their role. A survey that promised no names looks like one that is not there.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { scopeNames } from '../../contract/scopes.ts'
import { run, sql } from '../../src/db/db.ts'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { messageKeyOf } from '../support/conversations.ts'
import { signInWith } from '../support/embedded-sign-in.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { everyQuestion, picture } from '../support/visit.ts'
import { type Client, client, links, newWorld, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import {
  type Account,
  expectRefusals,
  isThere,
  isWell,
  isWellEverywhere,
  password,
  startPeopledSite,
  visit,
  visitAs,
} from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const viewport = { width: 1280, height: 800 }
const dayMs = 86_400_000
const inTwoDays = new Date(Date.now() + 2 * dayMs).toISOString()
const forbidden = /status of 4(03|04|09)/

type Person = Account & { userId: string; api: Client }

/** Somebody of the directory with an account, who has signed in once. */
async function newPerson(name: string, role: 'member' | 'analyst' | 'admin'): Promise<Person> {
  const { db, clock } = world.running
  const account = { name, password, email: `${name.toLowerCase().replace(' ', '.')}@answers.test` }
  const directory = await world.user({ id: world.adminId })
  await bodyOf(directory.post('/api/members', { name, email: account.email }), 201)
  await createAccount(db.tx, account, clock?.now() ?? new Date())
  // The first request makes the user.
  await bodyOf(client(world.url, await signInWith(site.api, account)).get('/api/me'))
  const { rows } = await db.pool.query<{ id: string }>('select id from users where email = $1', [
    account.email,
  ])
  const userId = rows[0].id
  await run(
    db.tx,
    sql`update users set role = ${role} where organisation_id = ${world.organisationId} and id = ${userId}`,
  )
  return { ...account, userId, api: client(world.url, await world.token({ userId, scopes: scopeNames })) }
}

/** The rows of a matrix and comments on ratings come as questions of their own. */
const answersOf = (at: number) => [
  { question_id: 'calm', value: 1 + (at % 5) },
  { question_id: 'again', value: 9 },
  { question_id: 'mood', value: 2 },
  { question_id: 'told', value: true },
  { question_id: 'who', text: 'My lead did.' },
  { question_id: 'cause', text: 'The night shift' },
  { question_id: 'helped', value: ['people', 'tools'] },
  { question_id: 'first', value: ['rota', 'alerts', 'owners'] },
  { question_id: 'hours', value: 12 },
  { question_id: 'since', value: '2026-10-01' },
  {
    question_id: 'why',
    text: at === 0 ? 'لم أستطع النوم.' : `Calls at night, and nobody to hand over to in week ${at}.`,
    ...(at === 1 && { do_not_quote: true }),
  },
  { question_id: 'noise', value: 70 },
  { question_id: 'room', value: 4 },
  { question_id: 'desk.chair', value: 6 },
]

/** @returns the receipts, by the text of their path */
async function answered(author: Client, path: string, answers: (at: number) => unknown): Promise<string[]> {
  const receipts: string[] = []
  for (const [at, { url }] of (await links(author, path)).slice(0, 4).entries())
    receipts.push(
      (await bodyOf(world.anyone.post(new URL(url).pathname, { answers: answers(at) }), 201)).receipt,
    )
  return receipts
}

async function newSetting() {
  const author = await newPerson('Ines Author', 'analyst')
  const lead = await newPerson('Rolf Reader', 'member')
  const others = {
    'another lead': await newPerson('Olga Lead', 'member'),
    'an admin': admin,
    'an analyst': await newPerson('Anton Analyst', 'analyst'),
    'a member': await newPerson('Mia Member', 'member'),
  }
  const team = await world.team('Platform', 6)
  const second = await world.team('Support', 6)
  const opened = async (confidentiality: object): Promise<string> => {
    const draft = pulseDraft([team.id, second.id], {
      title: 'After the outage',
      questions: everyQuestion,
      closes_at: inTwoDays,
      confidentiality,
    })
    const { id } = await bodyOf(author.api.post('/api/pulses', draft), 201)
    await bodyOf(author.api.post(`/api/pulses/${id}/open`))
    return id
  }
  const named = await opened({ mode: 'attributed', audience: [lead.userId] })
  const receipts = await answered(author.api, `/api/pulses/${named}`, answersOf)
  const anonymous = await opened({ mode: 'anonymous' })
  const elsewhere = await newWorld({ running: world.running })
  const stranger = await elsewhere.user()
  const strangersTeam = await elsewhere.team('Elsewhere', 6)
  const { id: foreign } = await bodyOf(
    stranger.post('/api/pulses', pulseDraft([strangersTeam.id], { confidentiality: { mode: 'attributed' } })),
    201,
  )
  await bodyOf(stranger.post(`/api/pulses/${foreign}/open`))
  return { author, lead, others, team, named, receipts, anonymous, foreign }
}

let setting: Awaited<ReturnType<typeof newSetting>>
let page: Page

before(async () => {
  setting = await newSetting()
  page = await visit({ locale: 'en-GB', viewport })
  await arriveAs(page, site, `${site.pages}/app`, setting.author)
})
beforeEach(() => expectRefusals(page, null))
after(() => page.context().close())

const addressOf = (id: string, more = ''): string => `${site.pages}/app/pulses/${id}/answers${more}`
const rows = (of = page) => of.getByRole('table', { name: 'Answers by name' }).locator('[data-row]')
const drawer = () => page.getByRole('dialog', { name: 'Answers of one person' })

test('a reader comes from the page of the open survey, filters, reads one person’s answers and writes to them, by mouse', async () => {
  await page.goto(`${site.pages}/app/pulses/${setting.named}/live`)
  await page.getByRole('link', { name: 'Answers by name' }).click()
  await page.getByRole('heading', { level: 1, name: 'After the outage' }).waitFor()
  await page.getByText('Only Ines Author and Rolf Reader can read these answers').waitFor()
  await isThere(page)
  assert.equal(await rows().count(), 4)
  await isWellEverywhere(page, (look) => picture(page, `answers-${look}`))

  await page.getByLabel('Search names and comments').fill('hand over to in week 2')
  await page.waitForURL(/q=hand/)
  await page.getByText('1 person').waitFor()
  await page.getByLabel('Search names and comments').fill('no such words')
  await page.getByRole('heading', { name: 'No answers match' }).waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.getByText('4 people').waitFor()
  await page.getByLabel('Question').selectOption({ label: '5. Who told you?' })
  await page.getByRole('columnheader', { name: '5. Who told you?' }).waitFor()
  await page.getByText('My lead did.').first().waitFor()
  await page.getByLabel('Question').selectOption('')
  await page.getByLabel('Counted in').selectOption({ label: 'Platform' })
  await page.waitForURL(/team=tem_/)
  await isThere(page)
  await page.getByLabel('Counted in').selectOption('')

  const link = rows().getByRole('link', { name: 'Person Platform 2' })
  await link.click()
  await drawer().getByRole('heading', { name: 'Person Platform 2' }).waitFor()
  await drawer().getByRole('img', { name: '2 of 5, on a scale from 1 (Not at all) to 5 (Very)' }).waitFor()
  await drawer().getByText('The night shift').waitFor()
  await drawer().getByText('Asked not to be quoted').waitFor()
  await drawer().getByText('Nobody has written yet.').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `answer-drawer-${look}`))
  await drawer().getByRole('button', { name: 'Send message' }).click()
  await drawer().getByText('Write a message').waitFor()
  const box = drawer().getByLabel('Message to Person Platform 2')
  await box.fill('Shall we talk about the handover?')
  await drawer().getByRole('button', { name: 'Save draft' }).click()
  await drawer().getByText('Draft', { exact: true }).waitFor()
  await drawer().getByRole('button', { name: 'Edit draft' }).click()
  await drawer().getByLabel('Draft to Person Platform 2').fill('Shall we talk about the handover on Monday?')
  await drawer().getByRole('button', { name: 'Send message' }).click()
  await drawer().getByRole('button', { name: 'Withdraw message' }).waitFor()
  assert.equal(await drawer().getByText('Draft', { exact: true }).count(), 0)
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
  await page.getByText('1 message', { exact: true }).waitFor()
  assert.ok(!page.url().includes('answer='))

  // The person answers on a page of their own.
  const answer = new URL((await link.getAttribute('href'))!, site.pages).searchParams.get('answer')!
  const key = await messageKeyOf(world, answer)
  await bodyOf(world.anyone.post(`/conversations/${key}`, { text: 'Gladly, after lunch.' }), 201)
  await page.goto(addressOf(setting.named, '?conversation=unanswered'))
  await page.getByText('Awaits reply').first().waitFor()
  assert.equal(await rows().count(), 1)
  await link.click()
  await drawer().getByText('Gladly, after lunch.').waitFor()
  await drawer().getByRole('button', { name: '2 messages · Awaits reply' }).click()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Conversation')
  await isWellEverywhere(page, async (look) => {
    await drawer().getByRole('button', { name: 'Send message' }).scrollIntoViewIfNeeded()
    await picture(page, `answer-conversation-${look}`, { isWhole: false })
  })
  await drawer().getByRole('button', { name: 'Withdraw message' }).click()
  const confirm = page.getByRole('dialog', { name: 'Withdraw this message?' })
  await confirm.getByRole('button', { name: 'Withdraw message' }).click()
  await confirm.waitFor({ state: 'detached' })
  await drawer().getByText('handover on Monday').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Conversation')
})

test('the other reader does it by keys alone: to a row, into the drawer, a message, and back to the row', async () => {
  const other = await visit({ locale: 'en-GB', viewport })
  await arriveAs(other, site, addressOf(setting.named), setting.lead)
  await isThere(other)
  await other.keyboard.press('/')
  await other.locator('#page-search:focus').waitFor()
  await other.keyboard.type('Person Platform 3')
  await other.getByText('1 person').waitFor()
  await other.locator('h1').focus()
  await other.keyboard.press('j')
  await other.keyboard.press('Enter')
  const dialog = other.getByRole('dialog', { name: 'Answers of one person' })
  const box = dialog.getByLabel('Message to Person Platform 3')
  await box.waitFor()
  for (let i = 0; i < 12 && !(await box.evaluate((it) => it === it.ownerDocument.activeElement)); i++)
    await other.keyboard.press('Tab')
  await other.keyboard.type('Thank you for this.')
  await other.keyboard.press('Tab')
  await other.keyboard.press('Tab')
  await other.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Withdraw message' }).waitFor()
  assert.equal(await box.evaluate((it) => it === it.ownerDocument.activeElement), true)
  assert.equal(await box.inputValue(), '')
  await other.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await other.locator('a:focus', { hasText: 'Person Platform 3' }).waitFor()
  // What was typed and not sent is there again.
  await other.keyboard.press('Enter')
  await box.fill('Half a thought')
  await other.keyboard.press('Escape')
  await other.locator('a:focus', { hasText: 'Person Platform 3' }).waitFor()
  await other.keyboard.press('Enter')
  await box.waitFor()
  assert.equal(await box.inputValue(), 'Half a thought')
  await other.keyboard.press('Escape')
  await other.locator('a:focus', { hasText: 'Person Platform 3' }).waitFor()
  await other.goto(`${site.pages}/app/surveys`)
  await isThere(other)
  await other.keyboard.press('Control+k')
  await other.getByPlaceholder(/^Search pages, surveys/).fill('after the outage')
  await other.getByText('Answers by name').click()
  await other.waitForURL('**/answers')
  await other.context().close()
})

test('a conversation that is full says why there is no box, and a message about a withdrawn answer why it was not sent', async () => {
  const { author, named, receipts } = setting
  const { responses } = await bodyOf(author.api.get(`/api/pulses/${named}/responses`))
  const [full, gone] = ['Person Platform 2', 'Person Platform 4'].map((name) =>
    responses.find((one: { name: string }) => one.name === name),
  )
  // The fifty that there may be.
  await run(
    world.running.db.tx,
    sql`
      insert into conversation_messages
        (organisation_id, id, collection_id, response_id, sender, text, state, published_at, created_at, updated_at)
      select organisation_id, 'msg_full' || n, collection_id, response_id, 'respondent', 'Word ' || n, 'published', now(), now(), now()
      from conversations
      cross join generate_series(1, 50) n
      where organisation_id = ${world.organisationId}
        and response_id = ${full.id}`,
  )
  await page.goto(addressOf(named, `?answer=${full.id}`))
  await drawer().getByText('You can’t write here any more').waitFor()
  assert.equal(await drawer().getByRole('textbox').count(), 0)
  await isWell(page)
  await page.goto(addressOf(named, `?answer=${gone.id}`))
  await drawer().getByLabel('Message to Person Platform 4').fill('Are you there?')
  expectRefusals(page, forbidden)
  for (const receipt of receipts.slice(3))
    assert.equal((await world.anyone.delete(`/receipts/${receipt}`)).status, 204)
  await drawer().getByRole('button', { name: 'Send message' }).click()
  await drawer().getByText('This answer or message isn’t there any more.').waitFor()
  assert.equal(await drawer().getByLabel('Message to Person Platform 4').inputValue(), 'Are you there?')
})

test('whoever the promise does not name reads who does, whatever their role, and finds no link', async () => {
  for (const [role, who] of Object.entries(setting.others)) {
    const other = await visit({ locale: 'en-GB', viewport, refusals: forbidden })
    const read: string[] = []
    other.on('response', (reply) => {
      if (reply.url().includes('/responses'))
        void reply.text().then(
          (text) => read.push(text),
          () => {},
        )
    })
    await arriveAs(other, site, addressOf(setting.named, '?answer=rsp_00000000000000000000000000'), who)
    await other.getByRole('heading', { name: 'These answers aren’t for you to read' }).waitFor()
    await other.getByText('Only Ines Author and Rolf Reader can read these answers').waitFor()
    await isWell(other)
    assert.equal(await other.getByRole('dialog').count(), 0, role)
    assert.deepEqual(read, [], role)
    if (role === 'an admin') await picture(other, 'answers-not-reader')
    for (const place of ['live', 'results']) {
      await other.goto(`${site.pages}/app/pulses/${setting.named}/${place}`)
      await isThere(other)
      assert.equal(await other.getByRole('link', { name: 'Answers by name' }).count(), 0, `${role} ${place}`)
    }
    await other.context().close()
  }
})

test('an anonymous survey, one of another organisation and an unknown one look the same, and none has a link', async () => {
  expectRefusals(page, forbidden)
  const seen: string[] = []
  for (const id of [setting.anonymous, setting.foreign, `pls_${'0'.repeat(26)}`]) {
    await page.goto(addressOf(id))
    await page.getByRole('heading', { name: 'There are no answers by name here' }).waitFor()
    await isWell(page)
    seen.push(await page.locator('main').innerText())
  }
  assert.equal(new Set(seen).size, 1, seen.join('\n---\n'))
  for (const place of ['live', 'results']) {
    await page.goto(`${site.pages}/app/pulses/${setting.anonymous}/${place}`)
    await isThere(page)
    assert.equal(await page.getByRole('link', { name: 'Answers by name' }).count(), 0)
  }
})

test('a check-in has answers for each occurrence, from its results, in German too', async () => {
  const { author, team } = setting
  const api = author.api
  const day = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date().getUTCDay()]
  const checkIn = await activated(
    api,
    weekly([team.id], {
      title: 'Weekly by name',
      confidentiality: { mode: 'attributed' },
      time_zone: 'Etc/UTC',
      recurrence: {
        rrule: `FREQ=WEEKLY;BYDAY=${day}`,
        starts_on: new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10),
        time: '09:00',
      },
    }),
  )
  const [{ id }] = await instancesOf(api, checkIn.path)
  await bodyOf(api.post(`/api/check-in-instances/${id}/open`))
  await answered(api, `/api/check-in-instances/${id}`, () => [{ question_id: 'calm', value: 3 }])
  await page.goto(`${site.pages}/app/check-ins/${checkIn.id}/results?occurrence=${id}`)
  await page.getByRole('link', { name: 'Answers by name' }).click()
  await page.getByRole('heading', { level: 1, name: 'Weekly by name' }).waitFor()
  await page.getByText('Only Ines Author can read these answers').waitFor()
  await isThere(page)
  assert.equal(await rows().count(), 4)
  await page.goto(`${site.pages}/app/check-ins/${checkIn.id}/answers`)
  await isThere(page)
  assert.equal(await rows().count(), 4)
  const german = await visitAs(page, { locale: 'de-DE', viewport })
  await german.goto(addressOf(setting.named))
  await german.getByText('Nur Ines Author und Rolf Reader können diese Antworten lesen').waitFor()
  await isWell(german)
  await picture(german, 'answers-german')
  await german.getByRole('link', { name: 'Person Platform 1' }).click()
  await german.getByLabel('Nachricht an Person Platform 1').waitFor()
  await isWell(german)
  await picture(german, 'answer-drawer-german')
  await german.context().close()
})
