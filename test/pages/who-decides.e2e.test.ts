/**
 * Who decides about actions, as pages offer it (docs/decisions/0163): anyone who reads results that are shared with everyone reads what is
 * suggested, and finds no button anywhere that would be refused; whoever leads the team finds them all.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { type Client, eventually, links } from '../support/world.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { type Account, isThere, isWell, password, startPeopledSite, visit } from './visit.ts'

const { site, world } = await startPeopledSite()
const viewport = { width: 1280, height: 900 }

/** All that accepts, dismisses, moves, plans or makes an action. */
const decisions =
  /^(Accept|Dismiss|Complete|Start|Back to|Assign to me|Make it an action|Another action|More: |Move |Save$|Undo$)/

const high = [4, 5, 4, 5, 5, 4, 3, 5, 4, 5, 4, 5]
const low = [1, 2, 1, 3, 2, 1, 1, 2, 3, 2, 1, 2]

let author: Client
let lead: Account
let member: Account
let results: string
let action: { id: string; title: string }

async function addMember(name: string, teamId: string): Promise<Account & { id: string }> {
  const email = `${name.toLowerCase()}-${world.adminEmail}`
  const { id } = await bodyOf(author.post('/api/members', { name, email, team_ids: [teamId] }), 201)
  const account = { email, name, password }
  await createAccount(site.running.db.tx, account, new Date())
  return { ...account, id }
}

/** The next instance, in which everybody but the last one of each team answers. */
async function runInstance(path: string, answers: ReadonlyMap<string, number>): Promise<string> {
  const waiting = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
  const place = `/api/check-in-instances/${waiting.id}`
  await bodyOf(author.post(`${place}/open`))
  for (const { member_id: id, url } of await links(author, place)) {
    const value = answers.get(id)
    const body = { answers: [{ question_id: 'load', value }] }
    if (value !== undefined) await bodyOf(world.anyone.post(new URL(url).pathname, body), 201)
  }
  await bodyOf(author.post(`${place}/close`))
  await eventually(
    () => author.get(`${place}/results`),
    ({ body }) => body.results_status === 'available',
  )
  return waiting.id
}

before(async () => {
  author = await world.user({ role: 'admin' })
  const team = await world.team('Platform', 13)
  // With one team alone, everyone would be the same people.
  const support = await world.team('Support', 13)
  const { id } = await activated(
    author,
    weekly([team.id, support.id], {
      title: 'How was your week?',
      visibility: 'public',
      confidentiality: { mode: 'confidential', results_audience: 'everyone' },
      questions: [{ id: 'load', type: 'scale', text: 'My work can be done in time', driver: 'workload' }],
    }),
  )
  for (const values of [high, low]) {
    const answers = new Map([
      ...values.map((value, at) => [team.members[at], value] as const),
      ...high.map((value, at) => [support.members[at], value] as const),
    ])
    const instance = await runInstance(`/api/check-ins/${id}`, answers)
    results = `${site.pages}/app/check-ins/${id}/results?occurrence=${instance}`
  }
  const lea = await addMember('Lea', team.id)
  await bodyOf(author.post(`/api/teams/${team.id}/members/${lea.id}`, { role: 'lead' }))
  lead = lea
  member = await addMember('Mads', team.id)
  const { actions } = await bodyOf(author.get(`/api/actions?driver=workload&team_id=${team.id}`))
  action = actions.find(({ scope }: any) => scope.team_id === team.id)
})

const pages: Page[] = []
after(() => Promise.all(pages.map((page) => page.context().close())))

async function arrive(who: Account): Promise<Page> {
  const page = await visit({ locale: 'en-GB', viewport })
  pages.push(page)
  await arriveAs(page, site, `${site.pages}/app`, who)
  await isThere(page)
  return page
}

const decisionsIn = (place: Locator): Locator => place.getByRole('button', { name: decisions })

/** When everything on the page has been read, and what it shows of the action is there. */
async function offersNothing(page: Page, place: Locator, evidence: Locator): Promise<void> {
  await evidence.first().waitFor()
  await page.waitForLoadState('networkidle')
  await isThere(page)
  const offered = await decisionsIn(place).allInnerTexts()
  assert.deepEqual(offered, [], page.url())
}

test('a member who leads nobody reads what is suggested, and is offered no decision about it on any page', async () => {
  const page = await arrive(member)
  const main = page.getByRole('main')
  await offersNothing(page, main, page.getByRole('region', { name: 'Newest results' }))

  await page.goto(`${site.pages}/app/insights`)
  await offersNothing(page, main, main.getByRole('link', { name: action.title }))
  await isWell(page)
  await picture(page, 'who-decides-member-insights')
  await main
    .getByRole('link', { name: /^Details.*My work can be done in time/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await offersNothing(page, drawer, drawer.getByRole('link', { name: action.title }))
  await picture(page, 'who-decides-member-drawer')

  await page.goto(`${site.pages}/app/actions`)
  await offersNothing(page, main, main.getByRole('link', { name: action.title }))
  await picture(page, 'who-decides-member-board')
  await page.goto(`${site.pages}/app/actions?action=${action.id}`)
  await offersNothing(page, drawer, drawer.getByText('Leads of the team, analysts and admins decide'))

  await page.goto(results)
  await offersNothing(page, main, main.getByText('My work can be done in time'))
})

/** The colours of its face and of its border. */
const facesOf = (button: Locator): Promise<string[]> =>
  button.evaluate((one) => {
    const style = one.ownerDocument.defaultView!.getComputedStyle(one)
    return [style.backgroundColor, style.borderTopColor]
  })

test('whoever leads the team is offered each decision where it is read', async () => {
  const page = await arrive(lead)
  const main = page.getByRole('main')
  const drawer = page.getByRole('dialog')
  const accept = main.getByRole('button', { name: /^Accept/ }).first()
  const dismiss = main.getByRole('button', { name: /^Dismiss/ }).first()
  const looks: string[] = []
  /** Filled where it leads and tinted on the board, of one size; to dismiss is plain text. */
  const look = async (): Promise<void> => {
    assert.equal((await accept.boundingBox())?.height, 36, page.url())
    looks.push((await facesOf(accept)).at(0) ?? '')
    assert.deepEqual(await facesOf(dismiss), ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'], page.url())
  }
  await main.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await look()

  await page.goto(`${site.pages}/app/insights`)
  await main
    .getByRole('button', { name: `Accept: ${action.title}` })
    .first()
    .waitFor()
  await main
    .getByRole('button', { name: `Dismiss: ${action.title}` })
    .first()
    .waitFor()
  await look()
  await main
    .getByRole('link', { name: /^Details.*My work can be done in time/ })
    .first()
    .click()
  await drawer.getByRole('button', { name: `Accept: ${action.title}` }).waitFor()
  // Beside what is suggested.
  await drawer.getByRole('button', { name: 'Another action…' }).waitFor()

  await page.goto(results)
  const found = main.getByRole('region', { name: 'Main finding' })
  await found.getByRole('button', { name: `Accept: ${action.title}` }).waitFor()
  await look()

  await page.goto(`${site.pages}/app/actions`)
  await main.getByRole('button', { name: `Accept: ${action.title} (Platform)` }).waitFor()
  await main.getByRole('button', { name: `Dismiss…: ${action.title} (Platform)` }).waitFor()
  await look()
  assert.equal(looks[0], looks[1])
  assert.equal(looks[0], looks[2])
  assert.notEqual(looks[0], looks[3])
  await page.goto(`${site.pages}/app/actions?action=${action.id}`)
  await drawer.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Dismiss…', exact: true }).waitFor()
})
