/** Applications, as admins make, change and revoke them, and as every node learns of it. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { client, eventually } from '../../../test/support/world.ts'
import { startApp } from '../../../test/support/start.ts'
import { many, run, sql } from '../../db/db.ts'
import { shapeOf } from '../../db/shape.ts'
import { events } from '../../db/tables.ts'
import { latestVersion } from '../../../contract/versions.ts'
import { newFlow } from '../../../test/support/oauth-flow.ts'
import { changeByHand } from '../../../test/support/by-hand.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const clock = flow.clock!
const admin = await flow.session()
const hour = 3_600_000
const mint = (app: { client_id: string; client_secret: string }, at?: string) =>
  flow.token(
    { grant_type: 'client_credentials', client_id: app.client_id, client_secret: app.client_secret },
    at,
  )
const eventTypes = async (id: string): Promise<string[]> =>
  (
    await many(
      flow.db.tx,
      shapeOf(events, ['type']),
      sql`select type from events where payload->>'application_id' = ${id} order by id`,
    )
  ).map(({ type }) => type)

test('an application is made by an admin, its secret is shown once', async () => {
  const reply = await admin.post('/api/applications', {
    name: 'Reports',
    redirect_uris: ['https://a.test/cb'],
    scopes: ['teams:read'],
  })
  assert.equal(reply.status, 201)
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  const { client_secret, ...made } = reply.body
  assert.match(client_secret, /^sonde_cs_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
  assert.match(made.client_id, /^[0-9A-Za-z_]+$/)
  assert.deepEqual(
    [made.kind, made.status, made.scopes, made.version],
    ['confidential', 'active', ['teams:read'], 1],
  )
  assert.equal(made.secrets[0].last_four, client_secret.slice(-4))
  const read = await admin.get(`/api/applications/${made.id}`)
  assert.deepEqual(read.body, made)
  assert.equal(read.headers.get('etag'), '"1"')
  const kept = await flow.db.pool.query(
    'select secret_sha256::text from application_secrets where application_id = $1',
    [made.id],
  )
  assert.ok(!JSON.stringify(kept.rows).includes(client_secret))
  assert.deepEqual(await eventTypes(made.id), ['application.created'])
})

test('an invalid registration is refused, naming the field', async () => {
  const cases: [Record<string, unknown>, number, string][] = [
    [{ redirect_uris: ['https://a.test/cb', 'http://a.test/cb'] }, 422, '/redirect_uris/1'],
    [{ redirect_uris: ['https://a.test/cb#'] }, 422, '/redirect_uris/0'],
    [{ scopes: [] }, 422, '/scopes'],
    [{ kind: 'public', redirect_uris: [] }, 422, '/redirect_uris'],
    [{ scopes: ['unknown'] }, 400, '/scopes/0'],
    [{ scopes: ['teams:read', 'teams:read'] }, 400, '/scopes'],
    [{ name: ' ' }, 400, '/name'],
    [{ client_secret: 'mine' }, 400, '/client_secret'],
  ]
  for (const [more, status, pointer] of cases) {
    const { status: seen, body } = await admin.post('/api/applications', {
      name: 'X',
      redirect_uris: ['https://a.test/cb'],
      scopes: ['teams:read'],
      ...more,
    })
    assert.deepEqual([seen, body.errors?.[0].pointer], [status, pointer], JSON.stringify(body))
  }
})

test('applications are for admins in person', async () => {
  await run(
    flow.db.tx,
    sql`insert into members (organisation_id, id, name, email, created_at, updated_at)
        values (${flow.organisationId}, 'mem_m', 'Mem', 'mem@acme.test', now(), now())`,
  )
  const member = client(
    flow.url,
    await flow.idp.token({ sub: 'mem', email: 'mem@acme.test', email_verified: true }),
  )
  assert.deepEqual((await member.get('/api/applications')).body.error, 'role_required')
  const { access_token } = (await mint(flow.application)).body
  assert.equal((await client(flow.url, access_token).get('/api/applications')).status, 401)
  assert.equal((await client(flow.url).get('/api/applications')).status, 401)
})

test('an organisation sees its own applications only', async () => {
  const other = await newFlow({ running: flow.running, idp: flow.idp })
  const theirs = await other.session()
  assert.equal((await theirs.get(`/api/applications/${flow.application.id}`)).status, 404)
  assert.equal((await theirs.post(`/api/applications/${flow.application.id}/revoke`)).status, 404)
  const { body } = await theirs.get('/api/applications')
  assert.deepEqual(
    body.applications.map(({ id }: { id: string }) => id),
    [other.application.id],
  )
})

test('the list is paged, newest first', async () => {
  const made = [await flow.register(), await flow.register(), await flow.register()].map(({ id }) => id)
  const first = (await admin.get('/api/applications?limit=2')).body
  assert.deepEqual(
    first.applications.map(({ id }: { id: string }) => id),
    [made[2], made[1]],
  )
  const second = (await admin.get(`/api/applications?limit=2&cursor=${first.next_cursor}`)).body
  assert.equal(second.applications[0].id, made[0])
})

test('a change needs the version that it was based on', async () => {
  const app = await flow.register()
  const patch = (body: object, version: number) =>
    admin.patch(`/api/applications/${app.id}`, body, { 'if-match': `"${version}"` })
  assert.deepEqual(
    [(await patch({ name: 'New' }, 1)).body.version, (await patch({ name: 'Old' }, 1)).status],
    [2, 412],
  )
  assert.equal((await admin.get(`/api/applications/${app.id}`)).body.name, 'New')
})

test('a scope that is removed from an application is gone from its tokens', async () => {
  const app = await flow.register({ scopes: ['teams:read', 'pulses:read'] })
  const { access_token } = (await mint(app)).body
  assert.ok(await flow.works(access_token))
  await admin.patch(`/api/applications/${app.id}`, { scopes: ['pulses:read'] })
  assert.equal((await client(flow.url, access_token).get('/api/teams')).body.error, 'insufficient_scope')
})

test('rotating gives a new secret, and the old one works until the overlap ends', async () => {
  const app = await flow.register()
  const rotated = (await admin.post(`/api/applications/${app.id}/rotate-secret`, { overlap_seconds: 3600 }))
    .body
  assert.notEqual(rotated.client_secret, app.client_secret)
  assert.deepEqual([(await mint(app)).status, (await mint(rotated)).status], [200, 200])
  assert.equal((await admin.post(`/api/applications/${app.id}/rotate-secret`)).body.error, 'too_many_secrets')
  clock.advance(hour)
  assert.deepEqual([(await mint(app)).status, (await mint(rotated)).status], [401, 200])
  const now = (await admin.post(`/api/applications/${app.id}/rotate-secret`, { overlap_seconds: 0 })).body
  assert.deepEqual([(await mint(rotated)).status, (await mint(now)).status], [401, 200])
  assert.deepEqual(await eventTypes(app.id), [
    'application.created',
    'application.secret_rotated',
    'application.secret_rotated',
  ])
})

test('revoking is final, takes effect at once, and happens once', async () => {
  for (const revoke of [
    (id: string) => admin.post(`/api/applications/${id}/revoke`),
    (id: string) => admin.delete(`/api/applications/${id}`),
  ]) {
    const app = await flow.register()
    const { access_token } = (await mint(app)).body
    const code = await flow.code({ client_id: app.client_id })
    assert.ok(await flow.works(access_token))
    assert.ok((await revoke(app.id)).status < 300)
    assert.equal(await flow.works(access_token), false)
    assert.equal((await mint(app)).body.error, 'invalid_client')
    assert.equal(
      (await flow.redeem(code, { client_id: app.client_id, client_secret: app.client_secret })).body.error,
      'invalid_client',
    )
    assert.equal((await flow.allow({ client_id: app.client_id })).body.error, 'invalid_client')
    assert.equal((await revoke(app.id)).status < 300, true)
    assert.equal((await admin.patch(`/api/applications/${app.id}`, { name: 'Again' })).status, 422)
    assert.equal((await admin.post(`/api/applications/${app.id}/rotate-secret`)).body.error, 'invalid_client')
    assert.deepEqual(await eventTypes(app.id), ['application.created', 'application.revoked'])
  }
})

test('what one node revokes is refused by another within a second', async () => {
  const second = await startApp({
    env: flow.idp.env,
    database: flow.db.connection,
    at: clock.now().toISOString(),
  })
  const app = await flow.register()
  const { access_token } = (await mint(app)).body
  assert.ok(await flow.works(access_token, second.url))
  assert.equal((await mint(app, second.url)).status, 200)
  await admin.post(`/api/applications/${app.id}/revoke`)
  await eventually(
    () => flow.works(access_token, second.url),
    (works) => !works,
  )
  await eventually(
    async () => (await mint(app, second.url)).status,
    (status) => status === 401,
  )
  await second.stop()
})

test('a node that cannot hear of changes caches nothing, and reconnects', async () => {
  const app = await flow.register()
  const { access_token } = (await mint(app)).body
  assert.ok(await flow.works(access_token))
  await flow.db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'sonde credential changes,%' and datname = current_database()",
  )
  await flow.db.pool.query('update access_tokens set revoked_at = now() where application_id = $1', [app.id])
  await eventually(
    () => flow.works(access_token),
    (works) => !works,
  )
  const next = (await mint(app)).body.access_token
  await eventually(
    async () =>
      (
        await flow.db.pool.query(
          "select count(*) as n from pg_stat_activity where application_name like 'sonde credential changes,%' and datname = current_database()",
        )
      ).rows[0].n,
    (n) => n === 1,
  )
  assert.ok(await flow.works(next))
  await flow.db.pool.query('update access_tokens set revoked_at = now() where application_id = $1', [app.id])
  await eventually(
    () => flow.works(next),
    (works) => !works,
  )
})

test('kind, PKCE and version can be changed, and hold from then on', async () => {
  const app = await flow.register({ scopes: ['teams:read'] })
  const patch = (body: object) => admin.patch(`/api/applications/${app.id}`, body)
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  const asked = { client_id: app.client_id }
  assert.equal((await flow.allow(asked)).status, 200)
  assert.equal((await patch({ require_pkce: true })).body.require_pkce, true)
  assert.equal((await flow.allow(asked)).body.error, 'invalid_request')
  assert.equal((await flow.allow({ ...asked, ...pkce })).status, 200)

  const open = (await patch({ kind: 'public' })).body
  assert.deepEqual([open.kind, open.require_pkce], ['public', true])
  assert.equal((await mint(app)).body.error, 'invalid_client', 'its secret is gone')
  assert.equal((await admin.post(`/api/applications/${app.id}/rotate-secret`)).status, 422)
  const closed = (await patch({ kind: 'confidential', require_pkce: false })).body
  assert.equal(closed.require_pkce, false)
  const { client_secret } = (await admin.post(`/api/applications/${app.id}/rotate-secret`)).body
  assert.equal((await mint({ client_id: app.client_id, client_secret })).status, 200)

  const native = await flow.register({ kind: 'public', redirect_uris: ['com.example.app:/cb'] })
  const refused = await admin.patch(`/api/applications/${native.id}`, { kind: 'confidential' })
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/redirect_uris/0'])
  for (const body of [
    { kind: 'first_party' },
    { kind: 'x' },
    { api_version: '2020-01-01' },
    { require_pkce: 1 },
    {},
  ])
    assert.equal((await patch(body)).status, 400, JSON.stringify(body))
})

test('an application is pinned to a version, which its replies name; a request may ask for another', async () => {
  const app = await flow.register({ scopes: ['teams:read'] })
  assert.equal(app.api_version, latestVersion)
  const { access_token } = (await mint(app)).body
  const get = (headers: Record<string, string> = {}) =>
    client(flow.url, access_token).get('/api/teams', headers)
  assert.equal((await get()).headers.get('sonde-version'), latestVersion)
  await changeByHand(
    flow.db,
    { kind: 'application', id: app.id },
    { text: "update applications set api_version = '2026-01-01' where id = $1", values: [app.id] },
  )
  await eventually(
    async () => (await get()).headers.get('sonde-version'),
    (version) => version === '2026-01-01',
    1_000,
  )
  assert.equal((await get({ 'sonde-version': latestVersion })).headers.get('sonde-version'), latestVersion)
  const unknown = await get({ 'sonde-version': '2020-01-01' })
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid_request'])
  assert.equal((await admin.patch(`/api/applications/${app.id}`, { api_version: latestVersion })).status, 200)
  assert.equal((await get()).headers.get('sonde-version'), latestVersion)
})

test('public applications can be switched off, and are listed in metadata only where that is configured', async () => {
  for (const [setting, status, methods] of [
    ['off', 422, ['client_secret_basic', 'client_secret_post']],
    ['unlisted', 201, ['client_secret_basic', 'client_secret_post']],
    ['on', 201, ['client_secret_basic', 'client_secret_post', 'none']],
  ] as const) {
    const other = await newFlow({ env: { SONDE_PUBLIC_APPLICATIONS: setting } })
    const by = await other.session()
    const draft = {
      name: 'App',
      kind: 'public',
      redirect_uris: ['http://127.0.0.1/cb'],
      scopes: ['teams:read'],
    }
    assert.equal((await by.post('/api/applications', draft)).status, status)
    const metadata = await client(other.url).get('/.well-known/oauth-authorization-server')
    assert.deepEqual(metadata.body.token_endpoint_auth_methods_supported, methods)
    await other.running.stop()
  }
})
