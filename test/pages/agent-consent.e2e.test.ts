/** Somebody connects an agent in a real browser: an admin lets its host in, the consent page names that host and warns, and the agent gets its code. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { client } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { admin, isWellEverywhere, startSite, visit } from './visit.ts'

const site = await startSite({ env: { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' } })
/** The agent: it publishes its document, and takes the reply. */
const agent = createServer(({ url }, response) => {
  if (url?.startsWith('/callback')) return response.end('<title>the agent</title>')
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      client_id: `${origin}/client.json`,
      client_name: 'Sonde security team',
      redirect_uris: ['http://localhost/callback'],
      token_endpoint_auth_method: 'none',
    }),
  )
})
await new Promise<void>((resolve) => agent.listen(0, '127.0.0.1', resolve))
after(() => void (agent.closeAllConnections(), agent.close()))
const { port } = agent.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`

const page = await visit({ viewport: { width: 1280, height: 800 }, refusals: /status of 403/ })
after(() => page.context().close())

test('an admin lets any agent in, a person sees the host and not the name, and the agent gets its code', async () => {
  await arriveAs(page, site, `${site.pages}/app/settings/organisation?tab=agents`, admin)
  await page.getByLabel('More sites, separated by commas').fill('nonsense')
  await page.getByText('Enter names of sites').waitFor()
  await page.getByLabel('Any agent').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const query = new URLSearchParams({
    client_id: `${origin}/client.json`,
    redirect_uri: `http://localhost:${port}/callback`,
    code_challenge: hash('sha256', 'a'.repeat(43), 'base64url'),
    code_challenge_method: 'S256',
    state: 's',
    scope: 'pulses:read pulses:write',
  })
  await page.goto(`${site.pages}/oauth/authorize?${query}`)
  await page
    .getByRole('heading', { name: `127.0.0.1:${port} wants access to your organisation as you` })
    .waitFor()
  await page.getByText('Any program on this computer could pretend').waitFor()
  assert.equal((await page.content()).includes('security team'), false)
  await isWellEverywhere(page, async (name) => {
    if (process.env.SONDE_SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SONDE_SCREENSHOTS}/agent-${name}.png`, fullPage: true })
  })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`http://localhost:${port}/callback**`)
  const code = new URL(page.url()).searchParams.get('code')
  const token = await bodyOf(
    client(site.api).post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: `${origin}/client.json`,
      code,
      code_verifier: 'a'.repeat(43),
      redirect_uri: `http://localhost:${port}/callback`,
    }),
  )
  assert.equal(token.scope, 'pulses:read pulses:write')
})
