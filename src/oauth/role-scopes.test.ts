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
  // An admin adds the member, through a program: whom a program adds by itself becomes no user.
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
  assert.equal((await admin.patch(`/api/people/${user.id}`, { role: 'admin' })).status, 200)
  const asAdmin = await redeem((await allow(alone, await by())).body.code, mine)
  assert.equal(asAdmin.body.scope, 'directory:admin')
})
