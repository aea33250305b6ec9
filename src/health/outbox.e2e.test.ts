/** The outbox as somebody reads it who tries things out: list, message, keys, phone. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import { openMailed } from '../../test/support/mailed.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import { comesTrue, noSidewaysScrolling, phone, picture, visit } from '../../test/support/visit.ts'
import type { World } from '../../test/support/world.ts'

let running: Running
let world: World

before(async () => {
  running = await startApp({ at: '2026-11-02T09:00:00Z' })
  const pulse = await openMailed(running, 'Outbox', 6, { title: 'How was the move?' })
  world = pulse.world
  await running.app.due.settle()
  running.clock!.advance(1_800_000)
  assert.equal((await pulse.author.post(`${pulse.path}/remind`)).status, 200)
  await running.app.due.settle()
})

const themes = ['light', 'dark'] as const

async function isWell(page: Page, name: string): Promise<void> {
  assert.ok(await noSidewaysScrolling(page), name)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page)
    await picture(page, `outbox-${name}-${colorScheme}`, { isWhole: false })
  }
}

const messagesOf = (page: Page) => page.getByRole('navigation', { name: 'Messages' }).getByRole('link')
const currentOf = (page: Page) => page.locator('.messages a[aria-current=page]')
const pathOf = (page: Page): string => new URL(page.url()).pathname

test('a message is found, read in each form and width, and linked to; its own links open beside the outbox', async () => {
  const { page, context, close } = await visit({ viewport: { width: 1280, height: 800 } }, world)
  await page.goto(running.app.outboxAddress()!)
  assert.equal(await messagesOf(page).count(), 12)
  const kinds = await page.locator('.kind').allInnerTexts()
  assert.deepEqual(kinds, [...Array(6).fill('Reminder'), ...Array(6).fill('Invitation')], 'newest first')
  await isWell(page, 'list')

  await page.getByRole('searchbox').fill('outbox-3')
  await page.keyboard.press('Enter')
  await page.getByText('2 of 12 messages').waitFor()
  await messagesOf(page).last().click()
  const sent = (await messagesIn(running.outbox)).find(
    ({ kind, to }) => kind === 'invitation' && to.startsWith('outbox-3'),
  )!
  assert.equal(pathOf(page), `/outbox/${sent.name}`)
  assert.equal(new URL(page.url()).search, '?q=outbox-3', 'the search stays')
  assert.equal(await page.title(), `${sent.subject} – Outbox – Sonde`)
  const mail = page.frameLocator('iframe')
  await mail.getByRole('heading', { name: 'How was the move?' }).waitFor()
  await isWell(page, 'message')

  await page.getByRole('link', { name: 'Phone' }).click()
  await page.waitForURL(/width=phone/)
  assert.equal((await page.locator('iframe').boundingBox())!.width, 375)
  await page.getByRole('link', { name: 'Dark' }).click()
  await page.waitForURL(/theme=dark/)
  await mail.getByRole('heading', { name: 'How was the move?' }).waitFor()
  await isWell(page, 'message-phone-dark')
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    mail.getByRole('link', { name: 'Answer with my name' }).click(),
  ])
  assert.equal(opened.url().split('#')[0], sent.link)
  await opened.close()

  await page.getByRole('link', { name: 'Text', exact: true }).click()
  await page.getByLabel('The message as text').waitFor()
  assert.equal(await page.locator('pre').innerText(), sent.text)
  await isWell(page, 'text')
  await page.getByRole('link', { name: 'Source', exact: true }).click()
  await page.getByLabel('The message as it is sent').waitFor()
  const source = await page.locator('pre').innerText()
  for (const line of [
    `To: ${sent.to}`,
    `Message-ID: <${sent.name}@sonde>`,
    'Auto-Submitted: auto-generated',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Content-Type: text/html; charset=utf-8',
    'Date: Mon, 02 Nov 2026 09:00:00 +0000',
  ])
    assert.ok(source.includes(`${line}\n`), line)
  await isWell(page, 'source')

  await page.goBack()
  await page.getByLabel('The message as text').waitFor()
  await page.goto(`${world.url}/outbox?q=nobody`)
  await page.getByText('No message matches “nobody”.').waitFor()
  await isWell(page, 'no-results')
  await page.getByRole('link', { name: 'Clear search' }).click()
  await page.getByText('12 messages').waitFor()
  await close()
})

test('keys lead down and up the list, to the search and back', async () => {
  const { page, close } = await visit({ viewport: { width: 1280, height: 800 } }, world)
  await page.goto(running.app.outboxAddress()!)
  const addresses = await messagesOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const isAt = async (place: number) => {
    await page.waitForURL(`**${addresses[place]}`)
    await comesTrue(page, 'document.activeElement.getAttribute("aria-current") === "page"')
    assert.equal(await currentOf(page).getAttribute('href'), addresses[place])
  }
  for (const [key, place] of [
    ['j', 0],
    ['ArrowDown', 1],
    ['j', 2],
    ['k', 1],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key)
    await isAt(place)
  }
  await page.keyboard.press('/')
  await page.keyboard.type('jk')
  assert.equal(await page.getByRole('searchbox').inputValue(), 'jk')
  assert.equal(pathOf(page), addresses[0])
  await currentOf(page).focus()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/outbox')
  await close()
})

test('on a phone the list comes first, then the message, and a link leads back', async () => {
  const { page, close } = await visit(phone, world)
  await page.goto(running.app.outboxAddress()!)
  await messagesOf(page).first().waitFor()
  assert.ok(await page.getByText('Choose a message.').isHidden())
  await isWell(page, 'phone-list')
  await messagesOf(page).first().click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'How was the move?' }).waitFor()
  assert.ok(await page.getByRole('searchbox').isHidden())
  await isWell(page, 'phone-message')
  await page.getByRole('link', { name: 'All messages' }).click()
  await page.waitForURL('**/outbox')
  assert.ok(await messagesOf(page).first().isVisible())
  await close()
})

test('before anything was sent it says what to do', async () => {
  const empty = await startApp({ at: '2026-11-02T09:00:00Z' })
  const { page, close } = await visit(phone, { ...world, url: empty.url })
  await page.goto(empty.app.outboxAddress()!)
  await page.getByText('Nothing has been sent yet.').waitFor()
  await isWell(page, 'empty')
  await close()
})

test('a message runs nothing, loads nothing, and is shown to nobody without the key', async () => {
  const [{ name }] = await messagesIn(running.outbox)
  for (const path of [`/outbox/${name}`, `/outbox/${name}/page`])
    assert.equal((await fetch(running.url + path)).status, 403, path)
  const address = new URL(running.app.outboxAddress()!)
  const { headers } = await fetch(address, { redirect: 'manual' })
  const cookie = headers.get('set-cookie')!.split(';')[0]
  const read = (path: string, more: Record<string, string> = {}) =>
    fetch(running.url + path, { headers: { cookie, ...more } })
  const page = await read(`/outbox/${name}/page`)
  const policy = page.headers.get('content-security-policy')!
  assert.deepEqual(policy.split('; '), [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ])
  assert.equal((await read('/outbox/nobody')).status, 404)
  assert.equal((await read('/outbox/..%2fnobody/page')).status, 404)
  for (const path of [`/outbox/${name}`, `/outbox/${name}/page`])
    assert.equal((await read(path, { 'x-forwarded-for': '203.0.113.5' })).status, 404, path)
})
