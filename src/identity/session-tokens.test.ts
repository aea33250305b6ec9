import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import type { Session } from '../actor.ts'
import { type Claims, startIssuer, testAudience } from '../../test/support/issuer.ts'
import { type ProviderKeys, providerKeys } from './provider-keys.ts'
import { claimedIssuer, verifySessionToken } from './session-tokens.ts'
import { sessionByOperator, type Operator } from './sessions.ts'

const idp = await startIssuer()
const other = await startIssuer()
after(() => Promise.all([idp.close(), other.close()]))

type Trusted = Operator & { keys: ProviderKeys }

const trust = (
  { now, issuer = idp.issuer }: { now?: () => number; issuer?: string } = {},
  more: Partial<Operator['trust']> = {},
): Trusted => ({
  issuer,
  recordedAs: issuer,
  clientId: more.client ?? null,
  trust: { profile: 'oidc', audiences: [testAudience], parties: [], client: null, ...more },
  keys: providerKeys(issuer, { ...(now && { now }) }),
})
const trusted = trust()
const verify = async (token: string, by = trusted): Promise<Session> => {
  claimedIssuer(token)
  return sessionByOperator(await verifySessionToken(by.issuer, by.keys, token), by)
}
const refuses = (token: string | Promise<string>, by = trusted) =>
  assert.rejects(async () => verify(await token, by), { code: 'invalid_token' })

const seconds = (offset: number): number => Math.floor(Date.now() / 1000) + offset
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a session token says who somebody is', async () => {
  const token = await idp.token({
    sub: 'ada',
    email: 'ada@acme.test',
    email_verified: true,
    name: 'Ada',
    azp: 'site',
    auth_time: 1_700_000_000,
  })
  assert.deepEqual(await verify(token), {
    kind: 'session',
    issuer: idp.issuer,
    subject: 'ada',
    email: 'ada@acme.test',
    emailVerified: true,
    lacksSecondFactor: false,
    name: 'Ada',
    clientId: 'site',
    signedInAt: new Date(1_700_000_000_000),
    admissions: null,
  })
})

test('a sign-in is no later than its token, whatever the provider says', async () => {
  const iat = seconds(-100)
  const at = async (auth_time: unknown) =>
    (await verify(await idp.token({ iat, auth_time }))).signedInAt.getTime() / 1000
  for (const said of [undefined, iat + 50, 'yesterday', -1, null]) assert.equal(await at(said), iat)
  assert.equal(await at(iat - 50), iat - 50)
})

test('only a boolean true verifies an address', async () => {
  for (const said of ['true', 1, null, undefined, false]) {
    assert.equal(
      (await verify(await idp.token({ email: 'a@b.test', email_verified: said }))).emailVerified,
      false,
    )
  }
})

/** Made when the test runs: minutes may pass after this file was read. */
const refusedClaims: [string, () => Claims][] = [
  ['another issuer', () => ({ iss: 'https://elsewhere.test' })],
  ['an issuer with a slash more', () => ({ iss: `${idp.issuer}/` })],
  ['no issuer', () => ({ iss: undefined })],
  ['another audience', () => ({ aud: 'https://other.test' })],
  ['no audience', () => ({ aud: undefined })],
  ['several audiences and no party', () => ({ aud: [testAudience, 'https://other.test'] })],
  ['no subject', () => ({ sub: undefined })],
  ['an empty subject', () => ({ sub: '' })],
  ['no end', () => ({ exp: undefined })],
  ['no beginning', () => ({ iat: undefined })],
  ['an end beyond the skew', () => ({ iat: seconds(-600), exp: seconds(-62) })],
  ['a beginning beyond the skew', () => ({ iat: seconds(90), exp: seconds(300) })],
  ['not yet valid', () => ({ nbf: seconds(90) })],
  ['a life of more than a day', () => ({ iat: seconds(-10), exp: seconds(86_400) })],
  ['the nonce of an ID token', () => ({ nonce: 'n' })],
  ['the at_hash of an ID token', () => ({ at_hash: 'h' })],
  ['a refresh token as Keycloak marks it', () => ({ typ: 'Refresh' })],
  ['more than 8 KiB', () => ({ padding: 'x'.repeat(9000) })],
]
for (const [what, claims] of refusedClaims) {
  test(`a session token is refused: ${what}`, () => refuses(idp.token(claims())))
}

test('a token is accepted within the skew of 60 s', async () => {
  await verify(await idp.token({ iat: seconds(-600), exp: seconds(-50) }))
  await verify(await idp.token({ iat: seconds(50), nbf: seconds(50), exp: seconds(300) }))
})

test('with several audiences the party must be our client', async () => {
  const aud = [testAudience, 'https://other.test']
  const knowing = trust({}, { client: 'developer-site' })
  await verify(await idp.token({ aud, azp: 'developer-site' }), knowing)
  await refuses(idp.token({ aud, azp: 'other-site' }), knowing)
  await refuses(idp.token({ aud }), knowing)
})

test('a type that is not an access token is refused', async () => {
  for (const typ of ['logout+jwt', 'dpop+jwt', 'secevent+jwt']) await refuses(idp.token({}, { typ }))
  for (const typ of ['at+jwt', 'application/at+jwt', 'AT+JWT']) await verify(await idp.token({}, { typ }))
  // Makers that mark no access tokens are known by their profile.
  const lax = trust({}, { profile: 'auth0' })
  for (const typ of ['JWT', undefined]) {
    await refuses(idp.token({}, { typ }))
    await verify(await idp.token({}, { typ }), lax)
  }
})

test('an unsigned token is refused', async () => {
  const body = part(idp.claimsOf({}))
  for (const alg of ['none', 'None', 'NONE']) {
    await refuses(`${part({ alg, kid: 'first' })}.${body}.`)
    await refuses(`${part({ alg, kid: 'first' })}.${body}.AAAA`)
  }
})

test('a token signed with the public key as a shared secret is refused', async () => {
  const pem = await exportSPKI(
    (await importJWK({ ...idp.key.jwk, ext: true }, 'ES256', { extractable: true })) as CryptoKey,
  )
  for (const secret of [pem, JSON.stringify(idp.key.jwk)]) {
    const signed = `${part({ alg: 'HS256', kid: 'first', typ: 'at+jwt' })}.${part(idp.claimsOf({}))}`
    await refuses(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`)
  }
})

test('a token signed by another provider in our name is refused', async () => {
  const forged = new SignJWT(idp.claimsOf({})).setProtectedHeader({
    alg: 'ES256',
    kid: 'first',
    jwk: other.key.jwk as never,
    jku: `${other.issuer}/jwks`,
  })
  await refuses(forged.sign(other.key.privateKey))
  assert.deepEqual(other.asked, [])
})

test('a changed token is refused', async () => {
  const [header, , signature] = (await idp.token()).split('.')
  await refuses(`${header}.${part(idp.claimsOf({ sub: 'eve' }))}.${signature}`)
})

test('a text that is not a token is refused', async () => {
  for (const text of ['', 'a', 'a.b', 'a.b.c', '...', 'a.b.c.d', `${part([])}.${part(null)}.x`, 'é.é.é'])
    await refuses(text)
})

test('a new key is found at once, and unknown ones cause one request a minute', async () => {
  const rotating = await startIssuer()
  let now = 0
  const by = trust({ issuer: rotating.issuer, now: () => now })
  const asked = () => rotating.asked.filter((path) => path === '/jwks').length
  await verify(await rotating.token(), by)
  await rotating.rotate()
  await verify(await rotating.token(), by)
  assert.equal(asked(), 2)
  for (let i = 0; i < 20; i++) await refuses(rotating.token({}, { kid: `unknown ${i}` }), by)
  assert.equal(asked(), 2)
  now += 60_001
  await refuses(rotating.token({}, { kid: 'unknown' }), by)
  assert.equal(asked(), 3)
  await rotating.close()
})

test('known keys serve for a day while the provider is down, and it is tried with growing pauses', async () => {
  const failing = await startIssuer()
  let now = 0
  const by = trust({ issuer: failing.issuer, now: () => now })
  const token = await failing.token()
  await verify(token, by)
  failing.fail(true)
  const before = failing.asked.length
  now += 11 * 60_000
  for (let i = 0; i < 50; i++) await verify(token, by)
  assert.equal(failing.asked.length, before + 1)
  now += 1_001
  await verify(token, by)
  assert.equal(failing.asked.length, before + 2)
  now += 1_001
  await verify(token, by)
  assert.equal(failing.asked.length, before + 2)
  now += 86_400_000
  await assert.rejects(verify(token, by), { code: 'unavailable' })
  await failing.close()
})

test('we start without the provider, and find it when it is up', async () => {
  const late = await startIssuer()
  late.fail(true)
  let now = 0
  const by = trust({ issuer: late.issuer, now: () => now })
  const token = await late.token()
  for (let i = 0; i < 10; i++) await assert.rejects(verify(token, by), { code: 'unavailable' })
  assert.equal(late.asked.length, 1)
  late.fail(false)
  now += 1_001
  await verify(token, by)
  await late.close()
})
