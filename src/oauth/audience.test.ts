/** The part of the service that a token is for (RFC 8707): named at the consent page or at the token endpoint, and kept by its successors. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newFlow, type Flow, type TokenAnswer } from '../../test/support/oauth-flow.ts'

let flow: Flow
let credentials: Record<string, string>

const scope = 'pulses:read teams:read offline_access'

before(async () => {
  flow = await newFlow()
  const { client_id, client_secret } = await flow.register({
    scopes: ['pulses:read', 'teams:read', 'offline_access'],
  })
  credentials = { client_id, client_secret }
})

const part = (name: string): string => `${flow.url}/${name}`

/** Where a token opens something. */
async function doorsOf({ body }: TokenAnswer): Promise<string[]> {
  const authorization = `Bearer ${body.access_token}`
  const api = await fetch(`${flow.url}/api/teams`, { headers: { authorization } })
  const mcp = await fetch(`${flow.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  for (const { status, headers } of [api, mcp])
    if (status !== 200) {
      assert.equal(status, 401)
      assert.match(headers.get('www-authenticate') ?? '', /error="invalid_token"/)
    }
  return [...(api.status === 200 ? ['api'] : []), ...(mcp.status === 200 ? ['mcp'] : [])]
}

/** A code that was requested for a resource, and redeemed with others named. */
async function redeemed(asked: string | undefined, named: string[] = []): Promise<TokenAnswer> {
  const code = await flow.code({ client_id: credentials.client_id, scope, ...(asked && { resource: asked }) })
  return flow.redeem(code, { ...credentials, ...(named.length > 0 && { resource: named }) })
}

const refreshed = (refreshToken: string, named: string[] = []): Promise<TokenAnswer> =>
  flow.token({
    grant_type: 'refresh_token',
    ...credentials,
    refresh_token: refreshToken,
    ...(named.length > 0 && { resource: named }),
  })

test('a token opens the part that it was requested for, and without one everything', async () => {
  for (const [asked, doors] of [
    [part('mcp'), ['mcp']],
    [part('mcp/'), ['mcp']],
    [part('api'), ['api']],
    [flow.url, ['api', 'mcp']],
    [undefined, ['api', 'mcp']],
  ] as const) {
    const first = await redeemed(asked)
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.deepEqual(await doorsOf(first), doors, String(asked))
    const next = await refreshed(first.body.refresh_token)
    assert.deepEqual(await doorsOf(next), doors, `${asked} refreshed`)
  }
})

test('a resource that is missing or named twice at the token endpoint changes nothing', async () => {
  const first = await redeemed(part('mcp'), [part('mcp'), part('mcp')])
  assert.deepEqual(await doorsOf(first), ['mcp'])
  const next = await refreshed(first.body.refresh_token, [part('mcp'), part('mcp')])
  assert.deepEqual(await doorsOf(next), ['mcp'])
})

test('the token endpoint narrows what was requested for everything, and for this token alone when it is refreshed', async () => {
  assert.deepEqual(await doorsOf(await redeemed(undefined, [part('mcp')])), ['mcp'])
  const all = await redeemed(undefined)
  const narrow = await refreshed(all.body.refresh_token, [part('api')])
  assert.deepEqual(await doorsOf(narrow), ['api'])
  assert.deepEqual(await doorsOf(await refreshed(narrow.body.refresh_token)), ['api', 'mcp'])
})

test('no token for the tools becomes one for the API', async () => {
  const refused = ({ status, body }: TokenAnswer): void =>
    assert.deepEqual([status, body.error], [400, 'invalid_target'])
  refused(await redeemed(part('mcp'), [part('api')]))
  const first = await redeemed(part('mcp'))
  refused(await refreshed(first.body.refresh_token, [part('api')]))
  const next = await refreshed(first.body.refresh_token)
  assert.deepEqual(await doorsOf(next), ['mcp'], 'a refusal spends no token')
  const all = await refreshed(next.body.refresh_token, [flow.url])
  assert.deepEqual(await doorsOf(all), ['mcp'])
})

test('an application by itself limits its token to an audience in the same way, and introspection returns it', async () => {
  const issued = (resource: string[]) =>
    flow.token({ grant_type: 'client_credentials', ...credentials, resource })
  const tools = await issued([part('mcp')])
  assert.deepEqual(await doorsOf(tools), ['mcp'])
  assert.deepEqual(await doorsOf(await issued([part('mcp'), part('api')])), ['api', 'mcp'])
  const both = await Promise.all([issued([part('mcp')]), issued([part('api')]), issued([])])
  assert.deepEqual(await Promise.all(both.map(doorsOf)), [['mcp'], ['api'], ['api', 'mcp']])
  const state = await flow.send({
    path: '/oauth/introspect',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, token: tools.body.access_token }),
  })
  assert.equal(state.body.aud, part('mcp'))
})
