import { test } from 'node:test'
import assert from 'node:assert/strict'
import * as oidc from 'oauth4webapi'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { startApp } from '../../test/support/start.ts'
import { client } from '../../test/support/world.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { createAccount } from './accounts.ts'
import { bootstrap } from './bootstrap.ts'
import { createIdentity } from './identity.ts'

const running = await startApp()
const { url, db } = running
const now = new Date()
const email = 'ada@acme.test'
await db.transaction((tx) => bootstrap(tx, { organisation: 'Acme', admin: email }, now))
const { password } = await createAccount(db.tx, { email, name: 'Ada' }, now)

/** A browser without a screen: keeps cookies, follows one redirect at a time. */
function browser() {
  const cookies = new Map<string, string>()
  return async (address: string, form?: Record<string, string>) => {
    const reply = await fetch(new URL(address, url), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const set of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: reply.status,
      location: reply.headers.get('location'),
      headers: reply.headers,
      text: await reply.text(),
    }
  }
}

const insecure = { [oidc.allowInsecureRequests]: true }
const site = { client_id: 'developer-site' }
const redirectUri = `${url}/sign-in/callback`

async function begin() {
  const issuer = new URL(`${url}/idp`)
  const as = await oidc.processDiscoveryResponse(issuer, await oidc.discoveryRequest(issuer, insecure))
  const verifier = oidc.generateRandomCodeVerifier()
  const query = new URLSearchParams({
    ...site,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 'state',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: url,
  })
  const go = browser()
  const page = (await go(`${as.authorization_endpoint}?${query}`)).location!
  return { as, verifier, go, page, query }
}

async function signIn(secret: string): Promise<string> {
  const { as, verifier, go, page } = await begin()
  let step = await go(page, { email: email.toUpperCase(), password: secret })
  while (step.location && !step.location.startsWith(redirectUri)) step = await go(step.location)
  const callback = oidc.validateAuthResponse(as, site, new URL(step.location!), 'state')
  const grant = await oidc.authorizationCodeGrantRequest(
    as,
    site,
    oidc.None(),
    callback,
    redirectUri,
    verifier,
    insecure,
  )
  return (await oidc.processAuthorizationCodeResponse(as, site, grant)).access_token
}

test('signing in gives a session token that our own verifier accepts', async () => {
  const token = await signIn(password)
  assert.deepEqual([decodeProtectedHeader(token).typ, decodeProtectedHeader(token).alg], ['at+jwt', 'ES256'])
  const { aud, iss, email: said, email_verified, name } = decodeJwt(token)
  assert.deepEqual([aud, iss, said, email_verified, name], [url, `${url}/idp`, email, true, 'Ada'])
  assert.equal((await client(url, token).get('/api/applications')).status, 200)
})

test('a new password replaces the old one, and signs out whoever signed in with that', async () => {
  const { as, verifier, go, page, query } = await begin()
  let step = await go(page, { email, password })
  while (step.location && !step.location.startsWith(redirectUri)) step = await go(step.location)
  const grant = await oidc.authorizationCodeGrantRequest(
    as,
    site,
    oidc.None(),
    oidc.validateAuthResponse(as, site, new URL(step.location!), 'state'),
    redirectUri,
    verifier,
    insecure,
  )
  const { access_token } = await oidc.processAuthorizationCodeResponse(as, site, grant)
  // While the browser is open, it gets new tokens without a password.
  const silent = new URLSearchParams(query)
  silent.set('prompt', 'none')
  const again = async () =>
    new URL((await go(`${as.authorization_endpoint}?${silent}`)).location!).searchParams
  assert.ok((await again()).get('code'))
  assert.equal((await client(url, access_token).get('/api/me')).status, 200)

  const renewed = new Date(Date.now() + 1000)
  await createAccount(db.tx, { email, name: 'Ada', password: 'correct horse battery' }, renewed)
  assert.equal((await again()).get('error'), 'login_required')
  assert.equal((await client(url, access_token).get('/api/me')).status, 401)
  await assert.rejects(signIn(password))
  await new Promise((resolve) => setTimeout(resolve, renewed.getTime() - Date.now()))
  assert.equal((await client(url, await signIn('correct horse battery')).get('/api/me')).status, 200)
})

test('no other spelling of an address, which would be slowed down by itself, leads to the account', async () => {
  const spelt = 'ivi.kim@acme.test'
  await createAccount(db.tx, { email: spelt, name: 'Ivi', password: 'correct horse battery' }, new Date())
  // The database folds these letters to i and k.
  for (const other of ['\u0130vi.kim@acme.test', 'iv\u0130.kim@acme.test', 'ivi.\u212aim@acme.test']) {
    const { go, page } = await begin()
    assert.equal((await go(page, { email: other, password: 'correct horse battery' })).status, 400)
  }
  const { go, page } = await begin()
  const { status } = await go(page, { email: spelt.toUpperCase(), password: 'correct horse battery' })
  assert.equal(status, 303)
})

test('a wrong password and a wrong address get the same reply, and after many the right password still works', async () => {
  const limited = browser()
  const { page } = await begin().then(async ({ query }) => ({
    page: (await limited(`${url}/idp/auth?${query}`)).location!,
  }))
  const shown = await limited(page)
  assert.equal(shown.status, 200)
  assert.match(shown.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  assert.ok(!/<script|<style|style=/.test(shown.text))
  const grace = await createAccount(db.tx, { email: 'grace@acme.test', name: 'Grace' }, now)
  for (const tried of ['grace@acme.test', 'nobody@acme.test']) {
    const { status, text } = await limited(page, { email: tried, password: 'wrong' })
    assert.equal(status, 400)
    assert.match(text, /Incorrect e-mail or password\./)
  }
  for (let i = 0; i < 9; i++) await limited(page, { email: 'grace@acme.test', password: 'wrong' })
  const since = performance.now()
  const letIn = await limited(page, { email: 'grace@acme.test', password: grace.password })
  assert.deepEqual([letIn.status, performance.now() - since >= 1000], [303, true])
})

test('a demo person cannot be claimed where no demo runs', async () => {
  const { go, page } = await begin()
  assert.equal((await go(page, { demo: email })).status, 400)
})

test('a page of a sign-in that is not under way says so', async () => {
  const go = browser()
  assert.equal((await go('/idp/sign-in/unknown')).status, 400)
  assert.equal((await go('/idp/sign-in/unknown', { email, password })).status, 400)
  const { page } = await begin()
  assert.equal((await browser()(page)).status, 400)
})

test('the provider knows the developer site only, and requires PKCE', async () => {
  const { query } = await begin()
  const tries: Record<string, string>[] = [
    { client_id: 'other' },
    { redirect_uri: 'https://evil.test/' },
    { code_challenge: '' },
    { code_challenge_method: 'plain' },
  ]
  for (const change of tries) {
    const changed = new URLSearchParams(query)
    for (const [name, value] of Object.entries(change)) {
      if (value === '') changed.delete(name)
      else changed.set(name, value)
    }
    const { status, location } = await browser()(`/idp/auth?${changed}`)
    assert.ok(status === 400 || location?.includes('error='), JSON.stringify(change))
  }
})

test('keys survive a restart', async () => {
  const token = await signIn('correct horse battery')
  const again = await startApp({ database: db.connection, env: { SONDE_BASE_URL: url } })
  const keys = async (at: string) =>
    ((await (await fetch(`${at}/idp/jwks`)).json()) as { keys: { kid: string }[] }).keys
  assert.deepEqual(await keys(`http://localhost:${port(again)}`), await keys(url))
  assert.equal(decodeProtectedHeader(token).kid, (await keys(url))[0].kid)
  await again.stop()
})

const port = ({ app }: typeof running): number => (app.server.server.address() as { port: number }).port

test('in production it starts only where that is allowed', () => {
  const addresses = { baseUrl: 'https://sonde.test', developerUrl: 'https://sonde.test' }
  const around = { addresses, tx: db.tx, clock: systemClock }
  const config = readConfig({ NODE_ENV: 'production' })
  assert.throws(() => createIdentity({ config, ...around }), { name: 'Error', message: /SONDE_IDP_ISSUER/ })
  createIdentity({ config, ...around, allowEmbedded: true })
  createIdentity({
    config: readConfig({ NODE_ENV: 'production', SONDE_IDP_ISSUER: 'https://idp.test' }),
    ...around,
  })
})
