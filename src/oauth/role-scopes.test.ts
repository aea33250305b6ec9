import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFlow } from '../../test/support/oauth-flow.ts'
import { client } from '../../test/support/world.ts'

const flow = await newFlow()
const { allow, redeem } = flow

test('a scope with which a person could do nothing is not granted to an application that acts for them', async () => {
  const email = 'plain@acme.test'
  const by = () => flow.idp.token({ sub: 'plain', email, email_verified: true })
  const admin = await flow.session()
  const program = await flow.register({ scopes: ['teams:write'] })
  const { client_id, client_secret } = program
  // An admin adds the member through a program: a member whom a program adds by itself does not become a user.
  const { code } = (await allow({ client_id, scope: 'teams:write' })).body
  const { access_token } = (await redeem(code, { client_id, client_secret })).body
  const added = await client(flow.url, access_token).post('/api/members', { name: 'Plain', email })
  assert.equal(added.status, 201)
  const app = await flow.register({ scopes: ['pulses:read', 'teams:write', 'directory:admin'] })
  const mine = { client_id: app.client_id, client_secret: app.client_secret }
  const granted = await redeem((await allow({ client_id: app.client_id }, await by())).body.code, mine)
  assert.equal(granted.body.scope, 'pulses:read teams:write')
  const alone = { client_id: app.client_id, scope: 'directory:admin' }
  assert.equal((await allow(alone, await by())).body.error, 'invalid_scope')
  const { user } = (await client(flow.url, await by()).get('/api/me')).body
  assert.equal(user.member_id, added.body.id)
  assert.equal((await admin.patch(`/api/people/${user.id}`, { role: 'admin' })).status, 200)
  const asAdmin = await redeem((await allow(alone, await by())).body.code, mine)
  assert.equal(asAdmin.body.scope, 'directory:admin')
})

test('a scope that a person can no longer use is not granted by a refresh, and is again once they have the role back', async () => {
  const email = 'ebbe@acme.test'
  const by = () => flow.idp.token({ sub: 'ebbe', email, email_verified: true })
  const admin = await flow.session()
  const scopes = ['pulses:read', 'directory:admin', 'offline_access']
  const app = await flow.register({ scopes })
  const mine = { client_id: app.client_id, client_secret: app.client_secret }
  const adder = await flow.register({ scopes: ['teams:write'] })
  const credentials = { client_id: adder.client_id, client_secret: adder.client_secret }
  const { code } = (await allow({ client_id: adder.client_id, scope: 'teams:write' })).body
  const { access_token } = (await redeem(code, credentials)).body
  const added = await client(flow.url, access_token).post('/api/members', { name: 'Ebbe', email })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const { user } = (await client(flow.url, await by()).get('/api/me')).body
  const become = async (role: string) =>
    assert.equal((await admin.patch(`/api/people/${user.id}`, { role })).status, 200)
  await become('admin')
  const scope = scopes.join(' ')
  const first = await redeem((await allow({ client_id: app.client_id, scope }, await by())).body.code, mine)
  assert.equal(first.body.scope, scope)
  let refreshToken: string = first.body.refresh_token
  const refreshed = async (): Promise<string> => {
    const { status, body } = await flow.token({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...mine,
    })
    assert.equal(status, 200, JSON.stringify(body))
    refreshToken = body.refresh_token
    return body.scope
  }
  await become('member')
  assert.equal(await refreshed(), 'pulses:read offline_access')
  await become('admin')
  assert.equal(await refreshed(), scope)
})
