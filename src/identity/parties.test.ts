/** A session token counts here only if it was issued to our own pages, or to a client that the operator named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from '../../test/support/world.ts'
import { newFlow } from '../../test/support/oauth-flow.ts'

const setup = async (env: Record<string, string>) => {
  const flow = await newFlow({ env: { SONDE_IDP_CLIENT_ID: 'site', ...env } })
  const by = async (claims: Record<string, unknown>) =>
    client(
      flow.url,
      await flow.idp.token({ sub: flow.email, email: flow.email, email_verified: true, ...claims }),
    )
  const asked = { client_id: flow.credentials.client_id, redirect_uri: flow.application.redirect_uris[0] }
  const admin = await flow.session()
  const { sub } = JSON.parse(Buffer.from(admin.token!.split('.')[1], 'base64url').toString())
  return {
    tried: async (claims: Record<string, unknown>) => {
      const it = await by({ sub, ...claims })
      const replies = [
        await it.get('/api/me'),
        await it.get('/api/applications'),
        await it.post('/api/me/identities', {
          session_token: await flow.idp.token({ sub: 'x', azp: 'site' }),
        }),
        await it.post('/api/oauth/code', asked),
      ]
      return replies.map(({ status }) => status)
    },
  }
}

test('a token that was issued to another page of the same provider opens nothing, neither codes nor what admins do', async () => {
  const { tried } = await setup({})
  const alien = [401, 401, 401, 401]
  assert.deepEqual(await tried({ azp: 'another-site' }), alien)
  assert.deepEqual(await tried({ client_id: 'another-site' }), alien)
  assert.deepEqual(await tried({ azp: 'another-site', client_id: 'site' }), alien)
  for (const own of [{ azp: 'site' }, { client_id: 'site' }, {}])
    assert.deepEqual(
      (await tried(own)).map((status) => status < 300),
      [true, true, true, true],
    )
})

test('a client that the operator named may act for an admin, but only our pages get codes', async () => {
  const { tried } = await setup({ SONDE_IDP_AUTHORIZED_PARTIES: 'site, console' })
  assert.deepEqual(await tried({ azp: 'console' }), [200, 200, 201, 403])
  assert.deepEqual(await tried({ azp: 'another-site' }), [401, 401, 401, 401])
  assert.deepEqual(await tried({ azp: 'site' }), [200, 200, 201, 200])
})

test('when the database is away the token is not called invalid', async () => {
  const flow = await newFlow({ at: new Date().toISOString() })
  const admin = await flow.session()
  assert.equal((await admin.get('/api/me')).status, 200)
  await flow.db.pool.query('alter table identity_providers rename to away')
  assert.equal((await admin.get('/api/me')).status, 500)
  await flow.db.pool.query('alter table away rename to identity_providers')
  assert.equal((await admin.get('/api/me')).status, 200)
})
