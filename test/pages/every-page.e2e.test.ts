/** What every page of the site passes: axe wide and at 360 px, in light and in dark, bytes of a first load, one h1, nothing sticking out, keys, both hosts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run, sql } from '../../src/db/db.ts'
import { newId } from '../../src/ids.ts'
import { createApplicationFor, registerOwnPages } from '../../src/oauth/oauth.ts'
import type { Page } from 'playwright-core'
import { pageScopes } from '../../web/page-scopes.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { requestConfirmation } from '../support/agent.ts'
import { bodyOf } from '../support/clockwork.ts'
import { weekly } from '../support/recurring.ts'
import { client, eventually, issueToken, pulseDraft } from '../support/world.ts'
import { casesOf, shortTest } from '../support/parts.ts'
import {
  isThere,
  isWell,
  isWellIn,
  type Lines,
  linesOf,
  type Look,
  looks,
  pageAddresses,
  signIn,
  sticksOut,
  startSite,
  visit,
} from './visit.ts'

const site = await startSite()
const application = await site.running.db.transaction((tx) =>
  createApplicationFor(
    tx,
    { organisationId: site.organisationId, userId: null },
    {
      name: 'Retro Buddy with a long name that has to be broken somewhere',
      redirect_uris: ['https://retro.example/callback'],
      scopes: ['pulses:read', 'pulses:write', 'checkins:write', 'teams:write', 'webhooks:write'],
    },
    new Date(),
  ),
)

/** A request of the admin who signs in. */
const privacyRequest = newId('privacyRequest')
await run(
  site.running.db.tx,
  sql`
    insert into privacy_requests
      (organisation_id, id, user_id, kind, state, asked_by, in_person, note, deadline_at, created_at, updated_at)
    select organisation_id, ${privacyRequest}, id, 'access', 'received', id, true, 'All of it, please',
           now() + interval '1 month', now(), now()
    from users
    where organisation_id = ${site.organisationId}`,
)

// Or pages that read as an application read nothing.
await site.running.db.transaction((tx) => registerOwnPages(tx, site.pages, new Date()))

const author = client(
  site.api,
  await issueToken(site.running, {
    organisationId: site.organisationId,
    applicationId: application.id,
    userId: site.adminId,
    scopes: scopeNames,
  }),
)
const team = await bodyOf(author.post('/api/teams', { name: 'Platform' }), 201)
const pulse = await bodyOf(author.post('/api/pulses', pulseDraft([team.id])), 201)
const checkIn = await bodyOf(author.post('/api/check-ins', weekly([team.id])), 201)
const template = await bodyOf(author.post('/api/templates/from-survey', { survey_id: checkIn.id }), 201)
const webhook = await bodyOf(
  author.post('/api/webhooks', {
    url: 'https://receiver.example/a-path-that-is-long/events',
    types: ['pulse.*'],
  }),
  201,
)

/** What an agent of the admin asks them to confirm. */
const member = await bodyOf(author.post('/api/members', { name: 'Grace', email: 'grace@acme.test' }), 201)
const asking = await bodyOf(
  author.post(
    '/api/pulses',
    pulseDraft([], { recipients: { member_ids: [member.id] }, confidentiality: { mode: 'attributed' } }),
  ),
  201,
)
const confirmation = await requestConfirmation(site.api, author.token ?? '', asking.id)

const examples = {
  template: template.id,
  webhook: webhook.id,
  id: application.id,
  request: privacyRequest,
  pulse: pulse.id,
  checkIn: checkIn.id,
  confirmation,
}

/** States of a page that have addresses of their own, and the address of no page. */
const states = ['/app/nowhere', '/developers/applications?q=nothing']

const firstLoadBytesMax = 180 * 1024
/** An editor brings a form for each type of question, the simulator, and the answer page in a frame beside it. */
const editorLoadBytesMax = 216 * 1024
const isEditor = (address: string): boolean => address.endsWith('/edit')

/**
 * Opens addresses as a browser does that has nothing in its cache.
 * @returns a function that opens one and counts what came over the network until the page was at rest, as it was sent: documents, files, replies
 */
async function openingAnew(page: Page): Promise<(address: string) => Promise<number>> {
  // The pointer of a new browser rests in the corner, on a link, and pointing at one fetches its page.
  await page.addInitScript("addEventListener('mouseover', (event) => event.stopImmediatePropagation(), true)")
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return async (address) => {
    // What the page before it still loads is not of this one.
    await page.goto('about:blank')
    bytes = 0
    await page.goto(site.pages + address, { waitUntil: 'networkidle' })
    await isThere(page)
    return bytes
  }
}

/** The two that `npm test` has by turns, and the other two. */
const everyLook: readonly Look[] = [
  ...looks,
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
]

/** A tablet, and a wide screen. */
const otherWidths = [768, 1600]

/** Pages to read, and those with tables and boards: on each, the head ends where all below it ends. */
const linesMax = 2

/** By width, what pages have not in common with each other. */
function differingLines(lines: ReadonlyMap<number, readonly [string, Lines][]>): readonly unknown[] {
  return [...lines].flatMap(([width, pages]) => {
    const [start] = pages[0][1].starts
    const crooked = pages.filter(
      ([, { title, starts, ends }]) =>
        title !== start || starts.join() !== String(start) || ends.length !== 1,
    )
    const ends = new Set(pages.flatMap(([, lines]) => lines.ends))
    return [
      ...crooked.map(([address, found]) => ({ width, address, start, ...found })),
      ...(ends.size > linesMax ? [{ width, ends: [...ends] }] : []),
    ]
  })
}

/** Of `npm test`: each page at its first tab in one look, by turns. What is left are the other tabs, looks and widths. */
test('every page and each of its tabs is accessible, wide and narrow, light and dark, begins and ends at the same lines, and a browser with an empty cache loads at most 180 KB for it, 216 KB for an editor', async () => {
  const page = await visit({ colorScheme: 'light', viewport: { width: 1280, height: 800 } })
  await signIn(page, `${site.pages}/app`)
  const open = await openingAnew(page)
  const heavy: [string, number][] = []
  const widths = casesOf(otherWidths, () => false)
  const lines = new Map<number, [string, Lines][]>(widths.map((width) => [width, []]))
  for (const [at, address] of [...(await pageAddresses(page, examples)), ...states].entries()) {
    const wanted = casesOf(
      everyLook,
      (_look, turn) => turn === at % looks.length && !address.includes('?tab='),
    ).filter((_look, turn) => turn < looks.length || !address.includes('?tab='))
    if (wanted.length === 0) continue
    const bytes = await open(address)
    if (process.env.SIZES) console.error(address, (bytes / 1000).toFixed(1), 'KB')
    if (!states.includes(address) && bytes > (isEditor(address) ? editorLoadBytesMax : firstLoadBytesMax))
      heavy.push([address, bytes])
    await isWellIn(page, wanted)
    for (const width of lines.keys()) {
      await page.setViewportSize({ width, height: 800 })
      // A chart measures its room again in the next frame.
      await eventually(
        () => sticksOut(page),
        (out) => out === null,
      )
      lines.get(width)?.push([address, await linesOf(page)])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  assert.deepEqual(heavy, [])
  assert.deepEqual(differingLines(lines), [])
  await page.context().close()
})

shortTest('the choice of a theme is accessible: light, dark, and at 360 px', async () => {
  const page = await visit({ colorScheme: 'light', viewport: { width: 1280, height: 800 } })
  await signIn(page, `${site.pages}/app`)
  await page.getByRole('button', { name: /^Account/ }).click()
  await isWell(page)
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
  await isWell(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: /^Account/ }).click()
  await isWell(page)
  await page.context().close()
})

shortTest('pages read surveys as an application does: a code, a token, nobody asked', async () => {
  const { pages, running, organisationId } = await startSite()
  const made = await running.db.transaction(async (tx) => {
    const application = await createApplicationFor(
      tx,
      { organisationId, userId: null },
      {
        name: 'Sonde pages',
        kind: 'public',
        redirect_uris: [`${pages}/app/callback`],
        scopes: [...pageScopes],
      },
      new Date(),
    )
    await sql`update applications set kind = 'first_party' where id = ${application.id}`.execute(tx)
    return application
  })
  const page = await visit()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api\/(oauth|surveys)|oauth)/.test(pathname)) calls.push(pathname)
  })
  await signIn(page, `${pages}/app`)
  await page.getByText('No results yet').waitFor()
  // Those that are open, drafts, and what opens next.
  const surveys = Array.from({ length: 3 }, () => '/api/surveys')
  const wanted = ['/api/oauth/code', '/oauth/token', ...surveys]
  // Each is asked for by itself, and what has come decides nothing about the others.
  await eventually(
    async () => calls,
    (made) => made.length >= wanted.length,
  )
  assert.deepEqual(calls, wanted)
  assert.equal(await page.evaluate("Object.values(sessionStorage).join('').includes('sonde_at_')"), false)
  assert.ok(made.client_secret === null)
  await page.context().close()
})

shortTest('dialogs are accessible', async () => {
  const page = await visit()
  await signIn(page, `${site.pages}/developers/applications/${application.id}`)
  for (const name of ['Rotate secret', 'Revoke secret', 'Revoke application']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').waitFor()
    await isWell(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await isWell(page)
  await page.context().close()
})

shortTest('keys lead everywhere', async () => {
  const page = await visit()
  await signIn(page, `${site.pages}/app`)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.waitForURL('**/developers/applications')
  // Home names the application too, so it is the heading that tells that the page is there.
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
  await page.getByRole('link', { name: application.name }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next row').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.locator('#page-search:focus').waitFor()
  await page.keyboard.type('nothing of that name')
  await page.getByText('No applications found').waitFor()
  assert.match(page.url(), /q=nothing/)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Search pages, surveys/).fill('retro')
  // The first is chosen. Guides come later, below it: an arrow leads to one when they are there, and back.
  const chosen = page.locator('[data-action][data-selected]')
  await chosen.getByText(application.name).waitFor()
  await page.getByRole('dialog').locator('[data-action]').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await chosen.getByText('As a file').waitFor()
  await page.keyboard.press('ArrowUp')
  await chosen.getByText(application.name).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${application.id}`)
  await page.context().close()
})

shortTest('the theme that was chosen is there before the first paint', async () => {
  const page = await visit({ colorScheme: 'light' })
  await signIn(page, `${site.pages}/app`)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  // Without the module that draws the page there is nothing but the document, its styles and the small script.
  await page.route('**/assets/site/main-*.js', (route) => route.abort())
  page.removeAllListeners('console')
  await page.reload({ waitUntil: 'load' })
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(17, 17, 20)')
  await page.context().close()
})

shortTest('signing out forgets the session, and comes back by signing in', async () => {
  const page = await visit()
  await signIn(page, `${site.pages}/app`)
  await page.getByRole('button', { name: /^Account/ }).click()
  // What the page reads while it is left finds no session, and must not lead to signing in.
  await page.evaluate("setInterval(() => dispatchEvent(new Event('visibilitychange')), 20)")
  await page.route('**/app/signed-out', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue().catch(() => {})
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  await isWell(page)
  assert.equal(await page.evaluate("sessionStorage.getItem('sonde.session')"), null)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'This week' }).waitFor()
  await page.context().close()
})

shortTest('pages on a host of their own sign in there, and call no other host', async () => {
  const two = await startSite({ hosts: 2 })
  const page = await visit()
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/')) hosts.add(url.origin)
  })
  await page.goto(`${two.api}/app`)
  await page.waitForURL(/\/idp\/sign-in\//)
  await page.goto('about:blank')
  await signIn(page, `${two.pages}/developers/applications`)
  await page.getByRole('heading', { name: 'Create your first application' }).waitFor()
  assert.ok((await page.locator('pre:visible').innerText()).includes(`${two.api}/oauth/token`))
  assert.deepEqual([...hosts], [two.pages])
  await page.context().close()
})
