/**
 * A visit to the pages: a browser context that fails the test on any error in the console, any fault of a script and any
 * request that leaves this machine; signing in through the embedded provider's form; and what every page must pass.
 */
import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { bootstrap, createAccount } from '../../src/identity/identity.ts'
import { registerOwnPages } from '../../src/oauth/oauth.ts'
import { buildWeb } from '../../tools/build-web.ts'
import { assertAccessible } from '../support/accessible.ts'
import { newContext } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { partNow, shareNow } from '../support/parts.ts'
import { type Running, startApp } from '../support/start.ts'
import { eventually, newWorld, type World } from '../support/world.ts'

export const admin = { email: 'ada@acme.test', name: 'Ada Lovelace', password: 'correct horse battery' }

export type Site = { running: Running; api: string; pages: string; organisationId: string; adminId: string }

/** A service with one organisation and its admin; on one host, or with the pages on a host of their own. */
type SiteOptions = { hosts?: 1 | 2; at?: string; env?: Record<string, string> }

export async function startSite({ hosts = 1, at, env }: SiteOptions = {}): Promise<Site> {
  await buildWeb()
  const port = await freePort()
  const api = `http://localhost:${port}`
  const pages = hosts === 1 ? api : `http://127.0.0.1:${port}`
  const running = await startApp({
    env: { SONDE_PORT: String(port), SONDE_BASE_URL: api, SONDE_DEVELOPER_URL: pages, ...env },
    ...(at && { at }),
  })
  const now = running.clock?.now() ?? new Date()
  const { organisation, admin: made } = await running.db.transaction((tx) =>
    bootstrap(tx, { organisation: 'Acme', admin: admin.email, name: admin.name }, now),
  )
  await createAccount(running.db.tx, admin, now)
  return { running, api, pages, organisationId: organisation.id, adminId: made.id }
}

export type Account = { email: string; name: string; password: string }

export const password = 'correct horse battery'

/**
 * A service with its own pages registered, and an organisation that tests fill by the API (test/support/world.ts). Anyone who signs in is its
 * admin, or somebody with an account whom it expects.
 */
export async function startPeopledSite(
  options: SiteOptions = {},
): Promise<{ site: Site; world: World; admin: Account }> {
  const site = await startSite(options)
  const { running, pages } = site
  const world = await newWorld({ running })
  const now = running.clock?.now() ?? new Date()
  const admin = { email: world.adminEmail, name: 'Grace Hopper', password }
  await createAccount(running.db.tx, admin, now)
  await running.db.transaction((tx) => registerOwnPages(tx, pages, now))
  return { site, world, admin }
}

/** What a page may say in the console: the browser itself reports refusals that a test asks for. */
type Visit = BrowserContextOptions & { refusals?: RegExp }

const expected = new WeakMap<Page, RegExp>()

/** What a page that several stories share may be refused from here on; null: nothing. */
export const expectRefusals = (page: Page, refusals: RegExp | null): void =>
  void (refusals === null ? expected.delete(page) : expected.set(page, refusals))

export async function visit({ refusals, ...options }: Visit = {}): Promise<Page> {
  // Nothing moves unless a test is about motion: a browser without a graphics card draws each frame of it with the processor.
  const context = await newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  expectRefusals(page, refusals ?? null)
  page.on('pageerror', (error) => assert.fail(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.get(page)?.test(message.text()))
      assert.fail(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isHere =
      protocol === 'data:' || protocol === 'blob:' || ['localhost', '127.0.0.1'].includes(hostname)
    assert.ok(isHere, `a request left this machine: ${request.url()}`)
  })
  return page
}

/** Opens a page of the site, signing in on the way. */
export async function signIn(page: Page, address: string, who = admin): Promise<void> {
  await page.goto(address)
  await page.waitForURL(/\/idp\/sign-in\//)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** A browser in which a session goes on; a sandboxed frame has no storage to find it in. */
export const resume = (page: Page, session: string): Promise<unknown> =>
  page.addInitScript(
    `if (window === top) sessionStorage.setItem('sonde.session', ${JSON.stringify(session)})`,
  )

/** Another browser in which the same person is signed in, as of a reader of another language. */
export async function visitAs(page: Page, options: Visit): Promise<Page> {
  const session = await page.evaluate<string>("sessionStorage.getItem('sonde.session')")
  const other = await visit(options)
  await resume(other, session)
  return other
}

/**
 * The address of every page under the shell and of each of its tabs, from the router of a page that is open. An address with a parameter
 * needs an example, so that no page is left out.
 */
export async function pageAddresses(page: Page, examples: Record<string, string>): Promise<string[]> {
  const paths = await page.evaluate<string[]>(
    `Object.values(__TSR_ROUTER__.routesByPath)
      // Not the one of addresses that are none.
      .filter((route) => route.id.startsWith('/shell/') && route.options.component && !route.fullPath.endsWith('$'))
      .flatMap((route) => [
        route.fullPath,
        // A page is at its first tab when its address names none.
        ...(route.options.validateSearch?.shape.tab?.values.slice(1).map((tab) => route.fullPath + '?tab=' + tab) ?? []),
      ])`,
  )
  return paths.map((path) =>
    path.replaceAll(/\$(\w+)/g, (_all, name: string) => {
      assert.ok(examples[name], `${path} needs an example of ${name}`)
      return examples[name]
    }),
  )
}

/**
 * Answers the first such request, of this method where one is named: a page may read what it is about to write. The others go to the server.
 * The route stays: one that takes itself away ends the interception while the page may have sent its next request, which then hangs.
 */
export async function answerFirst(
  page: Page,
  url: RegExp,
  answer: (route: Route) => Promise<void>,
  method?: string,
): Promise<void> {
  let isFirst = true
  await page.route(url, (route) => {
    if (!isFirst || (method !== undefined && route.request().method() !== method)) return route.fallback()
    isFirst = false
    return answer(route)
  })
}

/** The server answers the next such request at once; the page gets that answer when it is released. */
export async function holdReply(
  page: Page,
  url: RegExp,
): Promise<{ answered: Promise<unknown>; release: () => void }> {
  const answered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await answerFirst(page, url, async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await released.promise
    // A page that no longer wants the answer has cancelled the request.
    await route.fulfill({ response }).catch(() => {})
  })
  return { answered: answered.promise, release: released.resolve }
}

/** What the page reads is there: nothing on it is busy any more. */
export async function isThere(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Axe finds nothing, there is one h1, and nothing sticks out. */
export async function isWell(page: Page): Promise<void> {
  await isThere(page)
  await assertAccessible(page)
  assert.equal(await page.locator('h1').count(), 1, page.url())
  assert.equal(await sticksOut(page), null)
}

/** @returns how far something sticks out to the side once the page has taken its size, null where nothing does */
export async function sticksOut(page: Page): Promise<string | null> {
  const measured = () => page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
  // What measures its container draws a frame later.
  const [wide, room] = await eventually(measured, ([wide, room]) => wide <= room, 10_000).catch(measured)
  return wide <= room ? null : `${page.url()} is ${wide} px wide in ${room} px`
}

export type Lines = { title: number; starts: number[]; ends: number[] }

/** Where the title of a page begins, and where its head and each part below it begin and end: whole pixels from the left edge of the window. */
export const linesOf = (page: Page): Promise<Lines> =>
  page.evaluate<Lines>(`(() => {
    const heading = document.querySelector('h1')
    const [head, ...parts] = heading.closest('[data-width]').children
    const shown = [head, ...parts].filter((part) => {
      const { width, height } = part.getBoundingClientRect()
      return width > 1 && height > 1 && getComputedStyle(part).position === 'static'
    })
    const edges = (side) => [...new Set(shown.map((part) => Math.round(part.getBoundingClientRect()[side])))]
    return { title: Math.round(heading.getBoundingClientRect().left), starts: edges('left'), ends: edges('right') }
  })()`)

export type Look = { width: number; colorScheme: 'light' | 'dark' }

/** What hangs on the width does not hang on the theme. */
export const looks: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
]

/**
 * Well in these looks, from the one page that is open. Ends wide and light.
 * @param picture  takes one in each width and theme
 */
export async function isWellIn(
  page: Page,
  wanted: readonly Look[],
  picture?: (name: string) => Promise<void>,
): Promise<void> {
  for (const { width, colorScheme } of wanted) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await isWell(page)
    await picture?.(`${colorScheme}-${width}`)
    if (!picture || !process.env.SONDE_SCREENSHOTS) continue
    const other = colorScheme === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: other })
    await picture(`${other}-${width}`)
  }
  // Without the navigation beside it, and in the narrowest window that has it there.
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    assert.equal(await sticksOut(page), null)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** How often each page was looked at. */
const turns = new WeakMap<Page, number>()

/** Well in light on a wide screen and in dark on a phone; where not all runs in one of them, by turns, which the next share begins with the other. */
export async function isWellEverywhere(page: Page, picture?: (name: string) => Promise<void>): Promise<void> {
  const turn = turns.get(page) ?? shareNow()
  turns.set(page, turn + 1)
  await isWellIn(page, partNow() === 'short' ? [looks[turn % looks.length]] : looks, picture)
}
