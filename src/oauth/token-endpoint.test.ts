import { test } from 'node:test'
import assert from 'node:assert/strict'
import { client } from '../../test/support/world.ts'
import { newFlow, type TokenAnswer } from '../../test/support/oauth-flow.ts'

const flow = await newFlow({ env: { SONDE_RATE_LIMITS: 'off' } })
const { credentials, send, token, form } = flow
const { client_id, client_secret } = credentials
const grant_type = 'client_credentials'
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
const json = { 'content-type': 'application/json' }

function isRefused(answer: TokenAnswer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body), ['error', 'error_description'])
  assert.match(answer.body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  isOAuthReply(answer)
}

function isOAuthReply({ headers }: TokenAnswer): void {
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('pragma'), 'no-cache')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.ok(headers.get('x-request-id'))
  assert.equal(headers.get('access-control-allow-origin'), null)
}

test('client credentials give a token for an hour, with what an organisation may do', async () => {
  const answer = await token({ grant_type, ...credentials, scope: 'pulses:read teams:read teams:write' })
  assert.equal(answer.status, 200)
  isOAuthReply(answer)
  const { access_token, ...rest } = answer.body
  assert.match(access_token, /^sonde_at_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
  assert.deepEqual(rest, {
    token_type: 'bearer',
    expires_in: 3600,
    scope: 'pulses:read teams:read teams:write',
  })
  assert.ok(await flow.works(access_token))
})

test('credentials may come as JSON, as a form and by Basic, raw or encoded', async () => {
  const encoded = basic(client_id.replaceAll('_', '%5F'), client_secret.replaceAll('_', '%5F'))
  const answers = await Promise.all([
    token({ grant_type, ...credentials }),
    form({ grant_type, ...credentials }),
    form({ grant_type }, { authorization: basic(client_id, client_secret) }),
    form({ grant_type }, { authorization: encoded }),
    form(
      { grant_type, client_id },
      { authorization: basic(client_id, client_secret).replace('Basic', 'bASIC') },
    ),
    send({
      headers: { ...json, authorization: basic(client_id, client_secret) },
      body: JSON.stringify({ grant_type }),
    }),
    send({
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify({ grant_type, ...credentials }),
    }),
    send({
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams({ grant_type, ...credentials }).toString(),
    }),
    form({ grant_type, ...credentials, code: '', scope: '', unknown: '1' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
})

const malformed: [string, RequestInit & { path?: string }][] = [
  ['no body', {}],
  ['an empty JSON body', { headers: json, body: '' }],
  ['an empty form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }],
  [
    'text',
    { headers: { 'content-type': 'text/plain' }, body: JSON.stringify({ grant_type, ...credentials }) },
  ],
  ['XML', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }],
  [
    'a multipart form',
    {
      body: (() => {
        const data = new FormData()
        data.set('grant_type', grant_type)
        return data
      })(),
    },
  ],
  ['no type', { headers: { 'content-type': '' }, body: JSON.stringify({ grant_type, ...credentials }) }],
  ['a broken type', { headers: { 'content-type': 'application/' }, body: '{}' }],
  ['broken JSON', { headers: json, body: '{"grant_type":' }],
  ['a JSON list', { headers: json, body: '[]' }],
  ['null', { headers: json, body: 'null' }],
  [
    'a list for a secret',
    { headers: json, body: JSON.stringify({ grant_type, client_id, client_secret: [client_secret] }) },
  ],
  [
    'a number for an id',
    { headers: json, body: JSON.stringify({ grant_type, client_id: 1, client_secret }) },
  ],
  [
    'a repeated member',
    {
      headers: json,
      body: `{"grant_type":"${grant_type}","client_id":"x","client_id":"${client_id}","client_secret":"${client_secret}"}`,
    },
  ],
  [
    '__proto__',
    {
      headers: json,
      body: `{"__proto__":{"client_id":"${client_id}"},"grant_type":"${grant_type}","client_secret":"${client_secret}"}`,
    },
  ],
  [
    'a repeated parameter',
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=${grant_type}&client_id=${client_id}&client_id=${client_id}&client_secret=${client_secret}`,
    },
  ],
  ['no grant_type', { headers: json, body: JSON.stringify(credentials) }],
  ['no client', { headers: json, body: JSON.stringify({ grant_type }) }],
  [
    'a secret in the address',
    {
      path: `/oauth/token?client_secret=${client_secret}`,
      headers: json,
      body: JSON.stringify({ grant_type, ...credentials }),
    },
  ],
  [
    'two ways of authentication',
    {
      headers: { ...json, authorization: basic(client_id, client_secret) },
      body: JSON.stringify({ grant_type, ...credentials }),
    },
  ],
  [
    'two ids',
    {
      headers: { ...json, authorization: basic(client_id, client_secret) },
      body: JSON.stringify({ grant_type, client_id: 'app_other' }),
    },
  ],
  [
    'NUL in a value',
    { headers: json, body: JSON.stringify({ grant_type, client_id: `${client_id}\0`, client_secret }) },
  ],
]
for (const [what, init] of malformed) {
  test(`a request is malformed: ${what}`, async () => isRefused(await send(init), 400, 'invalid_request'))
}

test('a body of more than 16 KiB is too large', async () => {
  isRefused(await token({ grant_type, ...credentials, scope: 'x'.repeat(17_000) }), 413, 'invalid_request')
})

test('the endpoint takes POST only', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await send({
      method,
      ...(method !== 'GET' && method !== 'OPTIONS' && { headers: json, body: '{}' }),
    })
    isRefused(answer, 405, 'invalid_request')
    assert.equal(answer.headers.get('allow'), 'POST')
  }
})

test('every failed authentication gets the same reply', async () => {
  const revoked = await flow.register()
  await (await flow.session()).post(`/api/applications/${revoked.id}/revoke`)
  const wrong = `${client_secret.slice(0, -1)}${client_secret.endsWith('A') ? 'B' : 'A'}`
  const answers = await Promise.all([
    token({ grant_type, client_id: 'app_unknown', client_secret }),
    token({ grant_type, client_id: '../../etc', client_secret }),
    token({ grant_type, client_id, client_secret: wrong }),
    token({ grant_type, client_id, client_secret: 'x' }),
    token({ grant_type, client_id }),
    token({ grant_type, client_id, client_secret: '' }),
    token({ grant_type, client_id: revoked.client_id, client_secret: revoked.client_secret }),
    form({ grant_type }, { authorization: basic(client_id, wrong) }),
    form({ grant_type }, { authorization: 'Bearer x' }),
    form({ grant_type }, { authorization: 'Basic !!!' }),
    form({ grant_type }, { authorization: basic('', client_secret) }),
    form({ grant_type }, { authorization: basic(client_id, '%zz') }),
    token({ grant_type: 'password', client_id, client_secret: wrong }),
  ])
  for (const answer of answers) {
    isRefused(answer, 401, 'invalid_client')
    assert.deepEqual(answer.body, answers[0].body)
    assert.equal(
      answer.headers.get('www-authenticate'),
      `Basic realm="${flow.url}", error="invalid_client", error_description="Client authentication failed"`,
    )
  }
})

test('an unknown grant type is refused after the client is authenticated', async () => {
  for (const other of ['password', 'implicit', 'CLIENT_CREDENTIALS', '__proto__']) {
    isRefused(await token({ grant_type: other, ...credentials }), 400, 'unsupported_grant_type')
  }
})

test('without a scope an organisation gets every scope that works without a person', async () => {
  const answer = await token({ grant_type, ...credentials })
  assert.equal(
    answer.body.scope,
    'pulses:read teams:read teams:write checkins:read checkins:write responses:read links:read insights:read events:read exports:write webhooks:write',
  )
})

test('a scope that is not registered, needs a person or is malformed is refused', async () => {
  const narrow = await flow.register({ scopes: ['pulses:read', 'pulses:write'] })
  const asked = (scope: string) =>
    token({ grant_type, client_id: narrow.client_id, client_secret: narrow.client_secret, scope })
  for (const scope of [
    'teams:read',
    'pulses:read teams:read',
    'pulses:write',
    'unknown',
    'PULSES:READ',
    'pulses:read,teams:read',
    ' pulses:read',
    'a"b',
    'é',
  ]) {
    isRefused(await asked(scope), 400, 'invalid_scope')
  }
  assert.equal((await asked('pulses:read pulses:read')).body.scope, 'pulses:read')
})

test('resource is an address of this service, or refused', async () => {
  for (const resource of [flow.url, `${flow.url}/`, `${flow.url}/api`, `${flow.url}/mcp`]) {
    assert.equal((await token({ grant_type, ...credentials, resource })).status, 200)
  }
  for (const resource of ['https://elsewhere.test', 'x', `${flow.url}.evil.test`])
    isRefused(await token({ grant_type, ...credentials, resource }), 400, 'invalid_target')
})

test('a token in an address or a body is not accepted', async () => {
  const { access_token } = (await token({ grant_type, ...credentials })).body
  const reply = await client(flow.url).get(`/api/teams?access_token=${access_token}`)
  assert.equal(reply.status, 401)
  assert.match(reply.headers.get('www-authenticate')!, /^Bearer realm="api"/)
})
