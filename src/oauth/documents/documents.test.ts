/** Agents that an address describes: whom an organisation admits, what we read of the document, and how little a stranger can make us do. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { rateLimits } from '../../../contract/limits.ts'
import { bodyOf } from '../../../test/support/clockwork.ts'
import { type Flow, newFlow } from '../../../test/support/oauth-flow.ts'
import { client } from '../../../test/support/world.ts'
import { rateLimiter } from '../../http/rate-limit.ts'
import { sharedPoints } from '../../http/shared-points.ts'
import { bootstrap } from '../../identity/identity.ts'
import { newId } from '../../ids.ts'
import { documentsOf } from './documents.ts'

let flow: Flow
let origin: string
/** What the stranger's server was asked for, and what it answers at a path. */
const asked: string[] = []
const answers = new Map<string, (response: ServerResponse) => unknown>()
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const answer = answers.get(request.url ?? '')
  if (answer) answer(response)
  else response.writeHead(404).end()
})

const serve = (path: string, document: object, headers: Record<string, string> = {}) => {
  answers.set(path, (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ client_id: origin + path, ...document })),
  )
  return origin + path
}

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  flow = await newFlow({ env: { SONDE_WEBHOOK_PRIVATE_ADDRESSES: 'yes' } })
})
after(() => server.close())

const settings = async (patch: object): Promise<void> =>
  void (await bodyOf((await flow.session()).patch('/api/organisation', patch)))

const verifier = 'a'.repeat(43)
const redirect = 'http://localhost:54321/callback'
const parameters = (clientId: string, more: Record<string, string> = {}) => ({
  client_id: clientId,
  redirect_uri: redirect,
  code_challenge: hash('sha256', verifier, 'base64url'),
  code_challenge_method: 'S256',
  state: 's',
  ...more,
})
const page = (clientId: string, more: Record<string, string> = {}) =>
  fetch(`${flow.url}/oauth/authorize?${new URLSearchParams(parameters(clientId, more))}`, {
    redirect: 'manual',
  })

const allow = async (clientId: string, more: Record<string, string> = {}) =>
  (await flow.session()).post('/api/oauth/code', parameters(clientId, more))

const post = async (path: string, form: string[][]): Promise<{ status: number; body: any }> => {
  const reply = await fetch(flow.url + path, { method: 'POST', body: new URLSearchParams(form) })
  return { status: reply.status, body: await reply.json() }
}

const redeem = (clientId: string, code: string) =>
  post('/oauth/token', [
    ['grant_type', 'authorization_code'],
    ['client_id', clientId],
    ['code', code],
    ['code_verifier', verifier],
    ['redirect_uri', redirect],
  ])

const newOrganisation = async (): Promise<string> => {
  const now = new Date()
  const made = { organisation: 'Other', admin: 'admin@other.test' }
  const { organisation } = await flow.running.db.transaction((tx) => bootstrap(tx, made, now))
  return organisation.id
}

const document = {
  client_name: '<b>Sonde security team</b>',
  client_uri: 'https://sonde.example',
  redirect_uris: ['http://localhost/callback'],
  token_endpoint_auth_method: 'none',
}

suite('an agent', () => {
  test('is announced by the metadata, with the method that it uses', async () => {
    const { body } = await client(flow.url).get('/.well-known/oauth-authorization-server')
    assert.equal(body.client_id_metadata_document_supported, true)
    assert.ok(body.token_endpoint_auth_methods_supported.includes('none'))
  })

  test('of a host that nobody admits is not even asked for its document', async () => {
    const clientId = serve('/unasked.json', document)
    const reply = await page(clientId)
    assert.equal(reply.status, 400)
    assert.match(await reply.text(), /This agent can’t be connected/)
    assert.deepEqual(asked, [])
  })

  test('is allowed by a person, and its tokens are for the tools alone', async () => {
    await settings({ agents: 'any' })
    const clientId = serve('/agent.json', document)
    const scope = 'pulses:read pulses:write teams:write offline_access openid'
    for (let visit = 0; visit < 2; visit++) {
      const reply = await page(clientId, { scope, resource: `${flow.url}/mcp` })
      const text = await reply.text()
      assert.equal(reply.status, 200, text)
      assert.ok(text.includes(new URL(clientId).host), 'the host of the address')
      assert.ok(text.includes('localhost:54321'), 'where the reply goes')
      assert.match(text, /Any program on this computer/)
      assert.doesNotMatch(text, /security team|sonde\.example/)
    }
    assert.deepEqual(asked, ['/agent.json'], 'the document was kept')

    const { code, redirect_to: back } = await bodyOf(allow(clientId, { scope }))
    assert.equal(new URL(back).port, '54321')
    const { status, body } = await redeem(clientId, code)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.scope, 'pulses:read pulses:write offline_access')
    const program = client(flow.url, body.access_token)
    assert.equal((await program.get('/api/pulses')).status, 401)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'who_am_i', arguments: {} } }
    const me = await program.post('/mcp', call, { accept: 'application/json, text/event-stream' })
    assert.equal(me.body.result.structuredContent.acts_for, 'person')

    const refreshed = await post('/oauth/token', [
      ['grant_type', 'refresh_token'],
      ['client_id', clientId],
      ['refresh_token', body.refresh_token],
      ['resource', `${flow.url}/mcp`],
      ['resource', `${flow.url}/mcp`],
    ])
    assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
    const other = serve('/other.json', document)
    const stolen = await post('/oauth/token', [
      ['grant_type', 'refresh_token'],
      ['client_id', other],
      ['refresh_token', refreshed.body.refresh_token],
    ])
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'])
    const alone = await post('/oauth/token', [
      ['grant_type', 'client_credentials'],
      ['client_id', clientId],
    ])
    assert.equal(alone.body.error, 'invalid_client')
    const plain = await redeem((await listed(clientId)).client_id, code)
    assert.equal(plain.body.error, 'invalid_client', 'its id by itself is not a client')

    await settings({ agents: 'listed' })
    const ended = await post('/oauth/token', [
      ['grant_type', 'refresh_token'],
      ['client_id', clientId],
      ['refresh_token', refreshed.body.refresh_token],
    ])
    assert.equal(ended.body.error, 'invalid_grant')
    assert.equal((await allow(clientId)).body.code, 'agent_not_allowed')
    await settings({ agents: 'any' })
    const revoked = await post('/oauth/revoke', [
      ['client_id', clientId],
      ['token', refreshed.body.refresh_token],
    ])
    assert.equal(revoked.status, 200)
  })

  test('can end its access while its organisation does not admit it: nothing lives again afterwards', async () => {
    await settings({ agents: 'any' })
    const clientId = serve('/ending.json', document)
    const { code } = await bodyOf(allow(clientId, { scope: 'pulses:read offline_access' }))
    const { body } = await redeem(clientId, code)
    const refresh = (more: string[][] = []) =>
      post('/oauth/token', [
        ['grant_type', 'refresh_token'],
        ['client_id', clientId],
        ['refresh_token', body.refresh_token],
        ...more,
      ])
    await settings({ agents: 'off' })
    const disguised = await refresh([['token', body.refresh_token]])
    assert.deepEqual([disguised.status, disguised.body.error], [400, 'invalid_grant'])
    const ended = await post('/oauth/revoke', [
      ['client_id', clientId],
      ['token', body.refresh_token],
    ])
    assert.deepEqual([ended.status, ended.body], [200, {}])
    await settings({ agents: 'any' })
    const again = await refresh()
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.equal((await client(flow.url, body.access_token).post('/mcp', {})).status, 401)
  })

  test('whose reply goes to a program of the computer is one that another program could pretend to be', async () => {
    const own = 'com.example.app:/callback'
    const hosted = 'https://agents.example/callback'
    const clientId = serve('/app.json', { ...document, redirect_uris: [own, hosted] })
    const warning = /Any program on this computer/
    const textOf = async (redirect_uri: string) => (await page(clientId, { redirect_uri })).text()
    assert.match(await textOf(own), warning)
    assert.doesNotMatch(await textOf(hosted), warning)
  })

  const listed = async (clientId: string): Promise<any> =>
    (await bodyOf((await flow.session()).get('/api/applications?limit=50'))).applications.find(
      ({ document_url: url }: any) => url === clientId,
    )

  test('is for an organisation of the person alone: another is as unknown as one that never was', async () => {
    const clientId = serve('/elsewhere.json', document)
    const other = await newOrganisation()
    const refusals = await Promise.all(
      [other, newId('organisation')].map(async (organisation_id) => {
        const { status, body } = await allow(clientId, { organisation_id })
        return [status, body.code, body.detail]
      }),
    )
    assert.deepEqual(refusals[0], refusals[1])
    assert.deepEqual(refusals[0].slice(0, 2), [403, 'access_denied'])
  })

  test('that an admin revoked stays out, and is changed by nobody', async () => {
    await settings({ agents: 'any' })
    const clientId = serve('/revoked.json', document)
    await bodyOf(allow(clientId))
    await bodyOf(allow(clientId))
    const { id, name } = await listed(clientId)
    assert.equal(name, new URL(clientId).host)
    const admin = await flow.session()
    const changed = await admin.patch(`/api/applications/${id}`, { scopes: ['directory:admin'] })
    assert.equal(changed.status, 422)
    await bodyOf(admin.post(`/api/applications/${id}/revoke`))
    assert.equal((await allow(clientId)).body.code, 'agent_not_allowed')
  })

  test('may ask for nothing but the tools, proves itself by PKCE and returns to its own addresses', async () => {
    const clientId = serve('/strict.json', document)
    const refusal = async (more: Record<string, string>) => (await allow(clientId, more)).body.code
    assert.equal(await refusal({ resource: `${flow.url}/api` }), 'invalid_request')
    assert.equal(await refusal({ scope: 'directory:admin' }), 'invalid_scope')
    assert.equal(await refusal({ code_challenge: '' }), 'invalid_request')
    assert.equal(await refusal({ redirect_uri: 'http://localhost:54321/elsewhere' }), 'redirect_uri_mismatch')
    assert.equal(await refusal({ redirect_uri: 'https://evil.example/callback' }), 'redirect_uri_mismatch')
  })

  test('whose server redirects, answers too much, something else or nothing is not taken', async () => {
    answers.set('/moved.json', (response) => response.writeHead(302, { location: '/agent.json' }).end())
    answers.set('/text.json', (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(document)),
    )
    answers.set('/gone.json', (response) => response.destroy())
    serve('/large.json', { ...document, padding: 'x'.repeat(6_000) })
    for (const path of ['/moved.json', '/text.json', '/gone.json', '/large.json', '/missing.json'])
      assert.equal((await page(origin + path)).status, 400, path)
    const times = asked.length
    assert.equal((await page(`${origin}/missing.json`)).status, 400)
    assert.equal(asked.length, times, 'a failure is remembered')
  })

  const documentsFor = (production: boolean, now: () => number) =>
    documentsOf({
      tx: flow.db.tx,
      clock: { now: () => new Date(now()) },
      limiter: rateLimiter(rateLimits, sharedPoints(flow.db)),
      guard: { production, allowLocal: true },
      log: { info: () => {} },
    })

  test('on this machine is not asked for in production, whatever webhooks may reach', async () => {
    const clientId = serve('/inside.json', document)
    const times = asked.length
    assert.equal(await documentsFor(true, Date.now).find(clientId), null)
    const secure = clientId.replace('http:', 'https:')
    assert.equal(await documentsFor(true, Date.now).find(secure), null)
    assert.equal(asked.length, times)
    assert.ok(await documentsFor(false, Date.now).find(clientId))
  })

  test('read when a request came is known to its transaction, which asks nobody, and for a moment only', async () => {
    let now = Date.now()
    const documents = documentsFor(false, () => now)
    const clientId = serve('/moment.json', document)
    const times = asked.length
    assert.equal(documents.known(clientId), null)
    assert.equal(asked.length, times, 'nobody was asked')
    const found = await documents.find(clientId)
    assert.deepEqual(found?.redirectUris, document.redirect_uris)
    now += 300_001
    assert.deepEqual(documents.known(clientId), found, 'just too old by now')
    now += 60_000
    assert.equal(documents.known(clientId), null)
    assert.equal(asked.length, times + 1)
  })

  test('a host is asked for ten unknown addresses a minute, and a known one is read all the same', async () => {
    let now = Date.now()
    const found = documentsFor(false, () => now)
    const known = serve('/known.json', document)
    assert.ok(await found.find(known))
    now += 400_000
    for (let at = 0; at < 9; at++) assert.equal(await found.find(`${origin}/guess-${at}.json`), null)
    await assert.rejects(found.find(`${origin}/guess-9.json`), { code: 'rate_limited' })
    const times = asked.length
    assert.ok(await found.find(known))
    assert.equal(asked.length, times + 1, 'it was asked again, after its five minutes')
  })
})

test('hosts are listed by their names, and letting more in takes a recent sign-in and leaves a trace', async () => {
  const admin = await flow.session()
  for (const host of [
    'https://acme.example',
    'acme.example:8443',
    'ACME.example',
    '127.0.0.1',
    'localhost',
    '*.acme.example',
  ])
    assert.equal((await admin.patch('/api/organisation', { agent_hosts: [host] })).status, 400, host)
  const organisation = await bodyOf(
    admin.patch('/api/organisation', { agents: 'listed', agent_hosts: ['b.example', 'a.example'] }),
  )
  assert.deepEqual(organisation.agent_hosts, ['a.example', 'b.example'])
  const { audit_events: events } = await bodyOf(
    admin.get('/api/audit-events?action=organisation.updated&limit=1'),
  )
  assert.deepEqual(events[0].detail.agents.to, { agents: 'listed', hosts: ['a.example', 'b.example'] })
})
