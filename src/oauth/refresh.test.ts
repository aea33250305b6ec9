/** A refresh token rotates once; a family ends with a replay, with time, and with what it depends on. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { client } from '../../test/support/world.ts'
import { startApp } from '../../test/support/start.ts'
import { announceAccess } from '../db/access-changes.ts'
import { many, run, sql, textArray } from '../db/db.ts'
import { shape, shapeOf, text } from '../db/shape.ts'
import { auditEvents, refreshFamilies } from '../db/tables.ts'
import { newFlow, type TokenAnswer } from '../../test/support/oauth-flow.ts'
import { sweep } from './sweep.ts'
import { unknownSecret } from '../../test/support/unknown-secrets.ts'

const flow = await newFlow({ at: '2026-11-23T09:00:00Z' })
const clock = flow.clock!
const scopes = ['pulses:read', 'teams:read', 'teams:write', 'offline_access']
const app = await flow.register({ name: 'Calendar', scopes })
const mine = { client_id: app.client_id as string, client_secret: app.client_secret as string }
const dayMs = 86_400_000

const scope = scopes.join(' ')
const begin = async (more: Record<string, unknown> = {}): Promise<TokenAnswer['body']> => {
  const shown = await flow.code({ client_id: app.client_id, scope, ...more })
  const answer = await flow.redeem(shown, mine)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const refresh = (refresh_token: string, more: Record<string, unknown> = {}, at?: string) =>
  flow.token({ grant_type: 'refresh_token', refresh_token, ...mine, ...more }, at)

function isRefused(answer: TokenAnswer, error: string, status = 400): void {
  assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(answer.body))
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

test('an application gets a refresh token if it requests one and may have one, and not otherwise', async () => {
  const { refresh_token, ...rest } = await begin()
  assert.match(refresh_token, /^sonde_rt_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
  assert.deepEqual(
    { ...rest, access_token: '' },
    {
      access_token: '',
      token_type: 'bearer',
      expires_in: 3600,
      scope,
    },
  )
  assert.equal((await begin({ scope: undefined })).refresh_token, undefined)
  assert.equal((await begin({ scope: 'teams:read' })).refresh_token, undefined)
  isRefused(await flow.token({ grant_type: 'client_credentials', ...mine, scope }), 'invalid_scope')
  const itself = await flow.token({ grant_type: 'client_credentials', ...mine })
  assert.deepEqual(
    [itself.body.scope, itself.body.refresh_token],
    ['pulses:read teams:read teams:write', undefined],
  )
})

test('refreshing gives another token of each kind, and none is stored in plain text', async () => {
  const first = await begin()
  const second = (await refresh(first.refresh_token)).body
  assert.notEqual(second.refresh_token, first.refresh_token)
  assert.notEqual(second.access_token, first.access_token)
  assert.deepEqual([second.scope, second.expires_in, second.token_type], [scope, 3600, 'bearer'])
  assert.ok(await flow.works(second.access_token))
  assert.ok(await flow.works(first.access_token))
  const row = shape({ row: text })
  const kept = JSON.stringify([
    await many(flow.db.tx, row, sql`select t::text as row from refresh_tokens t`),
    await many(flow.db.tx, row, sql`select f::text as row from refresh_families f`),
    await many(flow.db.tx, row, sql`select t::text as row from access_tokens t`),
  ])
  for (const { access_token, refresh_token } of [first, second])
    for (const token of [access_token, refresh_token])
      for (const text of [token, Buffer.from(token).toString('hex')]) assert.ok(!kept.includes(text))
})

test('of fifty requests at once one rotates, and all fifty get its reply', async () => {
  const { refresh_token } = await begin()
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1)
  assert.equal(new Set(answers.map(({ body }) => body.access_token)).size, 1)
  const next = (await refresh(answers[0].body.refresh_token)).body
  assert.ok(await flow.works(next.access_token))
})

test('two processes give the same reply to one token', async () => {
  const second = await startApp({
    env: flow.idp.env,
    database: flow.db.connection,
    at: clock.now().toISOString(),
  })
  const { refresh_token } = await begin()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => refresh(refresh_token, {}, i % 2 ? second.url : flow.url)),
  )
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  await second.stop()
})

test('a second request at once for fewer scopes gets no more than it asks for, and ends nothing', async () => {
  const first = await begin()
  const second = (await refresh(first.refresh_token)).body
  isRefused(await refresh(first.refresh_token, { scope: 'teams:read' }), 'invalid_scope')
  assert.equal((await refresh(first.refresh_token, { scope })).body.access_token, second.access_token)
  assert.ok(await flow.works(second.access_token))
  const narrow = (await refresh(second.refresh_token, { scope: 'teams:read' })).body
  assert.equal(narrow.scope, 'teams:read')
  assert.equal((await refresh(second.refresh_token)).body.access_token, narrow.access_token)
})

test('ten seconds later the same token is a replay: the family ends with its tokens, and admins can see it', async () => {
  const first = await begin()
  const second = (await refresh(first.refresh_token)).body
  clock.advance(9_999)
  const again = (await refresh(first.refresh_token)).body
  assert.deepEqual([again.refresh_token, again.access_token], [second.refresh_token, second.access_token])
  assert.equal(again.expires_in, 3590)
  const third = (await refresh(second.refresh_token)).body
  clock.advance(1)
  isRefused(await refresh(first.refresh_token), 'invalid_grant')
  isRefused(await refresh(third.refresh_token), 'invalid_grant')
  for (const { access_token } of [first, second, third]) assert.equal(await flow.works(access_token), false)
  const traces = await many(
    flow.db.tx,
    shape({ type: text }),
    sql`
      select type from events
      where organisation_id = ${flow.organisationId}
        and type = 'application.refresh_token_reused'
        and payload->>'application_id' = ${app.id}
      union all
      select action from audit_events
      where organisation_id = ${flow.organisationId}
        and action = 'refresh_token.reused'
        and target = ${app.id}`,
  )
  assert.equal(traces.length, 2)
  const other = await begin()
  assert.ok(await flow.works(other.access_token), 'what the person allowed stands')
})

test('a code that is redeemed again ends its family, also when the code itself has been deleted', async () => {
  const shown = await flow.code({ client_id: app.client_id, scope })
  const first = (await flow.redeem(shown, mine)).body
  clock.advance(2 * dayMs)
  await flow.db.transaction((tx) => sweep(tx, clock.now()))
  const second = (await refresh(first.refresh_token)).body
  assert.ok(await flow.works(second.access_token))
  const thief = await flow.register({ name: 'Other', scopes })
  isRefused(
    await flow.redeem(shown, { client_id: thief.client_id, client_secret: thief.client_secret }),
    'invalid_grant',
  )
  assert.ok(await flow.works(second.access_token), 'a replay by somebody else ends nothing')
  isRefused(await flow.redeem(shown, mine), 'invalid_grant')
  assert.equal(await flow.works(second.access_token), false)
  isRefused(await refresh(second.refresh_token), 'invalid_grant')
  const traces = await many(
    flow.db.tx,
    shapeOf(auditEvents, ['id']),
    sql`select id from audit_events where target = ${app.id} and action = 'authorization_code.replayed'`,
  )
  assert.equal(traces.length, 1)
})

test('when replays and uses race, nothing stays alive', async () => {
  const first = await begin()
  const second = (await refresh(first.refresh_token)).body
  clock.advance(20_000)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => refresh(i % 2 ? first.refresh_token : second.refresh_token)),
  )
  for (const { status, body } of answers)
    if (status === 200) assert.equal(await flow.works(body.access_token), false)
  isRefused(await refresh(second.refresh_token), 'invalid_grant')
})

test('attempts of other applications change nothing', async () => {
  const thief = await flow.register({ name: 'Thief', scopes })
  const elsewhere = await newFlow({ running: flow.running, idp: flow.idp })
  const far = await elsewhere.register({ scopes })
  const { refresh_token } = await begin()
  for (const other of [thief, far]) {
    const as = { client_id: other.client_id, client_secret: other.client_secret }
    isRefused(await refresh(refresh_token, as), 'invalid_grant')
  }
  isRefused(await refresh(refresh_token, { client_secret: 'wrong' }), 'invalid_client', 401)
  isRefused(await refresh(refresh_token, { client_secret: undefined }), 'invalid_client', 401)
  const next = (await refresh(refresh_token)).body.refresh_token
  clock.advance(11_000)
  const as = { client_id: thief.client_id, client_secret: thief.client_secret }
  isRefused(await refresh(refresh_token, as), 'invalid_grant')
  assert.equal((await refresh(next)).status, 200, 'a replay by somebody else ends nothing')
})

test('an application that is not registered for refresh tokens gets the rest of what it requests', async () => {
  const plain = await flow.register({ scopes: ['teams:read'] })
  const { client_id, client_secret } = plain
  const codeFor = (scope: string) => flow.allow({ client_id, scope })
  const { code } = (await codeFor('teams:read offline_access')).body
  const { status, body } = await flow.redeem(code, { client_id, client_secret })
  assert.deepEqual([status, body.scope, body.refresh_token], [200, 'teams:read', undefined])
  assert.equal((await codeFor('offline_access')).body.error, 'invalid_scope')
  assert.equal((await codeFor('pulses:read offline_access')).body.error, 'invalid_scope')
})

test('a text that is not a refresh token is refused', async () => {
  const { refresh_token, access_token } = await begin()
  for (const other of [
    'x',
    unknownSecret('rt'),
    access_token,
    `${refresh_token}x`,
    refresh_token.toUpperCase(),
  ])
    isRefused(await refresh(other), 'invalid_grant')
  isRefused(await refresh(''), 'invalid_request')
  isRefused(await flow.token({ grant_type: 'refresh_token', ...mine }), 'invalid_request')
  isRefused(await refresh(refresh_token, { resource: 'https://elsewhere.test' }), 'invalid_target')
  assert.equal((await refresh(refresh_token, { resource: `${flow.url}/mcp` })).status, 200)
  const plain = await flow.register({ scopes: ['teams:read'] })
  const as = { client_id: plain.client_id, client_secret: plain.client_secret }
  isRefused(await refresh(refresh_token, as), 'unauthorized_client')
})

test('scope may only narrow, for that one token', async () => {
  const { refresh_token } = await begin({ scope: 'pulses:read teams:read offline_access' })
  for (const wider of ['teams:write', 'pulses:read teams:write', 'unknown', 'teams:read  pulses:read'])
    isRefused(await refresh(refresh_token, { scope: wider }), 'invalid_scope')
  const narrow = (await refresh(refresh_token, { scope: 'teams:read' })).body
  assert.equal(narrow.scope, 'teams:read')
  assert.equal((await client(flow.url, narrow.access_token).get('/api/pulses')).status, 403)
  const whole = (await refresh(narrow.refresh_token)).body
  assert.equal(whole.scope, 'pulses:read teams:read offline_access')
})

test('a family ends after thirty days without use, and after a year in any case', async () => {
  const idle = (await begin()).refresh_token
  let used = (await begin()).refresh_token
  const started = clock.now().getTime()
  for (let day = 29; day < 365; day += 29) {
    clock.set(new Date(started + day * dayMs))
    used = (await refresh(used)).body.refresh_token
    assert.ok(used, `day ${day}`)
    if (day > 30) isRefused(await refresh(idle), 'invalid_grant')
  }
  clock.set(new Date(started + 365 * dayMs - 1))
  used = (await refresh(used)).body.refresh_token
  assert.ok(used)
  clock.advance(1)
  isRefused(await refresh(used), 'invalid_grant')
  assert.ok((await sweep(flow.db.tx, new Date(started + 500 * dayMs))) > 0)
  const left = await many(flow.db.tx, shapeOf(refreshFamilies, ['id']), sql`select id from refresh_families`)
  assert.deepEqual(left, [])
})

/** As an admin does, whose sign-in is long ago by the clock of this file: it is announced, so that no earlier scopes stay in a cache. */
const setScopes = (to: string[]) =>
  flow.db.transaction(async (tx) => {
    await run(tx, sql`update applications set scopes = ${textArray(to)} where id = ${app.id}`)
    await announceAccess(tx, { kind: 'application', id: app.id })
  })

test('a family ends with what it depends on', async () => {
  const admin = await flow.session()
  const ends: [string, () => Promise<unknown>][] = [
    [
      'the person withdraws',
      async () => {
        const { grants } = (await admin.get('/api/grants')).body
        const { id } = grants.find((one: any) => one.application.id === app.id)
        assert.equal((await admin.delete(`/api/grants/${id}`)).status, 204)
      },
    ],
    ['the code is shown again', async () => isRefused(await flow.redeem(lastCode, mine), 'invalid_grant')],
    [
      'the application revokes it',
      async () => {
        assert.equal((await flow.send({ ...revocation(last.refresh_token) })).status, 200)
      },
    ],
    [
      'somebody finds it in public',
      async () => {
        assert.equal(
          (await flow.send({ path: '/oauth/leaks', ...json({ token: last.refresh_token }) })).status,
          200,
        )
      },
    ],
    ['the application is no longer registered for it', () => setScopes(scopes.slice(0, 3))],
  ]
  let lastCode = ''
  let last: any
  const json = (body: unknown) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const revocation = (token: string) => ({ path: '/oauth/revoke', ...json({ token, ...mine }) })
  for (const [what, end] of ends) {
    lastCode = await flow.code({ client_id: app.client_id, scope })
    last = (await flow.redeem(lastCode, mine)).body
    const before = last
    last = (await refresh(last.refresh_token)).body
    assert.ok(await flow.works(last.access_token), what)
    await end()
    const after = await refresh(last.refresh_token)
    assert.equal(after.status, 400, what)
    if (what !== 'the application is no longer registered for it')
      for (const { access_token } of [before, last]) assert.equal(await flow.works(access_token), false, what)
  }
  await setScopes(scopes)
})

test('tokens of a disabled person cannot be refreshed', async () => {
  const by = async () => flow.idp.token({ sub: 'grace', email: 'grace@acme.test', email_verified: true })
  await run(
    flow.db.tx,
    sql`insert into members (organisation_id, id, name, email, created_at, updated_at)
        values (${flow.organisationId}, 'mem_grace', 'Grace', 'grace@acme.test', now(), now())`,
  )
  const allowed = await flow.allow({ client_id: app.client_id, scope }, await by())
  const { refresh_token } = (await flow.redeem(allowed.body.code, mine)).body
  await run(
    flow.db.tx,
    sql`update users set status = 'disabled' where organisation_id = ${flow.organisationId} and member_id = 'mem_grace'`,
  )
  isRefused(await refresh(refresh_token), 'invalid_grant')
})

test('a public application rotates as well, by its id alone', async () => {
  const native = await flow.register({ kind: 'public', redirect_uris: ['http://127.0.0.1/cb'], scopes })
  const redirect_uri = 'http://127.0.0.1:51000/cb'
  const verifier = 'v'.repeat(43)
  const shown = await flow.code({
    client_id: native.client_id,
    redirect_uri,
    scope,
    code_challenge: '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM',
    code_challenge_method: 'S256',
  })
  const as = { client_id: native.client_id, client_secret: undefined }
  const first = await flow.redeem(shown, { ...as, redirect_uri, code_verifier: verifier })
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const second = await refresh(first.body.refresh_token, as)
  assert.equal(second.status, 200)
  clock.advance(11_000)
  isRefused(await refresh(first.body.refresh_token, as), 'invalid_grant')
  isRefused(await refresh(second.body.refresh_token, as), 'invalid_grant')
})
