/** Answering in a browser: with script and without, by touch and by keyboard, in one go and with a pause. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import { eventually, newWorld, type World } from '../../test/support/world.ts'
import {
  noSidewaysScrolling,
  type Opened,
  openPulse,
  phone,
  picture,
  type Visitor,
  visit,
} from '../../test/support/visit.ts'

let world: World
let pulse: Opened
let taken = 0
/** Each story has its own link, so one phone with script and one without will do. */
let scripted: Visitor
let bare: Visitor

before(async () => {
  world = await newWorld()
  pulse = await openPulse(world, {}, 12)
  scripted = await visit({ ...phone, reducedMotion: 'reduce' }, world)
  bare = await visit({ ...phone, javaScriptEnabled: false }, world)
})
after(async () => {
  await scripted.close()
  await bare.close()
})

const freshLink = (): string => pulse.urls[taken++]

/** On the page of thanks they are folded away. */
const openAnswers = (page: Page): Promise<void> => page.getByText('View or change my answers').click()

const progressOf = async (page: Page): Promise<string> => page.locator('.progress').innerText()

test('a person answers, edits and withdraws on a phone without script', async () => {
  const url = freshLink()
  const { page } = bare
  await page.goto(url)
  assert.ok(!(await page.locator('.progress').isVisible()), 'how far somebody is cannot be kept up to date')
  assert.match(
    await page.locator('[data-question=who]').innerText(),
    /Only if you answered Yes to “Were you told what happened\?”/,
  )
  await picture(page, 'without-script')
  await page.getByRole('radio', { name: '4', exact: true }).first().check()
  await page.getByRole('radio', { name: 'Good', exact: true }).check()
  await page.getByRole('checkbox', { name: 'The runbook' }).check()
  for (const [option, place] of [
    ['Alerts', '2'],
    ['Ownership', '1'],
    ['The rota', '3'],
  ])
    await page.getByLabel(`Rank of “${option}”`).selectOption(place)
  await page.getByLabel('What got in the way?').fill('Alerts that nobody owned')
  await page.getByRole('spinbutton', { name: 'How loud is it?' }).fill('70')
  await page.getByRole('radio', { name: '4 of 5', exact: true }).check()
  await page.getByText('Add a comment', { exact: true }).click()
  await page.getByLabel('Comment (optional)').fill('It has a window')
  const chair = page.getByRole('radiogroup', { name: 'The chair' })
  await chair.getByRole('radio', { name: '7, Well' }).check()
  // Whatever was typed into a follow-up that nobody is asked is ignored.
  await page.getByLabel('Who told you?').fill('Somebody')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.waitForURL(/\/receipts\//)
  assert.equal(await page.locator('h1').innerText(), 'Thank you')
  await openAnswers(page)
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'Alerts that nobody owned')
  assert.equal(await page.getByLabel('Who told you?').inputValue(), '')
  assert.equal(await page.getByLabel('Rank of “Ownership”').inputValue(), '1')
  assert.equal(await page.getByLabel('Comment (optional)').inputValue(), 'It has a window')
  assert.ok(await chair.getByRole('radio', { name: '7, Well' }).isChecked())
  // The matrix lacks a row, and a comment is not a question.
  assert.match(await progressOf(page), /7 of 13/)
  assert.equal(await page.getByLabel('Private link to your answers').inputValue(), page.url().split('?')[0])

  await page.getByLabel('What got in the way?').fill('Alerts without an owner')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/saved/)
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'Alerts without an owner')

  await page.getByText('Withdraw my answers').click()
  await page.getByRole('button', { name: 'Withdraw answers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your answers have been withdrawn' }).waitFor()
  await page.goto(url)
  // The link looks as it did before: nobody learns from it whether it was used.
  assert.equal(await page.locator('h1').innerText(), 'After the outage')
  await page.getByText('Answered already?').filter({ visible: true }).click()
  assert.ok(
    await page.getByText('Your first answers count. To change them, open the private link').isVisible(),
  )
})

test('a refused form keeps its input, and each fault links to its question', async () => {
  const { page, close } = await visit(phone, world)
  await page.goto(`${freshLink()}?lang=de`)
  await page.getByLabel('What got in the way?').fill('I forgot the first question')
  await page.getByRole('radio', { name: 'Yes' }).check()
  // Past the check in the browser, as where a later version of the page asks for more.
  const [reply] = await Promise.all([
    page.waitForNavigation(),
    page.evaluate("document.querySelector('form[data-answer]').submit()"),
  ])
  assert.equal(reply?.status(), 200)
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'I forgot the first question')
  const alert = page.getByRole('alert')
  assert.match(await alert.innerText(), /noch nicht gesendet[^]*I could work calmly[^]*Who told you\?/)
  assert.equal(await page.evaluate('document.activeElement.role'), 'alert', 'it is read first')
  await assertAccessible(page)
  assert.ok(await noSidewaysScrolling(page))
  await picture(page, 'missing')
  await alert.getByRole('link', { name: 'I could work calmly' }).click()
  await page.keyboard.press('Tab')
  const name = await page.evaluate('document.activeElement.name')
  assert.equal(name, 'calm')
  await close().catch(() => undefined)
})

test('every question can be reached and answered by keyboard alone', async () => {
  const { page } = scripted
  await page.goto(freshLink())
  const focused = (what: string) => page.evaluate(`document.activeElement.${what}`) as Promise<string>
  const reached = new Set<string>()
  for (let presses = 0; presses < 90; presses++) {
    await page.keyboard.press('Tab')
    const name = (await focused('name')) ?? ''
    if (name === 'calm') await page.keyboard.press('ArrowRight')
    if (name === 'mood') await page.keyboard.press('Space')
    if (name === 'told') await page.keyboard.press('Space')
    if (name === 'who') await page.keyboard.type('The lead')
    if (name === 'room') await page.keyboard.press('ArrowRight')
    if ((await focused('parentElement.className')) === 'comment') {
      // Opens, and leads to its field.
      await page.keyboard.press('Enter')
      await page.locator('[name="room.comment"]:focus').waitFor()
      await page.keyboard.type('Fine')
      reached.add('room.comment')
    }
    if (name === 'desk.light') await page.keyboard.press('Space')
    if ((await focused('type')) === 'range') await page.keyboard.press('ArrowRight')
    if ((await focused('className')) === 'move down' && !reached.has('first')) {
      await page.keyboard.press('Enter')
      reached.add('first')
    }
    if (name) reached.add(name)
    if ((await focused('textContent')) === 'Send answers') break
  }
  for (const name of [
    'calm',
    'again',
    'mood',
    'told',
    'who',
    'cause',
    'helped',
    'first',
    'hours',
    'since',
    'why',
    'noise',
    'room',
    'room.comment',
    'desk.chair',
    'desk.light',
  ])
    assert.ok(reached.has(name), name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/receipts/)
  const { body } = await world.anyone.get(new URL(page.url()).pathname)
  assert.deepEqual(body.answers, [
    { question_id: 'calm', value: 2 },
    { question_id: 'mood', value: 1 },
    { question_id: 'told', value: true },
    { question_id: 'who', text: 'The lead' },
    { question_id: 'first', value: ['owners', 'alerts', 'rota'] },
    { question_id: 'noise', value: 60 },
    { question_id: 'room', value: 2 },
    { question_id: 'room.comment', text: 'Fine' },
    { question_id: 'desk.light', value: 1 },
  ])
})

test('follow-up questions appear when they apply, and progress counts those that apply', async () => {
  const { page } = scripted
  await page.goto(freshLink())
  const followUp = page.locator('[data-question=who]')
  assert.ok(!(await followUp.isVisible()))
  assert.match(await progressOf(page), /0 of 13/)
  await page.getByRole('radio', { name: 'Yes' }).check()
  assert.ok(await followUp.isVisible())
  assert.match(await progressOf(page), /1 of 14/)
  await page.getByLabel('Who told you?').fill('x'.repeat(70))
  assert.match(await followUp.innerText(), /10 characters left/)
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  assert.ok(!(await followUp.isVisible()))
  const own = page.getByLabel('In your own words')
  assert.ok(!(await own.isVisible()), 'before it is chosen')
  await page.getByRole('radio', { name: 'Something else' }).check()
  assert.equal(await page.evaluate('document.activeElement.name'), 'cause.text')
  await own.fill('The weather')
  assert.match(await progressOf(page), /2 of 13/)
})

test('a ranking is reordered by buttons and sent in that order', async () => {
  const { page } = scripted
  await page.goto(freshLink())
  const rows = page.locator('[data-question=first] li')
  assert.match(await page.locator('[data-question=first]').innerText(), /Not answered yet/)
  await page.getByRole('button', { name: 'Move up: The rota' }).click()
  assert.match(await page.locator('[data-question=first] .rank-status').innerText(), /Rank 2: The rota/)
  await page.getByRole('button', { name: 'Move up: The rota' }).click()
  assert.deepEqual(await rows.locator('.what').allInnerTexts(), ['The rota', 'Alerts', 'Ownership'])
  // At its end the focus goes to the way back, and is not lost.
  assert.equal(await page.evaluate(`document.activeElement.ariaLabel`), 'Move down: The rota')
  await picture(page, 'ranked')
  await page.getByRole('radio', { name: '5, Very' }).check()
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.waitForURL(/receipts/)
  const { body } = await world.anyone.get(new URL(page.url()).pathname)
  assert.deepEqual(body.answers[1].value, ['rota', 'alerts', 'owners'])
  await openAnswers(page)
  assert.deepEqual(await rows.locator('.what').allInnerTexts(), ['The rota', 'Alerts', 'Ownership'])
})

test('a draft saves itself and comes back on this device and no other', async () => {
  const url = freshLink()
  const { page, context } = scripted
  await page.goto(url)
  await page.getByLabel('What got in the way?').fill('Half a thou')
  await page.locator('#save-state').getByText('Draft saved').waitFor()
  // And on leaving, before any pause.
  await page.getByRole('radio', { name: '3', exact: true }).first().check()
  await page.goto('about:blank')
  await eventually(
    async () => {
      const again = await context.newPage()
      await again.goto(url)
      const checked = await again.getByRole('radio', { name: '3', exact: true }).first().isChecked()
      const text = await again.getByLabel('What got in the way?').inputValue()
      await again.close()
      return [checked, text]
    },
    ([checked, text]) => checked === true && text === 'Half a thou',
  )
  const [cookie] = await context.cookies(url)
  assert.deepEqual(
    [cookie.httpOnly, cookie.sameSite, cookie.path],
    [true, 'Lax', new URL(url).pathname],
    'no script and no other page gets at it',
  )

  const other = await visit(phone, world)
  await other.page.goto(url)
  assert.equal(await other.page.getByLabel('What got in the way?').inputValue(), '')
  assert.match(await progressOf(other.page), /0 of 13/)
  await other.close()

  await page.goto(url)
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.waitForURL(/receipts/)
  assert.deepEqual(await context.cookies(url), [])
})

test('without script a button saves the draft, and another deletes it', async () => {
  const { page } = bare
  const url = freshLink()
  await page.goto(url)
  await page.getByLabel('What got in the way?').fill('To be continued')
  await page.getByLabel('How many hours').fill('7')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await page.getByRole('status').first().getByText('Draft saved').waitFor()
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'To be continued')
  assert.match(await progressOf(page), /2 of 13/)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page
    .getByRole('status')
    .first()
    .getByText(/deleted/)
    .waitFor()
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), '')
})
