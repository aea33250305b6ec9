/**
 * Answers by name in the workspace: those whom the promise names list them, read one person's and write to them; whoever it does not name
 * reads who does, whatever their role. A survey that promised no names looks like one that is not there.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { run, sql } from '../../src/db/db.ts'
import { bodyOf } from '../support/clockwork.ts'
import { messageKeyOf } from '../support/conversations.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { answered, newSetting } from './answers-setting.ts'
import { arriveAs } from './arrive.ts'
import {
  expectRefusals,
  isThere,
  isWell,
  isWellEverywhere,
  startPeopledSite,
  visit,
  visitAs,
} from './visit.ts'

const peopled = await startPeopledSite()
const { site, world } = peopled
const viewport = { width: 1280, height: 800 }
const dayMs = 86_400_000
const forbidden = /status of 4(03|04|09)/

let setting: Awaited<ReturnType<typeof newSetting>>
let page: Page

before(async () => {
  setting = await newSetting(peopled)
  page = await visit({ locale: 'en-GB', viewport })
  await arriveAs(page, site, `${site.pages}/app`, setting.author)
})
beforeEach(() => expectRefusals(page, null))
after(() => page.context().close())

const addressOf = (id: string, more = ''): string => `${site.pages}/app/pulses/${id}/answers${more}`
const rows = (of = page) => of.getByRole('table', { name: 'Answers by name' }).locator('[data-row]')
const drawer = (name = 'Person Platform 2') => page.getByRole('dialog', { name })

test('a reader comes from the page of the open survey, filters, reads one person’s answers and writes to them, by mouse', async () => {
  await page.goto(`${site.pages}/app/pulses/${setting.named}/live`)
  await page.getByRole('link', { name: 'Answers by name' }).click()
  await page.getByRole('heading', { level: 1, name: 'After the outage' }).waitFor()
  await page.getByText('Only you and Rolf Reader can read these answers').waitFor()
  await page.getByText('4 of 12 answered').waitFor()
  await page.getByText('8 to go').waitFor()
  await isThere(page)
  assert.equal(await rows().count(), 4)
  // No question is left out, and a score has no word that the others lack.
  const { asked } = await bodyOf(setting.author.api.get(`/api/pulses/${setting.named}/responses`))
  assert.equal(await page.getByRole('columnheader', { name: /^\d+\. / }).count(), asked.length)
  await page.getByText('1 of 5', { exact: true }).waitFor()
  const names = () => rows().getByRole('link').allInnerTexts()
  const ascending = [1, 2, 3, 4].map((nth) => `Person Platform ${nth}`)
  assert.deepEqual(await names(), ascending)
  await page.getByRole('button', { name: 'Name' }).click()
  await page.waitForURL(/sort=-name/)
  assert.deepEqual(await names(), ascending.toReversed())
  await page.getByRole('button', { name: 'Name' }).click()
  await page.waitForURL((url) => !url.searchParams.has('sort'))
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
  // All of them are of one team, and a filter by it would change nothing.
  assert.equal(await page.getByLabel('Team', { exact: true }).count(), 0)

  const link = rows().getByRole('link', { name: 'Person Platform 2' })
  await link.click()
  await drawer().getByText('2 of 4', { exact: true }).waitFor()
  await drawer().getByRole('link', { name: 'Next person' }).click()
  await drawer('Person Platform 3').getByRole('link', { name: 'Previous person' }).click()
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
  await drawer().getByRole('button', { name: 'Withdraw message…' }).waitFor()
  assert.equal(await drawer().getByText('Draft', { exact: true }).count(), 0)
  // A second message, which is withdrawn before anybody has answered it.
  await box.fill('And one more thing')
  await drawer().getByRole('button', { name: 'Send message' }).click()
  const second = drawer().getByRole('listitem').filter({ hasText: 'And one more thing' })
  await second.getByRole('button', { name: 'Withdraw message…' }).click()
  const confirm = page.getByRole('dialog', { name: 'Withdraw this message?' })
  await confirm.getByRole('button', { name: 'Withdraw message' }).click()
  await confirm.waitFor({ state: 'detached' })
  await second.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Conversation')
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
  await page.getByText('1 message', { exact: true }).waitFor()
  assert.ok(!page.url().includes('answer='))

  // The person answers on their own page.
  const answer = new URL((await link.getAttribute('href'))!, site.pages).searchParams.get('answer')!
  const key = await messageKeyOf(world, answer)
  await bodyOf(world.anyone.post(`/conversations/${key}`, { text: 'Gladly, after lunch.' }), 201)
  await page.goto(addressOf(setting.named, '?conversation=unanswered'))
  await page.getByText('Awaits reply').first().waitFor()
  assert.equal(await rows().count(), 1)
  await link.click()
  await drawer().getByText('Gladly, after lunch.').waitFor()
  await drawer().getByText('Awaits reply').waitFor()
  // In sight at once, below all answers and above the box to write in.
  const place = async () => ({
    message: await drawer().getByText('Gladly, after lunch.').boundingBox(),
    box: await drawer().getByText('Message to Person Platform 2').boundingBox(),
  })
  await eventually(
    place,
    ({ message, box }) =>
      message !== null && box !== null && message.y > 0 && message.y + message.height <= box.y,
  )
  await drawer().getByRole('button', { name: '2 messages' }).click()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Conversation')
  // The question to which somebody has replied stays.
  assert.equal(
    await drawer()
      .getByRole('button', { name: /^Withdraw/ })
      .count(),
    0,
  )
  await isWellEverywhere(page, async (look) => {
    await drawer().getByRole('button', { name: 'Send message' }).scrollIntoViewIfNeeded()
    await picture(page, `answer-conversation-${look}`, { isWhole: false })
  })
})

test('who chose what is a grid of people by options with sums, and names lead to the answers', async () => {
  await page.goto(addressOf(setting.named))
  await page.getByRole('link', { name: 'Grid' }).click()
  const grid = page.getByRole('region', { name: 'What helped?' }).getByRole('table')
  await grid.waitFor()
  const cells = async (row: string) => grid.getByRole('row', { name: row }).getByRole('cell').allInnerTexts()
  const options = (await grid.getByRole('columnheader').allInnerTexts()).slice(1)
  const sums = await cells('People')
  assert.equal(sums.length, options.length)
  assert.equal(sums.filter((sum) => sum === '4').length, 2)
  assert.equal(sums.filter((sum) => sum === '0').length, options.length - 2)
  assert.deepEqual(
    (await cells('Person Platform 1')).map((text) => text === 'Chosen'),
    sums.map((sum) => sum === '4'),
  )
  await isWellEverywhere(page, (look) => picture(page, `answers-grid-${look}`))
  await grid.getByRole('link', { name: 'Person Platform 4' }).click()
  await drawer('Person Platform 4').getByText('4 of 4', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
})

test('on a phone the filters are behind one button that says how many are set', async () => {
  const phone = await visitAs(page, { locale: 'en-GB', viewport: { width: 360, height: 780 } })
  await phone.goto(addressOf(setting.named))
  await isThere(phone)
  const choice = phone.getByLabel('Conversation')
  await choice.waitFor({ state: 'hidden' })
  await phone.getByRole('button', { name: 'Filter' }).click()
  await choice.selectOption({ label: 'With a conversation' })
  await phone.getByRole('button', { name: 'Filter · 1' }).waitFor()
  await isWell(phone)
  await picture(phone, 'answers-phone-filters')
  await phone.context().close()
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
  const dialog = other.getByRole('dialog', { name: 'Person Platform 3' })
  const box = dialog.getByLabel('Message to Person Platform 3')
  await box.waitFor()
  for (let i = 0; i < 12 && !(await box.evaluate((it) => it === it.ownerDocument.activeElement)); i++)
    await other.keyboard.press('Tab')
  await other.keyboard.type('Thank you for this.')
  await other.keyboard.press('Tab')
  await other.keyboard.press('Tab')
  await other.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Withdraw message…' }).waitFor()
  await dialog.getByText('Message sent').waitFor()
  await dialog.locator('textarea:focus').waitFor()
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
  await other.getByRole('dialog').getByText('Answers by name').click()
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
  await drawer('Person Platform 4').getByLabel('Message to Person Platform 4').fill('Are you there?')
  expectRefusals(page, forbidden)
  for (const receipt of receipts.slice(3))
    assert.equal((await world.anyone.delete(`/receipts/${receipt}`)).status, 204)
  await drawer('Person Platform 4').getByRole('button', { name: 'Send message' }).click()
  await drawer('Person Platform 4').getByText('This answer or message isn’t there any more.').waitFor()
  assert.equal(
    await drawer('Person Platform 4').getByLabel('Message to Person Platform 4').inputValue(),
    'Are you there?',
  )
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
  await answered(peopled, { author: api, path: `/api/check-in-instances/${id}` }, () => [
    { question_id: 'calm', value: 3 },
  ])
  await page.goto(`${site.pages}/app/check-ins/${checkIn.id}/results?occurrence=${id}`)
  await page.getByRole('link', { name: 'Answers by name' }).click()
  await page.getByRole('heading', { level: 1, name: 'Weekly by name' }).waitFor()
  await page.getByText('Only you can read these answers').waitFor()
  await isThere(page)
  assert.equal(await rows().count(), 4)
  await page.goto(`${site.pages}/app/check-ins/${checkIn.id}/answers`)
  await isThere(page)
  assert.equal(await rows().count(), 4)
  const german = await visitAs(page, { locale: 'de-DE', viewport })
  await german.goto(addressOf(setting.named))
  await german.getByText('Nur Sie und Rolf Reader können diese Antworten lesen').waitFor()
  await isWell(german)
  await picture(german, 'answers-german')
  await german.getByRole('link', { name: 'Person Platform 1' }).click()
  await german.getByLabel('Nachricht an Person Platform 1').waitFor()
  await isWell(german)
  await picture(german, 'answer-drawer-german')
  await german.context().close()
})
