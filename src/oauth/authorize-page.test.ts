import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { callback, newFlow } from '../../test/support/oauth-flow.ts'
import { startApp } from '../../test/support/start.ts'
import { createApplicationFor } from './applications/applications.ts'

const flow = await newFlow()
const { client_id } = flow.credentials
const challenge = 'c'.repeat(43)

const page = async (query: Record<string, string> | string, headers: Record<string, string> = {}) => {
  const search =
    typeof query === 'string'
      ? query
      : new URLSearchParams({ client_id, redirect_uri: callback, ...query }).toString()
  const reply = await fetch(`${flow.url}/oauth/authorize?${search}`, { redirect: 'manual', headers })
  const text = await reply.text()
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    back: /href="(https:\/\/client\.example[^"]*)"/.exec(text)?.[1].replaceAll('&amp;', '&'),
  }
}

test('the consent page, its script and its failures speak the language that the browser prefers', async () => {
  const german = { 'accept-language': 'de-AT,en;q=0.5' }
  const { text } = await page({ scope: 'teams:write', state: 'x' }, german)
  assert.match(text, /<html lang="de" dir="ltr">/)
  assert.match(text, /<h1><bdi>Bot<\/bdi> möchte in Ihrem Namen auf <bdi>Acme \d+<\/bdi> zugreifen<\/h1>/)
  assert.match(text, /Teams, Mitglieder und Empfänger von Umfragen bearbeiten/)
  assert.match(text, /data-texts="[^"]*Ihre Sitzung ist beendet/)
  assert.match((await page('client_id=app_none', german)).text, /<h1>Unbekannte Anwendung<\/h1>/)
  const arabic = await page({ scope: 'teams:read', state: 'x' }, { 'accept-language': 'ar' })
  assert.match(arabic.text, /<html lang="ar" dir="rtl">/)
})

test('the consent page says who requests what and where the reply goes', async () => {
  const { status, headers, text, back } = await page({ scope: 'pulses:read pulses:write', state: 's<1>' })
  assert.equal(status, 200)
  assert.match(text, /<h1><bdi>Bot<\/bdi> wants access to <bdi>Acme \d+<\/bdi> as you<\/h1>/)
  assert.match(text, /See pulses and check-ins, with their results/)
  assert.match(
    text,
    /Create pulses, send them in your name, and see their results<\/span>\s*<span class="mark">can edit/,
  )
  assert.ok(!text.includes('See teams'))
  assert.match(text, /<strong>client\.example<\/strong\s*>/)
  assert.equal(text.match(/<h1/g)!.length, 1)
  const denied = new URL(back!)
  assert.deepEqual(
    [denied.searchParams.get('error'), denied.searchParams.get('state'), denied.searchParams.get('iss')],
    ['access_denied', 's<1>', flow.url],
  )
  const policy = headers.get('content-security-policy')!
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ]) {
    assert.ok(policy.includes(part), part)
  }
  assert.ok(!policy.includes('unsafe'))
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('access-control-allow-origin'), null)
  assert.ok(!/<script(?![^>]* src=)|<style|style=|\son\w+=/.test(text))
  assert.ok(text.length < 20_000)
})

test('names are text, never markup', async () => {
  const evil = await flow.register({ name: '<script>alert(1)</script>"><img src=x onerror=alert(1)>' })
  const { text } = await page({ client_id: evil.client_id })
  assert.ok(!text.includes('<script>alert') && !text.includes('<img src=x'))
  assert.ok(text.includes('&lt;script&gt;'))
})

test('without a known application and redirect URI the page has no way on', async () => {
  const revoked = await flow.register()
  await (await flow.session()).post(`/api/applications/${revoked.id}/revoke`)
  const own = `client_id=${client_id}`
  const cases: [string, string][] = [
    ['', 'invalid_client'],
    [`redirect_uri=${callback}`, 'invalid_client'],
    [`client_id=unknown&redirect_uri=${callback}`, 'invalid_client'],
    [`client_id=${revoked.client_id}&redirect_uri=${callback}`, 'invalid_client'],
    [own, 'redirect_uri_mismatch'],
    [`${own}&redirect_uri=`, 'redirect_uri_mismatch'],
    [`${own}&redirect_uri=${callback}/`, 'redirect_uri_mismatch'],
    [`${own}&redirect_uri=https://evil.example/`, 'redirect_uri_mismatch'],
    [`${own}&redirect_uri=javascript:alert(1)`, 'redirect_uri_mismatch'],
    [`${own}&redirect_uri=${callback}&redirect_uri=${callback}`, 'invalid_request'],
    [`${own}&${own}&redirect_uri=${callback}`, 'invalid_request'],
    [`${own}&redirect_uri=${callback}&state=1&state=2`, 'invalid_request'],
    [`${own}&redirect_uri=${callback}&state=${'s'.repeat(2049)}`, 'invalid_request'],
  ]
  for (const [query, error] of cases) {
    const { status, headers, text } = await page(query)
    assert.equal(status, 400, query)
    assert.equal(headers.get('location'), null)
    assert.ok(text.includes(`<code>${error}</code>`), `${query}: ${error}`)
    assert.ok(text.includes(headers.get('x-request-id')!))
    assert.ok(!/<a\b|<form|evil\.example|javascript:/.test(text), query)
  }
})

test('other mistakes are shown with a button that reports them to the application', async () => {
  const cases: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'unknown' }, 'invalid_scope'],
    [{ scope: 'pulses:read unknown' }, 'invalid_scope'],
    [{ code_challenge: challenge }, 'invalid_request'],
    [{ code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.test/' }, 'invalid_target'],
  ]
  for (const [query, error] of cases) {
    const { status, headers, text, back } = await page({ ...query, state: 'x y' })
    assert.equal(status, 400)
    assert.equal(headers.get('location'), null)
    assert.ok(text.includes('Back to client.example'))
    const to = new URL(back!)
    assert.equal(to.origin + to.pathname, callback)
    assert.deepEqual(
      [to.searchParams.get('error'), to.searchParams.get('state'), to.searchParams.get('iss')],
      [error, 'x y', flow.url],
    )
    assert.ok(to.searchParams.get('error_description'))
  }
})

test('response_type may be left out', async () => {
  for (const query of [
    {},
    { response_type: 'code' },
    { response_type: '' },
    { code_challenge: challenge, code_challenge_method: 'S256' },
    { resource: `${flow.url}/` },
  ]) {
    assert.equal((await page(query as Record<string, string>)).status, 200)
  }
})

test('the metadata documents list what the server offers', async () => {
  const read = async (path: string) => {
    const reply = await fetch(flow.url + path)
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as any }
  }
  const server = await read('/.well-known/oauth-authorization-server')
  assert.equal(server.headers.get('access-control-allow-origin'), '*')
  assert.match(server.headers.get('cache-control')!, /max-age=300/)
  assert.equal(server.body.issuer, flow.url)
  assert.deepEqual(server.body.code_challenge_methods_supported, ['S256'])
  assert.equal(server.body.authorization_response_iss_parameter_supported, true)
  for (const [path, resource] of [
    ['', ''],
    ['/api', '/api'],
    ['/mcp', '/mcp'],
    ['/api/pulses', '/api/pulses'],
  ]) {
    const { status, body } = await read(`/.well-known/oauth-protected-resource${path}`)
    assert.deepEqual(
      [status, body.resource, body.authorization_servers],
      [200, flow.url + resource, [flow.url]],
    )
  }
  assert.equal((await read('/.well-known/oauth-protected-resource/elsewhere')).status, 404)
  // Where several libraries look for it alone.
  const alias = await read('/.well-known/openid-configuration')
  assert.deepEqual([alias.status, alias.body], [200, server.body])
})

test('of several resources each must be ours', async () => {
  const asked = `client_id=${client_id}&redirect_uri=${callback}`
  assert.equal((await page(`${asked}&resource=${flow.url}/mcp&resource=${flow.url}/api`)).status, 200)
  const { status, text } = await page(`${asked}&resource=${flow.url}/mcp&resource=https://elsewhere.test`)
  assert.equal(status, 400)
  assert.ok(text.includes('<code>invalid_target</code>'))
})

test('consent is implied for pages of this service alone', async () => {
  const draft = { name: 'Workspace', redirect_uris: [callback], scopes: ['teams:read' as const] }
  const made = await flow.db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId: flow.organisationId, userId: null },
      { ...draft, kind: 'first_party' },
      new Date(),
    ),
  )
  const own = await page({
    client_id: made.client_id,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  assert.equal(own.status, 200)
  assert.match(own.text, /<div\s[^>]*\sdata-implied\s*>/)
  assert.equal((await page({ client_id: made.client_id })).status, 400, 'PKCE is not spared')
  assert.doesNotMatch((await page({})).text, /data-implied/)
})

test('the page says in words what is requested, and for how long', async () => {
  const app = await flow.register({ scopes: ['teams:read', 'teams:write', 'offline_access'] })
  const short = (await page({ client_id: app.client_id })).text
  assert.match(short, /one hour/)
  assert.equal(short.match(/can edit/g)?.length, 1)
  const long = (await page({ client_id: app.client_id, scope: 'teams:read offline_access' })).text
  assert.match(long, /until you withdraw it/)
  assert.doesNotMatch(long, /one hour|can edit/)
})

test('the consent page is at the host of the developer site alone', async () => {
  const hosts = { base: 'api.sonde.test', developer: 'sonde.test' }
  const { app } = await startApp({
    env: { SONDE_BASE_URL: `http://${hosts.base}`, SONDE_DEVELOPER_URL: `http://${hosts.developer}` },
  })
  const { port } = app.server.server.address() as AddressInfo
  const path = '/oauth/authorize?client_id=x&redirect_uri=https%3A%2F%2Fclient.example&state=a%20b'
  const at = (host: string): Promise<[number | undefined, string | undefined]> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers: { host } }, (reply) => {
        reply.resume()
        resolve([reply.statusCode, reply.headers.location])
      }).on('error', reject)
    })
  assert.deepEqual(await at(hosts.base), [302, `http://${hosts.developer}${path}`])
  assert.deepEqual(await at(hosts.developer), [400, undefined])
  assert.deepEqual(await at('elsewhere.test'), [400, undefined], 'redirected are our own hosts alone')
})
