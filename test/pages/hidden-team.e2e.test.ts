/**
 * A team that is too small is hidden on every page: anyone who may read everything opens each of them, with that team chosen where a page can
 * choose one, on screen and in print, points at it, and takes the files along. What is said of it has no figure, and the service never sent one.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { analysed, newStory, storyBegins } from '../support/story.ts'
import { lasting } from '../support/weeks.ts'
import { arriveAs } from './arrive.ts'
import { isThere, pageAddresses, password, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite({ at: storyBegins })
const story = await newStory(world)
const { small, top } = story.teams
const pulse = await story.attributedPulse(top.members, { confidentiality: { mode: 'confidential' } })
await bodyOf(story.author.post(`/api/pulses/${pulse}/close`))
await analysed(story.author, `/api/pulses/${pulse}/results`)

// Examples of what has nothing to do with a team lead to pages that say there is nothing.
const none = { template: 'tpl_0', webhook: 'whk_0', id: 'app_0', request: 'prq_0', confirmation: 'cnf_0' }
const examples = { ...none, pulse, checkIn: story.checkInId }

/** What the service has told a page. */
const received: { path: string; body: unknown }[] = []
function listen(on: Page): void {
  on.on('response', (response) => {
    const { pathname: path } = new URL(response.url())
    if (path.startsWith('/api/'))
      void response.json().then(
        (body) => received.push({ path, body }),
        () => {},
      )
  })
}

const page = await visit({
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  refusals: /status of 4\d\d/,
})
listen(page)

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inside of Object.values(value)) yield* objectsIn(inside)
}

/** Pages that count the people in it, which is not an answer. */
const countsPeople = /^\/(app\/(directory|schedule|surveys|check-ins\/[^/]+\/edit|pulses\/[^/]+\/edit))/

/** The others are settings, which no lead opens. */
const isOfResults = (address: string): boolean =>
  address.startsWith('/app') && !address.startsWith('/app/settings')

/** What the page says about the team, in its text and to a screen reader: rows, cards and marks that name it. */
const saidOf = (on: Page, name: string): Promise<string[]> =>
  on.evaluate<string[], string>((team) => {
    const named = new RegExp(String.raw`\b${team}\b`)
    const within = 'tr, [role=row], [role=treeitem], li, article, dialog, [role=dialog], p, h1, h2, h3'
    const parts = new Set<string>()
    for (const element of document.querySelectorAll<HTMLElement>('main *, [role=dialog] *, [role=tooltip]')) {
      for (const { name: attribute, value } of element.attributes)
        if (/^(aria-|title$|alt$)/.test(attribute) && named.test(value)) parts.add(value)
      const isLeaf = [...element.childNodes].some(
        (node) => node.nodeType === 3 && named.test(node.textContent ?? ''),
      )
      if (isLeaf) parts.add((element.closest<HTMLElement>(within) ?? element).innerText)
    }
    return [...parts]
  }, name)

/** What is told of a team that is no figure of answers. */
const facts = new Set(
  `id name external_id description parent_team_id time_zone status leads member_count people_count created_at updated_at version check_in_id
   team_id team_name suppressed counted_in type scope title closed_at released_at pulse_id check_in_instance_id`.split(
    /\s+/,
  ),
)

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Of this team, all that the service has sent besides. */
const sentOf = (teamId: string): string[] =>
  received.flatMap(({ path, body }) =>
    [...objectsIn(body)]
      .filter(({ id, team_id: team, scope }) =>
        [id, team, (scope as { team_id?: unknown } | null | undefined)?.team_id].includes(teamId),
      )
      .flatMap((one) => Object.entries(one).filter(([key, value]) => !facts.has(key) && !isEmpty(value)))
      .map(([key, value]) => `${path} ${key}: ${JSON.stringify(value)}`),
  )

/** Names, how many people are in it, and when something happened to the team itself, as the list of events says. */
const notOfAnswers = /Person Design \d|, \d people$|\b\d{1,2} \w{3}, \d\d:\d\d:\d\d\b/g

/** Nothing of it on the open page has a figure, also where it is pointed at, and on paper. */
async function tellsNothing(on: Page): Promise<number> {
  await isThere(on)
  const said = await saidOf(on, 'Design')
  for (const one of await on.getByText('Design').filter({ visible: true }).all()) {
    await one.hover({ force: true })
    said.push(...(await saidOf(on, 'Design')))
  }
  await on.emulateMedia({ media: 'print' })
  said.push(...(await saidOf(on, 'Design')))
  await on.emulateMedia({ media: null })
  for (const one of said) assert.doesNotMatch(one.replaceAll(notOfAnswers, ''), /\d/, on.url())
  return said.length
}

let chosen: string[]

test('no page tells a figure of it', async () => {
  await arriveAs(page, site, `${site.pages}/app`, admin)
  chosen = await page.evaluate<string[]>(
    `Object.values(__TSR_ROUTER__.routesByPath).filter((route) => route.options.validateSearch?.shape?.team).map((route) => route.fullPath)`,
  )
  let naming = 0
  for (const address of await pageAddresses(page, examples)) {
    if (countsPeople.test(address)) continue
    await page.goto(site.pages + address)
    if ((await tellsNothing(page)) > 0) naming++
  }
  assert.ok(naming >= 7, `${naming} pages name it`)
  await page.goto(`${site.pages}/app/heat-map`)
  await isThere(page)
  assert.ok(
    (await saidOf(page, 'Development')).some((one) => /\d\.\d/.test(one)),
    'a larger team has figures',
  )
})

test('no page tells a figure of it where it is chosen', async () => {
  const addresses = chosen
    .filter((path) => !countsPeople.test(path))
    .map((path) => `${path.replace('$pulse', pulse).replace('$checkIn', story.checkInId)}?team=${small.id}`)
  assert.ok(addresses.length >= 5, addresses.join(' '))
  addresses.push(
    `/app/heat-map?cell=${small.id}.load`,
    `/app/heat-map?mode=change`,
    '/app/heat-map?mode=rest',
  )
  for (const address of addresses) {
    await page.goto(site.pages + address)
    await tellsNothing(page)
  }
})

test('pages that count people tell how many are in it, and no more', async () => {
  for (const address of (await pageAddresses(page, examples)).filter((one) => countsPeople.test(one))) {
    await page.goto(site.pages + address)
    await isThere(page)
    for (const one of await saidOf(page, 'Design'))
      assert.doesNotMatch(
        one.replaceAll(/Person Design \d|design-\d-\d+@|\b2 people|^2$|fewer than 5/gm, ''),
        /\d/,
        page.url(),
      )
  }
})

test('no file that a page gives has a figure of it', async () => {
  let files = 0
  for (const address of [
    'heat-map',
    'trends',
    'themes',
    'insights',
    `pulses/${pulse}/results`,
    `check-ins/${story.checkInId}/results`,
  ]) {
    await page.goto(`${site.pages}/app/${address}`)
    await isThere(page)
    for (const more of await page.getByRole('button', { name: 'Save and share' }).all()) {
      await more.click()
      const save = page.getByRole('button', { name: 'Save as CSV' })
      if ((await save.count()) === 0) {
        await page.keyboard.press('Escape')
        continue
      }
      const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
      files++
      for (const line of (await readFile(await file.path(), 'utf8')).split('\r\n'))
        if (/\bDesign\b/.test(line)) assert.doesNotMatch(line, /\d/, address)
    }
  }
  assert.ok(files >= 4, `${files} files`)
})

test('whoever leads it reads no figure of it either', async () => {
  const email = `lead-${world.adminEmail}`
  const asAdmin = await lasting(world, world.adminId)
  const member = await bodyOf(asAdmin.post('/api/members', { name: 'Lou', email, team_ids: [small.id] }), 201)
  await bodyOf(asAdmin.post(`/api/teams/${small.id}/members/${member.id}`, { role: 'lead' }))
  const account = { email, name: 'Lou', password }
  await createAccount(site.running.db.tx, account, site.running.clock!.now())
  const lead = await visit({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    refusals: /status of 4\d\d/,
  })
  listen(lead)
  await arriveAs(lead, site, `${site.pages}/app`, account)
  for (const address of (await pageAddresses(lead, examples)).filter(isOfResults)) {
    if (countsPeople.test(address)) continue
    await lead.goto(site.pages + address)
    await tellsNothing(lead)
  }
  await lead.context().close()
})

test('the service sent no figure of it, and of a larger team it did', () => {
  assert.deepEqual(sentOf(small.id), [])
  assert.ok(sentOf(top.id).some((one) => one.includes(' questions: ')))
})
