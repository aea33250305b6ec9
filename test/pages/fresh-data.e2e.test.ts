/**
 * What a page shows belongs to its address and to the last write: nobody reads, or revokes, something else than what the
 * address names, and no list is older than what was just done.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApplicationFor, registerOwnPages } from '../../src/oauth/oauth.ts'
import { answerFirst, holdReply, signIn, startSite, visit } from './visit.ts'

const site = await startSite()
await site.running.db.transaction((tx) => registerOwnPages(tx, site.pages, new Date()))

async function createApplication(name: string): Promise<string> {
  const { id } = await site.running.db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId: site.organisationId, userId: null },
      { name, redirect_uris: [], scopes: ['pulses:read'] },
      new Date(),
    ),
  )
  return id
}

const alpha = await createApplication('Alpha')
const beta = await createApplication('Beta 2024')

/** Refusals: a token that a test has the server refuse. */
const page = await visit({ refusals: /status of 401/ })
after(() => page.context().close())
await signIn(page, `${site.pages}/developers/applications`)

const list = page.getByRole('table', { name: 'Applications' })
const search = page.getByRole('searchbox')
const heading = page.getByRole('heading', { level: 1 })

test('a page never shows, nor revokes, another application than its address names', async () => {
  await page.goto(`${site.pages}/developers/applications/${alpha}?tab=settings`)
  await page.getByLabel('Name', { exact: true }).fill('Typed but not saved')
  const reply = await holdReply(page, new RegExp(`/api/applications/${beta}$`))
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Search pages, surveys/).fill('beta')
  await page.getByRole('dialog').getByText('Beta 2024').click()
  await page.waitForURL(`**/${beta}`)
  await reply.answered
  await page.locator('[aria-busy=true]').first().waitFor()
  assert.equal(await page.getByText('Alpha').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Revoke application' }).count(), 0)
  reply.release()
  await page.getByRole('heading', { level: 1, name: 'Beta 2024' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Beta 2024')
})

test('the address keeps a search for a number, and the field follows the address', async () => {
  await page.goto(`${site.pages}/developers/applications?q=2024`)
  await list.getByRole('link', { name: 'Beta 2024' }).waitFor()
  assert.equal(await search.inputValue(), '2024')
  assert.equal(await list.getByRole('link', { name: 'Alpha' }).count(), 0)
  assert.equal(new URL(page.url()).search, '?q=2024')

  await search.fill('alpha')
  await page.waitForURL('**/developers/applications?q=alpha')
  await list.getByRole('link', { name: 'Alpha' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Applications' }).click()
  await list.getByRole('link', { name: 'Beta 2024' }).waitFor()
  assert.equal(await search.inputValue(), '')
  await page.goBack()
  await list.getByRole('link', { name: 'Beta 2024' }).waitFor({ state: 'detached' })
  assert.equal(await search.inputValue(), 'alpha')
})

test('a list shows what was written while its first reply was on its way', async () => {
  const reply = await holdReply(page, /\/api\/invitations(\?|$)/)
  await page.goto(`${site.pages}/app/settings/people`)
  await reply.answered
  await page.getByRole('button', { name: 'Invite person' }).click()
  await page.getByRole('dialog').getByLabel('E-mail').fill('grace@elsewhere.test')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent to grace@elsewhere.test').waitFor()
  reply.release()
  await page.getByRole('row', { name: 'grace@elsewhere.test' }).waitFor()
})

test('a list of another filter is marked as stale until its own rows are there', async () => {
  await page.goto(`${site.pages}/app/settings/people`)
  const people = page.getByRole('table', { name: 'Users' })
  await people.getByText('Ada Lovelace').waitFor()
  const reply = await holdReply(page, /\/api\/people\?.*state=disabled/)
  await page.getByRole('radio', { name: 'Disabled' }).check()
  await reply.answered
  await page.locator('table[aria-label=Users][aria-busy=true]').waitFor()
  assert.equal(await people.getByText('Ada Lovelace').count(), 1)
  reply.release()
  await page.getByText('No people found').waitFor()
})

test('a token that the server no longer takes is replaced, and nobody is signed out', async () => {
  await answerFirst(page, /\/api\/surveys\?/, (route) =>
    route.fulfill({ status: 401, json: { code: 'invalid_token' } }),
  )
  const visited = new Set<string>()
  page.on('framenavigated', (frame) => visited.add(frame.url()))
  await page.goto(`${site.pages}/app`)
  await page.getByText('No results yet').waitFor()
  assert.deepEqual([...visited], [`${site.pages}/app`])
})

test('a list that was read before a write is read again when somebody comes back to it', async () => {
  await page.goto(`${site.pages}/developers/applications`)
  await list.getByRole('link', { name: 'Alpha' }).click()
  await page.getByRole('button', { name: 'Revoke application' }).click()
  await page.getByRole('dialog').getByLabel(/^Type/).fill('Alpha')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke application' }).click()
  await page.getByText('Alpha revoked').waitFor()
  await page.goBack()
  await heading.getByText('Applications').waitFor()
  await list.getByRole('row', { name: 'Alpha' }).getByText('Revoked').waitFor()
})
