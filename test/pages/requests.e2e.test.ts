/** The log of an application's requests: what was refused and why, found by filters that the address keeps, and the call made again. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { picture } from '../support/visit.ts'
import { client, eventually, type World } from '../support/world.ts'
import { expectRefusals, isWellEverywhere, signIn, startPeopledSite, visit } from './visit.ts'

let page: Page
let world: World
let log: string
let token: string
let api: string

before(async () => {
  const { site, world: made, admin } = await startPeopledSite()
  world = made
  api = site.api
  token = await world.token({ scopes: ['teams:read', 'teams:write'] })
  const program = client(site.api, token)
  await program.get('/api/teams?q=Grace%20Hopper&limit=5')
  await program.post('/api/teams', { name: 'Platform' })
  await program.post('/api/teams', {})
  await program.post('/api/teams', { name: 'Platform', nickname: 'Countess' })
  page = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  log = `${site.pages}/developers/applications/${world.application.id}?tab=requests`
  await signIn(page, log, admin)
})
after(() => page.close())

const rows = () => page.getByRole('rowheader').getByRole('link')
const isWell = (name: string) =>
  isWellEverywhere(page, (look) => picture(page, `${name}-${look}`, { isWhole: false }))
const searchNow = (): string => new URL(page.url()).searchParams.toString()

test('filters are kept in the address, and back undoes each', async () => {
  await page.goto(log)
  await eventually(
    () => rows().count(),
    (count) => count === 4,
  )
  await page.getByLabel('4xx', { exact: true }).check({ force: true })
  await page.waitForURL(/status=4xx/)
  await eventually(
    () => rows().count(),
    (count) => count === 2,
  )
  await page.getByLabel('Method').selectOption('GET')
  await page.waitForURL(/method=GET/)
  await page.getByText('No requests found').waitFor()
  await page.goBack()
  await eventually(
    () => rows().count(),
    (count) => count === 2,
  )
  assert.equal(searchNow(), 'tab=requests&status=4xx')
  await page.goBack()
  await eventually(
    () => rows().count(),
    (count) => count === 4,
  )
  await page.goto(`${log}&operation=listTeams&since=1h`)
  await eventually(
    () => rows().count(),
    (count) => count === 1,
  )
  assert.equal(await page.getByLabel('Operation').inputValue(), 'listTeams')
  assert.equal(await page.getByLabel('Period').inputValue(), '1h')
  await isWell('requests')
})

const curl = promisify(execFile)
const copied = async (): Promise<string> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Copy repeat this call (curl)' }).click()
  return page.evaluate<string>('navigator.clipboard.readText()')
}
/** As somebody does who has exported their token. */
const inTerminal = async (command: string): Promise<any> =>
  JSON.parse((await curl('sh', ['-c', command], { env: { PATH: process.env.PATH, TOKEN: token } })).stdout)

test('a refused request says which field, keeps nothing that was sent, and its call runs as it is copied', async () => {
  await page.goto(`${log}&status=4xx`)
  await rows().last().click()
  await page.waitForURL(/request=/)
  const dialog = page.getByRole('dialog')
  const fields = dialog.getByRole('list', { name: 'Fields' })
  await fields.getByText('/name').waitFor()
  assert.equal(await fields.innerText(), '/name: name is missing')
  await isWell('requests-missing')
  const command = await copied()
  assert.match(command, /^# The body isn’t stored: replace \{\}\.\ncurl -s -X POST 'http/)
  assert.equal((await inTerminal(command)).code, 'invalid_request')
  assert.equal((await inTerminal(command.replace("'{}'", `'{"name":"Again"}'`))).name, 'Again')

  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await rows().first().click()
  await fields.getByText('[redacted]').waitFor()
  assert.equal(await fields.innerText(), '/[redacted]: unknown')
  await dialog.getByText('A message that repeats something of the request').waitFor()
  assert.doesNotMatch(await dialog.innerText(), /nickname|Countess/)
  await isWell('requests-redacted')

  await page.goto(`${log}&method=GET`)
  await rows().first().click()
  await dialog.getByText('listTeams').first().waitFor()
  const read = await copied()
  assert.ok(read.includes("/api/teams?q=%5Bredacted%5D&limit=5'"), read)
  assert.deepEqual((await inTerminal(read)).teams, [])
})

test('a request is found by its ID, says for whom it was, and leads to what it was about', async () => {
  const { id: teamId } = (await client(api, token).get('/api/teams?limit=1')).body.teams[0]
  const reply = await client(api, token).get(`/api/teams/${teamId}`)
  const request = reply.headers.get('x-request-id')!
  await page.goto(log)
  const find = page.getByRole('main').getByLabel('Request ID')
  const dialog = page.getByRole('dialog')
  await find.fill('no such id')
  assert.ok(await page.getByRole('button', { name: 'Find request' }).isDisabled(), 'no ID has spaces')
  await find.fill('00000000-0000-4000-8000-000000000000')
  expectRefusals(page, /status of 404/)
  await find.press('Enter')
  await dialog.getByText('No such request').waitFor()
  expectRefusals(page, null)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await find.fill(request)
  await find.press('Enter')
  await page.waitForURL(new RegExp(`request=${request}`))
  await dialog.getByText('The organisation', { exact: true }).waitFor()
  await isWell('requests-found')
  await dialog.getByRole('link', { name: /^tem_/ }).click()
  await page.waitForURL(`**/app/directory?team=${teamId}`)
})

test('a request on behalf of the reader names them, and one of somebody else names nobody', async () => {
  const own = await client(api, await world.token({ userId: world.adminId, scopes: ['teams:read'] })).get(
    '/api/teams',
  )
  const other = await world.user({ scopes: ['teams:read'] })
  const theirs = await other.get('/api/teams')
  const forWhom = async (reply: { headers: Headers }) => {
    const id = reply.headers.get('x-request-id')
    // The log is written a moment after the reply.
    await eventually(
      () => world.running.db.pool.query('select from api_requests where id = $1', [id]),
      ({ rows: found }) => found.length === 1,
    )
    await page.goto(`${log}&request=${id}`)
    return page.getByRole('dialog')
  }
  await (await forWhom(own)).getByText(/ \(you\)$/).waitFor()
  await (await forWhom(theirs)).getByText('A person', { exact: true }).waitFor()
})
