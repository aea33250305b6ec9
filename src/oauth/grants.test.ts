import { test } from 'node:test'
import assert from 'node:assert/strict'
import { startApp } from '../../test/support/start.ts'
import { client, eventually } from '../../test/support/world.ts'
import { many, sql } from '../db/db.ts'
import { shape, text } from '../db/shape.ts'
import { createApplicationFor } from './applications/applications.ts'
import { callback, newFlow } from '../../test/support/oauth-flow.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const clock = flow.clock!
const newApp = async (more: Record<string, unknown> = {}) => {
  const app = await flow.register({ scopes: ['pulses:read', 'teams:read', 'teams:write'], ...more })
  return { id: app.id, mine: { client_id: app.client_id, client_secret: app.client_secret } }
}
const begin = async ({ mine }: { mine: any }, scope = 'teams:read') =>
  (await flow.redeem(await flow.code({ client_id: mine.client_id, scope }), mine)).body
const grantOf = async (id: string, by?: any) =>
  (await (by ?? (await flow.session())).get('/api/grants')).body.grants.find(
    (one: any) => one.application.id === id,
  )

test('a person sees what they authorised: which application, which scopes, since when, when last used', async () => {
  const app = await newApp({ name: 'Calendar' })
  await begin(app)
  const allowedAt = clock.now().toISOString().replace('.000Z', 'Z')
  clock.advance(60_000)
  const { access_token } = await begin(app, 'pulses:read')
  const { id, ...rest } = await grantOf(app.id)
  assert.match(id, /^grt_/)
  assert.deepEqual(
    { ...rest, created_at: new Date(rest.created_at).toISOString().replace('.000Z', 'Z') },
    {
      application: { id: app.id, client_id: app.mine.client_id, name: 'Calendar' },
      scopes: ['pulses:read', 'teams:read'],
      created_at: allowedAt,
      updated_at: rest.updated_at,
      last_used_at: null,
    },
  )
  await client(flow.url, access_token).get('/api/pulses')
  const used = await eventually(
    () => grantOf(app.id),
    (grant) => grant.last_used_at !== null,
  )
  assert.equal(new Date(used.last_used_at).getTime(), clock.now().getTime())
})

test('withdrawing ends codes, tokens and families at once, and authorising again brings none of them back', async () => {
  const app = await newApp({ name: 'Calendar', scopes: ['teams:read', 'offline_access'] })
  const scope = 'teams:read offline_access'
  const unused = await flow.code({ client_id: app.mine.client_id, scope })
  const { access_token, refresh_token } = await begin(app, scope)
  const itself = (await flow.token({ grant_type: 'client_credentials', ...app.mine })).body
  assert.ok(await flow.works(access_token))
  const admin = await flow.session()
  const { id } = await grantOf(app.id)
  const { status, body } = await admin.delete(`/api/grants/${id}`)
  assert.deepEqual([status, body], [204, null])
  const isOver = async () => {
    assert.equal(await flow.works(access_token), false)
    assert.equal((await flow.redeem(unused, app.mine)).body.error, 'invalid_grant')
    const refreshed = await flow.token({ grant_type: 'refresh_token', refresh_token, ...app.mine })
    assert.equal(refreshed.body.error, 'invalid_grant')
  }
  await isOver()
  assert.ok(
    await flow.works(itself.access_token),
    'what the application may do by itself cannot be withdrawn by the person',
  )
  assert.equal(await grantOf(app.id), undefined)
  assert.equal((await admin.delete(`/api/grants/${id}`)).status, 404)
  const anew = await begin(app)
  await isOver()
  assert.ok(await flow.works(anew.access_token))
  assert.notEqual((await grantOf(app.id)).id, id)
  const traces = await many(
    flow.db.tx,
    shape({ name: text }),
    sql`
      select type as name from events where type = 'grant.withdrawn' and payload->>'grant_id' = ${id}
      union all
      select detail->>'name' from audit_events
      where action in ('application.allowed', 'grant.withdrawn') and target = ${app.id}`,
  )
  assert.ok(traces.length >= 3, 'it was allowed twice and withdrawn')
  assert.deepEqual(new Set(traces.map(({ name }) => name)), new Set(['grant.withdrawn', 'Calendar']))
})

test('withdrawing while a code is being redeemed leaves nothing alive', async () => {
  const app = await newApp()
  const admin = await flow.session()
  for (let i = 0; i < 10; i++) {
    const code = await flow.code({ client_id: app.mine.client_id, scope: 'teams:read' })
    const { id } = await grantOf(app.id, admin)
    const [answer] = await Promise.all([flow.redeem(code, app.mine), admin.delete(`/api/grants/${id}`)])
    if (answer.status === 200) assert.equal(await flow.works(answer.body.access_token), false)
  }
})

test('a grant belongs to its person: nobody else sees or ends it, not even an admin', async () => {
  const app = await newApp()
  await flow.db.pool.query(
    "insert into members (organisation_id, id, name, email, created_at, updated_at) values ($1, 'mem_kim', 'Kim', 'kim@acme.test', now(), now())",
    [flow.organisationId],
  )
  const token = await flow.idp.token({ sub: 'kim', email: 'kim@acme.test', email_verified: true })
  const kim = client(flow.url, token)
  await flow.allow({ client_id: app.mine.client_id }, token)
  const { id } = await grantOf(app.id, kim)
  assert.equal(await grantOf(app.id), undefined)
  assert.equal((await (await flow.session()).delete(`/api/grants/${id}`)).status, 404)
  const other = await newFlow({ running: flow.running, idp: flow.idp })
  assert.equal((await (await other.session()).delete(`/api/grants/${id}`)).status, 404)
  assert.equal((await kim.delete(`/api/grants/${id}`)).status, 204)
})

test('the list is paged, newest first, and leaves out revoked applications', async () => {
  const apps = [await newApp(), await newApp(), await newApp()]
  for (const app of apps) await begin(app)
  const admin = await flow.session()
  const first = (await admin.get('/api/grants?limit=2')).body
  assert.deepEqual(
    first.grants.map((one: any) => one.application.id),
    [apps[2].id, apps[1].id],
  )
  const second = (await admin.get(`/api/grants?limit=2&cursor=${first.next_cursor}`)).body
  assert.equal(second.grants[0].application.id, apps[0].id)
  await admin.post(`/api/applications/${apps[2].id}/revoke`)
  assert.equal(await grantOf(apps[2].id), undefined)
})

test('a withdrawn grant is refused by another node within a second', async () => {
  const second = await startApp({
    env: flow.idp.env,
    database: flow.db.connection,
    at: clock.now().toISOString(),
  })
  const app = await newApp()
  const { access_token } = await begin(app)
  assert.ok(await flow.works(access_token, second.url))
  await (await flow.session()).delete(`/api/grants/${(await grantOf(app.id)).id}`)
  await eventually(
    () => flow.works(access_token, second.url),
    (works) => !works,
  )
  await second.stop()
})

test('a grant is remembered for the same scopes, for applications with a secret', async () => {
  const app = await newApp()
  const remembered = (more: Record<string, unknown>, by?: string) =>
    flow.allow({ client_id: app.mine.client_id, remembered: true, ...more }, by)
  const isAsked = (reply: any) =>
    assert.deepEqual([reply.status, reply.body.error], [403, 'consent_required'], JSON.stringify(reply.body))
  isAsked(await remembered({ scope: 'teams:read' }))
  await begin(app)
  assert.equal((await remembered({ scope: 'teams:read' })).status, 200)
  isAsked(await remembered({ scope: 'teams:read teams:write' }))
  isAsked(await remembered({}))
  await (await flow.session()).delete(`/api/grants/${(await grantOf(app.id)).id}`)
  isAsked(await remembered({ scope: 'teams:read' }))

  const native = await flow.register({
    kind: 'public',
    redirect_uris: ['http://127.0.0.1/cb'],
    scopes: ['teams:read'],
  })
  const asked = {
    client_id: native.client_id,
    redirect_uri: 'http://127.0.0.1:50000/cb',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
  assert.equal((await flow.allow(asked)).status, 200)
  isAsked(await flow.allow({ ...asked, remembered: true }))
})

test('a page of this service needs no consent, but needs a person of the organisation', async () => {
  const page = await flow.db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId: flow.organisationId, userId: null },
      { name: 'Workspace', kind: 'first_party', redirect_uris: [callback], scopes: ['teams:read'] },
      clock.now(),
    ),
  )
  assert.deepEqual([page.client_secret, page.require_pkce], [null, true])
  const asked = { client_id: page.client_id, remembered: true }
  assert.equal((await flow.allow(asked)).body.error, 'invalid_request', 'PKCE is not spared')
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  assert.equal((await flow.allow({ ...asked, ...pkce })).status, 200)
  const stranger = await flow.idp.token({ sub: 'eve', email: 'eve@elsewhere.test', email_verified: true })
  assert.equal((await flow.allow({ ...asked, ...pkce }, stranger)).body.error, 'access_denied')
  const admin = await flow.session()
  const listed = (await admin.get('/api/grants')).body.grants as { application: { id: string } }[]
  assert.ok(
    !listed.some(({ application }) => application.id === page.id),
    'nobody allowed it, so nobody is told',
  )
  const { audit_events: written } = (
    await admin.get(`/api/audit-events?action=application.allowed&target=${page.id}`)
  ).body
  assert.deepEqual(written, [], 'nor is it written down each time')
  assert.equal(
    (await admin.post('/api/applications', { name: 'X', kind: 'first_party', scopes: ['teams:read'] }))
      .status,
    400,
  )
  assert.equal((await admin.patch(`/api/applications/${page.id}`, { kind: 'confidential' })).status, 422)
})
