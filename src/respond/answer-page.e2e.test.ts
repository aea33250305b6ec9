import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContextOptions, type Page } from 'playwright-core'
import { browser } from '../../test/support/browser.ts'
import { eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

const questions = [
  {
    id: 'calm',
    type: 'scale',
    text: 'I could work calmly',
    min: 1,
    max: 5,
    labels: ['Not at all', 'Very'],
    required: true,
  },
  { id: 'again', type: 'enps', text: 'How likely are you to recommend working here?' },
  { id: 'mood', type: 'mood', text: 'How was your week?' },
  { id: 'told', type: 'yes_no', text: 'Were you told what happened?' },
  {
    id: 'cause',
    type: 'single_choice',
    text: 'What weighed most?',
    options: [
      { id: 'alerts', text: 'Too many alerts' },
      { id: 'owners', text: 'Nobody knew who owned what' },
    ],
    other: true,
  },
  {
    id: 'helped',
    type: 'multi_choice',
    text: 'What helped?',
    options: [
      { id: 'runbook', text: 'The runbook' },
      { id: 'people', text: 'People who stepped in' },
    ],
  },
  { id: 'hours', type: 'number', text: 'How many hours did it cost you?', min: 0, max: 100 },
  { id: 'why', type: 'text', text: 'What got in the way?', help: 'One or two sentences are plenty.' },
]

async function openPulse(world: World): Promise<string[]> {
  const user = await world.user()
  const team = await world.team('Platform', 6)
  const draft = pulseDraft([team.id], {
    questions,
    description: 'A minute is enough. It decides what we change first.',
  })
  const { body } = await user.post('/api/pulses', draft)
  assert.equal((await user.post(`/api/pulses/${body.id}/open`)).status, 200)
  return (await links(user, `/api/pulses/${body.id}`)).map(({ url }) => url)
}

/** A page that fails the test when the console speaks of an error or something is asked for elsewhere. */
async function visit(
  options: BrowserContextOptions,
  world: World,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await (await browser()).newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => !request.url().startsWith(world.url) && faults.push(request.url()))
  return {
    page,
    close: async () => {
      await context.close()
      assert.deepEqual(faults, [])
    },
  }
}

const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: true }

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the answer page is accessible and fits a phone, ${colorScheme}`, async () => {
    const world = await newWorld()
    const [url] = await openPulse(world)
    const { page, close } = await visit({ ...phone, colorScheme }, world)
    await page.goto(url)
    assert.equal(await page.locator('h1').count(), 1)
    assert.match(await page.locator('.promise').innerText(), /Nobody can see who said what/)
    assert.ok(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      'no sideways scrolling',
    )
    const { violations } = await new AxeBuilder({ page }).analyze()
    assert.deepEqual(
      violations.map((violation) => [violation.id, violation.nodes.map((node) => node.html)]),
      [],
    )
    if (process.env.SONDE_SCREENSHOTS)
      await page.screenshot({
        path: `${process.env.SONDE_SCREENSHOTS}/answer-${colorScheme}.png`,
        fullPage: true,
      })
    await close()
  })
}

test('an answer is given, changed and withdrawn on a phone, without script', async () => {
  const world = await newWorld()
  const [url] = await openPulse(world)
  const { page, close } = await visit({ ...phone, javaScriptEnabled: false }, world)
  await page.goto(url)
  await page.getByRole('radio', { name: '4', exact: true }).first().check()
  await page.getByRole('checkbox', { name: 'The runbook' }).check()
  await page.getByLabel('What got in the way?').fill('Alerts that nobody owned')
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await page.waitForURL(/\/receipts\//)
  assert.equal(await page.locator('h1').innerText(), 'Thank you')
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'Alerts that nobody owned')

  await page.getByLabel('What got in the way?').fill('Alerts without an owner')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/saved/)
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'Alerts without an owner')
  if (process.env.SONDE_SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SONDE_SCREENSHOTS}/receipt.png`, fullPage: true })

  await page.getByRole('button', { name: 'Withdraw my answer' }).click()
  assert.equal(await page.locator('h1').innerText(), 'Your answer is withdrawn')
  await page.goto(url)
  assert.equal(await page.locator('h1').innerText(), 'Your answer is in')
  await close()
})

test('what was typed stays when something is missing', async () => {
  const world = await newWorld()
  const [url] = await openPulse(world)
  const { page, close } = await visit({ ...phone, javaScriptEnabled: false }, world)
  await page.goto(url)
  await page.getByLabel('What got in the way?').fill('I forgot the first question')
  const [reply] = await Promise.all([
    page.waitForNavigation(),
    page.getByRole('button', { name: 'Send my answer' }).click(),
  ])
  assert.equal(reply?.status(), 422)
  assert.equal(await page.getByLabel('What got in the way?').inputValue(), 'I forgot the first question')
  assert.match(await page.getByRole('alert').innerText(), /needs an answer/)
  if (process.env.SONDE_SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SONDE_SCREENSHOTS}/missing.png`, fullPage: true })
  await close().catch(() => undefined)
})

test('every question can be reached and answered by keyboard', async () => {
  const world = await newWorld()
  const [url] = await openPulse(world)
  const { page, close } = await visit(phone, world)
  await page.goto(url)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.tagName')) === 'BUTTON') break
  }
  await page.keyboard.press('Enter')
  await eventually(
    async () => page.url(),
    (at) => at.includes('/receipts/'),
  )
  await close()
})
