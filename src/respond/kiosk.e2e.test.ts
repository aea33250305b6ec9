/**
 * A device that many people answer on: it takes code after code, starts over by itself unless somebody says that they are there, prints the
 * receipt, which its screen never shows, and keeps nothing; in every language, on a phone and on a tablet.
 */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { languages } from '../../locales/catalogue.ts'
import { ok } from '../../test/access/call.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { textsOfPages } from '../../test/support/pdf.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { noSidewaysScrolling, picture, type Visitor, visit } from '../../test/support/visit.ts'
import { pulseDraft } from '../../test/support/world.ts'
import { storiesOf } from '../../test/support/parts.ts'

const test = storiesOf(
  'somebody answers by a code',
  'after a minute the page',
  'whoever has answered something',
)

/** For a story each, and one for each language. */
const peopleCount = 4 + languages.length

let world: PeopledWorld
let codes: string[]
let visitor: Visitor

before(async () => {
  world = await newPeopledWorld()
  const author = await world.user({ id: world.adminId })
  const directory = await world.organisation()
  const { id: team } = await world.team('Line 1', 0)
  const fitter = { channels: [{ type: 'code' }], team_ids: [team] }
  for (let at = 0; at < peopleCount; at++)
    ok(await directory.post('/api/members', { name: `Fitter ${at}`, ...fitter }))
  const { id } = ok(await author.post('/api/pulses', pulseDraft([team], { channels: ['code'] })))
  ok(await author.post(`/api/pulses/${id}/open`))
  codes = ok(await world.admin.post(`/api/pulses/${id}/codes`)).pools[0].codes.map(({ code }: any) => code)
  visitor = await visit({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce' }, world)
})

after(() => visitor.close())

const start = () => `${world.url}/r/kiosk`

const enter = async ({ page }: Visitor, code: string): Promise<void> => {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'After the outage' }).waitFor()
}

/** To the second question. */
const goOn = ({ page }: Visitor): Promise<void> => page.getByRole('button', { name: 'Skip' }).click()

/** What the browser itself reports of pages that refuse something. */
const isReported = (error: Error) => assert.match(error.message, /404|422/)

/** All that the device keeps, but for that it is a shared one. */
const kept = async (): Promise<unknown> => [
  (await visitor.page.context().cookies()).map(({ name }) => name),
  await visitor.page.evaluate('[{ ...localStorage }, { ...sessionStorage }]'),
]

test('somebody answers by a code, prints their receipt, and the next person finds nothing of it', async () => {
  const { page } = visitor
  await page.goto(start())
  await enter(visitor, codes[0].toLowerCase())
  assert.ok(!(await page.getByRole('button', { name: 'Save for later' }).isVisible()))
  await page.getByText('4', { exact: true }).click()
  await page.getByLabel('What got in the way?').fill('The third shift is short of people')
  await page.getByRole('button', { name: 'Send answers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
  // On the screen there is no trace of it.
  await page
    .getByText('To change or withdraw them later, print your private link now. It’s shown nowhere else.')
    .waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), /receipts/)
  for (const what of ['.receipt code', '.receipt .qr'])
    assert.ok(!(await page.locator(what).isVisible()), what)
  // On paper there is nothing else.
  const sheets = textsOfPages(await page.pdf({ format: 'A4' }))
  assert.equal(sheets.length, 1)
  assert.match(sheets[0], /Your private link.*Anyone who has this sheet can do the same/)
  assert.doesNotMatch(sheets[0], /thank you|print|done|starts? over|next person/i)
  const receipt = /\/receipts\/[0-9a-z]{26}\.[0-9a-f]{64}/.exec(sheets[0].replaceAll(' ', ''))?.[0]
  assert.ok(receipt)
  assert.equal((await world.anyone.get(receipt)).body.answers[0].value, 4)
  await page.evaluate('window.sheets = 0, window.print = () => void window.sheets++')
  await page.getByRole('button', { name: 'Print private link' }).click()
  assert.equal(await page.evaluate('window.sheets'), 1)
  await assertAccessible(page)
  await picture(page, 'kiosk-thanks')
  assert.deepEqual(await kept(), [['sonde_kiosk'], [{}, {}]])
  await page.getByRole('link', { name: 'Done' }).click()
  await page.waitForURL(start())
  await page.goBack()
  await page.waitForURL(start())
  assert.ok(!(await page.content()).includes(receipt))
  assert.deepEqual(await kept(), [['sonde_kiosk'], [{}, {}]])
})

test('thanks is in the middle of a tablet and says when the next person finds the start, and a touch restarts that time', async () => {
  const timed = await visit({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce' }, world)
  const { page } = timed
  await page.clock.install()
  await page.goto(start())
  await enter(timed, codes[2])
  await page.getByText('4', { exact: true }).click()
  await page.getByRole('button', { name: 'Send answers' }).click()
  const rest = page.getByRole('timer')
  const [, before] = /in (\d+) seconds/.exec(await rest.innerText())!
  const { y, height } = (await page.locator('.thanks').boundingBox())!
  const middle = (y + height / 2) / 1180
  assert.ok(middle > 0.36 && middle < 0.5, String(middle))
  for (const one of await page.locator('.thanks .actions > *').all())
    assert.ok((await one.boundingBox())!.height >= 80, 'for whoever stands')
  await page.clock.runFor(10_000)
  const [, after] = /in (\d+) seconds/.exec(await rest.innerText())!
  assert.ok(Number(after) <= Number(before) - 9, `${before}, ${after}`)
  await page.mouse.click(5, 5)
  await rest.getByText(/in (60|59) seconds/).waitFor()
  await page.clock.runFor(61_000)
  await page.waitForURL(start())
  await timed.close()
})

test('after a minute the page starts over, unless somebody says that they are still there', async () => {
  const timed = await visit({ viewport: { width: 820, height: 1180 } }, world)
  const { page } = timed
  await page.clock.install()
  await page.goto(start())
  await enter(timed, codes[1])
  const comment = page.getByLabel('What got in the way?')
  await goOn(timed)
  await comment.fill('Half a sentence')
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await page.clock.runFor(41_000)
  await warning.getByText(/In \d+ seconds this page starts over/).waitFor()
  await picture(page, 'kiosk-warning')
  await warning.getByRole('button', { name: 'Keep answering' }).click()
  await warning.waitFor({ state: 'hidden' })
  assert.equal(await comment.inputValue(), 'Half a sentence')
  await page.clock.runFor(41_000)
  await warning.waitFor()
  await page.clock.runFor(20_000)
  await page.waitForURL(start())
  await enter(timed, codes[1])
  assert.equal(await comment.inputValue(), '')
  await timed.close()
})

/** One from left to right, one from right to left: the markup is the same in all. */
const axeIn = new Set(['en', 'ar'])

for (const language of languages)
  test(`the pages of a shared device fit a phone and a tablet, ${language}`, async () => {
    const { page } = visitor
    for (const address of [start(), `${world.url}/r/${codes[3]}`])
      for (const width of axeIn.has(language) ? [360, 820] : [360]) {
        await page.setViewportSize({ width, height: 740 })
        await page.goto(`${address}?lang=${language}`)
        assert.equal(await page.locator('html').getAttribute('lang'), language)
        assert.ok(await noSidewaysScrolling(page), `${address} ${width}`)
        if (width === 360 && axeIn.has(language)) await assertAccessible(page)
        const name = address === start() ? 'start' : 'survey'
        await picture(page, `kiosk-${name}-${language}-${width}`)
      }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${world.url}/r/${codes[4 + languages.indexOf(language)]}?lang=${language}`)
    await page.locator('.option').first().click()
    await page.locator('form[data-answer] .actions [type=submit]').click()
    await page.locator('.on-screen').waitFor()
    assert.ok(await page.locator('[data-print]').isVisible())
    assert.ok(await noSidewaysScrolling(page))
    if (axeIn.has(language)) await assertAccessible(page)
    await picture(page, `kiosk-thanks-${language}-360`)
    await page.emulateMedia({ media: 'print' })
    await picture(page, `kiosk-paper-${language}`)
    await page.emulateMedia({ media: null })
    // The next person reads the language of the device.
    await page.goto(start())
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await page.setViewportSize({ width: 820, height: 1180 })
  })

test('whoever is there finds the way to leave at the top, large buttons, and no private link that they do not have', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${world.url}/r/${codes[3]}?lang=en#all`)
  const first = page.getByRole('link', { name: 'Leave without sending' })
  const box = (await first.boundingBox())!
  assert.ok(box.y < 100 && box.height >= 64, JSON.stringify(box))
  assert.ok((await page.locator('.languages summary').boundingBox())!.height >= 64)
  const button = (await page.getByRole('button', { name: 'Send answers' }).boundingBox())!
  assert.ok(button.height >= 80 && button.width >= 400, JSON.stringify(button))
  const form = (await page.locator('form[data-answer]').boundingBox())!
  assert.deepEqual([button.x, button.width], [form.x, form.width], 'as wide as the questions')
  await page.locator('.later summary').click()
  const text = await page.locator('main').innerText()
  assert.doesNotMatch(text, /your private link\.|You can still change/)
  assert.match(text, /Already answered with this slip\? The first answers count\./)
  assert.match(text, /To change your answers later, print a link after sending/)
  for (const name of ['One question at a time', 'All questions on one page']) {
    await page.getByRole('button', { name }).click()
    const [bar, body] = [page.locator('.bar'), page.locator('main')]
    const [above, below] = [(await bar.boundingBox())!, (await body.boundingBox())!]
    assert.deepEqual([above.x, above.width], [below.x, below.width], 'as wide as the questions')
  }
  await first.click()
  await page.waitForURL(start())
})

test('whoever has answered something is asked before it is thrown away, also without script', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const other = await visit({ viewport: { width: 820, height: 1180 }, javaScriptEnabled }, world)
    const { page } = other
    await page.goto(start())
    await enter(other, codes[3])
    if (javaScriptEnabled) await goOn(other)
    await page.getByLabel('What got in the way?').fill('Half a sentence')
    const leave = page.getByRole('banner').getByRole('link', { name: 'Leave without sending' })
    const question = page.getByRole('alertdialog', { name: 'Leave without sending?' })
    await leave.click()
    await question.getByText('Your answers aren’t sent, and nothing stays on this device.').waitFor()
    await picture(page, `kiosk-leave-${javaScriptEnabled}`, { isWhole: false })
    if (javaScriptEnabled) await assertAccessible(page)
    await question.getByRole('link', { name: 'Keep answering' }).click()
    await question.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'Half a sentence')
    await leave.click()
    await question.getByRole('link', { name: 'Leave without sending' }).click()
    await page.waitForURL(start())
    await other.close()
  }
})

test('it shows one question at a time, and all of them for whoever wants that', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${world.url}/r/${codes[3]}?lang=en`)
  const [first, second] = [page.getByText('I could work calmly'), page.getByLabel('What got in the way?')]
  await first.waitFor()
  assert.equal(await second.isVisible(), false)
  await page.getByRole('button', { name: 'All questions on one page' }).click()
  assert.ok((await first.isVisible()) && (await second.isVisible()))
  // Until the next person comes, also after a look at another page.
  await page.reload()
  await second.waitFor()
  await page.getByRole('button', { name: 'One question at a time' }).click()
  assert.equal(await second.isVisible(), false)
  await page.goto(start())
  await page.goto(`${world.url}/r/${codes[3]}?lang=en`)
  await first.waitFor()
  assert.equal(await second.isVisible(), false)
})

test('on a wide tablet the first question, its answers and its button are on one screen', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${world.url}/r/${codes[3]}?lang=en`)
  const next = (await page.locator('[data-next]').boundingBox())!
  const answers = (await page.locator('.question:not(.away) .steps').boundingBox())!
  assert.ok(
    answers.y + answers.height <= next.y && next.y + next.height <= 800,
    JSON.stringify([answers, next]),
  )
})

/** A panel of a terminal, a small tablet, a screen on a wall, and one on a stand. */
const screens = [
  { width: 800, height: 480 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

test('on each screen the field of the code, and the first question with its answers, are visible at once', async () => {
  const { page } = visitor
  for (const size of screens) {
    await page.setViewportSize(size)
    const isInSight = async (what: string): Promise<void> => {
      const box = (await page.locator(what).first().boundingBox())!
      assert.ok(box.y >= 0 && box.y + box.height <= size.height, `${size.width}: ${what}`)
    }
    await page.goto(start())
    for (const what of ['#code', '.code [type=submit]']) await isInSight(what)
    for (const language of ['en', 'de', 'ar']) {
      await page.goto('about:blank')
      await page.goto(`${world.url}/r/${codes[3]}?lang=${language}`)
      await page.locator('.single').waitFor()
      for (const what of ['.bar', '.question:not(.away) legend', '.question:not(.away) .steps'])
        await isInSight(what)
      assert.ok(await noSidewaysScrolling(page), `${size.width} ${language}`)
    }
  }
  // Where somebody stands, what they press is around the middle, and as large as a hand.
  const answers = (await page.locator('.question:not(.away) .steps').boundingBox())!
  const middle = (answers.y + answers.height / 2) / 1920
  assert.ok(middle > 0.4 && middle < 0.7, String(middle))
  assert.ok((await page.locator('.steps .option').first().boundingBox())!.height >= 120)
  await page.setViewportSize({ width: 820, height: 1180 })
})

test('the way out, who asks and the language stay visible however far somebody scrolls', async () => {
  const { page } = visitor
  for (const size of [{ width: 360, height: 640 }, ...screens.slice(0, 2)]) {
    await page.setViewportSize(size)
    await page.goto('about:blank')
    await page.goto(`${world.url}/r/${codes[3]}?lang=en#all`)
    await page.getByLabel('What got in the way?').waitFor()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    assert.ok(Number(await page.evaluate('scrollY')) > 0, String(size.width))
    const bar = (await page.locator('.bar').boundingBox())!
    assert.equal(bar.y, 0, String(size.width))
    assert.ok(bar.height <= 80, 'it takes little of the screen')
    // Who sees the answers is below it, not behind.
    assert.ok((await page.locator('.seen').boundingBox())!.y >= bar.height - 2)
    const name = page.getByRole('banner').getByText('Survey from Test')
    assert.equal(await name.isVisible(), size.width >= 600)
    await page.getByRole('link', { name: 'Leave without sending' }).click({ trial: true })
    await page.locator('.languages summary').click()
    await page.getByRole('link', { name: 'Deutsch' }).click({ trial: true })
  }
  await page.setViewportSize({ width: 820, height: 1180 })
})

test('in a low window, below a long promise, no button lies over the answers', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 820, height: 740 })
  for (const language of ['en', 'ar']) {
    await page.goto('about:blank')
    await page.goto(`${world.url}/r/${codes[3]}?lang=${language}`)
    await page.locator('.single').waitFor()
    const next = (await page.locator('[data-next]').boundingBox())!
    const answers = (await page.locator('.question:not(.away) .steps').boundingBox())!
    assert.ok(answers.y + answers.height <= next.y, language)
  }
  await page.setViewportSize({ width: 820, height: 1180 })
})

test('a page with nothing to answer leads to the next code', async () => {
  const other = await visit({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce' }, world)
  const { page } = other
  await page.goto(start())
  await page.goto(`${world.url}/r/abc/def`)
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Enter another code' }).click()
  await page.waitForURL(start())
  await page.getByRole('heading', { name: 'Answer a survey' }).waitFor()
  await other.close().catch(isReported)
})

test('a device that is set up for an organisation begins with its name, also after a wrong code', async () => {
  const device = await visit({ viewport: { width: 820, height: 1180 }, reducedMotion: 'reduce' }, world)
  const { page } = device
  const name = page.getByText(/^Survey from Test/)
  await page.goto(start())
  assert.equal(await name.count(), 0)
  await page.goto(`${start()}?organisation=${world.organisationId}`)
  await page.waitForURL(start())
  await name.waitFor()
  await picture(page, 'kiosk-start-named')
  await page.getByLabel('Code', { exact: true }).fill('ABCD')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await name.waitFor()
  // It stays so, and one that does not exist changes nothing.
  const other = `${world.organisationId.slice(0, -4)}0000`
  const refused = await page.request.get(`${start()}?organisation=${other}`)
  assert.equal(refused.status(), 404)
  await page.goto(start())
  await name.waitFor()
  assert.deepEqual(
    (await page.context().cookies()).map(({ name: cookie, value }) => [cookie, value]),
    [['sonde_kiosk', world.organisationId]],
  )
  await device.close().catch(isReported)
})

test('somebody makes it a device of their own again', async () => {
  const { page } = visitor
  await page.goto(`${start()}?leave`)
  await page.waitForURL(`${world.url}/r/code`)
  assert.deepEqual(await kept(), [[], [{}, {}]])
})
