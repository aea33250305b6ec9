/** Pages in place of the questions and after them: what happened, what can be done now, and nothing about anybody else. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languages } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { browse } from '../../test/support/browse.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { noSidewaysScrolling, picture, type Visitor, visit } from '../../test/support/visit.ts'
import { links, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
let small: Visitor
let used: string
let closed: string
let receipt: string
let withdrawn: string

const answers = [{ question_id: 'calm', value: 3 }]

before(async () => {
  world = await newPeopledWorld()
  const reply = await world.admin.patch('/api/organisation', { name: 'Northwind Logistics' })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const author = await world.user()
  const { id } = await world.team('Warehouse', 5)
  const open = async (text: string): Promise<{ path: string; urls: string[] }> => {
    const draft = pulseDraft([id], {
      title: text,
      closes_at: '2100-01-01T17:00:00Z',
      confidentiality: { mode: 'attributed' },
    })
    const { body } = await author.post('/api/pulses', draft)
    const path = `/api/pulses/${body.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200)
    return { path, urls: (await links(author, path)).map(({ url }) => url) }
  }
  const answer = async (url: string): Promise<string> => {
    const { status, body } = await world.anyone.post(new URL(url).pathname, { answers })
    assert.equal(status, 201, JSON.stringify(body))
    return `${world.url}/receipts/${body.receipt}`
  }
  const running = await open('After the outage')
  used = running.urls[0]
  receipt = await answer(used)
  withdrawn = await answer(running.urls[1])
  const ended = await open('Before the outage')
  closed = ended.urls[0]
  assert.equal((await author.post(`${ended.path}/close`)).status, 200)
  small = await visit({ viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' }, world)
})
after(() => small.close().catch((error: Error) => assert.match(error.message, /404/)))

const textOf = async (url: string): Promise<string> => {
  await small.page.goto(url)
  return small.page.locator('main').innerText()
}

/** On a phone two lines, elsewhere one with a dot. */
const ofSurvey = /After the outage[\s·]+Northwind Logistics/

test('a link that was used says what became of the answers, and where they can be changed', async () => {
  const text = await textOf(used)
  assert.match(text, ofSurvey)
  for (const part of [
    'This invitation has already been used',
    'Until the survey closes, you can view, change or withdraw the answers there.',
    'The survey stays open until',
    'see these answers with the invited person’s name',
    'Wasn’t it you?',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`)
  await picture(small.page, 'used')
})

test('a survey that has closed says so once, and leads to nothing where nobody has replied', async () => {
  const text = await textOf(closed)
  assert.match(
    text,
    /This survey has closed\s+Before the outage[\s·]+Northwind Logistics\s+The survey closed on /,
  )
  assert.match(text, /Ask whoever at Northwind Logistics sent you this survey/)
  assert.equal(await small.page.locator('main').getByRole('link').count(), 0)
  await small.page.goto(`${closed}/replies`)
  assert.equal(await small.page.locator('.status').innerText(), 'Nobody has replied yet.')
})

test('a link that leads nowhere names nobody, and is the same for whatever was typed', async () => {
  const pages = await Promise.all(
    [
      `/r/${'0'.repeat(26)}.${'0'.repeat(40)}`,
      `/r/${'0'.repeat(26)}.${'f'.repeat(40)}`,
      `/r/${world.organisationId}`,
      '/r/x',
    ].map(async (path) => (await browse(world.url + path)).html),
  )
  assert.equal(new Set(pages).size, 1)
  assert.ok(!/Northwind|class="of"|Request/.test(pages[0]))
  assert.match(pages[0], /This link doesn’t work[^]*ask whoever sent it to you/)
})

test('a form that comes too late says that it was not sent, and why', async () => {
  const page = await fetch(`${used}/answer`, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'calm=5',
  })
  assert.deepEqual([page.status, page.redirected, page.url], [200, true, `${used}?unsent`])
  const text = await page.text()
  assert.match(text, /<p class="round trouble">/, 'no sign of success above what was lost')
  assert.match(
    text,
    /Your answers were not sent[^]*After the outage<span[^]*<bdi>Northwind[^]*had already been sent/,
  )
})

test('after withdrawing, one press leads to answering again', async () => {
  const { page } = small
  await page.goto(withdrawn)
  await page.getByText('Withdraw my answers').click()
  await page.getByRole('button', { name: 'Withdraw answers' }).click()
  await page.getByRole('link', { name: 'Answer again' }).waitFor()
  assert.match(await page.locator('main').innerText(), ofSurvey)
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Answer again' }).click()
  await page.waitForURL(withdrawn)
})

test('on a small phone, thanks, what happens next and the private link are visible', async () => {
  const { page } = small
  await page.goto(`${receipt}?thanks`)
  for (const what of [
    page.getByRole('heading', { name: 'Thank you' }),
    page.getByRole('heading', { name: 'What happens next' }),
    page.getByRole('heading', { name: 'Keep your private link' }),
  ]) {
    const box = await what.boundingBox()
    assert.ok(box !== null && box.y + box.height <= 640, JSON.stringify(box))
  }
  await picture(page, 'thanks')
})

test('the page of a receipt begins with what happens next and what was sent; its own link is folded at the end', async () => {
  const { page } = small
  await page.goto(receipt)
  const link = page.getByLabel('Private link to your answers')
  assert.equal(await link.isVisible(), false)
  const headings = await page.locator('main :is(h1, h2, .question, summary)').allInnerTexts()
  const places = [
    'Your answers',
    'What happens next',
    'I could work calmly',
    'Your private link',
    'Withdraw',
  ].map((text) => headings.findIndex((heading) => heading.includes(text)))
  assert.ok(!places.includes(-1), headings.join())
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  await page.locator('summary', { hasText: 'Your private link' }).click()
  assert.equal(await link.inputValue(), receipt)
  await assertAccessible(page)
})

test('each of these pages fits and is accessible in every language', async () => {
  const { page } = small
  for (const language of languages)
    for (const url of [
      used,
      closed,
      `${receipt}?thanks`,
      `${world.url}/r/${'0'.repeat(26)}.${'0'.repeat(40)}`,
    ]) {
      await page.goto(`${url}${url.includes('?') ? '&' : '?'}lang=${language}`)
      assert.ok(await noSidewaysScrolling(page), `${url} ${language}`)
    }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const url of [
      used,
      closed,
      `${receipt}?thanks`,
      `${world.url}/r/${'0'.repeat(26)}.${'0'.repeat(40)}`,
    ]) {
      await page.goto(url)
      await assertAccessible(page)
    }
  }
})
