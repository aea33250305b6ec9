/** What script adds to the answer page: faults told before sending, limits while choosing, no connection, ways to keep the link. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import { newWorld, type World } from '../../test/support/world.ts'
import {
  comesTrue,
  everyQuestion,
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
let visitor: Visitor
let page: Page

/** Where the reader's device is, which is not where the member was said to be. */
const timezoneId = 'America/Lima'

before(async () => {
  world = await newWorld()
  pulse = await openPulse(world, { closes_at: '2100-01-01T17:00:00Z' }, 14)
  visitor = await visit({ ...phone, hasTouch: true, reducedMotion: 'reduce', timezoneId }, world)
  page = visitor.page
})
/** What the browser itself reports of a reply that a test asked for. */
let expectedFault: RegExp | undefined
after(() =>
  visitor.close().catch((error: Error) => {
    if (!expectedFault?.test(error.message)) throw error
  }),
)

const freshLink = (): string => pulse.urls[taken++]
const send = () => page.getByRole('button', { name: 'Send answers' }).click()
const question = (id: string) => page.locator(`[data-question="${id}"]`)
const answersSent = async (): Promise<{ question_id: string; value?: unknown }[]> => {
  await page.waitForURL(/receipts/)
  return (await world.anyone.get(new URL(page.url()).pathname)).body.answers
}

test('what is missing or does not fit is told beside its question, before anything is sent', async () => {
  let posts = 0
  page.on('request', (request) => (posts += Number(request.url().endsWith('/answer'))))
  await page.goto(freshLink())
  await page.getByRole('radio', { name: 'Yes' }).check()
  await question('hours').getByRole('spinbutton').fill('999')
  await send()
  await question('calm').getByText('Please answer this question.').waitFor()
  await question('who').getByText('Please answer this question.').waitFor()
  const told = question('hours').getByText('999 is too high. Enter a number between 0 and 100.', {
    exact: true,
  })
  await told.filter({ visible: true }).waitFor()
  assert.equal(await told.filter({ visible: true }).count(), 1, 'said once')
  assert.equal(await page.evaluate('document.activeElement.id'), 'send-state', 'the list of them')
  const summary = page.locator('#send-state')
  assert.match(
    await summary.innerText(),
    /^Your answers haven’t been sent yet\s+3 questions need another look:/,
  )
  const [list, first] = await Promise.all([summary.boundingBox(), question('calm').boundingBox()])
  assert.ok(
    list!.y >= 0 && list!.y + list!.height <= first!.y && first!.y < 740,
    'the list, then the question',
  )
  assert.deepEqual(await summary.getByRole('link').allInnerTexts(), [
    'I could work calmly\nPlease answer this question.',
    'Who told you?\nPlease answer this question.',
    'How many hours did it cost you?\n999 is too high. Enter a number between 0 and 100.',
  ])
  for (const line of await summary.locator('li').all()) {
    const { height } = (await line.boundingBox())!
    assert.ok(height >= 44, 'as high as a finger')
  }
  await summary.getByRole('link', { name: 'How many hours' }).click()
  assert.equal(await page.evaluate('document.activeElement.dataset.question'), 'hours')
  await assertAccessible(page)
  await picture(page, 'checked')
  assert.equal(posts, 0)
  // Each goes when it is mended.
  await page.getByRole('radio', { name: '4', exact: true }).first().check()
  await page.getByLabel('Who told you?').fill('The lead')
  assert.match(await summary.innerText(), /1 question needs another look:/)
  await question('hours').getByRole('spinbutton').fill('-1.5')
  await question('hours').getByText('-1.5 is too low.').waitFor()
  await question('noise').getByRole('spinbutton').fill('47')
  await question('hours').getByRole('spinbutton').fill('9')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await question('noise').getByText('47 is between two steps. From 0 to 100 in steps of 10.').waitFor()
  await question('noise').getByRole('spinbutton').fill('50')
  assert.equal(await page.locator('.faulty').count(), 0)
  await send()
  assert.deepEqual((await answersSent()).find(({ question_id: id }) => id === 'hours')?.value, 9)
})

test('once as many are chosen as may be, the others cannot be, and the page says how many', async () => {
  await page.goto(freshLink())
  await page.getByRole('checkbox', { name: 'The runbook' }).check()
  await question('helped').getByText('1 of 2 chosen').waitFor()
  await page.getByRole('checkbox', { name: 'Our tools' }).check()
  await question('helped').getByText('2 of 2 chosen').waitFor()
  assert.ok(await page.getByRole('checkbox', { name: 'People who stepped in' }).isDisabled())
  await assertAccessible(page)
  await page.getByRole('checkbox', { name: 'Our tools' }).uncheck()
  assert.ok(await page.getByRole('checkbox', { name: 'People who stepped in' }).isEnabled())
})

test('a number has buttons, which stay within its limits', async () => {
  const [less, more] = ['Decrease', 'Increase'].map((name) => question('hours').getByRole('button', { name }))
  const field = question('hours').getByRole('spinbutton')
  await more.click()
  assert.equal(await field.inputValue(), '0', 'the first press gives the least')
  await more.click()
  assert.equal(await field.inputValue(), '1')
  await less.click()
  await less.click()
  assert.equal(await field.inputValue(), '0')
})

test('a ranking is dragged where there is room, and has buttons alone on a narrow phone', async () => {
  assert.ok(!(await question('first').locator('.grip').first().isVisible()))
  await page.setViewportSize({ width: 480, height: 800 })
  const rows = question('first').locator('li')
  await rows.nth(2).locator('.grip').waitFor()
  await rows.nth(1).evaluate((it) => it.scrollIntoView({ block: 'center' } as ScrollIntoViewOptions))
  const [grip, target] = [await rows.nth(2).locator('.grip').boundingBox(), await rows.first().boundingBox()]
  await page.mouse.move(grip!.x + 8, grip!.y + 8)
  await page.mouse.down()
  await page.mouse.move(grip!.x + 8, target!.y + 60, { steps: 4 })
  await page.mouse.move(grip!.x + 8, target!.y + 4, { steps: 4 })
  await page.mouse.up()
  assert.deepEqual(await rows.locator('.what').allInnerTexts(), ['The rota', 'Alerts', 'Ownership'])
  await question('first').getByText('Rank 1: The rota').waitFor()
  assert.deepEqual(
    await rows.locator('select').evaluateAll((all) => all.map((one) => (one as { value?: string }).value)),
    ['1', '2', '3'],
  )
  await page.setViewportSize(phone.viewport)
})

test('what a ranking says is above its button', async () => {
  const other = await visit(phone, world)
  await other.page.goto(freshLink())
  const ranking = other.page.locator('[data-question=first]')
  const status = (await ranking.getByText('Not answered yet').boundingBox())!
  const button = (await ranking.getByRole('button', { name: 'Keep this order' }).boundingBox())!
  assert.ok(status.y + status.height <= button.y)
  await other.close()
})

test('a line to drag looks empty until somebody answers, and then says its value above its thumb', async () => {
  const { id } = everyQuestion.find((one) => one.type === 'slider')!
  const line = question(id).locator('input[type=range]')
  const isSeen = () => line.evaluate((it) => !it.classList.contains('unset'))
  const [hint, bubble] = [
    question(id).getByText('Choose a point on the line', { exact: true }),
    question(id).locator('.bubble'),
  ]
  assert.equal(await isSeen(), false)
  assert.deepEqual([await hint.isVisible(), await bubble.isVisible()], [true, false])
  const box = (await line.boundingBox())!
  await line.click({ position: { x: box.width * 0.8, y: box.height / 2 } })
  assert.equal(await isSeen(), true)
  assert.deepEqual([await hint.isVisible(), await bubble.innerText()], [false, '80\u00a0dB'])
  const above = (await bubble.boundingBox())!
  assert.ok(above.y + above.height <= box.y + 4)
  // In the middle of the line in the middle of the thumb; towards an end it stays within the reach of the thumb.
  const thumb = box.x + 14 + (box.width - 28) * 0.8
  assert.ok(Math.abs(above.x + above.width / 2 - (thumb - 0.3 * (above.width - 28))) < 2)
  assert.equal(await question(id).getByRole('spinbutton').inputValue(), '80')
  await line.click({ position: { x: box.width - 2, y: box.height / 2 } })
  assert.ok(Math.abs((await bubble.boundingBox())!.height - above.height) < 1, 'three digits are one line')
  // The number moves the line as well.
  await question(id).getByRole('spinbutton').fill('20')
  assert.deepEqual([await line.inputValue(), await bubble.innerText()], ['20', '20\u00a0dB'])
})

test('an answer that nobody has to give can be taken back, and is not sent', async () => {
  await page.goto(freshLink())
  const clear = (id: string) => question(id).getByRole('button', { name: /^Clear: / })
  const ids = ['again', 'mood', 'told', 'cause', 'first', 'room', 'desk']
  for (const id of [...ids, 'calm']) assert.equal(await clear(id).isVisible(), false, id)
  await question('calm').locator('.option').nth(1).click()
  assert.equal(await clear('calm').count(), 0, 'this one is required')
  await question('first').getByRole('button', { name: 'Keep this order' }).click()
  for (const id of ['again', 'mood', 'cause', 'room', 'desk'])
    await question(id).locator('.option').first().click()
  await question('told').locator('.option').first().click()
  await page.getByText('7 of 14 answered').waitFor()
  await question('who').waitFor()
  await picture(page, 'clear')
  for (const id of ids) {
    await clear(id).click()
    assert.equal(await page.evaluate('document.activeElement.dataset.question'), id)
  }
  await page.getByText('1 of 13 answered').waitFor()
  await question('first').getByText('Not answered yet').waitFor()
  await assertAccessible(page)
  await send()
  assert.deepEqual(await answersSent(), [{ question_id: 'calm', value: 2 }])
})

test('without a connection the page keeps the answers, says so, and sends them when it is back', async () => {
  const other = await visit({ ...phone, reducedMotion: 'reduce' }, world)
  const { page, context } = other
  await page.goto(freshLink())
  await page.getByRole('radio', { name: '2', exact: true }).first().check()
  await context.setOffline(true)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page
    .getByRole('alert')
    .getByText(
      'your answers are not sent yet. Keep this page open. We’ll send them as soon as you’re back online.',
    )
    .waitFor()
  await picture(page, 'offline')
  assert.ok(await page.getByRole('radio', { name: '2', exact: true }).first().isChecked())
  assert.ok(requests.every((url) => !url.endsWith('/answer')))
  await context.setOffline(false)
  await page.waitForURL(/receipts/)
  const { body } = await world.anyone.get(new URL(page.url()).pathname)
  assert.deepEqual(body.answers, [{ question_id: 'calm', value: 2 }])
  // The browser itself reports requests without a network.
  await other.close().catch((error: Error) => assert.match(error.message, /ERR_INTERNET_DISCONNECTED/))
})

test('times are those of the reader’s device', async () => {
  await page.goto(freshLink())
  assert.equal(await page.locator('header time').innerText(), '1\u00a0Jan, 12:00\u00a0GMT-5')
})

test('the page of thanks gives the link in ways of the reader’s own', async () => {
  await page.getByRole('radio', { name: '5, Very' }).check()
  await send()
  await page.waitForURL(/receipts/)
  const link = page.url().split('?')[0]
  assert.equal(await page.getByLabel('Private link to your answers').inputValue(), link)
  await page.getByText('You can close this page.').waitFor()
  const address = page.getByLabel('Private link to your answers')
  assert.equal(await address.isVisible(), false, 'on a phone the button is what copies it')
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())')
  await page.getByRole('button', { name: 'Copy link' }).click()
  // Where a browser refuses to copy, it is selected.
  await comesTrue(page, 'document.activeElement.id === "own-link"')
  assert.ok(await address.isVisible())
  const qr = page.getByRole('img', { name: 'Address of your answers as a QR code' })
  assert.ok(!(await qr.isVisible()), 'of no use on the phone that would have to scan it')
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.ok(await qr.isVisible())
  await page.setViewportSize(phone.viewport)
  assert.equal(
    await page.locator('a[href^="mailto:"]').count(),
    0,
    'the mail of a workplace would show who has answered',
  )
  assert.ok(!(await page.getByLabel('What got in the way?').isVisible()), 'the answers are folded away')
  await assertAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertAccessible(page, { only: 'colours' })
  await picture(page, 'thanks-kept-dark')
  await page.emulateMedia({ colorScheme: 'light' })
})

test('a survey with names looks like no other', async () => {
  const looks = new Map<string, string>()
  for (const mode of ['anonymous', 'confidential', 'attributed']) {
    const { urls } = await openPulse(await newWorld({ running: world.running }), {
      confidentiality: { mode },
    })
    // Where somebody is new, a warning takes the place of the other two signs.
    await world.running.db.pool.query('update collections set recent_members = 0')
    await page.goto(urls[0])
    const promise = page.locator('.promise')
    assert.equal(
      await promise.getByText('Answers with your name', { exact: true }).count(),
      mode === 'attributed' ? 1 : 0,
      'in words, not by colour alone',
    )
    const button = mode === 'attributed' ? 'Send with my name' : 'Send answers'
    assert.equal(
      await page
        .locator('form[data-answer] .actions button:not([data-back], [data-next])')
        .first()
        .innerText(),
      button,
    )
    looks.set(mode, `${await promise.locator('.mode path').getAttribute('d')}`)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page)
      await picture(page, `mode-${mode}-${colorScheme}`)
    }
  }
  assert.equal(new Set(looks.values()).size, 3)
})

test('the page says how many questions there are, and how long they take', async () => {
  const { urls } = await openPulse(await newWorld({ running: world.running }), {
    questions: everyQuestion.slice(0, 1),
  })
  await page.goto(urls[0])
  await page.locator('header').getByText('1 question · 1 min').waitFor()
  assert.ok(
    !(await page.getByRole('button', { name: 'One question at a time' }).isVisible()),
    'one is one page',
  )
})

test('in a short survey a fault is gone to as well, and a ranking of the first places is answered by these', async () => {
  const options = ['Alerts', 'Ownership', 'The rota', 'The tools'].map((text, at) => ({ id: `o${at}`, text }))
  const questions = [
    { id: 'first', type: 'ranking', text: 'Which two first?', options, max_picks: 2, required: true },
    { id: 'hours', type: 'number', text: 'How many hours?' },
    // A field of this name hides what a form does by it.
    { id: 'submit', type: 'yes_no', text: 'Did you submit a ticket?' },
  ]
  const { urls } = await openPulse(await newWorld({ running: world.running }), {
    questions,
    confidentiality: { mode: 'confidential' },
  })
  await page.goto(urls[0])
  await send()
  await question('first').getByText('Please answer this question.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.id'), 'send-state')
  await question('first').getByRole('button', { name: 'The rota' }).click()
  await question('first').getByRole('button', { name: 'Alerts' }).click()
  assert.equal(await page.locator('.faulty').count(), 0)
  await question('hours').getByRole('spinbutton').fill('2.3')
  await question('hours').getByRole('button', { name: 'Decrease' }).click()
  assert.equal(await question('hours').getByRole('spinbutton').inputValue(), '1.3')
  // Trouble of the server is not a connection: nothing is lost, and it goes on by itself.
  let refused = 0
  await page.route(
    /\/save$/,
    (route) => route.fulfill({ status: 502, body: 'Bad gateway' }).then(() => refused++),
    {
      times: 1,
    },
  )
  expectedFault = /502/
  await send()
  await page.getByRole('alert').getByText('your answers are not sent yet').waitFor()
  assert.deepEqual(
    (await answersSent()).map(({ value }) => value),
    [['o2', 'o0'], 1.3],
  )
  assert.equal(refused, 1)
})

test('Enter in a field sends nothing, and a grip that is only touched ranks nothing', async () => {
  const { urls } = await openPulse(await newWorld({ running: world.running }), {
    questions: everyQuestion.slice(1),
  })
  await page.goto(`${urls[0]}#one`)
  const posts: string[] = []
  const listen = (request: { url(): string }) => posts.push(request.url())
  page.on('request', listen)
  await question('again').getByRole('radio').first().focus()
  await page.keyboard.press('Enter')
  await question('mood').waitFor()
  assert.ok(posts.every((url) => !url.endsWith('/answer')))
  await page.getByRole('button', { name: 'All questions on one page' }).click()
  await question('hours').getByRole('spinbutton').press('Enter')
  await page.setViewportSize({ width: 480, height: 800 })
  await question('first').locator('.grip').first().tap()
  await page.setViewportSize(phone.viewport)
  assert.match(await question('first').innerText(), /Not answered yet/)
  assert.ok(posts.every((url) => !url.endsWith('/answer')))
  page.off('request', listen)
})

test('a text of a few words and a comment begin as one line, and both grow with what is written', async () => {
  await page.goto(freshLink())
  const heightOf = async (name: string) => (await page.locator(`[name="${name}"]`).boundingBox())!.height
  await question('told').getByRole('radio', { name: 'Yes' }).check()
  await page.getByText('Add a comment', { exact: true }).click()
  assert.deepEqual([await heightOf('who'), await heightOf('room.comment')], [48, 48])
  // A browser of before 2024 has its height set by script.
  await page.locator('[name="room.comment"]').fill('It is loud.\n'.repeat(8))
  const heading = question('room').locator('.comment > summary')
  assert.equal((await heading.innerText()).trim(), 'Your comment', 'none is to be added')
  assert.ok((await heightOf('room.comment')) > 180)
})
