/** A code becomes a token once, for the client, redirect URI and person that it was issued for. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { client } from '../../test/support/world.ts'
import { many, only, sql } from '../db/db.ts'
import { int8, shape, shapeOf } from '../db/shape.ts'
import { auditEvents, grants, members } from '../db/tables.ts'
import { callback, newFlow, type TokenAnswer } from '../../test/support/oauth-flow.ts'
import { changeByHand } from '../../test/support/by-hand.ts'

const start = '2026-11-23T09:00:00Z'
const flow = await newFlow({ at: start })
const { redeem, code, allow, credentials } = flow
const clock = flow.clock!

const minutes = (n: number) => n * 60_000
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

function isRefused(answer: TokenAnswer, error: string): void {
  assert.deepEqual([answer.status, answer.body.error], [400, error], JSON.stringify(answer.body))
}

test('Allow sends code, state and issuer to the registered address, and the code is redeemed for a token that acts for the person', async () => {
  const { status, body, headers } = await allow({ state: 'a b&c=ü', scope: 'pulses:read pulses:write' })
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(body.code, /^sonde_ac_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
  const to = new URL(body.redirect_to)
  assert.equal(to.origin + to.pathname, callback)
  assert.deepEqual(
    [...to.searchParams],
    [
      ['code', body.code],
      ['state', 'a b&c=ü'],
      ['iss', flow.url],
    ],
  )
  const answer = await redeem(body.code)
  assert.equal(answer.status, 200)
  assert.deepEqual(
    { ...answer.body, access_token: '' },
    { access_token: '', token_type: 'bearer', expires_in: 3600, scope: 'pulses:read pulses:write' },
  )
  const { rows } = await flow.db.pool.query(
    'select user_id, organisation_id from access_tokens where code_sha256 is not null order by created_at desc limit 1',
  )
  assert.deepEqual(rows, [{ user_id: flow.adminId, organisation_id: flow.organisationId }])
})

test('every registered scope is granted when none is named, and the grant is remembered', async () => {
  const answer = await redeem(await code())
  assert.ok(flow.scopesOf(answer).includes('pulses:write'))
  const grant = await only(
    flow.db.tx,
    shapeOf(grants, ['scopes']),
    sql`select scopes from grants where user_id = ${flow.adminId}`,
  )
  assert.ok(grant.scopes.includes('pulses:write'))
})

test('of fifty redemptions at once one wins, and its token ends because of the replays', async () => {
  const shown = await code()
  const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(shown)))
  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  for (const answer of answers) if (answer !== won[0]) isRefused(answer, 'invalid_grant')
  const { count } = await only(
    flow.db.tx,
    shape({ count: int8 }),
    sql`select count(*) from access_tokens where code_sha256 = sha256(${shown}::text::bytea)`,
  )
  assert.equal(count, 1)
  assert.equal(await flow.works(won[0].body.access_token), false)
})

test('a code that is redeemed twice ends its token and is in the audit log', async () => {
  const shown = await code()
  const { access_token } = (await redeem(shown)).body
  assert.ok(await flow.works(access_token))
  isRefused(await redeem(shown), 'invalid_grant')
  assert.equal(await flow.works(access_token), false)
  const traces = await many(
    flow.db.tx,
    shapeOf(auditEvents, ['id']),
    sql`select id from audit_events where action = 'authorization_code.replayed' and organisation_id = ${flow.organisationId}`,
  )
  assert.ok(traces.length >= 1)
})

test('a replay ends the token, also after the code has expired', async () => {
  const shown = await code()
  const { access_token } = (await redeem(shown)).body
  clock.advance(minutes(30))
  isRefused(await redeem(shown), 'invalid_grant')
  assert.equal(await flow.works(access_token), false)
})

test('a code is valid for ten minutes', async () => {
  const [early, late] = [await code(), await code()]
  clock.advance(minutes(10) - 1)
  assert.equal((await redeem(early)).status, 200)
  clock.advance(1)
  isRefused(await redeem(late), 'invalid_grant')
})

test('a token is valid for an hour', async () => {
  const { access_token } = (await redeem(await code())).body
  clock.advance(minutes(60) - 1)
  assert.ok(await flow.works(access_token))
  clock.advance(1)
  assert.equal(await flow.works(access_token), false)
})

test('codes that never were are refused like used ones', async () => {
  const shown = await code()
  for (const other of [
    'x',
    'sonde_ac_x',
    `${shown.slice(0, -1)}_`,
    shown.replace('_ac_', '_at_'),
    `${shown}\0`,
  ]) {
    const answer = await redeem(other)
    assert.equal(answer.status, 400)
    assert.ok(['invalid_grant', 'invalid_request'].includes(answer.body.error))
  }
  assert.equal((await redeem(shown)).status, 200)
})

test("another application's attempts change nothing", async () => {
  const thief = await flow.register({ name: 'Thief' })
  const shown = await code()
  for (let i = 0; i < 7; i++)
    isRefused(
      await redeem(shown, { client_id: thief.client_id, client_secret: thief.client_secret }),
      'invalid_grant',
    )
  assert.equal((await redeem(shown)).status, 200)
})

test('the redirect URI is repeated byte for byte', async () => {
  const shown = await code()
  isRefused(await redeem(shown, { redirect_uri: undefined }), 'invalid_request')
  for (const redirect_uri of [`${callback}/`, callback.toUpperCase(), 'https://evil.test/callback']) {
    isRefused(await redeem(shown, { redirect_uri }), 'redirect_uri_mismatch')
  }
  assert.equal((await redeem(shown)).status, 200)
})

test('another registered redirect URI than the one of this code is refused', async () => {
  const two = await flow.register({ redirect_uris: [callback, `${callback}2`] })
  const mine = { client_id: two.client_id, client_secret: two.client_secret }
  const shown = await code({ client_id: two.client_id })
  isRefused(await redeem(shown, { ...mine, redirect_uri: `${callback}2` }), 'redirect_uri_mismatch')
  await (await flow.session()).patch(`/api/applications/${two.id}`, { redirect_uris: [`${callback}2`] })
  isRefused(await redeem(shown, mine), 'redirect_uri_mismatch')
})

test('the owner’s fifth failure spends the code', async () => {
  const shown = await code()
  for (let i = 0; i < 5; i++)
    isRefused(await redeem(shown, { redirect_uri: `${callback}x` }), 'redirect_uri_mismatch')
  isRefused(await redeem(shown), 'invalid_grant')
})

test('PKCE: the verifier must be the one of the challenge', async () => {
  const shown = await code(pkce)
  for (const code_verifier of ['w'.repeat(43), 'v'.repeat(44), 'v', challenge])
    isRefused(await redeem(shown, { code_verifier }), 'invalid_grant')
  assert.equal((await redeem(shown, { code_verifier: verifier })).status, 200)
})

test('PKCE cannot be downgraded by leaving the verifier out, nor by adding one', async () => {
  isRefused(await redeem(await code(pkce)), 'invalid_grant')
  isRefused(await redeem(await code(pkce), { code_verifier: '' }), 'invalid_grant')
  isRefused(await redeem(await code(), { code_verifier: verifier }), 'invalid_grant')
})

test('a public application needs PKCE and no secret, and may choose its loopback port', async () => {
  const native = await flow.register({ kind: 'public', redirect_uris: ['http://127.0.0.1/cb'] })
  assert.equal(native.client_secret, null)
  const redirect_uri = 'http://127.0.0.1:50123/cb'
  const asked = { client_id: native.client_id, redirect_uri }
  assert.equal((await allow(asked)).body.error, 'invalid_request')
  const mine = { client_id: native.client_id, client_secret: undefined, code_verifier: verifier }
  isRefused(
    await redeem(await code({ ...asked, ...pkce }), { ...mine, redirect_uri: 'http://127.0.0.1:50124/cb' }),
    'redirect_uri_mismatch',
  )
  assert.equal((await redeem(await code({ ...asked, ...pkce }), { ...mine, redirect_uri })).status, 200)
  const withSecret = await redeem(await code({ ...asked, ...pkce }), {
    ...mine,
    redirect_uri,
    client_secret: credentials.client_secret,
  })
  assert.equal(withSecret.status, 401)
  isRefused(
    await flow.token({ grant_type: 'client_credentials', client_id: native.client_id }),
    'unauthorized_client',
  )
})

test('a code that was issued without a challenge is refused once its application has no secret', async () => {
  const app = await flow.register({ name: 'Turned public' })
  const shown = await flow.code({ client_id: app.client_id })
  const admin = await flow.session()
  assert.equal((await admin.patch(`/api/applications/${app.id}`, { kind: 'public' })).status, 200)
  const by = { client_id: app.client_id, client_secret: undefined }
  isRefused(await flow.redeem(shown, by), 'invalid_grant')
})

test('an application without a redirect URI has no authorization code grant', async () => {
  const machine = await flow.register({ redirect_uris: [] })
  isRefused(
    await redeem('x', { client_id: machine.client_id, client_secret: machine.client_secret }),
    'unauthorized_client',
  )
})

test('a person who was disabled meanwhile gets no token, and the tokens that they authorised end', async () => {
  const sub = 'grace'
  const by = async () => flow.idp.token({ sub, email: 'grace@acme.test', email_verified: true })
  const member = await only(
    flow.db.tx,
    shapeOf(members, ['id']),
    sql`insert into members (organisation_id, id, name, email, created_at, updated_at)
        values (${flow.organisationId}, 'mem_grace', 'Grace', 'grace@acme.test', now(), now()) returning id`,
  )
  const first = (await allow({}, await by())).body.code
  const { access_token } = (await redeem(first)).body
  assert.ok(await flow.works(access_token))
  const second = (await allow({}, await by())).body.code
  const grace = (
    await flow.db.pool.query<{ id: string }>('select id from users where member_id = $1', [member.id])
  ).rows[0]
  await changeByHand(
    flow.db,
    { kind: 'user', id: grace.id },
    { text: "update users set status = 'disabled' where id = $1", values: [grace.id] },
  )
  isRefused(await redeem(second), 'invalid_grant')
  assert.equal((await allow({}, await by())).body.error, 'access_denied')
  assert.equal(await flow.works(access_token), false)
})

test('a scope that the application has lost meanwhile is not granted', async () => {
  const app = await flow.register({ scopes: ['pulses:read', 'teams:read'] })
  const mine = { client_id: app.client_id, client_secret: app.client_secret }
  const shown = await code({ client_id: app.client_id })
  await (await flow.session()).patch(`/api/applications/${app.id}`, { scopes: ['pulses:read'] })
  isRefused(await redeem(shown, mine), 'invalid_scope')
})

test('POST /api/oauth/code refuses what the consent page would', async () => {
  const cases: [string, Record<string, unknown>, number, string][] = [
    ['unknown application', { client_id: 'app_unknown' }, 400, 'invalid_client'],
    ['other redirect URI', { redirect_uri: `${callback}/` }, 400, 'redirect_uri_mismatch'],
    ['scope not registered', { scope: 'unknown' }, 400, 'invalid_scope'],
    ['plain', { code_challenge: challenge, code_challenge_method: 'plain' }, 400, 'invalid_request'],
    ['no method', { code_challenge: challenge }, 400, 'invalid_request'],
    ['no challenge', { code_challenge_method: 'S256' }, 400, 'invalid_request'],
    ['short challenge', { code_challenge: 'x', code_challenge_method: 'S256' }, 400, 'invalid_request'],
    ['foreign resource', { resource: 'https://elsewhere.test' }, 400, 'invalid_request'],
    ['unknown member', { colour: 'red' }, 400, 'invalid_request'],
    ['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request'],
  ]
  for (const [what, more, status, error] of cases) {
    const reply = await allow(more)
    assert.deepEqual([reply.status, reply.body.error], [status, error], what)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    assert.match(reply.headers.get('content-type')!, /^application\/problem\+json/)
  }
})

test('POST /api/oauth/code is for people of the organisation', async () => {
  const strangers = [
    await flow.idp.token({ sub: 'eve', email: 'eve@elsewhere.test', email_verified: true }),
    await flow.idp.token({ sub: 'eve', email: flow.email, email_verified: false }),
    await flow.idp.token({ sub: 'eve', email: flow.email, email_verified: 'true' }),
    await flow.idp.token({ sub: 'eve', email: flow.email, email_verified: true }),
  ]
  for (const stranger of strangers) {
    const reply = await allow({}, stranger)
    assert.deepEqual([reply.status, reply.body.error], [403, 'access_denied'])
  }
  const { access_token } = (await redeem(await code())).body
  for (const bearer of [access_token, 'x', 'a.b.c']) {
    const reply = await allow({}, bearer)
    assert.deepEqual([reply.status, reply.body.error], [401, 'invalid_token'])
  }
  assert.equal((await client(flow.url).post('/api/oauth/code', {})).status, 401)
})

test('a session token is not an access token', async () => {
  const reply = await client(flow.url, await flow.sessionToken()).get('/api/teams')
  assert.deepEqual([reply.status, reply.body.error], [401, 'invalid_token'])
})

test('a browser may request a code from the developer site only', async () => {
  const ask = async (origin: string, method = 'POST') =>
    fetch(`${flow.url}/api/oauth/code`, {
      method,
      headers: {
        origin,
        authorization: `Bearer ${await flow.sessionToken()}`,
        'content-type': 'application/json',
      },
      ...(method === 'POST' && {
        body: JSON.stringify({ client_id: credentials.client_id, redirect_uri: callback }),
      }),
    })
  const own = await ask(flow.url)
  assert.equal(own.status, 200)
  assert.equal(own.headers.get('access-control-allow-origin'), flow.url)
  assert.equal(own.headers.get('access-control-allow-credentials'), null)
  assert.match(own.headers.get('vary')!, /Origin/i)
  assert.equal((await ask(flow.url, 'OPTIONS')).status, 204)
  for (const origin of ['https://evil.test', 'null', `${flow.url}.evil.test`]) {
    for (const method of ['POST', 'OPTIONS']) {
      const reply = await ask(origin, method)
      assert.equal(reply.status, 403)
      assert.equal(reply.headers.get('access-control-allow-origin'), null)
    }
  }
})

test('a common client library runs both flows', async () => {
  const issuer = new URL(flow.url)
  const insecure = { [oauth.allowInsecureRequests]: true }
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  )
  const me = { client_id: credentials.client_id }
  for (const auth of [
    oauth.ClientSecretPost(credentials.client_secret),
    oauth.ClientSecretBasic(credentials.client_secret),
  ]) {
    const byItself = await oauth.processClientCredentialsResponse(
      as,
      me,
      await oauth.clientCredentialsGrantRequest(as, me, auth, { scope: 'teams:read' }, insecure),
    )
    assert.deepEqual(
      [byItself.token_type, byItself.expires_in, byItself.scope],
      ['bearer', 3600, 'teams:read'],
    )
    const mine = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const { body } = await allow({
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(mine),
      code_challenge_method: 'S256',
    })
    const back = oauth.validateAuthResponse(as, me, new URL(body.redirect_to), state)
    const reply = await oauth.processAuthorizationCodeResponse(
      as,
      me,
      await oauth.authorizationCodeGrantRequest(as, me, auth, back, callback, mine, insecure),
    )
    assert.ok(await flow.works(reply.access_token))
    await assert.rejects(
      async () =>
        oauth.processAuthorizationCodeResponse(
          as,
          me,
          await oauth.authorizationCodeGrantRequest(as, me, auth, back, callback, mine, insecure),
        ),
      { error: 'invalid_grant' },
    )
  }
  await assert.rejects(
    async () =>
      oauth.processClientCredentialsResponse(
        as,
        me,
        await oauth.clientCredentialsGrantRequest(as, me, oauth.ClientSecretPost('wrong'), {}, insecure),
      ),
    (error: oauth.WWWAuthenticateChallengeError) => error.cause[0].parameters.error === 'invalid_client',
  )
})
