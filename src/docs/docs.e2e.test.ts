/** The documentation in a browser: light, dark, on a phone, and with no request to another host. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../test/support/accessible.ts'
import { newContext } from '../../test/support/browser.ts'
import { picture } from '../../test/support/visit.ts'
import { pino } from 'pino'
import { assetRoutes } from '../http/page.ts'
import { type Addresses, createServer } from '../http/server.ts'
import { docsRoutes } from './routes.ts'
import { storiesOf } from '../../test/support/parts.ts'

const test = storiesOf(
  'sound:',
  'the front page opens',
  'what people guess',
  'the reference shows every',
  'the search finds',
)

const app = createServer(pino({ level: 'silent' }), { trustedProxies: [], hsts: null })
const addresses: Addresses = { baseUrl: '', developerUrl: '' }

before(async () => {
  assetRoutes(app)
  docsRoutes(app, addresses, () => true)
  const openapi = readFileSync(new URL('../../contract/openapi.json', import.meta.url))
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(openapi))
  addresses.baseUrl = addresses.developerUrl = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

type Look = { width?: number; dark?: boolean; storage?: Record<string, string> }

const wrong: string[] = []

async function newPage(): Promise<Page> {
  const context = await newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(addresses.baseUrl))
      wrong.push(request.url())
  })
  return page
}

let visited: Promise<Page> | undefined

/** In one browser for all, which forgets what a page has kept. Its console stays empty, and it asks nobody else for anything. */
async function looking(path: string, look: Look, see: (page: Page) => Promise<void>): Promise<void> {
  const page = await (visited ??= newPage())
  await page.setViewportSize({ width: look.width ?? 1280, height: 900 })
  await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' })
  if (look.storage) {
    await page.goto(addresses.baseUrl + path)
    await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(look.storage)})`)
  }
  await page.goto(addresses.baseUrl + path)
  await see(page)
  await page.evaluate('localStorage.clear()')
  assert.deepEqual(wrong.splice(0), [])
}

async function isSound(page: Page): Promise<void> {
  await assertAccessible(page)
  const overflows = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  assert.equal(overflows, false)
}

const looks: [path: string, look: Look][] = [
  ['/', {}],
  ['/', { width: 360, dark: true }],
  ['/docs', {}],
  ['/docs/authentication', { dark: true }],
  ['/docs/authentication', { width: 360 }],
  ['/docs/concepts', { width: 360 }],
  ['/docs/first-pulse', { width: 360 }],
  ['/docs/errors', { width: 360, dark: true }],
  ['/changelog', {}],
  ['/changelog', { width: 360, dark: true }],
]
for (const [path, look] of looks)
  test(`sound: ${path} ${JSON.stringify(look)}`, () =>
    looking(path, look, async (page) => {
      await isSound(page)
      await picture(page, `docs${path.replaceAll('/', '-')}-${look.width ?? 1280}`)
    }))

test('the front page opens the workspace for people, and shows the first calls for programs', () =>
  looking('/', {}, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Ask your teams, and know what to do next' }).waitFor()
    // The first screen is for both: what people get stands there, what programs get is one choice away.
    const finding = page.getByRole('img', { name: /^A finding/ })
    const call = page.getByLabel('The first two calls')
    await finding.waitFor()
    assert.equal(await call.isVisible(), false)
    await page.getByRole('radio', { name: 'For people' }).focus()
    await page.keyboard.press('ArrowRight')
    await call.waitFor()
    assert.equal(await finding.isVisible(), false)
    const calls = await call.innerText()
    for (const path of ['/oauth/token', '/api/insights']) assert.ok(calls.includes(addresses.baseUrl + path))
    assert.match(calls, /second time in a row[^]*Agree on what to stop/)
    await page.getByText('For people', { exact: true }).click()
    await finding.waitFor()
    await page.getByRole('img', { name: /^An answer page/ }).waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Errors' }).waitFor()
    const ways = await page
      .locator('main a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    assert.equal(ways[0], '/app')
    for (const way of ['/docs/quick-start', '/docs', '/reference', '/developers', '/outbox'])
      assert.ok(ways.includes(way), way)
    // The workspace has one name.
    assert.doesNotMatch(await page.locator('body').innerText(), /dashboard|developer site/i)
    await page.setViewportSize({ width: 360, height: 740 })
    const widths = await page.locator('.ways .button').evaluateAll((all) => all.map((one) => one.clientWidth))
    assert.equal(new Set(widths).size, 1)
  }))

test('the changes fit a few screens, and a link to an area unfolds it', () =>
  looking('/changelog', {}, async (page) => {
    assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= 4_000)
    const area = page.locator('details.area', { hasText: 'Slack' }).first()
    assert.equal(await area.getAttribute('open'), null)
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Channels' })
      .click()
    await area.getByText('admins connect several workspaces').waitFor()
    await assertAccessible(page)
  }))

test('the list of guides fits three screens, in three columns', () =>
  looking('/docs', {}, async (page) => {
    assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= 3_000)
    const columns = await page
      .locator('.cards')
      .nth(1)
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    assert.equal(columns, 3)
    await page.setViewportSize({ width: 360, height: 740 })
    const first = (await page.getByRole('link', { name: 'Write and send a survey' }).boundingBox())!
    assert.ok(first.y < 500, 'for whoever comes from the workspace, on the first screen')
  }))

test('the button that copies lies over no code, wide or on a phone', async () => {
  for (const width of [1280, 360])
    await looking('/docs/quick-start', { width }, async (page) => {
      const apart = await page.locator('.code:visible').evaluateAll((blocks) =>
        blocks.map((block) => {
          const [button, code] = ['.copy', 'pre'].map((at) =>
            block.querySelector(at)!.getBoundingClientRect(),
          )
          return button.bottom <= code.top
        }),
      )
      assert.ok(apart.length > 3)
      assert.deepEqual(new Set(apart), new Set([true]))
    })
})

test('on a phone a guide begins with its contents, folded', () =>
  looking('/docs/check-ins', { width: 360 }, async (page) => {
    const contents = page.locator('.on-this-page')
    await contents.getByText('On this page').click()
    await contents.getByRole('link', { name: 'Holidays', exact: true }).click()
    await page.waitForURL(/#holidays$/)
    await isSound(page)
  }))

test('errors are filtered by code or words, and all are there without a script', async () => {
  await looking('/docs/errors', {}, async (page) => {
    const entries = page.locator('.error:visible')
    const all = await entries.count()
    await page.getByRole('searchbox', { name: 'Filter errors' }).fill('rate-limited')
    await page.getByText(`of ${all} errors`).waitFor()
    assert.ok((await entries.count()) < 5)
    await page.locator('#rate_limited').waitFor()
    await page.getByText('"pointer": "/recurrence/rrule"').waitFor()
    await assertAccessible(page)
  })
  const context = await newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${addresses.baseUrl}/docs/errors`)
  assert.equal(await page.getByRole('searchbox').count(), 0)
  await page.locator('#rate_limited').waitFor()
  await context.close()
})

test('what people guess leads to where it is, and an unknown address leads on', async () => {
  const at = (path: string, accept: string) =>
    fetch(addresses.baseUrl + path, { headers: { accept }, redirect: 'manual' })
  assert.equal((await at('/errors', 'text/html')).headers.get('location'), '/docs/errors')
  assert.equal((await at('/api', 'text/html')).headers.get('location'), '/reference')
  assert.equal((await at('/api', 'application/json')).status, 404)
  for (const look of [{}, { width: 360, dark: true }])
    await looking('/docs/lists', look, async (page) => {
      await page.goto(`${addresses.baseUrl}/nowhere`)
      await picture(page, `docs-lost-${look.width ?? 1280}`)
      await isSound(page)
      await page.keyboard.press('/')
      await page.keyboard.type('retry')
      await page.getByRole('option', { name: /When to retry/ }).waitFor()
      wrong.splice(0, wrong.length, ...wrong.filter((line) => !line.includes('status of 404')))
    })
})

test('an unknown address is a page for a browser and an error for a program', async () => {
  const at = (path: string, accept: string) => fetch(addresses.baseUrl + path, { headers: { accept } })
  const browsers = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
  for (const path of ['/nowhere', '/docs/nowhere']) {
    const page = await at(path, browsers)
    assert.equal(page.status, 404)
    assert.match(await page.text(), /<h1>Page not found<\/h1>[^]*href="\/docs"/)
  }
  for (const [path, accept] of [
    ['/nowhere', '*/*'],
    ['/api/nowhere', browsers],
  ]) {
    const refusal = await at(path, accept)
    assert.equal(refusal.status, 404)
    assert.equal(((await refusal.json()) as { code: string }).code, 'not_found')
  }
})

test('the reference shows every operation, light and dark', async () => {
  const hasEvery = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { name: 'Sonde', level: 1 }).waitFor()
    await page.getByText('/api/pulses/{id}/archive').first().waitFor()
  }
  await looking('/reference', {}, async (page) => {
    await hasEvery(page)
    await isSound(page)
  })
  // The same document in other colours.
  await looking('/reference', { dark: true }, async (page) => {
    await hasEvery(page)
    await assertAccessible(page, { only: 'colours' })
  })
})

test('the reference begins with how to call, and lists operations in the order of their use', () =>
  looking('/reference', {}, async (page) => {
    const text = page.locator('.introduction-section, main').first()
    for (const word of ['Base URL', 'Authentication', 'Errors', 'Paging', 'Retries', 'Versions'])
      await text.getByText(word, { exact: true }).first().waitFor()
    const names = page.locator('.section-column .endpoint').filter({ hasText: '/api/pulses' })
    await names.nth(4).waitFor()
    const first = (await names.allInnerTexts()).slice(0, 5).map((name) => name.replaceAll(/\s+/g, ' ').trim())
    assert.deepEqual(
      first.slice(0, 3).map((name) => name.toUpperCase()),
      ['POST /API/PULSES', 'GET /API/PULSES', 'GET /API/PULSES/{ID}'],
    )
    for (const client of ['Shell', 'Node.js', 'Python'])
      await page.getByText(client, { exact: true }).first().waitFor()
    for (const client of ['Ruby', 'PHP'])
      assert.equal(await page.getByText(client, { exact: true }).count(), 0)
  }))

test('the reference begins where a guide begins, and the switch of its page changes its theme', () =>
  looking('/reference', {}, async (page) => {
    await page.locator('#reference h1', { hasText: 'Sonde API' }).waitFor()
    const heights = await page.evaluate(() => ({
      void:
        document.querySelector('#reference .introduction-section .section-content')!.getBoundingClientRect()
          .top - document.querySelector('header.top')!.getBoundingClientRect().bottom,
      title: getComputedStyle(document.querySelector('#reference h1')!).fontSize,
    }))
    assert.ok(heights.void <= 40, String(heights.void))
    assert.equal(heights.title, '32px')
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await colour()
    const turn = page.getByRole('button', { name: 'Switch between light and dark' })
    await turn.click()
    assert.deepEqual(
      [await page.evaluate(() => document.body.className), await colour()],
      ['light-mode', light],
    )
    await turn.click()
    await page.locator('body.dark-mode').waitFor()
    assert.notEqual(await colour(), light)
  }))

test('an operation has an example, a reply below it and every status in sight; a phone needs no sideways scroll', async () => {
  for (const width of [1280, 360])
    await looking('/reference#tag/pulses/POST/api/pulses', { width }, async (page) => {
      const operation = page
        .locator('section', { has: page.getByRole('heading', { name: 'Create a pulse' }) })
        .last()
      const [request, reply] = [0, 1].map((at) => operation.locator('.scalar-card').nth(at))
      await request.getByText('"After the outage"').first().waitFor()
      const statuses = reply.getByRole('tab')
      await statuses.last().waitFor()
      const ends = await statuses.evaluateAll((all) =>
        Math.max(...all.map((one) => one.getBoundingClientRect().right)),
      )
      const copy = await reply.getByRole('button', { name: /^Copy/ }).first().boundingBox()
      assert.ok(ends <= copy!.x, `${ends} ${copy!.x}`)
      const [above, below] = [await request.boundingBox(), await reply.boundingBox()]
      assert.ok(above!.y + above!.height <= below!.y)
      await picture(page, `docs-reference-operation-${width}`)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    })
})

test('an operation that only reads has a reply with values in it', () =>
  looking('/reference#tag/insights/GET/api/insights/scores', {}, async (page) => {
    const operation = page
      .locator('section', { has: page.getByRole('heading', { name: 'List scores' }) })
      .last()
    await operation.getByText('"How was your week?"').first().waitFor()
    await picture(page, 'docs-reference-reply')
  }))

test('the search finds a section from the keyboard', () =>
  looking('/docs', {}, async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type('retry')
    await page.getByRole('option', { name: /When to retry/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = page.locator('#found [aria-selected="true"] a')
    const href = await chosen.getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(addresses.baseUrl + href!)
  }))

test('an example is copied as shown, with the application that was viewed last', () =>
  looking(
    '/docs/authentication',
    { storage: { 'sonde.application': JSON.stringify({ client_id: 'app_mine', name: 'My <bot>' }) } },
    async (page) => {
      await page.getByText('Examples are filled in with your application My <bot>.').waitFor()
      const block = page.locator('.code', { hasText: 'client_credentials", "client_id' })
      await block.hover()
      await block.getByRole('button', { name: 'Copy this example' }).click()
      await block.getByText('Copied').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(copied, /^curl [^]*"client_id": "app_mine", "client_secret": "sonde_cs_…"\}'$/)
    },
  ))

test('a chosen theme is remembered and applied before the first paint', () =>
  looking('/docs', { dark: true }, async (page) => {
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'light')
    await page.goto(`${addresses.baseUrl}/docs/lists`, { waitUntil: 'commit' })
    await page.waitForSelector('h1')
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'light')
  }))

test('the language that is chosen in one example is that of all, also on the next page', async () => {
  const shown = (page: Page): Promise<string[]> =>
    page
      .locator('.example > .code:visible')
      .evaluateAll((all) => all.map((one) => one.querySelector('code')?.textContent ?? ''))
  await looking('/docs/first-pulse', {}, async (page) => {
    assert.match((await shown(page))[0], /^api\(\)/)
    await page.locator('.example label', { hasText: 'Python' }).first().click()
    await picture(page, 'docs-first-pulse')
    const all = await shown(page)
    assert.equal(all.length, await page.locator('.example').count())
    assert.match(all[0], /^# first-pulse\.py/)
    assert.match(all.at(-1)!, /^print\(/)
    await page.goto(`${addresses.baseUrl}/docs/quick-start`)
    assert.match((await shown(page))[0], /^# python3/)
    await page.locator('.example > :checked').press('ArrowLeft')
    assert.match((await shown(page))[0], /^\/\/ pulses\.ts/)
    await assertAccessible(page)
  })
})

test('without a script an example is chosen all the same, and the drawing of the concepts has the colours of the page', async () => {
  const context = await newContext({ javaScriptEnabled: false, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${addresses.baseUrl}/docs/quick-start`)
  await page.locator('.example label', { hasText: 'TypeScript' }).click()
  assert.deepEqual(await page.locator('.example > .code:visible').count(), 1)
  await page.locator('.example > .code:visible').getByText('listPulses').waitFor()
  await page.goto(`${addresses.baseUrl}/docs/concepts`)
  const [drawn, written] = await page.evaluate(() => [
    getComputedStyle(document.querySelector('.drawing text')!).fill,
    getComputedStyle(document.body).color,
  ])
  assert.equal(drawn, written)
  await picture(page, 'docs-concepts-dark')
  await context.close()
})
