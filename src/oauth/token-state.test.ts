import { test } from 'node:test'
import assert from 'node:assert/strict'
import { startApp } from '../../test/support/start.ts'
import { eventually } from '../../test/support/world.ts'
import { newFlow, type TokenAnswer } from '../../test/support/oauth-flow.ts'
import { unknownSecret } from '../../test/support/unknown-secrets.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const clock = flow.clock!
const scopes = ['pulses:read', 'teams:read', 'offline_access']
const app = await flow.register({ scopes })
const mine = { client_id: app.client_id as string, client_secret: app.client_secret as string }
const stranger = await flow.register({ scopes })
const theirs = { client_id: stranger.client_id as string, client_secret: stranger.client_secret as string }

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<TokenAnswer> =>
  flow.send({
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const revoke = (token: unknown, as: object = mine) => post('/oauth/revoke', { token, ...as })
const introspect = (token: unknown, as: object = mine) => post('/oauth/introspect', { token, ...as })
const byItself = async () => (await flow.token({ grant_type: 'client_credentials', ...mine })).body
const byPerson = async () =>
  (await flow.redeem(await flow.code({ client_id: app.client_id, scope: scopes.join(' ') }), mine)).body
const basic = `Basic ${Buffer.from(`${mine.client_id}:${mine.client_secret}`).toString('base64')}`
const seconds = () => Math.floor(clock.now().getTime() / 1000)

test('an application ends its own token, at once and as often as it likes', async () => {
  const { access_token } = await byItself()
  assert.ok(await flow.works(access_token))
  for (let i = 0; i < 2; i++) {
    const { status, body, headers } = await revoke(access_token)
    assert.deepEqual([status, body], [200, {}])
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.equal(await flow.works(access_token), false)
  }
})

test('ending any refresh token of a family ends the whole family', async () => {
  const first = await byPerson()
  const { body: second } = await flow.token({
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
    ...mine,
  })
  assert.equal((await revoke(first.refresh_token)).status, 200)
  for (const { access_token } of [first, second]) assert.equal(await flow.works(access_token), false)
  const again = await flow.token({
    grant_type: 'refresh_token',
    refresh_token: second.refresh_token,
    ...mine,
  })
  assert.equal(again.body.error, 'invalid_grant')
})

test('nobody ends a token of another application, nor learns anything by trying', async () => {
  const { access_token } = await byItself()
  const { refresh_token } = await byPerson()
  for (const token of [
    access_token,
    refresh_token,
    'x',
    unknownSecret('at'),
    unknownSecret('rt'),
    mine.client_secret,
  ]) {
    const { status, body } = await revoke(token, theirs)
    assert.deepEqual([status, body], [200, {}])
    assert.deepEqual((await introspect(token, theirs)).body, { active: false })
  }
  assert.ok(await flow.works(access_token))
  assert.equal((await introspect(refresh_token)).body.active, true)
})

test('a live token is described to its own application', async () => {
  const organisation = await byItself()
  assert.deepEqual((await introspect(organisation.access_token)).body, {
    active: true,
    client_id: mine.client_id,
    scope: 'pulses:read teams:read',
    token_type: 'bearer',
    iat: seconds(),
    exp: seconds() + 3600,
    iss: flow.url,
    aud: flow.url,
    organisation_id: flow.organisationId,
  })
  const person = await byPerson()
  const access = (await introspect(person.access_token)).body
  assert.deepEqual([access.sub, access.scope], [flow.adminId, scopes.join(' ')])
  const refresh = (await introspect(person.refresh_token)).body
  assert.deepEqual([refresh.active, refresh.sub, refresh.token_type], [true, flow.adminId, undefined])
  assert.equal(refresh.exp - refresh.iat, 30 * 86_400)
})

test('a dead token is not active, and the reply says nothing else', async () => {
  const { access_token } = await byItself()
  clock.advance(3_600_000)
  const used = (await byPerson()).refresh_token
  await flow.token({ grant_type: 'refresh_token', refresh_token: used, ...mine })
  for (const token of [
    access_token,
    used,
    '',
    'x',
    unknownSecret('at'),
    `${access_token}x`,
    mine.client_secret,
  ]) {
    const answer = await introspect(token)
    if (token === '') assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'])
    else assert.deepEqual([answer.status, answer.body], [200, { active: false }])
  }
})

test('a refresh token is not active when its application may no longer refresh', async () => {
  const { refresh_token } = await byPerson()
  assert.equal((await introspect(refresh_token)).body.active, true)
  const admin = await flow.session()
  const before = (await admin.get(`/api/applications/${app.id}`)).body.scopes as string[]
  const without = before.filter((scope) => scope !== 'offline_access')
  assert.equal((await admin.patch(`/api/applications/${app.id}`, { scopes: without })).status, 200)
  assert.deepEqual((await introspect(refresh_token)).body, { active: false })
  assert.equal((await admin.patch(`/api/applications/${app.id}`, { scopes: before })).status, 200)
})

test('both authenticate the client as the token endpoint does', async () => {
  for (const path of ['/oauth/revoke', '/oauth/introspect']) {
    const token = unknownSecret('at')
    const cases: [unknown, number, string][] = [
      [{ token }, 400, 'invalid_request'],
      [{ token, ...mine, client_secret: undefined }, 401, 'invalid_client'],
      [{ token, ...mine, client_secret: 'wrong' }, 401, 'invalid_client'],
      [{ token, ...mine, client_secret: theirs.client_secret }, 401, 'invalid_client'],
      [{ token, ...mine, client_id: 'app_unknown' }, 401, 'invalid_client'],
      [mine, 400, 'invalid_request'],
      [{ ...mine, token: ['x'] }, 400, 'invalid_request'],
      ['{"token":"x","token":"y"}', 400, 'invalid_request'],
      ['[]', 400, 'invalid_request'],
    ]
    for (const [body, status, error] of cases) {
      const answer = await post(path, body)
      assert.deepEqual([answer.status, answer.body.error], [status, error], `${path} ${JSON.stringify(body)}`)
      if (status === 401)
        assert.match(answer.headers.get('www-authenticate')!, /^Basic .*error="invalid_client"/)
    }
    const form = await flow.send({
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic },
      body: new URLSearchParams({ token, token_type_hint: 'refresh_token' }).toString(),
    })
    assert.equal(form.status, 200)
    assert.equal((await flow.send({ path: `${path}?token=x`, method: 'POST' })).status, 400)
    for (const method of ['GET', 'PUT', 'OPTIONS', 'DELETE']) {
      const wrong = await flow.send({ path, method })
      assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST'])
    }
    const huge = await post(path, { ...mine, token: 'x'.repeat(20_000) })
    assert.equal(huge.status, 413)
  }
})

test('a public application ends its tokens, but may not introspect any: anybody could in its name', async () => {
  const native = await flow.register({ kind: 'public', redirect_uris: ['http://127.0.0.1/cb'], scopes })
  const as = { client_id: native.client_id }
  assert.equal((await revoke(unknownSecret('at'), as)).status, 200)
  assert.equal((await introspect(unknownSecret('at'), as)).body.error, 'invalid_client')
})

test('a token that ends on one node is refused on another within a second', async () => {
  const second = await startApp({
    env: flow.idp.env,
    database: flow.db.connection,
    at: clock.now().toISOString(),
  })
  const { access_token } = await byItself()
  const person = await byPerson()
  for (const token of [access_token, person.access_token]) assert.ok(await flow.works(token, second.url))
  await revoke(access_token)
  await revoke(person.refresh_token)
  for (const token of [access_token, person.access_token])
    await eventually(
      () => flow.works(token, second.url),
      (works) => !works,
    )
  await second.stop()
})
